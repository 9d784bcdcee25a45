//! Reading order files: every mistake is reported, with its place.

mod grammar;
mod orders;
pub(super) mod policy;

use super::data::Roster;
use super::names::{CommandBox, Id, Kind};
use super::orders::{Bound, Course, Several, Stand, Target, Token, side};
use super::policy::{Pick, Support, SupportWord};
use crate::codes::Code;
use engine::complaint::nearest;
use engine::kit::{Bearing, Grid, Hex};
use engine::{Reader, apart};

/// A reader of files for this title.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// The units and leaders that exist.
    pub(super) roster: &'a Roster,
    pub(super) grid: Grid,
}

/// The entries below a key: names and values.
fn entries<'r>(reader: &Reader<'r>, key: &str, what: &str) -> Vec<(String, Reader<'r>)> {
    let list = reader.get(key).and_then(|map| map.entries(what)).unwrap_or_default();
    list.into_iter().map(|(key, value)| (key.text.clone(), value)).collect()
}

/// The items below a key that must be a list.
fn listed<'r>(reader: &Reader<'r>, key: &str, what: &str) -> Vec<Reader<'r>> {
    reader.get(key).and_then(|list| list.list(what)).unwrap_or_default()
}

/// One value or several, each read by itself.
fn several<'r, T>(reader: &Reader<'r>, read: impl FnMut(&Reader<'r>) -> Option<T>) -> Several<T> {
    Several(apart(&reader.items(), read))
}

fn word<T: Copy>(
    reader: &Reader<'_>,
    code: Code,
    what: &str,
    words: &[&str],
    all: &[T],
) -> Option<T> {
    reader.word(code, what, words).and_then(|at| all.get(at).copied())
}

/// Reads the name of a command box.
fn command_box(reader: &Reader<'_>) -> Option<CommandBox> {
    word(reader, Code::BoxName, "box", CommandBox::WORDS, CommandBox::ALL)
}

/// A bound such as `>=2`.
fn bound(reader: &Reader<'_>) -> Option<Bound> {
    let text = reader.text("a bound")?;
    let found = Bound::parse(text);
    if found.is_none() {
        reader.complain(
            reader
                .fault(Code::Term, format!("cannot read `{text}`"))
                .fix("write <= or >= and a number, as in \">=2\""),
        );
    }
    found
}

/// YAML would read bare digits as a number; a file that relies on luck is sent back.
fn quoted(reader: &Reader<'_>) -> Option<()> {
    let bare = match &reader.node.value {
        engine::node::Value::Scalar { text, plain: true } => {
            Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        }
        _ => None,
    };
    if let Some(text) = bare {
        let fault = reader.fault(Code::Hex, format!("{text} must be in quotes"));
        reader.complain(fault.by("2.1").fix(format!("write \"{text:0>4}\"")));
    }
    bare.is_none().then_some(())
}

/// A side of a hex.
fn facing(reader: &Reader<'_>) -> Option<Bearing> {
    let text = reader.text("a facing")?;
    let found = side(text);
    if found.is_none() {
        reader.complain(
            reader
                .fault(Code::Way, format!("unknown facing `{text}`"))
                .by("8")
                .fix("one of: n, ne, se, s, sw, nw"),
        );
    }
    found
}

