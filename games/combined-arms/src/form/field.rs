//! Moves and attacks in the form: where each unit can get to (the nearest squares first), what it could
//! attack from where it stands, what can be broken, and what threatens.

use super::super::names::{Side, UnitId};
use super::super::rules::Field;
use super::super::state::Unit;
use super::super::{Question, forecast};
use serde_json::{Value, json};

/// The choices for a prompt about moves or attacks: one entry for each unit of the side.
pub(super) fn answer(field: &Field<'_>, side: Side, question: Question) -> Value {
    match question {
        Question::Move | Question::Attack => {}
        Question::Retreat { unit } => return retreat(field, side, unit),
        Question::Muster | Question::Place { .. } | Question::Deploy { .. } => return json!({}),
    }
    let choices: Vec<Value> = field.of(side).map(|unit| choice(field, unit, question)).collect();
    let moving = question == Question::Move;
    let chances = forecast::outlook(field, side.other(), moving);
    // In the own turn the enemy's next one is what threatens: all damage will have lapsed by then.
    let threats = forecast::outlook(field, side, true);
    json!({ "choices": choices, "chances": chances, "threats": threats })
}

/// The squares to which a unit can fall back, the dangers on each, and the one that its side's criteria would find.
fn retreat(field: &Field<'_>, side: Side, unit: UnitId) -> Value {
    let (Some(asked), Some(unit)) = (&field.state.asked, field.own(side, unit)) else {
        return json!({});
    };
    let squares = asked.squares.iter().map(|to| {
        let (danger, beside) = (field.danger(unit, *to), field.neighbours(*to, side.other()));
        let facing = field.turned_away(unit, *to).0;
        json!({ "square": to, "facing": facing, "danger": danger, "enemies": beside })
    });
    let squares: Vec<Value> = squares.collect();
    let by_rule = field.choose(unit, asked.squares.clone(), &field.chart.retreat_default);
    let by_rule = by_rule.map(|(to, _)| to);
    json!({ "unit": unit.id, "from": unit.square, "squares": squares, "by_rule": by_rule })
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
