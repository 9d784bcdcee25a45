//! What concerns a whole side: formations, attacks at will, standing orders, a draw.

use super::lists::{set, unit_of};
use super::{Draft, items, offer, written};
use crate::check;
use crate::names::{TypeName, UnitId};
use crate::orders::{
    AtWill, AttackPolicy, Criterion, Draw, Goal, Item, MoveItem, Orders, Pila, Policy, Preference,
};
use crate::rules::{Field, turn};
use crate::state::Unit;
use engine::kit::{Facing, Square};
use engine::{Edit, Offer, Offers, Spot, Subject, Tempo};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Draft<'_> {
    /// What can be ordered where no unit is picked.
    pub(super) fn whole(&self, moving: bool) -> Vec<Offer> {
        let mut offers = Vec::new();
        if moving {
            offers
                .extend(Facing::ALL.map(|towards| self.line_ahead(towards)).into_iter().flatten());
        }
        if !moving || self.state.options.tempo == Tempo::Brisk {
            offers.extend(self.at_will(moving));
        }
        offers.extend(self.attack_policy());
        offers.extend(self.words(&["orders"], true));
        let clear = vec![
            Edit::key(&[], "orders", Some(json!([]))),
            Edit::key(&[], "ahead", None),
            Edit::key(&[], "standing", None),
        ];
        let words = "Take all orders out".to_owned();
        offers.push(Offer::new("Draft", words, false, clear));
        offers
    }

    /// A side that is asked nothing may still change its standing orders.
    pub(super) fn standing_only(&self, picked: Option<&str>) -> Offers {
        let field = self.field();
        let subject = |unit: &Unit| Subject {
            id: unit.id.to_string(),
            words: format!("{} {} on {}", field.kind(unit).alias, unit.id, unit.square),
            ..Subject::default()
        };
        let offers = match self.unit(picked) {
            Some(unit) => self.falling_back(unit),
            None => self.attack_policy(),
        };
        Offers { subjects: field.of(self.side).map(subject).collect(), offers, ..Offers::default() }
    }

    /// Where a unit falls back to, asked in the middle of a phase.
    pub(super) fn fall_back(&self, unit: UnitId) -> Offers {
        let (to, resign) = match self.orders {
            Some(Orders::FallBack(answer)) => (answer.to, answer.resign),
            Some(Orders::Camp(_) | Orders::List(_)) | None => (None, false),
        };
        let asked = self.state.asked.as_ref().map(|asked| asked.squares.as_slice());
        let says = |answer: Value| vec![Edit::key(&[], "orders", Some(answer))];
        let square = |at: &Square| {
            let edits = says(json!({ "to": at.to_string() }));
            let offer = Offer::new("Falls back", format!("to {at}"), to == Some(*at), edits);
            offer.on(Spot::Cell(at.to_string()))
        };
        let mut offers: Vec<Offer> = asked.into_iter().flatten().map(square).collect();
        let left = "as its criteria have it".to_owned();
        offers.push(Offer::new("Falls back", left, to.is_none() && !resign, says(json!({}))));
        let words = "Resign the game".to_owned();
        offers.push(Offer::new("Words", words, resign, says(json!({ "resign": true }))));
        let subject = self.field().own(self.side, unit).map(|unit| Subject {
            id: unit.id.to_string(),
            words: format!("{} {} on {}", self.field().kind(unit).alias, unit.id, unit.square),
            ..Subject::default()
        });
        Offers { subjects: subject.into_iter().collect(), offers, ..Offers::default() }
    }

    /// Every unit without an order goes one square, those in front first, so that a line keeps its shape.
    fn line_ahead(&self, towards: Facing) -> Option<Offer> {
        let mut list = items(self.orders).to_vec();
        let (right, up) = towards.ahead().step();
        let front = |unit: &&Unit| {
            let (column, row) = (i32::from(unit.square.col), i32::from(unit.square.row));
            -(column * i32::from(right) + row * i32::from(up))
        };
        let mut units: Vec<&Unit> = self.field().of(self.side).collect();
        units.sort_by_key(front);
        let mut edits = Vec::new();
        for unit in units {
            if list.iter().any(|item| unit_of(item) == Some(unit.id)) {
                continue;
            }
            let orders = Orders::List(list.clone());
            let moves = |table: &mut crate::Table<'_>| turn::moves(table, self.side, Some(&orders));
            let now = check::run(self.rules, self.state, moves).0;
            let field = Field::new(&self.rules.chart, &now);
            let Some(unit) = now.unit(unit.id) else { continue };
            let Some(square) = unit.square.towards(towards.ahead(), now.board.size) else {
                continue;
            };
            let ways = field.ways(unit, field.allowance(unit, false));
            if ways.steps(square) != Some(1) {
                continue;
            }
            let to = vec![Goal { square, when: Vec::new() }];
            let item = MoveItem { to, ..MoveItem::of(unit.id) };
            list.push(Item::Move(item.clone()));
            edits.push(set(item));
        }
        let words = format!("All others one square {}", towards.word());
        (!edits.is_empty()).then(|| Offer::new("Line", words, false, edits))
    }

    fn at_will(&self, moving: bool) -> Vec<Offer> {
        let (at, list): (&[&str], _) =
            if moving { (&["ahead", "attack"], self.attacks) } else { (&["orders"], self.orders) };
        let now = items(list).iter().find_map(|item| match item {
            Item::AtWill(own) if own.units.is_none() => Some(own.pila),
            _ => None,
        });
        let choice = |(pila, words): (Pila, &str)| {
            let chosen = now == Some(pila);
            let item = Item::AtWill(AtWill { units: None, pila });
            let value = (!chosen).then(|| written(item));
            offer("Attacks", words.to_owned(), chosen, Edit::item(at, "at-will", value))
        };
        let mut offers: Vec<Offer> = [
            (Pila::Keep, "All others attack at will and keep their pila"),
            (Pila::Throw, "All others attack at will and throw their pila"),
        ]
        .map(choice)
        .into();
        if moving {
            let chosen = list.is_some() && items(list).is_empty();
            let value = (!chosen).then(|| json!([]));
            let edit = Edit::key(&["ahead"], "attack", value);
            offers.push(offer("Attacks", "Nobody attacks".to_owned(), chosen, edit));
        }
        offers
    }

    fn attack_policy(&self) -> Vec<Offer> {
        let drafted = self.drafted.and_then(|policy| policy.attack);
        let choice = |(at_will, pila, words): (bool, Pila, &str)| {
            let policy = AttackPolicy { at_will, pila };
            let chosen = drafted == Some(policy);
            let value = written_policy(Policy { attack: Some(policy), retreat: None }, "attack");
            let edit = Edit::key(&["standing"], "attack", (!chosen).then_some(value));
            offer("Attacks without orders, from now on", words.to_owned(), chosen, edit)
        };
        [
            (true, Pila::Keep, "At will, pila kept"),
            (true, Pila::Throw, "At will, pila thrown"),
            (false, Pila::Keep, "None"),
        ]
        .map(choice)
        .into()
    }

    /// What a unit looks for first where it falls back, with the rest of the usual list behind.
    pub(super) fn falling_back(&self, id: UnitId) -> Vec<Offer> {
        let Some(name) = TypeName::new(id.as_str()) else { return Vec::new() };
        let old = |policy: Option<&Policy>| policy.and_then(|policy| policy.retreat.clone());
        let lists: BTreeMap<TypeName, Vec<Criterion>> =
            old(self.drafted).or_else(|| old(self.in_force)).unwrap_or_default();
        let first = lists.get(&name).and_then(|list| list.first()).copied();
        let choice = |preference: &Preference| {
            let criterion = Criterion::Best(*preference);
            let chosen = first == Some(criterion);
            let mut lists = lists.clone();
            lists.remove(&name);
            if !chosen {
                let usual = &self.rules.chart.retreat_default;
                let rest = usual.iter().copied().filter(|other| *other != criterion);
                lists.insert(name, [criterion].into_iter().chain(rest).collect());
            }
            let retreat = Some(lists).filter(|lists| !lists.is_empty());
            let value = retreat.map(|retreat| {
                written_policy(Policy { retreat: Some(retreat), attack: None }, "retreat")
            });
            let edit = Edit::key(&["standing"], "retreat", value);
            offer("Falls back, first of all", preference.to_string(), chosen, edit)
        };
        Preference::ALL.iter().map(choice).collect()
    }

    /// A draw, and giving up.
    pub(super) fn words(&self, at: &[&str], list: bool) -> Vec<Offer> {
        let said = |word: &Item| items(self.orders).contains(word);
        let camp = super::camp_of(self.orders);
        let mut offers = Vec::new();
        let mut word = |words: &str, key: &str, value: Value, chosen: bool| {
            let item = json!({ key: value.clone() });
            let edit = if list {
                Edit::item(at, key, (!chosen).then_some(item))
            } else {
                Edit::key(at, key, (!chosen).then_some(value))
            };
            offers.push(offer("Ending the game", words.to_owned(), chosen, edit));
        };
        let offered = said(&Item::Draw(Draw::Offer)) || camp.draw == Some(Draw::Offer);
        word("Offer a draw", "draw", json!("offer"), offered);
        if self.state.offer.is_some_and(|offer| offer.seat != self.side) {
            let accepted = said(&Item::Draw(Draw::Accept)) || camp.draw == Some(Draw::Accept);
            word("Accept the draw", "draw", json!("accept"), accepted);
        }
        word("Resign", "resign", json!(true), said(&Item::Resign) || camp.resign);
        offers
    }
}

/// One key of standing orders as players write it.
fn written_policy(policy: Policy, key: &str) -> Value {
    let value = serde_json::to_value(policy).expect("standing orders are plain data");
    value.get(key).cloned().expect("the policy names the key")
}
