//! The order file: the envelope that says for which game, phase and history, and the sheet that the game reads.

use super::codes::Code;
use super::mistaken;
use super::salt::Salt;
use super::yaml;
use crate::Digest;
use crate::notes::{NOTES_MAX, Note, TEXT_MAX};
use engine::title::RawOrders;
use engine::{Common, Complaints, Node, Path, Reader, Seat, Span};
use std::collections::BTreeMap;

/// Largest order file, in bytes; checked before anything of it is read.
pub const LIMIT: usize = 64 * 1024;
pub const VERSION: u32 = 1;

/// The fields of an order file in the order of the form, with what to write into each.
pub const FIELDS: [(&str, &str); 13] = [
    ("tabella", "the version of the format, 1"),
    ("game", "the game's id, as the form gives it"),
    ("phase", "the number of the open phase, as the form gives it"),
    ("seat", "the name of your seat"),
    ("after", "64 hexadecimal digits, as the form gives them"),
    ("revision", "1 in the first file for a phase, and a higher number in every later one"),
    ("final", "true if these orders are final, false if you may still change your mind"),
    ("salt", "at least 22 characters that nobody could guess"),
    (
        "hold",
        "true if the file deliberately leaves questions open, for the rules to decide at the \
         deadline",
    ),
    ("orders", "the answers to what the game asks"),
    ("ahead", "orders for later prompts, by name"),
    ("standing", "standing orders, in force until you replace them"),
    ("note", "notes to other players: `{to: all, text: ...}`"),
];

/// An order file whose envelope is understood. What the sheet says is for the game to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderFile {
    pub game: String,
    /// The phase that it answers, from 1.
    pub phase: u32,
    /// The seat that the file names as its author; the signature proves it.
    pub seat: Seat,
    /// The digest of the `SHA256SUMS` that the author answers: the history that they saw.
    pub after: Digest,
    /// Higher in every later file for the same phase, from 1.
    pub revision: u32,
    /// True if the phase may be resolved early on its account.
    pub final_: bool,
    pub salt: Salt,
    /// The orders, which the title reads.
    pub sheet: RawOrders,
    /// The notes from the author to other players. [`accept`](super::accept) decides whether the game takes notes.
    pub notes: Vec<Note>,
    /// The digest of exactly the bytes that were read.
    pub digest: Digest,
    places: BTreeMap<&'static str, Span>,
}

impl OrderFile {
    /// Reads the signed bytes of an order file.
    ///
    /// # Errors
    /// Everything that is wrong with the envelope, or with the text as YAML.
    pub fn read(bytes: &[u8]) -> Result<Self, Complaints> {
        yaml::check_size(bytes, LIMIT)?;
        if let Some(kind) = mistaken::kind(bytes) {
            return Err(Complaints(vec![kind]));
        }
        let text = yaml::text_of(bytes, LIMIT)?;
        let root =
            yaml::parse(text).map_err(|stopped| mistaken::instead(text).unwrap_or(stopped))?;
        let mut complaints = mistaken::in_tree(text, &root);
        let file = Envelope { top: Reader::new(&root, Path::top(), &mut complaints) }
            .read(Digest::of(bytes));
        for complaint in complaints.0.iter_mut().filter(|it| it.fix.is_none()) {
            complaint.fix = FIELDS
                .iter()
                .find(|(name, _)| complaint.path.to_string() == *name)
                .map(|(name, what)| fill(name, what));
        }
        complaints.sort();
        file.filter(|_| !complaints.fatal()).ok_or(complaints)
    }

    /// The seat and the sheet of a file whose envelope may have other faults, so that its author also sees what is
    /// wrong with their orders. Such a file never counts.
    pub fn glance(bytes: &[u8]) -> Option<(Seat, RawOrders)> {
        let root = yaml::parse_bytes(bytes, LIMIT).ok()?;
        let seat = Seat::new(root.get("seat")?.text()?);
        let mut complaints = Complaints::new();
        let top = Reader::new(&root, Path::top(), &mut complaints);
        Some((seat, Envelope { top }.sheet()))
    }

    /// The place in the file of the value of a field; the beginning, if the field is left out.
    pub fn place(&self, field: &str) -> Span {
        self.places.get(field).copied().unwrap_or_default()
    }
}

/// The fix for a key that an order file does not have: most likely a word of the game that was not indented.
fn below(key: &str) -> String {
    format!(
        "if `{key}` is an order, it belongs below `orders:` (or `ahead:`, `standing:`), two spaces further in"
    )
}

struct Envelope<'a> {
    top: Reader<'a>,
}

impl<'a> Envelope<'a> {
    fn read(&self, digest: Digest) -> Option<OrderFile> {
        let top = &self.top;
        if self.top.node.map().is_none() {
            let message = format!(
                "an order file must be a map of fields, but this is {}",
                self.top.node.describe()
            );
            self.top.complain(
                top.fault(Common::Type, message)
                    .fix("begin with the first lines of the form: `tabella: 1`, `game: ...`"),
            );
            return None;
        }
        self.version()?;
        top.only_or(&FIELDS.map(|(name, _)| name), below);
        let game = self.need("game").and_then(|it| it.text("the game's id"));
        let phase = self.number("phase", "the phase");
        let seat = self.need("seat").and_then(|it| it.text("the name of a seat"));
        let after = self.need("after").and_then(|it| after(&it));
        let revision = self.number("revision", "the revision");
        let final_ = self.need("final").and_then(|it| it.truth("true or false"));
        let salt = self.salt();
        if self.top.node.get("hold").is_some() {
            self.need("hold").and_then(|it| it.truth("true or false"));
        }
        let sheet = self.sheet();
        let notes = self.notes();
        let places = FIELDS
            .iter()
            .filter_map(|(name, _)| Some((*name, self.top.node.get(name)?.span)))
            .collect();
        Some(OrderFile {
            game: game?.to_owned(),
            phase: phase?,
            seat: Seat::new(seat?),
            after: after?,
            revision: revision?,
            final_: final_?,
            salt: salt?,
            sheet,
            notes,
            digest,
            places,
        })
    }

