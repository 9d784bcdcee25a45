//! A finding: one thing that does not add up, with the place where it shows.

use super::Newer;
use chrono::{DateTime, Utc};
use record::fork::ForkLine;
use record::turn_file::{NextLine, OutcomeLine};
use record::{Digest, visible};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Every code that a finding can have, its meaning, and the remedy.
pub const CODES: [(&str, &str, &str); 32] = [
    (
        "V-missing",
        "a required file is missing",
        "get the game again from whoever gave it to you, or that file from another player's copy",
    ),
    (
        "V-unlisted",
        "a record or data/ holds a file that no list names",
        "ask who put it there; if it is your own, move it out of the folder",
    ),
    (
        "V-kind",
        "a link or special file is where a plain file belongs",
        "get the game again as plain files, without links",
    ),
    (
        "V-size",
        "a file is larger than any that the program writes",
        "get that file from another player's copy; nobody needs to read this one",
    ),
    (
        "V-gap",
        "a record's number is missing, or a folder in turns/ is not a record",
        "get the missing record, or the whole game, from whoever gave it to you or from another player",
    ),
    (
        "V-digest",
        "a file does not match its sealed digest",
        "get that file from another player's copy; if theirs is the same, the referee sealed another file and must say why",
    ),
    (
        "V-sums",
        "a SHA256SUMS file is not in the only form allowed",
        "get the list from another player's copy; if theirs is the same, the referee did not seal \
         it with this program",
    ),
    (
        "V-chain",
        "a record does not continue the one before it",
        "compare heads with another player: two histories diverge at this record, or the record \
         was replaced",
    ),
    (
        "V-seal",
        "the referee's signature over a SHA256SUMS file is not valid",
        "get the list and its signature from another player's copy; if theirs are the same, trust no record from here on",
    ),
    ("V-charter", "game.yaml cannot be used", "get game.yaml from another player's copy"),
    (
        "V-signers",
        "allowed_signers cannot be used",
        "get allowed_signers from another player's copy, and compare its keys with those that you were given",
    ),
    (
        "V-data",
        "the rules data cannot be used",
        "get data/ from another player's copy; if theirs is the same, ask the referee what was changed in it",
    ),
    (
        "V-turn",
        "turn.yaml contradicts its own record",
        "ask the referee: the file is sealed, but the rest of the record contradicts it",
    ),
    (
        "V-secret",
        "a revealed secret is not the one committed to",
        "ask the referee: dice from a secret other than the one committed to prove nothing",
    ),
    (
        "V-signature",
        "an order file is not signed by its seat's key",
        "ask the player of that seat whether the file is theirs; if not, it should not count",
    ),
    (
        "V-order",
        "an order file does not belong to this phase of this game",
        "ask the referee why it was counted: it was written for another game, phase or head",
    ),
    (
        "V-replay",
        "the phase cannot be resolved from what is recorded",
        "run the program's newest version; if it says the same, the record was not made by these rules",
    ),
    (
        "V-state",
        "a recorded state, event or hidden file does not follow from the orders and dice",
        "run the program's newest version; if it says the same, show the referee this line and ask for a correction",
    ),
    (
        "V-view",
        "a recorded view is not what the seat should have been shown",
        "show the referee this line and ask what that seat was shown; trust the replay, not the \
         view",
    ),
    (
        "V-change",
        "a change was not agreed on, or the recorded keys or state are not those that result from \
         it",
        "ask the players whether they agreed to it; without their signatures, the change does not \
         count",
    ),
    (
        "V-open",
        "an item that was shown to you is not the one that the record commits to",
        "ask whoever gave it to you, and do not rely on it: it is not part of this game",
    ),
    (
        "V-report",
        "a report or map is not what the program that made the record renders from it",
        "trust the record, not the report: `tabella report` makes the report again",
    ),
    (
        "V-receipt",
        "the referee signed a receipt for a file, but neither that file nor a later one from its seat counts",
        "show the referee your receipt and ask for a correction; others can check it as you did",
    ),
    (
        "V-vouch",
        "a signature that should vouch for a head is not valid, or is missing where the charter \
         requires it",
        "ask the player of that seat which head they saw; until they sign that head, nobody but \
         the referee vouches for it",
    ),
    (
        "V-note",
        "a record's notes do not match its order files, or the game allows no notes",
        "ask the player who wrote them what they wrote: the signed order file shows it",
    ),
    (
        "V-fork",
        "two copies of one game show two histories",
        "show the other players both lists with their signatures: if both signatures are valid, \
         the referee sealed two histories",
    ),
    (
        "V-ignored",
        "orders were pushed before the referee published the record, and were never answered",
        "ask the referee for the answer, and the player of that seat which orders they pushed: both commits are public",
    ),
    (
        "V-roll",
        "a visible roll does not follow from the seed, or its label appears twice",
        "ask the referee: the recorded roll does not follow from the seed",
    ),
    (
        "V-player",
        "the program's orders do not match those derived from its seat's view and the revealed secret",
        "run the version of the program that turn.yaml names; if it says the same, somebody played for the program",
    ),
    (
        "V-fold",
        "the recorded events do not lead from the previous recorded state to the next one",
        "compare the file with another player's copy; if theirs is the same, the record's events and states contradict each other",
    ),
    (
        "V-start",
        "the start is not the one that you were given",
        "compare with whoever told you the start: this is another game, or its charter was replaced",
    ),
    (
        "V-head",
        "the head is not the one that you were given",
        "get the newest records; if they do not lead to that head, ask the person who gave it to \
         you which game it belongs to",
    ),
];

