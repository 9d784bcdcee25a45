//! The position of a case.

use super::super::events::Cause;
use super::super::names::{Edges, Side, Stage, UnitId};
use super::super::orders::camp::spot;
use super::super::rules::victory;
use super::super::state::{Board, Lost, Offer, State, Unit, Waiting};
use super::super::{CombinedArms, opening};
use crate::data::chart::Chart;
use engine::Common;
use engine::case::{keyed, named, not_opened};
use engine::data::{Setup, Tempo};
use engine::kit::{Facing, Square, Squares};
use engine::{Reader, Seat};
use std::collections::BTreeMap;

/// A game opened with the case's scenario and options.
pub(super) fn opened(rules: &CombinedArms, top: &Reader<'_>) -> Option<State> {
    let mut options = BTreeMap::new();
    let mut tempo = Tempo::Brisk;
    if let Some(part) = top.get("options") {
        for (key, value) in part.entries("a map of options")? {
            let word = value.text("a value")?;
            if key.text == "tempo" {
                tempo = value.one_of("a tempo", Common::Tempo)?;
            } else {
                options.insert(key.text.clone(), word.to_owned());
            }
        }
    }
    if let Some(word) = top.get("map").and_then(|part| part.node.text()) {
        options.insert("map".to_owned(), word.to_owned());
    }
    let scenario =
        top.get("scenario").and_then(|part| part.node.text()).unwrap_or("battle").to_owned();
    let seats = Side::BOTH
        .into_iter()
        .map(|side| (Seat::new(side.word()), side.word().to_owned()))
        .collect();
    match opening::open(rules, &Setup { scenario, options, tempo, seats }) {
        Ok(state) => Some(state),
        Err(faults) => {
            not_opened(top, faults).for_each(|fault| top.complain(fault));
            None
        }
    }
}

/// The position: units, what is known of them, terrain, and whose turn it is.
pub(crate) fn position(rules: &CombinedArms, top: &Reader<'_>) -> Option<State> {
    let mut state = opened(rules, top)?;
    if let Some(part) = top.get("map").filter(|part| part.node.map().is_some()) {
        terrain(&part, &mut state.board);
    }
    let side = match top.get("turn") {
        Some(part) => part.one_of("a side", Common::Case)?,
        None => Side::Rome,
    };
    state.turn = top.get("number").and_then(|part| part.number("a turn", 1, 9999)).unwrap_or(1);
    (state.first, state.active) = (Some(side), Some(side));
    let phases = [Stage::Move, Stage::Attack];
    let phase = top
        .get("phase")
        .and_then(|part| part.word(Common::Case, "phase of a turn", &phases.map(Stage::word)));
    state.stage = phase.map_or(Stage::Move, |at| phases[at]);
    if let Some(part) = top.get("units") {
        for (key, reader) in part.entries("a map from unit to square and facing")? {
            place(&rules.chart, &key.text, &reader, &mut state);
        }
    }
    for (id, square, facing) in [
        ("scipio", Square::new(0, 0), Facing::N),
        ("hannibal", Square::new(state.board.size - 1, state.board.size - 1), Facing::S),
    ] {
        if state.units.iter().all(|unit| unit.id != *id) {
            put(&rules.chart, UnitId::of(id), square, facing, &mut state);
        }
    }
    known(&rules.chart, top, &mut state);
    state.units.sort_by_key(|unit| (unit.side, unit.rank));
    if state.options.repetition > 0 {
        state.past = vec![victory::position(&state, side)];
    }
    Some(state)
}

fn terrain(reader: &Reader<'_>, board: &mut Board) {
    reader.only(&["hills", "plateaus"]);
    let squares = |key: &str| -> Squares {
        let items = reader.get(key).map(|part| part.items()).unwrap_or_default();
        items.iter().filter_map(|item| super::super::orders::read::square(item)).collect()
    };
    (board.hills, board.plateaus) = (squares("hills"), squares("plateaus"));
}

