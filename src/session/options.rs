//! Options and tempo of a running game. What was chosen lies in the state, which rules read alone; so other options are a patch
//! of it, and what the patch puts there is what an opening with these options has.

use super::{setup, tree};
use engine::title::LoadedTitle;
use record::change::{Operation, STATE_OPTIONS, STATE_TEMPO, Verb, guarded};
use record::charter::Charter;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Values that are tried beside those that a title lists, to see what of a state follows from an option.
const PROBES: [&str; 5] = ["0", "1", "2", "3", "none"];

/// The patch by which a game goes on with other options or another tempo, from its charter in force and its whole text
/// as it stands.
///
/// # Errors
/// An option or a value that the title does not have, one that shaped the opening, one that is so already.
pub fn patch(
    loaded: &dyn LoadedTitle,
    charter: &Charter,
    (options, tempo): (&BTreeMap<String, String>, Option<&str>),
    whole: &Value,
) -> Result<Vec<Operation>, String> {
    let mut after = charter.clone();
    after.choose(options.clone(), tempo.map(ToOwned::to_owned));
    let target = opening(loaded, &after)?;
    let mut paths = BTreeSet::new();
    for name in options.keys() {
        for other in others(loaded, &after, name) {
            differing("/state", &target["state"], &other["state"], &mut paths);
        }
        if let Some(path) =
            paths.iter().find(|path| !path.starts_with(&format!("{STATE_OPTIONS}/")))
        {
            return Err(format!(
                "the option {name} determined the opening ({path}), so the option can no longer \
                 be changed"
            ));
        }
    }
    // A place stands for all that lies below it.
    let all = paths.clone();
    let below = |path: &str, other: &str| {
        path.strip_prefix(other).is_some_and(|rest| rest.starts_with('/'))
    };
    paths.retain(|path| !all.iter().any(|other| below(path, other)));
    let tempos = [STATE_TEMPO.to_owned(), format!("{STATE_OPTIONS}/tempo")];
    paths.extend(
        tempos.into_iter().filter(|path| tempo.is_some() && target.pointer(path).is_some()),
    );
    let operation = |path: String| {
        let (now, then) = (whole.pointer(&path), target.pointer(&path).cloned());
        let op = match (now, &then) {
            (now, then) if now == then.as_ref() => return None,
            (None, _) => Verb::Add,
            (Some(_), None) => Verb::Remove,
            (Some(_), Some(_)) => Verb::Replace,
        };
        Some(Operation { op, path, value: then })
    };
    let patch: Vec<Operation> = paths.into_iter().filter_map(operation).collect();
    if patch.is_empty() {
        return Err("the game is already played this way, or the option affected only the opening"
            .to_owned());
    }
    guarded(&patch, whole).map_err(|fault| fault.to_string())
}

/// Checks that a patch puts into the state what an opening by this charter would have. The change has already put its
/// options into the charter.
///
/// # Errors
/// The first place at which the two differ.
pub(super) fn follows(
    loaded: &dyn LoadedTitle,
    charter: &Charter,
    patch: &[Operation],
) -> Result<(), String> {
    let target = opening(loaded, charter)?;
    let differs =
        |one: &&Operation| one.op != Verb::Test && target.pointer(&one.path) != one.value.as_ref();
    match patch.iter().find(differs) {
        Some(one) => Err(format!("{one}: the new options lead to another value")),
        None => Ok(()),
    }
}

/// The whole text of an opening as a tree.
fn opening(loaded: &dyn LoadedTitle, charter: &Charter) -> Result<Value, String> {
    let setup = setup(charter).map_err(|fault| fault.to_string())?;
    let play = loaded.open(&setup).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        faults.join("; ")
    })?;
    tree(&play.whole())
}

/// Openings that differ by the value of one option.
fn others(loaded: &dyn LoadedTitle, charter: &Charter, name: &str) -> Vec<Value> {
    let listed = loaded.prospectus().options.into_iter().find(|option| option.name == name);
    let listed = listed.map(|option| option.values).unwrap_or_default();
    let values = listed.into_iter().chain(PROBES.map(str::to_owned));
    let open = |value: String| {
        let mut other = charter.clone();
        other.options.insert(name.to_owned(), value);
        opening(loaded, &other).ok()
    };
    values.filter_map(open).collect()
}

/// The places at which two trees differ, below the maps that both have.
fn differing(path: &str, one: &Value, two: &Value, found: &mut BTreeSet<String>) {
    if let (Value::Object(left), Value::Object(right)) = (one, two) {
        for key in left.keys().chain(right.keys()) {
            let inner = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
            match (left.get(key), right.get(key)) {
                (Some(one), Some(two)) => differing(&inner, one, two, found),
                _ => drop(found.insert(inner)),
            }
        }
    } else if one != two {
        found.insert(path.to_owned());
    }
}
