//! `options.yaml` and `scenarios.yaml`: what a game can be made from.

use super::{name, number, text, wrong};
use crate::data::chart::{Chart, Layout, OptionRow, ReadyArmy, Scenario};
use crate::names::{Name, Side};
use crate::orders::{Preference, camp};
use crate::rules::retreat;
use crate::state::Board;
use engine::Reader;
use engine::data::Loading;
use engine::kit::{Pair, Square, Squares};

const OPTIONS: &str = "options.yaml";
const SCENARIOS: &str = "scenarios.yaml";
/// Squares that a General must be able to fall back to at the start of a ready set-up.
const GENERAL_RETREATS: usize = 3;

/// Reads options, standing defaults and the vocabulary of standing orders.
pub(super) fn options(loading: &mut Loading<'_>, chart: &mut Chart) {
    loading.take(OPTIONS, |top| {
        if let Some(list) = top.need("options") {
            for (key, entry) in list.entries("a map of options").unwrap_or_default() {
                chart.options.extend(option(&key.text, &entry));
            }
            boards_match(&list, chart);
        }
        if let Some(part) = top.need("retreat-criteria") {
            for (key, note) in part.entries("a map of criteria").unwrap_or_default() {
                let note = note.text("a note").unwrap_or_default();
                chart.criteria.push((key.text.clone(), note.to_owned()));
            }
            let known = Preference::WORDS
                .iter()
                .all(|word| chart.criteria.iter().any(|(name, _)| name == word));
            if !known || chart.criteria.len() != Preference::WORDS.len() {
                wrong(&part, "the criteria are not those that the program knows");
            }
        }
        if let Some(part) = top.need("final-order") {
            let words: Vec<&str> =
                part.items().iter().filter_map(|item| item.node.text()).collect();
            if words != retreat::FINAL_ORDER {
                wrong(&part, format!("`final-order` must be: {}", retreat::FINAL_ORDER.join(", ")));
            }
        }
        if let Some(policy) = top.need("standing-defaults").and_then(|part| camp::policy(&part)) {
            let lists = policy.retreat.unwrap_or_default();
            chart.retreat_default = lists
                .into_iter()
                .find(|(key, _)| *key == *"default")
                .map(|(_, list)| list)
                .unwrap_or_default();
            chart.attack_default = policy.attack.unwrap_or(chart.attack_default);
        }
        Some(())
    });
}

fn option(key: &str, entry: &Reader<'_>) -> Option<OptionRow> {
    let items = entry.need("values")?.items();
    let values: Vec<String> =
        items.iter().filter_map(|item| item.node.text().map(str::to_owned)).collect();
    let given = entry.need("default")?;
    let default = match given.node.text() {
        Some(word) => [word.to_owned(), word.to_owned()],
        None => [text(&given, "full"), text(&given, "brisk")],
    };
    if let Some(odd) = default.iter().find(|word| !values.contains(word)) {
        wrong(&given, format!("{key}: the default `{odd}` is not among the values"));
    }
    Some(OptionRow { name: key.to_owned(), values, default, note: text(entry, "note") })
}

/// The option `map` offers exactly the boards there are.
fn boards_match(list: &Reader<'_>, chart: &Chart) {
    let row = chart.options.iter().find(|row| row.name == "map");
    let mut offered: Vec<&str> =
        row.map(|row| row.values.iter().map(String::as_str).collect()).unwrap_or_default();
    let mut there: Vec<&str> = chart.maps.iter().map(|map| map.name.as_str()).collect();
    offered.sort_unstable();
    there.sort_unstable();
    if offered != there {
        wrong(list, "the option `map` and the boards of maps.yaml differ");
    }
}

pub(super) fn scenarios(loading: &mut Loading<'_>, chart: &Chart) -> Vec<Scenario> {
    loading
        .take(SCENARIOS, |top| {
            let mut scenarios = Vec::new();
            if let Some(list) = top.need("scenarios") {
                for (key, entry) in list.entries("a map of scenarios").unwrap_or_default() {
                    let read = scenario(&key.text, &entry, chart);
                    if let Some(read) = &read {
                        deployable(read, &entry, chart);
                    }
                    scenarios.extend(read);
                }
            }
            if scenarios.is_empty() {
                wrong(top, "there is no scenario");
            }
            Some(scenarios)
        })
        .unwrap_or_default()
}

