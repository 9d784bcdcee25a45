//! A letter to ourselves, which shows on its return that mail goes out and comes in.

use super::compose::{HOST, mailbox};
use super::{MailFault, Party, Post, clean};
use chrono::{DateTime, Utc};
use lettre::Message;
use lettre::message::SinglePart;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};

/// The first part of the names of test letters.
const FILE: &str = "0000-trial-";

pub fn is_trial(file: &str) -> bool {
    file.starts_with(FILE)
}

/// The message id of the test letter with this random word.
pub fn trial_id(word: &str) -> String {
    format!("<trial.{word}@{HOST}>")
}

/// The test letter with this random word, from and to the club's own addresses.
///
/// # Errors
/// [`MailFault`]: an address that cannot stand in a header.
pub fn trial((from, to): (&str, &str), word: &str, date: DateTime<Utc>) -> Result<Post, MailFault> {
    let party = |mail| Party { name: None, mail };
    let automatic = HeaderValue::new(
        HeaderName::new_from_ascii_str("Auto-Submitted"),
        "auto-generated".to_owned(),
    );
    let text = "This letter was sent by `tabella referee run` to its own mailbox. When \
         it\narrives, the program knows that it can send and receive mail. You do\nnot need to \
         do anything.\n";
    let message = Message::builder()
        .from(mailbox("referee", &party(from))?)
        .to(mailbox("referee", &party(to))?)
        .subject("A test letter")
        .date(date.into())
        .message_id(Some(trial_id(word)))
        .raw_header(automatic);
    let body = SinglePart::builder()
        .header(ContentType::TEXT_PLAIN)
        .header(ContentTransferEncoding::QuotedPrintable)
        .body(clean::body(text));
    let built = message.singlepart(body);
    let bytes = built.map_err(|error| MailFault::Build(error.to_string()))?.formatted();
    Ok(Post { file: format!("{FILE}{word}.eml"), bytes })
}

#[cfg(test)]
mod tests {
    use super::{is_trial, trial, trial_id};
    use crate::mail::Envelope;
    use chrono::DateTime;

    #[test]
    fn a_test_letter_goes_from_the_club_to_where_it_is_told() {
        let date = DateTime::from_timestamp(1_900_000_000, 0).unwrap();
        let addresses = ("club@example.org", "echo@example.net");
        let post = trial(addresses, "00ff00ff00ff00ff00ff00ff", date).unwrap();
        assert!(is_trial(&post.file) && !is_trial("0000-rome.eml"), "{}", post.file);
        let envelope = Envelope::read(&post.bytes).unwrap();
        assert_eq!(envelope.message_id, trial_id("00ff00ff00ff00ff00ff00ff"));
        assert_eq!(envelope.to, "echo@example.net");
    }
}
