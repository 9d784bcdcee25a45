//! Attacks: on the way of a move, of single units, and at will.

use super::listing::{Place, first_of, further, in_reach};
use super::{Draft, Which};
use crate::names::UnitId;
use crate::orders::{
    AtWill, AttackItem, Condition, Goal, Item, MoveItem, Pila, Skirmish, Target, Test, UnitState,
};
use crate::rules::Field;
use crate::state::{State, Unit};
use engine::kit::Square;
use engine::{Edit, Offer, Spot, Tempo};
use serde_json::json;

impl Draft<'_> {
    /// Attacks on the way of a unit that skirmishes, each from the nearest square that it can be made from (A2).
    pub(super) fn skirmishes(
        &self,
        field: &Field<'_>,
        unit: &Unit,
        place: Place,
        own: &MoveItem,
    ) -> Vec<Offer> {
        let enemy = |enemy: &Unit| {
            let (square, points) = shots(field, unit, own, enemy.id).first().copied()?;
            let at = (square != unit.square).then(|| Goal { square, when: Vec::new() });
            let skirmish = Skirmish { at: at.into_iter().collect(), target: vec![plain(enemy.id)] };
            let chosen = own.attack.as_ref().is_some_and(|own| aims(&own.target, enemy.id));
            let words = format!("{} from {square}: {points} damage", enemy.id);
            let item = MoveItem { attack: (!chosen).then_some(skirmish), ..own.clone() };
            let item = in_reach(field, unit, item);
            Some(Offer::new("Attack on the way", words, chosen, self.moved(place, item)))
        };
        field.of(self.side.other()).filter_map(enemy).collect()
    }

    /// The enemies that a unit could attack in a position, each with what that does.
    pub(super) fn attacks_of(&self, position: &State, place: Place, id: UnitId) -> Vec<Offer> {
        let field = Field::new(&self.rules.chart, position);
        let Some(unit) = field.own(self.side, id).filter(|unit| field.may_attack(unit)) else {
            return Vec::new();
        };
        let list = self.entries(Which::Attacks);
        let at = match place {
            Place::First(id) => first_of(list, id),
            Place::Nth(at) => Some(at),
        };
        let own = at.and_then(|at| match list.get(at) {
            Some(Item::Attack(own)) => Some(own),
            _ => None,
        });
        let mut offers = Vec::new();
        let when = || own.map(|own| own.when.clone()).unwrap_or_default();
        let write = |target: Vec<Target>| {
            let item = AttackItem { unit: id, target, when: when() };
            let item = (!item.target.is_empty()).then_some(Item::Attack(item));
            self.write(Which::Attacks, place, item)
        };
        for enemy in field.of(self.side.other()) {
            let Some(strike) = field.attack(unit, enemy, true) else { continue };
            let chosen = own.is_some_and(|own| aims(&own.target, enemy.id));
            let (points, needed) = (strike.points, field.needed(enemy));
            let words = format!("{} on {}: {points} damage of {needed}", enemy.id, enemy.square);
            let target = if chosen { Vec::new() } else { vec![plain(enemy.id)] };
            let spot = Spot::Piece(enemy.id.to_string());
            offers.push(Offer::new("Attack", words.clone(), chosen, write(target)).on(spot));
            if let Some(own) = own.filter(|_| !chosen) {
                let target = own.target.iter().cloned().chain([plain(enemy.id)]).collect();
                offers.push(Offer::new("Or else attack", words, false, write(target)));
            }
        }
        offers
    }

    /// Further targets, out of reach now, for when they have fallen back.
    pub(super) fn later_targets(
        &self,
        own: &[Target],
        write: &dyn Fn(Vec<Target>) -> Vec<Edit>,
    ) -> Vec<Offer> {
        let state = Condition::Is(UnitState::Retreated);
        let beaten = |unit| Target { unit, when: vec![Test { not: false, state }] };
        let enemies = self.field().of(self.side.other()).filter(|enemy| !aims(own, enemy.id));
        let more = |enemy: &Unit| {
            let target = own.iter().cloned().chain([beaten(enemy.id)]).collect();
            Offer::new(
                "Or else, once it has fallen back",
                enemy.id.to_string(),
                false,
                write(target),
            )
        };
        enemies.map(more).collect()
    }

    /// Offers to let all units that have not attacked yet, or some of them, attack as they see fit.
    pub(super) fn at_will(&self) -> Vec<Offer> {
        let list = self.entries(Which::Attacks);
        let whole = |item: &Item| matches!(item, Item::AtWill(own) if own.units.is_none());
        let at = list.iter().position(whole);
        let now = at.and_then(|at| match &list[at] {
            Item::AtWill(own) => Some(own.pila),
            _ => None,
        });
        let place = Place::Nth(at.unwrap_or(list.len()));
        let choice = |(pila, words): (Pila, &'static str)| {
            let chosen = now == Some(pila);
            let item = (!chosen).then_some(Item::AtWill(AtWill { units: None, pila }));
            Offer::new("Attacks", words, chosen, self.write(Which::Attacks, place, item))
        };
        let mut offers: Vec<Offer> = [
            (Pila::Keep, "All units that have not attacked yet attack at will and keep their pila"),
            (
                Pila::Throw,
                "All units that have not attacked yet attack at will and throw their pila",
            ),
        ]
        .map(choice)
        .into();
        if self.moving() {
            let given = self.attacks.is_some();
            let chosen = given && list.is_empty();
            let edit = Edit::key(&["ahead"], "attack", (!chosen).then(|| json!([])));
            offers.push(Offer::new("Attacks", "No unit attacks", chosen, vec![edit]));
        }
        let some = Item::AtWill(AtWill { units: Some(Vec::new()), pila: Pila::Keep });
        let edits = self.write(Which::Attacks, Place::Nth(list.len()), Some(some));
        let words = "Some units attack at will: choose which";
        offers.push(
            Offer::new("Attacks", words, false, edits).leads(Which::Attacks.page(list.len())),
        );
        offers
    }

    /// True if attacks are given in this file.
    pub(super) fn attacks_asked(&self) -> bool {
        !self.moving() || self.state.options.tempo == Tempo::Brisk
    }

    pub(super) fn at_will_page(&self, at: usize, own: &AtWill) -> Vec<Offer> {
        let write =
            |item: AtWill| self.write(Which::Attacks, Place::Nth(at), Some(Item::AtWill(item)));
        let listed = own.units.clone().unwrap_or_default();
        let all = write(AtWill { units: None, ..own.clone() });
        let mut offers = vec![Offer::new(
            "Units that attack at will",
            "all that have not attacked",
            own.units.is_none(),
            all,
        )];
        for unit in self.field().of(self.side) {
            let chosen = listed.contains(&unit.id);
            let mut units: Vec<UnitId> =
                listed.iter().filter(|other| **other != unit.id).copied().collect();
            units.extend((!chosen).then_some(unit.id));
            let edits = write(AtWill { units: Some(units), ..own.clone() });
            let offer = Offer::new("Units that attack at will", unit.id.to_string(), chosen, edits);
            offers.push(offer.on(Spot::Piece(unit.id.to_string())));
        }
        for (pila, words) in [(Pila::Keep, "kept"), (Pila::Throw, "thrown")] {
            let edits = write(AtWill { pila, ..own.clone() });
            offers.push(Offer::new("Pila", words, own.pila == pila, edits));
        }
        offers
    }
}

/// The squares from which a unit can attack an enemy on its way, with what that does, the nearest first.
pub(super) fn shots(
    field: &Field<'_>,
    unit: &Unit,
    own: &MoveItem,
    enemy: UnitId,
) -> Vec<(Square, u8)> {
    let ways = further(field, unit, &MoveItem { attack: None, ..own.clone() });
    let mut stops: Vec<Square> = ways.stops().iter().collect();
    stops.retain(|stop| *stop != unit.square);
    stops.sort_by_key(|square| (ways.steps(*square), *square));
    let Some(enemy) = field.state.unit(enemy) else { return Vec::new() };
    let shot = |square: Square| {
        let there = Unit { square, ..unit.clone() };
        Some((square, field.attack(&there, enemy, true)?.points))
    };
    [unit.square].into_iter().chain(stops).filter_map(shot).collect()
}

fn aims(targets: &[Target], id: UnitId) -> bool {
    targets.iter().any(|target| target.unit == id)
}

/// A target without conditions.
pub(super) fn plain(unit: UnitId) -> Target {
    Target { unit, when: Vec::new() }
}
