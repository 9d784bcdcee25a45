//! Comparing what a case names with what was found: only what is named counts.

use crate::elements::ArmyId;
use engine::{CaseResult, Node};
use serde_json::Value;

/// Compares a tree: maps by the keys named, lists item by item, words as text. `none` means that nothing is there. An
/// element may be named without its army.
pub(super) fn agrees(what: &str, expected: &Node, found: Option<&Value>, result: &mut CaseResult) {
    if let Some(entries) = expected.map() {
        for (key, node) in entries {
            let at = format!("{what}.{}", key.text);
            agrees(&at, node, found.and_then(|value| under(value, &key.text)), result);
        }
    } else if let Some(items) = expected.list() {
        let listed = found.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for (index, node) in items.iter().enumerate() {
            agrees(&format!("{what}[{index}]"), node, listed.get(index), result);
        }
        let all: Vec<String> = listed.iter().map(text).collect();
        if listed.len() != items.len() {
            result.fail(format!(
                "{what}: expected {} entries, found {}: {}",
                items.len(),
                listed.len(),
                all.join(", ")
            ));
        }
        result.compared += 1;
    } else {
        let expected = expected.text().unwrap_or_default();
        let found = found.map_or_else(|| "none".to_owned(), text);
        let short = ArmyId::ALL.iter().any(|army| {
            found.strip_prefix(army.word()).and_then(|rest| rest.strip_prefix('.'))
                == Some(expected)
        });
        result.expect(what, if short { &found } else { expected }, &found);
    }
}

/// The value under a key, which may be an element without its army.
fn under<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    let armies = ArmyId::ALL.iter().map(|army| format!("{army}.{key}"));
    value.get(key).or_else(|| armies.into_iter().find_map(|name| value.get(name)))
}

/// A value in one line.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(text).collect::<Vec<String>>().join(", "))
        }
        other => other.to_string(),
    }
}
