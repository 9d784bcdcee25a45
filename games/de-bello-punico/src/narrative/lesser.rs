//! Attacks that broke nobody: told by wing, by what they came to.

use super::acts::{Act, disorder};
use super::{Teller, names};
use crate::names::{Id, Side};
use engine::story::{Clause, Lead, Np, Phrase, Sentence, Situation};

/// The weight of a unit that came into disorder.
const SHAKEN: u32 = 8;
/// The weight of an attack that was evaded.
const EVADED: u32 = 4;

/// Up to this many targets are told one by one; the attacks on more are counted.
const FEW: usize = 2;
/// Up to this many units are named in one sentence; more are counted.
const NAMED: usize = 3;

impl Teller<'_> {
    pub(super) fn lesser(&mut self, chains: &[Vec<Act>]) -> Vec<Situation> {
        let mut placed = Vec::new();
        for chain in chains {
            placed.extend(chain[0].hex().map(|hex| (hex, chain.clone())));
        }
        let wings = names::by_wing(placed);
        wings.into_iter().filter_map(|(wing, chains)| self.wing(wing, &chains)).collect()
    }

    fn wing(&mut self, wing: &'static str, chains: &[Vec<Act>]) -> Option<Situation> {
        let struck: Vec<&Vec<Act>> =
            chains.iter().filter(|chain| chain.iter().any(Act::fought)).collect();
        let fought: Vec<&Act> = chains.iter().flatten().filter(|act| act.fought()).collect();
        let mut evaded: Vec<&Act> = chains
            .iter()
            .filter(|chain| !chain.iter().any(Act::fought))
            .flatten()
            .filter(|act| act.withdrew.is_some())
            .collect();
        let mut told = Vec::new();
        if struck.len() <= FEW {
            for chain in struck {
                let (_, target) = chain[0].pair().expect("the attack has a target");
                told.extend(self.blows(&chain.iter().collect::<Vec<_>>(), target));
            }
        } else {
            told.extend(self.many(&fought));
            let also = struck.into_iter().flatten().filter(|act| act.withdrew.is_some());
            evaded.extend(also);
        }
        told.extend(self.evaded(&evaded));
        let first = told.first_mut()?;
        first.front.get_or_insert_with(|| Phrase::from(wing));
        let hurt = self.names.sorted(
            fought.iter().flat_map(|act| act.hurt.iter().map(|hurt| hurt.unit).collect::<Vec<_>>()),
        );
        let hurt = u32::try_from(hurt.len()).expect("units are few");
        let weight = SHAKEN * hurt + EVADED * u32::from(!evaded.is_empty());
        let situation = Situation::new(weight, told).at(wing);
        Some(match self.light_headline(&fought, &evaded) {
            Some(headline) => situation.headline(headline),
            None => situation,
        })
    }

    /// The units that some attacks put in disorder, and the attackers that were beaten off.
    fn parts(&self, fought: &[&Act]) -> (Vec<Id>, Vec<Id>) {
        let pairs = || fought.iter().filter_map(|act| act.pair().map(|pair| (*act, pair)));
        let hit = pairs().filter(|(act, (_, on))| act.points(*on) > 0).map(|(_, (_, on))| on);
        let beaten = pairs()
            .filter(|(act, (by, on))| act.points(*by) > 0 && act.points(*on) == 0)
            .map(|(_, (by, _))| by);
        (self.names.sorted(hit), self.names.sorted(beaten))
    }

    /// Three or more attacks on one wing.
    fn many(&self, fought: &[&Act]) -> Vec<Sentence> {
        let (hit, beaten) = self.parts(fought);
        let (attacker, _) = fought[0].pair().expect("the attack has a target");
        let others = self.facts.attacks().any(Act::decided);
        let noun = attack_of(self.names.side(attacker));
        let events = |keep: &dyn Fn(&Act) -> bool| -> Vec<u32> {
            let own = fought.iter().filter(|act| keep(act));
            own.flat_map(|act| act.events.clone()).collect()
        };
        let told_on = |act: &Act| act.pair().is_some_and(|(_, on)| act.points(on) > 0);
        let mut told = Vec::new();
        let hits = fought.iter().filter(|act| told_on(act)).count();
        if hits > 0 {
            let what = names::count(hits, noun).lead(if others {
                Lead::More
            } else if hits == fought.len() && hits > 2 {
                Lead::All
            } else if hits == fought.len() {
                Lead::Bare
            } else {
                Lead::OfThe(i64::try_from(fought.len()).expect("few"))
            });
            let (verb, how) = disorder(first_worn(fought, &hit));
            let clause = Clause::new(what, verb).object(self.names.some(hit, NAMED));
            told.push(Sentence::told(clause.maybe(how), &events(&|act| told_on(act))));
        }
        if !beaten.is_empty() {
            let pairs = fought.iter().filter_map(|act| act.pair());
            let off = pairs.filter(|(by, _)| beaten.contains(by)).map(|(_, on)| on);
            let off = self.names.some(off, NAMED);
            let who = self.names.some(beaten.iter().copied(), NAMED);
            let clause = Clause::new(who, "beat off").passive().prep("by", off);
            told.push(Sentence::told(clause, &events(&|act| !told_on(act))));
        }
        told.extend(self.own_loss(fought));
        told
    }

    fn evaded(&self, evaded: &[&Act]) -> Option<Sentence> {
        let units = evaded.iter().filter_map(|act| act.withdrew);
        let by = evaded.iter().filter_map(|act| act.pair().map(|(by, _)| by));
        let events: Vec<u32> = evaded.iter().flat_map(|act| act.events.clone()).collect();
        if events.is_empty() {
            return None;
        }
        let who = self.names.some(units, NAMED);
        let clause = Clause::new(who, "fall back");
        let by = self.names.sorted(by);
        Some(Sentence::told(
            if by.len() <= NAMED {
                clause.prep("before", self.names.units(by))
            } else {
                clause.with("before the attack")
            },
            &events,
        ))
    }

    pub(super) fn light_headline(&self, fought: &[&Act], evaded: &[&Act]) -> Option<Clause> {
        let (hit, beaten) = self.parts(fought);
        let first = fought.first().or(evaded.first())?;
        let (by, on) = first.pair()?;
        if let [one] = fought
            && one.points(by) > 0
            && one.points(on) > 0
        {
            let both = self.names.units([by, on]);
            return Some(Clause::new("an even fight", "shake").object(both).now());
        }
        let (mine, theirs) = (self.names.side(by), self.names.side(on));
        Some(if !hit.is_empty() {
            let by =
                if let [one] = fought { self.names.unit(one.pair()?.0) } else { names::side(mine) };
            let (verb, how) = disorder(first_worn(fought, &hit));
            Clause::new(by, verb).object(self.names.some(hit, 1)).maybe(how).now()
        } else if !beaten.is_empty() {
            let by = if let [one] = fought {
                self.names.unit(one.pair()?.1)
            } else {
                names::side(theirs)
            };
            Clause::new(by, "beat off").object(self.names.some(beaten, 1)).now()
        } else {
            let units = evaded.iter().filter_map(|act| act.withdrew);
            let clause = Clause::new(self.names.some(units, 1), "fall back");
            clause.with("before the attack").now()
        })
    }

    /// A sentence that sums up many attacks before they are told; none if there were few.
    pub(super) fn summary(&self) -> Option<Sentence> {
        let attacks: Vec<&Act> = self.facts.attacks().filter(|act| act.fought()).collect();
        let (by, _) = attacks.first()?.pair()?;
        let side = self.names.side(by);
        let broken = |of: Side| {
            let panics = self.facts.attacks().flat_map(|act| &act.panics);
            let own = panics.filter(|(unit, _)| self.names.side(*unit) == of);
            own.map(|(unit, _)| *unit).collect::<Vec<Id>>()
        };
        let (dead, lost) = (broken(side.other()), broken(side));
        let (hit, _) = self.parts(&attacks);
        let shaken: Vec<Id> = hit.into_iter().filter(|unit| !dead.contains(unit)).collect();
        if attacks.len() < MANY || dead.is_empty() || dead.len() + shaken.len() + lost.len() < 3 {
            return None;
        }
        let events: Vec<u32> = attacks.iter().flat_map(|act| act.events.clone()).collect();
        let who = names::count(attacks.len(), attack_of(side));
        let clause = Clause::new(who.clone(), "break");
        let clause = clause.object(names::count(dead.len(), names::unit_of(side.other())));
        let mut sentence = Sentence::told(clause, &events);
        if !shaken.is_empty() {
            let more = names::count(shaken.len(), "other");
            let clause = Clause::new(who.clone(), "shake").object(more);
            sentence = sentence.then(engine::story::Relation::And, clause);
        }
        if !lost.is_empty() {
            let own = names::count(lost.len(), "unit").tail("of its own");
            let clause = Clause::new(who, "cost").object(names::side(side));
            let clause = clause.with(Phrase::Extent(own));
            sentence = sentence.then(engine::story::Relation::But, clause);
        }
        // A figure begins no sentence.
        Some(if attacks.len() > 12 { sentence.front("in all,") } else { sentence })
    }
}

/// A sentence sums up the attacks if there are at least this many.
const MANY: usize = 6;

pub(super) const fn attack_of(side: Side) -> &'static str {
    match side {
        Side::Rome => "Roman attack",
        Side::Carthage => "Carthaginian attack",
    }
}

/// For each unit that some attacks hit, whether it was in disorder before the first of them.
fn first_worn(fought: &[&Act], hit: &[Id]) -> Vec<bool> {
    let first = |unit: &Id| {
        let own =
            |act: &&&Act| act.pair().is_some_and(|(_, on)| on == *unit) && act.points(*unit) > 0;
        fought.iter().find(own).is_some_and(|act| act.worn(*unit))
    };
    hit.iter().map(first).collect()
}

/// A part of a number of things: `two of the seven`, `all seven`.
pub(super) fn share(n: usize, of: usize, noun: &'static str) -> Np {
    let count = names::count(n, noun);
    if n < of {
        count.lead(Lead::OfThe(i64::try_from(of).expect("few")))
    } else if n > 2 {
        count.lead(Lead::All)
    } else {
        count.lead(Lead::A)
    }
}
