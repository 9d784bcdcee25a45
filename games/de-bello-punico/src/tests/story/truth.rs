//! The checker: it replays the events for itself. A clause without a rule fails.

use super::Record;
use super::strikes::{Strike, strikes};
use super::table::{Table, named, wing};
use engine::story::{Np, Phrase, Report, Sentence, Tense};
use mutator::stories::{self, Read, Verdict, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Checker<'a> {
    pub(super) record: &'a Record<'a>,
    /// The table before each event.
    pub(super) before: BTreeMap<u64, Table>,
    pub(super) after: Table,
    pub(super) strikes: Vec<Strike>,
}

pub(super) fn n(event: &Value) -> u64 {
    event["n"].as_u64().expect("a number")
}

/// The side that a count's noun names.
pub(super) fn sided(np: &Np) -> &'static str {
    match np {
        Np::Count(count) if count.noun.contains("Roman") => "rome",
        _ => "carthage",
    }
}

impl<'a> Checker<'a> {
    pub(super) fn new(record: &'a Record<'a>) -> Self {
        let (mut before, mut after) = (BTreeMap::new(), record.table.clone());
        for event in record.told.events {
            before.insert(n(event), after.clone());
            after.one(event);
        }
        let strikes = strikes(record.told.events, &before, &record.told.before["asked"]);
        Self { record, before, after, strikes }
    }

    pub(super) fn sentence(&self, sentence: &Sentence) -> Verdict {
        let cited = stories::cited(self.record.told.events, sentence)?;
        self.front(sentence, &cited)?;
        for hung in stories::clauses(sentence) {
            self.clause(&Read::new(hung, &cited)).map_err(|why| format!("{}: {why}", hung.0))?;
        }
        self.in_time(sentence, &cited)?;
        let kinds = || cited.iter().map(|event| (word(event, "kind"), event["exit"] == true));
        let led_up = kinds().any(|kind| matches!(kind, ("volley", _) | ("move", false)))
            && !kinds().any(|(kind, _)| matches!(kind, "attack" | "combat" | "withdrawal"));
        let told_so = sentence.main.tense == Tense::Pluperfect || sentence.front.is_some();
        let told_so = told_so || !led_up || cited.is_empty() || !self.earlier(&cited);
        hold(told_so, "told as if it had followed the attacks")
    }

    /// True if the cited events stand before an attack.
    fn earlier(&self, cited: &[&Value]) -> bool {
        let last = cited.iter().map(|event| n(event)).max();
        self.strikes.iter().any(|one| !one.on.is_empty() && one.events.first() > last.as_ref())
    }

    /// Checks that a sentence tells attacks on one unit in the order in which they were made.
    fn in_time(&self, sentence: &Sentence, cited: &[&Value]) -> Verdict {
        let Some(whom) = sentence.main.subject.entity() else { return Ok(()) };
        let strikes = self.of_cited(cited);
        let mut last = 0;
        for hung in stories::clauses(sentence) {
            let read = Read::new(hung, cited);
            let passive = read.clause.passive;
            let by = if passive { read.prep("by").and_then(Np::entity) } else { read.object };
            let by = by.filter(|_| read.subject == Some(whom)).map(named).unwrap_or_default();
            let first = strikes.iter().position(|one| by.contains(&one.by) && one.on == whom.key);
            let Some(first) = first else { continue };
            hold(first >= last, "told before what came first")?;
            last = first;
        }
        Ok(())
    }

    pub(super) fn headline(&self, report: &Report) -> Verdict {
        stories::headline(report, self.record.told.events, |read| self.clause(read))
    }

    fn clause(&self, read: &Read<'_>) -> Verdict {
        self.blow(read)
            .or_else(|| self.outcome(read))
            .or_else(|| self.rout(read))
            .or_else(|| Self::beasts(read))
            .or_else(|| self.camp(read))
            .or_else(|| self.march(read))
            .or_else(|| self.frame(read))
            .unwrap_or_else(|| Err("no rule".to_owned()))
    }

    fn front(&self, sentence: &Sentence, cited: &[&Value]) -> Verdict {
        match &sentence.front {
            None => Ok(()),
            Some(Phrase::Words(place))
                if place.starts_with("on the Roman") || place == "in the centre" =>
            {
                self.placed(place, cited)
            }
            Some(Phrase::Words(words)) => hold(
                words == "in all,"
                    || words == "before the attacks" && self.earlier(cited)
                    || *words
                        == format!("at the close of turn {}", self.record.told.before["turn"]),
                "words that no rule knows",
            ),
            Some(_) => Err("a front that is no words".to_owned()),
        }
    }

    /// Checks that what is cited happened in this place, which is where the targets stood.
    fn placed(&self, place: &str, cited: &[&Value]) -> Verdict {
        let numbers: BTreeSet<u64> = cited.iter().map(|event| n(event)).collect();
        let at = |table: &Table, unit: &str| table.units.get(unit).and_then(|unit| unit.at.clone());
        let struck = self.of_cited(cited).into_iter().filter_map(|one| at(&one.before, &one.on));
        let others = self.record.told.events.iter().filter(|event| numbers.contains(&n(event)));
        let others = others.filter_map(|event| match word(event, "kind") {
            "volley" => at(&self.before[&n(event)], word(event, "target")),
            "furious" => {
                let target = event["target"].as_str().unwrap_or(word(event, "unit"));
                at(&self.before[&n(event)], target)
            }
            "enraged-run" => Some(word(event, "from").to_owned()),
            _ => None,
        });
        let hexes: Vec<String> = struck.chain(others).collect();
        hold(!hexes.is_empty() && hexes.iter().all(|hex| wing(hex) == place), "elsewhere")
    }

    /// The attacks to which the cited events belong.
    pub(super) fn of_cited(&self, cited: &[&Value]) -> Vec<&Strike> {
        let told = |one: &&Strike| cited.iter().any(|event| one.events.contains(&n(event)));
        self.strikes.iter().filter(told).collect()
    }

    pub(super) fn units(read: &Read<'_>, kind: &str) -> BTreeSet<String> {
        read.of(kind).into_iter().map(|event| word(event, "unit").to_owned()).collect()
    }

    /// Checks that a name names exactly these.
    pub(super) fn exactly(
        read: Option<&engine::story::Entity>,
        those: &BTreeSet<String>,
    ) -> Verdict {
        hold(read.is_some_and(|who| named(who) == *those), "others")
    }
}
