//! The values of a clause and of the events that its sentence cites, as rules of a checker need them.

use engine::story::{Clause, Entity, Np, Phrase, Relation, Report, Sentence};
use serde_json::Value;
use std::collections::BTreeSet;

/// Whether a clause agrees with the events; the error is the reason why not.
pub type Verdict = Result<(), String>;

/// # Errors
///
/// `why`, unless it holds.
pub fn hold(holds: bool, why: &str) -> Verdict {
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

/// A word in an event; empty if it has none.
pub fn word<'a>(event: &'a Value, field: &str) -> &'a str {
    event[field].as_str().unwrap_or_default()
}

pub fn ids(event: &Value, field: &str) -> BTreeSet<String> {
    let all = event[field].as_array().into_iter().flatten();
    all.map(|id| id.as_str().expect("an id").to_owned()).collect()
}

/// The events that a sentence cites.
///
/// # Errors
///
/// If the viewer did not see one of them.
pub fn cited<'a>(events: &'a [Value], sentence: &Sentence) -> Result<Vec<&'a Value>, String> {
    let find = |n: &u32| {
        let event = events.iter().find(|event| event["n"] == *n);
        event.ok_or_else(|| format!("event {n} was not seen"))
    };
    sentence.events.iter().map(find).collect()
}

/// A clause with its verb and its relation to the clause before it.
pub type Hung<'s> = (&'s str, Option<Relation>, &'s Clause);

/// The clauses of a sentence. A clause without a verb has that of the one before it.
pub fn clauses(sentence: &Sentence) -> Vec<Hung<'_>> {
    let more = sentence.more.iter().map(|(relation, clause)| (Some(*relation), clause));
    with_verbs(std::iter::once((None, &sentence.main)).chain(more))
}

/// Checks each clause of a headline against the whole record, by `checked`.
///
/// # Errors
/// The verb of the first clause that does not agree, and the reason.
pub fn headline(
    report: &Report,
    events: &[Value],
    checked: impl Fn(&Read<'_>) -> Verdict,
) -> Verdict {
    let all: Vec<&Value> = events.iter().collect();
    with_verbs(report.headline.iter().map(|clause| (None, clause))).into_iter().try_for_each(
        |hung| {
            let why = |why| format!("headline, {}: {why}", hung.0);
            checked(&Read::new(hung, &all)).map_err(why)
        },
    )
}

fn with_verbs<'s>(all: impl Iterator<Item = (Option<Relation>, &'s Clause)>) -> Vec<Hung<'s>> {
    let mut verb = "";
    let carried = |(relation, clause): (_, &'s Clause)| {
        verb = if clause.verb.is_empty() { verb } else { &clause.verb };
        (verb, relation, clause)
    };
    all.map(carried).collect()
}

/// The number in a noun phrase, if it has one.
pub fn counted(np: Option<&Np>) -> Option<i64> {
    match np {
        Some(Np::Count(count)) => Some(count.n),
        Some(
            Np::Name(_)
            | Np::Full(_)
            | Np::List(_)
            | Np::Throw { .. }
            | Np::Words { .. }
            | Np::Apposed(..)
            | Np::Relative(..)
            | Np::Headed { .. },
        )
        | None => None,
    }
}

/// A clause with the events that its sentence cites.
#[derive(Clone, Copy)]
pub struct Read<'c> {
    pub verb: &'c str,
    pub clause: &'c Clause,
    pub relation: Option<Relation>,
    pub cited: &'c [&'c Value],
    pub subject: Option<&'c Entity>,
    pub object: Option<&'c Entity>,
}

impl<'c> Read<'c> {
    pub fn new((verb, relation, clause): Hung<'c>, cited: &'c [&'c Value]) -> Self {
        let object = clause.object.as_ref().and_then(Np::entity);
        Self { verb, clause, relation, cited, subject: clause.subject.entity(), object }
    }

    pub fn of(&self, kind: &str) -> Vec<&'c Value> {
        self.cited.iter().filter(|event| word(event, "kind") == kind).copied().collect()
    }

    pub fn words(&self) -> impl Iterator<Item = &'c str> {
        self.clause.rest.iter().filter_map(|phrase| match phrase {
            Phrase::Words(text) => Some(&**text),
            Phrase::Prep(..) | Phrase::Extent(_) => None,
        })
    }

    pub fn says(&self, words: &str) -> bool {
        self.words().any(|said| said.contains(words))
    }

    /// The prepositions, each with the phrase it governs.
    pub fn preps(&self) -> impl Iterator<Item = (&'c str, &'c Np)> {
        self.clause.rest.iter().filter_map(|phrase| match phrase {
            Phrase::Prep(word, np) => Some((&**word, np)),
            Phrase::Words(_) | Phrase::Extent(_) => None,
        })
    }

    pub fn prep(&self, preposition: &str) -> Option<&'c Np> {
        self.preps().find(|(word, _)| *word == preposition).map(|(_, np)| np)
    }

    pub fn place(&self, preposition: &str) -> Option<&'c str> {
        self.prep(preposition).and_then(Np::entity).map(|place| place.key.as_str())
    }

    pub fn extent(&self) -> Option<&'c Np> {
        self.clause.rest.iter().find_map(|phrase| match phrase {
            Phrase::Extent(np) => Some(np),
            Phrase::Words(_) | Phrase::Prep(..) => None,
        })
    }
}
