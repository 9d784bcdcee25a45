//! The checker: it reads events and positions as the record holds them, and has a rule for each kind of clause.

use engine::story::{Np, Phrase, Report, Sentence};
use mutator::stories::{self, Read, Record, Verdict, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) fn other(side: &str) -> &'static str {
    if side == "rome" { "carthage" } else { "rome" }
}

/// The units that a name in a story means: with Hannibal or not, the number of others, their side and kind; none if
/// nothing says so.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Force {
    pub(super) hannibal: bool,
    pub(super) others: usize,
    pub(super) side: Option<&'static str>,
    pub(super) fleet: Option<bool>,
}

impl Force {
    pub(super) fn of(np: &Np) -> Option<Self> {
        let mut force = Self::default();
        force.add(np).then_some(force)
    }

    fn add(&mut self, np: &Np) -> bool {
        match np {
            Np::Name(who) | Np::Full(who) => {
                self.hannibal |= who.key == "hannibal";
                who.key == "hannibal"
            }
            Np::Count(count) => {
                self.others += usize::try_from(count.n).unwrap_or_default();
                self.fleet = Some(count.noun.contains("fleet"));
                self.side = match &count.noun {
                    noun if noun.starts_with("Roman") => Some("rome"),
                    noun if noun.starts_with("Carthaginian") => Some("carthage"),
                    _ => self.side,
                };
                true
            }
            Np::List(parts) => parts.iter().all(|part| self.add(part)),
            Np::Apposed(np, _) => self.add(np),
            Np::Throw { .. } | Np::Words { .. } | Np::Headed { .. } | Np::Relative(..) => false,
        }
    }

    /// True if these units of a side are what the name says.
    pub(super) fn is(&self, units: &BTreeSet<String>, side: &str) -> bool {
        let fleet = units.iter().any(|id| id.as_bytes().get(1) == Some(&b'f') && id != "hannibal");
        let hannibal = units.contains("hannibal");
        let others = units.len() - usize::from(hannibal);
        self.hannibal == hannibal
            && self.others == others
            && self.side.is_none_or(|said| said == side)
            && self.fleet.is_none_or(|said| said == fleet)
    }
}

/// One record under examination.
pub(super) struct Checker<'a> {
    pub(super) record: &'a Record<'a>,
    pub(super) map: &'a Value,
}

pub(super) fn places(np: Option<&Np>) -> BTreeSet<String> {
    match np {
        Some(Np::List(parts)) => parts.iter().flat_map(|part| places(Some(part))).collect(),
        Some(np) => np.entity().map(|place| place.key.clone()).into_iter().collect(),
        None => BTreeSet::new(),
    }
}

#[expect(clippy::unused_self, reason = "the position is asked of the checker")]
impl Checker<'_> {
    pub(super) fn headline(&self, report: &Report) -> Verdict {
        stories::headline(report, self.record.events, |read| self.news(read))
    }

    pub(super) fn sentence(&self, sentence: &Sentence) -> Verdict {
        let cited = stories::cited(self.record.events, sentence)?;
        for clause in stories::clauses(sentence) {
            self.clause(&Read::new(clause, &cited))
                .map_err(|why| format!("{}: {why}", clause.0))?;
        }
        match &sentence.front {
            Some(Phrase::Prep(word, Np::Count(count))) if word == "with" => {
                self.each(count.n, &count.noun, &cited)
            }
            _ => Ok(()),
        }
    }

    /// Checks the number of units on each side.
    fn each(&self, n: i64, noun: &str, cited: &[&Value]) -> Verdict {
        let result =
            cited.iter().find(|event| word(event, "kind") == "result").ok_or("no result")?;
        let units = |parts: &str| -> i64 {
            let parts = result[parts].as_array().into_iter().flatten();
            let own = parts.filter(|part| !word(part, "what").starts_with("card"));
            own.map(|part| part["points"].as_i64().unwrap_or_default()).sum()
        };
        let same = units("att_parts") == n && units("dfn_parts") == n;
        let sea = self.at_sea(word(result, "area"));
        hold(same && (noun == "point" || sea == (noun == "fleet")), "other strengths")
    }

    pub(super) fn at_sea(&self, area: &str) -> bool {
        self.map["seas"].get(area).is_some()
    }

    pub(super) fn units(&self, state: &Value, side: &str, area: &str) -> BTreeSet<String> {
        let units = state[side]["units"].as_object().into_iter().flatten();
        units.filter(|(_, at)| *at == area).map(|(id, _)| id.clone()).collect()
    }

    pub(super) fn armies(&self, state: &Value, side: &str) -> i64 {
        let units = state[side]["units"].as_object().into_iter().flatten();
        let armies = units
            .filter(|(id, _)| *id == "hannibal" || id.as_bytes().get(1) == Some(&b'a'))
            .count();
        i64::try_from(armies).expect("few")
    }

    pub(super) fn holder(&self, state: &Value, area: &str) -> Option<&'static str> {
        let there = |side: &str| !self.units(state, side, area).is_empty();
        match (there("rome"), there("carthage")) {
            (true, false) => Some("rome"),
            (false, true) => Some("carthage"),
            _ => None,
        }
    }

    /// Enemy areas of influence that a side holds.
    pub(super) fn gains(&self, state: &Value, side: &str) -> BTreeSet<String> {
        let regions = self.map["regions"].as_object().into_iter().flatten();
        let counts = |region: &Value| {
            word(region, "kind") == "influence"
                && (word(region, "of") == other(side) || word(region, "of") == "both")
        };
        let held = regions
            .filter(|(area, region)| counts(region) && self.holder(state, area) == Some(side));
        held.map(|(area, _)| area.clone()).collect()
    }

    /// Seas that carry a side's armies.
    pub(super) fn carrying(&self, state: &Value, side: &str) -> BTreeSet<String> {
        let seas = self.map["seas"].as_object().into_iter().flatten();
        let carries = |(area, sea): &(&String, &Value)| {
            let free = self.units(state, other(side), area).is_empty();
            free && (!self.units(state, side, area).is_empty() || word(sea, "symbol") == side)
        };
        seas.filter(carries).map(|(area, _)| area.clone()).collect()
    }
}
