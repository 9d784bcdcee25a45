//! Armies and set-ups in the form: what may be chosen, and where the units that are due would go.

use super::super::names::{Side, UnitId};
use super::super::rules::{Field, muster, setup};
use super::super::state::State;
use super::super::{CombinedArms, Question};
use crate::data::chart::{Layout, ReadyArmy, Scenario};
use engine::kit::Square;
use serde_json::{Value, json};

/// What can be answered to a prompt about army or set-up.
pub(super) fn answer(rules: &CombinedArms, state: &State, side: Side, question: Question) -> Value {
    let scenario = rules.scenario(state);
    let mut value = json!({});
    if matches!(question, Question::Muster | Question::Deploy { army: true }) {
        value["armies"] = armies(rules, scenario, side);
        value["size"] = json!(scenario.army_size);
        value["types"] = types(rules, scenario, side);
    }
    if matches!(question, Question::Deploy { .. }) {
        let ready = scenario.layouts_of(side).iter().filter_map(|name| rules.chart.layout(*name));
        value["layouts"] =
            ready.map(|layout| json!({ "name": layout.name, "note": layout.note })).collect();
    }
    if matches!(question, Question::Deploy { .. } | Question::Place { .. }) {
        value["rows"] = json!(rows(state, side));
    }
    if let Question::Place { due } = question {
        let mut due_units = places(rules, state, side);
        value["later"] = Value::Array(due_units.split_off(usize::from(due).min(due_units.len())));
        value["due"] = Value::Array(due_units);
    }
    value
}

/// The ready armies of a side, the default first.
fn armies(rules: &CombinedArms, scenario: &Scenario, side: Side) -> Value {
    let ready = scenario.armies_of(side).iter().filter_map(|name| rules.chart.army(*name));
    ready
        .map(|army: &ReadyArmy| {
            let units: Vec<Value> = army.units.iter().map(|(kind, count)| json!({ "type": kind, "count": count })).collect();
            json!({ "name": army.name, "note": army.note, "units": units, "veterans": army.veterans })
        })
        .collect()
}

/// The types of a side with the fewest and most that an army may have.
fn types(rules: &CombinedArms, scenario: &Scenario, side: Side) -> Value {
    rules
        .chart
        .kinds_of(side)
        .map(|kind| {
            let (min, max) = muster::limits(kind, scenario.limits_factor);
            json!({ "name": kind.name, "min": min, "max": max })
        })
        .collect()
}

/// First and last row of a side's zone, as they are numbered on the board.
fn rows(state: &State, side: Side) -> [u8; 2] {
    let (size, zone) = (state.board.size, state.board.zone);
    match side {
        Side::Rome => [1, zone],
        Side::Carthage => [size.saturating_sub(zone) + 1, size],
    }
}

/// The units of a side that wait, each with its cell of the first layout if that is free, else with the
/// first free square that no other of them takes.
fn places(rules: &CombinedArms, state: &State, side: Side) -> Vec<Value> {
    let layout =
        rules.scenario(state).layouts_of(side).first().and_then(|name| rules.chart.layout(*name));
    let cell = |layout: &Layout, id: UnitId| {
        layout.cells.iter().find(|(unit, _, _)| *unit == id).map(|(_, square, _)| *square)
    };
    let free: Vec<Square> = Field::new(&rules.chart, state).free_squares(side).collect();
    let mut taken: Vec<Square> = Vec::new();
    let units = setup::of(state, side).map(|unit| {
        let own = layout
            .and_then(|layout| cell(layout, unit.id))
            .filter(|square| free.contains(square) && !taken.contains(square));
        let square = own.or_else(|| free.iter().copied().find(|square| !taken.contains(square)));
        taken.extend(square);
        json!({ "id": unit.id, "type": unit.kind, "square": square })
    });
    units.collect()
}
