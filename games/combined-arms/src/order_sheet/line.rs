//! Formations: orders to many units at once.

use super::listing::{Place, first_of, further};
use super::{Draft, Which};
use crate::names::UnitId;
use crate::orders::{Goal, Item, MoveItem};
use crate::rules::Field;
use crate::state::Unit;
use engine::Offer;
use engine::kit::Facing;

impl Draft<'_> {
    /// Offers to send every unit without an order one square ahead.
    pub(super) fn others_ahead(&self) -> Vec<Offer> {
        let list = self.entries(Which::Moves);
        let idle = |unit: &&Unit| first_of(list, unit.id).is_none();
        let units: Vec<UnitId> =
            self.field().of(self.side).filter(idle).map(|unit| unit.id).collect();
        let ahead = |towards: Facing| {
            let words = format!("All units without an order go one square {}", towards.word());
            self.ahead(&units, towards, words)
        };
        Facing::ALL.into_iter().filter_map(ahead).collect()
    }

    /// Offers to move or turn the units side by side with one along with it.
    pub(super) fn line_of(&self, unit: &Unit) -> Vec<Offer> {
        let units = self.beside(unit);
        if units.len() < 2 {
            return Vec::new();
        }
        let count = units.len();
        let ahead = |towards: Facing| {
            let words = format!("This line of {count} units goes one square {}", towards.word());
            self.ahead(&units, towards, words)
        };
        let turn = |facing: Facing| {
            let turned = |unit: &UnitId| {
                let item = MoveItem { face: Some(facing), ..self.first_move(*unit) };
                self.moved(Place::First(*unit), item)
            };
            let words = format!("This line of {count} units faces {}", facing.word());
            Offer::new("Line", words, false, units.iter().flat_map(turned).collect())
        };
        Facing::ALL.into_iter().filter_map(ahead).chain(Facing::ALL.map(turn)).collect()
    }

    /// The units beside one without a gap: along its row if it looks north or south, else along its column.
    fn beside(&self, unit: &Unit) -> Vec<UnitId> {
        let size = self.state.board.size;
        let (one, other) = match unit.facing {
            Facing::N | Facing::S => (Facing::E, Facing::W),
            Facing::E | Facing::W => (Facing::N, Facing::S),
        };
        let mut found = vec![unit.id];
        for towards in [one, other] {
            let mut at = unit.square;
            while let Some(next) = at.towards(towards.ahead(), size)
                && let Some(there) = self.state.on(next).filter(|there| there.side == self.side)
            {
                found.push(there.id);
                at = next;
            }
        }
        found
    }

    /// Moves units one square further than their orders take them, those in front first, so that a line keeps its
    /// shape.
    fn ahead(&self, units: &[UnitId], towards: Facing, words: String) -> Option<Offer> {
        let mut list = self.entries(Which::Moves).to_vec();
        let (right, up) = towards.ahead().step();
        let field = self.field();
        let mut units: Vec<&Unit> =
            units.iter().filter_map(|id| field.own(self.side, *id)).collect();
        units.sort_by_key(|unit| {
            let (column, row) = (i32::from(unit.square.col), i32::from(unit.square.row));
            -(column * i32::from(right) + row * i32::from(up))
        });
        let mut edits = Vec::new();
        for unit in units {
            let at = first_of(&list, unit.id);
            let own = match at.map(|at| &list[at]) {
                Some(Item::Move(own)) => own.clone(),
                _ => MoveItem::of(unit.id),
            };
            let from = own.to.first().map_or(unit.square, |goal| goal.square);
            let now = self.after(&list[..at.unwrap_or(list.len())]);
            let field = Field::new(&self.rules.chart, &now);
            let (Some(unit), Some(square)) =
                (now.unit(unit.id), from.towards(towards.ahead(), now.board.size))
            else {
                continue;
            };
            let ways = further(&field, unit, &own);
            if square != unit.square && ways.steps(square).is_none() {
                continue;
            }
            let to = vec![Goal { square, when: Vec::new() }];
            let item = MoveItem { to, ..own };
            match at {
                Some(at) => list[at] = Item::Move(item.clone()),
                None => list.push(Item::Move(item.clone())),
            }
            edits.extend(self.moved(Place::First(item.unit), item));
        }
        (!edits.is_empty()).then(|| Offer::new("Line", words, false, edits))
    }
}
