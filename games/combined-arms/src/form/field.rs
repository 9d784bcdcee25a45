//! Moves and attacks in the form: where each unit can get to (the nearest squares first), what it could
//! attack from where it stands, what can be broken, and what threatens.

use super::super::names::Side;
use super::super::rules::Field;
use super::super::state::Unit;
use super::super::{Question, forecast};
use serde_json::{Value, json};

/// What can be answered to a prompt about moves or attacks: one entry for each unit of the side.
pub(super) fn answer(field: &Field<'_>, side: Side, question: Question) -> Value {
    if !matches!(question, Question::Move | Question::Attack) {
        return json!({});
    }
    let choices: Vec<Value> = field.of(side).map(|unit| choice(field, unit, question)).collect();
    let moving = question == Question::Move;
    let chances = forecast::outlook(field, side.other(), moving);
    // In the own turn the enemy's next one is what threatens: all damage will have lapsed by then.
    let threats = forecast::outlook(field, side, true);
    json!({ "choices": choices, "chances": chances, "threats": threats })
}

fn choice(field: &Field<'_>, unit: &Unit, question: Question) -> Value {
    let targets = field.of(unit.side.other()).filter_map(|target| {
        let strike = field.attack(unit, target, true)?;
        Some(json!({ "unit": target.id, "square": target.square, "distance": strike.distance, "points": strike.points, "means": strike.means }))
    });
    let targets: Vec<Value> = targets.collect();
    let mut value = json!({ "unit": unit.id, "targets": targets });
    if question == Question::Move {
        let ways = field.ways(unit, field.allowance(unit, false));
        let mut squares: Vec<_> = ways.stops().iter().collect();
        squares.sort_by_key(|square| ways.steps(*square));
        value["squares"] = json!(squares);
    }
    value
}
