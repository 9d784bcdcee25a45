//! 13: leaders in danger. Rules 33 and 46, rulings R31 and R36.

use super::{GameTable, field, fortuna, points, question};
use crate::asked::Query;
use crate::events::{Cast, Leaders, Loss, Step};
use crate::names::{AskName, Id, Side};
use crate::orders::Aside;
use engine::kit::Hex;

/// 13: a leader whose unit took disorder rolls once; on a 1 he is lost. The rolls follow the order of the units.
pub(crate) fn dice(board: &mut GameTable<'_>, units: &[Id]) {
    let mut asked: Vec<Side> = Vec::new();
    for unit in units {
        let Some((side, hex)) = board.state().unit(*unit).and_then(|u| Some((u.side, u.hex()?)))
        else {
            continue;
        };
        let leader = board.state().camps[side].leader;
        if leader.hex != Some(hex) || asked.contains(&side) {
            continue;
        }
        asked.push(side);
        let cast = fortuna::Throw { side, cast: Cast::Leader, unit: Some(leader.id), rule: "13" };
        let mut die = fortuna::throw(board, &cast);
        if let Some(again) =
            fortuna::again(board, &cast, fortuna::Mood::new(die).eliminated(die == 1), Some(*unit))
        {
            die = again;
        }
        board.record(
            "13",
            Leaders::Die { leader: leader.id, side, unit: *unit, die, lost: die == 1 }.into(),
        );
        if die == 1 {
            lose(board, side, Loss::Die);
        }
    }
}

/// 13: a leader steps to a hex next to him: the one that was `told`, else the one that his side names when it is asked, else the
/// best (R36); without one he is lost.
pub(crate) fn step(board: &mut GameTable<'_>, side: Side, why: Step, told: Option<Hex>) {
    let leader = board.state().camps[side].leader;
    let Some(from) = leader.hex else { return };
    let open = field(board).refuges(side, from);
    let asks = told.is_none()
        && open.len() > 1
        && question::open(board, side, |policy| policy.leader.as_ref());
    let named = if asks {
        asked(board, side, (from, open.clone()), false).and_then(|aside| aside.hex(&open))
    } else {
        None
    };
    let Some(to) = told.or(named).or(open.first().copied()) else {
        return lose(board, side, Loss::Trapped);
    };
    let event = Leaders::Withdraws { leader: leader.id, side, from, to, why };
    if named.is_some() {
        question::as_told(board, side, (Some(AskName::Leader), "leader"), |board| {
            board.record("13", event.into());
        });
    } else {
        board.record("13", event.into());
    }
}

/// The answer of a side that is asked whether and where its leader goes from a hex.
pub(super) fn asked(
    board: &mut GameTable<'_>,
    side: Side,
    (from, to): (Hex, Vec<Hex>),
    stay: bool,
) -> Option<Aside> {
    let leader = board.state().camps[side].leader.id;
    question::ask(board, side, Query::Leader { leader, from, to, stay }).leader
}

/// R36: a leader whose unit has broken or is gone steps away, if no other unit holds his hex.
pub(crate) fn bereft(board: &mut GameTable<'_>, unit: Id) {
    let Some((side, hex)) = board.state().unit(unit).and_then(|u| Some((u.side, u.hex()?))) else {
        return;
    };
    if board.state().camps[side].leader.hex != Some(hex) {
        return;
    }
    let held = field(board).steady(side, hex).is_some_and(|(id, _)| id != unit);
    if !held {
        step(board, side, Step::Unit, None);
    }
}

/// 13: a leader who shares a unit's hex goes along with it.
pub(crate) fn follow(board: &mut GameTable<'_>, unit: Id, from: Hex) {
    let Some((side, to)) = board.state().unit(unit).and_then(|u| Some((u.side, u.hex()?))) else {
        return;
    };
    let leader = board.state().camps[side].leader;
    if leader.hex == Some(from) && from != to {
        board.record("13", Leaders::Follows { leader: leader.id, side, unit, from, to }.into());
    }
}

/// 13, 16.1: a leader is lost: rout points, and no more command points in this battle.
fn lose(board: &mut GameTable<'_>, side: Side, why: Loss) {
    let leader = board.state().camps[side].leader;
    let Some(hex) = leader.hex else { return };
    board.record("13", Leaders::Lost { leader: leader.id, side, hex, why }.into());
    let points = board.rules().printed.leader(leader.id).pr;
    points::rout(board, side, points, Some(leader.id));
}
