//! A short letter: an answer, a reminder, a word to the referee.

use super::compose::{DIGEST_SHOWN, GZIP, HOST, TURN_END, mailbox, message_id, robots};
use super::{MailFault, Party, Post, clean};
use chrono::{DateTime, Utc};
use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Attachment, Body, MultiPart, SinglePart};
use record::{Digest, names};

/// Longest id of an answered letter that is repeated, in bytes.
const ID_MAX: usize = 250;
/// Longest subject, in characters.
const SUBJECT_MAX: usize = 150;

engine::words! {
    /// The purposes of a short letter; the word of each stands in ids and in names of files.
    pub enum Purpose {
        /// It answers what a player wrote.
        Answer = "re",
        /// Orders are due, or a deadline has passed.
        Reminder = "remind",
        /// A player's words, passed on.
        Message = "message",
        /// Something that the referee must look at.
        Notice = "notice",
    }
}

impl Purpose {
    /// The value of its header `Auto-Submitted` (RFC 3834, section 5).
    const fn submitted(self) -> &'static str {
        match self {
            Self::Answer => "auto-replied",
            Self::Reminder | Self::Message | Self::Notice => "auto-generated",
        }
    }
}

/// The addressee of a letter in an outbox, by the name of its file: the number of the record or phase that it is about,
/// and the seat. None if the name is not one that letters have.
pub fn addressee(file: &str) -> Option<(u32, &str)> {
    let (number, rest) = file.strip_suffix(".eml")?.split_once('-')?;
    Some((number.parse().ok()?, seat_of_short(rest).unwrap_or(rest)))
}

/// The name of a short letter's file without the number, so the same whatever phase was open when it was written. None
/// for a report.
pub fn short_name(file: &str) -> Option<&str> {
    let (_, rest) = file.strip_suffix(".eml")?.split_once('-')?;
    seat_of_short(rest).map(|_| rest)
}

/// The seat in `rome-re-5d410c2f9a1b`.
fn seat_of_short(rest: &str) -> Option<&str> {
    let (rest, digits) = rest.rsplit_once('-')?;
    let digest = digits.len() == DIGEST_SHOWN && digits.bytes().all(|c| c.is_ascii_hexdigit());
    let mut words = Purpose::ALL.iter().filter(|_| digest);
    words.find_map(|one| rest.strip_suffix(one.word())?.strip_suffix('-'))
}

/// The seat that a letter with this id is for.
pub fn addressee_of(id: &str) -> Option<&str> {
    let mut parts = id.strip_prefix('<')?.split_once('@')?.0.split('.').skip(1);
    let second = parts.next()?;
    let third = parts.next()?;
    // A report has the number of its record there, a short letter the word of its purpose.
    if second.bytes().all(|c| c.is_ascii_digit()) { Some(third) } else { parts.next() }
}

/// A file that goes along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    pub name: String,
    /// Its bytes, which arrive as they are.
    pub bytes: Vec<u8>,
}

/// A short letter to one seat's player, or to the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<'a> {
    pub purpose: Purpose,
    /// The digest of what it is about: notes of one purpose about the same thing are one letter, and sent once.
    pub about: &'a Digest,
    pub game: &'a str,
    pub start: Digest,
    /// The phase that was open when it was written.
    pub phase: u32,
    /// The seat that it goes to, or `referee`.
    pub seat: &'a str,
    pub referee: Party<'a>,
    /// The player, at the address that is registered.
    pub to: Party<'a>,
    /// Subject line, the same for all letters of a game.
    pub subject: &'a str,
    pub text: &'a str,
    /// Id of the letter that is answered, as that letter has it.
    pub answered: Option<&'a str>,
    pub date: DateTime<Utc>,
    pub enclosed: &'a [Enclosure],
}

pub fn note_id(game: &str, purpose: Purpose, about: &Digest, seat: &str) -> String {
    let (word, digits) = (purpose.word(), &about.to_string()[..DIGEST_SHOWN]);
    format!("<{game}.{word}.{digits}.{seat}@{HOST}>")
}

impl Note<'_> {
    /// Name of its file in the outbox, and its message id.
    fn names(&self) -> (String, String) {
        let Self { game, phase, seat, purpose, about, .. } = self;
        let (word, digits) = (purpose.word(), &about.to_string()[..DIGEST_SHOWN]);
        let file = format!("{phase:04}-{seat}-{word}-{digits}.eml");
        (file, note_id(game, *purpose, about, seat))
    }

    /// The headers that draw it into the thread of its seat's letters.
    fn thread(&self) -> (String, String) {
        let root = message_id(self.game, 0, self.seat, &self.start);
        match self.answered.filter(|id| is_id(id)) {
            Some(answered) => (answered.to_owned(), format!("{root} {answered}")),
            None => (root.clone(), root),
        }
    }
}

