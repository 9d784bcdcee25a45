use super::*;
pub(super) fn counsel(_: &Punica, _: &State, _: &Seat, _: &[Prompt<Question>], _: &FilingOf<Punica>, _: Option<&ForceOf<Punica>>) -> Vec<Complaint> { vec![] }
pub(super) fn answer(_: &Punica, _: &State, _: &Seat, _: Option<&ForceOf<Punica>>, _: &Node) -> Result<serde_json::Value, Vec<Complaint>> { Err(vec![]) }
