//! 4.1.1, 16.1: points that are spent, and rout points. Rules 7, 46 and 52.

use super::GameTable;
use crate::events::{Morale, Points};
use crate::names::{CommandBox, Id, Side};
use crate::state::State;

/// Points of a side that can still be used from a box: none once its leader is lost (46).
pub(crate) fn left(state: &State, side: Side, place: CommandBox) -> u8 {
    let camp = &state.camps[side];
    if camp.leader.lost { 0 } else { camp.points(place) }
}

/// 4: a point goes out of its box.
pub(crate) fn spend(
    board: &mut GameTable<'_>,
    rule: &'static str,
    side: Side,
    place: CommandBox,
    units: Vec<Id>,
) {
    board.record(rule, Points::Used { side, place, units }.into());
}

/// 16.1: a side's rout points grow, if the loss counts at all.
pub(crate) fn rout(board: &mut GameTable<'_>, side: Side, points: u8, unit: Option<Id>) {
    if points > 0 {
        let total = board.state().camps[side].pr.saturating_add(points);
        let points = i8::try_from(points).unwrap_or(i8::MAX);
        board.record("16.1", Morale::Pr { side, points, total, unit }.into());
    }
}
