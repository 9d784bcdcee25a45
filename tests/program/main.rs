//! The program as those who use it meet it: folders, commands, letters, and what `verify` says of all that.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::case_sensitive_file_extension_comparisons,
    reason = "tests look at files and start programs"
)]

#[cfg(unix)]
mod accidents;
mod answered;
mod bad_input;
#[cfg(feature = "epub")]
mod book;
mod club;
mod common;
mod crash;
mod current_pages;
mod dice;
mod differential;
mod draft;
mod examples;
mod explain;
#[cfg(target_os = "linux")]
mod faults;
mod first_game;
mod first_hour;
mod fork;
#[cfg(feature = "git")]
mod git;
#[cfg(unix)]
mod index;
mod italian;
mod learn;
mod ledger;
mod luck;
#[cfg(feature = "mail")]
mod mail;
#[path = "../pages/mod.rs"]
mod pages;
#[cfg(all(
    unix,
    feature = "git",
    feature = "mail",
    feature = "epub",
    feature = "play",
    feature = "manual"
))]
mod pasted_help;
#[cfg(feature = "play")]
mod play;
mod practice;
mod proofs;
mod readers;
mod readme;
mod record_examples;
mod replay;
mod reports;
mod schema;
mod second_verifier;
mod shown;
mod site;
mod ssh_keygen;
mod store;
#[path = "../table/mod.rs"]
mod table;
mod tampering;
