//! The position of a case.

use crate::DeBelloPunico;
use crate::names::{Battle, CommandBox, Id, Pair, Side};
use crate::orders::side as bearing;
use crate::state::{Camp, Place, Stage, State, Unit};
use engine::Common;
use engine::case::keyed;
use engine::kit::{Bearing, Hex};
use engine::{Reader, Tempo};
use std::collections::BTreeMap;

/// Reads `given`: only what it names is on the board. Without it the battle is at its opening.
pub(super) fn read(
    rules: &DeBelloPunico,
    battle: Battle,
    tempo: Tempo,
    reader: &Reader<'_>,
) -> State {
    let leaders = rules.printed.battle(battle).leaders;
    let camps = Pair { rome: Camp::new(leaders.rome), carthage: Camp::new(leaders.carthage) };
    let mut state = State {
        battle,
        tempo,
        turn: 1,
        stage: Stage::Interphase,
        first: None,
        units: BTreeMap::new(),
        camps,
        panics: 0,
        fled: false,
        over: None,
        asked: None,
    };
    reader.only(&["rome", "carthage", "turn", "first"]);
    if let Some(turn) = reader.get("turn").and_then(|turn| turn.number("a turn", 1, 99)) {
        state.turn = turn;
    }
    if let Some(first) = reader.get("first") {
        state.first = first.one_of("a side", Common::Case);
    }
    for side in Side::BOTH {
        if let Some(camp) = reader.get(side.word()) {
            army(rules, &mut state, side, &camp);
        }
    }
    state
}

/// Puts all units of the battle that a position leaves out among the eliminated, with their rout points, because the
/// machine plays only sound positions.
pub(super) fn complete(rules: &DeBelloPunico, state: &mut State) {
    let printed = &rules.printed;
    for side in Side::BOTH {
        for (id, kind) in printed.battle(state.battle).ids(&printed.roster, side) {
            if state.units.contains_key(&id) {
                continue;
            }
            state.panics += 1;
            let mut unit = Unit::new(kind, side, Place::Eliminated, Bearing::N);
            unit.panic = Some(state.panics);
            state.units.insert(id, unit);
            let camp = &mut state.camps[side];
            camp.panicked = true;
            camp.pr = camp.pr.saturating_add(printed.kind(kind).pr);
        }
    }
}

/// One side: units, leader, chips, rout points.
fn army(rules: &DeBelloPunico, state: &mut State, side: Side, reader: &Reader<'_>) {
    reader.only(&["units", "leader", "chips", "vacuus", "pr", "standing", "panicked_before"]);
    for item in reader.get("units").map(|units| units.items()).unwrap_or_default() {
        unit(rules, state, side, &item);
    }
    let camp = &mut state.camps[side];
    if let Some(leader) = reader.get("leader") {
        match leader.text("a hex, or `lost`") {
            Some("lost") => camp.leader.lost = true,
            text => {
                let there = |hex: &Hex| rules.printed.grid.has(*hex);
                camp.leader.hex = text.and_then(Hex::parse).filter(there);
                if camp.leader.hex.is_none() {
                    reader.complain(
                        leader.fault(Common::Case, "write the hex of the leader, or `lost`"),
                    );
                }
            }
        }
    }
    if let Some(chips) = reader.get("chips") {
        for (place, value) in keyed(&chips, "box", CommandBox::parse) {
            camp.chips.extend(value.number("points", 0, 9).map(|points| (place, points)));
        }
    }
    if let Some(vacuus) = reader.get("vacuus") {
        camp.vacuus = vacuus.one_of("a box", Common::Case);
        if let Some(place) = camp.vacuus {
            *camp.chips.entry(place).or_insert(0) += 1;
        }
    }
    if let Some(pr) = reader.get("pr").and_then(|pr| pr.number("rout points", 0, 99)) {
        camp.pr = pr;
    }
    if let Some(before) =
        reader.get("panicked_before").and_then(|before| before.truth("true or false"))
    {
        camp.panicked |= before;
    }
}

/// `ha1 1010/n dp2 panic`: unit, place, facing, then flags: `dpN`, `panic`, `left` (it has left a hex in an enemy ZdC).
fn unit(rules: &DeBelloPunico, state: &mut State, side: Side, item: &Reader<'_>) -> Option<()> {
    let text = item.text("a unit such as `ha1 1010/n dp2`")?;
    let mut words = text.split_whitespace();
    let grid = rules.printed.grid;
    let (id, place) = (words.next().and_then(Id::new), words.next().and_then(standing));
    let place = place.filter(|(place, _)| place.hex().is_none_or(|hex| grid.has(hex)));
    let kind = id.and_then(|id| rules.printed.roster.unit(id)).filter(|(_, owner)| *owner == side);
    let (Some(id), Some((place, facing)), Some((kind, _))) = (id, place, kind) else {
        item.complain(item.fault(
            Common::Case,
            format!("`{text}` is not a unit of {side} followed by its place"),
        ));
        return None;
    };
    let mut unit = Unit::new(
        kind,
        side,
        place,
        facing.unwrap_or(rules.printed.battle(state.battle).facing[side]),
    );
    for word in words {
        match word {
            "panic" => {
                state.panics += 1;
                unit.panic = Some(state.panics);
                state.camps[side].panicked = true;
            }
            "left" => unit.half.left_zone = true,
            _ => match word.strip_prefix("dp").and_then(|dp| dp.parse().ok()) {
                Some(dp) => unit.dp = dp,
                None => item.complain(
                    item.fault(Common::Case, format!("unknown flag `{word}`"))
                        .fix("use dpN, panic or left"),
                ),
            },
        }
    }
    state.units.insert(id, unit);
    Some(())
}

/// A place, on the map with its facing.
fn standing(text: &str) -> Option<(Place, Option<Bearing>)> {
    if let Some(place) = Place::parse(text) {
        return Some((place, None));
    }
    let (hex, facing) = text.split_once('/')?;
    Some((Place::On(Hex::parse(hex)?), Some(bearing(facing)?)))
}
