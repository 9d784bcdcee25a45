use super::*;
pub(super) fn propose(_: &Punica, _: &State, _: &Seat, _: &[Prompt<Question>], _: Temper, _: &mut Wander) -> FilingOf<Punica> { FilingOf::<Punica>::default() }
