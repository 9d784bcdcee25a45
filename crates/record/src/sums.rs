//! `SHA256SUMS`: the list of digests that seals one turn record and chains it to the one before.
//!
//! The form is a strict subset of what `sha256sum` reads, so that every list has exactly one spelling and no line can
//! mean one file to `sha256sum` and another to us.

use super::digest::Digest;
use super::names;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Name of the list inside a turn record; it does not list itself.
pub const SUMS_FILE: &str = "SHA256SUMS";
/// Name of the referee's signature over the list; it stands outside the chain.
pub const SUMS_SIGNATURE: &str = "SHA256SUMS.sig";
/// The folder of a record with the signatures by which seats vouch for the record before.
pub const HEADS: &str = "heads/";
/// The charter as record 0000 lists it.
pub const CHARTER_PATH: &str = "../../game.yaml";
/// The registered keys as record 0000 lists them.
pub const SIGNERS_PATH: &str = "../../allowed_signers";
/// Prefix of a data file's name in the list of record 0000.
pub const DATA_PREFIX: &str = "../../data/";
pub const LAST_NUMBER: u32 = 99_999_999;

/// The parsed list: path to digest, in the order of the paths' bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub lines: BTreeMap<String, Digest>,
}

/// A list that is not of the required form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("SHA256SUMS, line {line}: {what}")]
pub struct SumsFault {
    /// Line from 1; 0 where the fault is of the whole list.
    pub line: usize,
    pub what: SumsWrong,
}

/// The faults of a `SHA256SUMS`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SumsWrong {
    #[error("not plain text")]
    NotText,
    /// No line at all: an empty list would prove anything.
    #[error("the list is empty")]
    Empty,
    #[error("the last line does not end in a line feed")]
    NoLineFeed,
    /// Not `DIGEST`, two spaces, path.
    #[error("not `DIGEST  PATH` (64 lower-case hexadecimal digits, two spaces, a path)")]
    Form,
    /// A path that this list may not name.
    #[error("the path {0:?} does not belong in this list")]
    Path(String),
    /// Paths are not in the order of their bytes.
    #[error("{0:?} is out of order")]
    Order(String),
    #[error("{0:?} is listed twice")]
    Twice(String),
    /// A path that this record must list is not there.
    #[error("{0:?} must be listed, but is not")]
    Missing(String),
}

impl Sums {
    /// Reads a list, taking only the one spelling that [`Sums::render`] writes. Whether the paths are right for the
    /// record is for [`Sums::check_paths`] to say.
    ///
    /// # Errors
    /// [`SumsFault`] with the first line that is not of the form.
    pub fn parse(bytes: &[u8]) -> Result<Self, SumsFault> {
        let fault = |line, what| Err(SumsFault { line, what });
        let Ok(text) = std::str::from_utf8(bytes) else {
            let good =
                bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().matches('\n').count());
            return fault(good + 1, SumsWrong::NotText);
        };
        if text.is_empty() {
            return fault(0, SumsWrong::Empty);
        }
        let Some(body) = text.strip_suffix('\n') else {
            return fault(text.matches('\n').count() + 1, SumsWrong::NoLineFeed);
        };
        let mut lines: BTreeMap<String, Digest> = BTreeMap::new();
        for (line, content) in (1..).zip(body.split('\n')) {
            let (path, digest) = parse_line(content).map_err(|what| SumsFault { line, what })?;
            match lines.last_key_value() {
                Some((last, _)) if last == path => {
                    return fault(line, SumsWrong::Twice(path.into()));
                }
                Some((last, _)) if last.as_str() > path => {
                    return fault(line, SumsWrong::Order(path.into()));
                }
                _ => lines.insert(path.to_owned(), digest),
            };
        }
        Ok(Self { lines })
    }

    pub fn render(&self) -> String {
        self.lines.iter().fold(String::new(), |mut text, (path, digest)| {
            let _ = writeln!(text, "{digest}  {path}");
            text
        })
    }

    /// The digest of the list as it would be written: the head, once this record is the newest.
    pub fn digest(&self) -> Digest {
        Digest::of(self.render().as_bytes())
    }

    /// Lists one more file; returns the digest that the path had before, if it was listed.
    pub fn add(&mut self, path: impl Into<String>, contents: &[u8]) -> Option<Digest> {
        self.lines.insert(path.into(), Digest::of(contents))
    }

    /// Checks the paths that leave the folder: record 0 lists the charter, the keys and data files, every other one
    /// exactly the list of the record before it.
    ///
    /// # Errors
    /// [`SumsFault`] with the first path that has no place there, or that is missing.
    pub fn check_paths(&self, number: u32) -> Result<(), SumsFault> {
        for (line, path) in (1..).zip(self.lines.keys()) {
            if !may_list(number, path) {
                return Err(SumsFault { line, what: SumsWrong::Path(path.clone()) });
            }
        }
        let required = match number.checked_sub(1) {
            None => vec![CHARTER_PATH.to_owned(), SIGNERS_PATH.to_owned()],
            Some(previous) => vec![previous_path(previous)],
        };
        match required.into_iter().find(|path| !self.lines.contains_key(path)) {
            Some(path) => Err(SumsFault { line: 0, what: SumsWrong::Missing(path) }),
            None => Ok(()),
        }
    }

    /// The number of the record before and the digest of its list, if this list chains to one.
    pub fn previous(&self) -> Option<(u32, Digest)> {
        self.lines.iter().find_map(|(path, digest)| Some((previous_number(path)?, *digest)))
    }

    /// The listed files inside the record's own folder.
    pub fn local(&self) -> impl Iterator<Item = (&str, Digest)> {
        self.lines
            .iter()
            .filter(|(path, _)| is_local(path))
            .map(|(path, digest)| (path.as_str(), *digest))
    }
}

