//! Reading the data files, with every inconsistency named by file and line.

mod armies;
mod campaign;
pub(crate) mod chart;
mod map;

use super::battle;
use super::elements::{Slots, Troop};
use super::names::Name;
use chart::{Chart, Roll};
use engine::data::DataFault;
use engine::{Common, Complaint, Complaints, Data, Path, Reader, Whole};
use std::collections::BTreeMap;

/// The names of the data files.
const FILES: [&str; 4] = ["map.yaml", "armies.yaml", "campaign.yaml", "battle.yaml"];

/// Reads the chart.
///
/// # Errors
/// Everything that is missing or inconsistent.
pub(crate) fn load(data: &Data) -> Result<Chart, Vec<DataFault>> {
    let mut loading = Loading { data, faults: BTreeMap::new() };
    let chart = read(&mut loading);
    let faults: Vec<DataFault> = FILES.iter().flat_map(|file| loading.drain(file)).collect();
    match chart {
        Some(chart) if faults.is_empty() => Ok(chart),
        _ => Err(faults),
    }
}

/// Reads file after file; each needs what the ones before it hold.
fn read(loading: &mut Loading<'_>) -> Option<Chart> {
    let battle = match battle::data::load(loading.data) {
        Ok(chart) => Some(chart),
        Err(faults) => {
            loading
                .faults
                .entry("battle.yaml")
                .or_default()
                .extend(faults.into_iter().map(|fault| fault.complaint));
            None
        }
    };
    let board = map::read(loading, battle.as_ref());
    let forces = armies::read(loading, board.as_ref());
    let numbers = campaign::read(loading, board.as_ref());
    let (battle, board, forces, numbers) = (battle?, board?, forces?, numbers?);
    Some(Chart {
        provinces: board.provinces,
        links: board.links,
        theaters: board.theaters,
        core: forces.core,
        allied: forces.allied,
        allied_limit: forces.allied_limit,
        separate_from: forces.separate_from,
        year_bc: forces.year_bc,
        initiative: forces.initiative,
        small: forces.small,
        start: forces.start,
        raised: forces.raised,
        raise_at: forces.raise_at,
        armies_max: forces.armies_max,
        minor_rows: forces.minor_rows,
        minor_lists: forces.minor_lists,
        stops: numbers.stops,
        attrition: numbers.attrition,
        siege: numbers.siege,
        points: numbers.points,
        ally_cost: numbers.ally_cost,
        loot_chest: numbers.loot_chest,
        options: numbers.options,
        seats: numbers.seats,
        split: numbers.split,
        standing: numbers.standing,
        gaul: numbers.gaul,
        battle,
    })
}

/// The files, and what is wrong with them so far.
pub(super) struct Loading<'a> {
    data: &'a Data,
    faults: BTreeMap<&'static str, Vec<Complaint>>,
}

impl Loading<'_> {
    /// Reads a file from its top, noting what is wrong.
    fn take<T>(
        &mut self,
        file: &'static str,
        read: impl FnOnce(&Reader<'_>, &mut Complaints) -> Option<T>,
    ) -> Option<T> {
        let Some(node) = self.data.get(file) else {
            let missing = Complaint::fault("E-data", Path::top(), format!("{file} is missing"));
            self.faults.entry(file).or_default().push(missing);
            return None;
        };
        let mut complaints = Complaints::new();
        let found = read(&Reader::new(node, Path::top()), &mut complaints);
        self.faults.entry(file).or_default().extend(complaints.0);
        found
    }

    /// The faults of a file, in the order of its lines.
    fn drain(&mut self, file: &str) -> Vec<DataFault> {
        let mut complaints = Complaints(self.faults.remove(file).unwrap_or_default());
        complaints.sort();
        complaints
            .0
            .into_iter()
            .map(|complaint| DataFault { file: file.to_owned(), complaint })
            .collect()
    }
}

/// A fault at a place.
fn wrong(reader: &Reader<'_>, message: impl Into<String>, complaints: &mut Complaints) {
    complaints.push(reader.fault("E-data", message));
}

/// The text under a key.
fn text(reader: &Reader<'_>, key: &str, complaints: &mut Complaints) -> Option<String> {
    reader.need(key, complaints)?.text(key, complaints).map(str::to_owned)
}

/// The number under a key.
fn number<N: Whole>(
    reader: &Reader<'_>,
    key: &str,
    low: N,
    high: N,
    complaints: &mut Complaints,
) -> Option<N> {
    reader.need(key, complaints)?.number(key, low, high, complaints)
}

/// The small number under a key.
fn small(reader: &Reader<'_>, key: &str, complaints: &mut Complaints) -> Option<usize> {
    number(reader, key, 0, 99, complaints)
}

/// Points under a key: from -99 to 99.
fn points(reader: &Reader<'_>, key: &str, complaints: &mut Complaints) -> Option<i16> {
    number(reader, key, -99, 99, complaints)
}

/// A name that files use.
fn name(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Name> {
    let text = reader.text("a name", complaints)?;
    key_name(text, reader, complaints)
}

/// A key as a name.
fn key_name(text: &str, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Name> {
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

/// One of a set of words.
fn word<T: Copy>(
    reader: &Reader<'_>,
    what: &str,
    words: &[&str],
    all: &[T],
    complaints: &mut Complaints,
) -> Option<T> {
    all.get(reader.word("E-data", what, words, complaints)?).copied()
}

/// A type of troops.
fn troop(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Troop> {
    reader.one_of("type of troops", Common::Data, complaints)
}

/// A list of slots with its general, `size` slots long.
fn roll(
    reader: &Reader<'_>,
    title: &str,
    size: usize,
    complaints: &mut Complaints,
) -> Option<Roll> {
    let mut slots = Vec::new();
    for slot in reader.need("slots", complaints)?.items() {
        slots.push(
            slot.items().iter().filter_map(|part| troop(part, complaints)).collect::<Vec<_>>(),
        );
    }
    let general = troop(&reader.need("general", complaints)?, complaints)?;
    let called = reader
        .get("name")
        .and_then(|part| part.text("a name", complaints))
        .unwrap_or(title)
        .to_owned();
    let slots = Slots(slots);
    if slots.0.len() != size || slots.0.iter().any(Vec::is_empty) {
        wrong(
            reader,
            format!(
                "{title} has {} slots instead of {size}, or one of them is empty",
                slots.0.len()
            ),
            complaints,
        );
    }
    if !slots.names(general) {
        wrong(reader, format!("{title} has no slot for its general"), complaints);
    }
    Some(Roll { name: called, slots, general })
}
