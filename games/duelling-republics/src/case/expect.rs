//! What a case expects. Only what is named is compared.

use super::Played;
use crate::DuellingRepublics;
use crate::elements::{ArmyId, Side};
use crate::state::State;
use engine::node::Value;
use engine::{CaseResult, Complaints, Node, Reader, Rules, Seat};
use serde_json::Value as Json;

const KEYS: [&str; 13] = [
    "phase",
    "armies",
    "scores",
    "owners",
    "sieges",
    "order",
    "initiative",
    "ranking",
    "result",
    "events",
    "no_events",
    "void",
    "refusals",
];

/// Compares.
pub(super) fn compare(
    rules: &DuellingRepublics,
    then: &Reader<'_>,
    played: &Played,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    then.only(&KEYS, complaints);
    let state = &played.state;
    for (key, part) in entries(then, "armies", complaints) {
        army(state, &key, &part, verdict, complaints);
    }
    for (key, part) in entries(then, "scores", complaints) {
        let found = state
            .player(&Seat::new(&key))
            .map_or("nobody".to_owned(), |player| player.vp.to_string());
        verdict.expect(&format!("score of {key}"), part.node.text().unwrap_or_default(), &found);
    }
    for (key, part) in entries(then, "owners", complaints) {
        let owner = rules.chart.parse(&key).and_then(|place| state.owners.get(&place).copied());
        verdict.expect(
            &format!("owner of {key}"),
            part.node.text().unwrap_or_default(),
            owner.map_or("nobody", Side::word),
        );
    }
    for (key, part) in entries(then, "sieges", complaints) {
        let siege = rules.chart.parse(&key).and_then(|place| state.sieges.get(&place));
        let list = |ids: &[ArmyId]| ids.iter().map(|id| id.word()).collect::<Vec<_>>().join(" ");
        let found = siege.map_or("none".to_owned(), |s| {
            format!("{} v {}, {}", list(&s.besiegers), list(&s.besieged), s.counter)
        });
        verdict.expect(&format!("siege of {key}"), part.node.text().unwrap_or_default(), &found);
    }
    for (key, part) in entries(then, "order", complaints) {
        let found =
            Side::parse(&key).map(|side| join(&state.order[side as usize])).unwrap_or_default();
        verdict.expect(&format!("order of {key}"), &words(&part), &found);
    }
    single(rules, then, state, verdict);
    happened(then, played, verdict, complaints);
}

fn single(rules: &DuellingRepublics, then: &Reader<'_>, state: &State, verdict: &mut CaseResult) {
    if let Some(part) = then.get("phase") {
        verdict.expect("phase", part.node.text().unwrap_or_default(), &rules.phase(state).name);
    }
    if let Some(part) = then.get("initiative") {
        verdict.expect("initiative", part.node.text().unwrap_or_default(), state.initiative.word());
    }
    if let Some(part) = then.get("result") {
        let found = rules.outcome(state).map_or("none".to_owned(), |outcome| outcome.reason);
        verdict.expect("result", part.node.text().unwrap_or_default(), &found);
    }
    if let Some(part) = then.get("ranking") {
        let places = state.result.as_ref().map(|finish| finish.ranking.clone()).unwrap_or_default();
        let found: Vec<String> = places.iter().map(|place| join(place).replace(' ', "=")).collect();
        verdict.expect("ranking", &words(&part), &found.join(" "));
    }
}

fn join(seats: &[Seat]) -> String {
    seats.iter().map(Seat::name).collect::<Vec<_>>().join(" ")
}

fn words(part: &Reader<'_>) -> String {
    part.items()
        .iter()
        .filter_map(|part| part.node.text().map(str::to_owned))
        .collect::<Vec<_>>()
        .join(" ")
}

fn entries<'a>(
    then: &Reader<'a>,
    key: &str,
    complaints: &mut Complaints,
) -> Vec<(String, Reader<'a>)> {
    let Some(part) = then.get(key) else { return Vec::new() };
    part.entries("a map", complaints)
        .unwrap_or_default()
        .into_iter()
        .map(|(key, part)| (key.text.clone(), part))
        .collect()
}

