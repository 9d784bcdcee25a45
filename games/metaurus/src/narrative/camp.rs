//! Units out of hand, and orders that were not obeyed: elephants, Gauls, legions that failed to act as one; units that recover.

use super::facts::{Clash, Manner};
use super::{Teller, names};
use crate::data::ElephantResult;
use crate::events::{Command, Effect, Event, Movement};
use crate::names::{Id, Side};
use engine::story::{Clause, Entity, Np, Relation, Sentence, Situation};

/// The weight of a side's attack that destroyed its own unit.
const OWN_GOAL: u32 = 95;
const RAMPAGE: u32 = 40;
const RAMPAGE_KILLS: u32 = 60;
const ELEPHANTS_KILLED: u32 = 65;
const BALKED: u32 = 9;
const COMBINED: u32 = 25;
const GAULS: u32 = 12;
const GAUL: u32 = 3;
const RECOVERED: u32 = 10;

impl Teller<'_> {
    /// Tells what elephants did against or without orders.
    pub(super) fn out_of_hand(&mut self) -> Vec<Situation> {
        let mut situations = Vec::new();
        let orders: Vec<_> = self.orders().collect();
        for (n, command) in orders {
            let Command::ElephantTable { unit, result, .. } = command else { continue };
            let elephants = self.names.unit(*unit);
            match result {
                ElephantResult::Balk => {
                    let clause = Clause::new(elephants, "refuse").with("to move");
                    let situation =
                        Situation::new(BALKED, vec![Sentence::told(clause.clone(), &[n])]);
                    situations.push(situation.headline(clause.now()));
                }
                ElephantResult::Killed => {
                    let drivers = || Np::words("their own drivers");
                    let told =
                        Sentence::told(Clause::new(elephants.clone(), "run").with("mad"), &[n])
                            .then(
                                Relation::And,
                                Clause::new(drivers(), "kill").object(elephants.clone()),
                            );
                    let headline =
                        Clause::new(elephants, "kill").passive().now().prep("by", drivers());
                    let situation = Situation::new(ELEPHANTS_KILLED, vec![told]);
                    situations.push(situation.headline(headline).run_in("Out of hand"));
                }
                ElephantResult::Rampage if !self.rampaged() => {
                    let clause = Clause::new(elephants, "run").with("out of hand");
                    let told = Sentence::told(clause.clone(), &[n]);
                    situations.push(Situation::new(RAMPAGE, vec![told]).headline(clause.now()));
                }
                ElephantResult::Obey | ElephantResult::Rampage => {}
            }
        }
        let rampages: Vec<(u32, Id, Id)> = self
            .told
            .events()
            .filter_map(|(n, event)| match event {
                Event::Movement(Movement::Rampage { unit, target, .. }) => {
                    Some((n, *unit, *target))
                }
                _ => None,
            })
            .collect();
        situations
            .extend(rampages.into_iter().map(|(n, unit, target)| self.rampage(n, unit, target)));
        situations
    }

    /// True if the record shows which unit elephants out of hand made for.
    fn rampaged(&self) -> bool {
        self.told
            .events()
            .any(|(_, event)| matches!(event, Event::Movement(Movement::Rampage { .. })))
    }

    fn rampage(&mut self, n: u32, unit: Id, target: Id) -> Situation {
        let elephants = self.names.unit(unit);
        let mine = self.names.side(target) == self.names.side(unit);
        let clashes = self.facts.clashes.iter();
        // The attack that followed, with all that it led to.
        let struck: Vec<Clash> = clashes
            .skip_while(|clash| clash.n < n || !clash.fight.by.contains(&unit))
            .enumerate()
            .take_while(|(at, clash)| *at == 0 || clash.manner != Manner::Attack)
            .map(|(_, clash)| clash.clone())
            .collect();
        // Other attacks on the same unit are told with it, in the order of time.
        let on_target = |clash: &Clash| clash.fight.against.contains(&target);
        let chains = self.chains().into_iter().filter(|chain| chain.iter().any(on_target));
        let besides: Vec<Clash> = chains
            .flatten()
            .filter(|clash| struck.iter().all(|other| other.at != clash.at))
            .collect();
        let (earlier, later): (Vec<Clash>, Vec<Clash>) =
            besides.iter().cloned().partition(|clash| clash.n < n);
        self.apart.extend(besides.iter().chain(&struck).map(|clash| clash.at));
        let whose = |id: Id, names: names::Names<'_>| {
            let full = names.unit(id);
            let own = full.full.trim_start_matches("the ").to_owned();
            if mine { Entity { full: format!("their own {own}"), ..full } } else { full }
        };
        let nearest =
            Np::from("the nearest unit they could reach").apposed(whose(target, self.names).full);
        let mut told = self.beats(&earlier);
        told.push(
            Sentence::told(Clause::new(elephants.clone(), "run").with("out of hand"), &[n])
                .then(Relation::And, Clause::new(elephants.clone(), "make for").object(nearest)),
        );
        told.extend(self.beats(&struck));
        told.extend(self.beats(&later));
        let dead = struck.iter().flat_map(|clash| clash.lost(&clash.fight.against)).next();
        let weight = match dead {
            Some(_) if mine => OWN_GOAL,
            Some(_) => RAMPAGE_KILLS,
            None => RAMPAGE,
        };
        let more = if besides.iter().any(|clash| !clash.dead.is_empty()) {
            self.weigh(&besides)
        } else {
            0
        };
        let headline = match dead {
            _ if more > weight => self.chain_headline(&besides).expect("somebody fell"),
            Some(dead) => Clause::new(elephants, "trample").object(whose(dead, self.names)),
            None => Clause::new(elephants, "run").with("out of hand"),
        };
        let weight = weight.max(more);
        let place = struck.first().map_or("", |clash| self.place_of(clash));
        Situation::new(weight, told).headline(headline.now()).run_in("Out of hand").at(place)
    }

    /// Orders that came to nothing, and units put back in order.
    pub(super) fn camp(&mut self) -> Vec<Situation> {
        let mut situations = Vec::new();
        let (mut called, mut refused) = (Vec::new(), Vec::new());
        let orders: Vec<_> = self.orders().collect();
        for (n, command) in orders {
            match command {
                Command::Combined { pair, success: false, .. } => {
                    let pair = self.names.commands(pair, Side::Rome);
                    let told = Sentence::told(
                        Clause::new(pair.clone(), "try").with("to act as one"),
                        &[n],
                    )
                    .then(Relation::And, Clause::new(pair.clone(), "fail"))
                    .then(
                        Relation::SoThat,
                        Clause::new("neither", "move").modal("may").with("or fight this Game Turn"),
                    );
                    let headline = Clause::new(pair, "fail").with("to act as one").now();
                    situations.push(Situation::new(COMBINED, vec![told]).headline(headline));
                }
                Command::Gaul { unit, acts, .. } => {
                    called.push((n, *unit));
                    if !acts {
                        refused.push(*unit);
                    }
                }
                _ => {}
            }
        }
        if !refused.is_empty() {
            situations.push(self.gauls(&called, &refused));
        }
        situations.extend(self.recovered());
        situations
    }

    fn gauls(&self, called: &[(u32, Id)], refused: &[Id]) -> Situation {
        let events: Vec<u32> = called.iter().map(|(n, _)| *n).collect();
        let who = if called.len() == 1 {
            self.names.unit(refused[0]).into()
        } else {
            let units = names::count(refused.len(), "unit of Gauls");
            if refused.len() == called.len() {
                units.lead(engine::story::Lead::All).tail("that were called on")
            } else {
                let all = i64::try_from(called.len()).expect("units are few");
                units.lead(engine::story::Lead::OfThe(all)).tail("that were called on")
            }
        };
        let headline = if called.len() == 1 {
            Np::clone(&who)
        } else {
            names::count(refused.len(), "unit of Gauls")
        };
        let weight = GAULS + GAUL * u32::try_from(refused.len()).expect("units are few");
        let told = Sentence::told(Clause::new(who, "refuse").with("to obey"), &events);
        Situation::new(self.beside(weight), vec![told])
            .headline(Clause::new(headline, "refuse").with("to obey").now())
    }

    fn recovered(&self) -> Option<Situation> {
        let (mut good, mut bad, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for (n, event) in self.told.events() {
            if let Event::Effect(Effect::Reform { unit, success, .. }) = event {
                events.push(n);
                if *success { good.push(*unit) } else { bad.push(*unit) }
            }
        }
        if events.is_empty() {
            return None;
        }
        let those = if good.is_empty() { &bad } else { &good };
        let who = self.names.some(those.clone(), 3);
        let few = self.names.some(those.clone(), 1);
        let order = |who: &Entity| if who.plural { "their order" } else { "its order" };
        let (told, headline) = if good.is_empty() {
            let clause = |who: Entity, verb: &'static str| {
                let order = order(&who);
                Clause::new(who, verb).with("to recover").with(order)
            };
            let told = Sentence::told(clause(who.clone(), "try"), &events);
            (told.then(Relation::But, Clause::new(who, "fail")), clause(few, "fail").now())
        } else {
            let clause = |who: Entity| {
                let order = order(&who);
                Clause::new(who, "recover").object(order)
            };
            let mut told = Sentence::told(clause(who), &events);
            if !bad.is_empty() {
                let bad = self.names.some(bad.clone(), 3);
                told = told.then(Relation::But, Clause::new(bad, "try").with("and failed"));
            }
            (told, clause(few).now())
        };
        let weight = RECOVERED + u32::try_from(good.len()).expect("units are few");
        Some(Situation::new(self.beside(weight), vec![told]).headline(headline))
    }
}
