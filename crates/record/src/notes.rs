//! Open letters: what players write to one another in their order files, and what of it each of them may read.

use crate::Digest;
use crate::charter::{Charter, VERSION};
use crate::text;
use engine::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// File of a record with the notes that everybody may read.
pub const NOTES_FILE: &str = "notes.yaml";
/// The addressee of a note to everybody.
pub const ALL: &str = "all";
/// Most notes of one order file.
pub const NOTES_MAX: usize = 20;
/// Most bytes of one note's text.
pub const TEXT_MAX: usize = 4096;

/// Name of a record's file with the notes that one seat may read besides those to everybody.
pub fn seat_file(seat: &str) -> String {
    format!("notes-{seat}.yaml")
}

/// Who may write notes: `notes:` in the charter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authors {
    /// Seats, under their own name.
    Named,
    /// Seats, under their own name or, while the game goes on, unnamed.
    Anonymous,
}

/// The kinds of notes that a game permits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowed {
    pub authors: Authors,
    /// The seats and sides that may be written to; `all` is implied.
    pub to: Vec<String>,
}

/// A note as its author wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// A seat, a side, or `all`.
    pub to: String,
    /// True if others are not told who wrote it.
    pub anonymous: bool,
    /// The text, line by line, without blanks at line ends and blank lines at its end.
    pub text: Vec<String>,
    pub span: Span,
}

impl Note {
    /// True if everybody may read all of it, including its author's name.
    pub fn is_open(&self) -> bool {
        self.to == ALL && !self.anonymous
    }

    /// Why a game that permits these notes (`None`: no notes) refuses this one, and the fix; `None` if it is permitted.
    pub fn unfit(&self, allowed: Option<&Allowed>) -> Option<(String, String)> {
        let Some(allowed) = allowed else {
            let what = "this game does not allow notes in order files: its charter has no line \
                 `notes:`";
            let fix = "remove `note:`, and write to the other player in another way (by mail: `message SEAT`)";
            return Some((what.to_owned(), fix.to_owned()));
        };
        if self.to != ALL && !allowed.to.contains(&self.to) {
            let what =
                format!("no seat or side in this game is called `{}`", text::visible(&self.to));
            return Some((what, format!("write to one of: {ALL}, {}", allowed.to.join(", "))));
        }
        (self.anonymous && allowed.authors == Authors::Named).then(|| {
            let what = "under the charter (`notes: named`), the author of every note is shown";
            (what.to_owned(), "remove `anonymous: true`, or the note".to_owned())
        })
    }
}

/// A note as it is told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SentNote {
    /// The seat that wrote it, where the reader may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// A seat, a side, or `all`.
    pub to: String,
    pub text: Vec<String>,
}

/// The notes of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Those that everybody may read.
    pub public: Vec<SentNote>,
    /// The further notes that each seat may read: those written to it or to its side, and those that it wrote to
    /// others.
    pub seats: BTreeMap<String, Vec<SentNote>>,
}

impl Notes {
    /// Sorts the notes of a record's order files, given with the seat that signed each; `None` if the game takes no
    /// notes. Notes with a named author come first, in the charter's order of seats and as they were written; then the
    /// others, in the order of their texts, so that their position gives no author away.
    pub fn of<'a>(
        charter: &Charter,
        written: impl IntoIterator<Item = (&'a str, &'a [Note])>,
    ) -> Option<Self> {
        charter.notes?;
        let written: BTreeMap<&str, &[Note]> = written.into_iter().collect();
        let all = charter.seats.iter().flat_map(|line| {
            let notes = written.get(line.seat.as_str()).copied().unwrap_or_default();
            notes.iter().map(|note| (line.seat.as_str(), note))
        });
        let all: Vec<(&str, &Note)> = all.collect();
        let read = |reader: Option<(&str, &str)>| {
            let mine = |author: &str| reader.is_some_and(|(seat, _)| seat == author);
            let reaches = |(author, note): &&(&str, &Note)| match reader {
                None => note.to == ALL,
                Some((seat, side)) => {
                    note.to != ALL && (mine(author) || note.to == seat || note.to == side)
                }
            };
            let (named, mut unnamed): (Vec<SentNote>, Vec<SentNote>) = all
                .iter()
                .filter(reaches)
                .map(|(author, note)| SentNote {
                    from: (!note.anonymous || mine(author)).then(|| (*author).to_owned()),
                    to: note.to.clone(),
                    text: note.text.clone(),
                })
                .partition(|told| told.from.is_some());
            unnamed.sort();
            [named, unnamed].concat()
        };
        let seat = |line: &crate::charter::SeatLine| {
            (line.seat.clone(), read(Some((&line.seat, &line.side))))
        };
        Some(Self { public: read(None), seats: charter.seats.iter().map(seat).collect() })
    }

    pub fn public_file(&self, game: &str, number: u32) -> String {
        text::write(&File {
            tabella: VERSION,
            game,
            phase: number,
            seat: None,
            salt: None,
            notes: &self.public,
        })
    }

    /// The text of a seat's file, under its salt; `None` if there is no such seat.
    pub fn seat_file(&self, game: &str, number: u32, seat: &str, salt: &Digest) -> Option<String> {
        let notes = self.seats.get(seat)?;
        let (seat, salt) = (Some(seat), Some(*salt));
        Some(text::write(&File { tabella: VERSION, game, phase: number, seat, salt, notes }))
    }

    pub fn for_seat(&self, seat: &str) -> Vec<SentNote> {
        let own = self.seats.get(seat).map(Vec::as_slice).unwrap_or_default();
        [&self.public, own].concat()
    }

    /// All notes, with the author's name wherever the author told it to anybody.
    pub fn whole(&self) -> Vec<SentNote> {
        let by_author = self.seats.iter().flat_map(|(seat, notes)| {
            notes.iter().filter(move |note| note.from.as_deref() == Some(seat))
        });
        self.public.iter().chain(by_author).cloned().collect()
    }
}

#[derive(Serialize)]
struct File<'a> {
    tabella: u32,
    game: &'a str,
    phase: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    salt: Option<Digest>,
    notes: &'a [SentNote],
}

#[cfg(test)]
#[path = "notes_tests.rs"]
mod tests;
