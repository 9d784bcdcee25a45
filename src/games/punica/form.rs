use super::*;
pub(super) fn form(_: &Punica, _: &State, _: &Seat, _: &[Prompt<Question>], _: Option<&ForceOf<Punica>>) -> serde_json::Value { serde_json::Value::Null }
