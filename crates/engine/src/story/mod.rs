//! What a title tells of a record: a report of clauses, which hold numbers and names and never prose. `phrasebook` says them.
//!
//! A report is made from what one viewer saw, and remembers public events alone, so that neither the choice of what is
//! told nor its length can betray anything.

mod chain;
mod clause;
mod ledger;
mod numbers;
mod report;
mod sentence;

pub use chain::{Blow, chains};
pub use clause::{Clause, Count, Entity, Lead, Np, Phrase, Tense, Text};
pub use ledger::{Ledger, Past};
pub use numbers::{listed, number, ordinal, rank};
pub use report::{APART, Paragraph, Report, Situation, headlines, place, plot};
pub use sentence::{Relation, Sentence};

use crate::chapter::Chapter;
use crate::kit::Side;
use crate::prompt::OpenPrompt;
use crate::rules::Rules;
use crate::seat::Viewer;

/// What a title makes its report from: all of it as one viewer may know it.
pub struct StoryContext<'a, R: Rules> {
    /// For whom the story is told.
    pub viewer: &'a Viewer,
    /// What the viewer knew before the record.
    pub before: &'a R::View,
    /// What the viewer knows now.
    pub view: &'a R::View,
    /// What the viewer saw happen.
    pub chapters: &'a [Chapter<R::Event>],
    /// What everybody saw happen in earlier records.
    pub ledger: &'a Ledger,
    /// Who is awaited now.
    pub awaited: &'a [OpenPrompt],
}

impl<'a, R: Rules> StoryContext<'a, R> {
    /// The events of the record, each with its number.
    pub fn events(&self) -> impl Iterator<Item = (u32, &'a R::Event)> + use<'a, R> {
        let entries = self.chapters.iter().flat_map(|chapter| &chapter.events);
        entries.map(|entry| (entry.n, &entry.event))
    }
}

/// A side as a name.
pub fn side(of: Side) -> Entity {
    let name = match of {
        Side::Rome => "Rome",
        Side::Carthage => "Carthage",
    };
    Entity::new(of.word(), name).short(name)
}

/// `Roman` or `Carthaginian`, with its unit.
pub const fn unit_of(side: Side) -> &'static str {
    match side {
        Side::Rome => "Roman unit",
        Side::Carthage => "Carthaginian unit",
    }
}
