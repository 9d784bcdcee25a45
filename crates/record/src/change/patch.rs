//! A ruling as operations on a state: the part of RFC 6902 that needs no judgement.
//!
//! Before a value is replaced or removed a `test` names it, so that everybody who signs reads what was and what shall be,
//! and nothing can be done to another state than the one that they meant.

use crate::names;
use crate::text::check_text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Most operations of a ruling.
const OPERATIONS_MAX: usize = 256;
/// The part of a saved game that a ruling may change.
const STATE: &str = "/state";
/// The place in a state of the options chosen for the game.
pub const STATE_OPTIONS: &str = "/state/options";
/// The place in a state of the tempo, if it is not among the options.
pub const STATE_TEMPO: &str = "/state/tempo";

/// One step of a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    pub op: Verb,
    /// The place that it changes: a JSON pointer below `/state`.
    pub path: String,
    /// The value that is added, put in place, or expected.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    pub value: Option<Value>,
}

engine::words! {
    pub enum Verb {
        /// Requires the value to be this one.
        Test = "test",
        /// Puts a value where none is, or into a list.
        Add = "add",
        Remove = "remove",
        Replace = "replace",
    }
}

/// Reads a value; one that is written as `null` counts as given.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.op.word(), self.path)?;
        self.value.as_ref().map_or(Ok(()), |value| write!(f, ": {value}"))
    }
}

