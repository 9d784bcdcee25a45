//! Decides which orders count: whether a file that can be read belongs to this game, this phase and this history.

use super::codes::Code;
use super::order_file::OrderFile;
use super::salt::Salt;
use super::yaml::short;
use crate::Digest;
use crate::notes::Allowed;
use engine::complaint::{Complaints, nearest};
use engine::{Path, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// One order file that was accepted before for the open phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Filed {
    /// The revision that the file gives itself, from 1.
    pub revision: u32,
    pub digest: Digest,
}

/// The envelope that a game expects of the next order file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub game: String,
    pub phase: u32,
    /// The seats that may file, in the charter's order; `referee` is among them if a prompt is addressed to it.
    pub seats: Vec<Seat>,
    /// The digests of the `SHA256SUMS` of all records from 0 on; the last is the head.
    pub history: Vec<Digest>,
    /// The files that were accepted for the open phase, by seat.
    pub filed: BTreeMap<Seat, Vec<Filed>>,
    /// Every salt of every file that was ever accepted in this game, the open phase included.
    pub salts: BTreeSet<Salt>,
    /// The game is over: no phase is open.
    pub over: bool,
    /// The notes to other players that a file may hold; none where it may hold none.
    pub notes: Option<Allowed>,
}

/// An order file that may be filed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// The file is new and counts from now on.
    New,
    /// The same bytes were accepted before: answer as before, file nothing.
    Same,
}

/// Judges the envelope of a file by what the game expects. The signature is judged by
/// [`authenticate`](super::authenticate), the sheet by the game.
///
/// # Errors
/// Every reason for which the file cannot count. A file of another game or phase is told only that.
pub fn accept(file: &OrderFile, expected: &Expectation) -> Result<Acceptance, Complaints> {
    let filed = expected.filed.get(&file.seat).map_or(&[][..], Vec::as_slice);
    if file.game == expected.game && filed.iter().any(|earlier| earlier.digest == file.digest) {
        return Ok(Acceptance::Same);
    }
    let mut complaints = Complaints::new();
    let mut complain = |code: Code, field: &'static str, (message, fix): (String, String)| {
        let complaint = code.at(Path::top().then(field), message);
        complaints.push(complaint.at(file.place(field)).fix(fix));
    };
    if !expected.seats.contains(&file.seat) {
        complain(Code::Seat, "seat", unknown_seat(file, expected));
    }
    if file.game != expected.game {
        complain(Code::Game, "game", wrong_game(file, expected));
    } else if expected.over {
        let message = format!("{} is over: no orders are awaited", expected.game);
        complain(
            Code::Over,
            "phase",
            (
                message,
                "read the last report; the game can be verified, but not continued".to_owned(),
            ),
        );
    } else if file.phase != expected.phase {
        complain(Code::Phase, "phase", wrong_phase(file, expected));
    } else {
        if expected.history.last() != Some(&file.after) {
            complain(Code::After, "after", wrong_history(file, expected));
        }
        if let Some(highest) =
            filed.iter().map(|earlier| earlier.revision).max().filter(|it| file.revision <= *it)
        {
            let message = format!(
                "revision {} does not replace revision {highest}, which is already filed",
                file.revision
            );
            complain(
                Code::Revision,
                "revision",
                (message, format!("write `revision: {}`", highest.saturating_add(1))),
            );
        }
        if expected.salts.contains(&file.salt) {
            let message = "this salt was already used in this game: every file needs its own";
            let way_out = Code::SaltUsed.entry().way_out;
            complain(Code::SaltUsed, "salt", (message.to_owned(), way_out.to_owned()));
        }
    }
    let current = file.game == expected.game && file.phase == expected.phase && !expected.over;
    for note in file.notes.iter().filter(|_| current) {
        if let Some((message, fix)) = note.unfit(expected.notes.as_ref()) {
            let complaint = Code::Note.at(Path::top().then("note"), message);
            complaints.push(complaint.at(note.span).fix(fix));
        }
    }
    if complaints.0.is_empty() { Ok(Acceptance::New) } else { Err(complaints) }
}

fn unknown_seat(file: &OrderFile, expected: &Expectation) -> (String, String) {
    let names: Vec<&str> = expected.seats.iter().map(Seat::name).collect();
    let fix = match nearest(file.seat.name(), names.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("the seats are: {}", names.join(", ")),
    };
    (format!("no seat `{}` may file orders here", short(file.seat.name())), fix)
}

fn wrong_game(file: &OrderFile, expected: &Expectation) -> (String, String) {
    let message =
        format!("this is `{}`, but the file is for `{}`", expected.game, short(&file.game));
    (
        message,
        "send it to the other game's referee, or begin from this game's newest form".to_owned(),
    )
}

fn wrong_phase(file: &OrderFile, expected: &Expectation) -> (String, String) {
    let message =
        format!("phase {} is open, but the file is for phase {}", expected.phase, file.phase);
    let fix = if file.phase < expected.phase {
        format!(
            "phase {} has been resolved: read its report and fill in the newest form",
            file.phase
        )
    } else {
        "a file counts for its own phase only: give later orders under `ahead`".to_owned()
    };
    (message, fix)
}

fn wrong_history(file: &OrderFile, expected: &Expectation) -> (String, String) {
    let newest = expected.history.len().saturating_sub(1);
    let head = expected.history.last().map_or_else(String::new, ToString::to_string);
    match expected.history.iter().position(|digest| *digest == file.after) {
        Some(record) => (
            format!("`after` is the head of record {record}, but the newest record is {newest}"),
            format!(
                "read the newest report, get its form and fill that in (its `after` is {head})"
            ),
        ),
        None => (
            "`after` names a history that is not this game's".to_owned(),
            format!(
                "compare your newest report's head with {head}: if they differ, you were shown a \
                 different history; ask the referee"
            ),
        ),
    }
}

#[cfg(test)]
#[path = "acceptance_tests.rs"]
mod tests;
