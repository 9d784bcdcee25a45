//! 13: leaders in danger. Rules 33 and 46, rulings R31 and R36.

use super::{GameTable, field, fortuna, points};
use crate::events::{Cast, Leaders, Loss, Step};
use crate::names::{Id, Side};

/// 13: a leader whose unit took disorder rolls once; a 1, and he is lost. The order is that of the units.
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

/// 13, R36: a leader steps to the best hex next to him; without one he is lost.
pub(crate) fn step(board: &mut GameTable<'_>, side: Side, why: Step) {
    let leader = board.state().camps[side].leader;
    let Some(from) = leader.hex else { return };
    match field(board).refuge(side, from) {
        Some(to) => {
            board
                .record("13", Leaders::Withdraws { leader: leader.id, side, from, to, why }.into());
        }
        None => lose(board, side, Loss::Trapped),
    }
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
        step(board, side, Step::Unit);
    }
}

/// 13: a leader who shares a unit's hex goes along with it.
pub(crate) fn follow(board: &mut GameTable<'_>, unit: Id, from: engine::kit::Hex) {
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
