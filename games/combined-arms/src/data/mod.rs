//! Reading the data files, with every inconsistency named by file and line.

mod armies;
mod boards;
pub(crate) mod chart;
mod games;
mod units;

use super::names::{Name, Side};
use crate::data::chart::Chart;
use engine::data::{DataFault, Loading};
use engine::{Data, Reader};

const FILES: [&str; 6] =
    ["units.yaml", "armies.yaml", "maps.yaml", "layouts.yaml", "options.yaml", "scenarios.yaml"];

/// Reads the chart.
///
/// # Errors
/// Everything that is missing or inconsistent.
pub(crate) fn load(data: &Data) -> Result<Chart, Vec<DataFault>> {
    let mut loading = Loading::new(data);
    for file in FILES {
        loading.take(file, |top| top.need("source").map(drop));
    }
    let chart = read(&mut loading);
    loading.finish(&FILES, chart)
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

/// A fault at a place.
fn wrong(reader: &Reader<'_>, message: impl Into<String>) {
    reader.complain(reader.fault("E-data", message));
}

/// The text under a key; nothing if it is missing.
fn text(reader: &Reader<'_>, key: &str) -> String {
    let part = reader.need(key);
    part.and_then(|part| part.text(key)).unwrap_or_default().to_owned()
}

/// The number under a key.
fn number(reader: &Reader<'_>, key: &str, high: u8) -> Option<u8> {
    reader.need(key)?.number(key, 0, high)
}

/// The side under `side`.
fn side(reader: &Reader<'_>) -> Option<Side> {
    let at = reader.need("side")?.word("E-data", "side", &["rome", "carthage"])?;
    Side::BOTH.get(at).copied()
}

/// A name that files use.
fn name(reader: &Reader<'_>, text: &str) -> Option<Name> {
    let found = Name::new(text);
    if found.is_none() {
        wrong(
            reader,
            format!("`{text}` cannot be a name: up to 24 lower-case letters, digits, hyphens"),
        );
    }
    found
}
