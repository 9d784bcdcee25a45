//! Armies and set-ups in the form.

use super::super::names::Side;
use super::super::state::State;
use super::super::{CombinedArms, Question};
use serde_json::{Value, json};

pub(super) fn answer(_: &CombinedArms, _: &State, _: Side, _: Question) -> Value {
    json!({})
}
