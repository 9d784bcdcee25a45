//! Changing one entry of an order file and leaving every other line as its author wrote it.

use super::order_file::LIMIT;
use super::yaml;
use engine::node::Value as Shape;
use engine::{Edit, Node, Slot};
use serde_json::{Map, Value};

/// Sets or removes one entry of the text. Everything else stays, comments included; a list or map that becomes empty is
/// removed, except `orders`.
///
/// # Errors
/// The text is not readable YAML: where, and what is wrong.
pub fn edit(text: &str, edit: &Edit) -> Result<String, String> {
    let root =
        yaml::parse_bytes(text.as_bytes(), LIMIT).map_err(|complaints| complaints.to_string())?;
    let keys: Vec<&str> = edit.at.iter().map(String::as_str).collect();
    Ok(set(text, &root, &keys, &edit.slot, edit.value.as_ref()))
}

fn set(text: &str, root: &Node, at: &[&str], slot: &Slot, value: Option<&Value>) -> String {
    let container = at.iter().try_fold(root, |node, key| below(node, key));
    if let Some(entries) = container.and_then(|node| entries(text, node, slot)) {
        let found = match slot {
            Slot::Item(name) | Slot::Key(name) => {
                entries.iter().position(|entry| entry.name == name)
            }
            Slot::Nth(place) => Some(*place).filter(|place| *place < entries.len()),
        };
        // The last entry takes its list with it, the first key of an item its dash.
        let lost = value.is_none()
            && found.is_some_and(|at| entries.len() == 1 || entries[at].dash.is_some());
        if !lost {
            return splice(text, &entries, found, slot, value);
        }
    }
    let Some((last, parent)) = at.split_last() else { return text.to_owned() };
    if container.is_none() && value.is_none() {
        return text.to_owned();
    }
    let whole = rebuilt(container, slot, value);
    let gone = is_empty(&whole) && value.is_none() && *at != ["orders"];
    let above = parent.iter().try_fold(root, |node, key| below(node, key));
    let place = above.and_then(Node::list).and_then(|_| last.parse().ok());
    let slot = place.map_or_else(|| Slot::Key((*last).to_owned()), Slot::Nth);
    set(text, root, parent, &slot, Some(&whole).filter(|_| !gone))
}

/// The value under a key, or in a list under a number.
fn below<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    match node.list() {
        Some(items) => items.get(key.parse::<usize>().ok()?),
        None => node.get(key),
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
}

fn rebuilt(container: Option<&Node>, slot: &Slot, value: Option<&Value>) -> Value {
    let old = container.map(Node::plain_value);
    match slot {
        Slot::Item(name) => {
            let mut items = match old {
                Some(Value::Array(items)) => items,
                _ => Vec::new(),
            };
            let at = items.iter().position(|item| named(item) == Some(name));
            match (at, value) {
                (Some(at), Some(value)) => items[at] = value.clone(),
                (Some(at), None) => drop(items.remove(at)),
                (None, Some(value)) => items.push(value.clone()),
                (None, None) => {}
            }
            Value::Array(items)
        }
        Slot::Nth(place) => {
            let mut items = match old {
                Some(Value::Array(items)) => items,
                Some(Value::Null) | None => Vec::new(),
                // A single value may stand where a list of one is meant.
                Some(only) => vec![only],
            };
            match value {
                Some(value) if *place < items.len() => items[*place] = value.clone(),
                Some(value) => items.push(value.clone()),
                None if *place < items.len() => drop(items.remove(*place)),
                None => {}
            }
            Value::Array(items)
        }
        Slot::Key(name) => {
            let mut entries = match old {
                Some(Value::Object(entries)) => entries,
                _ => Map::new(),
            };
            match value {
                Some(value) => drop(entries.insert(name.clone(), value.clone())),
                None => drop(entries.shift_remove(name)),
            }
            Value::Object(entries)
        }
    }
}

/// The name of an item of a list: the word that it is, or its first key.
fn named(item: &Value) -> Option<&str> {
    item.as_str().or_else(|| item.as_object()?.keys().next().map(String::as_str))
}

/// One entry of a list or map in block style, by its lines.
struct Entry<'a> {
    name: &'a str,
    /// Columns before it: before the dash of an item, before a key.
    indent: usize,
    /// The text before an item's first key, dash included.
    dash: Option<String>,
    /// Its first line and the line behind its last, from 0.
    lines: std::ops::Range<usize>,
}

