//! The data of Punica, and every check that holds it together. Each fault names its file and line.

mod board;
mod cards;
pub(crate) mod chart;
mod constants;
mod scenarios;

use crate::data::chart::{Chart, Deck};
use engine::data::{DataFault, Loading};
use engine::{Data, Reader, Whole};

pub(crate) use constants::{Constants, Counters};
pub(crate) use scenarios::Scenario;

/// Everything that the data files say.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub chart: Chart,
    pub decks: [Deck; 2],
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
    let mut loading = Loading::new(data);
    let missing: Vec<_> = FILES.into_iter().filter(|file| data.get(file).is_none()).collect();
    if !missing.is_empty() {
        for file in missing {
            loading.take(file, |_| Some(()));
        }
        return loading.finish(&FILES, None);
    }
    let chart = loading.take(FILES[0], board::read);
    let decks = loading.take(FILES[1], cards::read);
    let book = chart.zip(decks).and_then(|(chart, decks)| {
        let constants = loading.take(FILES[2], |top| constants::read(top, &chart, &decks))?;
        let scenarios =
            loading.take(FILES[3], |top| Some(scenarios::read(top, &chart, &decks, &constants)))?;
        Some(Book { chart, decks, constants, scenarios })
    });
    loading.finish(&FILES, book)
}

/// A text under a key that must be there.
fn text<'a>(reader: &Reader<'a>, key: &str) -> Option<&'a str> {
    reader.need(key)?.text(key)
}

/// A whole number under a key that must be there.
fn number<N: Whole>(reader: &Reader<'_>, key: &str, low: N, high: N) -> Option<N> {
    reader.need(key)?.number(key, low, high)
}

/// Adds a complaint at this place unless `holds` is true.
fn hold(reader: &Reader<'_>, holds: bool, message: impl FnOnce() -> String) {
    if !holds {
        reader.complain(reader.fault("E-data", message()));
    }
}

/// The format line of a file.
fn format(reader: &Reader<'_>, expected: &str) {
    if let Some(part) = reader.need("format") {
        let found = part.node.text().unwrap_or_default();
        hold(&part, found == expected, || {
            format!("the format is `{found}`, but this program reads {expected}")
        });
    }
}
