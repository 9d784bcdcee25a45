//! Duelling Republics: a campaign of the Second Punic War for four to eight players.
//!
//! The sequence of play is in `rules::sequence`; the chapters of the rules are in `rules`, the line battle in `battle`.

mod asked;
mod battle;
mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod elements;
mod events;
mod explain;
mod forecast;
mod form;
mod names;
mod narrative;
mod opening;
mod order_sheet;
mod orders;
mod picture;
mod player;
mod policy;
mod prompts;
mod report_context;
mod rules;
mod soundness;
mod state;
#[cfg(test)]
mod tests;

use data::chart::Chart;
use engine::prelude::*;
use events::sight::View;
use rules::Field;

pub type Table<'a> = engine::Table<'a, DuellingRepublics>;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<DuellingRepublics>::new();
/// This title as an order sheet uses it.
pub static SHEET: &dyn SheetTitle = &TitleOf::<DuellingRepublics>::new();

/// The title, with its data read.
pub struct DuellingRepublics {
    /// Map, lists, numbers, options.
    pub chart: Chart,
    /// The weights by which the strong player values positions.
    scale: player::Scale,
}

impl DuellingRepublics {
    fn field<'a>(&'a self, view: &'a View) -> Field<'a> {
        Field::new(&self.chart, &view.state)
    }
}
