//! Moves and attacks of single units.

use super::{Draft, items, offer, offer_on, written};
use crate::check;
use crate::names::UnitId;
use crate::orders::{
    AttackItem, Condition, Goal, Guard, Item, MoveItem, Orders, Skirmish, Target, Test, UnitState,
};
use crate::rules::board::Ways;
use crate::rules::{Field, turn};
use crate::state::{State, Unit};
use engine::kit::{Facing, Square};
use engine::{Edit, Offer, Offers, Spot, Subject, Tempo};
use serde_json::Value;

/// Where moves stand in the file.
const ORDERS: &[&str] = &["orders"];
/// Where attacks given with the moves stand.
const AHEAD: &[&str] = &["ahead", "attack"];

impl Draft<'_> {
    /// A list of moves, or of attacks.
    pub(super) fn list(&self, picked: Option<&str>, moving: bool) -> Offers {
        let field = self.field();
        let attacks = if moving { self.attacks } else { self.orders };
        let subject = |unit: &Unit| {
            let own = |item: &&Item| unit_of(item) == Some(unit.id);
            let told: Vec<String> = [self.orders.filter(|_| moving), attacks]
                .into_iter()
                .filter_map(|orders| items(orders).iter().find(own))
                .map(told)
                .collect();
            let ordered = (!told.is_empty()).then(|| told.join("; "));
            Subject {
                id: unit.id.to_string(),
                words: described(&field, unit),
                ordered,
                ..Subject::default()
            }
        };
        let subjects = field.of(self.side).map(subject).collect();
        let offers = match self.unit(picked) {
            Some(unit) if moving => self.unit_moving(unit),
            Some(unit) => {
                let mut offers = self.attacks_of(self.state, unit, ORDERS);
                offers.extend(self.falling_back(unit));
                offers
            }
            None => self.whole(moving),
        };
        Offers { subjects, offers, ..Offers::default() }
    }

    /// All that one unit can be told in a Move Phase.
    fn unit_moving(&self, id: UnitId) -> Vec<Offer> {
        let list = items(self.orders);
        let at = list.iter().position(|item| unit_of(item) == Some(id));
        let own = match at.and_then(|at| list.get(at)) {
            Some(Item::Move(own)) => own.clone(),
            _ => MoveItem::of(id),
        };
        let before = self.after(&list[..at.unwrap_or(list.len())]);
        let field = Field::new(&self.rules.chart, &before);
        let Some(unit) = field.own(self.side, id) else { return Vec::new() };
        let can_charge = field.kind(unit).abilities.charge && unit.charged.is_none();
        let ways = field.ways(unit, field.allowance(unit, own.charge && can_charge));
        let mut offers = squares(unit, &ways, &own);
        offers.extend(facings(&own));
        if can_charge {
            let charge = MoveItem { charge: !own.charge, ..own.clone() };
            offers.push(offer("Charge", "Declare a charge".to_owned(), own.charge, set(charge)));
        }
        if field.kind(unit).abilities.skirmish {
            offers.extend(self.skirmishes(&field, unit, &ways, &own));
        }
        if self.state.options.tempo == Tempo::Brisk {
            offers.extend(self.attacks_of(&self.after(list), id, AHEAD));
        }
        offers.extend(self.guards(&own));
        offers.extend(self.falling_back(id));
        offers
    }

    /// The position after moves.
    fn after(&self, list: &[Item]) -> State {
        let orders = Orders::List(list.to_vec());
        check::run(self.rules, self.state, |table| turn::moves(table, self.side, Some(&orders))).0
    }

    /// Attacks on the way of a unit that skirmishes, each from the nearest square that it can be made from (A2).
    fn skirmishes(
        &self,
        field: &Field<'_>,
        unit: &Unit,
        ways: &Ways,
        own: &MoveItem,
    ) -> Vec<Offer> {
        let mut stops: Vec<Square> = ways.stops().iter().collect();
        stops.push(unit.square);
        stops.sort_by_key(|square| {
            (ways.steps(*square).filter(|_| *square != unit.square), *square)
        });
        let enemy = |enemy: &Unit| {
            let from = |square: &Square| {
                let there = Unit { square: *square, ..unit.clone() };
                field.attack(&there, enemy, true).map(|strike| (*square, strike))
            };
            let (square, strike) = stops.iter().find_map(from)?;
            let at = (square != unit.square).then(|| Goal { square, when: Vec::new() });
            let target = vec![Target { unit: enemy.id, when: Vec::new() }];
            let skirmish = Skirmish { at: at.into_iter().collect(), target };
            let chosen = own.attack.as_ref().is_some_and(|own| aims(&own.target, enemy.id));
            let words = format!("{} from {square}: {} damage", enemy.id, strike.points);
            let item = MoveItem { attack: (!chosen).then_some(skirmish), ..own.clone() };
            Some(offer("Attack on the way", words, chosen, set(item)))
        };
        field.of(self.side.other()).filter_map(enemy).collect()
    }

    /// The enemies that a unit could attack in a position, each with what that does.
    fn attacks_of(&self, position: &State, id: UnitId, at: &[&str]) -> Vec<Offer> {
        let field = Field::new(&self.rules.chart, position);
        let Some(unit) = field.own(self.side, id).filter(|unit| field.may_attack(unit)) else {
            return Vec::new();
        };
        let list = items(if at == AHEAD { self.attacks } else { self.orders });
        let own = list.iter().find_map(|item| match item {
            Item::Attack(own) if own.unit == id => Some(own),
            _ => None,
        });
        let mut offers = Vec::new();
        for enemy in field.of(self.side.other()) {
            let Some(strike) = field.attack(unit, enemy, true) else { continue };
            let chosen = own.is_some_and(|own| aims(&own.target, enemy.id));
            let (points, needed) = (strike.points, field.needed(enemy));
            let words = format!("{} on {}: {points} damage of {needed}", enemy.id, enemy.square);
            let target = Target { unit: enemy.id, when: Vec::new() };
            let when = own.map(|own| own.when.clone()).unwrap_or_default();
            let alone = AttackItem { unit: id, target: vec![target.clone()], when };
            let value = (!chosen).then(|| written(Item::Attack(alone.clone())));
            let spot = Spot::Piece(enemy.id.to_string());
            let edit = Edit::item(at, id.as_str(), value);
            offers.push(offer_on(spot, offer("Attack", words.clone(), chosen, edit)));
            if let Some(own) = own.filter(|_| !chosen) {
                let target = own.target.iter().cloned().chain([target]).collect();
                let value = written(Item::Attack(AttackItem { target, ..alone }));
                let edit = Edit::item(at, id.as_str(), Some(value));
                offers.push(offer("Or else attack", words, false, edit));
            }
        }
        offers
    }

    /// Guards for a move that is ordered: what an enemy does before decides whether it is made.
    fn guards(&self, own: &MoveItem) -> Vec<Offer> {
        if nothing(own) {
            return Vec::new();
        }
        let states = [
            (Condition::Is(UnitState::Here), "stays"),
            (Condition::Is(UnitState::Retreated), "has fallen back"),
            (Condition::Is(UnitState::Destroyed), "is destroyed"),
        ];
        let mut offers = Vec::new();
        for enemy in self.field().of(self.side.other()) {
            for (state, words) in states {
                let guard = Guard { unit: enemy.id, test: Test { not: false, state } };
                let chosen = own.when.contains(&guard);
                let mut item = own.clone();
                item.when.retain(|other| *other != guard);
                if !chosen {
                    item.when.push(guard);
                }
                offers.push(offer("Only if", format!("{} {words}", enemy.id), chosen, set(item)));
            }
        }
        offers
    }
}

