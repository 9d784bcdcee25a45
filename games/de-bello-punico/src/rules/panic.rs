//! 10.7, 11, 16.1: disorder, panic and what follows at once. Rules 32, 36, 37 and 42, ruling R25.

use super::{GameTable, field, flight, leaders, points};
use crate::events::{Cause, Morale};
use crate::names::{Class, Id};
use engine::kit::Hex;
use std::collections::VecDeque;

/// Disorder that a unit is about to take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) unit: Id,
    pub(crate) points: u8,
    pub(crate) cause: Cause,
}

/// The flight of a unit that has just panicked.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    pub(crate) unit: Id,
    pub(crate) from: Hex,
    pub(crate) path: Vec<Hex>,
    /// It is off the map.
    pub(crate) exit: bool,
}

/// R25: disorder to all, leader dice, panics, then flights in the order of panic. `judged` is the order in which units
/// are judged, where it is not that of the hits. Gives the flights.
pub(crate) fn harm(board: &mut GameTable<'_>, hits: &[Hit], judged: &[Id]) -> Vec<Ran> {
    let (mut runs, mut queue) = (Vec::new(), VecDeque::from(strike(board, hits, judged)));
    while let Some(unit) = queue.pop_front() {
        let (ran, crossed) = flight::flee(board, unit);
        runs.push(ran);
        queue.extend(strike(board, &crossed, &[]));
    }
    runs
}

/// 10.7: disorder, leader dice and panics; gives the units that must now run.
pub(super) fn strike(board: &mut GameTable<'_>, hits: &[Hit], judged: &[Id]) -> Vec<Id> {
    let mut struck: Vec<Id> = Vec::new();
    for hit in hits {
        let Some(total) =
            board.state().unit(hit.unit).filter(|unit| unit.steady()).map(|unit| unit.dp)
        else {
            continue;
        };
        if hit.points > 0 {
            let total = total.saturating_add(hit.points);
            board.record(
                "10.7",
                Morale::Disorder { unit: hit.unit, points: hit.points, total, cause: hit.cause }
                    .into(),
            );
            if !struck.contains(&hit.unit) {
                struck.push(hit.unit);
            }
        }
    }
    leaders::dice(board, &struck);
    let order = if judged.is_empty() { struck.clone() } else { judged.to_vec() };
    let mut runners = Vec::new();
    for unit in order.into_iter().filter(|unit| struck.contains(unit)) {
        let broken =
            board.state().unit(unit).is_some_and(|u| u.steady() && field(board).left(u) <= 0);
        let cause = hits
            .iter()
            .rev()
            .find(|hit| hit.unit == unit && hit.points > 0)
            .map_or(Cause::Combat, |hit| hit.cause);
        if broken && panic(board, unit, cause) {
            runners.push(unit);
        }
    }
    runners
}

/// 11, 16: a unit panics: rout points, its leader steps away; elephants and skirmishers are removed. True if it must run.
fn panic(board: &mut GameTable<'_>, unit: Id, cause: Cause) -> bool {
    let Some((stand, hex)) = board.state().unit(unit).and_then(|u| Some((*u, u.hex()?))) else {
        return false;
    };
    let number = board.state().panics.saturating_add(1);
    board.record("11", Morale::Panic { unit, cause, number }.into());
    let note = board.rules().printed.kind(stand.kind);
    points::rout(board, stand.side, note.pr, Some(unit));
    leaders::bereft(board, unit);
    match note.class {
        Class::Light | Class::Elephant => {
            board.record("11.1.1", Morale::Removed { unit, hex }.into());
            false
        }
        Class::Infantry | Class::Cavalry => true,
    }
}
