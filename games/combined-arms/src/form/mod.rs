//! What the order form of a seat shows, as a value for the title's form template.

mod army;
mod field;

use super::names::Side;
use super::rules::Field;
use super::{CombinedArms, report_context};
use engine::AtSeat;
use serde_json::{Value, json};

/// The value of a seat's form: the position, and for each open prompt what can be answered.
pub(super) fn form(rules: &CombinedArms, at: &AtSeat<'_, CombinedArms>) -> Value {
    let (state, seat, prompts) = (at.view, at.seat, at.prompts);
    let side = Side::of(seat).expect("the charter has a seat for each side and no other");
    let standing = at.in_force.and_then(|force| force.standing.as_ref());
    let attack = standing.and_then(|filed| filed.says.attack).unwrap_or(rules.chart.attack_default);
    let mode = if attack.at_will { "at-will" } else { "none" };
    let position = Field::new(&rules.chart, state);
    let asked: Vec<Value> = prompts
        .iter()
        .map(|prompt| {
            let mut value = json!({
                "name": prompt.name,
                "question": prompt.question,
                "policy": { "mode": mode, "pila": attack.pila },
            });
            let parts = [
                army::answer(rules, state, side, prompt.question),
                field::answer(&position, side, prompt.question),
            ];
            for part in parts {
                if let (Some(map), Value::Object(more)) = (value.as_object_mut(), part) {
                    map.extend(more);
                }
            }
            value
        })
        .collect();
    json!({ "seat": seat, "side": side, "prompts": asked, "position": report_context::report_context(rules, state) })
}
