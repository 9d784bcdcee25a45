//! Copies of a game for others, and a folder made whole again from them.

pub mod export;
pub mod folder_source;
pub(super) mod ignored;
pub mod publish;
pub mod recover;
pub mod seat_copy;
pub(super) mod tar;
