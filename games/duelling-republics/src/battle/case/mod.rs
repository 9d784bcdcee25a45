//! Cases of the line battle: a whole battle with its dice, one or more bounds from a position, or a plan and what is said
//! of it.

mod compare;
mod given;
mod log;
mod shown;

pub(crate) use log::log;

use super::chart::Chart;
use super::events::{Blow, Course, Ending, Event, Manoeuvre};
use super::judge;
use super::line::Line;
use super::plan::Role;
use super::report::Report;
use super::rules;
use super::scene::{Logged, Scene};
use crate::codes::Code;
use crate::elements::ArmyId;
use compare::agrees;
use engine::case::{Found, Group, Matcher};
use engine::dice::Dice;
use engine::{Case, CaseResult, Complaints, Entry, Node, Reader};
use given::{Given, given};
use serde_json::Value;

pub(crate) fn is_battle(case: Case<'_>) -> bool {
    case.node.get("attacker").is_some() && case.node.get("defender").is_some()
}

pub(crate) fn run(chart: &Chart, case: Case<'_>) -> CaseResult {
    let mut result = CaseResult::new();
    let mut complaints = Complaints::new();
    let reader = case.reader(&mut complaints);
    let found = given(chart, &reader);
    if !result.understood(&reader) {
        return result;
    }
    let Some(given) = found else {
        result.fail("`given` describes no battle".to_owned());
        return result;
    };
    let expected = case.node.get("expect").or_else(|| case.node.get("then"));
    let then = expected.map(|node| reader.beside(node, reader.path.then("then")));
    if let Some(then) = &then {
        plans(chart, &given, then, &mut result);
    }
    if let Some(dice) = &given.dice {
        let log = case.node.get("log");
        fought(chart, &case, (&given, dice), (then.as_ref(), log), &mut result);
    }
    result
}

fn plans(chart: &Chart, given: &Given, then: &Reader<'_>, result: &mut CaseResult) {
    for role in Role::BOTH {
        let side = given.side(role);
        if let Some(refused) = then.get("refused").and_then(|part| part.get(role.word())) {
            let listed: Vec<&str> =
                refused.items().iter().filter_map(|item| item.node.text()).collect();
            result.expect(
                &format!("refused, {}", role.word()),
                &listed.join("; "),
                &side.complaints.join("; "),
            );
        }
        if let Some(plan) = then.get("plan").and_then(|part| part.get(role.word())) {
            let settled = judge::settle(&given.field(chart, role), &side.draft).0;
            let found = serde_json::to_value(&settled).unwrap_or(Value::Null);
            agrees(&format!("plan of the {}", role.word()), plan.node, Some(&found), result);
        }
    }
}

