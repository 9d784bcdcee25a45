//! An adjudicator for board wargames played by mail, through git, or with files alone.
//!
//! A turn is a pure function: state + orders + dice -> events -> state. See `ARCHITECTURE.md`.

pub mod catalogue;
pub mod cli;
pub mod club;
pub mod codes;
#[cfg(feature = "git")]
pub mod gate;
pub mod ladder;
pub mod lessons;
pub mod luck;
#[cfg(feature = "mail")]
pub mod mail;
pub mod packed;
pub mod report;
pub mod session;
pub mod site;
pub mod store;
pub mod verify;
