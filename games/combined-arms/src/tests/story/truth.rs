//! The checker: one record, with the table before each of its events, and what a sentence says beside its clauses.

use super::table::{Table, named, side, square};
use engine::story::{Clause, Entity, Np, Phrase, Relation, Report, Sentence};
use mutator::stories::{self, Read, Record, Verdict, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Checker<'a> {
    pub(super) record: &'a Record<'a>,
    /// The table before the record, before each event, and after it.
    pub(super) first: Table,
    pub(super) before: BTreeMap<u64, Table>,
    pub(super) after: Table,
}

pub(super) fn n(event: &Value) -> u64 {
    event["n"].as_u64().expect("a number")
}

/// The words for an attack into the flank or the rear; none for any other.
pub(super) fn angle(attack: &Value) -> Option<&'static str> {
    let says = |what: &str| {
        attack["damage"].as_array().into_iter().flatten().any(|part| word(part, "what") == what)
    };
    match (says("rear"), says("side")) {
        (true, _) => Some("in the rear"),
        (false, true) => Some("in the flank"),
        (false, false) => None,
    }
}

impl<'a> Checker<'a> {
    pub(super) fn new(record: &'a Record<'a>) -> Self {
        let first = Table::of(record.before);
        let mut table = Table { plateaus: Table::of(record.after).plateaus, ..first.clone() };
        let mut before = BTreeMap::new();
        for event in record.events {
            before.insert(n(event), table.clone());
            table.one(event);
        }
        let after = Table::of(record.after);
        assert_eq!(table.at, after.at, "the events lead to the position after them");
        Self { record, first, before, after }
    }

    pub(super) fn sentence(&self, sentence: &Sentence) -> Verdict {
        let cited = stories::cited(self.record.events, sentence)?;
        self.front(sentence, &cited)?;
        let mut subject: Option<&Entity> = None;
        for hung in stories::clauses(sentence) {
            let read = Read::new(hung, &cited);
            if read.relation == Some(Relation::If) && read.verb == "fall" {
                let enemy = subject.zip(read.subject).is_some_and(|(wins, falls)| {
                    wins.key != side(&falls.key) && super::table::general(&falls.key)
                });
                hold(enemy, "the wrong General")?;
            }
            self.remarks(read.clause, &cited)?;
            self.clause(&read).map_err(|why| format!("{}: {why}", hung.0))?;
            subject = read.subject;
        }
        Ok(())
    }

    pub(super) fn headline(&self, report: &Report) -> Verdict {
        stories::headline(report, self.record.events, |read| self.clause(read))
    }

    fn front(&self, sentence: &Sentence, cited: &[&Value]) -> Verdict {
        let Some(Phrase::Words(front)) = &sentence.front else { return Ok(()) };
        match &**front {
            "before this," => hold(sentence.events.is_empty(), "told of events"),
            place => self.place(place, cited),
        }
    }

    /// Checks what somebody had done a turn or two earlier.
    fn earlier(&self, who: &Entity, told: &Clause, cited: &[&Value]) -> Verdict {
        let read = Read::new((&told.verb, None, told), cited);
        hold(read.subject.is_some_and(|subject| subject.key == who.key), "of somebody else")?;
        let turns = match read.words().last() {
            Some("a turn earlier") => 1,
            Some("two turns earlier") => 2,
            _ => return Err("no time".to_owned()),
        };
        let turn = self.record.before["turn"].as_u64().unwrap_or_default();
        let past = || self.record.past.iter();
        let done = if read.verb == "ride" {
            past().rfind(|event| event["kind"] == "moved" && event["unit"] == *who.key)
        } else {
            let victim = read.object.ok_or("nobody is named")?;
            past().find(|event| event["kind"] == "destroyed" && event["unit"] == *victim.key)
        };
        let when = done.and_then(|done| self.turn_of(done));
        hold(when.is_some_and(|then| then + turns == turn), "at another time")?;
        self.clause(&read)
    }

    /// The turn in which an earlier event happened.
    fn turn_of(&self, done: &Value) -> Option<u64> {
        let mut turn = 0;
        for event in self.record.past {
            if let Some(begins) = event["turn"].as_u64().filter(|_| event["kind"] == "turn-begins")
            {
                turn = begins;
            }
            if std::ptr::eq(event, done) {
                return Some(turn);
            }
        }
        None
    }

    /// Checks where those stood who were attacked.
    fn place(&self, place: &str, cited: &[&Value]) -> Verdict {
        let attacks = cited.iter().filter(|event| word(event, "kind") == "attack");
        let mut first: BTreeMap<&str, &Value> = BTreeMap::new();
        for attack in attacks {
            first.entry(word(attack, "target")).or_insert(attack);
        }
        hold(!first.is_empty(), "nobody was attacked there")?;
        let there = |attack: &&Value| {
            let at = square(word(attack, "square"));
            let table = &self.before[&n(attack)];
            let deep = table.deep(side(word(attack, "target")), at);
            deep.map_or_else(|| table.wing(at) == place, |deep| deep == place)
        };
        hold(first.values().all(there), "elsewhere")
    }

    /// Checks remarks between commas beside a name, and names that say how many there are.
    fn remarks(&self, clause: &Clause, cited: &[&Value]) -> Verdict {
        for np in std::iter::once(&clause.subject).chain(&clause.object) {
            if let Np::Apposed(np, remark) = np {
                let who = np.entity().ok_or("nobody is named")?;
                self.remark(who, remark, cited)?;
            }
            if let Np::Relative(np, told) = np {
                self.earlier(np.entity().ok_or("nobody is named")?, told, cited)?;
            }
        }
        for who in clause.names() {
            let whole = who.full.starts_with("all ") || who.full.starts_with("both ");
            let kind = |unit: &String| super::table::letters(unit).to_owned();
            let units = named(who);
            let kinds: BTreeSet<String> = units.iter().map(kind).collect();
            let all: BTreeSet<String> =
                self.after.at.keys().filter(|unit| kinds.contains(&kind(unit))).cloned().collect();
            hold(!whole || units == all, "not all of them")?;
        }
        Ok(())
    }

    fn remark(&self, who: &Entity, remark: &str, cited: &[&Value]) -> Verdict {
        let units = self.record.before["units"].as_array().into_iter().flatten();
        let unit = units.into_iter().find(|unit| unit["id"] == *who.key).ok_or("not there")?;
        let attacked = cited.iter().any(|event| event["target"] == *who.key);
        match remark {
            "already hit this turn" => {
                hold(unit["damage"].as_u64() > Some(0) && attacked, "was not hit before")
            }
            "already forced back once in this phase" => {
                hold(unit["routs-phase"].as_u64() > Some(0) && attacked, "was not forced back")
            }
            _ => Err("a remark without a rule".to_owned()),
        }
    }

    pub(super) fn clause(&self, read: &Read<'_>) -> Verdict {
        let verdict = self
            .blow(read)
            .or_else(|| self.harm(read))
            .or_else(|| self.trap(read))
            .or_else(|| self.went(read))
            .or_else(|| self.stands(read))
            .or_else(|| self.counts(read))
            .or_else(|| self.camp(read))
            .or_else(|| self.end(read));
        verdict.unwrap_or_else(|| Err(format!("no rule for {}", read.verb)))
    }
}
