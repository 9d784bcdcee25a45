//! Reads what the program wrote itself: the parts of a record, and positions.

use super::game::GameState;
use super::node::Node;
use super::plain::Stored;
use super::rules::{GameStateOf, Rules};
use serde::Serialize;
use std::collections::BTreeMap;

/// Text of a value; the emitter is frozen, so the same value gives the same bytes everywhere.
pub(super) fn yaml<T: Serialize>(value: &T) -> String {
    serde_yaml::to_string(value).expect("plain data has no value that YAML cannot hold")
}

pub(super) fn stored<T: Stored>(saved: &Node, key: &str) -> Result<T, String> {
    let node = saved.get(key).ok_or_else(|| format!("it has no `{key}`"))?;
    serde_json::from_value(node.plain_value()).map_err(|error| format!("{key}: {error}"))
}

/// A game as text from which another game can be opened. The orders in force in it count as filed in no phase of the new game.
pub(super) fn position<R: Rules>(game: GameStateOf<R>) -> String {
    let GameState { state, mut force, halted, newcomers: _ } = game;
    for one in force.values_mut() {
        one.ahead.values_mut().for_each(|filed| filed.phase = 0);
        one.standing.iter_mut().for_each(|filed| filed.phase = 0);
        one.since.clear();
    }
    force.retain(|_, one| !one.ahead.is_empty() || one.standing.is_some());
    let halted = halted.map(|halted| yaml(&BTreeMap::from([("halted", halted)])));
    yaml(&BTreeMap::from([("state", state)]))
        + &yaml(&BTreeMap::from([("force", force)]))
        + &halted.unwrap_or_default()
}
