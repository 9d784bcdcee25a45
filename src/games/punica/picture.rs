use super::*;
pub(super) fn picture(_: &Punica, _: &State, _: &[Chapter<Event>]) -> Map { Map::default() }
