//! The dry run: E-way, E-arc, E-onager.

use super::{Check, skirmishes};
use crate::codes::Code;
use crate::events::{self, Event, Listing, Movement, Reason, Void};
use crate::names::{Side, UnitId};
use crate::orders::{Goal, Item, Orders, Skirmish};
use crate::rules::{Field, turn};
use crate::state::{State, Unit};
use crate::{CombinedArms, Table};
use engine::dice::Dice;
use engine::kit::{Square, Squares};
use engine::{Entry, Path};
use std::collections::BTreeMap;

/// Carries out a list on a copy of a position, without anybody's standing orders.
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
    pub(super) fn after_moves(&self, items: &[Item]) -> State {
        let orders = Orders::List(items.to_vec());
        run(self.rules, self.state, |table| turn::moves(table, self.side, Some(&orders))).0
    }

    /// Complains about moves that cannot be carried out as they stand. Returns the position after them.
    pub(super) fn dry_moves(&mut self, items: &[Item], path: &Path) -> State {
        let orders = Orders::List(items.to_vec());
        let (after, entries) =
            run(self.rules, self.state, |table| turn::moves(table, self.side, Some(&orders)));
        let mut now = self.state.clone();
        let mut walked: BTreeMap<UnitId, u8> = BTreeMap::new();
        for entry in entries {
            match &entry.event {
                Event::Listing(Listing::Void(void)) => {
                    let steps = void.unit.and_then(|unit| walked.get(&unit).copied());
                    self.void_move(&now, void, items, steps.unwrap_or_default(), path);
                }
                Event::Movement(Movement::Moved { unit, way, .. }) => {
                    let steps =
                        u8::try_from(way.len()).expect("a route cannot be longer than a Move");
                    let all = walked.entry(*unit).or_default();
                    *all = all.saturating_add(steps);
                }
                _ => {}
            }
            events::apply(&mut now, &entry.event);
        }
        after
    }

    /// Complains about a part of a move that came to nothing in the position `now`, after its unit went `walked`
    /// squares.
    fn void_move(&mut self, now: &State, void: &Void, items: &[Item], walked: u8, path: &Path) {
        let (Some(at), Some(unit)) = (void.entry.map(index), void.unit) else { return };
        let Some(Item::Move(part)) = items.get(at) else { return };
        // An earlier skirmish attack may open the way.
        let certain = !items[..at].iter().any(skirmishes);
        let place = path.then(at).then(unit.as_str());
        let attack = part.attack.as_ref();
        let stuck = |goals: &[Goal], certain| Stuck {
            unit,
            at,
            items,
            charge: part.charge,
            squares: void.squares.clone(),
            sure: certain && goals.iter().all(|goal| goal.when.is_empty()),
        };
        match void.reason {
            Reason::Unreachable => {
                let stuck = stuck(&part.to, certain && attack.is_none());
                let place = place.then("to");
                match attack {
                    Some(attack) if self.too_far_after(now, &stuck, attack, walked, &place) => {}
                    Some(_) | None => self.no_way(now, &stuck, attack.is_none(), &place),
                }
            }
            Reason::AttackSquare => {
                let stuck = stuck(attack.map_or(&[], |attack| &attack.at), certain);
                self.no_way(now, &stuck, true, &place.then("attack").then("at"));
            }
            Reason::NoTarget => {
                let targets = attack.iter().flat_map(|attack| &attack.target);
                let open: Vec<UnitId> = targets
                    .filter(|target| target.when.is_empty())
                    .map(|target| target.unit)
                    .collect();
                self.out_of_arc(now, unit, &open, certain, &place.then("attack").then("target"));
            }
            _ => {}
        }
    }

    /// Complains about attacks that cannot be made as they stand, from the position `before`. `certain`: that position
    /// does not depend on the enemy's choices.
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
                let at = index(*number);
                if let Some(Item::Attack(part)) = items.get(at) {
                    let place = path.then(at).then(unit.as_str());
                    match reason {
                        Reason::OnagerMoved => {
                            let message =
                                format!("{unit} moves or turns this turn and cannot attack");
                            self.refuse(
                                Code::Onager,
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

    /// True if a target is so far beyond a unit's reach that no retreat brings it near enough.
    fn beyond(&self, now: &State, unit: UnitId, target: UnitId) -> bool {
        let field = Field::new(&self.rules.chart, now);
        let (Some(unit), Some(target)) = (now.unit(unit), now.unit(target)) else { return false };
        unit.square.distance(target.square) > field.reach(unit, true).saturating_add(1)
    }

    /// Complains about a unit that reaches none of its squares. `from_here`: it sets out from where it stands in
    /// `now`.
    fn no_way(&mut self, now: &State, stuck: &Stuck<'_>, from_here: bool, path: &Path) {
        let Some(unit) = now.unit(stuck.unit) else { return };
        let field = Field::new(&self.rules.chart, now);
        let allowance = field.allowance(unit, stuck.charge);
        // A square off the board, a plateau or a square too far away has been named already.
        let near = |square: &&Square| {
            square.on(now.board.size)
                && !now.board.plateaus.has(**square)
                && unit.square.distance(**square) <= allowance
        };
        let near: Vec<Square> = stuck.squares.iter().filter(near).copied().collect();
        if near.len() < stuck.squares.len() || near.is_empty() {
            return;
        }
        // Enemies may be driven off, and a friend with an earlier order may stand elsewhere by then; nobody else.
        let earlier = |id: UnitId| stuck.items[..stuck.at].iter().any(|item| moves(item, id));
        let others = now.units.iter().filter(|other| other.id != unit.id);
        let gone: Squares = others
            .filter(|other| other.side != self.side || earlier(other.id))
            .map(|other| other.square)
            .collect();
        let ways = field.ways_if(unit, allowance, &gone);
        let fast = |square: &Square| {
            now.on(*square).is_some_and(|other| other.id != unit.id && !gone.has(*square))
        };
        let never =
            near.iter().all(|square| fast(square) || (from_here && ways.steps(*square).is_none()));
        let squares: Vec<String> = near.iter().map(ToString::to_string).collect();
        let s = if allowance == 1 { "" } else { "s" };
        let held = self.holders(now, unit, &near);
        let message = format!(
            "{}: no path to {} within {allowance} square{s}{held}",
            unit.id,
            squares.join(" or ")
        );
        let later = near.iter().filter_map(|square| now.on(*square)).find(|other| {
            other.side == self.side
                && stuck.items[stuck.at..].iter().any(|item| moves(item, other.id))
        });
        let fix = match later {
            Some(other) if other.id != unit.id => {
                format!("{} is in the way and moves later: put its order before this one", other.id)
            }
            _ => "choose another square, or let the units in the way move first".to_owned(),
        };
        self.doubt(Code::Way, "M3", message, &fix, stuck.sure || never, path);
    }

    /// True if a unit attacks on its way and then has too few squares left to reach its destination. It is refused if
    /// this holds for every square that it could attack from, else it gets a warning.
    fn too_far_after(
        &mut self,
        now: &State,
        stuck: &Stuck<'_>,
        attack: &Skirmish,
        walked: u8,
        path: &Path,
    ) -> bool {
        let units = self.state.unit(stuck.unit).zip(now.unit(stuck.unit));
        let Some((start, stands)) = units.map(|(was, is)| (was.square, is)) else { return false };
        let allowance = self.field().allowance(stands, stuck.charge);
        let left = allowance.saturating_sub(walked);
        // A square off the board, a plateau or a square too far from the start has been named already.
        let named = |to: &Square| {
            !to.on(now.board.size) || now.board.plateaus.has(*to) || start.distance(*to) > allowance
        };
        let near = |to: &Square| stands.square.distance(*to) <= left;
        if stuck.squares.iter().any(|to| named(to) || near(to)) {
            return false;
        }
        let least = |to: &Square| {
            let by = |goal: &Goal| start.distance(goal.square) + goal.square.distance(*to);
            attack.at.iter().map(by).min().unwrap_or_else(|| start.distance(*to))
        };
        let never = stuck.squares.iter().all(|to| least(to) > allowance);
        let far: Vec<String> = stuck
            .squares
            .iter()
            .map(|to| format!("{to} is {} away", stands.square.distance(*to)))
            .collect();
        let message = format!(
            "{}: {walked} of {allowance} squares are used once it has attacked from {}, leaving \
             {left}; {}",
            stuck.unit,
            stands.square,
            far.join(", ")
        );
        let fix = if left == 0 {
            "leave `to` out, or attack from another square".to_owned()
        } else {
            format!("choose a square at most {left} away, or attack from another one")
        };
        self.doubt(Code::Way, "M3", message, &fix, never, path);
        true
    }

    /// The units on the squares, as the end of a sentence: `, where your own ha1 stands`.
    fn holders(&self, now: &State, unit: &Unit, squares: &[Square]) -> String {
        let on =
            squares.iter().filter_map(|square| now.on(*square)).filter(|other| other.id != unit.id);
        let names: Vec<String> = on
            .map(|other| {
                if other.side == self.side {
                    format!("your own {} stands", other.id)
                } else {
                    format!("the enemy's {} stands", other.id)
                }
            })
            .collect();
        if names.is_empty() { String::new() } else { format!(", where {}", names.join(" and ")) }
    }

    /// Complains that none of the unguarded targets can be attacked.
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
            "no enemy is in its cone and in range: move or turn the unit, or leave the attack out"
                .to_owned()
        } else {
            format!("it could attack: {}", can.join(", "))
        };
        self.doubt(Code::Arc, "K3", message, &fix, sure, path);
    }

    /// Refuses, or only warns if it depends on what the enemy does.
    fn doubt(
        &mut self,
        code: Code,
        rule: &'static str,
        message: String,
        fix: &str,
        sure: bool,
        path: &Path,
    ) {
        let complaint =
            if sure { code.at(path.clone(), message) } else { code.warn(path.clone(), message) };
        self.complaints.push(complaint.by(rule).fix(fix));
    }
}

/// A unit that cannot get where an entry sends it.
struct Stuck<'a> {
    unit: UnitId,
    /// The entry's place in the list.
    at: usize,
    items: &'a [Item],
    charge: bool,
    squares: Vec<Square>,
    /// True if the orders could not have had another effect.
    sure: bool,
}

/// An entry's place in its list, from its number.
fn index(number: u32) -> usize {
    usize::try_from(number - 1)
        .expect("entries are numbered from 1, and their numbers fit a list index")
}

fn moves(item: &Item, id: UnitId) -> bool {
    matches!(item, Item::Move(part) if part.unit == id)
}

fn enemies_in_reach(field: &Field<'_>, side: Side, id: UnitId) -> Vec<String> {
    let Some(unit) = field.state.unit(id) else { return Vec::new() };
    let open = field.of(side.other()).filter(|enemy| field.attack(unit, enemy, true).is_some());
    open.map(|enemy| enemy.id.to_string()).collect()
}
