//! The answer to one letter.

use super::compose::{DIGEST_SHOWN, HOST, mailbox, robots};
use super::{MailFault, Party, Post, clean};
use chrono::{DateTime, Utc};
use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Attachment, MultiPart, SinglePart};
use record::{Digest, names};

/// Longest id of an answered letter that is repeated, in bytes.
const ID_MAX: usize = 250;
/// Longest subject, in characters.
const SUBJECT_MAX: usize = 150;

/// An answer to what one seat's player wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply<'a> {
    /// Id of the game.
    pub game: &'a str,
    /// The phase that was open when it was written.
    pub phase: u32,
    /// The seat that is answered.
    pub seat: &'a str,
    /// Who answers.
    pub referee: Party<'a>,
    /// The seat's player, at the address that the charter names.
    pub to: Party<'a>,
    /// Subject line, the same for all letters of a game.
    pub subject: &'a str,
    /// What is said.
    pub text: &'a str,
    /// Digest of the bytes that are answered: the answer's id comes of it, so that a letter that comes twice is answered
    /// once.
    pub letter: &'a Digest,
    /// Id of the letter that is answered, as that letter has it.
    pub answered: Option<&'a str>,
    /// Date of the answer.
    pub date: DateTime<Utc>,
    /// An order form, attached as `SEAT.yaml`.
    pub form: Option<&'a str>,
}

/// The answer as a letter for the outbox. It says of itself that a program wrote it (RFC 3834, section 5).
///
/// # Errors
/// [`MailFault`]: names or addresses cannot stand in a header.
pub fn reply(reply: &Reply<'_>) -> Result<Post, MailFault> {
    for name in [reply.game, reply.seat] {
        names::check_id(name).map_err(|why| MailFault::Name { name: name.to_owned(), why })?;
    }
    let digits = &reply.letter.to_string()[..DIGEST_SHOWN];
    let id = format!("<{}.re.{digits}.{}@{HOST}>", reply.game, reply.seat);
    let mut message = Message::builder()
        .from(mailbox("referee", &reply.referee)?)
        .to(mailbox(reply.seat, &reply.to)?)
        .subject(clean::line(reply.subject, SUBJECT_MAX))
        .date(reply.date.into())
        .message_id(Some(id));
    if let Some(answered) = reply.answered.filter(|id| is_id(id)) {
        message = message.in_reply_to(answered.to_owned()).references(answered.to_owned());
    }
    let message = robots(message, reply.game, "auto-replied");
    let text = SinglePart::builder()
        .header(ContentType::TEXT_PLAIN)
        .header(ContentTransferEncoding::QuotedPrintable)
        .body(clean::body(reply.text));
    let built = match reply.form {
        None => message.singlepart(text),
        Some(form) => {
            let kind = ContentType::parse("text/yaml; charset=utf-8").expect("a type of our own");
            let attached = Attachment::new(format!("{}.yaml", reply.seat));
            let boundary = Digest::of(format!("{digits} {} {form}", reply.text).as_bytes());
            let parts =
                MultiPart::mixed().boundary(format!("mixed-{}", &boundary.to_string()[..40]));
            message.multipart(
                parts.singlepart(text).singlepart(attached.body(form.as_bytes().to_vec(), kind)),
            )
        }
    };
    let bytes = built.map_err(|error| MailFault::Build(error.to_string()))?.formatted();
    Ok(Post { file: format!("{:04}-{}-re-{digits}.eml", reply.phase, reply.seat), bytes })
}

/// Whether this can be repeated as the id of a letter: one word in angle brackets.
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
    use super::{Reply, is_id, reply};
    use crate::mail::{Envelope, Party};
    use chrono::DateTime;
    use record::Digest;

    fn party(mail: &str) -> Party<'_> {
        Party { name: Some("Publius"), mail }
    }

    #[test]
    fn the_same_letter_is_answered_by_the_same_letter_and_robots_leave_it_alone() {
        let digest = Digest::of(b"a letter");
        let answer = Reply {
            game: "zama",
            phase: 7,
            seat: "rome",
            referee: party("referee@example.org"),
            to: party("publius@example.org"),
            subject: "[zama] Combined Arms",
            text: "Filed.\n",
            letter: &digest,
            answered: Some("<x@example.org>"),
            date: DateTime::from_timestamp(1_900_000_000, 0).unwrap(),
            form: Some("tabella: 1\n"),
        };
        let post = reply(&answer).unwrap();
        assert_eq!(reply(&answer).unwrap(), post);
        let text = String::from_utf8(post.bytes.clone()).unwrap();
        assert!(text.contains("Auto-Submitted: auto-replied\r\n"), "{text}");
        assert!(text.contains("In-Reply-To: <x@example.org>\r\n"), "{text}");
        let envelope = Envelope::read(&post.bytes).unwrap();
        assert!(envelope.message_id.starts_with("<zama.re."), "{}", envelope.message_id);
        assert!(post.file.starts_with("0007-rome-re-"), "{}", post.file);
    }

    #[test]
    fn an_id_that_could_break_a_header_is_not_repeated() {
        assert!(is_id("<a.b@c>"));
        for id in ["a@b", "<a b@c>", "<a@b>\r\nBcc: x@y", "<<a@b>>", "<ab>", ""] {
            assert!(!is_id(id), "{id}");
        }
    }
}
