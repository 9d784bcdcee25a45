//! What a case expects.

use super::super::CombinedArms;
use super::super::events::{Event, Listing};
use super::super::names::UnitId;
use super::super::rules::Field;
use super::super::state::{State, Unit};
use super::Played;
use engine::{CaseResult, Complaint, Complaints, Kind, Reader};
use serde_json::Value;

/// Compares everything that `then` names.
pub(super) fn compare(
    rules: &CombinedArms,
    top: &Reader<'_>,
    played: &Played,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    let Some(then) = top.need("then", complaints) else { return };
    let mut named = Vec::new();
    for (key, part) in then.entries("a map of what is expected", complaints).unwrap_or_default() {
        match key.text.as_str() {
            "void" => listed(&part, "void", &voids(played), verdict),
            "skipped" => listed(&part, "skipped", &skips(played), verdict),
            "refused" => listed(&part, "refused", &told(&played.told, false), verdict),
            "warned" => listed(&part, "warned", &told(&played.told, true), verdict),
            "advised" => listed(&part, "advised", &advice(&played.told), verdict),
            "events" => events(&part, played, verdict),
            "defense" => defense(rules, &part, &played.after, verdict, complaints),
            "turn" => verdict.expect("turn", text(&part), &played.after.turn.to_string()),
            "winner" | "drawn" | "over" => result(&key.text, text(&part), &played.after, verdict),
            id => {
                named.extend(UnitId::new(id));
                unit(id, &part, &played.after, verdict, complaints);
            }
        }
    }
    if then.get("refused").is_none()
        && let Some(fault) = played.told.iter().find(|complaint| complaint.kind == Kind::Fault)
    {
        verdict.fail(format!("not understood: {fault} ({})", fault.path));
    }
    if top.get("play").is_none() {
        others(played, &named, verdict);
    }
}

fn text<'a>(reader: &Reader<'a>) -> &'a str {
    reader.node.text().unwrap_or("(not a single value)")
}

/// A whole list, in order.
fn listed(part: &Reader<'_>, what: &str, found: &[String], verdict: &mut CaseResult) {
    let expected: Vec<&str> = part.items().iter().map(text).collect();
    verdict.expect(what, &expected.join("; "), &found.join("; "));
}

/// Void entries: unit and reason.
fn voids(played: &Played) -> Vec<String> {
    let events = played.entries.iter().map(|entry| &entry.event);
    let void = events.filter_map(|event| match event {
        Event::Listing(Listing::Void(void)) => Some((void.unit, word(&void.reason))),
        _ => None,
    });
    void.map(|(unit, reason)| of_unit(unit, &reason)).collect()
}

fn skips(played: &Played) -> Vec<String> {
    let events = played.entries.iter().map(|entry| &entry.event);
    let skipped = events.filter_map(|event| match event {
        Event::Listing(Listing::Skipped { unit, reason, .. }) => Some((*unit, word(reason))),
        _ => None,
    });
    skipped.map(|(unit, reason)| of_unit(unit, &reason)).collect()
}

fn of_unit(unit: Option<UnitId>, reason: &str) -> String {
    unit.map_or_else(|| reason.to_owned(), |unit| format!("{unit} {reason}"))
}

/// The word that a value is written with.
pub(super) fn word<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value)
        .ok()
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// What the checker said: refusals and faults, or what it would refuse if it were certain.
pub(super) fn told(complaints: &[Complaint], warnings: bool) -> Vec<String> {
    let wanted =
        complaints.iter().filter(|complaint| (complaint.kind == Kind::Warning) == warnings);
    wanted.filter(|complaint| !complaint.code.starts_with("W-")).map(ToString::to_string).collect()
}

/// What the checker advised: the codes of warnings that are never refusals.
fn advice(complaints: &[Complaint]) -> Vec<String> {
    complaints
        .iter()
        .filter(|complaint| complaint.code.starts_with("W-"))
        .map(|complaint| complaint.code.to_owned())
        .collect()
}

/// Current Defense of units.
fn defense(
    rules: &CombinedArms,
    part: &Reader<'_>,
    state: &State,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    let field = Field::new(&rules.chart, state);
    for (key, value) in part.entries("a map from unit to Defense", complaints).unwrap_or_default() {
        let unit = UnitId::new(&key.text).and_then(|id| state.unit(id));
        let found = unit.map_or("destroyed".to_owned(), |unit| field.defense(unit).to_string());
        verdict.expect(&format!("Defense of {}", key.text), text(&value), &found);
    }
}

