//! Orders as a file has them, without its text: what a draft says, what differs between two, and whether a change would be
//! lawful.

use super::{Edit, Offer, Slot};
use crate::codes::Common;
use crate::complaint::{Complaint, Complaints, Kind};
use crate::filing::ParsedOrders;
use crate::node::Node;
use crate::order_rules::OrderRules;
use crate::parse;
use crate::raw_orders::RawOrders;
use crate::rules::{AtSeat, ParsedOrdersOf};
use crate::standing::WITHDRAWN;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The offers without those that would put a mistake into a draft.
pub fn lawful<R: OrderRules>(
    rules: &R,
    at: &AtSeat<'_, R>,
    draft: &ParsedOrdersOf<R>,
    offers: Vec<Offer>,
) -> Vec<Offer> {
    let file = written(draft, at.prompts.len());
    let errors = |file: Map<String, Value>| {
        let sheet = RawOrders::of(&Node::from_value(&Value::Object(file)));
        let mut complaints = Complaints::new();
        let filing = parse::read(rules, at.seat, at.prompts, &sheet, &mut complaints);
        complaints.0.extend(rules.check(at, &filing));
        // An answer that is not complete yet is not a mistake: a card is laid before its movements are named.
        let mistake =
            |one: &&Complaint| one.kind() != Kind::Warning && one.code != Common::Unanswered.code();
        complaints.0.iter().filter(mistake).count()
    };
    let now = errors(file.clone());
    let lawful =
        |offer: &Offer| offer.edits.is_empty() || errors(applied(&file, &offer.edits)) <= now;
    offers.into_iter().filter(lawful).collect()
}

/// A file with edits carried out.
pub fn applied(file: &Map<String, Value>, edits: &[Edit]) -> Map<String, Value> {
    let mut after = Value::Object(file.clone());
    for edit in edits {
        set(&mut after, &edit.at, edit);
    }
    let Value::Object(after) = after else {
        unreachable!("after an edit, the file is still a map")
    };
    after
}

/// Carries out an edit, `at` steps below a value; a map or list left empty by it is taken out.
fn set(here: &mut Value, at: &[String], edit: &Edit) {
    if here.is_null() {
        let list = at.is_empty() && !matches!(edit.slot, Slot::Key(_));
        *here = if list { json!([]) } else { json!({}) };
    }
    let Some((step, rest)) = at.split_first() else { return put(here, edit) };
    match here {
        Value::Array(items) => {
            let below = step.parse::<usize>().ok().and_then(|place| items.get_mut(place));
            set(below.expect("edits name items that exist"), rest, edit);
        }
        Value::Object(map) => {
            let below = map.entry(step.clone()).or_insert(Value::Null);
            set(below, rest, edit);
            if edit.value.is_none() && is_empty(below) && step != "orders" {
                map.shift_remove(step);
            }
        }
        other => {
            *other = Value::Null;
            set(other, at, edit);
        }
    }
}

fn put(here: &mut Value, edit: &Edit) {
    match (here, &edit.slot) {
        (Value::Object(map), Slot::Key(name)) => match &edit.value {
            Some(value) => drop(map.insert(name.clone(), value.clone())),
            None => drop(map.shift_remove(name)),
        },
        (Value::Array(items), slot) => {
            let named = |item: &Value, name: &str| {
                let key = item.as_object().and_then(|map| map.keys().next());
                item.as_str() == Some(name) || key.is_some_and(|key| key == name)
            };
            let at = match slot {
                Slot::Nth(place) => Some(*place).filter(|place| *place < items.len()),
                Slot::Item(name) | Slot::Key(name) => {
                    items.iter().position(|item| named(item, name))
                }
            };
            match (at, &edit.value) {
                (Some(at), Some(value)) => items[at] = value.clone(),
                (Some(at), None) => drop(items.remove(at)),
                (None, Some(value)) => items.push(value.clone()),
                (None, None) => {}
            }
        }
        (other, Slot::Nth(_) | Slot::Item(_) | Slot::Key(_)) => {
            *other = Value::Null;
            set(other, &[], edit);
        }
    }
}

