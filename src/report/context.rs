//! The facts from which a report is made. The program that holds the game fills them in; templates read them under
//! these names.

use engine::story::Report;
use record::fork::ForkLine;
use record::notes::{Allowed, SentNote};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One record as one viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    pub game: String,
    /// Slug of the title: the folder of its templates.
    pub title: String,
    /// The title as printed.
    pub title_name: String,
    pub scenario: String,
    /// The scenario's title in words.
    pub scenario_name: String,
    /// Seats in the charter's order.
    pub seats: Vec<SeatNote>,
    /// `public`, `referee` or a seat.
    pub viewer: String,
    pub number: u32,
    /// Number of the phase that is now open: the next record's.
    pub next: u32,
    /// The phase that is now open, as [`engine::Phase`] writes itself.
    pub phase: Value,
    /// The chapters of the record as the viewer sees them ([`engine::title::Play::chapters`]).
    pub chapters: Value,
    /// The title's facts for templates ([`engine::title::Play::report_context`]).
    pub facts: Value,
    /// The open prompts: who is awaited, and for what.
    pub awaited: Vec<Awaited>,
    /// Seats for which the fallback played in this record.
    #[serde(default)]
    pub absent: Vec<String>,
    /// Seats that filed, and left to the fallback some of what they were asked.
    #[serde(default)]
    pub left_open: Vec<String>,
    /// Until when the open phase waits, in words; none if it waits for ever.
    pub deadline: Option<String>,
    pub files: Vec<FileNote>,
    /// The notes between players in these files, as far as the viewer may read them.
    #[serde(default)]
    pub notes: Vec<SentNote>,
    /// The changes that count from it on, each in one line.
    #[serde(default)]
    pub changes: Vec<String>,
    /// True if one of these makes the record by itself.
    #[serde(default)]
    pub amends: bool,
    /// Options in force, by name, in words or figures.
    pub options: BTreeMap<String, String>,
    /// Data files that are not the title's own.
    #[serde(default)]
    pub house: Vec<String>,
    /// The origin of a sandbox; none for a game.
    #[serde(default)]
    pub fork: Option<ForkLine>,
    /// The result, as [`engine::Outcome`] writes itself; none while the game goes on.
    pub outcome: Option<Value>,
    /// Headings of the rules, by number, from the title's `rules.yaml`.
    pub rules: BTreeMap<String, String>,
    /// Orders that withdrew, as far as the viewer may know ([`engine::Retired`]).
    pub retired: Value,
    /// The viewer's own orders in force ([`engine::title::Play::in_force`]); null for the public.
    pub in_force: Value,
    /// The story of the record as the viewer may know it ([`engine::title::Play::narrative`]).
    #[serde(default)]
    pub narrative: Option<Report>,
    /// Digest of the opening record's list, in hex.
    pub start: String,
    /// Digest of the previous record's list, in hex; none in the opening.
    pub previous: Option<String>,
    /// Digest of this record's list, in hex, where it is known: a report that the record itself covers
    /// cannot print it.
    pub head: Option<String>,
    /// True if the report is shown to a player against the program, which signs that player's orders.
    #[serde(default)]
    pub alone: bool,
    /// Salt of a report that may be sealed, in hex.
    pub salt: Option<String>,
    pub version: String,
    /// The revision of the title's rules that is played, from 1.
    pub revision: u32,
}

/// A seat and the side it plays for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatNote {
    pub seat: String,
    pub side: String,
    pub player: Option<String>,
}

/// The next thing that a seat must decide.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awaited {
    pub seat: String,
    pub prompts: Vec<String>,
}

/// An order file that a record counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileNote {
    pub seat: String,
    /// The revision of the file, from 1.
    pub revision: u32,
    /// Its digest, in hex.
    pub digest: String,
    /// Fingerprint of the key that signed it.
    pub signer: String,
}

/// The facts from which an order form is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormContext {
    /// The name of the seat's files for this phase, before their endings.
    pub name: String,
    pub game: String,
    /// Slug of the title: the folder of its form.
    pub title: String,
    pub seat: String,
    /// Number of the open phase.
    pub number: u32,
    /// The open phase, as [`engine::Phase`] writes itself.
    pub phase: Value,
    /// Prompts that the seat may answer now.
    pub prompts: Vec<String>,
    pub awaited: bool,
    /// The revision that a new file must have.
    pub revision: u32,
    /// Digest of the opening record's list, in hex.
    pub start: String,
    /// Digest of the last record's list, in hex: what `after` must say.
    pub after: String,
    /// The time by which the orders are due, in words.
    pub deadline: Option<String>,
    /// Fingerprint of the key that signs the seat's orders.
    pub key: Option<String>,
    /// True where the form leaves out how to sign without tabella, what each line means and how standing orders are written.
    pub brief: bool,
    /// True if the program signs for whoever files: in a game of practice, and in a sandbox.
    pub signs: bool,
    /// The addressees that notes may have, if the game takes any; and whether notes may be anonymous.
    pub notes: Option<Allowed>,
    /// The shell command that vouches for the head, line by line; empty if nobody is asked to.
    pub vouch: Vec<String>,
    pub vouch_in_powershell: Vec<String>,
    /// True if orders do not count without that signature.
    pub vouch_required: bool,
    /// The title's facts for its form ([`engine::title::Play::form`]).
    pub form: Value,
    /// The seat's own orders in force ([`engine::title::Play::in_force`]).
    pub in_force: Value,
}

/// The part of a letter about sending orders, beside the record that it tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sending {
    /// The name of the seat's files for this phase, before their endings.
    pub name: String,
    /// The shell command that vouches for the head, line by line; empty if nobody is asked to.
    pub vouch: Vec<String>,
    /// True if orders do not count without that signature.
    pub vouch_required: bool,
    /// Digest of the title's order sheet, in hex, where the referee's machine has it.
    pub sheet_digest: Option<String>,
    /// True if the page for players goes along, as it does with the first letter to a seat.
    pub guide: bool,
    /// A text on the game's subject and on how it is won, in Markdown; empty except in the first letter.
    pub opening: String,
    /// The name of the seat in the letter: the side that it plays, and its own name if others play that side too.
    pub plays: String,
}

/// A letter as plain text and as a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    /// Lines of at most 78 characters.
    pub text: String,
    /// The same for a page, in Markdown.
    pub markdown: String,
}
