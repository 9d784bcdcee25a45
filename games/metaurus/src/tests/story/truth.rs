//! The checker: a table that folds events for itself, and a rule for each kind of clause. A clause without a rule fails.

use super::Record;
use super::table::{Table, exactly, hex, means, named, side, wing};
use engine::story::{Clause, Entity, Phrase, Report, Sentence};
use mutator::stories::{self, Read, Verdict, hold, ids, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Checker<'a> {
    pub(super) record: &'a Record<'a>,
    /// The table before each event.
    before: BTreeMap<u64, Table>,
    pub(super) after: Table,
}

impl<'a> Checker<'a> {
    pub(super) fn new(record: &'a Record<'a>) -> Self {
        let (mut before, mut after) = (BTreeMap::new(), record.table.clone());
        for event in record.told.events {
            before.insert(event["n"].as_u64().expect("a number"), after.clone());
            after.one(event);
        }
        Self { record, before, after }
    }

    pub(super) fn sentence(&self, sentence: &Sentence) -> Verdict {
        let cited = stories::cited(self.record.told.events, sentence)?;
        self.front(sentence, &cited)?;
        let mut before: Option<&Clause> = None;
        for hung @ (verb, _, clause) in stories::clauses(sentence) {
            let subject = |clause: &Clause| clause.subject.entity().map(|who| who.key.clone());
            if verb == "destroy"
                && cited.is_empty()
                && before.is_some_and(|before| subject(before) != subject(clause))
            {
                return Err("one side's need beside the other's score".to_owned());
            }
            self.clause(&Read::new(hung, &cited)).map_err(|why| format!("{verb}: {why}"))?;
            if !clause.verb.is_empty() {
                before = Some(clause);
            }
        }
        Ok(())
    }

    pub(super) fn headline(&self, report: &Report) -> Verdict {
        stories::headline(report, self.record.told.events, |read| self.clause(read))
    }

    fn front(&self, sentence: &Sentence, cited: &[&Value]) -> Verdict {
        let Some(Phrase::Words(front)) = &sentence.front else { return Ok(()) };
        if front.starts_with("on the Roman") || front == "in the centre" {
            return self.place(front, cited);
        }
        if front.contains("in disorder") {
            let who = sentence.main.subject.entity().ok_or("nobody is named")?;
            let at = cited[0]["n"].as_u64().expect("a number");
            return hold(named(who).is_subset(&self.before[&at].disordered), "was not in disorder");
        }
        hold(front == "from west to east", "words that no rule knows")
    }

    pub(super) fn place(&self, place: &str, cited: &[&Value]) -> Verdict {
        let mut fights = cited.iter().filter(|event| is_fight(event));
        hold(fights.all(|fight| self.wing(fight) == place), "elsewhere")
    }

    /// The hex of the first unit that was attacked.
    pub(super) fn target(&self, fight: &Value) -> String {
        self.table_before(fight).at[word_of(&fight["against"][0])].clone()
    }