/// The order file that states a filing (`orders`, `ahead`, `standing`), for a seat with this many prompts.
pub fn written<O: Serialize, P: Serialize>(
    filing: &ParsedOrders<O, P>,
    prompts: usize,
) -> Map<String, Value> {
    let plain = |value: serde_json::Result<Value>| value.expect("orders are plain data");
    let mut file = Map::new();
    let answers = match filing.orders.values().next() {
        Some(only) if prompts == 1 => Some(plain(serde_json::to_value(only))),
        Some(_) => Some(plain(serde_json::to_value(&filing.orders))),
        None => None,
    };
    file.extend(answers.map(|answers| ("orders".to_owned(), answers)));
    let ahead = filing.ahead.as_ref().map(|ahead| plain(serde_json::to_value(ahead)));
    file.extend(ahead.map(|ahead| ("ahead".to_owned(), ahead)));
    let standing = filing.standing.as_ref().map(|policy| plain(serde_json::to_value(policy)));
    let mut keys = match standing {
        Some(Value::Object(keys)) => Some(keys),
        Some(_) | None => None,
    };
    if !filing.withdrawn.is_empty() {
        let gone = filing.withdrawn.iter().map(|key| (key.clone(), json!(WITHDRAWN)));
        keys.get_or_insert_default().extend(gone);
    }
    file.extend(keys.map(|keys| ("standing".to_owned(), Value::Object(keys))));
    file
}

/// The edits that turn one file into another, both as [`written`]: entry by entry, so that what a player wrote
/// elsewhere stays. `deep` says, of the keys from the top, whether the grammar always has a map or a list there, never
/// a shorter spelling, so that single entries can be changed; otherwise the whole is written anew.
pub fn changes(
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    deep: &dyn Fn(&[&str]) -> bool,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    compare(&mut Vec::new(), before, after, deep, &mut edits);
    edits
}

fn compare(
    at: &mut Vec<String>,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    deep: &dyn Fn(&[&str]) -> bool,
    edits: &mut Vec<Edit>,
) {
    for key in before.keys().filter(|key| !after.contains_key(*key)) {
        edits.push(Edit { at: at.clone(), slot: Slot::Key(key.clone()), value: None });
    }
    for (key, value) in after {
        let old = before.get(key).filter(|old| !is_empty(old));
        if old.is_some_and(|old| alike(old, value))
            || old.is_none() && is_empty(value) && before.contains_key(key)
        {
            continue;
        }
        at.push(key.clone());
        let entered = entered(at, deep);
        let done = match (old, value) {
            (Some(Value::Object(old)), Value::Object(new)) if entered && same_order(old, new) => {
                compare(at, old, new, deep, edits);
                true
            }
            (Some(Value::Array(old)), Value::Array(new)) if entered => {
                list(at, old, new, deep, edits)
            }
            _ => false,
        };
        at.pop();
        if !done {
            let value = Some(value.clone());
            edits.push(Edit { at: at.clone(), slot: Slot::Key(key.clone()), value });
        }
    }
}

fn entered(at: &[String], deep: &dyn Fn(&[&str]) -> bool) -> bool {
    deep(&at.iter().map(String::as_str).collect::<Vec<_>>())
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
}

/// True if two values are written alike, the order of their keys included.
fn alike(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let same = |((key, old), (name, new))| key == name && alike(old, new);
            old.len() == new.len() && old.iter().zip(new).all(same)
        }
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| alike(old, new))
        }
        _ => old == new,
    }
}

/// True if the keys that both maps have are in the same order, and new keys come after them: then single entries are
/// enough. At least one key must be in both, because a map that is empty between two edits is taken out and loses its
/// place.
fn same_order(old: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    let mut kept = old.keys().filter(|key| new.contains_key(*key)).peekable();
    kept.peek().is_some() && kept.eq(new.keys().filter(|key| old.contains_key(*key)))
}

