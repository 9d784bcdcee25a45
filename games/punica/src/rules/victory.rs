//! Victory and control, tested after every single step. Rules V1 to V6, C1.

use super::{Flow, GameTable};
use crate::board::Board;
use crate::data::chart::{bit, each};
use crate::events::{Ending, Event, TurnEvent, UnitEvent};
use crate::names::Side;

/// Tells what has changed hands since `before`, and ends the game if a condition is fulfilled. Rules V5, V6.
pub(crate) fn judge(table: GameTable<'_, '_>, before: &Board) -> Flow {
    let rules = table.rules();
    let chart = rules.chart();
    let after = rules.board(table.state());
    let holder = |board: &Board, area| {
        Side::BOTH.into_iter().find(|side| board.controlled(*side) & bit(area) != 0)
    };
    for area in each(chart.regions) {
        let (was, is) = (holder(before, area), holder(&after, area));
        if was == is {
            continue;
        }
        let count = is.or(was).map_or(0, |side| after.gains(chart, side));
        table.record("C1", UnitEvent::Control { area: chart.id(area), seat: is, count }.into());
    }
    let Some((winner, by, law)) = after.victory(chart, rules.worth(), table.state().active) else {
        return Flow::On;
    };
    finish(table, winner, by, law);
    Flow::Over
}

pub(crate) fn finish(
    table: GameTable<'_, '_>,
    winner: Option<Side>,
    by: Ending,
    law: &'static str,
) {
    let said = law.to_owned();
    let event: Event = match winner {
        Some(seat) => TurnEvent::Victory { seat, by, law: said }.into(),
        None => TurnEvent::Draw { by, law: said }.into(),
    };
    table.record(law, event);
}
