//! 10.1: withdrawal before the dice. Rule 26, ruling R17.

use super::{GameTable, as_standing, combat, field, leaders, question, terms};
use crate::asked::{Open, Query};
use crate::events::{Combat, Step};
use crate::field::Field;
use crate::geometry::{from_edge, homeward, turned};
use crate::names::{AskName, Id};
use crate::orders::{Aside, Fall};
use crate::policy::{Way, WithdrawRule, holds, names};
use crate::state::Unit;
use engine::kit::{Bearing, Hex};

/// 13: the target's leader steps away from the fight if his side says so, asked or by its standing order, and he has
/// somewhere to go.
pub(crate) fn leader(board: &mut GameTable<'_>, attacker: Id, target: Id, charge: bool) {
    let (side, from, open, facts) = {
        let field = field(board);
        let Some(unit) = field.unit(target) else { return };
        let Some(hex) = unit.hex().filter(|hex| field.leader(unit.side) == Some(*hex)) else {
            return;
        };
        let facts = terms::facts(&field, unit, -combat::edge(&field, attacker, target, charge));
        (unit.side, hex, field.refuges(unit.side, hex), facts)
    };
    if open.is_empty() {
        return;
    }
    let asks = question::open(board, side, |policy| policy.leader.as_ref()?.leave.as_ref());
    let told = if asks { leaders::asked(board, side, (from, open.clone()), true) } else { None };
    match told {
        Some(aside @ Aside::To(_)) => {
            let to = aside.hex(&open).or(open.first().copied());
            question::as_told(board, side, (Some(AskName::Leader), "leader"), |board| {
                leaders::step(board, side, Step::Policy, to);
            });
        }
        None if terms::leaves(board, side, facts) => {
            as_standing(board, side, "leader", |board| {
                leaders::step(board, side, Step::Policy, open.first().copied());
            });
        }
        Some(Aside::Stay) | None => {}
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
        let rules = terms::key(board, unit.side, |policy| policy.withdraw.as_ref());
        let way = match said {
            Some(Fall::Stay) => None,
            Some(Fall::To(way)) => chosen(way),
            None => by_rules(&field, attacker, target, charge, rules.map_or(&[], Vec::as_slice)),
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

/// The answer of the target's side, if it is asked.
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

/// 10.1: where rules of withdrawal send a target, if they do.
pub(crate) fn by_rules(
    field: &Field<'_>,
    attacker: Id,
    target: Id,
    charge: bool,
    rules: &[WithdrawRule],
) -> Option<(Bearing, Hex)> {
    let unit = field.unit(target)?;
    let facts = terms::facts(field, unit, -combat::edge(field, attacker, target, charge));
    let rule = rules.iter().find(|rule| names(&rule.units, target, unit))?;
    let open = choices(field, attacker, target);
    pick(field, unit, &open, &rule.to.0).filter(|_| holds(&rule.when, facts))
}

/// The hex behind it that a unit takes: the first way that is open, else the best.
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

/// The best hex to fall back to: outside enemy ZdC, then nearest the own edge, then by the directions of R26.
fn best(field: &Field<'_>, unit: &Unit, open: &[(Bearing, Hex)]) -> Option<(Bearing, Hex)> {
    let home = Field::home(unit.side);
    let order = homeward(home);
    let rank = |(side, hex): &(Bearing, Hex)| {
        let place = order.iter().position(|other| other == side);
        (field.zone(unit.side, *hex).is_some(), from_edge(field.grid(), home, *hex), place)
    };
    open.iter().min_by_key(|way| rank(way)).copied()
}
