//! Sentences made of clauses.

use super::clause::{Clause, Phrase};
use serde::{Deserialize, Serialize};

/// The way in which a clause depends on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// `and`
    And,
    /// `, but`
    But,
    /// A comma alone, where `and` comes later.
    Comma,
    /// `; `: the other side's half of a score.
    Against,
    /// `, which`
    Which,
    /// `, whom`: the object is the name before it.
    Whom,
    /// `, where`
    Where,
    /// `, only to`
    OnlyTo,
    /// `, so that`
    SoThat,
    /// `because`
    Because,
    /// `after`
    After,
    /// `until`
    Until,
    /// `, although`
    Although,
    /// `, while`
    While,
    /// `if`
    If,
    /// `whether`
    Whether,
}

/// A main clause and its dependent clauses, with the numbers of the events that it tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The clause that can stand alone.
    pub main: Clause,
    /// The other clauses, each with its relation to the one before it.
    #[serde(default)]
    pub more: Vec<(Relation, Clause)>,
    /// The phrase before the main clause, which says where or since when.
    #[serde(default)]
    pub front: Option<Phrase>,
    /// Numbers of the events that it tells; none where it says how things stand.
    #[serde(default)]
    pub events: Vec<u32>,
}

impl Sentence {
    /// A sentence that tells events.
    pub fn told(main: Clause, events: &[u32]) -> Self {
        assert!(!events.is_empty(), "a sentence tells some event: {main:?}");
        Self { main, more: Vec::new(), front: None, events: events.to_vec() }
    }

    /// A sentence that says how things stand, or what a rule is.
    pub const fn stands(main: Clause) -> Self {
        Self { main, more: Vec::new(), front: None, events: Vec::new() }
    }

    /// The same sentence with another clause behind it.
    #[must_use]
    pub fn then(mut self, relation: Relation, clause: Clause) -> Self {
        self.more.push((relation, clause));
        self
    }

    /// Adds the events of another clause.
    #[must_use]
    pub fn telling(mut self, events: &[u32]) -> Self {
        self.events.extend_from_slice(events);
        self
    }

    /// With words before all of it.
    #[must_use]
    pub fn front(self, front: impl Into<Phrase>) -> Self {
        Self { front: Some(front.into()), ..self }
    }

    /// All its clauses, the main clause first.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        std::iter::once(&self.main).chain(self.more.iter().map(|(_, clause)| clause))
    }
}
