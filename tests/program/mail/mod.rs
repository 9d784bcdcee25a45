//! Mail out: letters as a mail program sees them, and the outbox against mail servers on this machine.

mod folder;
mod letters;
mod send;
mod sendmail;
mod server;
mod tls;
