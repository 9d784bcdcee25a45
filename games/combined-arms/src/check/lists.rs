//! Each entry of a list by itself: E-unit, E-twice, E-square, E-far, E-skirmish, E-charge, E-target.

use super::Check;
use crate::codes::Code;
use crate::names::UnitId;
use crate::orders::{AttackItem, Condition, Goal, Guard, Item, MoveItem, Target};
use crate::rules::Field;
use crate::state::{State, Unit};
use engine::Path;
use engine::complaint::nearest;

impl<'a> Check<'a> {
    /// Reads the position. It does not borrow `self`, so that complaints can be added meanwhile.
    pub(super) fn field(&self) -> Field<'a> {
        Field::new(&self.rules.chart, self.state)
    }

    pub(super) fn moves(&mut self, items: &[Item], path: &Path) {
        for (at, item) in items.iter().enumerate() {
            if let Item::Move(part) = item {
                let place = path.then(at).then(part.unit.as_str());
                if let Some(unit) = self.own_unit(part.unit, &path.then(at).key(part.unit.as_str()))
                {
                    self.one_move(unit, part, &place);
                }
                self.guards(&part.when, &place.then("when"));
            }
        }
        self.twice(items, path);
    }

    fn one_move(&mut self, unit: &Unit, item: &MoveItem, path: &Path) {
        let kind = self.field().kind(unit);
        let may_charge = kind.abilities.charge && unit.charged.is_none();
        if item.charge && !may_charge {
            let message = match unit.charged {
                Some(turn) => format!("{} has already charged, in turn {turn}", unit.id),
                None => format!("{} is not a Celt", unit.id),
            };
            self.refuse(Code::Charge, "A5", &path.then("charge"), message, "leave `charge` out");
        }
        let allowance = self.field().allowance(unit, item.charge && may_charge);
        if let Some(attack) = &item.attack {
            let place = path.then("attack");
            if !kind.abilities.skirmish {
                let message =
                    format!("{} is not a skirmish unit: it attacks in the Attack Phase", unit.id);
                self.refuse(
                    Code::Skirmish,
                    "A2",
                    &place,
                    message,
                    "write the attack under `ahead: attack:`",
                );
            }
            self.goals(unit, &attack.at, allowance, &place.then("at"));
            self.targets(&attack.target, &place.then("target"));
        }
        self.goals(unit, &item.to, allowance, &path.then("to"));
    }

    /// Squares that a unit is sent to: on the board, and not further than it can ever go (U1).
    fn goals(&mut self, unit: &Unit, goals: &[Goal], allowance: u8, path: &Path) {
        for (at, goal) in goals.iter().enumerate() {
            let place = path.then(at);
            let far = unit.square.distance(goal.square);
            if self.on_board(goal.square, &place) && far > allowance {
                let s = if far == 1 { "" } else { "s" };
                let message = format!(
                    "{}: {} is {far} square{s} away, but its Move is {allowance}",
                    unit.id, goal.square
                );
                self.refuse(
                    Code::Far,
                    "U1",
                    &place,
                    message,
                    format!("choose a square at most {allowance} away"),
                );
            }
            self.guards(&goal.when, &place.then("when"));
        }
    }

    /// Several entries for one unit: all but the last need a guard.
    fn twice(&mut self, items: &[Item], path: &Path) {
        let entries: Vec<(usize, &MoveItem)> = items
            .iter()
            .enumerate()
            .filter_map(
                |(at, item)| if let Item::Move(part) = item { Some((at, part)) } else { None },
            )
            .collect();
        for (at, part) in &entries {
            let same: Vec<&(usize, &MoveItem)> =
                entries.iter().filter(|(_, other)| other.unit == part.unit).collect();
            let nth = same.iter().position(|(other, _)| other == at);
            let nth = nth.expect("the entry belongs to this unit");
            if nth + 1 < same.len() && part.when.is_empty() {
                let word =
                    ["first", "second", "third", "fourth"].get(nth).copied().unwrap_or("next");
                let number =
                    ["two", "three", "four"].get(same.len() - 2).copied().unwrap_or("many");
                let message =
                    format!("{} has {number} orders, and the {word} has no condition", part.unit);
                let fix = "add `when: UNIT STATE` to that order, or keep only one of them";
                self.refuse(
                    Code::Twice,
                    "M1",
                    &path.then(*at).then(part.unit.as_str()),
                    message,
                    fix,
                );
            }
        }
    }

    pub(super) fn attacks(&mut self, items: &[Item], path: &Path) {
        for (at, item) in items.iter().enumerate() {
            let here = path.then(at);
            match item {
                Item::Attack(part) => self.one_attack(part, &here),
                Item::AtWill(part) => {
                    for (nth, unit) in part.units.iter().flatten().enumerate() {
                        self.own_unit(*unit, &here.then("at-will").then("units").then(nth));
                    }
                }
                _ => {}
            }
        }
    }

    fn one_attack(&mut self, item: &AttackItem, path: &Path) {
        let place = path.then(item.unit.as_str());
        let unit = self.own_unit(item.unit, &path.key(item.unit.as_str()));
        if unit.is_some_and(|unit| unit.attacked) {
            let message = format!("{} has already attacked in this turn", item.unit);
            self.refuse(Code::Attacked, "K1", &place, message, "leave its attack out");
        }
        self.targets(&item.target, &place.then("target"));
        self.guards(&item.when, &place.then("when"));
    }

    /// Targets are enemy units on the board (K3).
    fn targets(&mut self, targets: &[Target], path: &Path) {
        for (at, target) in targets.iter().enumerate() {
            let place = path.then(at);
            if self.state.unit(target.unit).is_some_and(|unit| unit.side == self.side) {
                let message = format!("{} is your own unit", target.unit);
                self.refuse(Code::Target, "K3", &place, message, "name an enemy unit");
            } else if self.state.unit(target.unit).is_none() {
                self.no_unit(target.unit, &place, |unit, check| unit.side != check.side);
            }
            for test in &target.when {
                self.condition(test.state, &place.then("when"));
            }
        }
    }

    /// Checks that guards name units that are, or were, in the game, and squares of the board.
    fn guards(&mut self, guards: &[Guard], path: &Path) {
        for (at, guard) in guards.iter().enumerate() {
            let place = path.then(at);
            if self.state.unit(guard.unit).is_none() && self.state.fallen(guard.unit).is_none() {
                self.no_unit(guard.unit, &place, |_, _| true);
            }
            self.condition(guard.test.state, &place);
        }
    }

    fn condition(&mut self, state: Condition, path: &Path) {
        if let Condition::At(square) = state {
            self.on_board(square, path);
        }
    }

    /// A unit that the author commands; complains if it is not.
    fn own_unit(&mut self, id: UnitId, path: &Path) -> Option<&'a Unit> {
        let state: &'a State = self.state;
        match state.unit(id) {
            Some(unit) if unit.side == self.side => return Some(unit),
            Some(_) => self.refuse(
                Code::Unit,
                "T1",
                path,
                format!("{id} is not yours"),
                "name a unit of your own",
            ),
            None => self.no_unit(id, path, |unit, check| unit.side == check.side),
        }
        None
    }

    /// Complains that there is no such unit: it was destroyed, or never existed.
    fn no_unit(&mut self, id: UnitId, path: &Path, meant: impl Fn(&Unit, &Self) -> bool) {
        if let Some(lost) = self.state.fallen(id) {
            let message = format!("{id} was destroyed in turn {}", lost.turn);
            self.refuse(Code::Unit, "D4", path, message, "leave it out");
            return;
        }
        let known: Vec<&str> = self
            .state
            .units
            .iter()
            .filter(|unit| meant(unit, self))
            .map(|unit| unit.id.as_str())
            .collect();
        let fix = match nearest(id.as_str(), known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("one of: {}", known.join(", ")),
        };
        self.refuse(Code::Unit, "Y4", path, format!("no unit {id}"), fix);
    }
}
