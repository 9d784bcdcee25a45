//! Compares a value with what a case asks for. Only what the case names is compared.

use crate::node::{Node, Value};
use serde_json::Value as Json;

/// Other spellings of a word: the whole names of what a case may call by a shorter one.
pub type Spellings<'a> = &'a dyn Fn(&str) -> Vec<String>;

/// True if a value has all that a pattern asks for: a map has some of its keys, a list all its items (a single one
/// needs no list), a scalar the same text; `none` asks that nothing be there. Figures of a sum, which are a list of
/// `what` and `points`, may be written as a map.
pub(super) fn meets(pattern: &Node, value: Option<&Json>, spellings: Spellings<'_>) -> bool {
    let Some(value) = value.filter(|value| !value.is_null()) else { return nothing(pattern) };
    let same = |text: &str, word: &str| {
        text == word || spellings(text).iter().any(|spelling| spelling == word)
    };
    match (&pattern.value, value) {
        (Value::Map(entries), Json::Object(map)) => {
            entries.iter().all(|(key, node)| meets(node, map.get(&key.text), spellings))
        }
        (Value::Map(figures), Json::Array(items)) => {
            let figure = |what: &str| items.iter().find(|item| item["what"] == *what);
            figures.len() == items.len()
                && figures.iter().all(|(what, points)| {
                    figure(&what.text)
                        .is_some_and(|found| meets(points, found.get("points"), spellings))
                })
        }
        (Value::List(nodes), Json::Array(items)) => {
            nodes.len() == items.len()
                && nodes.iter().zip(items).all(|(node, item)| meets(node, Some(item), spellings))
        }
        (Value::Scalar { .. }, Json::Array(items)) => {
            matches!(items.as_slice(), [item] if meets(pattern, Some(item), spellings))
        }
        (Value::Scalar { text, .. }, Json::String(word)) => same(text, word),
        (Value::Scalar { text, .. }, Json::Number(number)) => {
            text.strip_prefix('+').unwrap_or(text) == number.to_string()
        }
        (Value::Scalar { text, .. }, Json::Bool(truth)) => *text == truth.to_string(),
        (Value::Map(_) | Value::List(_) | Value::Scalar { .. }, _) => false,
    }
}

pub(super) fn nothing(pattern: &Node) -> bool {
    pattern.is_empty() || pattern.text() == Some("none")
}
