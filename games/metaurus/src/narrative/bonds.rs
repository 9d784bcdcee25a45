//! The pairs that came apart, and how many are locked now.

use super::lesser::HELD;
use super::{Teller, names};
use crate::names::{Id, Side};
use crate::state::Link;
use engine::story::{Clause, Sentence, Situation};
use std::collections::{BTreeMap, BTreeSet};

/// Up to this many groups of units that came apart are named; more pairs are counted.
const NAMED: usize = 2;

impl Teller<'_> {
    /// What the record changed in who is locked with whom, as far as no other situation tells it.
    pub(super) fn bonds(&self, situations: &[Situation]) -> Option<Situation> {
        let told: BTreeSet<u32> = situations
            .iter()
            .flat_map(|one| &one.sentences)
            .flat_map(|one| one.events.clone())
            .collect();
        let free: Vec<(u32, Link)> =
            self.facts.parted.iter().filter(|(_, link)| self.free(link)).copied().collect();
        let untold: Vec<(u32, Link)> =
            free.iter().filter(|(n, _)| !told.contains(n)).copied().collect();
        let mut sentences = self.apart_now(&untold);
        let clashes = self.facts.clashes.iter();
        let fresh: BTreeSet<(Id, Id)> = clashes
            .flat_map(|clash| &clash.locked)
            .map(|link| (link.rome, link.carthage))
            .collect();
        let now = self.after.links.len();
        if now > 0 && !free.is_empty() || now > fresh.len() && !fresh.is_empty() {
            let clause = Clause::new(names::count(now, "pair of units"), "lock").passive();
            sentences.push(Sentence::stands(clause.now().adverb("now").with("together")));
        }
        (!sentences.is_empty())
            .then(|| Situation { order: u32::MAX, ..Situation::new(HELD, sentences) })
    }

    /// True if both units of a pair are on the board and not locked.
    fn free(&self, pair: &Link) -> bool {
        let here = |id| self.after.units.contains_key(&id);
        here(pair.rome)
            && here(pair.carthage)
            && !self.after.links.iter().any(|link| link.joins(pair))
    }

    fn apart_now(&self, pairs: &[(u32, Link)]) -> Vec<Sentence> {
        // Those who came apart from one unit are told together.
        let by = |side: Side| {
            let mut groups: BTreeMap<Id, Vec<(u32, Link)>> = BTreeMap::new();
            for (n, link) in pairs {
                let one = match side {
                    Side::Rome => link.rome,
                    Side::Carthage => link.carthage,
                };
                groups.entry(one).or_default().push((*n, *link));
            }
            groups
        };
        let (rome, carthage) = (by(Side::Rome), by(Side::Carthage));
        let groups = if rome.len() < carthage.len() { rome } else { carthage };
        let events = |pairs: &[(u32, Link)]| -> Vec<u32> {
            let events: BTreeSet<u32> = pairs.iter().map(|(n, _)| *n).collect();
            events.into_iter().collect()
        };
        if groups.len() > NAMED {
            let distinct: BTreeSet<(Id, Id)> =
                pairs.iter().map(|(_, link)| (link.rome, link.carthage)).collect();
            let count = names::count(distinct.len(), "pair of units");
            let clause = Clause::new(count, "be").with("no longer locked together").now();
            return vec![Sentence::told(clause, &events(pairs))];
        }
        let named = |pairs: &Vec<(u32, Link)>| {
            let rome = self.names.units(pairs.iter().map(|(_, link)| link.rome));
            let carthage = self.names.units(pairs.iter().map(|(_, link)| link.carthage));
            let clause = Clause::new(rome, "be").with("no longer locked").prep("with", carthage);
            Sentence::told(clause.now(), &events(pairs))
        };
        groups.values().map(named).collect()
    }
}
