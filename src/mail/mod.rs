//! Mail out: composing a letter to a seat's player, and what is asked of whoever carries it.
//!
//! [`compose`] is a pure function: the same [`Letter`] gives the same bytes on every machine, date, ids and boundaries
//! included. So a letter that is built twice is the same letter, and whoever receives it twice can see that it is.
//! [`Carrier`] is what takes letters away; the carriers themselves are the store's, like files and clock.
//!
//! Whether something waits, has been sent or has failed is the store's to remember; no file, clock, socket or process in here.

pub(crate) mod clean;
mod compose;
mod envelope;
mod note;
mod picture;
mod route;
mod trial;

pub use clean::{AddressFault, check_address};
pub use compose::{TURN_END, compose, file_name, gzipped, message_id};
pub(crate) use envelope::with_crlf;
pub use envelope::{Envelope, EnvelopeFault, readdressed};
pub use note::{Enclosure, Note, Purpose, addressee, addressee_of, note, note_id, short_name};
pub use route::{Encryption, RouteFault, SmtpRoute};
pub use trial::{is_trial, trial, trial_id};

use chrono::{DateTime, Utc};
use record::{Digest, NameFault};

/// The facts that all letters about one turn record share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion<'a> {
    pub game: &'a str,
    /// Number of the turn record that the letters report.
    pub phase: u32,
    /// The game's start: the digest of `turns/0000/SHA256SUMS`.
    pub start: Digest,
    /// The digest of the record before this one; none for the opening.
    pub previous: Option<Digest>,
    /// The digest of the record that the letters report.
    pub head: Digest,
    /// Date of the letters: the time that the record states.
    pub date: DateTime<Utc>,
    pub referee: Party<'a>,
}

/// A sender or a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party<'a> {
    /// Name, as it comes from the charter; control characters in it do no harm.
    pub name: Option<&'a str>,
    pub mail: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture<'a> {
    pub svg: &'a str,
    /// The same as PNG, which every mail program shows; without it the page shows the SVG, and some programs show nothing.
    pub png: Option<&'a [u8]>,
    /// The text that stands in its place if pictures are not shown; the HTML says the positions in words.
    pub instead: &'a str,
}

/// One letter: what the player of one seat is told about one turn record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter<'a> {
    pub occasion: &'a Occasion<'a>,
    pub seat: &'a str,
    pub to: Party<'a>,
    pub subject: &'a str,
    pub text: &'a str,
    /// The letter as a page. The picture goes where it says `cid:map`; a page without that has it in place of its first
    /// `<svg>` element, or at its end.
    pub html: &'a str,
    pub picture: Option<Picture<'a>>,
    /// The order form, attached as `SEAT.yaml` byte for byte; none for a seat that owes nothing.
    pub form: Option<&'a str>,
    /// The turn for the order sheet's page, attached gzipped as `SEAT.json.gz`; none for a seat that owes nothing.
    pub turn: Option<&'a str>,
    /// The page for players, attached as `player.txt`, where it goes along.
    pub guide: Option<&'a str>,
}

/// The reasons why a letter cannot be composed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailFault {
    /// The id of the game or the seat is no name of the protocol, so it can stand in no message id.
    #[error("`{}`: {why}", name.escape_default())]
    Name { name: String, why: NameFault },
    #[error("the {whose}: {why}")]
    Address {
        /// The owner of the address: `referee`, or the name of the seat.
        whose: String,
        why: AddressFault,
    },
    /// A date outside the years 1970 to 9998, which no mail header can state.
    #[error("a letter cannot carry the date {0}")]
    Date(DateTime<Utc>),
    /// The digest of the previous record is missing, or the opening record has one.
    #[error(
        "phase {0}: every phase but the opening needs a previous record, and the opening has none"
    )]
    Previous(u32),
    /// The mail library refused the parts.
    #[error("the letter cannot be composed: {0}")]
    Build(String),
}

/// A letter that is ready for the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Name of its file, `NNNN-SEAT.eml`.
    pub file: String,
    /// The whole message with CRLF line ends; ASCII only.
    pub bytes: Vec<u8>,
}

/// Composes the letters of a record: one file name and message for each.
///
/// # Errors
/// The [`MailFault`] of the first letter that cannot be composed.
pub fn letters(letters: &[Letter<'_>]) -> Result<Vec<Post>, MailFault> {
    let post = |letter: &Letter<'_>| {
        Ok(Post { file: file_name(letter.occasion.phase, letter.seat), bytes: compose(letter)? })
    };
    letters.iter().map(post).collect()
}

/// Hands letters over to the mail system.
pub trait Carrier {
    /// Makes ready: connects, encrypts, logs in. Nothing is handed over yet. Called before every letter; a carrier that
    /// is still ready does nothing.
    ///
    /// # Errors
    /// [`Fault::Route`]: no letter is to blame, and none can be sent.
    fn ready(&mut self) -> Result<(), Fault>;

    /// Hands one letter over, and answers with what the other side said when it took charge of it.
    ///
    /// # Errors
    /// [`Fault`].
    fn carry(&mut self, envelope: &Envelope, message: &[u8]) -> Result<String, Fault>;
}

/// The reasons for which a letter was not taken. They decide whether it is tried again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The way itself is closed; every letter waits.
    #[error("{0}")]
    Route(#[from] RouteError),
    /// This letter was not taken now and may be later.
    #[error("not now: {0}")]
    Temporary(String),
    #[error("the recipient {address} was refused: {said}")]
    Recipient {
        address: String,
        /// The words of the other side.
        said: String,
    },
    /// This letter was refused for good.
    #[error("refused: {0}")]
    Permanent(String),
    /// The letter was handed over, and no answer came: it may have been taken or not.
    #[error("handed over, but delivery was not confirmed: {0}")]
    Doubt(String),
}

/// The reasons why no letter at all can be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// No connection, or it broke before anything was handed over.
    #[error("cannot reach {host}: {why}")]
    Unreachable {
        host: String,
        /// The reason, in the words of the network or of the server.
        why: String,
    },
    /// The server, reached or not, did not answer in time.
    #[error("{host} did not answer within {seconds} seconds")]
    Late { host: String, seconds: u64 },
    /// The server's certificate was signed by no authority that this machine trusts.
    #[error(
        "{host} presents a certificate from an unknown authority ({why}); to trust that \
         authority, name its certificate with --ca PEM"
    )]
    UnknownAuthority {
        host: String,
        /// The words of the TLS library.
        why: String,
    },
    /// The certificate is known and still wrong: expired, or for another host.
    #[error("{host} presents an invalid certificate: {why}")]
    Certificate {
        host: String,
        /// The words of the TLS library.
        why: String,
    },
    /// The server does not encrypt, and nothing is sent in the clear.
    #[error("{0} does not offer STARTTLS, and nothing is sent unencrypted; try smtps://")]
    NoEncryption(String),
    /// User or password was refused, or the server and the program share no login method.
    #[error("{host} refused to log {user} in: {said}")]
    Login {
        host: String,
        user: String,
        /// The words of the server.
        said: String,
    },
    /// There is no `sendmail`, or it cannot be run.
    #[error("sendmail cannot be run: {0}")]
    NoSendmail(String),
}

#[cfg(test)]
mod compose_tests;
