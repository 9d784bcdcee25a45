//! Mistakes as people make them in order files: what is left out, doubled, misspelt, or stands in the wrong place.

use crate::{Pool, count, word};
use engine::node::{Key, Value};
use engine::{Node, Rng};

/// A file with one to three mistakes.
pub fn slip(file: &Node, rng: &mut Rng) -> Node {
    let (mut altered, mut pool) = (file.clone(), Pool::default());
    pool.gather("", file);
    for _ in 0..=rng.below(3) {
        let at = rng.below(count(&altered));
        alter(&mut altered, &mut { at }, &pool, rng);
    }
    altered
}

/// Alters the node with this number, counted from the top.
fn alter(node: &mut Node, at: &mut usize, pool: &Pool, rng: &mut Rng) {
    if *at == 0 {
        alter_here(node, pool, rng);
    }
    *at = at.wrapping_sub(1);
    match &mut node.value {
        Value::Scalar { .. } => {}
        Value::List(items) => items.iter_mut().for_each(|item| alter(item, at, pool, rng)),
        Value::Map(entries) => entries.iter_mut().for_each(|(_, item)| alter(item, at, pool, rng)),
    }
}

fn alter_here(node: &mut Node, pool: &Pool, rng: &mut Rng) {
    let choice = rng.below(10);
    match &mut node.value {
        Value::Map(entries) if choice < 8 && !entries.is_empty() => alter_map(entries, pool, rng),
        Value::List(items) if choice < 7 && !items.is_empty() => alter_list(items, rng),
        Value::Scalar { text, .. } if choice < 4 => *text = misspelt(text, rng),
        Value::Scalar { .. } | Value::List(_) | Value::Map(_) => *node = misplaced(node, pool, rng),
    }
}

fn alter_map(entries: &mut Vec<(Key, Node)>, pool: &Pool, rng: &mut Rng) {
    let (one, other) = (rng.below(entries.len()), rng.below(entries.len()));
    let name = match rng.below(6) {
        0 => {
            entries.remove(one);
            return;
        }
        1 => {
            entries[other].1 = entries[one].1.clone();
            return;
        }
        2 | 3 => misspelt(&entries[one].0.text, rng),
        _ => rng.pick(&pool.words).and_then(Node::text).unwrap_or("x").to_owned(),
    };
    // A key that stands twice is refused before a title reads the file.
    if entries.iter().any(|(key, _)| key.text == name) {
        return;
    }
    if rng.chance(1, 2) {
        entries[one].0.text = name;
    } else {
        let value = entries[one].1.clone();
        entries.push((Key { text: name, span: <_>::default() }, value));
    }
}

fn alter_list(items: &mut Vec<Node>, rng: &mut Rng) {
    let (one, other) = (rng.below(items.len()), rng.below(items.len()));
    match rng.below(3) {
        0 => drop(items.remove(one)),
        1 => items.insert(other, items[one].clone()),
        _ => items.swap(one, other),
    }
}

/// A value to put in place of another: one from elsewhere, one of another kind, or the same in a list or a map.
fn misplaced(node: &Node, pool: &Pool, rng: &mut Rng) -> Node {
    let map = |name: &str, value: Node| {
        let key = Key { text: name.to_owned(), span: <_>::default() };
        Node { value: Value::Map(vec![(key, value)]), span: <_>::default() }
    };
    let list = |items| Node { value: Value::List(items), span: <_>::default() };
    match rng.below(10) {
        0 => word("~"),
        1 => list(Vec::new()),
        2 => list(vec![node.clone()]),
        3 => list(vec![list(vec![node.clone()]), node.clone()]),
        4 => map("x", node.clone()),
        5 => word(rng.pick(&["-1", "0", "007", "100", "4294967296", "true", "x"]).expect("some")),
        6 => word("A B"),
        7 | 8 => rng.pick(&pool.words).cloned().unwrap_or_else(|| word("x")),
        _ => {
            let all: Vec<&Node> = pool.under.values().flatten().collect();
            rng.pick(&all).map_or_else(|| word("x"), |other| (*other).clone())
        }
    }
}

/// A word with two letters swapped, one left out, one added, or in capitals.
fn misspelt(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return "x".to_owned();
    }
    let at = rng.below(letters.len());
    match rng.below(4) {
        0 if at > 0 => letters.swap(at - 1, at),
        1 if letters.len() > 1 => drop(letters.remove(at)),
        2 => return text.to_ascii_uppercase(),
        _ => letters.insert(at, 'e'),
    }
    letters.into_iter().collect()
}