/// The differences of two lists; false if they are too many for single entries.
fn list(
    at: &mut Vec<String>,
    before: &[Value],
    after: &[Value],
    deep: &dyn Fn(&[&str]) -> bool,
    edits: &mut Vec<Edit>,
) -> bool {
    let same = before.iter().zip(after).take_while(|(old, new)| alike(old, new)).count();
    let nth = |at: &[String], place: usize, value: Option<&Value>| Edit {
        at: at.to_vec(),
        slot: Slot::Nth(place),
        value: value.cloned(),
    };
    if after.len() + 1 == before.len() && before[same + 1..] == after[same..] {
        edits.push(nth(at, same, None));
        return true;
    }
    if after.len() == before.len() + 1 && same == before.len() {
        edits.push(nth(at, same, after.last()));
        return true;
    }
    if after.len() != before.len() {
        return false;
    }
    for (place, (old, new)) in
        before.iter().zip(after).enumerate().filter(|(_, (a, b))| !alike(a, b))
    {
        at.push(place.to_string());
        let whole = match (old, new) {
            (Value::Object(old), Value::Object(new))
                if entered(at, deep) && same_order(old, new) =>
            {
                compare(at, old, new, deep, edits);
                false
            }
            _ => true,
        };
        at.pop();
        if whole {
            edits.push(nth(at, place, Some(new)));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::changes;
    use crate::{Edit, Slot};
    use serde_json::{Value, json};

    fn edits(before: Value, after: Value) -> Vec<Edit> {
        let deep = |at: &[&str]| !matches!(at, [.., "sugar"]);
        let (Value::Object(before), Value::Object(after)) = (before, after) else {
            panic!("files are maps");
        };
        changes(&before, &after, &deep)
    }

    #[test]
    fn only_what_differs_is_edited() {
        let before = json!({"orders": {"a": 1, "list": [{"who": "x", "sugar": {"to": "b"}}, 2]}});
        let one = json!({"orders": {"a": 1, "list": [{"who": "x", "sugar": {"to": "c"}}, 2]}});
        let sugar = Edit::key(&["orders", "list", "0"], "sugar", Some(json!({"to": "c"})));
        assert_eq!(edits(before.clone(), one), [sugar]);
        let less = json!({"orders": {"list": [2]}});
        let gone = [
            Edit::key(&["orders"], "a", None),
            Edit { at: vec!["orders".into(), "list".into()], slot: Slot::Nth(0), value: None },
        ];
        assert_eq!(edits(before.clone(), less), gone);
        let more = json!({"orders": {"a": 1, "list": [{"who": "x", "sugar": {"to": "b"}}, 2, 3]}});
        let at = vec!["orders".into(), "list".into()];
        assert_eq!(
            edits(before.clone(), more),
            [Edit { at, slot: Slot::Nth(2), value: Some(json!(3)) }]
        );
        assert!(edits(before.clone(), before).is_empty());
    }

    #[test]
    fn an_entry_with_nothing_left_of_it_is_written_anew() {
        let before = json!({"orders": {"list": [{"who": "x"}]}});
        let at = vec!["orders".into(), "list".into()];
        let value = Some(json!({"both": ["x", "y"]}));
        assert_eq!(
            edits(before, json!({"orders": {"list": [{"both": ["x", "y"]}]}})),
            [Edit { at, slot: Slot::Nth(0), value }]
        );
    }

    #[test]
    fn another_order_and_many_changes_write_the_whole_anew() {
        let whole = json!({"b": 2, "a": 1});
        assert_eq!(
            edits(json!({"orders": {"a": 1, "b": 2}}), json!({"orders": whole.clone()})),
            [Edit::key(&[], "orders", Some(whole))]
        );
        assert_eq!(
            edits(json!({"orders": [1, 2, 3]}), json!({"orders": [3]})),
            [Edit::key(&[], "orders", Some(json!([3])))]
        );
    }
}
