//! The words that state, events and orders share: sides, names, phases.

use engine::kit::{Facing, Pair, Slug};

pub(crate) use engine::kit::Side;

/// A unit's id: `ve1`, `hannibal`.
pub(crate) type UnitId = Slug<16>;
/// The name of a unit type: `auxiliary-cavalry`.
pub(crate) type TypeName = Slug<24>;
/// The name of an army, layout, board or scenario, or another word of the data.
pub(crate) type Name = Slug<24>;
/// The digest of a position: 32 hex digits.
pub(crate) type Position = Slug<32>;

pub(crate) type Sums = Pair<u32>;

/// The directions of the two sides' edges.
pub(crate) trait Edges {
    /// The direction of the enemy's edge.
    fn front(self) -> Facing;
    /// The direction of the side's own edge, towards which its units fall back.
    fn back(self) -> Facing;
}

impl Edges for Side {
    /// Rome stands in the south, Carthage in the north (B1).
    fn front(self) -> Facing {
        match self {
            Self::Rome => Facing::N,
            Self::Carthage => Facing::S,
        }
    }

    fn back(self) -> Facing {
        self.front().back()
    }
}

engine::words! {
    /// The phases, by their names in charters, prompts and files.
    pub enum Stage {
        /// Both design their armies.
        Muster = "muster",
        /// One side puts units on the board.
        Place = "place",
        /// Both put all their units on the board, blind.
        Deploy = "deploy",
        Move = "move",
        Attack = "attack",
        Over = "over",
    }
}
