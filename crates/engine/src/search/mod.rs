//! The strong player, for all titles alike.
//!
//! It imagines what its seat cannot see, as often as its effort allows and always in agreement with what the seat has seen;
//! plays candidates for its orders out by the title's own rules against the answers of the built-in player; judges where
//! that leads by the title's weights; and lets the candidates race: the worse half drops out, the better half is played out
//! twice as often. What is left is varied, one change at a time, as long as that makes it better. All of it is a pure
//! function of the seat's view and of a seed: its effort is counted in positions, never in time.

mod endings;
mod forecast;
mod imagine;
mod race;
pub mod weights;
mod world;

pub use endings::{AtOnce, missed};
pub use forecast::forecast;
pub use imagine::{Effort, Imagine, Search};
pub use race::propose;
pub use world::imagined;
