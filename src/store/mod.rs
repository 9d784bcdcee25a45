//! The only room that touches files, the clock, the environment, keys, locks, sockets and other programs.
//!
//! A turn record appears whole or not at all: it is written beside, flushed, signed last, and renamed into place, so that a
//! crash at any instant leaves a folder that the next command completes or ignores. Nothing that arrives is ever dropped.
//! Commands that write hold the folder's lock; commands that only read do not need it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "only this module may use what is banned elsewhere"
)]

pub mod clock;
pub mod copies;
pub mod entropy;
pub mod environment;
mod error;
pub mod files;
pub mod folder;
#[cfg(feature = "git")]
pub mod git;
pub mod learned;
pub mod lock;
pub mod orders;
pub mod post;
pub mod records;
pub mod secrets;

pub use error::Error;
pub use folder::Folder;
pub use lock::Lock;
pub use orders::submit::{FiledOrders, SignedOrders, Submission, check, submit, submit_signed};
pub use records::create::{create, create_by, create_from};
pub use records::load::{Again, Game, load};
pub use records::new_game::{NewGame, NewSeat};
pub use records::ready::{Absences, Waiting};
pub use records::resolve::{Resolution, Step, resolve, resolve_at};
pub use records::sealing::{Reports, Sealing, no_reports};
pub use records::status::{Status, status};
pub use secrets::keys::SigningKey;

/// The name under which the program enters its records.
pub const PROGRAM: &str =
    concat!("tabella ", env!("CARGO_PKG_VERSION"), " ", env!("TABELLA_RENDERING"));
