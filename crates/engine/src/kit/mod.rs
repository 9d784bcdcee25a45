//! Values that games may share. Nothing in here knows a game or a file, and of the engine only its seats.

pub mod facing;
pub mod hex;
pub mod side;
pub mod slug;
pub mod square;

pub use facing::Facing;
pub use hex::{Aspect, Bearing, Grid, Hex, Lay};
pub use side::{Pair, Side};
pub use slug::Slug;
pub use square::{Direction, Square, Squares};
