//! The checker's knowledge of the whole war: earlier battles, masters, and distances to a capital.

use super::rules::fell;
use super::truth::{Checker, Force};
use engine::story::{Np, Relation, Tense, ordinal};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeSet;

impl Checker<'_> {
    fn past(&self, kind: &str, area: &str) -> Vec<&Value> {
        let there = |event: &&Value| word(event, "kind") == kind && word(event, "area") == area;
        self.record.past.iter().filter(there).collect()
    }

    /// The successive holders of an area, each as an earlier record left it.
    fn masters(&self, area: &str) -> Vec<&str> {
        let mut masters: Vec<&str> = Vec::new();
        let (mut last, mut now) = (0, "");
        let past = self.record.past.iter();
        for (n, event) in past.map(|event| (event["n"].as_u64().unwrap_or_default(), event)) {
            if n <= last {
                masters.push(now);
            }
            last = n;
            if word(event, "kind") == "control" && word(event, "area") == area {
                now = word(event, "seat");
            }
        }
        masters.push(now);
        masters.retain(|side| !side.is_empty());
        masters.dedup();
        masters
    }

    /// Battles that were decided in an area, in the whole war.
    fn fought(&self, area: &str) -> usize {
        let now = self.record.events.iter().filter(|event| word(event, "kind") == "result");
        self.past("result", area).len() + now.filter(|event| word(event, "area") == area).count()
    }

    pub(super) fn history(&self, read: &Read<'_>) -> Option<Verdict> {
        let said = |n: usize| read.says(&ordinal(u32::try_from(n).expect("few")));
        let number = |np: Option<&Np>| counted(np).and_then(|n| usize::try_from(n).ok());
        Some(match (read.verb, read.subject) {
            ("win", Some(who)) if read.clause.tense == Tense::Pluperfect => {
                let areas =
                    self.record.events.iter().filter(|event| word(event, "kind") == "result");
                let won = |area: &str| {
                    let battles = self.past("result", area);
                    battles.len() == 1 && word(battles[0], "winner") == who.key
                };
                hold(areas.map(|event| word(event, "area")).any(won), "somebody else had won")
            }
            ("win", None) if number(Some(&read.clause.subject)).is_some_and(|n| n != 3) => {
                Err("another number wins".to_owned())
            }
            ("change", Some(area)) => hold(said(self.masters(&area.key).len()), "another time"),
            ("fight", _) if read.clause.passive => {
                let area = read.place("for").or(read.place("in"))?;
                hold(
                    number(Some(&read.clause.subject)) == Some(self.fought(area)),
                    "another number of battles",
                )
            }
            ("cost", Some(who)) => {
                let (regions, seas) = (&self.map["regions"], &self.map["seas"]);
                let areas = regions.as_object()?.keys().chain(seas.as_object()?.keys());
                let most =
                    areas.max_by_key(|area| (self.fought(area), Reverse((*area).clone())))?;
                let all = self.record.past.iter().chain(self.record.events);
                let lost = all.filter(fell).filter(|event| word(event, "area") == most);
                let (he, armies): (Vec<_>, Vec<_>) =
                    lost.partition(|event| word(event, "id") == "hannibal");
                let price = read.extent().and_then(Force::of).unwrap_or_default();
                let right = price.others == armies.len() && price.hannibal != he.is_empty();
                hold(who.key == "battles" && right, "another price")
            }
            ("be", _) => self.being(read),
            _ => return None,
        })
    }

    /// Checks what something or somebody is said to be: empty, at some distance, the nth battle.
    fn being(&self, read: &Read<'_>) -> Verdict {
        if let Some(moved) = read.of("move").last()
            && read.relation == Some(Relation::Which)
        {
            let area = read.subject.map_or("", |area| area.key.as_str());
            let free = |side: &str| self.units(self.record.before, side, area).is_empty();
            let own = self.map["regions"][area]["of"] == moved["seat"];
            return hold(
                word(moved, "to") == area
                    && free("rome")
                    && free("carthage")
                    && (read.says("empty") || read.says("undefended") && !own),
                "somebody stood there, or another place",
            );
        }
        if read.says("empty") {
            let capital = read.subject.map_or("", |area| area.key.as_str());
            let free = |side: &str| self.units(self.record.after, side, capital).is_empty();
            // A place that is empty "now" was not empty before; "still" needs a reader who was told of it.
            let held = |side: &str| !self.units(self.record.before, side, capital).is_empty();
            let now = read.clause.adverb == "now";
            let place = self.map["regions"].get(capital).is_some();
            return hold(
                place
                    && free("rome")
                    && free("carthage")
                    && (!now || held("rome") || held("carthage"))
                    && (now || read.clause.adverb.is_empty()),
                "not so",
            );
        }
        if let Np::Headed { noun, of, .. } = &read.clause.subject
            && let (Some(at), Some(n)) = (of.entity(), counted(read.extent()))
        {
            let carthage = noun.starts_with("Hannibal") || noun.contains("Carthaginian");
            let (side, capital) =
                if carthage { ("carthage", "roma") } else { ("rome", "carthago") };
            let stands = !self.units(self.record.after, side, &at.key).is_empty();
            return hold(
                stands && self.steps(side, &at.key, capital) == Some(n),
                "not so far away",
            );
        }
        if let (true, Some(area)) = (read.says("battle"), read.extent().and_then(Np::entity)) {
            let nth = u32::try_from(self.past("result", &area.key).len() + 1).expect("few");
            return hold(read.says(&ordinal(nth)), "not so many before");
        }
        Ok(())
    }

    /// Movements from one region to another, without a fight on the way.
    fn steps(&self, side: &str, from: &str, to: &str) -> Option<i64> {
        let (mut seen, mut edge) = (BTreeSet::from([from.to_owned()]), vec![from.to_owned()]);
        let mut far = 0;
        while !edge.is_empty() {
            if edge.iter().any(|at| at == to) {
                return Some(far);
            }
            let foe = super::truth::other(side);
            let free =
                |at: &&String| *at == from || self.units(self.record.after, foe, at).is_empty();
            let next: BTreeSet<String> =
                edge.iter().filter(free).flat_map(|at| self.reach(side, at)).collect();
            edge = next.into_iter().filter(|at| seen.insert(at.clone())).collect();
            far += 1;
        }
        None
    }

    /// Regions that an army can reach in one movement.
    fn reach(&self, side: &str, at: &str) -> BTreeSet<String> {
        let carrying = self.carrying(self.record.after, side);
        let (regions, waters) = (&self.map["regions"], &self.map["seas"]);
        let has = |area: &Value, field: &str, one: &str| {
            area[field].as_array().into_iter().flatten().any(|other| other == one)
        };
        let joined = |one: &str, two: &str| {
            has(&waters[one], "adjacent", two) || has(&waters[two], "adjacent", one)
        };
        let mut seas: BTreeSet<&String> =
            carrying.iter().filter(|sea| has(&regions[at], "seas", sea)).collect();
        while let Some(next) = carrying
            .iter()
            .find(|sea| !seas.contains(sea) && seas.iter().any(|one| joined(one, sea)))
        {
            seas.insert(next);
        }
        let names = regions.as_object().expect("regions").keys();
        let land = |other: &&String| {
            has(&regions[at], "land", other) || has(&regions[other.as_str()], "land", at)
        };
        let by_sea =
            |other: &&String| seas.iter().any(|sea| has(&regions[other.as_str()], "seas", sea));
        names.filter(|other| land(other) || by_sea(other)).cloned().collect()
    }
}
