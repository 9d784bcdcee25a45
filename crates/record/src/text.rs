//! Reading and writing the record's own YAML files: a frozen emitter for what is hashed, a strict reader for what may
//! have been tampered with.

use crate::exchange::yaml;
use engine::text::unprintable;
use engine::{Node, Path};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

/// Longest line of free text (a player's name, the value of an option), in bytes.
const TEXT_MAX: usize = 200;

/// Reads a file of at most `max` bytes.
///
/// # Errors
/// A message of one line that says what is wrong with it.
pub(super) fn read<T: DeserializeOwned + Serialize>(bytes: &[u8], max: usize) -> Result<T, String> {
    if bytes.len() > max {
        return Err(format!("larger than {max} bytes"));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|why| format!("not UTF-8 text at byte {}", why.valid_up_to()))?;
    let node = yaml::parse(text).map_err(|complaints| complaints.to_string())?;
    let given = node.plain_value();
    let value = typed(&node, &given)?;
    match listed(&given, &serde_json::to_value(&value).unwrap_or_default()) {
        None => Ok(value),
        Some(way) => {
            let place = place(way.iter().rev());
            let line = node.locate(&place).line;
            let name = if way.is_empty() { String::new() } else { format!("{place}: ") };
            Err(format!("line {line}: {name}this is a list; write `key: value` instead"))
        }
    }
}

/// Reads plain data from a text that somebody else may have written, with the strict reader, whose work grows no faster
/// than the text.
///
/// # Errors
/// A message of one line that says what is wrong with it.
pub fn read_plain<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let node = yaml::parse(text).map_err(|complaints| complaints.to_string())?;
    typed(&node, &node.plain_value())
}

/// A value of a type from the plain data of a tree; a fault names its line.
fn typed<T: DeserializeOwned>(node: &Node, given: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(given).map_err(|why| {
        let line = node.locate(&place(why.path().iter())).line;
        format!("line {line}: {}", why.into_inner())
    })
}

/// The path, innermost part first, to the first place where a file has a list but the value read from it has keys. The
/// reader would take the list's items as the keys in order, and a person would have to guess which is which.
fn listed(given: &Value, read: &Value) -> Option<Vec<Segment>> {
    let below = |segment: Segment, one: &Value, other: &Value| {
        let mut way = listed(one, other)?;
        way.push(segment);
        Some(way)
    };
    match (given, read) {
        (Value::Array(_), Value::Object(_)) => Some(Vec::new()),
        (Value::Array(given), Value::Array(read)) => {
            let mut pairs = given.iter().zip(read).enumerate();
            pairs.find_map(|(index, (one, other))| below(Segment::Seq { index }, one, other))
        }
        (Value::Object(given), Value::Object(read)) => given
            .iter()
            .find_map(|(key, one)| below(Segment::Map { key: key.clone() }, one, read.get(key)?)),
        _ => None,
    }
}

fn place<'a>(way: impl Iterator<Item = &'a Segment>) -> Path {
    way.fold(Path::top(), |place, segment| match segment {
        Segment::Seq { index } => place.then(*index),
        Segment::Map { key } => place.then(key.as_str()),
        Segment::Enum { .. } | Segment::Unknown => place,
    })
}

/// The text of a file; the same value gives the same bytes everywhere.
pub(super) fn write<T: Serialize>(value: &T) -> String {
    serde_yaml::to_string(value).expect("plain data has no value that YAML cannot hold")
}

/// A text in which every control character, and every character that changes the writing direction, is shown as its
/// number: what strangers wrote cannot move the cursor, recolour the terminal or pose as another line.
pub fn visible(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.chars().any(unprintable) {
        return std::borrow::Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        if unprintable(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    std::borrow::Cow::Owned(shown)
}

/// Checks one line of free text: short, printable, and read in the order in which it is written.
///
/// # Errors
/// Why it cannot be used.
pub fn check_text(text: &str) -> Result<(), String> {
    if text.len() > TEXT_MAX {
        Err(format!("longer than {TEXT_MAX} bytes"))
    } else if text.trim().is_empty() {
        Err("it is empty".to_owned())
    } else if text.chars().any(unprintable) {
        Err(format!("`{}` contains invisible characters", text.escape_default()))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown_as_its_number_and_all_else_stays() {
        for (text, shown) in [
            ("Ave, Scipio. è 中", "Ave, Scipio. è 中"),
            ("a\u{1b}[2Jb\n", "a\\u{1b}[2Jb\\u{a}"),
            ("ro\u{202e}me\u{feff}", "ro\\u{202e}me\\u{feff}"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }
}
