//! Reading the data files, with every inconsistency named by file and line.

mod armies;
mod boards;
pub(crate) mod chart;
mod games;
mod units;

use super::names::{Name, Side};
use crate::data::chart::Chart;
use engine::data::DataFault;
use engine::{Complaint, Complaints, Data, Path, Reader};
use std::collections::BTreeMap;

/// The names of the data files.
const FILES: [&str; 6] =
    ["units.yaml", "armies.yaml", "maps.yaml", "layouts.yaml", "options.yaml", "scenarios.yaml"];

/// Reads the chart.
///
/// # Errors
/// Everything that is missing or inconsistent.
pub(crate) fn load(data: &Data) -> Result<Chart, Vec<DataFault>> {
    let mut loading = Loading { data, faults: BTreeMap::new() };
    for file in FILES {
        if let Some(reader) = loading.open(file) {
            let mut complaints = Complaints::new();
            reader.need("source", &mut complaints);
            loading.note(file, complaints);
        }
    }
    let chart = read(&mut loading);
    let faults: Vec<DataFault> = FILES.iter().flat_map(|file| loading.drain(file)).collect();
    match chart {
        Some(chart) if faults.is_empty() => Ok(chart),
        _ => Err(faults),
    }
}

/// Reads file after file; each needs what the ones before it hold.
fn read(loading: &mut Loading<'_>) -> Option<Chart> {
    let (kinds, figures) = units::read(loading)?;
    let mut chart = Chart {
        kinds,
        figures,
        armies: Vec::new(),
        layouts: Vec::new(),
        maps: Vec::new(),
        scenarios: Vec::new(),
        options: Vec::new(),
        retreat_default: Vec::new(),
        attack_default: super::orders::AttackPolicy {
            at_will: true,
            pila: super::orders::Pila::Keep,
        },
        criteria: Vec::new(),
    };
    chart.armies = armies::read(loading, &chart);
    chart.maps = boards::maps(loading);
    chart.layouts = boards::layouts(loading, &chart);
    games::options(loading, &mut chart);
    chart.scenarios = games::scenarios(loading, &chart);
    Some(chart)
}

/// The files, and what is wrong with them so far.
struct Loading<'a> {
    data: &'a Data,
    faults: BTreeMap<&'static str, Vec<Complaint>>,
}

impl<'a> Loading<'a> {
    /// A reader at the top of a file.
    fn open(&mut self, file: &'static str) -> Option<Reader<'a>> {
        let node = self.data.get(file);
        if node.is_none() {
            self.faults.entry(file).or_default().push(Complaint::fault(
                "E-data",
                Path::top(),
                format!("{file} is missing"),
            ));
        }
        node.map(|node| Reader::new(node, Path::top()))
    }

    /// Notes complaints about a file.
    fn note(&mut self, file: &'static str, complaints: Complaints) {
        self.faults.entry(file).or_default().extend(complaints.0);
    }

    /// The faults of a file, in the order of its lines.
    fn drain(&mut self, file: &str) -> Vec<DataFault> {
        let mut complaints = Complaints(self.faults.remove(file).unwrap_or_default());
        complaints.sort();
        let fault = |complaint| DataFault { file: file.to_owned(), complaint };
        complaints.0.into_iter().map(fault).collect()
    }
}

/// A fault at a place.
fn wrong(reader: &Reader<'_>, message: impl Into<String>, complaints: &mut Complaints) {
    complaints.push(reader.fault("E-data", message));
}

/// The text under a key; nothing if it is missing.
fn text(reader: &Reader<'_>, key: &str, complaints: &mut Complaints) -> String {
    let part = reader.need(key, complaints);
    part.and_then(|part| part.text(key, complaints)).unwrap_or_default().to_owned()
}

/// The number under a key.
fn number(reader: &Reader<'_>, key: &str, high: u8, complaints: &mut Complaints) -> Option<u8> {
    reader.need(key, complaints)?.number(key, 0, high, complaints)
}

/// The side under `side`.
fn side(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Side> {
    let at = reader.need("side", complaints)?.word(
        "E-data",
        "side",
        &["rome", "carthage"],
        complaints,
    )?;
    Side::BOTH.get(at).copied()
}

/// A name that files use.
fn name(reader: &Reader<'_>, text: &str, complaints: &mut Complaints) -> Option<Name> {
    let found = Name::new(text);
    if found.is_none() {
        wrong(
            reader,
            format!("`{text}` cannot be a name: up to 24 lower-case letters, digits, hyphens"),
            complaints,
        );
    }
    found
}