fn fought(
    chart: &Chart,
    case: &Case<'_>,
    (given, dice): (&Given, &[(Option<String>, u32)]),
    (then, written): (Option<&Reader<'_>>, Option<&Node>),
    result: &mut CaseResult,
) {
    let scripted = Dice::scripted(dice.iter().map(|(_, face)| *face).collect());
    let (scene, line) = play(chart, given, scripted);
    labels(dice, &scene, result);
    if let Some(then) = then {
        results(&line, then, result);
        if let Some(position) = then.get("line") {
            agrees("line", position.node, Some(&shown::shown(&line)), result);
        }
        happened(case, then, &scene.entries, result);
    }
    if let Some(text) = written.and_then(Node::text) {
        let found = log(&scene.entries);
        for (at, (expected, found)) in text.lines().zip(&found).enumerate() {
            result.expect(&format!("line {} of the log", at + 1), expected, found);
        }
        result.expect(
            "lines of the log",
            &text.lines().count().to_string(),
            &found.len().to_string(),
        );
    }
}

/// Plays the battle, or the bounds asked for; with the line at the end.
fn play(chart: &Chart, given: &Given, dice: Dice) -> (Logged, Line) {
    let called = given.called(chart);
    let scene = match &given.line {
        Some((line, bounds)) => {
            let mut scene = Logged::from_line(dice, line.clone());
            rules::resume(chart, &mut scene, *bounds);
            scene
        }
        None => {
            let mut scene = Logged::new(dice);
            rules::fight(chart, &mut scene, &called);
            scene
        }
    };
    let line = scene.line().clone();
    (scene, line)
}

/// Checks that every die was thrown for the label it was written under, and none too many or too few.
fn labels(dice: &[(Option<String>, u32)], scene: &Logged, result: &mut CaseResult) {
    let rolls = scene.entries.iter().filter_map(|entry| entry.roll.as_ref());
    let thrown: Vec<String> = rolls
        .flat_map(|roll| {
            let label = roll.label.split('#').next().unwrap_or_default().to_owned();
            label.split(" v ").map(str::to_owned).collect::<Vec<String>>()
        })
        .collect();
    for (at, (label, _)) in dice.iter().enumerate() {
        if let (Some(label), Some(found)) = (label, thrown.get(at)) {
            result.expect(&format!("die {}", at + 1), label, found);
        }
    }
    result.expect("dice thrown", &dice.len().to_string(), &thrown.len().to_string());
    result.dice(&scene.dice);
}

fn results(line: &Line, then: &Reader<'_>, result: &mut CaseResult) {
    let report = Report::of(line);
    let part = then.get("result").unwrap_or_else(|| then.clone());
    let word = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    let mut one = |at: &Reader<'_>, key: &str, found: String| {
        if let Some(part) = at.get(key) {
            result.expect(key, part.node.text().unwrap_or("?"), &found);
        }
    };
    one(&part, "winner", word(report.winner.map(|army| army.to_string())));
    let how =
        serde_json::to_value(report.how).ok().and_then(|value| value.as_str().map(str::to_owned));
    one(&part, "how", if line.end.is_some() { word(how) } else { "unfinished".to_owned() });
    one(then, "bounds", report.bounds.to_string());
    let seats = |map: &std::collections::BTreeMap<engine::Seat, u8>| {
        serde_json::to_value(map).unwrap_or(Value::Null)
    };
    let mut kills = report.attacker.kills.clone();
    kills.extend(report.defender.kills.clone());
    for (key, found) in [("kills", seats(&kills)), ("points", seats(&report.points()))] {
        if let Some(part) = then.get(key) {
            agrees(key, part.node, Some(&found), result);
            result.expect(
                key,
                &part.node.map().map_or(0, <[_]>::len).to_string(),
                &found.as_object().map_or(0, serde_json::Map::len).to_string(),
            );
        }
    }
    for role in Role::BOTH {
        let (share, party) = (report.share(role), line.party(role));
        let army = share.army.word();
        let looted = word(share.looted_by.as_ref().map(ToString::to_string));
        let of = |key: &str| then.get(key).and_then(|part| part.get(army));
        if let Some(part) = of("lost") {
            let lost = serde_json::to_value(&share.lost).unwrap_or(Value::Null);
            agrees(&format!("lost by {army}"), part.node, Some(&lost), result);
        }
        let facts = [
            ("camp_looted", looted),
            ("losses", share.losses.to_string()),
            ("general_killed", party.general_lost().to_string()),
        ];
        for (key, found) in facts {
            if let Some(part) = of(key) {
                let expected =
                    part.node.text().map_or("?", |text| if text == "no" { "none" } else { text });
                result.expect(&format!("{key} of {army}"), expected, &found);
            }
        }
    }
}

/// The expectations that only cases of a battle have.
const OWN: [&str; 13] = [
    "refused",
    "plan",
    "line",
    "result",
    "winner",
    "how",
    "bounds",
    "kills",
    "points",
    "lost",
    "camp_looted",
    "losses",
    "general_killed",
];

/// Every kind of event of a battle.
pub(crate) const KINDS: [Group; 4] =
    [Group::of::<Course>(), Group::of::<Manoeuvre>(), Group::of::<Blow>(), Group::of::<Ending>()];

/// The elements that may be meant by one named without its army.
pub(crate) fn spellings(word: &str) -> Vec<String> {
    ArmyId::ALL.iter().map(|army| format!("{army}.{word}")).collect()
}

/// Checks that some events happened, and that others did not.
fn happened(case: &Case<'_>, then: &Reader<'_>, entries: &[Entry<Event>], result: &mut CaseResult) {
    let mut complaints = Complaints::new();
    let then = &then.telling(&mut complaints);
    let matcher = Matcher::new(case, &KINDS, Code::TABLE).spellings(&spellings);
    let found = Found { entries, told: &Complaints::new() };
    matcher.compare((case, then), &found, (&OWN, |_, _, _| {}), result);
    result.understood(then);
}
