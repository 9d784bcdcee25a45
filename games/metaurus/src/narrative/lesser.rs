//! Attacks that destroyed nobody: told by wing, then those that locked or parted units, then how many came to nothing.

use super::facts::{Clash, Manner};
use super::{Teller, names};
use crate::names::{Id, Side};
use engine::story::{Clause, Np, Sentence, Situation, listed};
use std::collections::BTreeSet;

/// The weight of a disordered unit.
const SHAKEN: u32 = 8;
/// The weight of attacks that came to nothing.
pub(super) const HELD: u32 = 7;
/// Up to this many attacks that locked units are told one by one; more are counted.
const FEW: usize = 3;

/// The attacks that are left when those that shook somebody have been told.
#[derive(Default)]
struct Left {
    locked: Vec<Clash>,
    /// Attacks that ended a lock, or left a pair locked.
    bound: Vec<Clash>,
    /// Each an attack with those that carried it on.
    idle: Vec<Vec<Clash>>,
}

impl Teller<'_> {
    pub(super) fn lesser(&mut self, chains: Vec<Vec<Clash>>) -> Vec<Situation> {
        let mut wings: Vec<(&'static str, Vec<Vec<Clash>>)> = Vec::new();
        for chain in chains {
            let apart = chain.iter().all(|clash| clash.shaken.is_empty());
            let parts = if apart { attacks(chain) } else { vec![chain] };
            for part in parts {
                let wing = self.place_of(&part[0]);
                match wings.iter_mut().find(|(other, _)| *other == wing) {
                    Some((_, there)) => there.push(part),
                    None => wings.push((wing, vec![part])),
                }
            }
        }
        let (mut situations, mut left) = (Vec::new(), Left::default());
        for (wing, parts) in wings {
            situations.extend(self.wing(wing, parts, &mut left));
        }
        situations.extend(self.left(&left, !situations.is_empty()));
        situations
    }

    /// Tells the attacks that shook somebody on one wing; the others go to `left`.
    fn wing(
        &mut self,
        wing: &'static str,
        parts: Vec<Vec<Clash>>,
        left: &mut Left,
    ) -> Option<Situation> {
        let (mut told, mut alone, mut weight) = (Vec::new(), Vec::new(), 0);
        for part in parts {
            let hurt = self.names.sorted(part.iter().flat_map(|clash| clash.shaken.clone()));
            weight += SHAKEN * u32::try_from(hurt.len()).expect("units are few");
            match part.as_slice() {
                [one] if one.manner != Manner::Counter => {
                    if !one.shaken.is_empty() {
                        alone.push(one.clone());
                    } else if one.idle() {
                        left.idle.push(part);
                    } else if one.locked.is_empty() {
                        left.bound.push(one.clone());
                    } else {
                        left.locked.push(one.clone());
                    }
                }
                many if self.idle_only(many) => left.idle.push(part),
                many => told.extend(self.beats(many)),
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
        for clash in alone.iter().filter(|clash| clash.broke(&clash.fight.against).is_empty()) {
            told.extend(self.strike(clash));
        }
        if told.is_empty() {
            return None;
        }
        let situation = Situation::new(weight.max(HELD), told).at(wing);
        // The head of a report counts all the wings.
        Some(match self.chain_headline(&self.facts.clashes) {
            Some(headline) => situation.headline(headline),
            None => situation.headline(Clause::new("neither line", "give way").now()),
        })
    }

    /// True if an attack and those that carried it on came to nothing.
    fn idle_only(&self, part: &[Clash]) -> bool {
        let same = |clash: &Clash| {
            self.names.sorted(clash.fight.against.clone())
                == self.names.sorted(part[0].fight.against.clone())
        };
        part.iter().all(|clash| clash.manner != Manner::Counter && clash.idle() && same(clash))
    }

    /// Several attacks of one command's men that disordered units.
    fn several(&mut self, group: &[Clash]) -> Sentence {
        let by = self.names.men(group.iter().flat_map(|clash| clash.fight.by.clone()));
        let broken = group.iter().flat_map(|clash| clash.broke(&clash.fight.against));
        let broken = self.names.some(broken, 3);
        let events: Vec<u32> = group.iter().flat_map(|clash| clash.events.clone()).collect();
        let clause = match self.form("shake", 3) {
            1 => Clause::new(broken, "disorder").passive().prep("by", by),
            2 => Clause::new(broken, "fall").with("into disorder").prep("under attacks by", by),
            _ => Clause::new(by, "disorder").object(broken),
        };
        Sentence::told(clause, &events)
    }

    fn left(&mut self, left: &Left, more: bool) -> Option<Situation> {
        let mut told = self.locks(&left.locked);
        told.extend(left.bound.iter().flat_map(|clash| self.strike(clash)));
        match left.idle.as_slice() {
            [] => {}
            [one] => told.extend(self.beats(one)),
            many => told.push(self.idle(many)),
        }
        let one_by_one = || left.locked.iter().chain(&left.bound);
        let first = one_by_one().next().or(left.idle.first().map(|part| &part[0]))?;
        let situation = Situation::new(HELD, told);
        if more || !self.facts.fallen.is_empty() {
            return Some(situation);
        }
        let headline = if one_by_one().count() + left.idle.len() > 1 {
            Clause::new("neither line", "give way")
        } else {
            let by = self.names.units(first.fight.by.clone());
            Clause::new(by, "attack").object(self.names.units(first.fight.against.clone()))
        };
        Some(situation.headline(headline.now()))
    }

    /// The attacks that locked units.
    fn locks(&mut self, locked: &[Clash]) -> Vec<Sentence> {
        if locked.is_empty() {
            return Vec::new();
        }
        let links =
            || locked.iter().flat_map(|clash| clash.locked.iter().map(move |link| (clash, link)));
        let pairs: BTreeSet<(Id, Id)> =
            links().map(|(_, link)| (link.rome, link.carthage)).collect();
        if locked.len() <= FEW {
            locked.iter().flat_map(|clash| self.strike(clash)).collect()
        } else {
            let wings: Vec<&str> = links().map(|(clash, _)| self.place_of(clash)).collect();
            let events: Vec<u32> = locked.iter().flat_map(|clash| clash.events.clone()).collect();
            let men = self.names.men(locked.iter().flat_map(|clash| clash.fight.by.clone()));
            let clause = Clause::new(Np::from(men).headed("attacks by", true), "lock")
                .object(names::count(pairs.len(), "pair of units"))
                .with("in combat")
                .with(spread(&wings));
            vec![Sentence::told(clause, &events)]
        }
    }

    fn idle(&self, idle: &[Vec<Clash>]) -> Sentence {
        let all: Vec<&Clash> = idle.iter().flatten().collect();
        let events: Vec<u32> = all.iter().flat_map(|clash| clash.events.clone()).collect();
        let whose = self.names.men(all.iter().flat_map(|clash| clash.fight.by.clone()));
        let side = self.names.side(all[0].fight.by[0]);
        let few = !whose.full.contains(',') && whose.full.matches(" and ").count() <= 1;
        let more = self.facts.clashes.iter().any(|clash| {
            let by = &clash.fight.by;
            let mine = self.names.side(by[0]) == side
                && (!few || whose.full.contains(&self.names.men(by.clone()).full));
            mine && clash.manner != Manner::Counter && all.iter().all(|other| other.at != clash.at)
        });
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
        Sentence::told(Clause::new(what, "change").object("nothing"), &events)
    }
}

/// A chain that shook nobody, cut at each attack.
fn attacks(chain: Vec<Clash>) -> Vec<Vec<Clash>> {
    let mut parts: Vec<Vec<Clash>> = Vec::new();
    for clash in chain {
        match parts.last_mut() {
            Some(part) if clash.manner != Manner::Attack => part.push(clash),
            Some(_) | None => parts.push(vec![clash]),
        }
    }
    parts
}

/// The wings of several things, in words: all in one place, or so many here and so many there.
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
