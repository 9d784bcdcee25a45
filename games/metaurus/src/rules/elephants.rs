//! Rule 12.0: Elephants.

use super::activation::{Activation, give, reveal_attacked};
use super::announcement::Attack;
use super::results::{Nature, resolve};
use super::ways::{Way, spread};
use super::{GameTable, facing, field, losses, question, retreat, throw};
use crate::data::ElephantResult;
use crate::events::{Cause, Command, Manner, Movement, Why};
use crate::field::Field;
use crate::names::{Id, Side};
use crate::orders::Orders;
use crate::policy::{Foe, Rampage};
use crate::state::Query;
use engine::kit::Hex;

/// More movement points than any way on the map costs.
const FAR: u8 = 200;

/// 12.0a: the Elephant table; true if they obey and are to act as ordered.
pub(crate) fn activate(board: &mut GameTable<'_>, act: &mut Activation<'_>, unit: Id) -> bool {
    let seat = act.side;
    board.record(
        "4.2a",
        Command::Activation { seat, commands: Vec::new(), units: vec![unit], order: None }.into(),
    );
    let charts = &board.rules().printed.charts;
    let drm = if field(board).disordered(unit) { charts.elephant_disordered } else { 0 };
    let mut seen = ElephantResult::Balk;
    throw(board, "12.0a", &format!("elephants/{unit}"), |die| {
        let total = i8::try_from(die).expect("a digit").saturating_add(drm);
        seen = charts.elephant(total);
        Command::ElephantTable { unit, die, drm, total, result: seen }
    });
    if seen == ElephantResult::Obey {
        give(board, act, unit);
        return act.order(unit).is_some();
    }
    show(board, unit);
    match seen {
        ElephantResult::Rampage => rampage(board, act, unit),
        ElephantResult::Killed => losses::eliminate(board, "12.0a", unit, Cause::Drivers),
        ElephantResult::Balk | ElephantResult::Obey => {}
    }
    false
}

/// Makes the order in force known, which happens with the first activation and whatever its result.
fn show(board: &mut GameTable<'_>, unit: Id) {
    let given = board.state().given.get(&unit).filter(|given| !given.up);
    if let Some(order) = given.and_then(|given| given.order) {
        board.record("5.2c", Command::OrderShown { unit, order, why: Why::Activated }.into());
    }
}

/// 12.0c: they go for the nearest unit, friend or foe, and attack it if they get there.
fn rampage(board: &mut GameTable<'_>, act: &Activation<'_>, unit: Id) {
    let nearest = {
        let field = field(board);
        if field.frozen(unit) { Vec::new() } else { nearest(board, &field, unit) }
    };
    let Some((target, way)) = chosen(board, unit, nearest) else { return };
    board.record("12.0c", Movement::Rampage { unit, target, mp: way.mp }.into());
    run(board, unit, target, &way);
    let beside = {
        let field = field(board);
        let near = field
            .hex(unit)
            .zip(field.hex(target))
            .and_then(|(a, b)| field.printed.ground.grid.side_to(a, b));
        near.is_some() && face(&field, act.side, unit, target).is_some()
    };
    if !beside {
        return;
    }
    turn(board, act.side, unit, target);
    if !field(board).faces(unit, target) {
        return;
    }
    reveal_attacked(board, &[target]);
    let mut attack = [Attack::assigned(vec![unit], vec![target])];
    retreat::before_combat(board, &mut attack, &act.closed, 0);
    act.carries_out(board, &[]);
    let [attack] = attack;
    resolve(board, act, &attack, Nature::Rampage);
}

/// The nearest unit that the Elephants run to: the one that Carthage names if it is asked (R58), else the first.
fn chosen(board: &mut GameTable<'_>, unit: Id, nearest: Vec<(Id, Way)>) -> Option<(Id, Way)> {
    let seat = Side::Carthage.seat();
    let settled = board.policy(&seat).is_some_and(|policy| policy.rampage.is_some());
    let mut named = None;
    if nearest.len() > 1 && !settled && question::any(board) {
        let before = board.current_order().cloned();
        let targets = nearest.iter().map(|(id, _)| *id).collect();
        let said = question::ask(board, Side::Carthage, Query::Rampage { unit, targets });
        if let Some(Orders::Victim(said)) = said {
            named = nearest.iter().position(|(id, _)| *id == said.target);
        }
        board.by_order(before);
    }
    nearest.into_iter().nth(named.unwrap_or(0))
}

