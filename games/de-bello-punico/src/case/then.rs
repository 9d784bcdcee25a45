//! Compares the result of a case with what the case expects. Only what is named is compared.

use super::Forces;
use crate::DeBelloPunico;
use crate::codes::Code;
use crate::events::{self, Combat, Event};
use crate::explain;
use crate::names::{CommandBox, Id, Side};
use crate::rules::sequence;
use crate::state::{Place, State, Unit};
use engine::case::{self, Group, Matcher, could_not_fail, keyed};
use engine::kit::{Bearing, Hex};
use engine::{
    AtSeat, Case, CaseResult, Common, Complaints, Entry, Node, OrderRules, Reader, Rules,
    StandingAnswer, Viewer,
};
use std::collections::BTreeMap;

pub(super) struct Found<'a> {
    pub(super) rules: &'a DeBelloPunico,
    pub(super) state: &'a State,
    pub(super) forces: &'a Forces,
    pub(super) entries: &'a [Entry<Event>],
    pub(super) told: &'a Complaints,
}

/// The expectations that only cases of this title have.
const OWN: [&str; 16] = [
    "units",
    "totals",
    "explained",
    "chips",
    "shown",
    "pr",
    "leader",
    "over",
    "first",
    "turn",
    "next",
    "awaited",
    "values",
    "front",
    "neighbours",
    "distance",
];

/// Every kind of event.
const KINDS: [Group; 9] = [
    Group::of::<events::SetUp>(),
    Group::of::<events::Sequence>(),
    Group::of::<events::Points>(),
    Group::of::<events::Elephants>(),
    Group::of::<events::Movement>(),
    Group::of::<Combat>(),
    Group::of::<events::Morale>(),
    Group::of::<events::Leaders>(),
    Group::of::<events::Note>(),
];

pub(super) fn compare(
    case: &Case<'_>,
    found: &Found<'_>,
    then: &Reader<'_>,
    result: &mut CaseResult,
) {
    let known = |key: &str, word: &str| known(found.state, key, word);
    let matcher = Matcher::new(case, &KINDS, Code::TABLE).known(&known);
    let own = |key: &str, value: &Reader<'_>, result: &mut CaseResult| {
        one(found, key, value, result);
    };
    let all = case::Found { entries: found.entries, told: found.told };
    matcher.compare((case, then), &all, (&OWN, own), result);
}

/// Compares what only this title has.
fn one(found: &Found<'_>, key: &str, value: &Reader<'_>, result: &mut CaseResult) {
    let state = found.state;
    let mut single = |found: &str| result.expect(key, &words(value), found);
    match key {
        "totals" => result.expect(key, &rows(value), &totals(found.entries)),
        "units" => units(state, value, result, |id| unit(state, id)),
        "explained" => each_rows(value, result, |side| explained(found, side)),
        "chips" => chips(state, value, true, result),
        "shown" => chips(state, value, false, result),
        "pr" => {
            each(value, result, |side, _| camp(side, |side| state.camps[side].pr.to_string()));
        }
        "leader" => each(value, result, |side, _| camp(side, |side| leader(state, side))),
        "over" => single(&over(state)),
        "first" => single(state.first.map_or("none", Side::word)),
        "turn" => single(&state.turn.to_string()),
        "next" => single(sequence::asks(state)),
        "awaited" => single(&awaited(found)),
        "values" => units(state, value, result, |id| values(found, id)),
        "front" => fronts(found, value, result),
        "neighbours" => neighbours(found, value, result),
        "distance" => {
            let two = |text: &str| distance(found, text);
            for (far, value) in keyed(value, "pair of hexes", two) {
                result.expect(&value.path.to_string(), &words(&value), &far.to_string());
            }
        }
        other => panic!("`{other}` is listed and not compared"),
    }
}

/// Checks that a unit or a leader of this name exists, for keys that name one; figures stand under some of these keys
/// too.
fn known(state: &State, key: &str, word: &str) -> Result<(), String> {
    let id = Id::new(word);
    let there = match key {
        _ if word.parse::<i16>().is_ok() => true,
        "unit" | "units" | "target" | "by" | "attacker" | "defender" | "who" => {
            id.is_some_and(|id| state.unit(id).is_some() || state.leads(id).is_some())
        }
        _ => true,
    };
    if there { Ok(()) } else { Err(format!("there is no `{word}` in this battle")) }
}

