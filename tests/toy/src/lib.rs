//! Traps and crosses: noughts and crosses with one die and one secret. The smallest whole title; `docs/adding-a-title.md`
//! walks through it.

mod case;
mod check;
mod codes;
mod events;
mod explain;
mod form;
mod gates;
mod names;
mod picture;
mod player;
mod rules;
mod state;
#[cfg(test)]
mod tests;

use codes::Code;
use engine::prelude::*;
use names::Square;
use state::State;

type Table<'a> = engine::Table<'a, Toy>;

pub static TITLE: &dyn Title = &TitleOf::<Toy>::new();
/// This title as an order sheet uses it.
pub static SHEET: &dyn SheetTitle = &TitleOf::<Toy>::new();

/// The title, with its data read.
pub struct Toy {
    /// The board, in reading order.
    squares: Vec<Square>,
    /// Number of turns after which the game is over.
    turns: u32,
    revision: Revision,
}

impl Toy {
    /// A square of the board.
    fn square(&self, reader: &Reader<'_>) -> Option<Square> {
        let text = reader.text("a square")?;
        let found = Square::new(text).filter(|square| self.squares.contains(square));
        if found.is_none() {
            reader.complain(Code::Square.here(reader, format!("`{text}` is no square")));
        }
        found
    }

    /// The squares that are free as far as a seat can see.
    fn free<'a>(&'a self, view: &'a State) -> impl Iterator<Item = Square> + 'a {
        self.squares.iter().copied().filter(|square| rules::free(view, *square))
    }
}

/// The title tells no story; its templates do.
impl Narrative for Toy {}
