//! Carriers of letters: a mail server ([`Smtp`]) or the machine's own `sendmail` ([`Sendmail`]); and the server for a
//! browser of this machine ([`Loopback`]). All sockets, processes and waiting for these are in here.

#[cfg(feature = "play")]
pub mod browser;
#[cfg(feature = "play")]
mod loopback;
#[cfg(feature = "mail")]
mod sendmail;
#[cfg(feature = "mail")]
mod smtp;

#[cfg(feature = "play")]
pub use loopback::{Asked, Kind, Loopback};
#[cfg(feature = "mail")]
pub use sendmail::Sendmail;
#[cfg(feature = "mail")]
pub use smtp::{Smtp, Timeouts};
