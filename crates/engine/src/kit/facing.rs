//! Facings across the edges of a square.

use super::square::{Direction, Square};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The edge of its square that a unit looks across.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// North.
    #[default]
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
}

impl Facing {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];

    /// The facing of a letter or a whole word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "n" | "north" => Some(Self::N),
            "e" | "east" => Some(Self::E),
            "s" | "south" => Some(Self::S),
            "w" | "west" => Some(Self::W),
            _ => None,
        }
    }

    /// The letter that files write for it: `n`.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::N => "n",
            Self::E => "e",
            Self::S => "s",
            Self::W => "w",
        }
    }

    /// The word that files may write for it too: `north`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::N => "north",
            Self::E => "east",
            Self::S => "south",
            Self::W => "west",
        }
    }

    /// Degrees clockwise from north.
    pub const fn degrees(self) -> u16 {
        match self {
            Self::N => 0,
            Self::E => 90,
            Self::S => 180,
            Self::W => 270,
        }
    }

    /// The direction straight ahead.
    pub const fn ahead(self) -> Direction {
        match self {
            Self::N => Direction::N,
            Self::E => Direction::E,
            Self::S => Direction::S,
            Self::W => Direction::W,
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::N => Self::S,
            Self::E => Self::W,
            Self::S => Self::N,
            Self::W => Self::E,
        }
    }

    /// The place of a square as seen from `here` in this facing: squares ahead (negative: behind) and squares to the
    /// right (negative: to the left).
    pub const fn sees(self, here: Square, there: Square) -> (i8, i8) {
        let (east, north) = there.minus(here);
        match self {
            Self::N => (north, east),
            Self::E => (east, -north),
            Self::S => (-north, -east),
            Self::W => (-east, north),
        }
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::{Facing, Square};

    #[test]
    fn ahead_and_right_are_seen_from_the_unit() {
        let (here, there) = (Square::new(4, 4), Square::new(5, 6));
        assert_eq!(Facing::N.sees(here, there), (2, 1));
        assert_eq!(Facing::E.sees(here, there), (1, -2));
        assert_eq!(Facing::S.sees(here, there), (-2, -1));
        assert_eq!(Facing::W.sees(here, there), (-1, 2));
    }

    #[test]
    fn words_and_letters_are_read() {
        for facing in Facing::ALL {
            assert_eq!(Facing::parse(facing.letter()), Some(facing));
            assert_eq!(Facing::parse(facing.word()), Some(facing));
            assert_eq!(facing.back().back(), facing);
        }
        assert_eq!(Facing::parse("ne"), None);
    }
}