/// A summary of operations in one line, without their tests.
pub(super) fn told(patch: &[Operation]) -> String {
    let done = patch.iter().filter(|one| one.op != Verb::Test);
    done.map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// An operation that cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("operation {number}, {path}: {what}")]
pub struct PatchFault {
    /// Its place in the ruling, from 1.
    pub number: usize,
    pub path: String,
    pub what: String,
}

/// Checks the form: every value that is replaced or removed must be tested right before.
///
/// # Errors
/// The first operation that is not of this form.
pub(super) fn check(patch: &[Operation]) -> Result<(), PatchFault> {
    let fault = |at: usize, what: &str| {
        let path = patch.get(at).map_or_else(String::new, |one| one.path.clone());
        PatchFault { number: at + 1, path, what: what.to_owned() }
    };
    if patch.is_empty() || patch.len() > OPERATIONS_MAX {
        return Err(fault(0, "a ruling must have 1 to 256 operations"));
    }
    for (at, one) in patch.iter().enumerate() {
        if !one.path.strip_prefix(STATE).is_some_and(|below| below.starts_with('/')) {
            return Err(fault(at, "a ruling may change only what is below /state"));
        }
        if one.value.is_some() == (one.op == Verb::Remove) {
            return Err(fault(
                at,
                "every operation but `remove` must have a value, and `remove` must have none",
            ));
        }
        if !one.value.as_ref().is_none_or(is_sorted) {
            return Err(fault(at, "the keys in its value are not in alphabetical order"));
        }
        let tested = at.checked_sub(1).map(|before| &patch[before]);
        let tested = tested.is_some_and(|test| test.op == Verb::Test && test.path == one.path);
        if matches!(one.op, Verb::Remove | Verb::Replace) && !tested {
            return Err(fault(at, "a `test` of the old value must come directly before it"));
        }
    }
    if patch.iter().all(|one| one.op == Verb::Test) {
        return Err(fault(patch.len() - 1, "the ruling changes nothing"));
    }
    Ok(())
}

/// Checks names and values of options, and that the operations on the state touch nothing else.
pub(super) fn check_options(
    options: &BTreeMap<String, String>,
    tempo: Option<&str>,
    patch: &[Operation],
) -> Result<(), String> {
    if options.is_empty() && tempo.is_none() {
        return Err("options: name at least one option or a tempo to change".to_owned());
    }
    for (name, value) in options {
        names::check_id(name).map_err(|why| format!("options: {why}"))?;
        check_text(value).map_err(|why| format!("options.{name}: {why}"))?;
    }
    if let Some(tempo) = tempo {
        names::check_id(tempo).map_err(|why| format!("tempo: {why}"))?;
    }
    check(patch).map_err(|fault| fault.to_string())?;
    let within = |one: &&Operation| {
        one.path == STATE_TEMPO
            || one.path.strip_prefix(STATE_OPTIONS).is_some_and(|rest| rest.starts_with('/'))
    };
    match patch.iter().find(|one| !within(one)) {
        Some(one) => Err(format!(
            "{}: an option may change only {STATE_TEMPO} and what is below {STATE_OPTIONS}",
            one.path
        )),
        None => Ok(()),
    }
}

/// The same value with all keys in alphabetical order, so that one value has one text.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let sorted: BTreeMap<_, _> =
                map.iter().map(|(key, below)| (key.clone(), sorted(below))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(list) => Value::Array(list.iter().map(sorted).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn is_sorted(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.keys().is_sorted() && map.values().all(is_sorted),
        Value::Array(list) => list.iter().all(is_sorted),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

/// The same operations with a `test` of the present value before each one that replaces or removes.
///
/// # Errors
/// An operation that cannot be carried out on this tree.
pub fn guarded(patch: &[Operation], tree: &Value) -> Result<Vec<Operation>, PatchFault> {
    let mut now = tree.clone();
    let mut all: Vec<Operation> = Vec::new();
    for (at, one) in patch.iter().enumerate() {
        let tested = all.last().is_some_and(|test| test.op == Verb::Test && test.path == one.path);
        if matches!(one.op, Verb::Remove | Verb::Replace) && !tested {
            let value = now.pointer(&one.path).map(sorted).ok_or_else(|| nothing(at, one))?;
            all.push(Operation { op: Verb::Test, path: one.path.clone(), value: Some(value) });
        }
        carry_out(&mut now, one).map_err(|what| refused(at, one, what))?;
        all.push(Operation { value: one.value.as_ref().map(sorted), ..one.clone() });
    }
    check(&all)?;
    Ok(all)
}

/// Carries a ruling out on a tree that has `state` at its top.
///
/// # Errors
/// The first operation that cannot be carried out.
pub fn apply(patch: &[Operation], tree: &mut Value) -> Result<(), PatchFault> {
    check(patch)?;
    for (at, one) in patch.iter().enumerate() {
        carry_out(tree, one).map_err(|what| refused(at, one, what))?;
    }
    Ok(())
}

fn refused(at: usize, one: &Operation, what: String) -> PatchFault {
    PatchFault { number: at + 1, path: one.path.clone(), what }
}

fn nothing(at: usize, one: &Operation) -> PatchFault {
    refused(at, one, "there is nothing at this path".to_owned())
}

fn carry_out(tree: &mut Value, one: &Operation) -> Result<(), String> {
    let (parent, last) =
        one.path.rsplit_once('/').ok_or("it is not a path such as /state/units/0/square")?;
    let last = last.replace("~1", "/").replace("~0", "~");
    let value = one.value.clone();
    let there = tree.pointer(&one.path).cloned();
    let parent =
        tree.pointer_mut(parent).ok_or("the list or map that should contain it does not exist")?;
    if one.op == Verb::Test {
        let there = there.ok_or("there is nothing at this path")?;
        let expected = value.ok_or("a test needs a value")?;
        return if there == expected {
            Ok(())
        } else {
            Err(format!("it is {there}, but the ruling expects {expected}"))
        };
    }
    match (parent, one.op) {
        (Value::Object(map), Verb::Add) if !map.contains_key(&last) => {
            map.insert(last, value.ok_or("it needs a value to add")?);
        }
        (Value::Object(_), Verb::Add) => return Err("it already exists: use `replace`".to_owned()),
        (Value::Object(map), Verb::Replace) if map.contains_key(&last) => {
            map.insert(last, value.ok_or("it needs a new value")?);
        }
        (Value::Object(map), Verb::Remove) if map.contains_key(&last) => drop(map.remove(&last)),
        (Value::Array(list), op) => in_list(list, op, &last, value)?,
        (_, Verb::Test | Verb::Replace | Verb::Remove | Verb::Add) => {
            return Err("there is nothing at this path".to_owned());
        }
    }
    Ok(())
}

fn in_list(
    list: &mut Vec<Value>,
    op: Verb,
    last: &str,
    value: Option<Value>,
) -> Result<(), String> {
    let plain = last == "0" || !last.starts_with('0');
    let place = last.parse::<usize>().ok().filter(|_| plain);
    match (op, place) {
        (Verb::Add, None) if last == "-" => list.push(value.ok_or("it needs a value to add")?),
        (Verb::Add, Some(at)) if at <= list.len() => {
            list.insert(at, value.ok_or("it needs a value to add")?);
        }
        (Verb::Replace, Some(at)) if at < list.len() => {
            list[at] = value.ok_or("it needs a new value")?;
        }
        (Verb::Remove, Some(at)) if at < list.len() => drop(list.remove(at)),
        (Verb::Test | Verb::Add | Verb::Replace | Verb::Remove, _) => {
            return Err("the list has no item at this index".to_owned());
        }
    }
    Ok(())
}
