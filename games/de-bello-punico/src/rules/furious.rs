//! 15.1: elephants that Rome moves. Rule 50, rulings R34 and R35.

use super::destination::Act;
use super::panic::{Hit, harm};
use super::ways::{Walk, Walker};
use super::{GameTable, Refusal, field, question, terms, void};
use crate::asked::Query;
use crate::events::{Cause, Elephants};
use crate::field::{Counted, Field, counted};
use crate::names::{AskName, Id, Side};
use crate::orders::{ElephantOrder, Reply, Token};
use crate::policy::{Ride, RideWord};
use crate::state::Unit;
use engine::kit::{Bearing, Hex};
use std::collections::{BTreeMap, BTreeSet};

struct Ridden {
    walk: Walk,
    target: Option<Id>,
    no: Option<Refusal>,
}

/// 15.1: Rome gives furious elephants a course, has them ram or hold; what they run into takes disorder, and so do they.
pub(super) fn run(board: &mut GameTable<'_>, order: &ElephantOrder, part: &str) {
    let unit = order.unit;
    let standing = terms::key(board, Side::Rome, |policy| policy.furious.as_ref()).copied();
    let standing = Ride::Word(standing.expect("the defaults say what enraged elephants do"));
    let asks = order.furious.is_none()
        && question::open(board, Side::Rome, |policy| policy.furious.as_ref());
    let reply = if asks {
        question::ask(board, Side::Rome, Query::Furious { unit })
    } else {
        Reply::default()
    };
    if reply.furious.is_some() {
        board.by_order(board.order_of(&Side::Rome.seat(), AskName::Furious.word()));
    }
    let ride = order.furious.as_ref().or(reply.furious.as_ref()).unwrap_or(&standing);
    let victim = order.victim.or(reply.victim);
    let ridden = {
        let field = field(board);
        let Some(stand) = field.unit(unit).filter(|unit| unit.steady()) else { return };
        stand.hex().map(|from| (from, ridden(&field, (unit, stand), from, ride, victim)))
    };
    let Some((from, Ridden { walk, target, no })) = ridden else { return };
    board.record(
        "15.1",
        Elephants::Furious { unit, from, path: walk.path, face: walk.facing, target }.into(),
    );
    if let Some(no) = no {
        void(board, Side::Rome, part, Some(unit), no);
    }
    if let Some(target) = target {
        let points = board.rules().printed.elephants.furious;
        let hits = [unit, target].map(|unit| Hit { unit, points, cause: Cause::Furious });
        harm(board, &hits, &[]);
    }
}

fn ridden(
    field: &Field<'_>,
    (id, unit): (Id, &Unit),
    from: Hex,
    ride: &Ride,
    victim: Option<Id>,
) -> Ridden {
    let mut walker = Walker::new(field, id, unit).within(field.printed_on(unit).mp);
    walker.crosses = false;
    let start = walker.start(from);
    match ride {
        Ride::Word(RideWord::Hold) => Ridden { walk: start, target: None, no: None },
        Ride::Word(RideWord::Ram) => ram(field, &walker, start, victim),
        Ride::Course(course) => steered(field, &walker, start, &course.0, victim),
    }
}

/// Along a course: after each action a steady Carthaginian in front, with a movement point left, ends it.
fn steered(
    field: &Field<'_>,
    walker: &Walker<'_, '_>,
    start: Walk,
    course: &[Token],
    victim: Option<Id>,
) -> Ridden {
    let mut walk = start;
    for token in course {
        if let Err(no) = walker.token(&mut walk, *token) {
            return Ridden { walk, target: None, no: Some(no) };
        }
        let target = hit(field, walker, &walk, victim);
        if target.is_some() {
            return Ridden { walk, target, no: None };
        }
    }
    Ridden { walk, target: None, no: None }
}

/// The steady Carthaginian that furious elephants run into where they are: the one that Rome names, else straight ahead,
/// then clockwise, then anticlockwise; none without a movement point left.
fn hit(field: &Field<'_>, walker: &Walker<'_, '_>, walk: &Walk, victim: Option<Id>) -> Option<Id> {
    let before = field.front_hexes(walk.hex, walk.facing);
    let found = before.filter_map(|hex| {
        field.steady(Side::Carthage, hex).map(|(id, _)| id).filter(|id| *id != walker.id())
    });
    // A stable minimum: of those that nobody names the first.
    let found = found.min_by_key(|id| Some(*id) != victim);
    found.filter(|_| walker.left(walk) > 0)
}

/// The value of a ram: first a target that would break, then rout points, least movement, id.
type Worth = (bool, u8, u8, Counted);

/// The best Carthaginian within reach, and the way to it.
fn ram(field: &Field<'_>, walker: &Walker<'_, '_>, start: Walk, victim: Option<Id>) -> Ridden {
    let mut open: BTreeMap<(u8, Vec<Act>), Walk> =
        BTreeMap::from([((start.spent, Vec::new()), start.clone())]);
    let mut seen: BTreeSet<(Hex, Bearing, bool)> = BTreeSet::new();
    let mut best: Option<((bool, Worth), Walk, Id)> = None;
    // Cheapest first, then by the order of actions: the first way found to a target is the one to take.
    while let Some(((_, acts), walk)) = open.pop_first() {
        if !seen.insert((walk.hex, walk.facing, walk.halted)) {
            continue;
        }
        if let Some(target) = hit(field, walker, &walk, victim) {
            let worth = (Some(target) != victim, worth(field, target, walk.spent));
            if best.as_ref().is_none_or(|(known, ..)| worth < *known) {
                best = Some((worth, walk, target));
            }
            continue;
        }
        for act in Act::all() {
            let mut next = walk.clone();
            if walker.token(&mut next, act.token()).is_ok() && next != walk {
                let acts = acts.iter().copied().chain([act]).collect();
                open.insert((next.spent, acts), next);
            }
        }
    }
    match best {
        Some((_, walk, target)) => Ridden { walk, target: Some(target), no: None },
        None => Ridden { walk: start, target: None, no: None },
    }
}

/// The worth of a target: the least is the best.
fn worth(field: &Field<'_>, target: Id, spent: u8) -> Worth {
    let points = field.printed.elephants.furious;
    let (breaks, pr) = field.unit(target).map_or((false, 0), |unit| {
        (i16::from(field.left(unit)) <= i16::from(points), field.printed_on(unit).pr)
    });
    (!breaks, u8::MAX - pr, spent, counted(target))
}
