//! Terrain that the players distribute.

use super::{Draft, offer, offer_on};
use crate::orders::Camp;
use crate::rules::terrain;
use engine::kit::Square;
use engine::{Edit, Offer, Spot, Subject};
use serde_json::json;
use std::collections::BTreeSet;

#[derive(Clone, Copy)]
pub(super) enum Ground {
    Hills,
    Plateaus,
}

impl Ground {
    pub(super) const BOTH: [Self; 2] = [Self::Hills, Self::Plateaus];

    /// Its key in an order file.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Hills => "hills",
            Self::Plateaus => "plateaus",
        }
    }

    /// Its name for readers.
    const fn title(self) -> &'static str {
        match self {
            Self::Hills => "Hills",
            Self::Plateaus => "Plateaus",
        }
    }

    fn of(self, camp: &Camp) -> &[Square] {
        match self {
            Self::Hills => &camp.hills,
            Self::Plateaus => &camp.plateaus,
        }
    }
}

impl Draft<'_> {
    pub(super) fn ground(&self, ground: Ground, camp: &Camp) -> Option<Subject> {
        let most = self.most(ground);
        let [low, high] = terrain::rows(&self.state.board, self.side);
        let squares: Vec<String> = ground.of(camp).iter().map(Square::to_string).collect();
        let ordered = (!squares.is_empty()).then(|| squares.join(", "));
        let words = format!("{}: at most {most}, in rows {low} to {high}", ground.title());
        let id = ground.key().to_owned();
        // Terrain that may not be laid at all can still be taken out of a draft that has some.
        (most > 0 || ordered.is_some()).then(|| Subject {
            id,
            words,
            ordered,
            ..Subject::default()
        })
    }

    /// The squares that may be taken, or given back.
    pub(super) fn lay(&self, ground: Ground, camp: &Camp) -> Vec<Offer> {
        let laid = ground.of(camp);
        let full = laid.len() >= self.most(ground);
        let free = |square: &Square| {
            let other = [&camp.hills, &camp.plateaus].into_iter().any(|list| list.contains(square));
            laid.contains(square) || !full && !other
        };
        let take = |square: Square| {
            let chosen = laid.contains(&square);
            let others = laid.iter().copied().filter(|other| *other != square);
            let list: Vec<Square> = others.chain((!chosen).then_some(square)).collect();
            let value = (!list.is_empty()).then(|| json!(list));
            let edit = Edit::key(&["orders"], ground.key(), value);
            let choice = offer("Square", square.to_string(), chosen, edit);
            offer_on(Spot::Cell(square.to_string()), choice)
        };
        let open: Vec<Square> = terrain::open(self.state, self.side).collect();
        // Terrain on a square where none may lie can be taken back like any other.
        let astray: BTreeSet<Square> =
            laid.iter().copied().filter(|square| !open.contains(square)).collect();
        open.into_iter().filter(free).chain(astray).map(take).collect()
    }

    fn most(&self, ground: Ground) -> usize {
        usize::from(match ground {
            Ground::Hills => self.state.options.hills,
            Ground::Plateaus => self.state.options.plateaus,
        })
    }
}