/// The units reached with fewest movement points, each with the way to a hex next to it: those that Carthage prefers first,
/// then by hex.
fn nearest(board: &GameTable<'_>, field: &Field<'_>, unit: Id) -> Vec<(Id, Way)> {
    let Some(start) = field.hex(unit) else { return Vec::new() };
    let mut found: Vec<(Id, Way)> = Vec::new();
    if field.engaged(unit) {
        let linked = field.linked(unit);
        found.extend(
            field
                .front(unit)
                .into_iter()
                .filter(|id| linked.contains(id))
                .map(|id| (id, Way::default())),
        );
    } else {
        let mut ways = spread(field, unit, start, FAR, |_| true);
        ways.insert(start, Way::default());
        for (id, stand) in field.state.units.iter().filter(|(id, _)| **id != unit) {
            let beside = field.around(stand.hex).filter_map(|hex| ways.get(&hex));
            found.extend(
                beside.min_by_key(|way| (way.mp, &way.hexes)).map(|way| (*id, way.clone())),
            );
        }
    }
    let Some(least) = found.iter().map(|(_, way)| way.mp).min() else { return found };
    let policy = board.policy(&Side::Carthage.seat()).and_then(|policy| policy.rampage.as_ref());
    let rank = |id: Id| match policy {
        Some(Rampage::Units(list)) => {
            list.iter().position(|other| *other == id).unwrap_or(list.len())
        }
        Some(Rampage::Side(Foe::Friend)) => usize::from(field.side(id) == Some(Side::Rome)),
        Some(Rampage::Side(Foe::Enemy)) | None => {
            usize::from(field.side(id) == Some(Side::Carthage))
        }
    };
    found.retain(|(_, way)| way.mp == least);
    found.sort_by_key(|(id, _)| (rank(*id), field.hex(*id)));
    found
}

/// They run along the way as far as their allowance goes.
fn run(board: &mut GameTable<'_>, unit: Id, target: Id, way: &Way) {
    let (from, hexes, mp, facing) = {
        let field = field(board);
        let Some(stand) = field.unit(unit) else { return };
        let (mut here, mut mp, mut hexes): (Hex, u8, Vec<Hex>) = (stand.hex, 0, Vec::new());
        for next in &way.hexes {
            let cost = field
                .printed
                .step_cost(field.class(unit), here, *next)
                .and_then(|cost| mp.checked_add(cost));
            let Some(cost) = cost.filter(|cost| *cost <= field.allowance(unit)) else { break };
            (here, mp) = (*next, cost);
            hexes.push(*next);
        }
        (stand.hex, hexes, mp, stand.facing)
    };
    if !hexes.is_empty() {
        debug_assert_ne!(unit, target);
        board.record(
            "12.0c",
            Movement::Moved { unit, from, way: hexes, mp, facing, manner: Manner::Rampage }.into(),
        );
    }
}

/// The facing with the target in front.
fn face(field: &Field<'_>, side: Side, unit: Id, target: Id) -> Option<engine::kit::Bearing> {
    let (stand, there) = (field.unit(unit)?, field.hex(target)?);
    let grid = field.printed.ground.grid;
    let way = grid.side_to(stand.hex, there)?;
    if field.engaged(unit) {
        return Some(stand.facing);
    }
    facing::auto(field, side, stand.hex, stand.facing, |f| {
        grid.aspect(f, way) == Some(engine::kit::Aspect::Front)
    })
}

fn turn(board: &mut GameTable<'_>, side: Side, unit: Id, target: Id) {
    let turned = {
        let field = field(board);
        field.unit(unit).map(|unit| unit.facing).zip(face(&field, side, unit, target))
    };
    if let Some((from, to)) = turned.filter(|(from, to)| from != to) {
        board.record("12.0c", Movement::Turned { unit, from, to }.into());
    }
}
