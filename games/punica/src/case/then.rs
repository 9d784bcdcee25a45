//! What a case expects, compared with what happened.

use crate::Punica;
use crate::data::chart::each;
use crate::events::Event;
use crate::explain::imagine;
use crate::names::{Side, Unit};
use engine::run::{Entry, GameStateOf, awaited};
use engine::{AtSeat, CaseResult, Complaints, Node, Reader, Rules};
use std::collections::BTreeMap;

/// What came of a case.
pub(crate) struct Played {
    /// The game after it.
    pub sitting: GameStateOf<Punica>,
    /// All events, in order.
    pub entries: Vec<Entry<Event>>,
    /// Codes of refusals and faults.
    pub codes: Vec<String>,
    /// Codes of warnings of the last entry.
    pub warnings: Vec<String>,
}

/// Compares all that `then` names.
pub(crate) fn compare(
    rules: &Punica,
    then: &Reader<'_>,
    played: &Played,
    verdict: &mut CaseResult,
) {
    let mut complaints = Complaints::new();
    let known = [
        "rome",
        "carthage",
        "events",
        "no-events",
        "next",
        "result",
        "error",
        "errors",
        "warnings",
        "explain",
        "turn",
        "quiet",
    ];
    then.only(&known, &mut complaints);
    codes(then, played, verdict);
    for side in Side::BOTH {
        if let Some(part) = then.get(side.word()) {
            camp(rules, &part, side, played, verdict, &mut complaints);
        }
    }
    if let Some(part) = then.get("events") {
        events(&part, &played.entries, verdict);
    }
    for item in then.get("no-events").map(|part| part.items()).unwrap_or_default() {
        let hit = played.entries.iter().find(|entry| matches(&item, entry));
        verdict.expect(
            "an event that must not occur",
            "none",
            if hit.is_some() { "one" } else { "none" },
        );
    }
    if let Some(part) = then.get("next") {
        next(rules, &part, played, verdict);
    }
    if let Some(part) = then.get("result") {
        result(rules, &part, played, verdict);
    }
    for (key, value) in [("turn", played.sitting.state.turn), ("quiet", played.sitting.state.quiet)]
    {
        if let Some(part) = then.get(key) {
            verdict.expect(key, part.node.text().unwrap_or_default(), &value.to_string());
        }
    }
    for item in then.get("explain").map(|part| part.items()).unwrap_or_default() {
        explained(rules, &item, played, verdict);
    }
    verdict.understood(&complaints);
}

/// The codes of refusals and faults, which must all be named, and of warnings, as far as they are.
fn codes(then: &Reader<'_>, played: &Played, verdict: &mut CaseResult) {
    let expected = then
        .get("error")
        .or_else(|| then.get("errors"))
        .map(|part| part.items())
        .unwrap_or_default();
    let expected: Vec<&str> = expected.iter().filter_map(|item| item.node.text()).collect();
    if !expected.is_empty() || !played.codes.is_empty() {
        verdict.expect("errors", &expected.join(", "), &played.codes.join(", "));
    }
    for warning in then.get("warnings").map(|part| part.items()).unwrap_or_default() {
        let code = warning.node.text().unwrap_or_default();
        let found = played.warnings.iter().find(|found| *found == code).cloned();
        verdict.expect("warning", code, &found.unwrap_or_else(|| played.warnings.join(", ")));
    }
}

/// Units and hand of a side, as far as they are named.
fn camp(
    rules: &Punica,
    reader: &Reader<'_>,
    side: Side,
    played: &Played,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    reader.only(&["army", "fleet", "hannibal", "hand"], complaints);
    let chart = rules.chart();
    let board = rules.board(&played.sitting.state);
    for (key, unit, element) in
        [("army", Unit::Army, chart.regions), ("fleet", Unit::Fleet, chart.seas)]
    {
        let Some(node) = reader.node.get(key) else { continue };
        let mut expected = BTreeMap::new();
        for (key, part) in
            Reader::new(node, reader.path.clone()).entries("areas", complaints).unwrap_or_default()
        {
            let area = rules.words().area_of(&part, &key.text, complaints);
            expected.extend(
                area.map(|area| {
                    (area.to_string(), part.node.text().unwrap_or_default().to_owned())
                }),
            );
        }
        let stands =
            each(board.held[side.at()] & element).filter(|area| board.has(side, unit, *area));
        let found: BTreeMap<String, String> = stands
            .map(|area| (chart.id(area).to_string(), board.count[side.at()][area].to_string()))
            .collect();
        verdict.expect(
            &format!("{key} of {side}"),
            &format!("{expected:?}"),
            &format!("{found:?}"),
        );
    }
    if let Some(part) = reader.get("hannibal") {
        let found =
            board.hannibal.map_or_else(|| "none".to_owned(), |area| chart.id(area).to_string());
        verdict.expect("hannibal", part.node.text().unwrap_or_default(), &found);
    }
    if let Some(part) = reader.get("hand") {
        let expected: Vec<&str> = part.items().iter().filter_map(|item| item.node.text()).collect();
        let found: Vec<String> =
            played.sitting.state.camp(side).hand.iter().map(ToString::to_string).collect();
        verdict.expect(&format!("hand of {side}"), &expected.join(", "), &found.join(", "));
    }
}

