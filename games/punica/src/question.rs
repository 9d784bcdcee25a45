//! What a prompt asks.

use serde::{Deserialize, Serialize};

/// The question of a prompt; what it is about stands in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// The action of a turn.
    Action,
    /// A card for a battle.
    Battle,
    /// The movements of a symbol card.
    Effect,
    /// A loss or a retreat.
    Aftermath,
    /// Nothing that is awaited: resignation, the answer to a draw.
    Parley,
}

impl Question {
    /// The name under which a file answers it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Battle => "battle",
            Self::Effect => "effect",
            Self::Aftermath => "aftermath",
            Self::Parley => "parley",
        }
    }
}
