//! The data of Punica, and every check that holds it together. Each fault names its file and line.

mod board;
mod cards;
pub(crate) mod chart;
mod constants;
mod scenarios;

use crate::data::chart::{Chart, Deck};
use engine::data::DataFault;
use engine::{Complaints, Data, Node, Path, Reader, Whole};

pub(crate) use constants::{Constants, Counters};
pub(crate) use scenarios::Scenario;

/// Everything that the data files say.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub chart: Chart,
    /// The decks, by side.
    pub decks: [Deck; 2],
    /// Counters, strengths, options, defaults.
    pub constants: Constants,
    pub scenarios: Vec<Scenario>,
}

/// The files, in the order in which they are read.
const FILES: [&str; 4] = ["map.yaml", "cards.yaml", "constants.yaml", "setup.yaml"];

/// Reads the four data files.
///
/// # Errors
/// Everything that is missing or contradicts itself, with file and line.
pub(crate) fn load(data: &Data) -> Result<Book, Vec<DataFault>> {
    let mut faults = Vec::new();
    let empty = Node { value: engine::node::Value::Map(Vec::new()), span: engine::Span::default() };
    let mut read = |file: &'static str| {
        let node = data.get(file).unwrap_or_else(|| {
            let complaint =
                engine::Complaint::fault("E-data", Path::top(), format!("{file} is missing"));
            faults.push(DataFault { file: file.to_owned(), complaint });
            &empty
        });
        Reader::new(node, Path::top())
    };
    let [map, cards, constants, setup] = FILES.map(&mut read);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut at = |file: &str, mut complaints: Complaints| {
        complaints.sort();
        faults.extend(
            complaints
                .0
                .into_iter()
                .map(|complaint| DataFault { file: file.to_owned(), complaint }),
        );
    };
    let mut complaints = Complaints::new();
    let chart = board::read(&map, &mut complaints);
    at(FILES[0], std::mem::take(&mut complaints));
    let decks = cards::read(&cards, &mut complaints);
    at(FILES[1], std::mem::take(&mut complaints));
    let parts = chart.zip(decks);
    let Some((chart, decks)) = parts else { return Err(faults) };
    let constants = constants::read(&constants, &chart, &decks, &mut complaints);
    at(FILES[2], std::mem::take(&mut complaints));
    let Some(constants) = constants else { return Err(faults) };
    let scenarios = scenarios::read(&setup, &chart, &decks, &constants, &mut complaints);
    at(FILES[3], std::mem::take(&mut complaints));
    if faults.is_empty() { Ok(Book { chart, decks, constants, scenarios }) } else { Err(faults) }
}

/// A text under a key that must be there.
fn text<'a>(reader: &Reader<'a>, key: &str, complaints: &mut Complaints) -> Option<&'a str> {
    reader.need(key, complaints)?.text(key, complaints)
}

/// A whole number under a key that must be there.
fn number<N: Whole>(
    reader: &Reader<'_>,
    key: &str,
    low: N,
    high: N,
    complaints: &mut Complaints,
) -> Option<N> {
    reader.need(key, complaints)?.number(key, low, high, complaints)
}

/// Adds a complaint at this place unless `holds` is true.
fn hold(
    reader: &Reader<'_>,
    holds: bool,
    complaints: &mut Complaints,
    message: impl FnOnce() -> String,
) {
    if !holds {
        complaints.push(reader.fault("E-data", message()));
    }
}

/// The format line of a file.
fn format(reader: &Reader<'_>, expected: &str, complaints: &mut Complaints) {
    if let Some(part) = reader.need("format", complaints) {
        let found = part.node.text().unwrap_or_default();
        hold(&part, found == expected, complaints, || {
            format!("the format is `{found}`, but this program reads {expected}")
        });
    }
}
