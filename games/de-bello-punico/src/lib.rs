//! De Bello Punico: four battles of the Second Punic War with facing, disorder and command points laid in secret.
//!
//! The sequence of play is `rules::sequence`; each file below `rules` holds one chapter of the rulebook.

mod asked;
mod case;
mod check;
mod codes;
mod counsel;
mod data;
mod dry_run;
mod events;
mod explain;
mod field;
mod form;
mod geometry;
mod names;
mod narrative;
mod odds;
mod opening;
mod order_sheet;
mod orders;
mod picture;
mod player;
mod policy;
mod reading;
mod report_context;
mod rules;
mod soundness;
mod state;
#[cfg(test)]
mod tests;

use data::Printed;
use engine::prelude::*;
use names::Pair;
use reading::Reading;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<DeBelloPunico>::new();
/// This title as an order sheet uses it.
pub static SHEET: &dyn SheetTitle = &TitleOf::<DeBelloPunico>::new();

/// The title, with all its printed data.
pub struct DeBelloPunico {
    printed: Printed,
    /// The weights by which the strong player of each side values positions.
    scales: Pair<player::Scale>,
}

impl DeBelloPunico {
    fn reading(&self) -> Reading<'_> {
        Reading { roster: &self.printed.roster, grid: self.printed.grid }
    }
}
