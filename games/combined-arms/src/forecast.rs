//! What can happen next, worked out exactly: nothing in this title is left to chance.
//!
//! The figures are upper bounds. Each attacker is taken at its best square and facing by itself; that two
//! of them may want one square, or that a retreat spoils the rest, is left to the player.

use super::names::{Side, UnitId};
use super::rules::Field;
use super::state::Unit;
use engine::kit::{Facing, Square};
use serde::Serialize;

/// What may happen to one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Outlook {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub square: Square,
    /// Its current Defense.
    pub defense: u8,
    /// Its damage now.
    pub damage: u8,
    /// The damage that would still force it to fall back.
    pub needed: u8,
    /// What units that may attack can do to it from where they stand.
    pub now: Force,
    /// What they can do after moving and turning, a charge included.
    pub after_moves: Force,
    /// Squares that it could fall back to as things stand, in the order that settles a choice.
    pub retreats: Vec<Square>,
    /// It would be destroyed if it had to fall back now.
    pub doomed: bool,
    /// The damage after moves would force it back twice, so destroy it, if every blow could be brought to bear.
    pub twice: bool,
}

/// Damage that several attackers can do together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Force {
    /// The sum.
    pub points: u32,
    /// Who contributes how much, from where.
    pub attackers: Vec<Contribution>,
}

/// One attacker at its best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Contribution {
    /// The attacker.
    pub unit: UnitId,
    /// Its damage.
    pub points: u8,
    /// From which square.
    pub from: Square,
    /// Looking where.
    pub facing: Facing,
}

impl Force {
    fn of(attackers: Vec<Contribution>) -> Self {
        Self {
            points: attackers.iter().map(|attacker| u32::from(attacker.points)).sum(),
            attackers,
        }
    }
}

/// What the units of a side may suffer from the enemy, in roster order. `may_move`: the enemy's Move
/// Phase is still to come.
pub(crate) fn outlook(field: &Field<'_>, side: Side, may_move: bool) -> Vec<Outlook> {
    of_units(field, side, &field.of(side).collect::<Vec<_>>(), may_move)
}

/// The same for a side's General alone.
pub(crate) fn of_general(field: &Field<'_>, side: Side, may_move: bool) -> Option<Outlook> {
    of_units(field, side, &[field.general(side)?], may_move).pop()
}

fn of_units(field: &Field<'_>, side: Side, targets: &[&Unit], may_move: bool) -> Vec<Outlook> {
    let attackers: Vec<&Unit> = field.of(side.other()).collect();
    let later: Vec<Vec<Option<Contribution>>> = attackers
        .iter()
        .map(|attacker| if may_move { best(field, attacker, targets) } else { Vec::new() })
        .collect();
    let mut all = Vec::with_capacity(targets.len());
    for (at, target) in targets.iter().enumerate() {
        let stand = |attacker: &&&Unit| {
            let points = field.attack(attacker, target, true)?.points;
            Some(Contribution {
                unit: attacker.id,
                points,
                from: attacker.square,
                facing: attacker.facing,
            })
        };
        let now = Force::of(attackers.iter().filter_map(|attacker| stand(&attacker)).collect());
        let moved: Vec<Contribution> =
            later.iter().filter_map(|best| best.get(at).copied().flatten()).collect();
        let after_moves = if may_move { Force::of(moved) } else { now.clone() };
        let defense = field.defense(target);
        all.push(Outlook {
            unit: target.id,
            square: target.square,
            defense,
            damage: target.damage,
            needed: field.needed(target),
            twice: after_moves.points >= u32::from(field.needed(target)) + u32::from(defense),
            now,
            after_moves,
            retreats: field.candidates(target),
            doomed: field.would_be_destroyed(target),
        });
    }
    all
}

/// The best that a unit can do to each target after its move; the square nearest to where it stands
/// among equals. An Onager attacks only from where it stands.
fn best(field: &Field<'_>, unit: &Unit, targets: &[&Unit]) -> Vec<Option<Contribution>> {
    let mut found: Vec<Option<Contribution>> = vec![None; targets.len()];
    let mut consider = |there: &Unit| {
        for (best, target) in found.iter_mut().zip(targets) {
            let Some(strike) = field.attack(there, target, true) else { continue };
            if best.is_none_or(|best| strike.points > best.points) {
                let (from, facing) = (there.square, there.facing);
                *best = Some(Contribution { unit: unit.id, points: strike.points, from, facing });
            }
        }
    };
    consider(unit);
    let kind = field.kind(unit);
    if kind.abilities.artillery {
        return found;
    }
    let charge = kind.abilities.charge && unit.charged.is_none();
    let ways = field.ways(unit, field.allowance(unit, charge));
    let mut stops: Vec<Square> = std::iter::once(unit.square).chain(ways.stops().iter()).collect();
    stops.sort_by_key(|square| ways.steps(*square));
    let mut there = unit.clone();
    if charge {
        there.charged = Some(field.state.turn);
    }
    for square in stops {
        for facing in Facing::ALL {
            (there.square, there.facing) = (square, facing);
            consider(&there);
        }
    }
    found
}
