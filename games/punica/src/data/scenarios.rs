//! `setup.yaml`: scenarios. Rules G4, G5.

use super::{Constants, format, hold, text};
use crate::board::Board;
use crate::data::chart::{Area, Chart, Deck, bit};
use crate::names::{Side, Unit};
use engine::Reader;

/// Numbers of units by set-up icon, as printed.
const ICONS: [[u8; 4]; 2] = [[1, 1, 2, 4], [1, 1, 1, 4]];

#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    /// Its name in the charter.
    pub name: String,
    pub title: String,
    /// The side that begins.
    pub first: Side,
    /// The position, hands included.
    pub board: Board,
}

pub(super) fn read(
    reader: &Reader<'_>,
    chart: &Chart,
    decks: &[Deck; 2],
    constants: &Constants,
) -> Vec<Scenario> {
    format(reader, "punica-setup/1");
    reader.only(&["format", "scenarios"]);
    let entries = reader.need("scenarios").and_then(|part| part.entries("a map of scenarios"));
    let mut scenarios = Vec::new();
    for (key, entry) in entries.unwrap_or_default() {
        entry.only(&["name", "first", "source", "rome", "carthage"]);
        let title = text(&entry, "name").unwrap_or_default().to_owned();
        text(&entry, "source");
        let first =
            entry.need("first").and_then(|p| p.word("E-data", "seat", &["rome", "carthage"]));
        let mut board = Board::EMPTY;
        for side in Side::BOTH {
            let Some(part) = entry.need(side.word()) else { continue };
            camp(&part, side, chart, &mut board);
            hand(&part, side, decks, &mut board);
            full(&part, side, (chart, constants), &board);
        }
        hold(&entry, board.contested() == 0, || {
            format!("{}: an area is held by both sides", key.text)
        });
        let won = board.victory(chart, &constants.worth, Side::Rome).is_some();
        hold(&entry, !won, || format!("{}: one side has already won", key.text));
        let Some(first) = first else { continue };
        scenarios.push(Scenario { name: key.text.clone(), title, first: Side::BOTH[first], board });
    }
    hold(reader, !scenarios.is_empty(), || "there is no scenario".to_owned());
    scenarios
}

/// Places the units of a side.
fn camp(reader: &Reader<'_>, side: Side, chart: &Chart, board: &mut Board) {
    reader.only(&["army", "hannibal", "fleet", "hand"]);
    for (key, unit) in [("army", Unit::Army), ("fleet", Unit::Fleet)] {
        let Some(part) = reader.get(key) else { continue };
        for (key, entry) in part.entries("areas with numbers").unwrap_or_default() {
            let area = area(&entry, &key.text, unit, chart);
            let count = entry.number("a number of units", 1, 9);
            let (Some(area), Some(count)) = (area, count) else { continue };
            (0..count).for_each(|_| board.add(side, unit, area));
        }
    }
    if let Some(part) = reader.get("hannibal") {
        hold(&part, side == Side::Carthage, || "Hannibal is Carthage's".to_owned());
        if let Some(area) = area(&part, part.node.text().unwrap_or_default(), Unit::Hannibal, chart)
        {
            board.add(Side::Carthage, Unit::Hannibal, area);
        }
    }
}

fn area(reader: &Reader<'_>, text: &str, unit: Unit, chart: &Chart) -> Option<Area> {
    let found = chart.named(text).filter(|area| chart.is_sea(*area) != unit.by_land());
    hold(reader, found.is_some(), || format!("`{text}` is not an area for {}", unit.word()));
    found
}

fn hand(reader: &Reader<'_>, side: Side, decks: &[Deck; 2], board: &mut Board) {
    let deck = &decks[side.at()];
    let Some(part) = reader.need("hand") else { return };
    for item in part.items() {
        let text = item.node.text().unwrap_or_default();
        match deck.0.iter().position(|card| card.id == *text) {
            Some(at) => board.hands[side.at()] |= 1 << at,
            None if text == "all" => {
                (0..deck.0.len()).for_each(|at| board.hands[side.at()] |= 1 << at);
            }
            None => {
                reader.complain(item.fault("E-data", format!("`{text}` is not a card of {side}")));
            }
        }
    }
    hold(&part, board.hands[side.at()] != 0, || format!("{side}: the hand has no cards"));
}

/// All counters are placed, as the set-up icons say, and the capital is held.
fn full(reader: &Reader<'_>, side: Side, (chart, constants): (&Chart, &Constants), board: &Board) {
    let counters = constants.counters[side.at()];
    let hannibal = u8::from(side == Side::Carthage && board.hannibal.is_some());
    let armies = board.armies(chart, side) == u32::from(counters.army + counters.hannibal)
        && hannibal == counters.hannibal;
    let fleets = board.fleets(chart, side) == u32::from(counters.fleet);
    hold(reader, armies && fleets, || format!("{side}: too few or too many counters are placed"));
    let stacks = crate::data::chart::each(board.held[side.at()] & chart.regions);
    let mut stacks: Vec<u8> = stacks.map(|area| board.units(side, area)).collect();
    stacks.sort_unstable();
    hold(reader, stacks == ICONS[side.at()], || {
        format!(
            "{side}: the set-up icons have stacks of {:?}, but the scenario has {stacks:?}",
            ICONS[side.at()]
        )
    });
    let capital = chart.capital[side.at()];
    hold(reader, board.held[side.at()] & bit(capital) != 0, || {
        format!("{side}: the capital is empty")
    });
}
