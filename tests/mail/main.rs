//! Mail out: letters as a mail program sees them, and the outbox against mail servers on this machine.
#![cfg(feature = "mail")]
#![allow(clippy::disallowed_methods, reason = "the tests look into folders")]

mod folder;
mod letters;
mod send;
mod sendmail;
mod server;
mod tls;
