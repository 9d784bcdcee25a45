//! 14, 4.5: pursuit. Rules 43 to 45, rulings R28 and R29.

use super::crossing;
use super::panic::Ran;
use super::{GameTable, field, points, question, terms};
use crate::asked::Query;
use crate::events::{Cause, Combat, Stop};
use crate::field::Field;
use crate::names::{AskName, CommandBox, Id};
use engine::kit::Hex;

/// 14: horse that broke horse rides after it, unless a Cavalry point holds it (4.5). True if it was held.
pub(crate) fn pursue(board: &mut GameTable<'_>, unit: Id, ran: &Ran) -> bool {
    let said = asked(board, unit, ran.unit);
    if holds(board, unit, said) {
        let side = board.state().unit(unit).map(|unit| unit.side);
        if let Some(side) = side {
            let told = said.map(|_| AskName::Pursuit);
            question::as_told(board, side, (told, "pursuit"), |board| {
                points::spend(board, "4.5", side, CommandBox::Cavalry, vec![unit]);
            });
        }
        board.record("4.5", Combat::Hold { unit, fugitive: ran.unit }.into());
        return true;
    }
    let Some((stand, from)) = board.state().unit(unit).and_then(|u| Some((*u, u.hex()?))) else {
        return false;
    };
    let ride = ride(&field(board), unit, from, ran);
    let grid = field(board).grid();
    let hexes: Vec<Hex> = std::iter::once(from).chain(ride.path.iter().copied()).collect();
    let last = hexes.windows(2).last().and_then(|step| grid.side_to(step[0], step[1]));
    let face =
        if ride.exit { Field::home(stand.side.other()) } else { last.unwrap_or(stand.facing) };
    let Ride { path, stop, exit, crossed } = ride;
    board.record(
        "14",
        Combat::Pursuit { unit, fugitive: ran.unit, from, path, face, stop, exit }.into(),
    );
    crossing::settle(board, unit, &crossed, Cause::Flight);
    false
}

/// The answer of the pursuer's side, if it is asked.
fn asked(board: &mut GameTable<'_>, unit: Id, fugitive: Id) -> Option<bool> {
    let side = board.state().unit(unit)?.side;
    let open = question::open(board, side, |policy| policy.pursuit.as_ref());
    if !open || !question::may_hold(board, side, CommandBox::Cavalry) {
        return None;
    }
    question::ask(board, side, Query::Pursuit { unit, fugitive }).hold
}

/// True if the owner holds a pursuer back, as `said` or by policy, and a point is there for it.
fn holds(board: &GameTable<'_>, unit: Id, said: Option<bool>) -> bool {
    let Some(stand) = board.state().unit(unit) else { return false };
    let policy = || terms::pursuit(board, unit, stand, terms::facts(&field(board), stand, 0));
    points::left(board.state(), stand.side, CommandBox::Cavalry) > 0 && said.unwrap_or_else(policy)
}

struct Ride {
    path: Vec<Hex>,
    stop: Stop,
    exit: bool,
    crossed: Vec<Id>,
}

/// 14: the fugitive's hexes from the one it left, to the first in an enemy ZdC or before an enemy (R28).
fn ride(field: &Field<'_>, unit: Id, from: Hex, ran: &Ran) -> Ride {
    let mut ride = Ride { path: Vec::new(), stop: Stop::End, exit: false, crossed: Vec::new() };
    let Some(stand) = field.unit(unit) else { return ride };
    let (mut good, mut on_friend) = ((0, 0), false);
    let mut broken = false;
    for next in std::iter::once(ran.from).chain(ran.path.iter().copied()).filter(|hex| *hex != from)
    {
        if field.closed(stand.side, next) {
            ride.stop = if field.cost(next).is_none() { Stop::Terrain } else { Stop::Enemy };
            break;
        }
        let friend = field.of_side(stand.side, next).filter(|(id, _)| *id != unit);
        let zone = field.zone(stand.side, next).is_some();
        if friend.is_some() && zone {
            ride.stop = Stop::Friend;
            break;
        }
        ride.path.push(next);
        on_friend = friend.is_some();
        if let Some((friend, other)) = friend {
            if field.costly(stand.kind, other.kind) {
                ride.crossed.push(friend);
            }
            broken = crossing::breaks(field, stand, ride.crossed.len());
        } else {
            good = (ride.path.len(), ride.crossed.len());
        }
        if zone || broken {
            ride.stop = if zone { Stop::Zone } else { Stop::Friend };
            break;
        }
    }
    ride.exit = ran.exit && ride.stop == Stop::End;
    if ride.exit {
        ride.stop = Stop::Edge;
    } else if on_friend && !broken {
        // R28: it does not end on a friend, but in the last empty hex before.
        ride.path.truncate(good.0);
        ride.crossed.truncate(good.1);
        ride.stop = Stop::Friend;
    } else if ride.stop != Stop::Zone && !broken {
        ride.path.truncate(good.0);
        ride.crossed.truncate(good.1);
    }
    ride
}
