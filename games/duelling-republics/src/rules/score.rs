//! V1 to V3: victory points, one by one as they fall due.

use super::{commander, say};
use crate::Table;
use crate::elements::ArmyId;
use crate::events::{Award, Doom, Movement, Players};
use engine::Seat;

/// A seat's score changes; it never goes below 0.
pub(crate) fn vp(table: &mut Table<'_>, rule: &'static str, seat: &Seat, delta: i16, why: Award) {
    let Some(player) = table.state().player(seat) else { return };
    if delta == 0 {
        return;
    }
    let score = player.vp.saturating_add_signed(delta);
    say(table, rule, Players::Vp { seat: seat.clone(), delta, why, score });
}

/// The score of an army's C-in-C changes.
pub(crate) fn of_army(
    table: &mut Table<'_>,
    rule: &'static str,
    army: ArmyId,
    delta: i16,
    why: Award,
) {
    if let Some(seat) = commander(table.state(), army).cloned() {
        vp(table, rule, &seat, delta, why);
    }
}

/// An army is destroyed, by whatever cause: its C-in-C has lost it.
pub(crate) fn destroyed(table: &mut Table<'_>, rule: &'static str, army: ArmyId, why: Doom) {
    if table.state().army(army).is_none() {
        return;
    }
    let points = table.rules().chart.points.lost_army;
    of_army(table, "V", army, points, Award::ArmyDestroyed);
    say(table, rule, Movement::Destroyed { army, why });
    super::siege::tidy(table);
}
