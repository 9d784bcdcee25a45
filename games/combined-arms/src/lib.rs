//! Combined Arms (Punic Wars): two armies of cohorts, no dice; many weak attacks on one square.
//!
//! The sequence of play is `resolve` in `rules`; each file below it holds one chapter.

mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod events;
mod explain;
mod forecast;
mod form;
mod grammar;
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

use data::chart::{Chart, Scenario};
use engine::kit::Pair;
use engine::prelude::*;
use names::Side;
use prompts::Question;
use state::State;

type Table<'a> = engine::Table<'a, CombinedArms>;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<CombinedArms>::new();
/// This title as an order sheet uses it.
pub static SHEET: &dyn SheetTitle = &TitleOf::<CombinedArms>::new();

/// The title, with its data read.
pub struct CombinedArms {
    chart: Chart,
    seats: Pair<Seat>,
    /// The weights by which the strong player values positions.
    scale: player::Scale,
}

impl CombinedArms {
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side]
    }

    /// The scenario that a game was made from.
    ///
    /// # Panics
    /// If there is none of this name, which `sound` asserts.
    pub fn scenario(&self, state: &State) -> &Scenario {
        self.chart.scenario(state.options.scenario).expect("a state holds only a known scenario")
    }
}