/// The entries of a list or map, if each begins on its own line; `None` if it is empty, in flow style, or of the other
/// kind.
fn entries<'a>(text: &str, node: &'a Node, slot: &Slot) -> Option<Vec<Entry<'a>>> {
    // Commas divide entries between brackets, whatever line they are on.
    if text.get(node.span.from..)?.starts_with(['[', '{']) {
        return None;
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let entry = |name: &'a str, from: &Node, line: u32, column: u32, dash: bool| {
        let first = usize::try_from(line).expect("lines fit") - 1;
        let before: String = lines
            .get(first)?
            .chars()
            .take(usize::try_from(column).expect("columns fit") - 1)
            .collect();
        let indent = if dash { before.trim_end().strip_suffix('-')? } else { before.as_str() };
        let begins = (!dash && indent.contains('-')).then(|| indent.to_owned());
        let blank = indent.replacen('-', " ", usize::from(begins.is_some()));
        if !blank.chars().all(|letter| letter == ' ') {
            return None;
        }
        // A text of several lines reaches to where the next entry begins.
        let end = text.get(..from.span.to)?.trim_end().matches('\n').count();
        Some(Entry { name, indent: indent.len(), dash: begins, lines: first..end.max(first) + 1 })
    };
    let found: Option<Vec<Entry<'a>>> = match (&node.value, slot) {
        (Shape::List(items), Slot::Item(_) | Slot::Nth(_)) => items
            .iter()
            .map(|item| {
                let name = item.text().or_else(|| Some(item.map()?.first()?.0.text.as_str()));
                entry(name.unwrap_or_default(), item, item.span.line, item.span.column, true)
            })
            .collect(),
        (Shape::Map(entries), Slot::Key(_)) => entries
            .iter()
            .map(|(key, value)| entry(&key.text, value, key.span.line, key.span.column, false))
            .collect(),
        (Shape::Scalar { .. } | Shape::List(_) | Shape::Map(_), _) => None,
    };
    found.filter(|found| !found.is_empty())
}

fn splice(
    text: &str,
    entries: &[Entry<'_>],
    found: Option<usize>,
    slot: &Slot,
    value: Option<&Value>,
) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let last = entries.last().expect("a block has at least one entry");
    let lines_of = found.map_or(last.lines.end..last.lines.end, |at| entries[at].lines.clone());
    let mut fresh = value.map(|value| written(slot, value, last.indent)).unwrap_or_default();
    if let Some(dash) = found.and_then(|at| entries[at].dash.as_ref()) {
        fresh.replace_range(..dash.len(), dash);
    }
    let mut out: String = lines[..lines_of.start].concat();
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out + &fresh + &lines[lines_of.end..].concat()
}

fn written(slot: &Slot, value: &Value, indent: usize) -> String {
    let pad = " ".repeat(indent);
    match (slot, value) {
        (Slot::Item(_) | Slot::Nth(_), Value::Object(entries)) if entries.len() == 1 => {
            let (key, value) = entries.iter().next().expect("one");
            format!("{pad}- {}: {}\n", scalar(key), flow(value))
        }
        (Slot::Nth(_), Value::Object(entries)) if !entries.is_empty() => {
            let keys = entries.iter().map(|(name, value)| keyed(name, value, indent + 2));
            let block: String = keys.collect();
            format!("{pad}- {}", &block[indent + 2..])
        }
        (Slot::Item(_) | Slot::Nth(_), value) => format!("{pad}- {}\n", flow(value)),
        (Slot::Key(name), value) => keyed(name, value, indent),
    }
}

/// A key with its value: lists and maps in block style, everything nested in them on one line each.
fn keyed(name: &str, value: &Value, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let key = scalar(name);
    let below: String = match value {
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            items.iter().map(|item| written(&Slot::Nth(0), item, indent + 2)).collect()
        }
        Value::Object(entries) if !entries.is_empty() => {
            entries.iter().map(|(name, value)| keyed(name, value, indent + 2)).collect()
        }
        value => return format!("{pad}{key}: {}\n", flow(value)),
    };
    let short = flow(value);
    if indent > 0 && value.is_object() && short.len() < 60 {
        return format!("{pad}{key}: {short}\n");
    }
    format!("{pad}{key}:\n{below}")
}

fn flow(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::Object(entries) => {
            let entries =
                entries.iter().map(|(key, value)| format!("{}: {}", scalar(key), flow(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => scalar(text),
        other => other.to_string(),
    }
}

/// A text as a YAML scalar: plain if every YAML reader takes it for this very text, else quoted.
fn scalar(text: &str) -> String {
    let word = |letter: char| letter.is_ascii_alphanumeric() || " _-./*".contains(letter);
    let first = text.chars().next().is_some_and(|letter| letter.is_ascii_alphabetic());
    let meant_otherwise = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    let plain = first
        && text.chars().all(word)
        && !text.ends_with(' ')
        && (text.len() == 1 || !meant_otherwise.contains(&text.to_lowercase().as_str()));
    if plain { text.to_owned() } else { Value::from(text).to_string() }
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
