//! What takes letters away: a mail server ([`Smtp`]) or the machine's own `sendmail` ([`Sendmail`]); and what a browser of this
//! machine asks through ([`Loopback`]). The sockets, the processes and the waiting of all that are in here.

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
