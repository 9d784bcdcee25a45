//! The board as it is drawn.

use super::Toy;
use crate::events::Event;
use crate::state::State;
use engine::map::{Cell, Piece, Point};
use engine::prelude::*;

impl Picture for Toy {
    fn picture(&self, view: &State, _chapters: &[Chapter<Event>]) -> Map {
        let mut map = Map { title: "The board".to_owned(), ..Map::default() };
        map.size = Point { x: 300, y: 300 };
        for (place, square) in (0_u16..).zip(&self.squares) {
            let (column, row) = (place % 3, place / 3);
            let at = Point { x: i32::from(column) * 100 + 50, y: i32::from(row) * 100 + 50 };
            let (cell, text) = (square.to_string(), (column * 4, row));
            map.cells.push(Cell { id: cell.clone(), centre: at, text, ..Cell::default() });
            let Some(player) = view.marks.get(square) else { continue };
            let (id, words) = (format!("{player}-{square}"), format!("{player} on {square}"));
            let (side, sign) = (player.word().to_owned(), player.sign().to_owned());
            let token = sign.clone();
            map.pieces.push(Piece { id, side, sign, token, words, cell, at, ..Piece::default() });
        }
        map
    }

    fn weight(&self, event: &Event) -> u32 {
        match event {
            Event::Ended { .. } => 3,
            Event::Sprung { .. } => 2,
            Event::Contested { .. } => 1,
            Event::Hidden { .. }
            | Event::Begins { .. }
            | Event::Void { .. }
            | Event::Marked { .. } => 0,
        }
    }
}