impl Reading<'_> {
    /// A unit or leader that some counter shows.
    fn id(&self, reader: &Reader<'_>) -> Option<Id> {
        self.named(reader.text("a unit")?, reader)
    }

    /// A unit or leader of this name.
    fn named(&self, text: &str, at: &Reader<'_>) -> Option<Id> {
        let found = Id::new(text)
            .filter(|id| self.roster.unit(*id).is_some() || self.roster.leader(*id).is_some());
        if found.is_none() {
            at.complain(
                at.fault(Code::Name, format!("unknown unit `{text}`"))
                    .by("2.4")
                    .fix(self.nearest(text)),
            );
        }
        found
    }

    /// The name that was probably meant.
    fn nearest(&self, text: &str) -> String {
        let leaders = self.roster.leaders().iter().map(|note| note.id.to_string());
        let known: Vec<String> =
            self.roster.ids().iter().map(ToString::to_string).chain(leaders).collect();
        match nearest(text, known.iter().map(String::as_str)) {
            Some(word) => format!("did you mean `{word}`?"),
            None => "take the name from the list of positions".to_owned(),
        }
    }

    fn ids(&self, reader: &Reader<'_>) -> Vec<Id> {
        apart(&reader.items(), |item| self.id(item))
    }

    /// A unit, a type's code, or `all`.
    fn pick(&self, reader: &Reader<'_>) -> Option<Pick> {
        let text = reader.text("a unit, a type or `all`")?;
        match text {
            "all" => Some(Pick::All),
            _ => match Kind::parse(text) {
                Some(kind) => Some(Pick::Kind(kind)),
                None => self.named(text, reader).map(Pick::Unit),
            },
        }
    }

    /// A hex of the map, quoted.
    fn hex(&self, reader: &Reader<'_>) -> Option<Hex> {
        let text = reader.text("a hex")?;
        quoted(reader)?;
        self.hex_of(text, reader)
    }

    fn hex_of(&self, text: &str, at: &Reader<'_>) -> Option<Hex> {
        let hex = Hex::parse(text).filter(|hex| text.len() == 4 && self.grid.has(*hex));
        if hex.is_none() {
            let last = Hex::new(self.grid.lines, self.grid.places);
            let fix = format!("column and row, two digits each, from \"0101\" to \"{last}\"");
            at.complain(at.fault(Code::Hex, format!("no hex `{text}`")).by("2.1").fix(fix));
        }
        hex
    }

    /// A hex, perhaps with a facing.
    fn stand(&self, reader: &Reader<'_>) -> Option<Stand> {
        let text = reader.text("a hex, perhaps with a facing")?;
        quoted(reader)?;
        let (hex, facing) = match text.split_once('/') {
            Some((hex, facing)) => (hex, Some(facing)),
            None => (text, None),
        };
        let hex = self.hex_of(hex, reader);
        let facing = match facing.map(side) {
            Some(None) => {
                let fix = "one of: n, ne, se, s, sw, nw";
                reader.complain(
                    reader.fault(Code::Way, format!("unknown facing in `{text}`")).by("8").fix(fix),
                );
                return None;
            }
            Some(facing) => facing,
            None => None,
        };
        Some(Stand { hex: hex?, facing })
    }

    /// A way; `hexes`: whether it may name hexes.
    fn course(&self, reader: &Reader<'_>, hexes: bool) -> Option<Course> {
        let text = reader.text("a path: hexes or directions, turns such as /ne")?;
        quoted(reader)?;
        let course = match Course::read(text) {
            Ok(course) => course,
            Err(word) => {
                let fix = "write hexes or directions (n, ne, se, s, sw, nw) separated by spaces, with turns as in /ne, and `exit` at the end if needed";
                reader.complain(
                    reader
                        .fault(Code::Way, format!("cannot read `{word}` in a path"))
                        .by("6")
                        .fix(fix),
                );
                return None;
            }
        };
        for token in &course.0 {
            let Token::To(hex) = token else { continue };
            if !hexes {
                let fault = reader.fault(
                    Code::Way,
                    format!(
                        "`go` is for several units, and {hex} cannot be on the path of all of them"
                    ),
                );
                reader.complain(fault.by("6").fix("write directions"));
                return None;
            }
            self.hex_of(&hex.to_string(), reader)?;
        }
        Some(course)
    }

    /// A unit, a leader, a hex, or `any`.
    fn target(&self, reader: &Reader<'_>) -> Option<Target> {
        let text = reader.text("a target")?;
        if text == "any" {
            return Some(Target::Any);
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.hex(reader).map(Target::Hex);
        }
        self.named(text, reader).map(Target::Unit)
    }

    /// The friends that are to support: all, none, or units by name.
    fn support(&self, reader: &Reader<'_>) -> Support {
        match reader.node.text().and_then(SupportWord::parse) {
            Some(word) => Support::Word(word),
            None => Support::Units(self.ids(reader)),
        }
    }
}
