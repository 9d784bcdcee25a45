//! Checks visible rolls against their seeds where the record cannot be played again: a seed follows from the digests of
//! orders, not from the orders.

use super::record_files::RecordFiles;
use super::{Finding, Verdict};
use crate::session::EVENTS_FILE;
use engine::Roll;
use record::Seed;
use record::exchange::yaml;
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks every open roll in the public events of a record.
pub(super) fn check(folder: &str, files: &RecordFiles, seed: &Seed, verdict: &mut Verdict) {
    let path = format!("{folder}/{EVENTS_FILE}");
    if files.events.is_empty() {
        return; // Another finding says that the file is missing, or is not the one that was sealed.
    }
    let mut unread = |why: String| verdict.find(Finding::new("V-roll", path.clone(), why));
    let text = match std::str::from_utf8(&files.events) {
        Ok(text) => text,
        Err(why) => return unread(format!("its rolls cannot be read: {why}")),
    };
    let mut rolls = Vec::new();
    match yaml::parse(text) {
        Ok(node) => {
            if let Err(why) = collect(&node.plain_value(), &mut rolls) {
                return unread(format!("a roll in it cannot be read: {why}"));
            }
        }
        Err(complaints) => return unread(format!("its rolls cannot be read: {complaints}")),
    }
    let mut labels = BTreeSet::new();
    for roll in rolls.into_iter().filter(|roll| !roll.hidden) {
        let line = text.lines().position(|line| line.contains(&roll.label)).map_or(0, |at| at + 1);
        let told = |what: &str| {
            let message = format!("the roll {}: {what}", roll.label);
            Finding::new("V-roll", path.clone(), message).line(line)
        };
        if !labels.insert(roll.label.clone()) {
            verdict.find(told("its label appears twice in the record"));
        } else if roll.follows_from(seed.bytes()) {
            verdict.rolls += 1;
        } else {
            verdict.find(told("these faces do not follow from the seed"));
        }
    }
}

/// Collects every roll in the events, anywhere below `chapters`.
///
/// # Errors
/// A value that is not a roll.
fn collect(value: &Value, rolls: &mut Vec<Roll>) -> Result<(), serde_json::Error> {
    match value {
        Value::Object(map) => {
            // A map: titles have fields of the same name that are words or numbers.
            if let Some(roll @ Value::Object(_)) = map.get("roll") {
                rolls.push(serde_json::from_value(roll.clone())?);
            }
            map.values().try_for_each(|below| collect(below, rolls))
        }
        Value::Array(list) => list.iter().try_for_each(|below| collect(below, rolls)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{RecordFiles, Verdict, check};
    use record::{Digest, Seed};

    fn said(events: &str) -> Vec<String> {
        let files = RecordFiles {
            events: events.as_bytes().to_vec(),
            stands: true,
            ..RecordFiles::default()
        };
        let mut verdict = Verdict::default();
        check("turns/0001", &files, &Seed::start(Digest::of(b"")), &mut verdict);
        verdict.findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_roll_that_cannot_be_read_is_a_finding_and_is_not_passed_over() {
        assert!(said("chapters: []\n").is_empty());
        let chapters = |roll: &str| format!("chapters:\n- events:\n  - {{n: 1, roll: {roll}}}\n");
        assert!(said(&chapters("{label: a, sides: six}"))[0].contains("cannot be read"));
        assert!(said("chapters: [\n")[0].contains("cannot be read"));
        let foreign = said(&chapters("{label: a, sides: 6, faces: [1, 1, 1, 1, 1, 1, 1, 1]}"));
        assert!(foreign[0].contains("do not follow from the seed"), "{foreign:?}");
    }
}
