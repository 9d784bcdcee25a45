//! The results of a panic: whom fugitives ran through, who rode after them, how they ended, and what happened to a
//! leader.

use super::acts::{Act, Run, disorder};
use super::{Teller, names};
use crate::events::{Cause, Doom};
use crate::names::Id;
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence};

impl Teller<'_> {
    /// Tells the results of a panic: whom the fugitives ran through, who rode after them, how they ended.
    pub(super) fn sequel(&mut self, act: &Act) -> Vec<Sentence> {
        let mut told = Vec::new();
        let alone = act.flights.iter().filter(|run| !run.crossed.is_empty()).count() == 1;
        for run in &act.flights {
            let (broke, shaken): (Vec<Id>, Vec<Id>) =
                run.crossed.iter().partition(|unit| act.panicked(**unit));
            if broke.is_empty() {
                continue;
            }
            let who = self.names.unit(run.unit);
            let friends = self.names.some(broke, 3);
            let flee = Clause::new(who.clone(), "flee").prep("through", friends.clone());
            let carried = Clause::new(who.clone(), "carry").object(friends).with("away");
            let sentence = Sentence::told(flee, &act.since(run.n));
            told.push(if alone && !shaken.is_empty() {
                let left = self.left(act, who, shaken);
                sentence.then(Relation::Comma, carried).then(Relation::And, left)
            } else {
                sentence.then(Relation::And, carried)
            });
        }
        let told_all = alone && !told.is_empty();
        told.extend(self.through(act).filter(|_| !told_all));
        for (run, fugitive) in &act.pursuits {
            told.extend(self.pursued(act, run, *fugitive));
        }
        for (n, unit, doom) in &act.dead {
            told.extend(self.died(*n, *unit, *doom));
        }
        told.extend(self.leader(act));
        told
    }

    /// The clause on fugitives that left friends who stood.
    fn left(&self, act: &Act, who: Entity, friends: Vec<Id>) -> Clause {
        let (verb, how) = disorder(friends.iter().map(|unit| crossed_worn(act, *unit)));
        let (verb, how) = match how {
            Some("into worse disorder") => ("leave", Some("in worse disorder")),
            Some(how) => ("leave", Some(how)),
            None => (verb, None),
        };
        Clause::new(who, verb).object(self.names.some(friends, 3)).maybe(how)
    }

    /// Fugitives who ran through friends that stood.
    fn through(&mut self, act: &Act) -> Option<Sentence> {
        let shaken = |run: &&Run| run.crossed.iter().any(|unit| !act.panicked(*unit));
        let runs: Vec<&Run> = act.flights.iter().filter(shaken).collect();
        let first = runs.first()?;
        let who = self.names.units(runs.iter().map(|run| run.unit));
        let units = runs.iter().flat_map(|run| &run.crossed).filter(|unit| !act.panicked(**unit));
        let units = self.names.sorted(units.copied());
        let friends = self.names.some(units.iter().copied(), 3);
        let events = act.since(first.n);
        if self.form("through", 2) == 1 {
            let flight = Np::from(who).headed("the flight of", false);
            let (verb, how) = disorder(units.iter().map(|unit| crossed_worn(act, *unit)));
            let put = Clause::new(flight, verb).object(friends).maybe(how);
            return Some(Sentence::told(put, &events));
        }
        let flee = Clause::new(who.clone(), "flee").prep("through", friends);
        let left = self.left(act, who, units);
        Some(Sentence::told(flee, &events).then(Relation::And, left))
    }

    /// Horse that rode after horse, if it left the field or ran through friends.
    fn pursued(&self, act: &Act, run: &Run, fugitive: Id) -> Option<Sentence> {
        let who = self.names.unit(run.unit);
        let events = act.since(run.n);
        let clause = Clause::new(who.clone(), "pursue").object(self.names.unit(fugitive));
        if run.exit {
            return Some(Sentence::told(clause.with("off the field"), &events));
        }
        let hurt: Vec<Id> = run.crossed.clone();
        if hurt.is_empty() {
            return None;
        }
        let friends = self.names.some(hurt, 3);
        let left = Clause::new(who, "ride").prep("through", friends);
        Some(Sentence::told(clause, &events).then(Relation::And, left))
    }

    fn died(&self, n: u32, unit: Id, doom: Doom) -> Option<Sentence> {
        let who = self.names.unit(unit);
        let destroyed = Clause::new(who.clone(), "destroy").passive();
        match doom {
            // Told with the attack.
            Doom::Attacked => None,
            Doom::Veterans => {
                let run = Clause::new(who, "run").with("onto the spears of their own veterans");
                Some(Sentence::told(run, &[n]).then(Relation::And, destroyed))
            }
            Doom::NoWay => {
                let found = Clause::new(who, "find").object("no way out");
                Some(Sentence::told(found, &[n]).then(Relation::And, destroyed))
            }
        }
    }

    pub(super) fn cut_down(&mut self, act: &Act) -> Option<Sentence> {
        let (attacker, target) = act.pair()?;
        act.dead.iter().find(|(_, unit, doom)| *unit == target && *doom == Doom::Attacked)?;
        let (by, whom) = (self.names.unit(attacker), self.names.unit(target));
        let clause = if self.form("cut down", 2) == 1 {
            Clause::new(whom, "cut down").passive().with("in flight").prep("by", by)
        } else {
            Clause::new(by, "cut down").object(whom).with("in flight")
        };
        Some(Sentence::told(clause, &act.events))
    }

    pub(super) fn leader(&mut self, act: &Act) -> Vec<Sentence> {
        let mut told = Vec::new();
        let fresh = act.risked.filter(|(_, leader, unit)| {
            act.leader_lost.is_some() || self.risks.insert((*leader, *unit))
        });
        if let Some((n, leader, unit)) = fresh {
            let who = names::leader(leader);
            let was = Clause::new(who.clone(), "be").prep("with", self.names.unit(unit));
            let sentence = Sentence::told(was, &[n]);
            told.push(if act.leader_lost.is_some() {
                sentence
                    .then(Relation::And, Clause::new(who, "fall"))
                    .telling(&act.leader_lost.map(|(n, ..)| vec![n]).unwrap_or_default())
            } else {
                sentence.then(Relation::And, Clause::new(who, "come").with("to no harm"))
            });
        }
        if let Some((n, leader, of, _)) = act.leader_lost {
            if act.risked.is_none() {
                let who = names::leader(leader);
                let alone = Clause::new(who.clone(), "have").object("nowhere to go");
                let lost = Clause::new(who, "take").passive();
                told.push(Sentence::told(alone, &[n]).then(Relation::And, lost));
            }
            let points = Np::count(self.names.printed.leader(leader).pr, "rout point")
                .tail("and all its command points");
            let cost = Clause::new("his loss", "cost").object(names::side(of)).now();
            let cost = cost.with(Phrase::Extent(points));
            told.push(Sentence::told(cost, &[n]));
        }
        told
    }
}

/// True if a unit was in disorder before a fugitive first ran through it.
fn crossed_worn(act: &Act, unit: Id) -> bool {
    let own = |hurt: &&super::acts::Hurt| hurt.unit == unit && hurt.cause == Cause::Flight;
    act.hurt.iter().find(own).is_some_and(|hurt| hurt.worn)
}
