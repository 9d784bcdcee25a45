//! The report of a record by its title: clauses, which hold numbers and names and never prose. The crate `phrasebook`
//! puts them into words.
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

/// The material for a title's report, all of it as one viewer may know it.
pub struct StoryContext<'a, R: Rules> {
    /// For whom the story is told.
    pub viewer: &'a Viewer,
    /// The viewer's view before the record.
    pub before: &'a R::View,
    /// The viewer's view now.
    pub view: &'a R::View,
    /// The events that the viewer saw, in their phases.
    pub chapters: &'a [Chapter<R::Event>],
    /// The public events of earlier records.
    pub ledger: &'a Ledger,
    /// The open prompts that the viewer may know of.
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

/// `Roman unit` or `Carthaginian unit`.
pub const fn unit_of(side: Side) -> &'static str {
    match side {
        Side::Rome => "Roman unit",
        Side::Carthage => "Carthaginian unit",
    }
}
