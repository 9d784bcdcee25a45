//! Reading orders and data from a [`Node`] tree, going on after every mistake.

use super::codes::Common;
use super::complaint::{Complaint, Complaints, nearest, one_of};
use super::node::{Key, Node, Path, Span, Value};
use super::words::Word;
use std::cell::Cell;
use std::fmt::Display;

/// A node being read, with its path and the place where complaints go.
///
/// Every method answers `None` after complaining, so a caller reads on and the author sees all
/// their mistakes at once.
#[derive(Clone)]
pub struct Reader<'a> {
    /// The node that is read.
    pub node: &'a Node,
    /// Its path in the document.
    pub path: Path,
    /// The complaints about the document; a cell, because all readers of one document share them.
    complaints: &'a Cell<Complaints>,
}

/// Reads every item, so that all mistakes are told, but keeps only those before the first that cannot be read: then the
/// position of a kept item is its position in the file, and later complaints point at the right line.
pub fn each<'a, T>(items: &[Reader<'a>], mut read: impl FnMut(&Reader<'a>) -> Option<T>) -> Vec<T> {
    let mut broken = false;
    let mut keep = |item| {
        let one = read(item);
        broken |= one.is_none();
        one.filter(|_| !broken)
    };
    items.iter().filter_map(&mut keep).collect()
}