    /// A file of another version is read no further: its fields may mean other things.
    fn version(&self) -> Option<()> {
        let Some(version) = self.need("tabella") else { return Some(()) };
        let text = version.text("the version of the format")?;
        if text == VERSION.to_string() {
            return Some(());
        }
        let fault = version.fault(
            Code::Version,
            format!("this program does not know the version `tabella: {}`", yaml::short(text)),
        );
        self.top.complain(fault.fix(format!("write `tabella: {VERSION}`, or get a newer program")));
        None
    }

    /// The value of a field that must be there.
    fn need(&self, field: &str) -> Option<Reader<'a>> {
        let path = Path::top().then(field);
        let what = FIELDS.iter().find(|(name, _)| *name == field).map_or("", |(_, what)| *what);
        let fault = match self.top.node.get(field) {
            Some(node) if !node.is_empty() => return Some(self.top.beside(node, path)),
            Some(node) => Common::Missing.at(path, format!("`{field}` is empty")).at(node.span),
            None => Common::Missing.at(path, format!("the line `{field}: ...` is missing")),
        };
        self.top.complain(fault.fix(fill(field, what)));
        None
    }

    fn number(&self, field: &str, what: &str) -> Option<u32> {
        self.need(field)?.number(what, 1, u32::MAX)
    }

    fn salt(&self) -> Option<Salt> {
        let Some(node) = self.top.node.get("salt") else {
            self.need("salt");
            return None;
        };
        let reader = self.top.beside(node, Path::top().then("salt"));
        let text = if node.is_empty() { "" } else { reader.text("the salt")? };
        let after = self.top.node.get("after").and_then(Node::text).unwrap_or_default();
        match Salt::of(text, after) {
            Ok(salt) => Some(salt),
            Err(message) => {
                self.top.complain(reader.fault(Code::Salt, message));
                None
            }
        }
    }

    fn notes(&self) -> Vec<Note> {
        let Some(node) = self.top.node.get("note") else { return Vec::new() };
        let reader = self.top.beside(node, Path::top().then("note"));
        let items = reader.items();
        if items.is_empty() || items.len() > NOTES_MAX {
            let message =
                format!("`note` holds {} notes, but 1 to {NOTES_MAX} are allowed", items.len());
            self.top.complain(
                reader
                    .fault(Common::Range, message)
                    .fix("leave the line out, or write `{to: all, text: ...}` after it"),
            );
        }
        items.iter().filter_map(note).collect()
    }

    fn sheet(&self) -> RawOrders {
        for field in ["ahead", "standing"] {
            let Some(node) = self.top.node.get(field).filter(|node| node.is_empty()) else {
                continue;
            };
            let message = format!("`{field}` is empty, which is ambiguous");
            let fault = Common::Missing.at(Path::top().then(field), message).at(node.span);
            self.top.complain(fault.fix(format!(
                "leave the line out to keep what is in force; `{field}: {{}}` clears it"
            )));
        }
        RawOrders::of(self.top.node)
    }
}

fn note(reader: &Reader<'_>) -> Option<Note> {
    reader.entries("a note, `{to: all, text: ...}`")?;
    reader.only(&["to", "anonymous", "text"]);
    let to = reader.need("to").and_then(|it| it.text("a seat, a side, or `all`"));
    let anonymous = match reader.get("anonymous") {
        Some(it) => it.truth("true or false"),
        None => Some(false),
    };
    let text = reader.need("text")?;
    let words = text.text("what you write")?.trim_end();
    if words.is_empty() || words.len() > TEXT_MAX {
        let message =
            format!("the note has {} bytes, but 1 to {TEXT_MAX} are allowed", words.len());
        reader
            .complain(text.fault(Common::Range, message).fix("shorten it, or write several notes"));
    }
    let lines = words.lines().map(|line| line.trim_end().to_owned()).collect();
    Some(Note { to: to?.to_owned(), anonymous: anonymous?, text: lines, span: reader.span() })
}

fn fill(field: &str, what: &str) -> String {
    format!("write `{field}:` and {what}")
}

fn after(reader: &Reader<'_>) -> Option<Digest> {
    let text = reader.text("64 hexadecimal digits")?;
    let digest = text.parse().ok();
    if digest.is_none() {
        let message = format!(
            "expected 64 lower-case hexadecimal digits, found {} characters",
            text.chars().count()
        );
        reader.complain(
            reader
                .fault(Common::Type, message)
                .fix("copy the whole line `after: ...` from the form"),
        );
    }
    digest
}

#[cfg(test)]
#[path = "order_file_tests.rs"]
mod tests;