/// One thing that does not add up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// The file, relative to the game folder: `turns/0003/state.yaml`.
    pub path: String,
    /// Line from 1, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Byte of the file from 0, where one can be named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<usize>,
    /// The code, which never changes its meaning: `V-unlisted`.
    pub code: &'static str,
    /// What contradicts what, in a line or two.
    pub message: String,
}

impl Finding {
    /// A finding about a whole file.
    pub fn new(code: &'static str, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: None, byte: None, code, message: message.into() }
    }

    pub fn way_out(&self) -> &'static str {
        let known = CODES.iter().find(|(code, ..)| *code == self.code);
        known.map(|(_, _, way_out)| *way_out).expect("every finding has a code from the list")
    }

    #[must_use]
    pub fn line(mut self, line: usize) -> Self {
        self.line = (line > 0).then_some(line);
        self
    }

    #[must_use]
    pub fn byte(mut self, byte: usize) -> Self {
        self.byte = Some(byte);
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, visible(&self.path))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(byte) = self.byte {
            write!(f, " (byte {byte})")?;
        }
        write!(f, ": {}", visible(&self.message))
    }
}

/// Something that is no fault but that players should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note(pub String);

/// How far a game's reports were compared with what the program renders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rendered {
    /// Those of `same` records; `others` records were made by another program, whose wording they have.
    Compared { same: u32, others: u32 },
    /// Nothing was compared: something that the reports are made from is missing, or there are findings.
    Lacking,
}

/// The result of checking a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Everything that does not add up, in the order of the records.
    pub findings: Vec<Finding>,
    /// Notes that players should read although nothing is wrong.
    pub notes: Vec<Note>,
    pub game: String,
    pub title: String,
    /// The origin of a sandbox; none for a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<ForkLine>,
    /// The newest record that was taken on trust, with all before it, because the user asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trusted: Option<u32>,
    /// Records whose files, chain and seal hold, out of those checked.
    pub sealed: u32,
    /// Records that were played again with the same result.
    pub replayed: u32,
    /// Records whose recorded events, read back, lead from the previous recorded state to their own.
    pub folded: u32,
    /// Views of seats that were worked out again.
    pub views: u32,
    /// Views of seats that are there, and follow from what is sealed.
    pub views_read: u32,
    /// The number of reports for one seat alone, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub told: BTreeMap<String, u32>,
    /// How far reports, pages and maps were rendered again; none if they were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports: Option<Rendered>,
    /// Visible rolls that follow from their seeds, in records that could not be played again.
    pub rolls: u32,
    /// Files that the lists name and that are missing because they are sealed.
    pub sealed_files: Vec<String>,
    /// Files of the inbox that opened with the key revealed by the last record.
    pub inbox: u32,
    /// The newest record that each seat vouched for: up to it, the seat saw this history.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub vouched: BTreeMap<String, u32>,
    /// The file written by a newer program, because of which nothing was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newer: Option<Newer>,
    /// True if this program does not know the rules of the game.
    pub unknown_rules: bool,
    /// The phase that the newest record opens, with the seats that are asked and the deadline after vacations; none
    /// once the game is over.
    pub next: Option<NextLine>,
    /// When the newest record was made, by its own account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<DateTime<Utc>>,
    pub outcome: Option<OutcomeLine>,
    /// Number of valid signatures, the referee's among them.
    pub signatures: u64,
    /// The digest of record 0; none if there is no complete record 0.
    pub start: Option<Digest>,
    /// The digest of the newest record; none if no record is complete.
    pub head: Option<Digest>,
}

impl Verdict {
    /// True if everything adds up. Never true of what a newer program wrote, which cannot be judged here.
    pub fn holds(&self) -> bool {
        self.findings.is_empty() && self.newer.is_none()
    }

    /// The number of records that hold, including trusted ones.
    pub(super) fn records(&self) -> u32 {
        self.trusted.map_or(0, |last| last + 1) + self.sealed
    }

    pub(super) fn find(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Notes something that is no fault.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(Note(note.into()));
    }
}
