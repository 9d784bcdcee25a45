//! The Battle of the Metaurus: a hex battle of secret order chits, compulsory attacks and Engaged lines.
//!
//! The sequence of play is `rules::sequence`; each file below `rules` holds one chapter of the rulebook.

mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod events;
mod explain;
mod field;
mod form;
mod grammar;
mod names;
mod narrative;
mod odds;
mod opening;
mod order_sheet;
mod orders;
mod picture;
mod player;
mod policy;
mod report_context;
mod rules;
mod soundness;
mod state;
#[cfg(test)]
mod tests;

use data::Printed;
use engine::prelude::*;
use orders::Reading;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<Metaurus>::new();
/// This title as an order sheet uses it.
pub static SHEET: &dyn SheetTitle = &TitleOf::<Metaurus>::new();

/// The rules of this title, with everything printed.
pub struct Metaurus {
    printed: Printed,
    /// The weights by which the strong player of each side values positions.
    scales: [player::Scale; 2],
}

impl Metaurus {
    fn reading(&self) -> Reading<'_> {
        Reading { printed: &self.printed }
    }
}
