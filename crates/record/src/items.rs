//! The items of `hidden.yaml`, each committed to by itself in `hidden.items`, so that one of them can be shown to somebody without the rest
//! (`items:` in the charter).
//!
//! An item is a scalar, or an empty map or list. Its line is a JSON array of its salt, its path and its value; the file lists the digests
//! of all lines. Whoever sees a line finds its digest in the list, and nobody can guess a line from a digest, for the salt
//! follows from the file's own, which only the referee knows while the game goes on.

use super::Digest;
use super::dice_chain::{Secret, keyed};
use super::exchange::yaml;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

pub const ITEMS_FILE: &str = "hidden.items";
/// Most bytes of a text that opens items.
pub const OPENING_MAX: usize = 8 << 20;
/// The list is padded to a multiple of this many lines, so that its length gives little away.
const STEP: usize = 1024;
const OPENING: &str = "tabella/2 open";
/// The one field that is not an item: the salts of all items are derived from it.
const SALT: &str = "salt";

/// The lines of all items of a `hidden.yaml`, by path.
///
/// # Errors
/// A text that is no `hidden.yaml`, in one line.
pub fn lines(hidden: &str) -> Result<Vec<(String, String)>, String> {
    let tree = yaml::parse(hidden).map_err(|told| told.to_string())?.plain_value();
    let salt = salt(&tree)?;
    let mut found = Vec::new();
    let Value::Object(fields) = tree else { return Err("it is not a map".to_owned()) };
    for (name, value) in fields.iter().filter(|(name, _)| *name != SALT) {
        collect(&format!("/{}", escaped(name)), value, &mut found);
    }
    let line = |(path, value): (String, &Value)| {
        let own = Digest::from_bytes(keyed(&salt, &["tabella/2 item".to_owned(), path.clone()]));
        let line = Value::from(vec![own.to_string().into(), path.clone().into(), value.clone()]);
        (path, line.to_string())
    };
    Ok(found.into_iter().map(line).collect())
}

/// The text of `hidden.items` for a `hidden.yaml`: the digests of all lines and of meaningless padding, sorted.
///
/// # Errors
/// As [`lines`].
pub fn list(hidden: &str) -> Result<String, String> {
    let tree = yaml::parse(hidden).map_err(|told| told.to_string())?.plain_value();
    let salt = salt(&tree)?;
    let lines = lines(hidden)?;
    let mut digests: Vec<Digest> = lines.iter().map(|(_, line)| digest(line)).collect();
    let whole = digests.len().max(1).next_multiple_of(STEP);
    for number in 0..whole - digests.len() {
        let pad = keyed(&salt, &["tabella/2 pad".to_owned(), number.to_string()]);
        digests.push(Digest::from_bytes(pad));
    }
    let mut digests: Vec<String> = digests.iter().map(Digest::to_string).collect();
    digests.sort();
    Ok(digests.into_iter().fold(String::new(), |mut text, digest| {
        let _ = writeln!(text, "{digest}");
        text
    }))
}

fn digest(line: &str) -> Digest {
    Digest::of(format!("{line}\n").as_bytes())
}

/// The file's salt, which is a key here.
fn salt(tree: &Value) -> Result<Secret, String> {
    let text = tree.get(SALT).and_then(Value::as_str).unwrap_or_default();
    let digest: Digest = text.parse().map_err(|_| "it has no salt".to_owned())?;
    Ok(Secret::from_bytes(*digest.bytes()))
}

/// A name escaped as a part of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn collect<'a>(path: &str, value: &'a Value, found: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (name, value) in fields {
                collect(&format!("{path}/{}", escaped(name)), value, found);
            }
        }
        Value::Array(values) if !values.is_empty() => {
            for (at, value) in values.iter().enumerate() {
                collect(&format!("{path}/{at}"), value, found);
            }
        }
        _ => found.push((path.to_owned(), value)),
    }
}

/// Items of one record, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub game: String,
    pub record: u32,
    /// Digest of the record's list.
    pub head: Digest,
    pub lines: Vec<String>,
}