/// The folder name of a turn record: its number in at least four digits.
pub fn record_name(number: u32) -> String {
    format!("{number:04}")
}

/// The number of a turn record from its folder name; only the one spelling that [`record_name`] writes.
pub fn record_number(name: &str) -> Option<u32> {
    let digits = (4..=8).contains(&name.len()) && name.bytes().all(|c| c.is_ascii_digit());
    let fewest = name.len() == 4 || !name.starts_with('0');
    let number = if digits && fewest { name.parse().ok()? } else { return None };
    (number <= LAST_NUMBER).then_some(number)
}

/// The path by which a record lists record `previous`, the one just before it.
pub fn previous_path(previous: u32) -> String {
    format!("../{}/{SUMS_FILE}", record_name(previous))
}

/// The path of the signature by which a seat vouches for the record before.
pub fn head_path(seat: &str) -> String {
    format!("{HEADS}{seat}.sig")
}

pub fn may_list(number: u32, path: &str) -> bool {
    match number.checked_sub(1) {
        None => is_local(path) || is_charter(path),
        Some(previous) => is_local(path) || previous_number(path) == Some(previous),
    }
}

fn previous_number(path: &str) -> Option<u32> {
    record_number(path.strip_prefix("../")?.strip_suffix(SUMS_FILE)?.strip_suffix('/')?)
}

fn is_charter(path: &str) -> bool {
    let data = |rest: &str| names::check_data_file(rest).is_ok();
    path == CHARTER_PATH || path == SIGNERS_PATH || path.strip_prefix(DATA_PREFIX).is_some_and(data)
}

/// A file of the record's own folder, at most one folder down: lower-case letters, digits, `.`, `_`, `-`.
/// The list itself and its signature are in capitals and so can never be listed.
fn is_local(path: &str) -> bool {
    let component = |part: &str| {
        let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit();
        part.len() <= 2 * names::LONGEST
            && part.bytes().next().is_some_and(plain)
            && part.bytes().all(|c| plain(c) || matches!(c, b'.' | b'_' | b'-'))
            && !part.ends_with('.')
    };
    path.matches('/').count() <= 1 && path.split('/').all(component)
}

fn parse_line(content: &str) -> Result<(&str, Digest), SumsWrong> {
    let (digest, path) = content.split_once("  ").ok_or(SumsWrong::Form)?;
    let digest = digest.parse().map_err(|_| SumsWrong::Form)?;
    if is_local(path) || is_charter(path) || previous_number(path).is_some() {
        Ok((path, digest))
    } else {
        Err(SumsWrong::Path(path.to_owned()))
    }
}

#[cfg(test)]
#[path = "sums_tests.rs"]
mod tests;