/// Reads a list of entries that are independent of each other: one that cannot be read is left out, its place noted in
/// the complaint about it, and those after it are still judged.
pub fn apart<'a, T>(
    items: &[Reader<'a>],
    mut read: impl FnMut(&Reader<'a>) -> Option<T>,
) -> Vec<T> {
    let mut kept = Vec::new();
    for item in items {
        let before = item.told();
        if let Some(one) = read(item) {
            kept.push(one);
            continue;
        }
        item.with_complaints(|complaints| {
            // The whole entry goes, and with it the lists within.
            let told = &mut complaints.0[before..];
            for complaint in told.iter_mut() {
                complaint.left_out = None;
            }
            let first = told.first_mut();
            let first = first.expect("every value that cannot be read leaves a complaint");
            first.left_out = Some(item.path.clone());
        });
    }
    kept
}

/// A type of whole numbers that files write.
pub trait Whole: Copy + PartialOrd + Display + TryFrom<i64> {}
impl<N: Copy + PartialOrd + Display + TryFrom<i64>> Whole for N {}

impl<'a> Reader<'a> {
    /// Reads a document from its top, or the part of it at `path`. All mistakes are added to `complaints`.
    pub fn new(node: &'a Node, path: Path, complaints: &'a mut Complaints) -> Self {
        Self { node, path, complaints: Cell::from_mut(complaints) }
    }

    /// At another node, with the same place for complaints.
    pub fn beside<'b>(&self, node: &'b Node, path: Path) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader { node, path, complaints: self.complaints }
    }

    /// At the same node, with another place for complaints.
    pub fn telling<'b>(&self, complaints: &'b mut Complaints) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader::new(self.node, self.path.clone(), complaints)
    }

    /// Adds a complaint about the document.
    pub fn complain(&self, complaint: Complaint) {
        self.with_complaints(|complaints| complaints.push(complaint));
    }

    /// The number of complaints so far.
    pub fn told(&self) -> usize {
        self.with_complaints(|complaints| complaints.0.len())
    }

    /// True if the document must go back: there are complaints other than warnings.
    pub fn fatal(&self) -> bool {
        self.with_complaints(|complaints| complaints.fatal())
    }

    /// Hands out all complaints so far. Nothing may be read meanwhile: its complaints would be lost.
    pub fn with_complaints<T>(&self, hand: impl FnOnce(&mut Complaints) -> T) -> T {
        let mut complaints = self.complaints.take();
        let result = hand(&mut complaints);
        self.complaints.set(complaints);
        result
    }

    /// The place of the node in its file.
    pub fn span(&self) -> Span {
        self.node.span
    }

    /// A fault at this place in the file.
    pub fn fault(&self, code: impl Into<&'static str>, message: impl Into<String>) -> Complaint {
        Complaint::fault(code.into(), self.path.clone(), message).at(self.node.span)
    }

    /// The text of a scalar; `what` names it in the message ("a square", "a unit").
    pub fn text(&self, what: &str) -> Option<&'a str> {
        if let Some(text) = self.node.text().filter(|_| !self.node.is_empty()) {
            return Some(text);
        }
        let fault =
            self.fault(Common::Type, format!("expected {what}, found {}", self.node.describe()));
        let fix = match &self.node.value {
            Value::Map(_) => "write the value alone, without a key before it",
            Value::List(_) => "write one value, without the `- ` or the brackets of a list",
            Value::Scalar { .. } => "write a value after the colon or the dash",
        };
        self.complain(fault.fix(fix));
        None
    }

    /// A whole number between two bounds, both included, and of their type.
    pub fn number<N: Whole>(&self, what: &str, low: N, high: N) -> Option<N> {
        let text = self.text(what)?;
        let plain = text.strip_prefix('-').unwrap_or(text);
        let canonical =
            plain.chars().all(|c| c.is_ascii_digit()) && (plain == "0" || !plain.starts_with('0'));
        match text.parse::<i64>() {
            Ok(number) if canonical => {
                let fits = N::try_from(number).ok().filter(|fits| (low..=high).contains(fits));
                if fits.is_some() {
                    return fits;
                }
                let fix = format!("write a number from {low} to {high}");
                self.complain(self.fault(Common::Range, format!("{what} is {number}")).fix(fix));
                None
            }
            _ => {
                let fix = "write digits only, without leading zeros";
                self.complain(
                    self.fault(Common::Type, format!("expected {what}, found `{text}`")).fix(fix),
                );
                None
            }
        }
    }

    /// `true` or `false`, with `yes` and `no`.
    pub fn truth(&self, what: &str) -> Option<bool> {
        match self.text(what)?.to_ascii_lowercase().as_str() {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            other => {
                let fault = self.fault(Common::Type, format!("expected {what}, found `{other}`"));
                self.complain(fault.fix("write true or false"));
                None
            }
        }
    }

    /// One of a set of words.
    pub fn word(&self, code: impl Into<&'static str>, what: &str, known: &[&str]) -> Option<usize> {
        let text = self.text(what)?;
        let found = known.iter().position(|word| *word == text);
        if found.is_none() {
            let fault = self.fault(code, format!("unknown {what} `{text}`"));
            self.complain(fault.fix(one_of(text, known)));
        }
        found
    }

    /// One of a closed list of words; `what` names it with its article ("a way").
    pub fn one_of<W: Word>(&self, what: &str, code: impl Into<&'static str>) -> Option<W> {
        let text = self.text(what)?;
        let found = W::parse(text);
        if found.is_none() {
            let bare = what.split_once(' ').map_or(what, |(article, noun)| match article {
                "a" | "an" | "the" => noun,
                _ => what,
            });
            let fault = self.fault(code, format!("unknown {bare} `{text}`"));
            self.complain(fault.fix(one_of(text, W::WORDS)));
        }
        found
    }

    /// The items of a list; a lone value counts as a list of one, nothing as an empty list.
    pub fn items(&self) -> Vec<Reader<'a>> {
        match &self.node.value {
            Value::List(items) => items
                .iter()
                .enumerate()
                .map(|(index, node)| self.beside(node, self.path.then(index)))
                .collect(),
            _ if self.node.is_empty() => Vec::new(),
            _ => vec![self.clone()],
        }
    }

    /// The items of what must be a list.
    pub fn list(&self, what: &str) -> Option<Vec<Reader<'a>>> {
        if self.node.list().is_some() || self.node.is_empty() {
            return Some(self.items());
        }
        let fault =
            self.fault(Common::Type, format!("expected {what}, found {}", self.node.describe()));
        self.complain(fault.fix("write a list: each entry begins with `- `"));
        None
    }

    /// The entries of what must be a map.
    pub fn entries(&self, what: &str) -> Option<Vec<(&'a Key, Reader<'a>)>> {
        if let Some(entries) = self.node.map() {
            let read = |(key, node): &'a (Key, Node)| {
                (key, self.beside(node, self.path.then(key.text.as_str())))
            };
            return Some(entries.iter().map(read).collect());
        }
        if self.node.is_empty() {
            return Some(Vec::new());
        }
        let fault =
            self.fault(Common::Type, format!("expected {what}, found {}", self.node.describe()));
        let fix = if self.node.list().is_some() {
            "write `key: value` lines without the `- ` or the brackets of a list"
        } else {
            "write `key: value`, as the form shows it"
        };
        self.complain(fault.fix(fix));
        None
    }

    /// The value under a key, if it is there and not empty.
    pub fn get(&self, key: &str) -> Option<Reader<'a>> {
        let node = self.node.get(key).filter(|node| !node.is_empty())?;
        Some(self.beside(node, self.path.then(key)))
    }

    /// The value under a key that must be there.
    pub fn need(&self, key: &str) -> Option<Reader<'a>> {
        let found = self.get(key);
        if found.is_none() {
            self.complain(
                self.fault(Common::Missing, format!("`{key}` is missing"))
                    .fix(format!("add `{key}:`")),
            );
        }
        found
    }

    /// Complains of every key that is not among the known ones, with the nearest known name.
    pub fn only(&self, known: &[&str]) {
        self.only_or(known, |_| format!("known here: {}", known.join(", ")));
    }

    /// The same, where `strange` says what to do with a key that is like none of the known ones.
    pub fn only_or(&self, known: &[&str], strange: impl Fn(&str) -> String) {
        for (key, _) in self.node.map().unwrap_or_default() {
            if known.contains(&key.text.as_str()) {
                continue;
            }
            let fix = match nearest(&key.text, known.iter().copied()) {
                Some(word) => format!("did you mean `{word}`?"),
                None => strange(&key.text),
            };
            let message = format!("unknown field `{}`", key.text);
            let fault = Common::Field.at(self.path.key(&key.text), message);
            self.complain(fault.at(key.span).fix(fix));
        }
    }
}
