//! What takes letters away: a mail server ([`Smtp`]) or the machine's own `sendmail` ([`Sendmail`]). The sockets, the
//! processes and the waiting of sending mail are all in here.

mod sendmail;
mod smtp;

pub use sendmail::Sendmail;
pub use smtp::{Smtp, Timeouts};
