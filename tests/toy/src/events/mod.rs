//! What happens, with its whole result.

pub(super) mod apply;
pub(super) mod sight;

use super::names::{Player, Square};
use engine::Outcome;
use serde::{Deserialize, Serialize};

/// What happened. Recorded as a map with `kind` first.
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
        /// Who hid it.
        seat: Player,
        /// Where; none for who may not know.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        square: Option<Square>,
    },
    /// A turn begins (2).
    Begins {
        /// Its number.
        turn: u32,
    },
    /// Both named one square, and the die decided (3).
    Contested {
        /// The square.
        square: Square,
        /// Who gets it.
        winner: Player,
    },
    /// An order came to nothing.
    Void {
        /// Who named a square in vain.
        seat: Player,
        /// The square it named.
        square: Square,
    },
    /// A mark stands (2).
    Marked {
        /// Who marks.
        seat: Player,
        /// The square.
        square: Square,
    },
    /// A mark was lost to a trap, which is spent (4).
    Sprung {
        /// Who stepped on it.
        seat: Player,
        /// Where it lay.
        square: Square,
    },
    /// The game ended (5).
    Ended {
        /// Who won, and by which rule.
        outcome: Outcome,
    },
}
