//! Strict YAML: the part of YAML that reads the same to everybody.
//!
//! One document of maps, lists and words. Anchors, aliases, tags, directives, merge keys, duplicate keys, keys that are
//! no words, and characters that a screen does not show as they are, are refused: a text that two readers could
//! understand in two ways is no order. Work and memory grow with the length of the text and never faster.

mod characters;
mod tree;
mod wording;

use super::codes::Code;
use characters::BOM;
use engine::{Complaint, Complaints, Node, Path, Span};

/// Deepest nesting of maps and lists.
pub const DEEPEST: usize = 64;
/// Most values, lists and maps in one document.
pub const MOST_NODES: usize = 200_000;
/// Most complaints about one text; after that many, reading stops.
pub const MOST_COMPLAINTS: usize = 50;
/// Largest data file, in bytes.
pub const DATA_LIMIT: usize = 4 << 20;

/// Reads one document. A byte order mark at the start is skipped; spans count bytes from the very first one, columns
/// from the first character that is shown.
///
/// # Errors
/// Everything that is wrong with it, in the order of the text, as far as it can be read.
pub fn parse(text: &str) -> Result<Node, Complaints> {
    let body = text.strip_prefix(BOM).unwrap_or(text);
    let skipped = text.len() - body.len();
    let hidden = characters::hidden(body, skipped);
    if !hidden.0.is_empty() {
        return Err(hidden);
    }
    tree::build(body, skipped)
}

/// Reads one document of at most `limit` bytes.
///
/// # Errors
/// As [`parse`], and also for too many bytes and for bytes that are not UTF-8.
pub fn parse_bytes(bytes: &[u8], limit: usize) -> Result<Node, Complaints> {
    parse(text_of(bytes, limit)?)
}

/// The text of a file of at most `limit` bytes.
///
/// # Errors
/// `E-size` or `E-utf8`, the latter with the place of the first byte that is no UTF-8.
pub fn text_of(bytes: &[u8], limit: usize) -> Result<&str, Complaints> {
    check_size(bytes, limit)?;
    str::from_utf8(bytes).map_err(|error| Complaints(vec![no_utf8(bytes, error.valid_up_to())]))
}

/// Refuses more than `limit` bytes.
///
/// # Errors
/// `E-size`.
pub fn check_size(bytes: &[u8], limit: usize) -> Result<(), Complaints> {
    if bytes.len() <= limit {
        return Ok(());
    }
    let message = format!("the file has {} bytes; at most {limit} are read", bytes.len());
    let fix = "game files are never that long: perhaps you sent the wrong one";
    Err(Complaints(vec![Code::Size.at(Path::top(), message).fix(fix)]))
}

/// The complaint about bytes that are no UTF-8 from `at` on.
fn no_utf8(bytes: &[u8], at: usize) -> Complaint {
    let valid = str::from_utf8(&bytes[..at]).unwrap_or_default();
    let shown = valid.strip_prefix(BOM).unwrap_or(valid);
    let last = shown.rsplit('\n').next().unwrap_or_default();
    let span = Span {
        from: at,
        to: at + 1,
        line: number(shown.matches('\n').count() + 1),
        column: number(last.chars().count() + 1),
    };
    let (message, fix) = if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        ("the file is UTF-16, not UTF-8".to_owned(), "save it again as UTF-8".to_owned())
    } else {
        let byte = bytes[at];
        let message = format!("byte {} of the file, 0x{byte:02X}, is not UTF-8", at + 1);
        let latin = char::from(byte);
        let meant = if latin.is_alphabetic() {
            format!(" (in Latin-1 it would be `{latin}`)")
        } else {
            String::new()
        };
        (message, format!("save the file as UTF-8, or retype this character{meant}"))
    };
    Code::Utf8.at(Path::top(), message).at(span).fix(fix)
}

/// Closes the list of complaints if there are too many; true if it did.
fn enough(complaints: &mut Complaints) -> bool {
    let many = complaints.0.len() >= MOST_COMPLAINTS;
    if many {
        let at = complaints.0.last().and_then(|last| last.span).unwrap_or_default();
        let fault = Code::YamlMany.at(Path::top(), "too many mistakes: reading stopped here");
        complaints.push(fault.at(at).fix("correct these first"));
    }
    many
}

/// True if a screen would not show this character as it is.
pub(crate) fn is_hidden(c: char) -> bool {
    characters::mischief(c).is_some()
}

/// A text as it is quoted in a message: its first 40 characters.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).expect("a file is small")
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