fn place(chart: &Chart, id: &str, reader: &Reader<'_>, state: &mut State) {
    let (Some(id), Some(spot)) = (unit_of(chart, id), spot(reader)) else {
        reader.complain(Common::Case.here(reader, format!("{id} is not a unit with a square")));
        return;
    };
    let front = chart.kind_of_id(id).expect("a unit has a type").side.front();
    put(chart, id, spot.square, spot.facing.unwrap_or(front), state);
}

/// Puts a unit on the board. Its rank follows types and numbers, as in an army's roster.
fn put(chart: &Chart, id: UnitId, square: Square, facing: Facing, state: &mut State) {
    let kind = chart.kind_of_id(id).expect("a unit has a type");
    let nth = chart.kinds.iter().position(|other| other.name == kind.name);
    let nth = u8::try_from(nth.expect("the kind is on the chart")).expect("a chart has few kinds");
    let number = id.as_str().trim_start_matches(|c: char| c.is_ascii_lowercase());
    // A general has no number; a number that no roster has comes last.
    let number: u8 = if number.is_empty() { 0 } else { number.parse().unwrap_or(u8::MAX) };
    let rank = nth.saturating_mul(12).saturating_add(number.min(11));
    let from =
        Waiting { id, kind: kind.name, side: kind.side, rank, pila: kind.pila, veteran: false };
    state.units.push(Unit::placed(&from, square, facing));
}

/// Reads what the case says of single units, of losses and of an offer.
fn known(chart: &Chart, top: &Reader<'_>, state: &mut State) {
    if let Some(part) = top.get("state") {
        let place = |id: &str| state.units.iter().position(|unit| unit.id == *id);
        for (at, reader) in keyed(&part, "unit on the board", place) {
            of_unit(chart, &mut state.units[at], &reader);
        }
    }
    if let Some(part) = top.get("lost") {
        for (id, reader) in keyed(&part, "unit", |id| unit_of(chart, id)) {
            let Some(turn) = reader.number("a turn", 1, 9999) else { continue };
            let kind = chart.kind_of_id(id).expect("a unit has a type");
            let square = Square::default();
            state.lost.push(Lost {
                id,
                kind: kind.name,
                side: kind.side,
                square,
                turn,
                cause: Cause::Blocked,
            });
            state.quiet_since = state.quiet_since.max(turn);
        }
    }
    let offer = top.get("offer").and_then(|part| part.one_of("a side", Common::Case));
    if let Some(side) = offer {
        state.offer = Some(Offer { seat: side, turn: state.turn.saturating_sub(1) });
    }
}

/// The unit of this name, of either army.
fn unit_of(chart: &Chart, id: &str) -> Option<UnitId> {
    UnitId::new(id).filter(|id| chart.kind_of_id(*id).is_some())
}

fn of_unit(chart: &Chart, unit: &mut Unit, reader: &Reader<'_>) {
    reader.only(&["pila", "credit", "veteran", "charged", "damage", "by", "retreated", "moved"]);
    let number = |key: &str| reader.get(key).and_then(|part| part.number(key, 0, 99));
    unit.pila = number("pila").unwrap_or(unit.pila);
    unit.credits = number("credit").unwrap_or(unit.credits);
    unit.damage = number("damage").unwrap_or(unit.damage);
    unit.routs_turn = number("retreated").unwrap_or(unit.routs_turn);
    let truth = |key: &str| reader.get(key).and_then(|part| part.truth(key)).unwrap_or_default();
    unit.veteran = truth("veteran");
    unit.moved = truth("moved");
    unit.charged = reader.get("charged").and_then(|part| match part.node.text() {
        // In some turn before.
        Some("true") => Some(0),
        Some("false") => None,
        _ => part.number("true, false or the turn of the charge", 0, 9999),
    });
    let by = reader.get("by").map(|part| part.items()).unwrap_or_default();
    let attacker = |item| named(item, "unit", |id| unit_of(chart, id));
    unit.made_by = by.iter().filter_map(attacker).collect();
    unit.hurt_by.clone_from(&unit.made_by);
}
