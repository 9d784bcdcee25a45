//! Chains: all the attacks of the record on one unit with all that they set off, told from the first blow to the end.

use super::acts::{Act, Deed};
use super::{Teller, names};
use crate::events::Doom;
use crate::names::Id;
use engine::story::{Blow, Clause, Np, Relation, Sentence, Situation, chains};

/// The weight of a broken unit, and of each rout point that it costs.
const BROKEN: u32 = 50;
const POINT: u32 = 15;
/// The weight of a unit that was caught in flight.
const CAUGHT: u32 = 25;
/// The weight of a leader in danger.
const RISKED: u32 = 40;
/// The weight that an ambush adds.
const AMBUSH: u32 = 40;
/// No chain weighs more, except one that costs a leader.
const MOST: u32 = 140;
pub(super) const LEADER_LOST: u32 = 148;
/// The words for what led up to the attacks of a record.
const BEFORE: &str = "before the attacks";

impl Teller<'_> {
    /// The attacks of the record as chains, with those that follow from one another together.
    pub(super) fn chains(&self) -> Vec<Vec<Act>> {
        let acts: Vec<&Act> = self.facts.attacks().collect();
        let pairs: Vec<([Id; 1], [Id; 1])> =
            acts.iter().filter_map(|act| act.pair().map(|(by, on)| ([by], [on]))).collect();
        let blows: Vec<Blow<'_, Id>> =
            pairs.iter().map(|(by, against)| Blow { by, against, follows: false }).collect();
        let same = |one: Id, other: Id| self.names.side(one) == self.names.side(other);
        let found = chains(&blows, same).into_iter();
        let mut told: Vec<Vec<Act>> = Vec::new();
        for chain in found {
            let chain: Vec<Act> = chain.into_iter().map(|at| acts[at].clone()).collect();
            let (_, target) = chain[0].pair().expect("the attack has a target");
            // A unit that another chain drove to flight, and that was struck as it ran, belongs there.
            let ran = |other: &Vec<Act>| {
                other.iter().any(|act| act.at < chain[0].at && act.panicked(target))
            };
            match told.iter_mut().find(|other| ran(other)) {
                Some(other) => other.extend(chain),
                None => told.push(chain),
            }
        }
        told
    }

    pub(super) fn decided(chain: &[Act]) -> bool {
        chain.iter().any(|act| act.decided() || act.risked.is_some())
    }

    /// The place of the act that decided a chain among the acts of the record.
    pub(super) fn turn(chain: &[Act]) -> usize {
        chain.iter().find(|act| act.decided()).unwrap_or(&chain[0]).at
    }

    pub(super) fn weigh(&self, acts: &[Act]) -> u32 {
        if acts.iter().any(|act| act.leader_lost.is_some()) {
            return LEADER_LOST;
        }
        let broken = acts.iter().flat_map(|act| &act.panics);
        let broken: u32 =
            broken.map(|(unit, _)| BROKEN + POINT * u32::from(self.names.worth(*unit))).sum();
        let caught = acts.iter().flat_map(|act| &act.dead).count();
        let risked = u32::from(acts.iter().any(|act| act.risked.is_some())) * RISKED;
        (broken + CAUGHT * u32::try_from(caught).expect("few") + risked).min(MOST)
    }

    /// A chain in which somebody broke.
    pub(super) fn chain(&mut self, chain: &[Act]) -> Situation {
        let mut told = self.sprung(chain);
        let ambush = !told.is_empty();
        let (_, target) = chain[0].pair().expect("the attack has a target");
        let on: Vec<&Act> =
            chain.iter().filter(|act| act.pair().is_some_and(|(_, on)| on == target)).collect();
        let own = |act: &Act| act.pair().filter(|(by, _)| act.panicked(*by)).map(|(by, _)| by);
        told.extend(self.blows(&on, target));
        for act in chain {
            let both = own(act).is_some() && act.pair().is_some_and(|(_, on)| act.panicked(on));
            let untold = act.pair().is_some_and(|(_, on)| on != target);
            if both || untold && own(act).is_some() {
                told.push(self.own_end(act));
            }
            told.extend(self.cut_down(act));
            told.extend(self.sequel(act));
        }
        told.extend(self.record_of(chain));
        let situation = Situation::new(self.weigh(chain), told);
        let situation = match Self::place_of(chain) {
            Some(place) => situation.at(place),
            None => situation,
        };
        if ambush {
            let who = self.told_returns.iter().next().map(|unit| self.names.unit(*unit));
            let who = who.expect("the ambush has just been told");
            let headline = Clause::new(who, "come").with("out of ambush").now();
            let weight = situation.weight + AMBUSH;
            return Situation { weight, ..situation }.run_in("Out of ambush").headline(headline);
        }
        match self.chain_headline(chain) {
            Some(headline) => situation.headline(headline),
            None => situation,
        }
    }

    pub(super) fn place_of(chain: &[Act]) -> Option<&'static str> {
        chain.iter().find_map(Act::hex).map(names::wing)
    }

    /// Tells which units came out of ambush to strike.
    fn sprung(&mut self, chain: &[Act]) -> Vec<Sentence> {
        let strikes =
            |unit: Id| chain.iter().any(|act| act.pair().is_some_and(|(by, _)| by == unit));
        let found =
            self.facts.returns.iter().find(|back| back.ambush && strikes(back.unit)).copied();
        let Some(back) = found else { return Vec::new() };
        self.told_returns.insert(back.unit);
        vec![self.sprang(back)]
    }

    /// Tells how many units somebody has broken by now, once per report.
    fn record_of(&mut self, chain: &[Act]) -> Option<Sentence> {
        let act = chain
            .iter()
            .rev()
            .find(|act| act.pair().is_some_and(|(_, on)| act.panicked(on) && act.fought()))?;
        let (by, _) = act.pair()?;
        let before = self.ledger.times(by, "broke");
        let now = self.facts.attacks().filter(|other| {
            let foe = other
                .pair()
                .and_then(|(one, on)| if one == by { Some(on) } else { (on == by).then_some(one) });
            other.at <= act.at && other.fought() && foe.is_some_and(|foe| other.beaten(foe))
        });
        let count = before + now.count();
        if before == 0 || self.form("record", 9) > 0 {
            return None;
        }
        let units = names::count(count, "unit");
        let clause =
            Clause::new(self.names.unit(by), "break").adverb("now").object(units).perfect();
        Some(Sentence::told(clause, &[act.n()]))
    }

    /// The headline of a chain: the last unit that broke, and who broke it.
    pub(super) fn chain_headline(&self, chain: &[Act]) -> Option<Clause> {
        if let Some((_, leader, ..)) = chain.iter().find_map(|act| act.leader_lost) {
            return Some(Clause::new(names::leader(leader), "fall").now());
        }
        for act in chain.iter().rev() {
            let (by, on) = act.pair()?;
            if act.panicked(on) {
                let (verb, how) = self.ruin(on);
                let clause = Clause::new(self.names.unit(by), verb).object(self.names.unit(on));
                return Some(clause.maybe(how).now());
            }
            if act.panicked(by) {
                let (verb, how) = self.ruin(by);
                let clause = Clause::new(self.names.unit(by), verb).passive().maybe(how);
                return Some(clause.prep("in an attack on", self.names.unit(on)).now());
            }
        }
        let cut =
            chain.iter().find(|act| act.dead.iter().any(|(.., doom)| *doom == Doom::Attacked));
        if let Some((by, on)) = cut.and_then(Act::pair) {
            let clause = Clause::new(self.names.unit(by), "cut down").object(self.names.unit(on));
            return Some(clause.with("in flight").now());
        }
        let fought: Vec<&Act> = chain.iter().filter(|act| act.fought()).collect();
        self.light_headline(&fought, &[])
    }

    /// Panics outside attacks: of volleys, of fugitives and of those who march through each other, and leaders caught alone.
    pub(super) fn other_ends(&mut self) -> Vec<Situation> {
        let acts: Vec<Act> = self
            .facts
            .acts
            .iter()
            .filter(|act| act.pair().is_none() && act.decided())
            .cloned()
            .collect();
        let mut situations = Vec::new();
        for act in acts {
            let (mut told, headline) = match act.deed {
                Deed::Volley { unit, target, .. } if act.panicked(target) => {
                    let (verb, how) = self.ruin(target);
                    let clause = Clause::new(self.names.unit(unit), verb)
                        .object(self.names.unit(target))
                        .maybe(how)
                        .with("with a volley");
                    let told = Sentence::told(clause.clone(), &act.events);
                    let told = if self.earlier(&act) { told.front(BEFORE) } else { told };
                    (vec![told], Some(clause.now()))
                }
                Deed::March => self.crossed(&act),
                Deed::Attack { attacker, .. } => {
                    let foe = self.names.side(attacker).other();
                    let leader = names::leader(act.before.camps[foe].leader.id);
                    let by = self.names.unit(attacker);
                    let clause = Clause::new(by, "attack").object(leader);
                    (vec![Sentence::told(clause.clone(), &act.events)], Some(clause.now()))
                }
                // Elephants have their own place.
                Deed::Rage { .. } | Deed::Wild { .. } | Deed::Furious { .. } => continue,
                Deed::Volley { .. } | Deed::Flight => (Vec::new(), None),
            };
            told.extend(self.sequel(&act));
            if told.is_empty() {
                told.extend(self.gone(&act));
            }
            let headline = headline.or_else(|| {
                let (unit, _) = act.panics.first()?;
                Some(Clause::new(self.names.unit(*unit), "break").now())
            });
            let acts = [act];
            let situation = Situation::new(self.weigh(&acts), told);
            let situation = match Self::place_of(&acts) {
                Some(place) => situation.at(place),
                None => situation,
            };
            situations.push(match headline {
                Some(headline) => situation.headline(headline),
                None => situation,
            });
        }
        situations
    }

    /// Units that broke because friends went through them.
    fn crossed(&self, act: &Act) -> (Vec<Sentence>, Option<Clause>) {
        let broke = self.names.units(act.panics.iter().map(|(unit, _)| *unit));
        let clause = Clause::new(broke.clone(), "break");
        let why = Clause::new(Np::words("friends"), "march").prep("through", broke);
        if act.panics.is_empty() {
            return (Vec::new(), None);
        }
        let told = Sentence::told(clause.clone(), &act.events).then(Relation::Because, why);
        let told = if self.earlier(act) { told.front(BEFORE) } else { told };
        (vec![told], Some(clause.now()))
    }

    /// Units that broke, with no more to be said of it.
    fn gone(&self, act: &Act) -> Option<Sentence> {
        if act.panics.is_empty() {
            return None;
        }
        let broke = self.names.units(act.panics.iter().map(|(unit, _)| *unit));
        Some(Sentence::told(Clause::new(broke, "break"), &act.events))
    }
}
