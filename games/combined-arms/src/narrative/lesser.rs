//! Attacks that destroyed nobody: who was driven back on which wing, and how many attacks came to nothing.

use super::facts::{Assault, Blow, End, Manner};
use super::strike::{act, groups};
use super::{Teller, ground, names};
use crate::names::UnitId;
use engine::story::{Clause, Lead, Np, Relation, Sentence, Situation};

/// The weight of a unit that was driven back, and of attacks that came to nothing.
const BACK: u32 = 8;
const HELD: u32 = 7;
/// The place of a unit that falls back as its owner was asked in an earlier record.
pub(super) const ANSWER: &str = "answer";
/// The weight of a unit that must fall back now.
const ASKED: u32 = 65;

impl Teller<'_> {
    /// The units that were attacked and not destroyed, Generals apart.
    pub(super) fn lesser(&mut self, chains: &[Vec<Assault>]) -> Vec<Situation> {
        let plain = |chain: &&Vec<Assault>| {
            !self.names.general(chain[0].target) && !chain.iter().any(Assault::destroyed)
        };
        let chains: Vec<Vec<Assault>> = chains.iter().filter(plain).cloned().collect();
        let asked = |chain: &&Vec<Assault>| chain.iter().any(|one| one.end == End::Asked);
        let back = |chain: &&Vec<Assault>| chain.iter().any(|one| one.end == End::Back);
        let struck = |chain: &&Vec<Assault>| chain.iter().any(|one| !one.blows.is_empty());
        let mut situations: Vec<Situation> =
            chains.iter().filter(asked).map(|chain| self.asked(chain)).collect();
        let answered: Vec<Vec<Assault>> = chains
            .iter()
            .filter(|chain| back(chain) && !struck(chain) && !asked(chain))
            .cloned()
            .collect();
        situations.extend(
            answered.iter().map(|chain| self.wing_back(ANSWER, std::slice::from_ref(chain))),
        );
        let mut wings: Vec<(&'static str, Vec<Vec<Assault>>)> = Vec::new();
        for chain in chains.iter().filter(|chain| back(chain) && struck(chain) && !asked(chain)) {
            let wing = ground::wing(chain[0].square, self.after.board.size);
            match wings.iter_mut().find(|(other, _)| *other == wing) {
                Some((_, there)) => there.push(chain.clone()),
                None => wings.push((wing, vec![chain.clone()])),
            }
        }
        for (wing, there) in wings {
            situations.push(self.wing_back(wing, &there));
        }
        let held: Vec<&Assault> = chains
            .iter()
            .filter(|chain| !back(chain) && !asked(chain))
            .flatten()
            .filter(|one| !one.blows.is_empty())
            .collect();
        let more = !situations.is_empty() || !self.facts.fallen.is_empty();
        situations.extend(self.held(&held, more));
        situations
    }

    /// A unit that must fall back, and whose owner is asked where to.
    fn asked(&mut self, chain: &[Assault]) -> Situation {
        let target = self.names.unit(chain[0].target);
        let told = self.fall(chain, true);
        let headline = Clause::new(target, "fall back").modal("must").now();
        Situation::new(ASKED, told).headline(headline)
    }

    /// Tells which units were driven back on one wing.
    fn wing_back(&mut self, wing: &'static str, chains: &[Vec<Assault>]) -> Situation {
        let targets: Vec<UnitId> = chains.iter().map(|chain| chain[0].target).collect();
        let weight = BACK * u32::try_from(targets.len()).expect("units are few");
        let struck: Vec<&Blow> = chains.iter().flatten().flat_map(|one| &one.blows).collect();
        let by: Vec<UnitId> = struck.iter().map(|blow| blow.by).collect();
        let mut told: Vec<Sentence> =
            chains.iter().flat_map(|chain| self.fall(chain, true)).collect();
        let first = self.place(&chains[0][0]);
        if !by.is_empty() && chains.iter().all(|chain| self.place(&chain[0]) == first) {
            told[0].front = Some(first.into());
        }
        let situation = Situation::new(weight, told).at(wing);
        let headline = if by.is_empty() {
            Clause::new(self.names.some(targets), "fall back")
        } else if targets.len() == 1 {
            let side = names::side(self.names.side(targets[0]).other());
            Clause::new(side, "drive back").object(self.names.units(targets))
        } else {
            let side = self.names.side(targets[0]);
            let whom = names::count(targets.len(), names::unit_of(side));
            Clause::new(names::side(side.other()), "drive back").object(whom)
        };
        situation.headline(headline.now())
    }

    /// Attacks that moved nobody: while the turn lasts, what they have done so far.
    fn held(&mut self, held: &[&Assault], more: bool) -> Option<Situation> {
        let first = held.first()?;
        let side = self.names.side(first.target).other();
        let told = match held {
            [_, _, ..] if !self.facts.closed => vec![self.all_marked(held)],
            _ if !self.facts.closed => held.iter().map(|one| self.marked(one)).collect(),
            [one] if groups(one).len() == 1 => {
                let (manner, by) = groups(one).remove(0);
                let target = self.names.unit(one.target);
                let attack = act(self.names.some(by), manner, self.target(one));
                let held = Clause::new(target, "hold");
                vec![Sentence::told(attack, &one.events).then(Relation::But, held)]
            }
            many => {
                let blows: usize = many.iter().map(|one| one.blows.len()).sum();
                let events: Vec<u32> = many.iter().flat_map(|one| one.events.clone()).collect();
                let noun = match (more, side) {
                    (true, crate::names::Side::Rome) => "other Roman attack",
                    (false, crate::names::Side::Rome) => "Roman attack",
                    (true, crate::names::Side::Carthage) => "other Carthaginian attack",
                    (false, crate::names::Side::Carthage) => "Carthaginian attack",
                };
                let clause = Clause::new(names::count(blows, noun), "drive").object("nobody");
                vec![Sentence::told(clause.with("back"), &events)]
            }
        };
        let situation = Situation::new(HELD, told);
        if more {
            return Some(situation);
        }
        let headline = if let [one] = held {
            let by = one.blows.iter().map(|blow| blow.by);
            Clause::new(self.names.some(by), "attack").object(self.names.unit(one.target))
        } else {
            let whom = names::count(held.len(), names::unit_of(side.other()));
            Clause::new(names::side(side), "attack").object(whom)
        };
        Some(situation.headline(headline.now()))
    }

    /// Several units with points on them that still count.
    fn all_marked(&self, held: &[&Assault]) -> Sentence {
        let blows = || held.iter().flat_map(|one| &one.blows);
        let events: Vec<u32> = held.iter().flat_map(|one| one.events.clone()).collect();
        let alike = blows().next().map(|first| first.manner);
        let manner = alike.filter(|manner| blows().all(|blow| blow.manner == *manner));
        let by = self.names.some(blows().map(|blow| blow.by));
        let whom = Np::Full(self.names.some(held.iter().map(|one| one.target)));
        let attack = act(by.clone(), manner.unwrap_or(Manner::Front), whom);
        let sentence = Sentence::told(attack, &events);
        let points = held[0].points;
        if held.iter().any(|one| one.points != points) {
            return sentence;
        }
        let put = Clause::new(by, "put").object(names::count(usize::from(points), "point"));
        sentence.then(Relation::And, put.with("on each"))
    }

    /// A unit with points on it that still count.
    fn marked(&self, one: &Assault) -> Sentence {
        let more = names::count(usize::from(one.needed.saturating_sub(one.points)), "point");
        let target = self.names.unit(one.target);
        let back = Clause::new(more.lead(Lead::More), "force").modal("would").object(target);
        let back = back.with("back");
        let clauses = match groups(one).as_slice() {
            [(manner, by)] => vec![act(self.names.some(by.clone()), *manner, self.target(one))],
            _ => self.suffered(one, &self.target(one)),
        };
        let (first, rest) = clauses.split_first().expect("there were blows");
        let mut sentence = Sentence::told(first.clone(), &one.events);
        for clause in rest {
            sentence = sentence.then(Relation::Comma, clause.clone());
        }
        sentence.then(Relation::And, back)
    }
}
