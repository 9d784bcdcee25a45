//! The order language of a title, declared once. Each kind of value says how it is read, what editors are told of it, and what
//! a player can choose. [`keys!`](crate::keys!) declares maps, [`tagged!`](crate::tagged!) maps whose first key says which of
//! several they are, [`closed!`](crate::closed!) closed lists of words, and [`given_ahead!`](crate::given_ahead!) what may be
//! given in advance; [`kinds!`](crate::kinds!) and [`offered!`](crate::offered!) spell the rest in one line each.
//!
//! A key has a presence:
//! - `must`: the map cannot be read without it;
//! - `lenient`: the order sheet and the writer always set it, but readers accept a map without it;
//! - `default`: left out where it has its default value;
//! - `maybe`: an `Option`.

mod declare;

use super::codes::CodeEntry;
use super::complaint::nearest;
use super::grammar::{Entry, optional, several, truth};
use super::offers::form::{Choice, Part, Shape};
use super::reader::{Reader, apart};
use serde_json::{Map, Value};
use std::marker::PhantomData;

/// A kind of value in order files.
pub trait Kind {
    /// The type that it is read as.
    type Value;
}

/// The names that a title's data defines, by which its orders are read, and the codes of complaints about keys.
pub trait Names {
    /// The code for a key that has no place there.
    const KEY: &'static CodeEntry;
    /// The code for a required key that is missing.
    const MISSING: &'static CodeEntry;
}

/// A kind that can be read by the names `N`.
pub trait Readable<N>: Kind {
    /// True if the key may have no value.
    const EMPTY: bool = false;

    /// Reads one value; none, with a complaint, if it cannot be read.
    fn read(names: &N, reader: &Reader<'_>) -> Option<Self::Value>;

    /// The JSON Schema of the value.
    fn schema(names: &N) -> Value;
}

/// A kind for which the order sheet offers choices, given the draft `D`.
pub trait Offered<D> {
    /// The choices that the order sheet shows.
    fn form(draft: &D) -> Part;
}

/// A map with known keys; [`keys!`](crate::keys!) implements it.
pub trait Keys<N>: Sized {
    /// The name of the map in complaints, with its article.
    const WHAT: &'static str;
    /// All keys of the map.
    const KEYS: &'static [&'static str];

    /// The schema of each key.
    fn entries(names: &N) -> Vec<Entry>;

    /// The keys that must be there.
    fn required() -> Vec<&'static str>;

    /// Reads the known keys, and ignores all others.
    fn read_keys(names: &N, reader: &Reader<'_>) -> Option<Self>;
}

/// One value of a kind, or a list of several, each read independently.
#[derive(Debug)]
pub struct Several<K>(PhantomData<K>);

impl<K: Kind> Kind for Several<K> {
    type Value = Vec<K::Value>;
}

impl<N, K: Readable<N>> Readable<N> for Several<K> {
    const EMPTY: bool = true;

    fn read(names: &N, reader: &Reader<'_>) -> Option<Self::Value> {
        Some(apart(&reader.items(), |item| K::read(names, item)))
    }

    fn schema(names: &N) -> Value {
        several(K::schema(names))
    }
}

impl<D, K: Offered<D>> Offered<D> for Several<K> {
    fn form(draft: &D) -> Part {
        Part::Several(choices::<D, K>(draft))
    }
}

/// A value that is `true` or `false`.
#[derive(Debug)]
pub struct Truth;

impl Kind for Truth {
    type Value = bool;
}

impl<N> Readable<N> for Truth {
    fn read(_: &N, reader: &Reader<'_>) -> Option<bool> {
        reader.truth("true or false")
    }

    fn schema(_: &N) -> Value {
        truth()
    }
}

/// The choices of a kind whose values are single words or lists of them.
pub fn choices<D, K: Offered<D>>(draft: &D) -> Vec<Choice> {
    match K::form(draft) {
        Part::One(choices) | Part::Several(choices) | Part::Sequence(choices) => choices,
        Part::Text | Part::Keys(_) | Part::Row(_) | Part::List(_) | Part::Any(_) => Vec::new(),
    }
}

/// Complains of every unknown key. `what` names the map in the complaints.
pub fn only<N: Names>(reader: &Reader<'_>, known: &[&str], what: &str) {
    for (key, _) in reader.node.map().unwrap_or_default() {
        if known.contains(&key.text.as_str()) {
            continue;
        }
        let all = known.join(", ");
        let fix = match nearest(&key.text, known.iter().copied()) {
            Some(near) => format!("did you mean '{near}'? {what} takes {all}"),
            None => format!("{what} takes {all}"),
        };
        let message = format!("unknown key '{}' under {what}", key.text);
        reader.complain(N::KEY.at(reader.path.key(&key.text), message).at(key.span).fix(fix));
    }
}

/// The value of a required key, which may be empty. Complains if the key is missing.
pub fn need<'a, N: Names>(reader: &Reader<'a>, key: &str, what: &str) -> Option<Reader<'a>> {
    let found = reader.node.get(key).map(|node| reader.beside(node, reader.path.then(key)));
    if found.is_none() {
        let fault = N::MISSING.here(reader, format!("{what} needs '{key}'"));
        reader.complain(fault.fix(format!("add '{key}:'")));
    }
    found
}

/// Reads a map of known keys.
pub fn read_map<N: Names, K: Keys<N>>(names: &N, such_as: &str, reader: &Reader<'_>) -> Option<K> {
    reader.entries(such_as)?;
    only::<N>(reader, K::KEYS, K::WHAT);
    K::read_keys(names, reader)
}

/// True if a value is its type's default, so that the writer leaves the key out.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The schema of a required key.
pub fn needed<N, K: Readable<N>>(names: &N) -> Value {
    let part = K::schema(names);
    if K::EMPTY { optional(part) } else { part }
}

/// A map in the order sheet, with its required keys first.
pub fn form_of(mut keys: Vec<super::offers::form::Key>) -> Part {
    keys.sort_by_key(|key| !key.must);
    Part::Keys(keys)
}

/// A tagged map as a shape of the order sheet; none if one of its keys has no choices.
pub fn shape(
    (tag, word): (&str, &str),
    heading: &'static str,
    fits: fn(&Value) -> bool,
    part: Part,
) -> Option<Shape> {
    let mut fresh = Map::from_iter([(tag.to_owned(), word.into())]);
    let Value::Object(keys) = part.fresh()? else { return None };
    fresh.extend(keys);
    Some(Shape { words: heading.into(), fits, fresh: fresh.into(), part })
}