fn scenario(key: &str, entry: &Reader<'_>, chart: &Chart) -> Option<Scenario> {
    let map = text(entry, "map");
    let Some(map) = Name::new(&map).filter(|map| chart.map(*map).is_some()) else {
        wrong(entry, format!("{key}: there is no board `{map}`"));
        return None;
    };
    let mut options = Vec::new();
    for (option, value) in entry.need("options")?.entries("a map of options")? {
        let value_text = value.text("a value")?;
        let row = chart.options.iter().find(|row| row.name == option.text);
        if row.is_none_or(|row| !row.values.iter().any(|known| known == value_text)) {
            wrong(
                &value,
                format!(
                    "{key}: there is no option `{}` with the value `{value_text}`",
                    option.text
                ),
            );
        }
        options.push((option.text.clone(), value_text.to_owned()));
    }
    let lists = |part: &str| -> Option<Pair<Vec<Name>>> {
        let part = entry.need(part)?;
        let of = |side: Side| -> Option<Vec<Name>> {
            let items = part.need(side.word())?.items();
            let names = items.iter().map(|item| name(item, item.text("a name")?));
            names.collect::<Option<Vec<Name>>>().filter(|names| !names.is_empty())
        };
        Some(Pair { rome: of(Side::Rome)?, carthage: of(Side::Carthage)? })
    };
    let (armies, layouts) = (lists("ready-armies")?, lists("layouts")?);
    Some(Scenario {
        name: name(entry, key)?,
        title: text(entry, "title"),
        map,
        army_size: number(entry, "army-size", 64)?,
        limits_factor: number(entry, "limits-factor", 4)?,
        options,
        armies,
        layouts,
    })
}

/// Checks that every ready army fits every layout of its side, each unit with a square to fall back to.
fn deployable(scenario: &Scenario, entry: &Reader<'_>, chart: &Chart) {
    let Some(board) = chart.map(scenario.map).map(|map| map.board) else { return };
    for side in Side::BOTH {
        for army_name in scenario.armies_of(side) {
            let army = chart
                .army(*army_name)
                .filter(|army| army.side == side && army.size == scenario.army_size);
            let Some(army) = army else {
                wrong(
                    entry,
                    format!("{side} has no ready army `{army_name}` of {}", scenario.army_size),
                );
                continue;
            };
            for layout_name in scenario.layouts_of(side) {
                let layout = chart
                    .layout(*layout_name)
                    .filter(|layout| layout.side == side && layout.size == board.size);
                match layout {
                    Some(layout) => stands(chart, army, layout, &board, entry),
                    None => wrong(
                        entry,
                        format!("{side} has no layout `{layout_name}` of {}", board.size),
                    ),
                }
            }
        }
    }
}

/// Checks one army in one layout.
fn stands(chart: &Chart, army: &ReadyArmy, layout: &Layout, board: &Board, entry: &Reader<'_>) {
    let mut placed: Vec<(Square, bool)> = Vec::new();
    for (id, kind) in chart.roster(&army.units) {
        match layout.cells.iter().find(|(unit, ..)| *unit == id) {
            Some((_, square, _)) if board.plateaus.has(*square) => {
                wrong(entry, format!("{}: {id} stands on a plateau", layout.name));
            }
            Some((_, square, _)) => placed.push((*square, chart.kind(kind).abilities.general)),
            None => wrong(entry, format!("{}: no cell for {id} of {}", layout.name, army.name)),
        }
    }
    let taken: Squares = placed.iter().map(|(square, _)| *square).collect();
    for (square, general) in placed {
        let free = retreat::squares(square, army.side).into_iter().flatten();
        let free = free
            .filter(|to| to.on(board.size) && !taken.has(*to) && !board.plateaus.has(*to))
            .count();
        if free < if general { GENERAL_RETREATS } else { 1 } {
            wrong(
                entry,
                format!(
                    "{} in {}: {square} has too few squares to fall back to",
                    army.name, layout.name
                ),
            );
        }
    }
}
