//! Mail in: from the raw bytes of one message to the signed texts in it.
//!
//! Mail programs wrap, quote, re-encode and decorate what they send. Here a message is taken apart ([`message`]), each
//! of its texts is rendered in the few ways in which mail programs alter texts ([`rendering`]), armored signatures are
//! looked for ([`block`]), and for each the bytes that it signs ([`search()`]).
//!
//! A signature alone decides whether bytes are right: what verifies *is* what was signed, so restoring can try, and can
//! neither forge nor guess. Nothing else in a message is believed: no name, no type, no address, no date.
//!
//! Pure functions over bytes: no file, no clock, no network. Work is bounded by [`message::PARTS_MAX`] and
//! [`search::TRIES_MAX`], whatever a stranger sends.

pub mod block;
pub mod bounce;
pub mod html;
pub mod identity;
pub mod message;
pub mod rendering;
pub mod restore;
pub mod search;
pub mod sender;
pub mod subject;
pub mod verdict;
mod winmail;

#[cfg(test)]
mod hostile_tests;

pub use identity::as_written;
pub use message::{Leaf, Message};
pub use search::{Aim, Found, Keys, Search, search};
pub use sender::{Machine, Program, Robot};
pub use subject::Request;
pub use verdict::{Verdict, verdict};
