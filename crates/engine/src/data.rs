//! What a title is loaded and opened from: its data files and the charter's choices.

use super::node::Node;
use super::seat::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// The data of one title: the files of `games/<title>/`, or of a game's own `data/`, by file name.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// File name (`units.yaml`) to contents.
    pub files: BTreeMap<String, DataFile>,
}

/// One data file.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// Its text, for messages with the line.
    pub text: String,
    /// Its tree.
    pub root: Node,
}

impl Data {
    /// The tree of a file.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.files.get(name).map(|file| &file.root)
    }
}

/// A complaint about data, with the file it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFault {
    /// The file's name.
    pub file: String,
    /// What is wrong.
    pub complaint: super::Complaint,
}

crate::words! {
    /// How often a game stops to ask.
    #[derive(Default)]
    pub enum Tempo {
        /// Every decision is awaited, as at the table.
        Full = "full",
        /// As few mails as the rules allow: reactions stand, later phases are given ahead.
        #[default]
        Brisk = "brisk",
    }
}

/// What the charter says about the game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Scenario, by name.
    pub scenario: String,
    /// Options that differ from the scenario's, by name.
    pub options: BTreeMap<String, String>,
    /// Tempo.
    pub tempo: Tempo,
    /// The seats in the charter's order, with the side each plays for.
    pub seats: Vec<(Seat, String)>,
}

/// What a title offers, for `tabella games` and for checking a charter.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Prospectus {
    /// Title as printed.
    pub title: String,
    /// One line on what it is.
    pub about: String,
    /// Its scenarios.
    pub scenarios: Vec<ScenarioNote>,
    /// Its options.
    pub options: Vec<OptionNote>,
    /// Its tempos, the default first.
    pub tempos: Vec<String>,
}

/// One scenario.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ScenarioNote {
    /// Name in the charter.
    pub name: String,
    /// Title in words.
    pub title: String,
    /// Seats in the order of the charter, with their sides.
    pub seats: Vec<(Seat, String)>,
}

/// One option.
#[derive(Clone, Debug, Default, Serialize)]
pub struct OptionNote {
    /// Name in the charter.
    pub name: String,
    /// Values it may take; empty where any is allowed.
    pub values: Vec<String>,
    /// The value without a choice, in words where it depends on something.
    pub default: String,
    /// What it does.
    pub note: String,
}
