//! Punica: a duel without dice over 11 regions and 8 seas, with seven cards a side that are spent for their action or for
//! their strength. The sequence of play on one screen:
//!
//! an `action` of the active seat (move, card, deploy, pass), then each battle it has caused: both choose a card in secret
//! (`battle`), the attacker's star card takes effect, then the defender's (`effect`), totals, losses and retreat
//! (`aftermath`), until no battle is pending; then the other seat is active. In tempo brisk only the action is awaited, and
//! what a policy asks for.

mod board;
mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod events;
mod explain;
mod form;
mod grammar;
mod legal;
mod lookup;
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

use engine::prelude::*;
use orders::words::Words;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<Punica>::new();
/// This title as an order sheet uses it.
pub static SHEET: &dyn SheetTitle = &TitleOf::<Punica>::new();

type At<'a> = AtSeat<'a, Punica>;

/// The laws of Punica, with the data they were loaded from.
#[derive(Clone, Debug)]
pub struct Punica {
    book: data::Book,
    /// The weights by which the strong player values positions.
    scale: player::Scale,
}

impl Punica {
    fn words(&self) -> Words<'_> {
        Words { chart: &self.book.chart, decks: &self.book.decks }
    }
}
