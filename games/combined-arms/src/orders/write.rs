//! Writing orders in the grammar in which players write them.

use super::read::UNREAD;
use super::{
    ArmyChoice, AtWill, AttackItem, Camp, Draw, FallBack, Goal, Guard, Item, MoveItem, Orders,
    Pila, Policy, Skirmish, Spot, Target, Test,
};
use crate::names::UnitId;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

impl Serialize for Orders {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = match self {
            Self::Camp(camp) => camp_value(camp),
            Self::List(items) => Value::Array(items.iter().map(item).collect()),
            Self::FallBack(answer) => fall_back(answer),
        };
        value.serialize(serializer)
    }
}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        policy_value(self).serialize(serializer)
    }
}

fn text<T: ToString + ?Sized>(value: &T) -> Value {
    Value::String(value.to_string())
}

/// One value alone, several as a list.
fn one_or_list(mut values: Vec<Value>) -> Value {
    if values.len() == 1 { values.remove(0) } else { Value::Array(values) }
}

fn camp_value(camp: &Camp) -> Value {
    let mut map = Map::new();
    match &camp.army {
        Some(ArmyChoice::Ready(name)) => drop(map.insert("army".into(), text(name))),
        Some(ArmyChoice::Own(counts)) => {
            let counts: Map<String, Value> =
                counts.iter().map(|(kind, count)| (kind.to_string(), json!(count))).collect();
            map.insert("army".into(), Value::Object(counts));
        }
        None => {}
    }
    if let Some(veterans) = &camp.veterans {
        map.insert("veterans".into(), veterans.iter().map(text).collect());
    }
    for (key, squares) in [("hills", &camp.hills), ("plateaus", &camp.plateaus)] {
        if !squares.is_empty() {
            map.insert(key.into(), squares.iter().map(text).collect());
        }
    }
    if let Some(layout) = camp.layout {
        map.insert("layout".into(), text(&layout));
    }
    if !camp.place.is_empty() {
        map.insert("place".into(), Value::Object(camp.place.iter().map(spot).collect()));
    }
    map.extend(camp.units.iter().map(spot));
    if let Some(word) = camp.draw {
        map.insert("draw".into(), draw(word));
    }
    if camp.resign {
        map.insert("resign".into(), json!(true));
    }
    Value::Object(map)
}

fn fall_back(answer: &FallBack) -> Value {
    let mut map = Map::new();
    if let Some(to) = answer.to {
        map.insert("to".into(), text(&to));
    }
    if answer.resign {
        map.insert("resign".into(), json!(true));
    }
    Value::Object(map)
}

fn spot((unit, spot): &(UnitId, Spot)) -> (String, Value) {
    let facing = spot.facing.map(|facing| format!(" {facing}")).unwrap_or_default();
    (unit.to_string(), text(&format!("{}{facing}", spot.square)))
}

fn draw(word: Draw) -> Value {
    text(word.word())
}

fn item(item: &Item) -> Value {
    match item {
        Item::Unread => text(UNREAD),
        Item::Move(item) => json!({ item.unit.as_str(): move_value(item) }),
        Item::Attack(item) => json!({ item.unit.as_str(): attack_value(item) }),
        Item::AtWill(item) => at_will(item),
        Item::Draw(word) => json!({ "draw": draw(*word) }),
        Item::Resign => json!({ "resign": true }),
    }
}

fn at_will(item: &AtWill) -> Value {
    let mut parts = Map::new();
    if let Some(units) = &item.units {
        parts.insert("units".into(), units.iter().map(text).collect());
    }
    if item.pila == Pila::Throw {
        parts.insert("pila".into(), text(item.pila.word()));
    }
    if parts.is_empty() { text("at-will") } else { json!({ "at-will": parts }) }
}

fn move_value(item: &MoveItem) -> Value {
    let plain = item.attack.is_none() && !item.charge && item.when.is_empty();
    let one = item.to.len() <= 1 && item.to.iter().all(|goal| goal.when.is_empty());
    if plain && one && (item.face.is_some() || !item.to.is_empty()) {
        let words = item
            .to
            .iter()
            .map(|goal| goal.square.to_string())
            .chain(item.face.map(|facing| facing.to_string()));
        return text(&words.collect::<Vec<_>>().join(" "));
    }
    let mut map = Map::new();
    if let Some(attack) = &item.attack {
        map.insert("attack".into(), skirmish(attack));
    }
    if !item.to.is_empty() {
        map.insert("to".into(), one_or_list(item.to.iter().map(goal).collect()));
    }
    if let Some(facing) = item.face {
        map.insert("face".into(), text(&facing));
    }
    if item.charge {
        map.insert("charge".into(), json!(true));
    }
    add_guards(&mut map, &item.when);
    Value::Object(map)
}

fn skirmish(attack: &Skirmish) -> Value {
    let mut map = Map::new();
    if !attack.at.is_empty() {
        map.insert("at".into(), one_or_list(attack.at.iter().map(goal).collect()));
    }
    map.insert("target".into(), one_or_list(attack.target.iter().map(target).collect()));
    Value::Object(map)
}

fn attack_value(item: &AttackItem) -> Value {
    let plain = item.when.is_empty() && !item.target.is_empty();
    let targets = one_or_list(item.target.iter().map(target).collect());
    if plain && !targets.is_object() {
        return targets;
    }
    let mut map = Map::new();
    map.insert("target".into(), targets);
    add_guards(&mut map, &item.when);
    Value::Object(map)
}

fn goal(goal: &Goal) -> Value {
    if goal.when.is_empty() {
        return text(&goal.square);
    }
    let mut map = Map::from_iter([("square".to_owned(), text(&goal.square))]);
    add_guards(&mut map, &goal.when);
    Value::Object(map)
}

fn target(target: &Target) -> Value {
    if target.when.is_empty() {
        return text(&target.unit);
    }
    let when = one_or_list(target.when.iter().map(|test| text(&test_text(*test))).collect());
    json!({ "unit": target.unit.as_str(), "when": when })
}

fn add_guards(map: &mut Map<String, Value>, when: &[Guard]) {
    if !when.is_empty() {
        let guards =
            when.iter().map(|guard| text(&format!("{} {}", guard.unit, test_text(guard.test))));
        map.insert("when".into(), one_or_list(guards.collect()));
    }
}

/// A condition as text: `[not] STATE`.
fn test_text(test: Test) -> String {
    let state = test.state;
    if test.not { format!("not {state}") } else { state.to_string() }
}

fn policy_value(policy: &Policy) -> Value {
    let mut map = Map::new();
    if let Some(lists) = &policy.retreat {
        let lists = lists.iter().map(|(name, list)| {
            let words: Value = list.iter().map(text).collect();
            (name.to_string(), words)
        });
        map.insert("retreat".into(), Value::Object(lists.collect()));
    }
    if let Some(attack) = policy.attack {
        let mode = if attack.at_will { "at-will" } else { "none" };
        map.insert("attack".into(), json!({ "mode": mode, "pila": attack.pila }));
    }
    Value::Object(map)
}
