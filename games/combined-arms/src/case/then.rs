//! Compares what a case expects with what happened.

use super::super::CombinedArms;
use super::super::codes::Code;
use super::super::events::{Combat, Event, Listing, Movement, Sequence, SetUp};
use super::super::names::UnitId;
use super::super::rules::Field;
use super::super::state::{State, Unit};
use super::Played;
use engine::case::{Found, Group, Matcher, could_not_fail};
use engine::{Case, CaseResult, Kind, Reader};

/// Every kind of event.
pub(super) const KINDS: [Group; 5] = [
    Group::of::<SetUp>(),
    Group::of::<Movement>(),
    Group::of::<Combat>(),
    Group::of::<Listing>(),
    Group::of::<Sequence>(),
];

/// Checks that a unit of this name exists, for keys that name one.
pub(super) fn known(state: &State, key: &str, word: &str) -> Result<(), String> {
    let there = match key {
        "unit" | "attacker" | "target" | "targets" => {
            let lost = state.lost.iter().any(|lost| lost.id == *word);
            lost || UnitId::new(word).is_some_and(|id| state.unit(id).is_some())
        }
        _ => true,
    };
    if there { Ok(()) } else { Err(format!("there is no unit `{word}` in this case")) }
}

pub(super) fn compare(
    rules: &CombinedArms,
    (case, top): (&Case<'_>, &Reader<'_>),
    played: &Played,
    result: &mut CaseResult,
) {
    let Some(then) = top.need("then") else { return };
    let known_here = |key: &str, word: &str| known(&played.before, key, word);
    let matcher = Matcher::new(case, &KINDS, Code::TABLE).known(&known_here);
    matcher.cites(case, &then);
    matcher.lawful(&played.entries, result);
    let found = Found { entries: &played.entries, told: &played.told };
    let mut named = Vec::new();
    for (key, part) in then.entries("a map of what is expected").unwrap_or_default() {
        match key.text.as_str() {
            "skipped" => listed(&part, "skipped", &skips(played), result),
            "defense" => defense(rules, &part, &played.after, result),
            "turn" => result.expect("turn", text(&part), &played.after.turn.to_string()),
            "winner" | "drawn" | "over" => ending(&key.text, text(&part), &played.after, result),
            key if matcher.then(key, &part, &found, result) => {}
            id => match known(&played.before, "unit", id) {
                Ok(()) => {
                    named.extend(UnitId::new(id));
                    unit(id, &part, &played.after, result);
                }
                Err(what) => part.complain(could_not_fail(
                    &part,
                    &format!("{what}, and there is no expectation of this name"),
                )),
            },
        }
    }
    if then.get("refused").is_none()
        && let Some(fault) = played.told.0.iter().find(|complaint| complaint.kind() == Kind::Fault)
    {
        result.fail(format!("not understood: {fault} ({})", fault.path));
    }
    if top.get("play").is_none() {
        others(played, &named, result);
    }
}

fn text<'a>(reader: &Reader<'a>) -> &'a str {
    reader.node.text().unwrap_or("(not a single value)")
}

/// Compares a whole list, in order.
fn listed(part: &Reader<'_>, what: &str, found: &[String], result: &mut CaseResult) {
    let expected: Vec<&str> = part.items().iter().map(text).collect();
    result.expect(what, &expected.join("; "), &found.join("; "));
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

/// The word that serde writes for a value.
pub(super) fn word<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value)
        .ok()
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// Compares the current Defense of units.
fn defense(rules: &CombinedArms, part: &Reader<'_>, state: &State, result: &mut CaseResult) {
    let field = Field::new(&rules.chart, state);
    for (key, value) in part.entries("a map from unit to Defense value").unwrap_or_default() {
        if let Err(what) = known(state, "unit", &key.text) {
            part.complain(could_not_fail(&value, &what));
        }
        let unit = UnitId::new(&key.text).and_then(|id| state.unit(id));
        let found = unit.map_or("destroyed".to_owned(), |unit| field.defense(unit).to_string());
        result.expect(&format!("Defense of {}", key.text), text(&value), &found);
    }
}

/// `winner: rome`, `drawn: stall`, `over: general`.
fn ending(key: &str, expected: &str, state: &State, result: &mut CaseResult) {
    let winner = state.result.and_then(|result| result.winner);
    let reason = state.result.map_or("none", |result| result.reason.word());
    let found = match key {
        "winner" => winner.map_or("none", super::super::names::Side::word),
        "drawn" if winner.is_some() => "won",
        _ => reason,
    };
    result.expect(key, expected, found);
}

/// A unit: `e7 s dmg 2`, `destroyed blocked`, or a map with `is`, `pila`, `charged`, `credit`, `veteran`.
fn unit(id: &str, part: &Reader<'_>, state: &State, result: &mut CaseResult) {
    let now = UnitId::new(id).and_then(|id| state.unit(id));
    if part.node.map().is_none() {
        result.expect(id, text(part), &describe(id, now, state));
        return;
    }
    part.only(&["is", "pila", "charged", "credit", "veteran"]);
    for (key, value) in part.entries("what is known of the unit").unwrap_or_default() {
        let found = match (key.text.as_str(), now) {
            ("is", _) => describe(id, now, state),
            (_, None) => "destroyed".to_owned(),
            ("pila", Some(unit)) => unit.pila.to_string(),
            ("charged", Some(unit)) => unit.charged.is_some().to_string(),
            ("credit", Some(unit)) => unit.credits.to_string(),
            (_, Some(unit)) => unit.veteran.to_string(),
        };
        result.expect(&format!("{} of {id}", key.text), text(&value), &found);
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

/// Checks that units which the case neither names nor orders are where they were put.
fn others(played: &Played, named: &[UnitId], result: &mut CaseResult) {
    for before in &played.before.units {
        if named.contains(&before.id) || played.moved.contains(&before.id) {
            continue;
        }
        let after =
            played.after.unit(before.id).map(|unit| format!("{} {}", unit.square, unit.facing));
        let put = format!("{} {}", before.square, before.facing);
        if after.as_deref() != Some(put.as_str()) {
            let found = after.unwrap_or_else(|| "destroyed".to_owned());
            result.fail(format!(
                "{} is not named in the case, so it should still be at `{put}`; found `{found}`",
                before.id
            ));
        }
    }
}
