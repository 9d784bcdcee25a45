//! Rome and Carthage: the two sides of every title so far, and things of which each has one.

use crate::Seat;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

crate::words! {
    /// One of the two sides. Seats that play for a whole side bear its word as their name.
    pub enum Side {
        Rome = "rome",
        Carthage = "carthage",
    }
}

impl Side {
    /// Both sides, Rome first.
    pub const BOTH: [Self; 2] = [Self::Rome, Self::Carthage];

    /// The side that a seat plays, if the seat bears a side's name.
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::parse(seat.name())
    }

    /// The seat that plays it.
    pub fn seat(self) -> Seat {
        Seat::new(self.word())
    }

    /// Its name in prose: `Rome`.
    pub const fn proper_name(self) -> &'static str {
        match self {
            Self::Rome => "Rome",
            Self::Carthage => "Carthage",
        }
    }

    /// The side that this one plays against.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Rome => Self::Carthage,
            Self::Carthage => Self::Rome,
        }
    }

    /// Its place among [`Side::BOTH`]: 0 or 1.
    pub const fn at(self) -> usize {
        match self {
            Self::Rome => 0,
            Self::Carthage => 1,
        }
    }
}

/// One thing for each side, reached as `pair[side]`, written as `{rome: ..., carthage: ...}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair<T> {
    /// The value for Rome.
    pub rome: T,
    /// The value for Carthage.
    pub carthage: T,
}

impl<T> Pair<T> {
    /// A pair of what `make` gives for each side; Rome's is made first.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { rome: make(Side::Rome), carthage: make(Side::Carthage) }
    }

    /// Both with their sides, Rome's first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::Rome, &self.rome), (Side::Carthage, &self.carthage)].into_iter()
    }

    /// A pair of what `change` makes of each value.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Pair<U> {
        Pair { rome: change(self.rome), carthage: change(self.carthage) }
    }
}

impl<T> Index<Side> for Pair<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Rome => &self.rome,
            Side::Carthage => &self.carthage,
        }
    }
}

impl<T> IndexMut<Side> for Pair<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Rome => &mut self.rome,
            Side::Carthage => &mut self.carthage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pair, Side};

    #[test]
    fn a_side_has_its_seat_and_its_own_of_a_pair() {
        for side in Side::BOTH {
            assert_eq!(Side::of(&side.seat()), Some(side));
            assert_eq!(side.other().other(), side);
            assert_eq!(Side::BOTH[side.at()], side);
        }
        let mut pair = Pair::from_fn(Side::proper_name).map(str::len);
        pair[Side::Rome] += 1;
        assert_eq!(pair.iter().collect::<Vec<_>>(), [(Side::Rome, &5), (Side::Carthage, &8)]);
        assert_eq!(serde_json::to_string(&pair).expect("plain"), r#"{"rome":5,"carthage":8}"#);
    }
}