    /// The wing of a fight: that of the first Roman unit in it, whoever attacked.
    pub(super) fn wing(&self, fight: &Value) -> &'static str {
        let first = |list: &str| word_of(&fight[list][0]).to_owned();
        let (by, against) = (first("by"), first("against"));
        let roman = if side(&by) == "rome" { by } else { against };
        wing(&self.table_before(fight).at[&roman])
    }

    /// The table before an event of the record.
    pub(super) fn table_before(&self, event: &Value) -> &Table {
        &self.before[&event["n"].as_u64().expect("a number")]
    }

    fn spot(&self, at: &str) -> &'static str {
        let (row, place) = hex(at);
        let sign = |table: &str| {
            let line =
                self.record.map[table][format!("{row:02}")].as_str().expect("a row").to_owned();
            line.chars().nth(usize::try_from(place - 1).expect("a place")).expect("a sign")
        };
        match (sign("terrain"), sign("level")) {
            ('v', _) => "in the vineyard",
            ('g', _) => "in the ravine",
            ('s', _) => "in the brook",
            ('r', _) => "on broken ground",
            (_, '3') => "on the Gauls' hill",
            (_, '2') if (12..=14).contains(&row) && place <= 13 => "on the long ridge",
            (_, '2') => "on the slope of the Gauls' hill",
            _ => "",
        }
    }

    /// Checks what a clause says of how and where an attack was made.
    pub(super) fn manner(&self, clause: &Clause, fight: &Value) -> Verdict {
        let has = |what: &str| {
            fight["modifiers"]
                .as_array()
                .into_iter()
                .flatten()
                .any(|part| word(part, "what") == what)
        };
        let words: Vec<&str> = clause.rest.iter().filter_map(text).collect();
        for said in words {
            match said {
                "in the flank" => {
                    hold(has("flank") && !has("rear") && !has("mixed-angle"), "not in the flank")?;
                }
                "from behind" => hold(has("rear"), "not from behind")?,
                "from two sides" => hold(has("mixed-angle"), "not from two sides")?,
                "again" | "a second time" | "once more" => {
                    hold(word(fight, "kind") == "continued-attack", "not carried on")?;
                }
                "on the Roman left" | "on the Roman right" | "in the centre" => {
                    hold(self.wing(fight) == said, "elsewhere")?;
                }
                "in the attempt" => {}
                spot if spot.starts_with("in the ") || spot.starts_with("on ") => {
                    hold(self.spot(&self.target(fight)) == spot, "on other ground")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The fight to which an event belongs: the last one before it.
    fn fight_of(&self, event: &Value) -> Option<&'a Value> {
        let n = event["n"].as_u64();
        self.record.told.events.iter().rfind(|fight| is_fight(fight) && fight["n"].as_u64() < n)
    }

    /// Checks that all who are named suffered this, by or in a fight with those others.
    pub(super) fn suffered(
        &self,
        kind: &str,
        who: &Entity,
        other: Option<&Entity>,
        clause: &Clause,
        cited: &[&Value],
    ) -> Verdict {
        for unit in named(who) {
            let event = cited
                .iter()
                .find(|event| word(event, "kind") == kind && word(event, "unit") == unit);
            let event = event.ok_or_else(|| format!("{unit} was not {kind}"))?;
            let Some(fight) = self.fight_of(event) else { continue };
            let (by, against) = (ids(fight, "by"), ids(fight, "against"));
            let theirs = if against.contains(&unit) { by } else { against.clone() };
            if let Some(other) = other {
                hold(theirs.iter().all(|one| means(other, one)), "by others")?;
                hold(other.key.contains(':') || exactly(other, &theirs), "by others too")?;
            }
            self.manner(clause, fight)?;
            let own = clause.rest.iter().filter_map(text).any(|said| {
                said == "in the attempt" || said.ends_with("self") || said.ends_with("selves")
            });
            hold(!own || !against.contains(&unit), "was attacked")?;
        }
        Ok(())
    }
}

pub(super) fn reformed(cited: &[&Value], success: bool) -> BTreeSet<String> {
    let reforms =
        cited.iter().filter(|event| word(event, "kind") == "reform" && event["success"] == success);
    reforms.map(|event| word(event, "unit").to_owned()).collect()
}

pub(super) fn has(fight: &Value, what: &str) -> bool {
    fight["modifiers"].as_array().into_iter().flatten().any(|part| word(part, "what") == what)
}

pub(super) fn is_fight(event: &Value) -> bool {
    matches!(word(event, "kind"), "attack" | "counter-attack" | "continued-attack")
}

pub(super) fn word_of(value: &Value) -> &str {
    value.as_str().expect("an id")
}

pub(super) fn text(phrase: &Phrase) -> Option<&str> {
    match phrase {
        Phrase::Words(text) => Some(text),
        Phrase::Prep(..) | Phrase::Extent(_) => None,
    }
}
