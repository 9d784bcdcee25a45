//! Reading the data files, with every inconsistency named by file and line.

mod armies;
mod campaign;
pub(crate) mod chart;
mod map;

use super::battle;
use super::elements::{Slots, Troop};
use super::names::Name;
use chart::{Chart, Roll};
use engine::data::{DataFault, Loading};
use engine::{Common, Data, Reader, Whole};

const FILES: [&str; 4] = ["map.yaml", "armies.yaml", "campaign.yaml", "battle.yaml"];

/// Reads the chart.
///
/// # Errors
/// Everything that is missing or inconsistent.
pub(crate) fn load(data: &Data) -> Result<Chart, Vec<DataFault>> {
    let mut loading = Loading::new(data);
    let chart = read(&mut loading);
    loading.finish(&FILES, chart)
}

/// Reads file after file; each needs what the ones before it hold.
fn read(loading: &mut Loading<'_>) -> Option<Chart> {
    let battle = battle::data::read(loading);
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

/// A fault at a place.
fn wrong(reader: &Reader<'_>, message: impl Into<String>) {
    reader.complain(reader.fault("E-data", message));
}

/// The text under a key.
fn text(reader: &Reader<'_>, key: &str) -> Option<String> {
    reader.need(key)?.text(key).map(str::to_owned)
}

/// The number under a key.
fn number<N: Whole>(reader: &Reader<'_>, key: &str, low: N, high: N) -> Option<N> {
    reader.need(key)?.number(key, low, high)
}

/// The small number under a key.
fn small(reader: &Reader<'_>, key: &str) -> Option<usize> {
    number(reader, key, 0, 99)
}

/// Points under a key: from -99 to 99.
fn points(reader: &Reader<'_>, key: &str) -> Option<i16> {
    number(reader, key, -99, 99)
}

/// A name that files use.
fn name(reader: &Reader<'_>) -> Option<Name> {
    let text = reader.text("a name")?;
    key_name(text, reader)
}

/// A key as a name.
fn key_name(text: &str, reader: &Reader<'_>) -> Option<Name> {
    let found = Name::new(text);
    if found.is_none() {
        wrong(
            reader,
            format!("`{text}` cannot be a name: up to 24 lower-case letters, digits, hyphens"),
        );
    }
    found
}

/// One of a set of words.
fn word<T: Copy>(reader: &Reader<'_>, what: &str, words: &[&str], all: &[T]) -> Option<T> {
    all.get(reader.word("E-data", what, words)?).copied()
}

/// A type of troops.
fn troop(reader: &Reader<'_>) -> Option<Troop> {
    reader.one_of("type of troops", Common::Data)
}

/// A list of slots with its general, `size` slots long.
fn roll(reader: &Reader<'_>, title: &str, size: usize) -> Option<Roll> {
    let mut slots = Vec::new();
    for slot in reader.need("slots")?.items() {
        slots.push(slot.items().iter().filter_map(|part| troop(part)).collect::<Vec<_>>());
    }
    let general = troop(&reader.need("general")?)?;
    let called =
        reader.get("name").and_then(|part| part.text("a name")).unwrap_or(title).to_owned();
    let slots = Slots(slots);
    if slots.0.len() != size || slots.0.iter().any(Vec::is_empty) {
        wrong(
            reader,
            format!(
                "{title} has {} slots instead of {size}, or one of them is empty",
                slots.0.len()
            ),
        );
    }
    if !slots.names(general) {
        wrong(reader, format!("{title} has no slot for its general"));
    }
    Some(Roll { name: called, slots, general })
}
