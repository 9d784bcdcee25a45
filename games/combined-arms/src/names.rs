//! The words that state, events and orders share: sides, names, phases.

use engine::kit::{Facing, Slug};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A unit's id: `ve1`, `hannibal`.
pub type UnitId = Slug<16>;
/// The name of a unit type: `auxiliary-cavalry`.
pub type TypeName = Slug<24>;
/// The name of an army, layout, board or scenario, or another word of the data.
pub type Name = Slug<24>;
/// The digest of a position: 32 hex digits.
pub type Position = Slug<32>;

/// One of the two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Rome, in the south.
    Rome,
    /// Carthage, in the north.
    Carthage,
}

impl Side {
    /// Both, in the order in which they are dealt with.
    pub const BOTH: [Self; 2] = [Self::Rome, Self::Carthage];

    /// The side of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.word() == text)
    }

    /// Its name, which is its seat's too.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rome => "rome",
            Self::Carthage => "carthage",
        }
    }

    /// Its name as a proper name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Rome => "Rome",
            Self::Carthage => "Carthage",
        }
    }

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Rome => Self::Carthage,
            Self::Carthage => Self::Rome,
        }
    }

    /// Where the enemy's edge is.
    pub const fn front(self) -> Facing {
        match self {
            Self::Rome => Facing::N,
            Self::Carthage => Facing::S,
        }
    }

    /// Where the own edge is, towards which units fall back.
    pub const fn back(self) -> Facing {
        self.front().back()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Rome's.
    pub rome: u32,
    /// Carthage's.
    pub carthage: u32,
}

impl Sums {
    /// One side's.
    pub const fn of(self, side: Side) -> u32 {
        match side {
            Side::Rome => self.rome,
            Side::Carthage => self.carthage,
        }
    }

    /// One side's, to change it.
    pub fn of_mut(&mut self, side: Side) -> &mut u32 {
        match side {
            Side::Rome => &mut self.rome,
            Side::Carthage => &mut self.carthage,
        }
    }
}

/// The phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Both design their armies.
    Muster,
    /// One side puts units on the board.
    Place,
    /// Both put all their units on the board, blind.
    Deploy,
    /// The side on turn moves.
    Move,
    /// The side on turn attacks.
    Attack,
    /// The game has ended.
    Over,
}

impl Stage {
    /// Its name in charters, prompts and files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Muster => "muster",
            Self::Place => "place",
            Self::Deploy => "deploy",
            Self::Move => "move",
            Self::Attack => "attack",
            Self::Over => "over",
        }
    }
}
