//! Records of a game, from its creation on: made, sealed, read, and what an open phase waits for.

pub mod amend;
pub(super) mod called;
pub mod changes;
pub(super) mod contents;
pub mod create;
mod derived;
pub mod fork;
pub(super) mod index;
pub mod ledger;
pub mod load;
pub mod memory;
pub(super) mod new_game;
pub mod newer;
pub mod players;
pub mod proved;
pub mod ready;
pub mod resolve;
pub mod sealed;
pub mod sealing;
pub mod solo;
pub mod staging;
#[cfg(feature = "mail")]
pub mod stamp;
pub mod standing;
pub mod status;
pub(super) mod timeline;
#[cfg(feature = "mail")]
pub mod twins;
pub(super) mod unfinished;
