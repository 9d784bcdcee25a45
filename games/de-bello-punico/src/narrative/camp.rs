//! Volleys, recoveries, units that come back or go, fugitives that run on, friends that march through each other.

use super::acts::{Act, Deed, Return, disorder};
use super::{Teller, lesser, names};
use crate::events::Cause;
use crate::names::{Id, Side};
use engine::story::{Clause, Lead, Np, Relation, Sentence, Situation, Tense};

const VOLLEY: u32 = 9;
const MISSED: u32 = 3;
const RECOVERED: u32 = 5;
const AMBUSH: u32 = 64;
const BACK: u32 = 12;
const EXIT: u32 = 62;
const RAN: u32 = 5;
const CROSSED: u32 = 4;

impl Teller<'_> {
    pub(super) fn camp(&mut self) -> Vec<Situation> {
        let mut situations: Vec<Situation> = Vec::new();
        situations.extend(self.volleys());
        situations.extend(self.recoveries());
        situations.extend(self.returns());
        situations.extend(self.exits());
        situations.extend(self.ran_on());
        situations.extend(self.marched_through());
        situations
    }

    /// The tense for something that led up to a fight, which is told before it.
    pub(super) fn tense(&self, act: &Act) -> Tense {
        if self.earlier(act) { Tense::Pluperfect } else { Tense::Past }
    }

    pub(super) fn earlier(&self, act: &Act) -> bool {
        self.facts.attacks().any(|attack| attack.at > act.at)
    }

    fn volleys(&self) -> Option<Situation> {
        let shots: Vec<(&Act, Id, Id, bool)> = self
            .facts
            .acts
            .iter()
            .filter_map(|act| match act.deed {
                Deed::Volley { unit, target, hit } => Some((act, unit, target, hit)),
                _ => None,
            })
            .collect();
        let side = self.names.side(shots.first()?.1);
        let noun = match side {
            Side::Rome => "Roman volley",
            Side::Carthage => "Carthaginian volley",
        };
        let events = |keep: bool| -> Vec<u32> {
            let own = shots.iter().filter(|(.., hit)| !keep || *hit);
            own.flat_map(|(act, ..)| act.events.clone()).collect()
        };
        let hits: Vec<Id> =
            shots.iter().filter(|(.., hit)| *hit).map(|(_, _, on, _)| *on).collect();
        if hits.is_empty() {
            let what = names::count(shots.len(), noun);
            let what = if shots.len() == 1 { what.lead(Lead::A) } else { what.lead(Lead::All) };
            let what = if shots.len() == 2 { names::count(2, noun) } else { what };
            let clause = Clause::new(what, "miss");
            let headline = Clause::new(names::count(shots.len(), noun).lead(Lead::A), "miss").now();
            let told = Sentence::told(clause.tense(self.tense(shots[0].0)), &events(false));
            return Some(Situation::new(MISSED, vec![told]).headline(headline));
        }
        let hurt = self.names.sorted(hits.iter().copied());
        let broke: Vec<Id> =
            shots.iter().flat_map(|(act, ..)| act.panics.iter().map(|(unit, _)| *unit)).collect();
        let shaken: Vec<Id> = hurt.iter().filter(|unit| !broke.contains(unit)).copied().collect();
        if shaken.is_empty() {
            return None;
        }
        let what = lesser::share(hits.len(), shots.len(), noun);
        let clause = if broke.is_empty() {
            let worn = |unit: &Id| {
                let first = shots.iter().find(|(.., on, hit)| *hit && on == unit);
                first.is_some_and(|(act, ..)| act.worn(*unit))
            };
            let (verb, how) = disorder(shaken.iter().map(worn));
            Clause::new(what, verb).object(self.names.some(shaken, 3)).maybe(how)
        } else {
            Clause::new(what, "find").object("their mark")
        };
        let hit = self.names.some(hurt, 1);
        let headline = if hits.len() == 1 {
            Clause::new(names::count(1, noun).lead(Lead::A), "hit").object(hit)
        } else {
            Clause::new(names::side(side), "hit").object(hit).with("with volleys")
        };
        let headline = headline.now();
        let told = Sentence::told(clause.tense(self.tense(shots[0].0)), &events(false));
        Some(Situation::new(VOLLEY, vec![told]).headline(headline))
    }

    fn recoveries(&self) -> Option<Situation> {
        let &(_, unit, _) = self.facts.recovered.first()?;
        let noun = match self.names.side(unit) {
            Side::Rome => "Roman command point",
            Side::Carthage => "Carthaginian command point",
        };
        let those = |whole: bool| {
            let own = self.facts.recovered.iter().filter(move |(.., left)| (*left == 0) == whole);
            own.map(|(n, unit, _)| (*n, *unit)).collect::<Vec<_>>()
        };
        let mut sentence: Option<Sentence> = None;
        for (those, verb, how) in
            [(those(true), "put", Some("back in order")), (those(false), "steady", None)]
        {
            if those.is_empty() {
                continue;
            }
            let units = self.names.some(those.iter().map(|(_, unit)| *unit), 3);
            let events: Vec<u32> = those.iter().map(|(n, _)| *n).collect();
            let points = names::count(those.len(), noun).lead(Lead::A);
            sentence = Some(match sentence {
                None => Sentence::told(Clause::new(points, verb).object(units).maybe(how), &events),
                Some(before) => {
                    let more: Np = if those.len() == 1 {
                        "another".into()
                    } else {
                        names::count(those.len(), "command point").lead(Lead::More)
                    };
                    let more = Clause::new(more, verb).object(units).maybe(how);
                    before.then(Relation::And, more).telling(&events)
                }
            });
        }
        let told = sentence.into_iter().collect();
        let few = self.names.some(self.facts.recovered.iter().map(|(_, unit, _)| *unit), 1);
        let order = if those(true).is_empty() { "some of their order" } else { "their order" };
        let headline = Clause::new(few, "recover").object(order).now();
        Some(Situation::new(RECOVERED, told).headline(headline))
    }

    /// Tells which unit came out of ambush.
    pub(super) fn sprang(&self, back: Return) -> Sentence {
        let who = self.names.unit(back.unit);
        let place = match names::wing(back.hex) {
            "on the Roman left" => "behind the Roman left",
            "on the Roman right" => "behind the Roman right",
            _ => "behind the Roman centre",
        };
        let clause = Clause::new(Np::from(who).apposed("held back until now"), "come onto");
        Sentence::told(clause.object("the field").with(place), &[back.n])
    }

    fn returns(&self) -> Vec<Situation> {
        let told = |back: &&Return| !self.told_returns.contains(&back.unit);
        let mut situations = Vec::new();
        for back in self.facts.returns.iter().filter(told) {
            let who = self.names.unit(back.unit);
            situations.push(if back.ambush {
                let headline = Clause::new(who, "come").with("out of ambush").now();
                Situation::new(AMBUSH, vec![self.sprang(*back)])
                    .run_in("Out of ambush")
                    .headline(headline)
            } else {
                let clause = Clause::new(who, "come back").with("from the pursuit");
                let headline = clause.clone().now();
                Situation::new(BACK, vec![Sentence::told(clause, &[back.n])]).headline(headline)
            });
        }
        situations
    }

    /// Units that left by the enemy's edge and gave their side rout points back.
    fn exits(&self) -> Option<Situation> {
        let &(_, first) = self.facts.exits.first()?;
        let side = self.names.side(first);
        let who = self.names.some(self.facts.exits.iter().map(|(_, unit)| *unit), 3);
        let mut events: Vec<u32> = self.facts.exits.iter().map(|(n, _)| *n).collect();
        let back: Vec<&(u32, Side, i8, u8)> = self
            .facts
            .rout
            .iter()
            .filter(|(_, of, points, _)| *of == side && *points < 0)
            .collect();
        events.extend(back.iter().map(|(n, ..)| *n));
        let clause =
            Clause::new(who.clone(), "leave").object("the field").with("by the enemy's edge");
        let sentence = Sentence::told(clause.clone(), &events);
        let gained: i64 = back.iter().map(|(_, _, points, _)| -i64::from(*points)).sum();
        let sentence = if gained > 0 {
            let points = Np::count(gained, "rout point").tail("less");
            sentence.then(Relation::SoThat, Clause::new(names::side(side), "count").object(points))
        } else {
            sentence
        };
        Some(Situation::new(EXIT, vec![sentence]).headline(clause.now()))
    }

    /// Fugitives that left the field before the march.
    fn ran_on(&self) -> Option<Situation> {
        let off: Vec<(u32, Id)> = self
            .facts
            .acts
            .iter()
            .filter(|act| matches!(act.deed, Deed::Flight) && act.panics.is_empty())
            .flat_map(|act| &act.flights)
            .filter(|run| run.exit)
            .map(|run| (run.n, run.unit))
            .collect();
        if off.is_empty() {
            return None;
        }
        let who = self.names.some(off.iter().map(|(_, unit)| *unit), 3);
        let events: Vec<u32> = off.iter().map(|(n, _)| *n).collect();
        let clause = Clause::new(Np::from(who.clone()).apposed("already in flight"), "run off");
        let headline = Clause::new(who, "run off").object("the field").now();
        let told = Sentence::told(clause.object("the field"), &events);
        Some(Situation::new(RAN, vec![told]).headline(headline))
    }

    /// Friends that marched through each other.
    fn marched_through(&self) -> Option<Situation> {
        let hurt: Vec<_> = self
            .facts
            .acts
            .iter()
            .filter(|act| matches!(act.deed, Deed::March))
            .flat_map(|act| &act.hurt)
            .filter(|hurt| hurt.cause == Cause::Crossing)
            .collect();
        let units = self.names.sorted(hurt.iter().map(|hurt| hurt.unit));
        if units.is_empty() {
            return None;
        }
        let events: Vec<u32> = hurt.iter().map(|hurt| hurt.n).collect();
        let first = |unit: &Id| hurt.iter().find(|hurt| hurt.unit == *unit);
        let worn = units.iter().map(|unit| first(unit).is_some_and(|hurt| hurt.worn));
        let (verb, how) = disorder(worn);
        let who = self.names.some(units, 3);
        let clause = Clause::new("marching through friends", verb).object(who);
        let told = Sentence::told(clause.maybe(how), &events);
        Some(Situation::new(CROSSED, vec![told]))
    }
}
