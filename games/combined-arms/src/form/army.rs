//! Armies and set-ups in the form: what may be chosen, and where the units that are due would go.

use super::super::names::{Edges, Side};
use super::super::orders::Camp;
use super::super::rules::{muster, setup, terrain};
use super::super::state::State;
use super::super::{CombinedArms, Question};
use crate::check;
use crate::data::chart::{ReadyArmy, Scenario};
use serde_json::{Value, json};

/// The choices for a prompt about army or set-up.
pub(super) fn answer(rules: &CombinedArms, state: &State, side: Side, question: Question) -> Value {
    let scenario = rules.scenario(state);
    let mut value = json!({});
    if matches!(question, Question::Muster | Question::Deploy { army: true }) {
        value["armies"] = armies(rules, state, side);
        value["size"] = json!(muster::size(scenario, &state.options, side));
        value["terrain"] = laying(state, side);
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
fn armies(rules: &CombinedArms, state: &State, side: Side) -> Value {
    let (chart, scenario) = (&rules.chart, rules.scenario(state));
    let ready = scenario.armies_of(side).iter().filter_map(|name| chart.army(*name));
    ready
        .map(|army: &ReadyArmy| {
            let stands = muster::ready(chart, scenario, &state.options, army);
            let units: Vec<Value> = stands.units.iter().map(|(kind, count)| json!({ "type": kind, "count": count })).collect();
            json!({ "name": army.name, "note": army.note, "units": units, "veterans": stands.veterans })
        })
        .collect()
}

/// The terrain that a side may lay, with the rows and an example of each; null if none is laid.
fn laying(state: &State, side: Side) -> Value {
    let (hills, plateaus) = (usize::from(state.options.hills), usize::from(state.options.plateaus));
    let mut squares = terrain::open(state, side).step_by(2);
    let (on_hills, on_plateaus): (Vec<_>, Vec<_>) =
        (squares.by_ref().take(hills).collect(), squares.take(plateaus).collect());
    let rows = terrain::rows(&state.board, side);
    json!({ "hills": on_hills, "plateaus": on_plateaus, "rows": rows })
}

/// The types of a side, with the least and most units of each that an army may have.
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

/// The waiting units of a side, in roster order, each where it would be put without a file.
fn places(rules: &CombinedArms, state: &State, side: Side) -> Vec<Value> {
    let (after, _) = check::run(rules, state, |table| {
        // The enemy's zone is another: where its units go does not matter here.
        while setup::due(table.state()).is_some() {
            setup::place(table, &Camp::default());
        }
    });
    let placed = |id| after.unit(id).map(|unit| (unit.square, unit.facing));
    let units = setup::of(state, side).map(|unit| {
        let mut value = json!({ "id": unit.id, "type": unit.kind });
        if let Some((square, facing)) = placed(unit.id) {
            value["square"] = json!(square);
            if facing != side.front() {
                value["facing"] = json!(facing);
            }
        }
        value
    });
    units.collect()
}
