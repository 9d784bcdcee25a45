//! Visible rolls held to their seeds where the record cannot be played again: seeds need digests of orders, not the orders.

use super::record_files::RecordFiles;
use super::{Finding, Verdict};
use crate::session::EVENTS_FILE;
use engine::Roll;
use record::Seed;
use record::exchange::yaml;
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks every open roll that the public events of a record tell.
pub(super) fn check(folder: &str, files: &RecordFiles, seed: &Seed, verdict: &mut Verdict) {
    let path = format!("{folder}/{EVENTS_FILE}");
    let Some(text) = std::str::from_utf8(&files.events).ok() else { return };
    let Ok(node) = yaml::parse(text) else { return };
    let mut rolls = Vec::new();
    collect(&node.plain_value(), &mut rolls);
    let mut labels = BTreeSet::new();
    for roll in rolls.into_iter().filter(|roll| !roll.hidden) {
        let line = text.lines().position(|line| line.contains(&roll.label)).map_or(0, |at| at + 1);
        let told = |what: &str| {
            let message = format!("the roll {}: {what}", roll.label);
            Finding::new("V-roll", path.clone(), message).line(line)
        };
        if !labels.insert(roll.label.clone()) {
            verdict.find(told("its label stands twice in the record"));
        } else if roll.follows_from(seed.bytes()) {
            verdict.rolls += 1;
        } else {
            verdict.find(told("these faces do not follow from the seed"));
        }
    }
}

/// Every roll of the events, wherever it stands below `chapters`.
fn collect(value: &Value, rolls: &mut Vec<Roll>) {
    match value {
        Value::Object(map) => {
            if let Some(roll) = map.get("roll") {
                rolls.extend(serde_json::from_value::<Roll>(roll.clone()).ok());
            }
            map.values().for_each(|below| collect(below, rolls));
        }
        Value::Array(list) => list.iter().for_each(|below| collect(below, rolls)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
