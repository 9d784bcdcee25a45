//! 10.1: withdrawal before the dice. Rule 26, ruling R17.

use super::{GameTable, as_standing, combat, field, leaders, question, terms};
use crate::asked::{Open, Query};
use crate::events::{Combat, Step};
use crate::field::Field;
use crate::geometry::{from_edge, homeward, turned};
use crate::names::{AskName, Id};
use crate::orders::Fall;
use crate::policy::Way;
use crate::state::Unit;
use engine::kit::{Bearing, Hex};

/// 13: the target's leader steps away from the fight if his policy says so and he has somewhere to go.
pub(crate) fn leader(board: &mut GameTable<'_>, attacker: Id, target: Id, charge: bool) {
    let side = {
        let field = field(board);
        let Some(unit) = field.unit(target) else { return };
        let with = unit.hex().filter(|hex| field.leader(unit.side) == Some(*hex));
        let facts = terms::facts(&field, unit, -combat::edge(&field, attacker, target, charge));
        let goes = with.is_some_and(|hex| field.refuge(unit.side, hex).is_some())
            && terms::leaves(board, unit.side, facts);
        goes.then_some(unit.side)
    };
    if let Some(side) = side {
        as_standing(board, side, "leader", |board| leaders::step(board, side, Step::Policy));
    }
}

/// 10.1: the target falls back if it is faster, has an empty hex behind it, has not done so in this impulse, and its
/// policy says so; its leader goes along. True if it did.
pub(crate) fn target(board: &mut GameTable<'_>, attacker: Id, target: Id, charge: bool) -> bool {
    let said = asked(board, attacker, target);
    let told = said.map(|_| AskName::Withdraw);
    let back = {
        let field = field(board);
        let found = choices(&field, attacker, target);
        let Some(unit) = field.unit(target).filter(|_| !found.is_empty()) else { return false };
        let chosen = |way: Bearing| found.iter().find(|(open, _)| *open == way).copied();
        let facts = terms::facts(&field, unit, -combat::edge(&field, attacker, target, charge));
        let rule = terms::withdrawal(board, target, unit, facts);
        let way = match said {
            Some(Fall::Stay) => None,
            Some(Fall::To(way)) => chosen(way),
            None => rule.and_then(|rule| pick(&field, unit, &found, &rule.to.0)),
        };
        way.and_then(|way| Some((unit.side, unit.hex()?, way)))
    };
    let Some((side, from, (face, to))) = back else { return false };
    question::as_told(board, side, (told, "withdraw"), |board| {
        board.record("10.1", Combat::Withdrawal { unit: target, from, to, face }.into());
    });
    leaders::follow(board, target, from);
    true
}

/// What the target's side says if it is asked.
fn asked(board: &mut GameTable<'_>, attacker: Id, target: Id) -> Option<Fall> {
    let side = board.state().unit(target)?.side;
    if !question::open(board, side, |policy| policy.withdraw.as_ref()) {
        return None;
    }
    let found = choices(&field(board), attacker, target);
    let ways: Vec<Open> = found.into_iter().map(|(way, hex)| Open { way, hex }).collect();
    if ways.is_empty() {
        return None;
    }
    question::ask(board, side, Query::Withdraw { attacker, target, ways }).withdraw
}

/// 10.1: the empty, passable rear hexes into which a target may fall back before this attacker, with the way there;
/// none if it may not.
pub(crate) fn choices(field: &Field<'_>, attacker: Id, target: Id) -> Vec<(Bearing, Hex)> {
    let (Some(foe), Some(unit)) = (field.unit(attacker), field.unit(target)) else {
        return Vec::new();
    };
    let faster = field.printed_on(unit).mp > field.printed_on(foe).mp;
    if !faster || !unit.steady() || unit.impulse.withdrew || unit.turn.motionless {
        return Vec::new();
    }
    let Some(here) = unit.hex() else { return Vec::new() };
    let rear = field.rear_hexes(here, unit.facing).filter(|hex| field.vacant(unit.side, *hex));
    rear.filter_map(|hex| Some((field.grid().side_to(here, hex)?, hex))).collect()
}

/// Which of the hexes behind it a unit takes: the first way that is open, else the best.
fn pick(
    field: &Field<'_>,
    unit: &Unit,
    open: &[(Bearing, Hex)],
    ways: &[Way],
) -> Option<(Bearing, Hex)> {
    let straight = turned(unit.facing, 3);
    let along = |way: Bearing| open.iter().find(|(side, _)| *side == way).copied();
    let listed = ways.iter().find_map(|way| match way {
        Way::Best => best(field, unit, open),
        Way::Back => along(straight),
        Way::To(side) => along(*side),
    });
    listed.or_else(|| best(field, unit, open))
}

/// Outside enemy ZdC, then nearest the own edge, then by the directions of R26.
fn best(field: &Field<'_>, unit: &Unit, open: &[(Bearing, Hex)]) -> Option<(Bearing, Hex)> {
    let home = Field::home(unit.side);
    let order = homeward(home);
    let rank = |(side, hex): &(Bearing, Hex)| {
        let place = order.iter().position(|other| other == side);
        (field.zone(unit.side, *hex).is_some(), from_edge(field.grid(), home, *hex), place)
    };
    open.iter().min_by_key(|way| rank(way)).copied()
}
