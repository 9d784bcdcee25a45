//! BA12: conditions of commit entries and of withdrawal.

use super::super::line::{Lane, Line};
use super::super::plan::{EnemyReserve, LaneIs, Role, When};

/// True if all conditions hold for a side; false if there are none.
pub(crate) fn holds(line: &Line, role: Role, when: &When) -> bool {
    let (own, enemy) = (line.party(role), line.party(role.other()));
    let least = |asked: Option<u8>, found: u8| asked.is_none_or(|asked| found >= asked);
    let reserve = when.enemy_reserve.is_none_or(|asked| match asked {
        EnemyReserve::Committed => enemy.committed(),
        EnemyReserve::Empty => enemy.reserve.is_empty(),
    });
    let in_lane = match (when.lane.and_then(|sector| sector.lane(role)), when.is) {
        (Some(at), Some(is)) => lane_is(&line.lanes[at], role, is),
        (None, None) => when.lane.is_none(),
        _ => false,
    };
    !when.is_empty()
        && least(when.bound, own.own)
        && least(when.losses, own.losses())
        && least(when.enemy_losses, enemy.losses())
        && least(when.behind, own.losses().saturating_sub(enemy.losses()))
        && reserve
        && (when.general.is_none() || own.general_lost())
        && in_lane
}

fn lane_is(lane: &Lane, role: Role, is: LaneIs) -> bool {
    let (own, enemy) = (lane.strength(role), lane.strength(role.other()));
    match is {
        LaneIs::Contact => lane.in_contact(),
        LaneIs::Gap => lane.in_contact() && lane.open_files(role).next().is_some(),
        LaneIs::Losing => lane.in_contact() && own < enemy,
        LaneIs::Winning => lane.in_contact() && own > enemy,
        LaneIs::Free => lane.free_for(role),
        LaneIs::Lost => own == 0,
    }
}
