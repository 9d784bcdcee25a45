//! Letters: where they go, which wait, which came in, and what carries them.

pub mod addresses;
#[cfg(feature = "mail")]
pub mod asked;
#[cfg(any(feature = "mail", feature = "play"))]
pub mod carriers;
pub mod delivery;
#[cfg(feature = "mail")]
pub mod dispatches;
#[cfg(feature = "mail")]
pub mod inbox;
#[cfg(feature = "mail")]
pub(super) mod letter_names;
#[cfg(feature = "mail")]
pub mod maildir;
#[cfg(feature = "mail")]
pub mod outbox;
#[cfg(feature = "mail")]
pub mod programs;
#[cfg(feature = "mail")]
pub mod told;
pub mod wishes;