/// `winner: rome`, `drawn: stall`, `over: general`.
fn result(key: &str, expected: &str, state: &State, verdict: &mut CaseResult) {
    let winner = state.result.and_then(|result| result.winner);
    let reason = state.result.map_or("none", |result| result.reason.word());
    let found = match key {
        "winner" => winner.map_or("none", super::super::names::Side::word),
        "drawn" if winner.is_some() => "won",
        _ => reason,
    };
    verdict.expect(key, expected, found);
}

/// A unit: `e7 s dmg 2`, `destroyed blocked`, or a map with `is`, `pila`, `charged`, `credit`, `veteran`.
fn unit(
    id: &str,
    part: &Reader<'_>,
    state: &State,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    let now = UnitId::new(id).and_then(|id| state.unit(id));
    if part.node.map().is_none() {
        verdict.expect(id, text(part), &describe(id, now, state));
        return;
    }
    part.only(&["is", "pila", "charged", "credit", "veteran"], complaints);
    for (key, value) in part.entries("what is known of the unit", complaints).unwrap_or_default() {
        let found = match (key.text.as_str(), now) {
            ("is", _) => describe(id, now, state),
            (_, None) => "destroyed".to_owned(),
            ("pila", Some(unit)) => unit.pila.to_string(),
            ("charged", Some(unit)) => unit.charged.is_some().to_string(),
            ("credit", Some(unit)) => unit.credits.to_string(),
            (_, Some(unit)) => unit.veteran.to_string(),
        };
        verdict.expect(&format!("{} of {id}", key.text), text(&value), &found);
    }
}

fn describe(id: &str, unit: Option<&Unit>, state: &State) -> String {
    match unit {
        Some(unit) if unit.damage > 0 => {
            format!("{} {} dmg {}", unit.square, unit.facing, unit.damage)
        }
        Some(unit) => format!("{} {}", unit.square, unit.facing),
        None => match state.lost.iter().find(|lost| lost.id == *id) {
            Some(lost) => format!("destroyed {}", word(&lost.cause)),
            None => "unknown".to_owned(),
        },
    }
}

/// Units that the case neither names nor orders are where they were put.
fn others(played: &Played, named: &[UnitId], verdict: &mut CaseResult) {
    for before in &played.before.units {
        if named.contains(&before.id) || played.moved.contains(&before.id) {
            continue;
        }
        let after =
            played.after.unit(before.id).map(|unit| format!("{} {}", unit.square, unit.facing));
        let put = format!("{} {}", before.square, before.facing);
        if after.as_deref() != Some(put.as_str()) {
            let found = after.unwrap_or_else(|| "destroyed".to_owned());
            verdict.fail(format!("{} is not named: expected `{put}`, found `{found}`", before.id));
        }
    }
}

/// Events in this order, others allowed between: a kind, or a map of some of an event's fields.
fn events(part: &Reader<'_>, played: &Played, verdict: &mut CaseResult) {
    let mut found = played.entries.iter().filter_map(|entry| serde_json::to_value(entry).ok());
    for item in part.items() {
        let wanted = item.node.map().map_or_else(
            || vec![("kind".to_owned(), &item.node.value)],
            |entries| entries.iter().map(|(key, node)| (key.text.clone(), &node.value)).collect(),
        );
        let hit =
            found.any(|event| wanted.iter().all(|(key, value)| same(&event[key.as_str()], value)));
        let what = format!("event {:?}", item.path.0.last());
        verdict.expect(
            &format!("{what} on line {}", item.span().line),
            "happens",
            if hit { "happens" } else { "does not" },
        );
    }
}

/// Whether a field of an event is what the case writes.
fn same(found: &Value, wanted: &engine::node::Value) -> bool {
    use engine::node::Value as Written;
    match (found, wanted) {
        (Value::Array(found), Written::List(wanted)) => {
            found.len() == wanted.len()
                && found.iter().zip(wanted).all(|(found, wanted)| same(found, &wanted.value))
        }
        (Value::Object(found), Written::Map(wanted)) => wanted.iter().all(|(key, wanted)| {
            found.get(&key.text).is_some_and(|found| same(found, &wanted.value))
        }),
        (Value::String(found), Written::Scalar { text, .. }) => found == text,
        (Value::Null, Written::Scalar { text, .. }) => text.is_empty() || text == "none",
        (Value::Number(found), Written::Scalar { text, .. }) => {
            text.parse() == Ok(found.as_i64().unwrap_or_default())
        }
        (Value::Bool(found), Written::Scalar { text, .. }) => text.parse() == Ok(*found),
        _ => false,
    }
}
