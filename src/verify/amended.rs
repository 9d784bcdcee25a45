//! Checks the records that a change makes by itself by the second route: the state after it must be the one before, or
//! an earlier one, with the change applied. Public views are compared in every copy, whole states where they are open.

use super::Finding;
use super::file_source::FileSource;
use super::fold::Folded;
use crate::session::{HIDDEN_FILE, STATE_FILE, patched, patched_view, tree};
use record::Sums;
use record::change::{Action, Operation};
use record::sums::{SUMS_FILE, record_name};
use record::turn_file::TURN_FILE;
use serde_json::Value;

/// Maximum size of a state, in bytes.
const TREE_MAX: usize = 2 << 20;

/// Checks the states of record `number` against its change.
pub(super) fn fold(source: &dyn FileSource, number: u32, action: &Action) -> Folded {
    let base = match action {
        Action::Rollback { to } => Some(*to),
        Action::Key { .. }
        | Action::Player { .. }
        | Action::Deadline { .. }
        | Action::Vacation { .. }
        | Action::Pause { .. }
        | Action::Resign { .. }
        | Action::Program { .. }
        | Action::Referee { .. }
        | Action::Charter { .. }
        | Action::Options { .. }
        | Action::Ruling { .. }
        | Action::End { .. } => number.checked_sub(1),
    };
    let Some(base) = base else { return Folded::Unread };
    let patch = action.patch();
    if let Some(finding) = seen_dice(source, number, action) {
        return Folded::Differs(finding);
    }
    if let Err(finding) = public(source, base, number, patch) {
        return Folded::Differs(finding);
    }
    match (whole(source, base), whole(source, number)) {
        (Some(before), Some(after)) => match holds(&before, &after, patch, patched) {
            Ok(()) => Folded::Same,
            Err(why) => Folded::Differs(found(number, HIDDEN_FILE, why)),
        },
        _ => Folded::Unread,
    }
}

fn public(
    source: &dyn FileSource,
    base: u32,
    number: u32,
    patch: &[Operation],
) -> Result<(), Finding> {
    let (Some(before), Some(after)) =
        (state(source, base, STATE_FILE), state(source, number, STATE_FILE))
    else {
        return Ok(());
    };
    holds(&before, &after, patch, patched_view).map_err(|why| found(number, STATE_FILE, why))
}

fn found(number: u32, file: &str, why: String) -> Finding {
    Finding::new("V-change", path(number, file), why)
}

fn holds(
    before: &Value,
    after: &Value,
    patch: &[Operation],
    corrected: impl Fn(&[Operation], &Value) -> Result<Value, String>,
) -> Result<(), String> {
    let expected = if patch.is_empty() { before.clone() } else { corrected(patch, before)? };
    if expected.get("state") == after.get("state") {
        Ok(())
    } else {
        Err("its state is not the one that the change leads to".to_owned())
    }
}

/// A finding if the game goes back to before a hidden roll that is already revealed: what was seen of it stays seen,
/// and it would not be rolled anew.
fn seen_dice(source: &dyn FileSource, number: u32, action: &Action) -> Option<Finding> {
    let Action::Rollback { to } = action else { return None };
    let fallen = hidden_roll(source, *to)?;
    let what = format!(
        "record {fallen} rolled hidden dice that cannot be rolled again, so the game cannot go \
         back to record {to}"
    );
    Some(found(number, TURN_FILE, what))
}

/// The first record up to `to` in which hidden dice were rolled, as far as it is open.
pub fn hidden_roll(source: &dyn FileSource, to: u32) -> Option<u32> {
    (0..=to).find(|number| state(source, *number, HIDDEN_FILE).is_some_and(|tree| hides(&tree)))
}

fn hides(tree: &Value) -> bool {
    match tree {
        Value::Object(map) => {
            let roll = map.contains_key("faces") && map.get("hidden") == Some(&Value::Bool(true));
            roll || map.values().any(hides)
        }
        Value::Array(list) => list.iter().any(hides),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The text that holds the whole state of a record; none if that is sealed.
pub(super) fn text(source: &dyn FileSource, number: u32) -> Option<String> {
    let list = source.read(&path(number, SUMS_FILE), TREE_MAX).ok()?;
    let hides = Sums::parse(&list).ok()?.lines.contains_key(HIDDEN_FILE);
    let file = if hides { HIDDEN_FILE } else { STATE_FILE };
    String::from_utf8(source.read(&path(number, file), TREE_MAX).ok()?).ok()
}

fn whole(source: &dyn FileSource, number: u32) -> Option<Value> {
    tree(&text(source, number)?).ok()
}

/// A file as a tree; a file that cannot be read is reported elsewhere.
fn state(source: &dyn FileSource, number: u32, file: &str) -> Option<Value> {
    let bytes = source.read(&path(number, file), TREE_MAX).ok()?;
    tree(std::str::from_utf8(&bytes).ok()?).ok()
}

fn path(number: u32, file: &str) -> String {
    format!("turns/{}/{file}", record_name(number))
}
