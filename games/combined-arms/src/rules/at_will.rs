//! Attacks at will: what can be broken is broken, and nothing is wasted on what would hold (K1, K2).

use super::super::Table;
use super::super::events::Reason;
use super::super::names::{Side, UnitId};
use super::super::orders::{AtWill, Pila};
use super::super::state::Unit;
use super::movement::Line;
use super::{Field, attack, void};
use std::cmp::Reverse;

/// Carries out attacks at will.
pub(crate) fn carry_out(table: &mut Table<'_>, side: Side, number: u32, item: &AtWill) {
    if let Some(units) = &item.units {
        for unit in units {
            if Field::new(&table.rules().chart, table.state()).own(side, *unit).is_none() {
                let line = Line { side, number, unit: *unit };
                void(table, "R15", line.void(Reason::NoUnit));
            }
        }
    }
    loop {
        let field = Field::new(&table.rules().chart, table.state());
        let Some((target, attackers)) = field.next_victim(side, item) else { return };
        let routs = field.state.unit(target).map(|unit| unit.routs_turn);
        for attacker in attackers {
            attack::carry_out(table, attacker, target, false);
            if table.state().result.is_some() {
                return;
            }
            if table.state().unit(target).map(|unit| unit.routs_turn) != routs {
                break;
            }
        }
    }
}

/// A unit that may attack, with the damage it can do to each enemy in their order.
struct Gun<'a> {
    unit: &'a Unit,
    points: Vec<u8>,
}

impl<'a> Field<'a> {
    /// The unit to break next, and its attackers in order; `None` if nothing can be broken.
    fn next_victim(&self, side: Side, item: &AtWill) -> Option<(UnitId, Vec<UnitId>)> {
        let throw = item.pila == Pila::Throw;
        let enemies: Vec<&Unit> = self.of(side.other()).collect();
        let allowed =
            |unit: &&Unit| item.units.as_ref().is_none_or(|units| units.contains(&unit.id));
        let able = self.of(side).filter(allowed).filter(|unit| self.may_attack(unit));
        let points =
            |unit, enemy| self.attack(unit, enemy, throw).map_or(0, |strike| strike.points);
        let guns: Vec<Gun<'a>> = able
            .map(|unit| Gun {
                unit,
                points: enemies.iter().map(|enemy| points(unit, enemy)).collect(),
            })
            .filter(|gun| gun.points.iter().any(|points| *points > 0))
            .collect();
        if guns.is_empty() {
            return None;
        }
        let sum = |at: usize| guns.iter().map(|gun| u32::from(gun.points[at])).sum::<u32>();
        let breakable: Vec<bool> = enemies
            .iter()
            .enumerate()
            .map(|(at, enemy)| sum(at) >= u32::from(self.needed(enemy)).max(1))
            .collect();
        let wanted = enemies.iter().enumerate().filter(|(at, _)| breakable[*at]);
        let (at, target) = wanted.min_by_key(|(_, enemy)| {
            let general = self.kind(enemy).abilities.general;
            (!general, !self.would_be_destroyed(enemy), self.needed(enemy), enemy.rank)
        })?;
        let choices = |gun: &Gun<'_>| {
            gun.points
                .iter()
                .zip(&breakable)
                .filter(|(points, breaks)| **points > 0 && **breaks)
                .count()
        };
        let mut order: Vec<&Gun<'_>> = guns.iter().filter(|gun| gun.points[at] > 0).collect();
        order.sort_by_key(|gun| (choices(gun), Reverse(gun.points[at]), gun.unit.rank));
        Some((target.id, order.into_iter().map(|gun| gun.unit.id).collect()))
    }

    /// True if a unit that must fall back now would be destroyed (A7, D4, W1).
    pub(crate) fn would_be_destroyed(&self, unit: &Unit) -> bool {
        unit.routs_phase > 0
            || self.kind(unit).abilities.elephant
            || self.candidates(unit).is_empty()
    }
}
