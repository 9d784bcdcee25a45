//! Attacks that destroyed nobody: told by wing, then the pairs that are locked, then how many came to nothing.

use super::facts::{Clash, Manner};
use super::{Teller, ground, names};
use crate::names::{Id, Side};
use crate::state::Link;
use engine::story::{Clause, Np, Phrase, Relation, Sentence, Situation, listed};
use std::collections::BTreeMap;

/// The weight of a unit thrown into disorder.
const SHAKEN: u32 = 8;
/// The weight of attacks that came to nothing.
const HELD: u32 = 7;

/// What is left over when the blows that shook somebody have been told: where, and what.
#[derive(Default)]
struct Left {
    locked: Vec<(&'static str, Clash)>,
    idle: Vec<(&'static str, Clash)>,
}

impl Teller<'_> {
    pub(super) fn lesser(&mut self, chains: Vec<Vec<Clash>>) -> Vec<Situation> {
        let mut wings: Vec<(&'static str, Vec<Vec<Clash>>)> = Vec::new();
        for chain in chains {
            let apart = chain.iter().all(|clash| clash.shaken.is_empty());
            let parts = if apart {
                chain.into_iter().map(|clash| vec![clash]).collect()
            } else {
                vec![chain]
            };
            for part in parts {
                let wing = ground::wing(part[0].hex());
                match wings.iter_mut().find(|(other, _)| *other == wing) {
                    Some((_, there)) => there.push(part),
                    None => wings.push((wing, vec![part])),
                }
            }
        }
        let (mut situations, mut left) = (Vec::new(), Left::default());
        for (wing, parts) in wings {
            situations.extend(self.wing(wing, &parts, &mut left));
        }
        situations.extend(self.left(&left, !situations.is_empty()));
        situations
    }

    /// What was shaken on one wing; what was not goes to `left`.
    fn wing(
        &mut self,
        wing: &'static str,
        parts: &[Vec<Clash>],
        left: &mut Left,
    ) -> Option<Situation> {
        let (mut told, mut alone) = (Vec::new(), Vec::new());
        for part in parts {
            if part.len() > 1 {
                told.extend(self.beats(part));
            } else {
                alone.extend(part.clone());
            }
        }
        let mut shaken: Vec<(String, Vec<Clash>)> = Vec::new();
        for clash in alone.iter().filter(|clash| !clash.broke(&clash.fight.against).is_empty()) {
            let men = self.names.men(clash.fight.by.clone()).key;
            match shaken.iter_mut().find(|(whose, _)| *whose == men) {
                Some((_, group)) => group.push(clash.clone()),
                None => shaken.push((men, vec![clash.clone()])),
            }
        }
        for (_, group) in shaken {
            match group.as_slice() {
                [one] => told.extend(self.strike(one)),
                many => told.push(self.several(many)),
            }
        }
        for clash in &alone {
            let (by, against) = (&clash.fight.by, &clash.fight.against);
            if !clash.broke(by).is_empty() && clash.broke(against).is_empty() {
                told.extend(self.strike(clash));
            }
            if !clash.locked.is_empty() {
                left.locked.push((wing, clash.clone()));
            } else if clash.quiet() && clash.manner != Manner::Counter {
                left.idle.push((wing, clash.clone()));
            }
        }
        let first = told.first_mut()?;
        first.front.get_or_insert_with(|| Phrase::from(wing));
        let all: Vec<Clash> = parts.iter().flatten().cloned().collect();
        let hurt = self.names.sorted(all.iter().flat_map(|clash| clash.shaken.clone()));
        let weight = SHAKEN * u32::try_from(hurt.len()).expect("units are few");
        let situation = Situation::new(weight, told).at(wing);
        Some(match self.chain_headline(&all) {
            Some(headline) => situation.headline(headline),
            None => situation,
        })
    }

    /// Several attacks of one command's men that threw units into disorder.
    fn several(&mut self, group: &[Clash]) -> Sentence {
        let by = self.names.men(group.iter().flat_map(|clash| clash.fight.by.clone()));
        let broken = group.iter().flat_map(|clash| clash.broke(&clash.fight.against));
        let broken = self.names.some(broken, 3);
        let events: Vec<u32> = group.iter().flat_map(|clash| clash.events.clone()).collect();
        let clause = match self.form("shake", 3) {
            1 => Clause::new(broken, "throw").passive().with("into disorder").prep("by", by),
            2 => Clause::new(broken, "fall").with("into disorder").prep("under attacks by", by),
            _ => Clause::new(by, "throw").object(broken).with("into disorder"),
        };
        Sentence::told(clause, &events)
    }

    fn left(&mut self, left: &Left, more: bool) -> Option<Situation> {
        let mut told = Vec::new();
        if !left.locked.is_empty() {
            told.push(self.locks(&left.locked));
        }
        if !left.idle.is_empty() {
            told.extend(self.idle(&left.idle, more || !left.locked.is_empty()));
        }
        let (_, first) = left.locked.first().or(left.idle.first())?;
        let situation = Situation::new(HELD, told);
        if more || !self.facts.fallen.is_empty() {
            return Some(situation);
        }
        let fights = left.locked.len() + left.idle.len();
        let headline = if fights > 1 {
            Clause::new("neither line", "give way")
        } else {
            let by = self.names.units(first.fight.by.clone());
            Clause::new(by, "attack").object(self.names.units(first.fight.against.clone()))
        };
        Some(situation.headline(headline.now()))
    }

    /// The pairs that are locked now.
    fn locks(&self, locked: &[(&'static str, Clash)]) -> Sentence {
        let mut pairs: BTreeMap<(Id, Id), &'static str> = BTreeMap::new();
        for (wing, clash) in locked {
            pairs
                .extend(clash.locked.iter().map(|link: &Link| ((link.rome, link.carthage), *wing)));
        }
        let events: Vec<u32> = locked.iter().flat_map(|(_, clash)| clash.events.clone()).collect();
        let rome = self.names.sorted(pairs.keys().map(|(rome, _)| *rome));
        let carthage = self.names.sorted(pairs.keys().map(|(_, carthage)| *carthage));
        let wings: Vec<&str> = pairs.values().copied().collect();
        let lock = |who: Np, whom: Np| {
            Clause::new(who, "lock").passive().now().adverb("now").prep("with", whom)
        };
        let unit = |id: Id| Np::from(self.names.unit(id));
        if rome.len() == 1 || carthage.len() == 1 {
            let (one, many) = if rome.len() == 1 { (rome, carthage) } else { (carthage, rome) };
            let clause = lock(self.names.units(one).into(), self.names.units(many).into());
            let clause = if pairs.len() == 1 { clause.with(wings[0].to_owned()) } else { clause };
            return Sentence::told(clause, &events);
        }
        if let [(one, two), (three, four)] = pairs.keys().copied().collect::<Vec<_>>()[..] {
            let second = Clause::new(unit(three), "").prep("with", unit(four));
            let sentence =
                Sentence::told(lock(unit(one), unit(two)), &events).then(Relation::And, second);
            return if wings[0] == wings[1] {
                sentence.front(wings[0].to_owned())
            } else {
                sentence
            };
        }
        let clause = Clause::new(names::count(pairs.len(), "pair of units"), "lock")
            .passive()
            .now()
            .adverb("now");
        Sentence::told(clause.with("together").with(spread(&wings)), &events)
    }

    /// Attacks that changed nothing.
    fn idle(&mut self, idle: &[(&'static str, Clash)], more: bool) -> Vec<Sentence> {
        if let [(_, one)] = idle {
            return self.strike(one);
        }
        let events: Vec<u32> = idle.iter().flat_map(|(_, clash)| clash.events.clone()).collect();
        let whose = self.names.men(idle.iter().flat_map(|(_, clash)| clash.fight.by.clone()));
        let side = self.names.side(idle[0].1.fight.by[0]);
        let few = !whose.full.contains(',') && whose.full.matches(" and ").count() <= 1;
        let noun = match (few, more, side) {
            (true, true, _) => "other attack",
            (true, false, _) => "attack",
            (false, true, Side::Rome) => "other Roman attack",
            (false, false, Side::Rome) => "Roman attack",
            (false, true, Side::Carthage) => "other Carthaginian attack",
            (false, false, Side::Carthage) => "Carthaginian attack",
        };
        let mut what = names::count(idle.len(), noun);
        if few {
            what = what.tail(format!("by {}", whose.full));
        }
        let sentence = Sentence::told(Clause::new(what, "change").object("nothing"), &events);
        let wing = idle[0].0;
        vec![if idle.iter().all(|(other, _)| *other == wing) {
            sentence.front(wing)
        } else {
            sentence
        }]
    }
}

/// Where several things are: all in one place, or so many here and so many there.
fn spread(wings: &[&str]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for wing in wings {
        match counts.iter_mut().find(|(other, _)| other == wing) {
            Some((_, count)) => *count += 1,
            None => counts.push((wing, 1)),
        }
    }
    if let [(one, _)] = counts.as_slice() {
        return (*one).to_owned();
    }
    let parts: Vec<String> =
        counts.iter().map(|(wing, count)| format!("{} {wing}", names::few(*count))).collect();
    format!(", {}", listed(&parts))
}