/// Compares what is said of units; what the battle does not have would be absent in every game.
fn units(
    state: &State,
    reader: &Reader<'_>,
    result: &mut CaseResult,
    say: impl Fn(&str) -> String,
) {
    for (key, value) in reader.entries("a map from units").unwrap_or_default() {
        if let Err(what) = known(state, "unit", &key.text) {
            reader.complain(could_not_fail(&value, &what));
        }
        let expected = value.node.text().unwrap_or("a single value");
        result.expect(&key.text, expected, &say(&key.text));
    }
}

/// Compares each entry of a map with what `say` finds for its key.
fn each(reader: &Reader<'_>, result: &mut CaseResult, say: impl Fn(&str, &Reader<'_>) -> String) {
    for (key, value) in reader.entries("a map").unwrap_or_default() {
        result.expect(
            &key.text,
            value.node.text().unwrap_or("a single value"),
            &say(&key.text, &value),
        );
    }
}

/// The words of a list, or of one value.
fn words(reader: &Reader<'_>) -> String {
    reader.items().iter().filter_map(|item| item.node.text()).collect::<Vec<_>>().join(" ")
}

/// A list of lists as text: `ha1 9 me1 6, ha2 7 me2 8`.
fn rows(reader: &Reader<'_>) -> String {
    reader.items().iter().map(words).collect::<Vec<_>>().join(", ")
}

fn camp(side: &str, say: impl Fn(Side) -> String) -> String {
    Side::parse(side).map_or_else(|| format!("no side {side}"), say)
}

/// `1009/s dp4 panic`; off the map only the place.
fn unit(state: &State, id: &str) -> String {
    let Some(unit) = Id::new(id).and_then(|id| state.unit(id)) else { return "absent".to_owned() };
    let Place::On(hex) = unit.place else { return unit.place.to_string() };
    let points = if unit.dp > 0 { format!(" dp{}", unit.dp) } else { String::new() };
    format!("{hex}/{}{points}{}", unit.facing, if unit.panic.is_some() { " panic" } else { "" })
}

fn leader(state: &State, side: Side) -> String {
    let leader = &state.camps[side].leader;
    match leader.hex {
        _ if leader.lost => "lost".to_owned(),
        Some(hex) => hex.to_string(),
        None => "none".to_owned(),
    }
}

fn over(state: &State) -> String {
    state.over.map_or_else(
        || "no".to_owned(),
        |end| format!("{} {}", end.winner.map_or("none", Side::word), end.how),
    )
}

fn totals(entries: &[Entry<Event>]) -> String {
    let row = |entry: &Entry<Event>| match &entry.event {
        Event::Combat(Combat::Fought(fight)) => {
            let (a, d) = (&fight.attacker, &fight.defender);
            Some(format!("{} {} {} {}", a.unit, a.total, d.unit, d.total))
        }
        _ => None,
    };
    entries.iter().filter_map(row).collect::<Vec<_>>().join(", ")
}

/// Compares a list of lists for each entry of a map.
fn each_rows(reader: &Reader<'_>, result: &mut CaseResult, say: impl Fn(&str) -> String) {
    for (key, value) in reader.entries("a map of lists").unwrap_or_default() {
        result.expect(&key.text, &rows(&value), &say(&key.text));
    }
}

/// Attackers and targets of the cases that a seat is shown when it asks for none in particular.
fn explained(found: &Found<'_>, side: &str) -> String {
    let Some(side) = Side::parse(side) else { return format!("no side {side}") };
    let view = found.rules.view(found.state, &Viewer::Seat(side.seat()));
    let none = Node::from_value(&serde_json::json!([]));
    let at = AtSeat { view: &view, seat: &side.seat(), prompts: &[], in_force: None };
    let answer = explain::answer(found.rules, &at, None, &none);
    let answer = answer.expect("without a question there is nothing to misunderstand");
    let row = |case: &serde_json::Value| {
        let name = |key: &str| case[key].as_str().expect("a name").to_owned();
        format!("{} {}", name("unit"), name("target"))
    };
    answer["cases"].as_array().expect("a list").iter().map(row).collect::<Vec<_>>().join(", ")
}