impl Opening {
    /// Reads the text, taking only the form in which [`Opening::render`] writes it.
    ///
    /// # Errors
    /// A message of one line that says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > OPENING_MAX {
            return Err(format!("it has more than {OPENING_MAX} bytes"));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".to_owned())?;
        let mut rest = text.lines();
        let mut next = |what: &str| rest.next().ok_or_else(|| format!("it does not name a {what}"));
        if next("form")? != OPENING {
            return Err(format!("its first line is not `{OPENING}`"));
        }
        let game = next("game")?.to_owned();
        let record = next("record")?.parse().map_err(|_| "its third line is not a number")?;
        let head = next("head")?.parse().map_err(|_| "its fourth line is not a digest")?;
        let lines = rest.map(str::to_owned).collect();
        let opening = Self { game, record, head, lines };
        if opening.lines.iter().any(|line| item(line).is_none()) || opening.render() != text {
            return Err("it is not written as the program writes it".to_owned());
        }
        Ok(opening)
    }

    /// The text of the file, whose digest is the one that was published.
    pub fn render(&self) -> String {
        let Self { game, record, head, lines } = self;
        let mut text = format!("{OPENING}\n{game}\n{record}\n{head}\n");
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// The first of its lines that `list` does not commit to; `None` if it commits to all of them.
    pub fn foreign(&self, list: &str) -> Option<&str> {
        let listed: BTreeSet<&str> = list.lines().collect();
        let lines = self.lines.iter().map(String::as_str);
        lines.into_iter().find(|line| !listed.contains(digest(line).to_string().as_str()))
    }

    /// Each path that it shows, with the value there as JSON.
    pub fn shown(&self) -> impl Iterator<Item = (String, String)> {
        self.lines.iter().filter_map(|line| item(line))
    }
}

fn item(line: &str) -> Option<(String, String)> {
    let Value::Array(parts) = serde_json::from_str(line).ok()? else { return None };
    let [Value::String(salt), Value::String(path), value] = parts.as_slice() else { return None };
    salt.parse::<Digest>().ok()?;
    Some((path.clone(), value.to_string()))
}

/// True if `asked` is `path` itself, or the path of a map or list above it.
pub fn covers(asked: &str, path: &str) -> bool {
    path.strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIDDEN: &str = "tabella: 1\ngame: zama\nphase: 2\nsalt: 2e5e496af0184566bebb97cffdbfdead8da03b4b8218f91d5c585145a89cdcaa\n\
                          state:\n  units:\n    pr1:\n      hex: '1208'\n      steps: 2\n    a/b: {}\n  drawn:\n  - true\n  - null\n";

    fn opening(lines: &[&str]) -> Opening {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        Opening { game: "zama".to_owned(), record: 2, head: Digest::of(b"head"), lines }
    }

    #[test]
    fn every_scalar_has_a_line_and_its_digest_stands_in_the_list() {
        let lines = lines(HIDDEN).unwrap();
        let paths: Vec<&str> = lines.iter().map(|(path, _)| path.as_str()).collect();
        let expected = [
            "/tabella",
            "/game",
            "/phase",
            "/state/units/pr1/hex",
            "/state/units/pr1/steps",
            "/state/units/a~1b",
            "/state/drawn/0",
            "/state/drawn/1",
        ];
        assert_eq!(paths, expected, "the salt is no item");
        // As docs/protocol.md has it, and tools/verify.py works it out.
        assert_eq!(
            lines[3].1,
            "[\"5248510bdcabc896f3bba1e9b3da30565b753cc4b8f6a2d5a99abbb3169c8ba6\",\"/state/units/pr1/hex\",\"1208\"]"
        );
        let list = list(HIDDEN).unwrap();
        assert_eq!(list.lines().count(), STEP);
        assert!(list.lines().is_sorted(), "no place tells which digest is whose");
        let all: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
        assert_eq!(opening(&all).foreign(&list), None);
        let bent = all[3].replace("1208", "1209");
        assert_eq!(opening(&[all[0], &bent]).foreign(&list), Some(bent.as_str()));
    }

    #[test]
    fn an_opening_is_read_as_it_was_written() {
        let lines = lines(HIDDEN).unwrap();
        let one = opening(&[&lines[4].1]);
        assert_eq!(Opening::parse(one.render().as_bytes()), Ok(one.clone()));
        let shown: Vec<_> = one.shown().collect();
        assert_eq!(shown, [("/state/units/pr1/steps".to_owned(), "2".to_owned())]);
        for wrong in [
            one.render().replace("open", "opened"),
            one.render().replace("\n2\n", "\n02\n"),
            one.render().trim_end().to_owned(),
            format!("{}[1,2,3]\n", one.render()),
        ] {
            assert!(Opening::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_path_covers_what_lies_below_it() {
        assert!(covers("/state/units/pr1", "/state/units/pr1/hex"));
        assert!(covers("/state/units/pr1", "/state/units/pr1"));
        assert!(!covers("/state/units/pr1", "/state/units/pr10/hex"));
    }
}
