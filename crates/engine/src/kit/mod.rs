//! Values that games may share. Nothing in here knows a game, the engine, or a file.

pub mod facing;
pub mod hex;
pub mod slug;
pub mod square;

pub use facing::Facing;
pub use hex::{Aspect, Bearing, Grid, Hex, Lay};
pub use slug::Slug;
pub use square::{Direction, Square, Squares};
