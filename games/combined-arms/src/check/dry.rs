//! The dry run: E-way, E-arc, E-onager.

use super::{Check, skirmishes};
use crate::events::{self, Event, Listing, Reason, Void};
use crate::names::{Side, UnitId};
use crate::orders::{Item, Orders};
use crate::rules::{Field, turn};
use crate::state::State;
use crate::{CombinedArms, Table};
use engine::dice::Dice;
use engine::{Complaint, Entry, Kind, Path};
use std::collections::BTreeMap;

/// Carries a list out on a copy of a position, with nobody's standing orders.
pub(crate) fn run(
    rules: &CombinedArms,
    state: &State,
    act: impl FnOnce(&mut Table<'_>),
) -> (State, Vec<Entry<Event>>) {
    let mut after = state.clone();
    let (force, mut dice) = (BTreeMap::new(), Dice::none());
    let mut table = Table::new(rules, &mut after, &force, &mut dice, 1);
    act(&mut table);
    let entries = table.leave();
    (after, entries)
}

impl Check<'_> {
    /// The position after the moves.
    pub(super) fn after_moves(&self, items: &[Item]) -> State {
        let orders = Orders::List(items.to_vec());
        run(self.rules, self.state, |table| turn::moves(table, self.side, Some(&orders))).0
    }

    /// Moves that cannot be carried out as they stand. Answers the position after them.
    pub(super) fn dry_moves(&mut self, items: &[Item], path: &Path) -> State {
        let orders = Orders::List(items.to_vec());
        let (after, entries) =
            run(self.rules, self.state, |table| turn::moves(table, self.side, Some(&orders)));
        let mut now = self.state.clone();
        for entry in entries {
            if let Event::Listing(Listing::Void(Void {
                entry: Some(number),
                unit: Some(unit),
                reason,
                squares,
                ..
            })) = &entry.event
            {
                let at = usize::try_from(*number).unwrap_or(1).saturating_sub(1);
                // What an earlier skirmish attack does may open the way.
                let certain = !items[..at.min(items.len())].iter().any(skirmishes);
                if let Some(Item::Move(part)) = items.get(at) {
                    let place = path.then(at).then(unit.as_str());
                    match reason {
                        Reason::Unreachable => {
                            let sure = certain
                                && part.attack.is_none()
                                && part.to.iter().all(|goal| goal.when.is_empty());
                            self.no_way(&now, *unit, squares, part.charge, sure, &place.then("to"));
                        }
                        Reason::AttackSquare => {
                            let goals = part.attack.iter().flat_map(|attack| &attack.at);
                            let sure =
                                certain && goals.into_iter().all(|goal| goal.when.is_empty());
                            self.no_way(
                                &now,
                                *unit,
                                squares,
                                part.charge,
                                sure,
                                &place.then("attack").then("at"),
                            );
                        }
                        Reason::NoTarget => {
                            let targets = part.attack.iter().flat_map(|attack| &attack.target);
                            let open = targets
                                .filter(|target| target.when.is_empty())
                                .map(|target| target.unit);
                            let open: Vec<UnitId> = open.collect();
                            self.out_of_arc(
                                &now,
                                *unit,
                                &open,
                                certain,
                                &place.then("attack").then("target"),
                            );
                        }
                        _ => {}
                    }
                }
            }
            events::apply(&mut now, &entry.event);
        }
        after
    }

    /// Attacks that cannot be made as they stand, from the position `before`. `certain`: that position
    /// does not hang on what an enemy chooses.
    pub(super) fn dry_attacks(
        &mut self,
        before: &State,
        items: &[Item],
        path: &Path,
        certain: bool,
    ) {
        if before.result.is_some() {
            return;
        }
        let orders = Orders::List(items.to_vec());
        let (_, entries) =
            run(self.rules, before, |table| turn::attacks(table, self.side, Some(&orders)));
        let mut now = before.clone();
        for entry in entries {
            if let Event::Listing(Listing::Void(Void {
                entry: Some(number),
                unit: Some(unit),
                reason,
                ..
            })) = &entry.event
            {
                let at = usize::try_from(*number).unwrap_or(1).saturating_sub(1);
                if let Some(Item::Attack(part)) = items.get(at) {
                    let place = path.then(at).then(unit.as_str());
                    match reason {
                        Reason::OnagerMoved => {
                            let message =
                                format!("{unit} moves or turns this turn and cannot attack");
                            self.refuse(
                                "E-onager",
                                "A8",
                                &place,
                                message,
                                "leave it where it is, or leave its attack out",
                            );
                        }
                        Reason::NoTarget => {
                            let open = part
                                .target
                                .iter()
                                .filter(|target| target.when.is_empty())
                                .map(|target| target.unit);
                            let open: Vec<UnitId> = open.collect();
                            let sure = certain
                                && (at == 0
                                    || open.iter().all(|id| {
                                        self.beyond(before, *unit, *id)
                                            && self.beyond(&now, *unit, *id)
                                    }));
                            self.out_of_arc(&now, *unit, &open, sure, &place.then("target"));
                        }
                        _ => {}
                    }
                }
            }
            events::apply(&mut now, &entry.event);
        }
    }

    /// Whether a target is so far beyond a unit's reach that no retreat brings it near enough.
    fn beyond(&self, now: &State, unit: UnitId, target: UnitId) -> bool {
        let field = Field::new(&self.rules.chart, now);
        let (Some(unit), Some(target)) = (now.unit(unit), now.unit(target)) else { return false };
        unit.square.distance(target.square) > field.reach(unit, true).saturating_add(1)
    }

    fn no_way(
        &mut self,
        now: &State,
        id: UnitId,
        squares: &[engine::kit::Square],
        charge: bool,
        sure: bool,
        path: &Path,
    ) {
        let Some(unit) = now.unit(id) else { return };
        let allowance = Field::new(&self.rules.chart, now).allowance(unit, charge);
        // What is off the board, a plateau or too far has been named already.
        let near = |square: &&engine::kit::Square| {
            square.on(now.board.size)
                && !now.board.plateaus.has(**square)
                && unit.square.distance(**square) <= allowance
        };
        let near: Vec<String> = squares.iter().filter(near).map(ToString::to_string).collect();
        if near.len() < squares.len() || near.is_empty() {
            return;
        }
        let s = if allowance == 1 { "" } else { "s" };
        let message = format!("{id}: no way to {} within {allowance} square{s}", near.join(" or "));
        self.doubt(
            "E-way",
            "M3",
            message,
            "other units or plateaus are in the way: take another square or order",
            sure,
            path,
        );
    }

    /// None of the unguarded targets can be attacked.
    fn out_of_arc(&mut self, now: &State, id: UnitId, targets: &[UnitId], sure: bool, path: &Path) {
        let field = Field::new(&self.rules.chart, now);
        let enemy = |id: &UnitId| now.unit(*id).filter(|unit| unit.side != self.side);
        let (Some(unit), Some(target)) = (now.unit(id), targets.iter().find_map(enemy)) else {
            return;
        };
        if unit.side != self.side || (unit.moved && field.kind(unit).abilities.artillery) {
            return;
        }
        let message = format!(
            "{id} at {} facing {} cannot reach {}",
            unit.square, unit.facing, target.square
        );
        let can = enemies_in_reach(&field, self.side, id);
        let fix = if can.is_empty() {
            "nothing is in its cone and reach: move it, turn it, or leave the attack out".to_owned()
        } else {
            format!("it could attack: {}", can.join(", "))
        };
        self.doubt("E-arc", "K3", message, &fix, sure, path);
    }

    /// A refusal, or a warning where it hangs on what the enemy does.
    fn doubt(
        &mut self,
        code: &'static str,
        rule: &'static str,
        message: String,
        fix: &str,
        sure: bool,
        path: &Path,
    ) {
        let mut complaint = Complaint::refusal(code, rule, path.clone(), message).fix(fix);
        if !sure {
            complaint.kind = Kind::Warning;
        }
        self.complaints.push(complaint);
    }
}

/// The enemy units that a unit could attack now.
fn enemies_in_reach(field: &Field<'_>, side: Side, id: UnitId) -> Vec<String> {
    let Some(unit) = field.state.unit(id) else { return Vec::new() };
    let open = field.of(side.other()).filter(|enemy| field.attack(unit, enemy, true).is_some());
    open.map(|enemy| enemy.id.to_string()).collect()
}
