//! The data files from which a title is loaded, and the charter's choices with which a game is opened.

use super::codes::Common;
use super::complaint::{Complaint, Complaints, one_of};
use super::node::{Node, Path};
use super::reader::Reader;
use super::seat::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// Name of the data file that holds a position in place of the scenario's opening. Only a game that was forked from
/// another has one, and its charter says so.
pub const POSITION_FILE: &str = "position.yaml";

/// The data of one title: the files of `games/<title>/`, or of a game's own `data/`, by file name.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// File name (`units.yaml`) to contents.
    pub files: BTreeMap<String, DataFile>,
}

/// A data file, as text and as a tree.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// Its text, for messages with the line.
    pub text: String,
    /// The tree of the text, in which every value has its place.
    pub root: Node,
}

impl Data {
    /// The tree of a file.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.files.get(name).map(|file| &file.root)
    }

    /// Reads a file from its top; faults name the file. `None` if anything is wrong with it.
    pub fn read<T>(
        &self,
        name: &str,
        faults: &mut Vec<DataFault>,
        read: impl FnOnce(&Reader<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut complaints = Complaints::new();
        let value = if let Some(root) = self.get(name) {
            read(&Reader::new(root, Path::top(), &mut complaints))
        } else {
            let missing = Common::Data.at(Path::top(), format!("{name} is missing"));
            complaints.push(missing.fix("copy it from the data that comes with the program"));
            None
        };
        if value.is_none() && complaints.0.is_empty() {
            complaints.push(Common::Data.at(Path::top(), format!("{name} cannot be used")));
        }
        let clean = complaints.0.is_empty();
        let fault = |complaint| DataFault { file: name.to_owned(), complaint };
        faults.extend(complaints.0.into_iter().map(fault));
        value.filter(|_| clean)
    }

    /// Checks a file that has been read, from its top; faults name it.
    pub fn check(&self, name: &str, faults: &mut Vec<DataFault>, check: impl FnOnce(&Reader<'_>)) {
        let Some(root) = self.get(name) else { return };
        let mut complaints = Complaints::new();
        check(&Reader::new(root, Path::top(), &mut complaints));
        let fault = |complaint| DataFault { file: name.to_owned(), complaint };
        faults.extend(complaints.0.into_iter().map(fault));
    }
}

/// The data files of a title while they are read, and what is wrong with them so far.
#[derive(Debug)]
pub struct Loading<'a> {
    data: &'a Data,
    faults: BTreeMap<&'static str, Vec<Complaint>>,
}

impl<'a> Loading<'a> {
    /// Before anything has been read.
    pub fn new(data: &'a Data) -> Self {
        Self { data, faults: BTreeMap::new() }
    }

    /// Reads a file from its top, noting what is wrong.
    pub fn take<T>(
        &mut self,
        file: &'static str,
        read: impl FnOnce(&Reader<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut complaints = Complaints::new();
        let value = if let Some(root) = self.data.get(file) {
            read(&Reader::new(root, Path::top(), &mut complaints))
        } else {
            complaints.push(Common::Data.at(Path::top(), format!("{file} is missing")));
            None
        };
        self.faults.entry(file).or_default().extend(complaints.0);
        value
    }

    /// The chart if nothing is wrong; else the faults, by file and in the order of its lines.
    ///
    /// # Errors
    /// Everything that is wrong with these files.
    pub fn finish<T>(
        mut self,
        files: &[&'static str],
        chart: Option<T>,
    ) -> Result<T, Vec<DataFault>> {
        let mut faults = Vec::new();
        for file in files {
            let mut complaints = Complaints(self.faults.remove(file).unwrap_or_default());
            complaints.sort();
            let fault = |complaint| DataFault { file: (*file).to_owned(), complaint };
            faults.extend(complaints.0.into_iter().map(fault));
        }
        chart.filter(|_| faults.is_empty()).ok_or(faults)
    }
}

/// A complaint about data, with the file it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFault {
    /// The name of the file.
    pub file: String,
    /// The complaint, with its place in the file.
    pub complaint: Complaint,
}

crate::words! {
    /// How often a game waits for a player's decision.
    #[derive(Default)]
    pub enum Tempo {
        /// Every decision is awaited, as at the table.
        Full = "full",
        /// As few mails as the rules allow: reactions stand, later phases are given in advance.
        #[default]
        Brisk = "brisk",
    }
}

/// The choices of a charter for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The name of the scenario.
    pub scenario: String,
    /// Options that differ from the scenario's, by name.
    pub options: BTreeMap<String, String>,
    /// How often the game waits for a player's decision.
    pub tempo: Tempo,
    /// The seats in the charter's order, with the side each plays for.
    pub seats: Vec<(Seat, String)>,
}

