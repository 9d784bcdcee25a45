//! The only room that touches files, the clock, the environment, keys, locks, sockets and other programs.
//!
//! A turn record appears whole or not at all: it is written beside, flushed, signed last, and renamed into place, so that a
//! crash at any instant leaves a folder that the next command completes or ignores. Nothing that arrives is ever dropped.
//! Commands that write hold the folder's lock; commands that only read do not need it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "only this room may use what is banned elsewhere"
)]

pub mod addresses;
pub mod amend;
#[cfg(feature = "mail")]
pub mod asked;
pub mod beside;
mod called;
#[cfg(any(feature = "mail", feature = "play"))]
pub mod carriers;
pub mod changes;
pub mod clock;
mod contents;
pub mod create;
pub mod delivery;
#[cfg(feature = "mail")]
pub mod dispatches;
pub mod entropy;
pub mod environment;
mod error;
pub mod export;
pub mod files;
pub mod filings;
pub mod folder;
pub mod folder_source;
pub mod fork;
#[cfg(feature = "git")]
pub mod git;
mod ignored;
#[cfg(feature = "mail")]
pub mod inbox;
mod index;
pub mod keys;
pub mod learned;
pub mod ledger;
#[cfg(feature = "mail")]
mod letter_names;
pub mod load;
pub mod lock;
pub mod locked;
#[cfg(feature = "mail")]
pub mod maildir;
pub mod memory;
mod new_game;
pub mod newer;
#[cfg(feature = "mail")]
pub mod outbox;
pub mod pending;
pub mod players;
#[cfg(feature = "mail")]
pub mod programs;
pub mod proved;
pub mod publish;
pub mod ready;
pub mod receipts;
pub mod recover;
pub mod referee;
pub mod rejected;
pub mod resolve;
mod seal;
pub mod sealed;
pub mod sealing;
pub mod seat_copy;
pub mod solo;
pub mod staging;
#[cfg(feature = "mail")]
pub mod stamp;
pub mod standing;
pub mod status;
pub mod submit;
mod tar;
mod timeline;
#[cfg(feature = "mail")]
pub mod told;
#[cfg(feature = "mail")]
pub mod twins;
mod unfinished;
pub mod vault;
mod vouch;
pub mod wishes;

pub use create::{create, create_by, create_from};
pub use error::Error;
pub use folder::Folder;
pub use keys::SigningKey;
pub use load::{Again, Game, load};
pub use lock::Lock;
pub use new_game::{NewGame, NewSeat};
pub use ready::{Absences, Waiting};
pub use resolve::{Resolution, Step, resolve, resolve_at};
pub use sealing::{Reports, Sealing, no_reports};
pub use status::{Status, status};
pub use submit::{FiledOrders, SignedOrders, Submission, check, submit, submit_signed};

/// The name under which the program enters its records.
pub const PROGRAM: &str =
    concat!("tabella ", env!("CARGO_PKG_VERSION"), " ", env!("TABELLA_RENDERING"));
