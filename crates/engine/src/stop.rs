//! The reasons for which a run stops before anything counts.

use super::seat::Seat;
use std::fmt;

/// An invariant that does not hold: a fault of the program, never of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound(pub String);

/// The reason why nothing was resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// These seats have not answered.
    Awaiting(Vec<Seat>),
    /// The game is over.
    Over,
    /// An invariant failed after a phase: nothing of the run counts.
    Unsound(Unsound),
    /// Hidden dice fell whose secret is not known here: nothing of the run counts.
    Sealed,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Awaiting(seats) => {
                let seats: Vec<&str> = seats.iter().map(Seat::name).collect();
                write!(f, "awaiting {}", seats.join(", "))
            }
            Self::Over => f.write_str("the game is over"),
            Self::Unsound(Unsound(why)) => write!(f, "unsound: {why}"),
            Self::Sealed => f.write_str("hidden dice were rolled without their seed"),
        }
    }
}