/// A title's scenarios, options and tempos, for `tabella rules` and for checking a charter.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Prospectus {
    /// The printed title.
    pub title: String,
    /// One line on what it is.
    pub about: String,
    /// The scenarios that a charter may name, the default first.
    pub scenarios: Vec<ScenarioNote>,
    /// The options that a charter may set, in the order in which they are listed.
    pub options: Vec<OptionNote>,
    /// Its tempos, the default first.
    pub tempos: Vec<Tempo>,
    /// Names of the phases in which somebody may be asked, by which a schedule gives them days of their own.
    pub phases: Vec<&'static str>,
}

impl Prospectus {
    /// Complaints about a charter that asks for a scenario which the title does not have, or for other seats than the
    /// scenario has. The order of the seats does not matter.
    pub fn refuses(&self, setup: &Setup) -> Vec<Complaint> {
        let known = |scenario: &&ScenarioNote| scenario.name == setup.scenario;
        let Some(scenario) = self.scenarios.iter().find(known) else {
            let names: Vec<&str> = self.scenarios.iter().map(|one| one.name.as_str()).collect();
            let message = format!("no scenario `{}`", setup.scenario);
            let fault = Common::Scenario.at(Path::top().then("scenario"), message);
            return vec![fault.fix(one_of(&setup.scenario, &names))];
        };
        let strange =
            |(seat, _): &&(Seat, String)| !scenario.seats.iter().any(|(name, _)| name == seat);
        let fault = |message: String| {
            let known = scenario.seats.iter().map(|(seat, side)| format!("{seat} on side {side}"));
            let known: Vec<String> = known.collect();
            let fault = Common::Seats.at(Path::top().then("seats"), message);
            fault.fix(format!("the seats are {}", known.join(", ")))
        };
        let strange = setup.seats.iter().filter(strange);
        let faults: Vec<Complaint> =
            strange.map(|(seat, _)| fault(format!("no seat `{seat}` in this scenario"))).collect();
        if !faults.is_empty() {
            return faults;
        }
        let missing = scenario.seats.iter().filter(|seat| !setup.seats.contains(seat));
        let missing = missing
            .map(|(seat, side)| fault(format!("there is no seat `{seat}` on the side `{side}`")));
        let missing: Vec<Complaint> = missing.collect();
        if missing.is_empty() && setup.seats.len() != scenario.seats.len() {
            return vec![fault("a seat is named twice".to_owned())];
        }
        missing
    }

    /// Options of a charter that are not on offer, and values that they do not take.
    pub fn refuses_options(&self, setup: &Setup) -> Vec<Complaint> {
        let refused = |(name, value): (&String, &String)| {
            let path = Path::top().then("options").then(name.as_str());
            let Some(option) = self.options.iter().find(|option| option.name == *name) else {
                let fault = Common::Option.at(path, format!("no option `{name}`"));
                let names: Vec<&str> = self.options.iter().map(|one| one.name.as_str()).collect();
                return Some(match (name.as_str(), &names[..]) {
                    ("tempo", _) => fault.fix("write `tempo:` at the top of the charter"),
                    (_, []) => fault.fix("leave it out: this title has none"),
                    (name, names) => fault.fix(one_of(name, names)),
                });
            };
            if option.values.is_empty() || option.values.contains(value) {
                return None;
            }
            let known: Vec<&str> = option.values.iter().map(String::as_str).collect();
            let fault = Common::Option.at(path, format!("{name} cannot be `{value}`"));
            Some(fault.fix(one_of(value, &known)))
        };
        setup.options.iter().filter_map(refused).collect()
    }
}

/// A scenario that a title offers.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ScenarioNote {
    /// Name in the charter.
    pub name: String,
    /// The scenario's title in words.
    pub title: String,
    /// Seats in the order of the charter, with their sides.
    pub seats: Vec<(Seat, String)>,
}

/// An option that a title offers.
#[derive(Clone, Debug, Default, Serialize)]
pub struct OptionNote {
    /// Name in the charter.
    pub name: String,
    /// Values it may take; empty where any is allowed.
    pub values: Vec<String>,
    /// The value if none is chosen, in words where it depends on something.
    pub default: String,
    /// The effect of the option.
    pub note: String,
}
