//! The part of a letter that is the same however often it comes.
//!
//! A program that hands a letter over writes lines of its own on top of it (RFC 5321, section 4.4), with the time of that attempt. So
//! the same letter has other bytes when it is brought again, and two of its deliveries are known for one by what its author wrote.

/// The headers that an author's program writes and that nothing on the way may change.
const KEPT: [&str; 12] = [
    "from",
    "sender",
    "reply-to",
    "to",
    "cc",
    "date",
    "message-id",
    "in-reply-to",
    "subject",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
];

/// The part of a letter that its author wrote: some of its headers in their order, names in lower case, and its body,
/// with line ends as LF. A copy to which somebody else adds a line on top gives the same bytes; a copy with another id,
/// date or word does not.
pub fn as_written(raw: &[u8]) -> Vec<u8> {
    let mut left = without_mark(raw);
    let (mut written, mut keeps) = (Vec::with_capacity(left.len()), false);
    while !left.is_empty() {
        let (line, rest) = first_line(left);
        if line.is_empty() {
            break;
        }
        // A line that begins with a blank goes on with the header above it.
        if !matches!(line[0], b' ' | b'\t') {
            let name = line.split(|c| *c == b':').next().unwrap_or_default().to_ascii_lowercase();
            keeps = KEPT.iter().any(|kept| kept.as_bytes() == name.trim_ascii_end());
        }
        if keeps {
            written.extend_from_slice(line);
            written.push(b'\n');
        }
        left = rest;
    }
    written.extend(left.iter().filter(|c| **c != b'\r'));
    written.truncate(written.trim_ascii_end().len());
    written
}

/// A letter without the line `From ADDRESS TIME` that some programs put above it, as in a file of many letters.
pub(crate) fn without_mark(raw: &[u8]) -> &[u8] {
    if raw.starts_with(b"From ") || raw.starts_with(b">From ") { first_line(raw).1 } else { raw }
}

/// The first line without its end, and what follows.
fn first_line(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|c| *c == b'\n');
    let (line, rest) = end.map_or((text, &[][..]), |end| (&text[..end], &text[end + 1..]));
    (line.strip_suffix(b"\r").unwrap_or(line), rest)
}

#[cfg(test)]
mod tests {
    use super::as_written;
    use crate::message::Message;

    const LETTER: &str = "From: Rome <rome@example.org>\nSubject: my\n orders\nX-Mailer: x\nMessage-ID: <1@x>\n\nReceived: no\n";

    #[test]
    fn what_each_delivery_writes_on_top_makes_no_other_letter() {
        let one = format!(
            "From rome@example.org  Mon Nov 23 22:00:00 2026\nReturn-Path: <rome@example.org>\n\
             Received: from a by b;\n\tMon, 23 Nov 2026 22:00:00 +0100\n{LETTER}"
        );
        let other = one.replace("22:00:00", "22:05:00").replace('\n', "\r\n") + "\r\n";
        assert_eq!(as_written(one.as_bytes()), as_written(other.as_bytes()));
        assert_eq!(as_written(one.as_bytes()), as_written(LETTER.as_bytes()));
        let written = String::from_utf8(as_written(one.as_bytes())).unwrap();
        assert!(
            written.ends_with("\n\nReceived: no") && !written.contains("X-Mailer"),
            "{written}"
        );
    }

    #[test]
    fn another_word_id_or_part_makes_another_letter() {
        for (old, new) in
            [("my", "thy"), ("<1@x>", "<2@x>"), ("no\n", "yes\n"), ("orders\n", "orders\n ")]
        {
            let other = LETTER.replace(old, new);
            assert_ne!(as_written(other.as_bytes()), as_written(LETTER.as_bytes()), "{other}");
        }
        assert_eq!(as_written(b""), b"");
        assert_eq!(as_written(b"\n\n"), b"");
    }

    #[test]
    fn a_mark_above_the_headers_is_no_header() {
        let marked = format!("From rome@example.org  Mon Nov 23 22:00:00 2026\n{LETTER}");
        let read = Message::read(marked.as_bytes());
        assert_eq!(read.addresses("from"), ["rome@example.org"]);
        assert_eq!(read.header("subject"), "my orders");
    }
}
