//! Ids and closed word lists.

use engine::Seat;
use engine::kit::Slug;

/// A square by its name: `b2`.
pub(crate) type Square = Slug<2>;

engine::words! {
    pub enum Player {
        /// Get a contested square if the die is odd.
        Noughts = "noughts",
        /// Get a contested square if the die is even.
        Crosses = "crosses",
    }

    /// A phase; also the name of its prompts.
    pub enum Stage {
        Trap = "trap",
        Mark = "mark",
    }
}

impl Player {
    /// The player of a seat; seats are named by the players' words.
    pub(crate) fn of(seat: &Seat) -> Self {
        Self::parse(seat.name()).expect("a game is opened with these two seats alone")
    }

    /// The sign that they write on the board.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Noughts => "O",
            Self::Crosses => "X",
        }
    }

    pub(crate) fn seat(self) -> Seat {
        Seat::new(self.word())
    }
}
