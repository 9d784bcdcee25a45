//! Standing orders: what a side does in the middle of the other's activations.

use super::fight::{in_prose, whens};
use super::{Draft, Parsed};
use crate::names::{Id, Side};
use crate::policy::{
    Advancing, Called, DEFAULT, Foe, Initiative, Policy, Rampage, Retreat, Sequel, When,
};
use engine::offers::form::{Choice, Form, Key, Part};
use engine::{Offer, Offers};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The entries of a key of standing orders, by unit.
type ByUnit = BTreeMap<Id, When>;

impl Draft<'_> {
    /// The draft's standing orders under a key; else those in force, unless the draft withdraws them.
    fn lasting<T>(&self, name: &str, key: impl Fn(&Policy) -> Option<T>) -> Option<T> {
        let force = self.at.in_force.and_then(|force| force.standing.as_ref());
        let drafted = self.filing.standing.as_ref().and_then(&key);
        let force = force.filter(|_| !self.filing.withdrawn.contains(name));
        drafted.or_else(|| force.and_then(|filed| key(&filed.says)))
    }

    fn policy(
        &self,
        (group, words, chosen): (&'static str, String, bool),
        change: impl FnOnce(&mut Policy),
    ) -> Offer {
        self.offer(group, words, chosen, |filing: &mut Parsed| {
            let policy = filing.standing.get_or_insert_default();
            change(policy);
            // A list that is left empty is said only where it takes the place of one in force.
            let idle = |key: &str, empty: Option<bool>| empty == Some(true) && !self.in_force(key);
            if idle("retreat", policy.retreat.as_ref().map(BTreeMap::is_empty)) {
                policy.retreat = None;
            }
            if idle("counter", policy.counter.as_ref().map(BTreeMap::is_empty)) {
                policy.counter = None;
            }
            if idle("continue", policy.go_on.as_ref().map(BTreeMap::is_empty)) {
                policy.go_on = None;
            }
            // A key that says something is not withdrawn.
            let says = json!(policy);
            filing.withdrawn.retain(|key| says.get(key).is_none());
            if *policy == Policy::default() {
                filing.standing = None;
            }
        })
    }

    /// Standing orders of one unit, of a Command, or of all others.
    pub(super) fn lasting_of(&self, who: Id) -> Vec<Offer> {
        let mut offers = Vec::new();
        let retreats = self.lasting("retreat", |policy| policy.retreat.clone()).unwrap_or_default();
        let own = retreats.get(&who);
        for when in whens(true) {
            let chosen = own.is_some_and(|own| own.when == when);
            let what = ("Falls back before an attack", in_prose(when), chosen);
            let rule = own.cloned().unwrap_or(Retreat { when, hexes: 1, toward: Vec::new() });
            let rule = (!chosen).then_some(Retreat { when, ..rule });
            offers
                .push(self.policy(what, |policy| policy.retreat = Some(set(&retreats, who, rule))));
        }
        if let Some(own) = own {
            for (hexes, words) in [(1, "1 hex"), (2, "2 hexes")] {
                let what = ("Falls back at most", words.to_owned(), own.hexes == hexes);
                let rule = Some(Retreat { hexes, ..own.clone() });
                offers.push(
                    self.policy(what, |policy| policy.retreat = Some(set(&retreats, who, rule))),
                );
            }
            for step in self.rules.printed.ground.grid.sides() {
                let at = own.toward.iter().position(|other| *other == step);
                let place = at.map(|at| format!("{}. ", at + 1)).unwrap_or_default();
                let words = format!("{place}{}", step.word());
                let mut rule = own.clone();
                match at {
                    Some(at) => drop(rule.toward.remove(at)),
                    None => rule.toward.push(step),
                }
                let what = ("Falls back towards, in this order", words, at.is_some());
                offers.push(self.policy(what, |policy| {
                    policy.retreat = Some(set(&retreats, who, Some(rule)));
                }));
            }
        }
        let counter = self.lasting("counter", |policy| policy.counter.clone()).unwrap_or_default();
        offers.extend(
            self.by_unit("Strikes back", who, &counter, |policy, map| policy.counter = Some(map)),
        );
        let go_on = self.lasting("continue", |policy| policy.go_on.clone()).unwrap_or_default();
        let group = "Attacks again, unless told otherwise";
        offers.extend(self.by_unit(group, who, &go_on, |policy, map| policy.go_on = Some(map)));
        offers
    }

    fn by_unit(
        &self,
        group: &'static str,
        who: Id,
        map: &ByUnit,
        write: impl Fn(&mut Policy, ByUnit),
    ) -> Vec<Offer> {
        let one = |when: When| {
            let chosen = map.get(&who) == Some(&when);
            let rule = (!chosen).then_some(when);
            self.policy((group, in_prose(when), chosen), |policy| {
                write(policy, set(map, who, rule));
            })
        };
        whens(false).into_iter().map(one).collect()
    }

    pub(super) fn lasting_of_all(&self) -> Vec<Offer> {
        let now = self.lasting("initiative", |policy| policy.initiative);
        let mut offers = Vec::new();
        for choice in Initiative::ALL.iter().copied() {
            let chosen = now == Some(choice);
            let words = match choice {
                Initiative::First => "Go first",
                Initiative::Last => "Go last",
                Initiative::Ask => "Ask me",
            };
            let what = ("Whenever you win the initiative", words.to_owned(), chosen);
            offers.push(self.policy(what, |policy| {
                policy.initiative = (!chosen).then_some(choice);
            }));
        }
        let now = self.lasting("order", |policy| policy.order);
        for sequel in Sequel::ALL.iter().copied() {
            let chosen = now == Some(sequel);
            let words = match sequel {
                Sequel::Announced => "As they are announced; do not ask me",
            };
            let what = ("Attacks that your file does not list", words.to_owned(), chosen);
            offers.push(self.policy(what, |policy| {
                policy.order = (!chosen).then_some(sequel);
            }));
        }
        let now = self.lasting("advance", |policy| policy.advance);
        let words = "The first unit that can; do not ask me".to_owned();
        let what = ("Advances that your file does not list", words, now.is_some());
        offers.push(self.policy(what, |policy| {
            policy.advance = now.is_none().then_some(Advancing::First);
        }));
        if self.side == Side::Carthage {
            let now = self.lasting("gauls", |policy| policy.gauls);
            for (called, words) in
                [(Called::All, "All roll"), (Called::Nobody, "None of them rolls")]
            {
                let chosen = now == Some(called);
                let what = ("Gauls that your file does not name", words.to_owned(), chosen);
                offers.push(self.policy(what, |policy| {
                    policy.gauls = (!chosen).then_some(called);
                }));
            }
            let now = self.lasting("rampage", |policy| policy.rampage.clone());
            for (foe, words) in [(Foe::Enemy, "Romans"), (Foe::Friend, "Carthaginians")] {
                let chosen = now == Some(Rampage::Side(foe));
                let what = ("Rampaging Elephants prefer", words.to_owned(), chosen);
                offers.push(self.policy(what, |policy| {
                    policy.rampage = (!chosen).then_some(Rampage::Side(foe));
                }));
            }
        }
        let all = self.lasting_of(DEFAULT);
        offers.extend(all.into_iter().map(|offer| Offer {
            group: format!("All other units: {}", offer.group.to_lowercase()).into(),
            ..offer
        }));
        offers
    }

    /// The pages of standing orders: what the file says of them key by key, and lists that have no place elsewhere.
    pub(super) fn form(&self) -> Form {
        let roster = &self.rules.printed.roster;
        let units = roster.units.iter().map(|unit| Choice::word(unit.id.as_str()));
        let mut keys = Vec::new();
        for key in Policy::KEYS.iter().copied() {
            // Orders that are only drafted can be taken out, but not withdrawn.
            let gone = Choice::new(engine::standing::WITHDRAWN, "Withdraw what is in force");
            let gone: Vec<Choice> = self.in_force(key).then_some(gone).into_iter().collect();
            if self.drafted(key) || !gone.is_empty() {
                keys.push(Key::new(key, format!("Standing: {key}"), Part::One(gone)));
            }
        }
        if self.side == Side::Carthage {
            keys.retain(|key| key.name != "rampage");
            let words = "Rampaging Elephants: these units, in this order";
            let part = Part::Several(units.collect()).in_force(self.force("rampage").as_ref());
            keys.push(Key::new("rampage", words, part));
        }
        let standing = Key::new("standing", "Standing orders", Part::Keys(keys));
        Form { part: Part::Keys(vec![standing]), says: Value::Object(self.file.clone()) }
    }

    pub(super) fn page(&self, path: &str) -> Option<Offers> {
        self.form().offers(path)
    }

    fn drafted(&self, key: &str) -> bool {
        self.file.get("standing").is_some_and(|says| says.get(key).is_some())
    }

    fn in_force(&self, key: &str) -> bool {
        self.force(key).is_some()
    }

    /// The value in force under a key of standing orders.
    fn force(&self, key: &str) -> Option<Value> {
        let force = self.at.in_force?.standing.as_ref()?;
        json!(force.says).get(key).cloned()
    }
}

/// A map with one entry set or taken out.
fn set<V: Clone>(map: &BTreeMap<Id, V>, who: Id, value: Option<V>) -> BTreeMap<Id, V> {
    let mut map = map.clone();
    map.remove(&who);
    map.extend(value.map(|value| (who, value)));
    map
}
