//! Values of a file as plain data: what stands where, what becomes of it by a change, how it is told.

use serde_json::{Map, Value};

/// The value below a value, by key or by number of the item.
pub(super) fn below<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    match value {
        Value::Array(list) => list.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    }
}

/// A value with something inside it set or taken out. A map or list left empty by this is taken out too, unless it is
/// an entry of a list.
pub(super) fn changed(old: &Value, steps: &[&str], value: Option<Value>) -> Value {
    let Some((step, rest)) = steps.split_first() else { return value.unwrap_or_default() };
    let gone = value.is_none();
    let inner = || changed(below(old, step).unwrap_or(&Value::Null), rest, value.clone());
    if let Value::Array(list) = old {
        let mut list = list.clone();
        let at = step.parse::<usize>().unwrap_or(list.len());
        if rest.is_empty() && gone {
            list.remove(at);
        } else if at < list.len() {
            list[at] = inner();
        } else {
            list.push(inner());
        }
        return Value::Array(list);
    }
    let mut map = old.as_object().cloned().unwrap_or_default();
    let new = Some(inner()).filter(|new| !(gone && (rest.is_empty() || is_empty(new))));
    match new {
        Some(new) => drop(map.insert((*step).to_owned(), new)),
        None => drop(map.shift_remove(*step)),
    }
    Value::Object(map)
}

pub(super) fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
}

/// A value on one line, without the file's punctuation.
pub fn told(value: &Value) -> String {
    match value {
        Value::Array(list) => list.iter().map(told).collect::<Vec<_>>().join(", "),
        Value::Object(map) => {
            let entry = |(key, value): (&String, &Value)| match value {
                Value::Object(_) => format!("{key} ({})", told(value)),
                Value::Bool(true) => key.clone(),
                _ => format!("{key} {}", told(value)),
            };
            map.iter().map(entry).collect::<Vec<_>>().join("; ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