/// Chips in boxes as `combat 2, recovery 1`: true points only, or all that lies there.
fn chips(state: &State, reader: &Reader<'_>, points: bool, result: &mut CaseResult) {
    for (key, value) in reader.entries("a map from side to boxes").unwrap_or_default() {
        let Some(side) = Side::parse(&key.text) else {
            reader.complain(could_not_fail(&value, &format!("there is no side `{}`", key.text)));
            continue;
        };
        let mut expected: BTreeMap<CommandBox, String> = BTreeMap::new();
        for (place, count) in value.entries("a map from box to number").unwrap_or_default() {
            match CommandBox::parse(&place.text) {
                Some(place) => drop(expected.insert(place, words(&count))),
                None => {
                    reader.complain(count.fault(Common::Case, format!("no box `{}`", place.text)));
                }
            }
        }
        let camp = &state.camps[side];
        let mut lying = camp.chips.clone();
        if let Some(vacuus) = camp.vacuus.filter(|_| points).and_then(|place| lying.get_mut(&place))
        {
            *vacuus = vacuus.saturating_sub(1);
        }
        let lying: Vec<String> = lying
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(place, count)| format!("{place} {count}"))
            .collect();
        let expected: Vec<String> =
            expected.iter().map(|(place, count)| format!("{place} {count}")).collect();
        result.expect(&format!("chips of {side}"), &expected.join(", "), &lying.join(", "));
    }
}

/// The seats that must answer before the game goes on.
fn awaited(found: &Found<'_>) -> String {
    let open = found.rules.prompts(found.state).into_iter().filter(|prompt| {
        let view = found.rules.view(found.state, &Viewer::Seat(prompt.seat.clone()));
        let policy = found
            .forces
            .get(&prompt.seat)
            .and_then(|force| force.standing.as_ref())
            .map(|filed| &filed.says);
        !prompt.optional
            && matches!(found.rules.standing(&view, prompt, policy), StandingAnswer::Pass)
    });
    open.map(|prompt| prompt.seat.name().to_owned()).collect::<Vec<_>>().join(" ")
}

/// Combat points and morale as disorder leaves them, and movement points.
fn values(found: &Found<'_>, id: &str) -> String {
    let Some(unit) = Id::new(id).and_then(|id| found.state.unit(id)) else {
        return "absent".to_owned();
    };
    let note = found.rules.printed.kind(unit.kind);
    format!(
        "{}/{}/{}",
        note.combat.saturating_sub(unit.dp),
        note.morale.saturating_sub(unit.dp),
        note.mp
    )
}

/// The front of units and leaders: fugitives and leaders have it all round.
fn fronts(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    for (key, value) in reader.entries("a map from unit to hexes").unwrap_or_default() {
        if let Err(what) = known(found.state, "unit", &key.text) {
            reader.complain(could_not_fail(&value, &what));
        }
        let mut expected: Vec<&str> =
            value.node.list().unwrap_or_default().iter().filter_map(Node::text).collect();
        expected.sort_unstable();
        result.expect(
            &format!("front of {}", key.text),
            &expected.join(" "),
            &front(found, &key.text).join(" "),
        );
    }
}

fn front(found: &Found<'_>, name: &str) -> Vec<String> {
    let (state, grid) = (found.state, found.rules.printed.grid);
    let id = Id::new(name);
    let leader = id.and_then(|id| state.leads(id)).and_then(|side| state.camps[side].leader.hex);
    let unit: Option<&Unit> = id.and_then(|id| state.unit(id));
    let Some(hex) = leader.or_else(|| unit.and_then(Unit::hex)) else {
        return vec!["absent".to_owned()];
    };
    let sides = grid.sides();
    let faced = unit
        .filter(|unit| unit.steady())
        .and_then(|unit| sides.into_iter().position(|side| side == unit.facing));
    let before = |at: &usize| faced.is_none_or(|faced| matches!((at + 6 - faced) % 6, 0 | 1 | 5));
    let mut hexes: Vec<String> = (0..6)
        .filter(before)
        .filter_map(|at| grid.step(hex, sides[at]))
        .map(|hex| hex.to_string())
        .collect();
    hexes.sort_unstable();
    hexes
}

/// `"1003": {ne: "1103", ...}`.
fn neighbours(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    let grid = found.rules.printed.grid;
    for (hex, sides) in keyed(reader, "hex", |hex| Hex::parse(hex).filter(|hex| grid.has(*hex))) {
        for (side, value) in keyed(&sides, "direction", Bearing::parse) {
            let next = grid.step(hex, side).map_or("none".to_owned(), |hex| hex.to_string());
            result.expect(&value.path.to_string(), &words(&value), &next);
        }
    }
}

/// Steps between the two hexes of `0803 0703`.
fn distance(found: &Found<'_>, hexes: &str) -> Option<u8> {
    let grid = found.rules.printed.grid;
    let (a, b) = hexes.split_once(' ')?;
    let on_map = |hex| Hex::parse(hex).filter(|hex| grid.has(*hex));
    Some(grid.distance(on_map(a)?, on_map(b)?))
}