fn army(
    state: &State,
    key: &str,
    part: &Reader<'_>,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    let found = ArmyId::parse(key).and_then(|id| state.army(id));
    if part.node.text() == Some("gone") {
        verdict.expect(key, "gone", if found.is_some() { "there" } else { "gone" });
        return;
    }
    part.only(&["at", "size", "elements", "seat", "rank", "chest", "general"], complaints);
    let Some(found) = found else {
        verdict.fail(format!("{key} is gone"));
        return;
    };
    let all: Vec<String> = found.body.all().map(|element| element.to_string()).collect();
    let facts = [
        ("at", found.at.to_string()),
        ("size", found.size.to_string()),
        ("elements", all.join(" ")),
        ("seat", found.seat.as_ref().map_or("nobody".to_owned(), ToString::to_string)),
        ("rank", found.rank.map_or("none".to_owned(), |rank| rank.to_string())),
        ("chest", found.body.chest.to_string()),
        ("general", found.body.general.map_or("none".to_owned(), |element| element.to_string())),
    ];
    for (what, fact) in facts {
        if let Some(expected) = part.get(what) {
            verdict.expect(&format!("{key} {what}"), &words(&expected), &fact);
        }
    }
}

fn happened(
    then: &Reader<'_>,
    played: &Played,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    let told: Vec<Json> =
        played.entries.iter().filter_map(|entry| serde_json::to_value(entry).ok()).collect();
    let mut from = 0;
    for wanted in then.get("events").map(|part| part.items()).unwrap_or_default() {
        let found = told[from..].iter().position(|event| matches(wanted.node, event));
        verdict.compared += 1;
        match found {
            Some(at) => from += at + 1,
            None => {
                verdict.fail(format!(
                    "no such event (in order): {}; there were {}",
                    plain(wanted.node),
                    kinds(&told[from..])
                ));
            }
        }
    }
    for unwanted in then.get("no_events").map(|part| part.items()).unwrap_or_default() {
        verdict.compared += 1;
        if let Some(event) = told.iter().find(|event| matches(unwanted.node, event)) {
            verdict.fail(format!("unexpected: {event}"));
        }
    }
    if let Some(part) = then.get("void") {
        let void = told.iter().filter(|event| event.get("kind") == Some(&Json::from("void")));
        let rules: Vec<&str> = void.filter_map(|event| event.get("rule")?.as_str()).collect();
        verdict.expect("void orders, by rule", &words(&part), &rules.join(" "));
    }
    if let Some(part) = then.get("refusals") {
        verdict.expect("refusals", &words(&part), &played.refused.join(" "));
    }
    let _ = complaints;
}

fn kinds(told: &[Json]) -> String {
    told.iter().filter_map(|event| event.get("kind")?.as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether an event holds all that is named.
fn matches(wanted: &Node, event: &Json) -> bool {
    match (&wanted.value, event) {
        (Value::Map(entries), Json::Object(_)) => entries
            .iter()
            .all(|(key, value)| event.get(&key.text).is_some_and(|found| matches(value, found))),
        (Value::List(items), Json::Array(found)) => {
            items.len() == found.len()
                && items.iter().zip(found).all(|(item, value)| matches(item, value))
        }
        (Value::Scalar { text, .. }, Json::String(found)) => text == found,
        (Value::Scalar { text, .. }, Json::Number(found)) => {
            text.parse() == Ok(found.as_i64().unwrap_or(i64::MIN))
        }
        (Value::Scalar { text, .. }, Json::Bool(found)) => text.parse() == Ok(*found),
        _ => false,
    }
}

/// A node in one line.
fn plain(node: &Node) -> String {
    match &node.value {
        Value::Scalar { text, .. } => text.clone(),
        Value::List(items) => {
            format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(", "))
        }
        Value::Map(entries) => {
            let inner: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", key.text, plain(value)))
                .collect();
            format!("{{{}}}", inner.join(", "))
        }
    }
}
