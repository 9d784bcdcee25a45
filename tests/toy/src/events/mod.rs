//! The events, each with its whole result.

pub(super) mod apply;
pub(super) mod sight;

use super::names::{Player, Square};
use engine::Outcome;
use serde::{Deserialize, Serialize};

/// An event of the toy title. Recorded as a map with `kind` first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    deny_unknown_fields
)]
pub enum Event {
    /// A trap was hidden (1); its square is its owner's secret.
    Hidden {
        seat: Player,
        /// The square; none for a viewer who may not know it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        square: Option<Square>,
    },
    /// A turn begins (2).
    Begins { turn: u32 },
    /// Both named one square, and the die decided (3).
    Contested { square: Square, winner: Player },
    /// An order came to nothing.
    Void { seat: Player, square: Square },
    /// A mark stands (2).
    Marked { seat: Player, square: Square },
    /// A mark was lost to a trap, which is spent (4).
    Sprung { seat: Player, square: Square },
    /// The game ended (5).
    Ended { outcome: Outcome },
}