/// A unit and where it stands.
fn described(field: &Field<'_>, unit: &Unit) -> String {
    let (kind, facing) = (field.kind(unit), unit.facing.word());
    format!("{} {} on {} facing {facing}", kind.alias, unit.id, unit.square)
}

pub(super) fn unit_of(item: &Item) -> Option<UnitId> {
    match item {
        Item::Move(part) => Some(part.unit),
        Item::Attack(part) => Some(part.unit),
        Item::AtWill(_) | Item::Unread | Item::Draw(_) | Item::Resign => None,
    }
}

/// An entry in words: what stands behind the unit's name.
fn told(item: &Item) -> String {
    let value = written(item.clone());
    let entry = value.as_object().and_then(|map| map.values().next()).unwrap_or(&value);
    let text = match entry {
        Value::String(text) => text.clone(),
        other => other.to_string().replace('"', ""),
    };
    match item {
        Item::Attack(_) => format!("attack {text}"),
        Item::Move(_) | Item::AtWill(_) | Item::Unread | Item::Draw(_) | Item::Resign => text,
    }
}

/// An order that does nothing.
fn nothing(item: &MoveItem) -> bool {
    item.attack.is_none() && item.to.is_empty() && item.face.is_none() && !item.charge
}

/// Writes a unit's move, or takes it out where nothing is left of it.
pub(super) fn set(item: MoveItem) -> Edit {
    let unit = item.unit;
    let value = (!nothing(&item)).then(|| written(Item::Move(item)));
    Edit::item(ORDERS, unit.as_str(), value)
}

fn aims(targets: &[Target], id: UnitId) -> bool {
    targets.iter().any(|target| target.unit == id)
}

/// The squares that a unit can get to, the nearest first: as its only goal, or behind those that it has.
fn squares(unit: &Unit, ways: &Ways, own: &MoveItem) -> Vec<Offer> {
    let mut stops: Vec<Square> = ways.stops().iter().filter(|stop| *stop != unit.square).collect();
    stops.sort_by_key(|stop| (ways.steps(*stop), *stop));
    let stay = MoveItem { to: Vec::new(), ..own.clone() };
    let mut offers =
        vec![offer("Move", format!("Stay on {}", unit.square), own.to.is_empty(), set(stay))];
    let mut later = Vec::new();
    for stop in stops {
        let goal = Goal { square: stop, when: Vec::new() };
        let chosen = own.to.iter().any(|goal| goal.square == stop);
        let to = if chosen { Vec::new() } else { vec![goal.clone()] };
        let steps = ways.steps(stop).unwrap_or_default();
        let words = format!("{stop} ({steps})");
        let item = MoveItem { to, ..own.clone() };
        let spot = || Spot::Cell(stop.to_string());
        offers.push(offer_on(spot(), offer("Move", words.clone(), chosen, set(item))));
        if !chosen && !own.to.is_empty() {
            let mut item = own.clone();
            item.to.push(goal);
            later.push(offer_on(spot(), offer("Or else move", words, false, set(item))));
        }
    }
    offers.extend(later);
    offers
}

fn facings(own: &MoveItem) -> Vec<Offer> {
    let face = |facing: Facing| {
        let chosen = own.face == Some(facing);
        let item = MoveItem { face: (!chosen).then_some(facing), ..own.clone() };
        offer("Face", facing.word().to_owned(), chosen, set(item))
    };
    Facing::ALL.map(face).into()
}
