//! Writing an order file: the envelope as the form shows it, and the sheet below.

use super::order_file::{FIELDS, VERSION};
use crate::Digest;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use engine::Seat;
use std::fmt::Write as _;

/// The lines above the orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope<'a> {
    pub game: &'a str,
    pub phase: u32,
    pub seat: &'a Seat,
    /// The head of the game.
    pub after: Digest,
    /// From 1; higher in every later file for the same phase.
    pub revision: u32,
    /// True if the phase may be resolved early on its account.
    pub final_: bool,
    /// The author's random bytes; none in a form that somebody else is to fill in.
    pub salt: Option<[u8; 16]>,
    /// Lines of comment at the top, without `#`.
    pub comments: &'a [String],
}

/// The text of an order file; `body` is the YAML text of `orders`, `ahead` and `standing`.
pub fn compose(envelope: &Envelope<'_>, body: &str) -> String {
    let mut text = String::new();
    for line in envelope.comments.iter().flat_map(|comment| comment.split('\n')) {
        let _ = writeln!(text, "{}", format!("# {line}").trim_end());
    }
    let salt = envelope.salt.map_or_else(String::new, |salt| STANDARD.encode(salt));
    let values = [
        VERSION.to_string(),
        envelope.game.to_owned(),
        envelope.phase.to_string(),
        envelope.seat.to_string(),
        envelope.after.to_string(),
        envelope.revision.to_string(),
        envelope.final_.to_string(),
        salt,
    ];
    for ((field, what), value) in FIELDS.iter().zip(values) {
        // Only what the author still has to fill in is explained.
        let hint = if value.is_empty() {
            format!("      # write here {what}")
        } else {
            format!(" {value}")
        };
        let _ = writeln!(text, "{field}:{hint}");
    }
    text += body;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::OrderFile;
    use super::super::salt::Salt;
    use super::*;

    #[test]
    fn what_is_composed_is_read_again() {
        let (seat, comments) =
            (Seat::new("rome"), ["Zama: phase 7".to_owned(), "two\n\nlines".to_owned()]);
        let envelope = Envelope {
            game: "zama-2026",
            phase: 7,
            seat: &seat,
            after: Digest::of(b"x"),
            revision: 2,
            final_: false,
            salt: Some(*b"p4mzs?kv1wjr6gcl"),
            comments: &comments,
        };
        let text = compose(&envelope, "orders: [advance]\nstanding: {}");
        assert!(text.starts_with("# Zama: phase 7\n# two\n#\n# lines\ntabella: 1\n"), "{text}");
        let file = OrderFile::read(text.as_bytes()).unwrap();
        assert_eq!((file.game.as_str(), file.phase, &file.seat), ("zama-2026", 7, &seat));
        assert_eq!(
            (file.after, file.revision, file.final_, file.salt),
            (Digest::of(b"x"), 2, false, Salt::Drawn(*b"p4mzs?kv1wjr6gcl"))
        );
        assert_eq!(file.sheet.orders.unwrap().list().unwrap()[0].text(), Some("advance"));
        assert!(file.sheet.ahead.is_none() && file.sheet.standing.is_some());
        let form = compose(&Envelope { salt: None, ..envelope }, "");
        let complaints = OrderFile::read(form.as_bytes()).unwrap_err();
        assert_eq!(complaints.0.len(), 1, "only the salt is left to fill in");
        assert_eq!(complaints.0[0].code, "E-salt");
    }
}
