//! The few ways in which mail programs alter the lines of a text, undone: each gives another text to search.

use crate::block;
use crate::html;
use crate::message::Leaf;
use record::parcel::{self, Parcel};

/// The ways to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// As it came, with LF line ends.
    Text,
    /// Lines joined that `format=flowed` broke (RFC 3676).
    Flowed,
    /// The lines of an HTML text.
    Html,
    /// As UTF-8, or as Latin-1, whatever its part says.
    OtherCharset,
    /// Without what every line of a block is indented by.
    Indented,
    /// Without the `- ` of inline PGP (RFC 9580, section 7.2).
    DashEscaped,
    /// Without the empty line after each line.
    Doubled,
    /// The contents of a parcel of `tabella sign --mail`.
    Unpacked,
    /// Without quote marks; also the contents of parcels that are quoted.
    Quoted,
}

/// A text of a message, as one of its leaves may be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendering {
    pub leaf: usize,
    pub how: How,
    /// The text, with LF line ends.
    pub text: String,
}

/// Longest text that is searched, in bytes.
const TEXT_MAX: usize = 1 << 20;

/// All readings of a leaf, the likeliest first.
pub fn of(number: usize, leaf: &Leaf) -> Vec<Rendering> {
    let Some(text) = leaf.text.as_deref().filter(|text| text.len() <= TEXT_MAX) else {
        return Vec::new();
    };
    if leaf.is_picture() {
        return Vec::new();
    }
    let as_read = |(how, text)| Rendering { leaf: number, how, text };
    let mut all: Vec<Rendering> = lines_of(text, leaf).into_iter().map(as_read).collect();
    if let Some(other) = in_other_charset(&leaf.bytes, text) {
        let lines = line_feeds(&if leaf.html { html::lines(&other) } else { other });
        all.push(as_read((How::OtherCharset, lines)));
    }
    all
}

/// The text of bytes in another charset than the one by which they were read, because many gateways declare a wrong
/// one.
fn in_other_charset(bytes: &[u8], read: &str) -> Option<String> {
    if bytes.is_ascii() || bytes.len() > TEXT_MAX {
        return None;
    }
    let other = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    (other != read).then_some(other)
}

/// All readings of a text, the likeliest first.
fn lines_of(text: &str, leaf: &Leaf) -> Vec<(How, String)> {
    let text = line_feeds(&if leaf.html { html::lines(text) } else { text.to_owned() });
    let parcels = unpacked(&text);
    if leaf.html {
        return [(How::Html, text)].into_iter().chain(parcels).collect();
    }
    let flowed = (How::Flowed, unfold(&text, leaf.delsp));
    let mut all = if leaf.flowed {
        vec![flowed, (How::Text, text.clone())]
    } else {
        vec![(How::Text, text.clone()), flowed]
    };
    if text.contains("- -----BEGIN") {
        all.push((
            How::DashEscaped,
            each_line(&text, |line| line.strip_prefix("- ").unwrap_or(line)),
        ));
    }
    if text.matches("\n\n").count() * 3 > text.lines().count() {
        all.push((How::Doubled, text.replace("\n\n", "\n")));
    }
    if text.starts_with('>') || text.contains("\n>") {
        all.push((How::Quoted, each_line(&text, unquoted)));
    }
    if let Some(indent) = indent(&text) {
        all.push((
            How::Indented,
            each_line(&text, |line| line.strip_prefix(indent).unwrap_or(line)),
        ));
    }
    all.extend(parcels);
    all
}

/// The indentation of the block with a signature; none if it has none.
fn indent(text: &str) -> Option<&str> {
    let begins = |line: &&str| line.trim_start().starts_with('-') && line.contains(block::BEGIN);
    let line = text.lines().find(begins)?;
    let indent = &line[..line.len() - line.trim_start().len()];
    (!indent.is_empty()).then_some(indent)
}

/// The texts in the parcels of a text, byte for byte.
fn unpacked(text: &str) -> Vec<(How, String)> {
    let read = |parcel: Parcel| {
        let how = if parcel.quoted { How::Quoted } else { How::Unpacked };
        Some((how, String::from_utf8(parcel.bytes).ok()?))
    };
    parcel::find(text).into_iter().filter_map(read).collect()
}

pub fn line_feeds(text: &str) -> String {
    text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace('\r', "\n")
}

/// Joins what `format=flowed` broke: a line that ends in a blank goes on in the next. With `delsp` the blank goes too.
fn unfold(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        let line = line.strip_prefix(' ').unwrap_or(line);
        // The line above a mail signature ends in a blank and is not flowed (RFC 3676, section 4.3).
        match line.strip_suffix(' ').filter(|_| line != "-- ") {
            Some(open) => out += if delsp { open } else { line },
            None => {
                out += line;
                out.push('\n');
            }
        }
    }
    out
}

fn unquoted(line: &str) -> &str {
    line.strip_prefix("> ").or(line.strip_prefix('>')).unwrap_or(line)
}

fn each_line(text: &str, change: impl Fn(&str) -> &str) -> String {
    text.split('\n').map(change).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{How, line_feeds, of, unfold};
    use crate::message::Leaf;

    #[test]
    fn flowed_lines_are_joined_and_a_signature_mark_is_not() {
        assert_eq!(unfold("# a long \nline\n-- \nme", false), "# a long line\n-- \nme\n");
        assert_eq!(unfold(" >x \ny", true), ">xy\n");
    }

    #[test]
    fn every_kind_of_line_end_becomes_one() {
        assert_eq!(line_feeds("a\r\nb\rc\r\r\nd\n"), "a\nb\nc\nd\n");
    }

    #[test]
    fn a_text_is_read_in_the_ways_that_its_look_suggests() {
        let how = |text: &str| -> Vec<How> {
            let leaf = Leaf { text: Some(text.to_owned()), ..Leaf::default() };
            of(0, &leaf).into_iter().map(|rendering| rendering.how).collect()
        };
        assert_eq!(how("a: 1\n"), [How::Text, How::Flowed]);
        assert_eq!(how("a\n\nb\n\nc\n"), [How::Text, How::Flowed, How::Doubled]);
        assert_eq!(how("x\n> a\n"), [How::Text, How::Flowed, How::Quoted]);
        let block = "  a: 1\n  -----BEGIN SSH SIGNATURE-----\n";
        assert_eq!(how(block), [How::Text, How::Flowed, How::Indented]);
    }

    #[test]
    fn a_text_is_read_by_the_charset_that_its_bytes_have_too() {
        let last = |bytes: &[u8], read: &str| {
            let leaf =
                Leaf { bytes: bytes.to_vec(), text: Some(read.to_owned()), ..Leaf::default() };
            of(0, &leaf).pop().map(|one| (one.how, one.text))
        };
        let other = |text: &str| Some((How::OtherCharset, text.to_owned()));
        assert_eq!(last("caf\u{e9}\n".as_bytes(), "caf\u{8305}\n"), other("caf\u{e9}\n"));
        assert_eq!(last(b"caf\xe9\n", "caf\u{fffd}\n"), other("caf\u{e9}\n"));
        assert_eq!(last("caf\u{e9}\n".as_bytes(), "caf\u{e9}\n").unwrap().0, How::Flowed);
    }
}
