//! What the order form of a seat shows, as a value for the title's form template.

mod army;
mod field;

use super::names::Side;
use super::rules::Field;
use super::state::State;
use super::{CombinedArms, Question, report_context};
use engine::{Prompt, Seat};
use serde_json::{Value, json};

/// The value of a seat's form: the position, and for each open prompt what can be answered.
pub(super) fn form(
    rules: &CombinedArms,
    state: &State,
    seat: &Seat,
    prompts: &[Prompt<Question>],
) -> Value {
    let Some(side) = Side::parse(seat.name()) else { return Value::Null };
    let position = Field::new(&rules.chart, state);
    let asked: Vec<Value> = prompts
        .iter()
        .map(|prompt| {
            let mut value = json!({ "name": prompt.name, "question": prompt.question });
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