/// The note as a letter for the outbox. It says of itself that a program wrote it.
///
/// # Errors
/// [`MailFault`]: names or addresses cannot stand in a header.
pub fn note(note: &Note<'_>) -> Result<Post, MailFault> {
    for name in [note.game, note.seat] {
        names::check_id(name).map_err(|why| MailFault::Name { name: name.to_owned(), why })?;
    }
    let (file, id) = note.names();
    let (answered, thread) = note.thread();
    let message = Message::builder()
        .from(mailbox("referee", &note.referee)?)
        .to(mailbox(note.seat, &note.to)?)
        .subject(clean::line(note.subject, SUBJECT_MAX))
        .date(note.date.into())
        .message_id(Some(id))
        .in_reply_to(answered)
        .references(thread);
    let message = robots(message, note.game, &note.start, note.purpose.submitted());
    let text = SinglePart::builder()
        .header(ContentType::TEXT_PLAIN)
        .header(ContentTransferEncoding::QuotedPrintable)
        .body(clean::body(note.text));
    let built = if note.enclosed.is_empty() {
        message.singlepart(text)
    } else {
        message.multipart(with_enclosures(note, text))
    };
    let bytes = built.map_err(|error| MailFault::Build(error.to_string()))?.formatted();
    Ok(Post { file, bytes })
}

fn with_enclosures(note: &Note<'_>, text: SinglePart) -> MultiPart {
    let mut all = format!("{} {}", note.about, note.text).into_bytes();
    for one in note.enclosed {
        all.extend(&one.bytes);
    }
    let boundary = Digest::of(&all).to_string();
    let mut parts =
        MultiPart::mixed().boundary(format!("mixed-{}", &boundary[..40])).singlepart(text);
    for one in note.enclosed {
        // Base64, because mail would rewrite the line ends of anything else.
        let attached = Attachment::new(one.name.clone());
        parts = parts.singlepart(
            attached.body(
                Body::new_with_encoding(one.bytes.clone(), ContentTransferEncoding::Base64)
                    .expect("base64 can encode every byte"),
                kind(&one.name),
            ),
        );
    }
    parts
}

/// The kind of a file: of those that go along, only the turn of an order sheet is no order file or receipt.
fn kind(name: &str) -> ContentType {
    let kind = if name.ends_with(TURN_END) { GZIP } else { "text/yaml; charset=utf-8" };
    ContentType::parse(kind).expect("the content type is our own constant")
}

/// True if the text can be repeated as the id of a letter: one word in angle brackets.
fn is_id(id: &str) -> bool {
    let inside = id.strip_prefix('<').and_then(|id| id.strip_suffix('>'));
    inside.is_some_and(|inside| {
        inside.len() <= ID_MAX
            && inside.contains('@')
            && inside.bytes().all(|c| c.is_ascii_graphic() && c != b'<' && c != b'>')
    })
}

#[cfg(test)]
mod tests {
    use super::{Enclosure, Note, Purpose, is_id, note};
    use crate::mail::{Envelope, Party};
    use chrono::DateTime;
    use record::Digest;

    fn party(mail: &str) -> Party<'_> {
        Party { name: Some("Publius"), mail }
    }

    #[test]
    fn notes_about_the_same_thing_are_one_letter_and_robots_leave_it_alone() {
        let digest = Digest::of(b"a letter");
        let form = [Enclosure { name: "rome.yaml".to_owned(), bytes: b"tabella: 1\n".to_vec() }];
        let answer = Note {
            purpose: Purpose::Answer,
            about: &digest,
            game: "zama",
            start: Digest::of(b"start"),
            phase: 7,
            seat: "rome",
            referee: party("referee@example.org"),
            to: party("publius@example.org"),
            subject: "[zama] Combined Arms",
            text: "Filed.\n",
            answered: Some("<x@example.org>"),
            date: DateTime::from_timestamp(1_900_000_000, 0).unwrap(),
            enclosed: &form,
        };
        let post = note(&answer).unwrap();
        assert_eq!(note(&answer).unwrap(), post);
        let text = String::from_utf8(post.bytes.clone()).unwrap();
        assert!(text.contains("Auto-Submitted: auto-replied\r\n"), "{text}");
        assert!(text.contains("In-Reply-To: <x@example.org>\r\n"), "{text}");
        assert!(text.contains("References: <zama.0.rome."), "{text}");
        assert!(text.contains("List-Id: "), "{text}");
        let envelope = Envelope::read(&post.bytes).unwrap();
        assert!(envelope.message_id.starts_with("<zama.re."), "{}", envelope.message_id);
        assert!(post.file.starts_with("0007-rome-re-"), "{}", post.file);
        let reminder =
            note(&Note { purpose: Purpose::Reminder, answered: None, ..answer }).unwrap();
        assert_ne!(Envelope::read(&reminder.bytes).unwrap().message_id, envelope.message_id);
    }

    #[test]
    fn an_id_that_could_break_a_header_is_not_repeated() {
        assert!(is_id("<a.b@c>"));
        for id in ["a@b", "<a b@c>", "<a@b>\r\nBcc: x@y", "<<a@b>>", "<ab>", ""] {
            assert!(!is_id(id), "{id}");
        }
    }
}
