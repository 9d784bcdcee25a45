//! The standing orders in a given case: a side's own keys, else the defaults of `policies.yaml`.

use super::GameTable;
use crate::field::Field;
use crate::names::{Id, Side};
use crate::orders::YesNo;
use crate::policy::{CommandRule, Face, Facts, Policy, Support, UnitRule, holds, names};
use crate::state::Unit;

/// A key of a side's own standing orders, else of the defaults.
pub(crate) fn key<'a, T>(
    board: &GameTable<'a>,
    side: Side,
    pick: impl for<'p> Fn(&'p Policy) -> Option<&'p T>,
) -> Option<&'a T> {
    let own = board.policy(&side.seat()).and_then(&pick);
    own.or_else(|| pick(&board.rules().printed.defaults))
}

pub(crate) fn facts(field: &Field<'_>, unit: &Unit, edge: i16) -> Facts {
    Facts { edge, dp: unit.dp, left: field.left(unit).max(0).unsigned_abs() }
}

/// True if a unit is given a Combat point when `left` of them are left.
pub(super) fn command(board: &GameTable<'_>, id: Id, unit: &Unit, facts: Facts, left: u8) -> bool {
    let Some(rules) = key(board, unit.side, |policy| policy.command.as_ref()) else { return false };
    let rule: Option<&CommandRule> = rules.iter().find(|rule| names(&rule.units, id, unit));
    let fought = board.state().camps[unit.side].fought;
    rule.is_some_and(|rule| left > rule.keep && (!rule.late || fought) && holds(&rule.when, facts))
}

pub(super) fn support<'a>(board: &GameTable<'a>, side: Side) -> Option<&'a Support> {
    key(board, side, |policy| policy.support.as_ref())
}

/// A side's rules for attacking after its list.
pub(super) fn attack<'a>(board: &GameTable<'a>, side: Side) -> &'a [UnitRule] {
    key(board, side, |policy| policy.attack.as_ref()).map_or(&[], Vec::as_slice)
}

/// True if a list of rules says yes for a unit: the first rule that names it decides.
pub(super) fn says(rules: &[UnitRule], id: Id, unit: &Unit, facts: Facts) -> bool {
    rules
        .iter()
        .find(|rule| names(&rule.units, id, unit))
        .is_some_and(|rule| holds(&rule.when, facts))
}

/// True if a pursuer is to be held back.
pub(super) fn pursuit(board: &GameTable<'_>, id: Id, unit: &Unit, facts: Facts) -> bool {
    key(board, unit.side, |policy| policy.pursuit.as_ref())
        .is_some_and(|rules| says(rules, id, unit, facts))
}

/// True if the leader steps away before a fight of his unit.
pub(super) fn leaves(board: &GameTable<'_>, side: Side, facts: Facts) -> bool {
    let when =
        key(board, side, |policy| policy.leader.as_ref().and_then(|rule| rule.leave.as_ref()));
    when.is_some_and(|when| holds(when, facts))
}

/// True if the leader goes along when his unit advances.
pub(super) fn follows(board: &GameTable<'_>, side: Side) -> bool {
    key(board, side, |policy| policy.leader.as_ref().and_then(|rule| rule.follow.as_ref()))
        .copied()
        .unwrap_or(true)
}

/// True if a unit with the choice advances.
pub(super) fn advances(board: &GameTable<'_>, side: Side) -> bool {
    key(board, side, |policy| policy.advance.as_ref().and_then(|rule| rule.optional.as_ref()))
        == Some(&YesNo::Yes)
}

pub(super) fn face(board: &GameTable<'_>, side: Side) -> Face {
    key(board, side, |policy| policy.advance.as_ref().and_then(|rule| rule.face.as_ref()))
        .copied()
        .unwrap_or(Face::Ahead)
}
