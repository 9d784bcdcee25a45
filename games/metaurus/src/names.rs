//! The words of this title: sides, orders, arms, and short names.

use engine::Seat;
use engine::kit::Slug;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A unit's or a Command's short name: `la-1`, `celtic`.
pub(super) type Id = Slug<12>;

/// One of the two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Rome.
    Rome,
    /// Carthage.
    Carthage,
}

impl Side {
    /// Both, Rome first, as dice are thrown.
    pub const BOTH: [Self; 2] = [Self::Rome, Self::Carthage];

    /// The side of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == text)
    }

    /// The side that a seat plays: seats bear the names of their sides.
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::parse(seat.name())
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rome => "rome",
            Self::Carthage => "carthage",
        }
    }

    /// Its name in prose.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rome => "Rome",
            Self::Carthage => "Carthage",
        }
    }

    /// Its seat.
    pub fn seat(self) -> Seat {
        Seat::new(self.name())
    }

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Rome => Self::Carthage,
            Self::Carthage => Self::Rome,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a chit says (5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Stand and Defend.
    Stand,
    /// Move.
    Move,
    /// Move to Attack.
    MoveToAttack,
    /// Reform.
    Reform,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Stand, Self::Move, Self::MoveToAttack, Self::Reform];
    /// Their words.
    pub const WORDS: [&'static str; 4] = ["stand", "move", "move-to-attack", "reform"];

    /// The order of this word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.word() == text)
    }

    /// Its word in files.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// Its name in prose.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Stand => "Stand",
            Self::Move => "Move",
            Self::MoveToAttack => "Move to Attack",
            Self::Reform => "Reform",
        }
    }
}

/// How a unit fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Arm {
    /// Legionary infantry.
    Leg,
    /// Heavy infantry.
    Hi,
    /// Medium infantry.
    Mi,
    /// Light infantry.
    Li,
    /// Cavalry.
    Cav,
    /// Elephants.
    El,
}

impl Arm {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Leg, Self::Hi, Self::Mi, Self::Li, Self::Cav, Self::El];

    /// The arm of these letters.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|arm| arm.letters() == text)
    }

    /// Its letters.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Leg => "LEG",
            Self::Hi => "HI",
            Self::Mi => "MI",
            Self::Li => "LI",
            Self::Cav => "CAV",
            Self::El => "EL",
        }
    }
}

/// How a unit moves: a column of the terrain chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// On foot.
    Inf,
    /// On horseback.
    Cav,
    /// Elephants.
    El,
}

impl Class {
    /// All of them, in the order of the chart's columns.
    pub const ALL: [Self; 3] = [Self::Inf, Self::Cav, Self::El];

    /// The class of this word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.word() == text)
    }

    /// Its word in the charts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Inf => "inf",
            Self::Cav => "cav",
            Self::El => "el",
        }
    }
}

/// Going first or last in a Game Turn (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Go {
    /// First.
    First,
    /// Last.
    Last,
}