/// The events named must occur in this order; others may lie between.
fn events(reader: &Reader<'_>, entries: &[Entry<Event>], verdict: &mut CaseResult) {
    let mut rest = entries.iter();
    for (at, item) in reader.items().iter().enumerate() {
        let found = rest.any(|entry| matches(item, entry));
        let what = item.node.get("kind").and_then(Node::text).unwrap_or("?");
        verdict.expect(
            &format!("event {} ({what})", at + 1),
            "happened, in this order",
            if found { "happened, in this order" } else { "did not" },
        );
    }
}

/// Whether an event has every field that is named, with that value.
fn matches(reader: &Reader<'_>, entry: &Entry<Event>) -> bool {
    let value = serde_json::to_value(entry).unwrap_or_default();
    let fields = reader.node.map().unwrap_or_default();
    !fields.is_empty()
        && fields.iter().all(|(key, node)| {
            // The face of a lot is written `roll`, as the dice are.
            let die = value.get("kind").is_some_and(|kind| kind == "die");
            let name = if die && key.text == "roll" { "face" } else { key.text.as_str() };
            equal(node, value.get(name))
        })
}

/// Whether a node says what a value holds; `none` is said of what is absent.
fn equal(node: &Node, value: Option<&serde_json::Value>) -> bool {
    let Some(value) = value else { return node.text() == Some("none") };
    match value {
        serde_json::Value::Array(list) => {
            let items = Reader::new(node, engine::Path::top()).items();
            items.len() == list.len()
                && items.iter().zip(list).all(|(item, value)| equal(item.node, Some(value)))
        }
        serde_json::Value::Object(_) => node.map().is_some_and(|fields| {
            fields.iter().all(|(key, node)| equal(node, value.get(&key.text)))
        }),
        serde_json::Value::String(text) => node.text() == Some(text),
        other => node.text() == Some(&other.to_string()),
    }
}

/// What is awaited now, and from whom.
fn next(rules: &Punica, reader: &Reader<'_>, played: &Played, verdict: &mut CaseResult) {
    let prompts = awaited(rules, &played.sitting);
    let phase = rules.phase(&played.sitting.state);
    let seats: Vec<&str> = prompts.iter().map(|prompt| prompt.seat.name()).collect();
    if let Some(part) = reader.get("phase") {
        verdict.expect("next phase", part.node.text().unwrap_or_default(), &phase.name);
    }
    if let Some(part) = reader.get("seat") {
        let expected: Vec<&str> = part.items().iter().filter_map(|item| item.node.text()).collect();
        verdict.expect("next seat", &expected.join(", "), &seats.join(", "));
    }
}

/// How the game ended, if it did.
fn result(rules: &Punica, reader: &Reader<'_>, played: &Played, verdict: &mut CaseResult) {
    let outcome = rules.outcome(&played.sitting.state);
    if reader.node.text().is_some() {
        verdict.expect(
            "result",
            reader.node.text().unwrap_or_default(),
            if outcome.is_some() { "some" } else { "none" },
        );
        return;
    }
    let winner =
        outcome.as_ref().map_or("none", |outcome| outcome.winner.as_deref().unwrap_or("draw"));
    let by = outcome.as_ref().map_or("none", |outcome| outcome.reason.as_str());
    for (key, found) in [("winner", winner), ("by", by)] {
        if let Some(part) = reader.get(key) {
            verdict.expect(key, part.node.text().unwrap_or_default(), found);
        }
    }
}

/// What a seat's policies would do in an imagined battle.
fn explained(rules: &Punica, reader: &Reader<'_>, played: &Played, verdict: &mut CaseResult) {
    let seat = reader.get("seat").and_then(|part| part.node.text().map(engine::Seat::new));
    let (Some(seat), Some(question), Some(says)) = (seat, reader.get("if"), reader.get("says"))
    else {
        verdict.fail("explain takes seat, if and says".to_owned());
        return;
    };
    let view = rules.view(&played.sitting.state, &engine::Viewer::Seat(seat.clone()));
    let in_force = played.sitting.force.get(&seat);
    let at = AtSeat { view: &view, seat: &seat, prompts: &[], in_force };
    match imagine::answer(rules, &at, None, question.node) {
        Ok(value) => {
            let value = &value["cases"][0];
            for (key, node) in says.node.map().unwrap_or_default() {
                let found = value.get(&key.text);
                let shown = found.map_or_else(|| "nothing".to_owned(), ToString::to_string);
                let expected =
                    if equal(node, found) { shown.clone() } else { format!("{:?}", node.value) };
                verdict.expect(&format!("explain {}", key.text), &expected, &shown);
            }
        }
        Err(complaints) => verdict.fail(format!("explain: {complaints:?}")),
    }
}
