//! Mail: letters as a mail program sees them, the outbox against mail servers on this machine, and what players answer.

mod addresses;
mod club;
mod failures;
#[cfg(target_os = "linux")]
mod faults;
mod folder;
mod forty;
mod health;
mod joins;
mod ladder;
mod letters;
mod piped;
mod receive;
mod rounds;
mod send;
mod sendmail;
mod server;
mod sizes;
mod takeovers;
mod tls;
mod two_games;
mod vouches;
mod widths;
