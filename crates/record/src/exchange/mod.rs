//! Incoming files: order files, their signatures, strict YAML, which orders count, and what an author is told.
//!
//! Pure functions over bytes and text. Nothing is accepted half: a file is understood whole or goes back with all
//! that is wrong with it, each fault under a stable code of [`codes::Code`].

pub mod acceptance;
pub mod authenticity;
pub mod codes;
pub mod compose;
pub mod data;
pub mod diagnosis;
pub mod edit;
#[cfg(test)]
mod hostile_tests;
mod mistaken;
pub mod order_file;
pub mod salt;
pub mod schema;
pub mod yaml;

pub use acceptance::{Acceptance, Expectation, Filed, accept};
pub use authenticity::{Received, Signed, authenticate, receive, take_apart};
pub use compose::{Envelope, compose};
pub use order_file::OrderFile;
pub use salt::Salt;
