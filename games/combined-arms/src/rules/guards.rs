//! Guards on entries, squares and targets (docs of the order form: `when`).

use super::super::orders::{Condition, Goal, Guard, Target, Test, UnitState};
use super::super::state::Unit;
use super::Field;
use crate::names::UnitId;

impl Field<'_> {
    pub(crate) fn all_hold(&self, guards: &[Guard]) -> bool {
        guards.iter().all(|guard| self.holds(guard.unit, guard.test, None))
    }

    pub(crate) fn goal_open(&self, goal: &Goal) -> bool {
        self.all_hold(&goal.when)
    }

    pub(crate) fn target_open(&self, attacker: &Unit, target: &Target) -> bool {
        target.when.iter().all(|test| self.holds(target.unit, *test, Some(attacker)))
    }

    /// True if a unit is in a state. A unit that was never in the game is in no state.
    fn holds(&self, id: UnitId, test: Test, attacker: Option<&Unit>) -> bool {
        let unit = self.state.unit(id);
        if unit.is_none() && self.state.fallen(id).is_none() {
            return false;
        }
        let is = match test.state {
            Condition::Is(UnitState::Here) => unit.is_some_and(|unit| unit.square == unit.began),
            Condition::Is(UnitState::Retreated) => unit.is_some_and(|unit| unit.routs_turn > 0),
            Condition::Is(UnitState::Hurt) => unit.is_some_and(|unit| unit.damage > 0),
            Condition::Is(UnitState::Destroyed) => unit.is_none(),
            Condition::At(square) => unit.is_some_and(|unit| unit.square == square),
            Condition::Is(UnitState::Breaks) => {
                attacker.zip(unit).is_some_and(|(attacker, unit)| {
                    self.attack(attacker, unit, true)
                        .is_some_and(|strike| strike.points >= self.needed(unit))
                })
            }
        };
        is != test.not
    }
}
