//! What must come of a case. Only what is named is compared.

use super::{Forces, standing_in};
use crate::DeBelloPunico;
use crate::events::{Combat, Event, Note};
use crate::explain;
use crate::names::{CommandBox, Id, Side};
use crate::state::{Place, State, Unit};
use engine::Common;
use engine::kit::{Bearing, Hex};
use engine::node::Value;
use engine::rules::StandingAnswer;
use engine::run::Entry;
use engine::{CaseResult, Complaints, Kind, Node, Reader, Rules, Viewer};
use std::collections::BTreeMap;

/// What has come of it.
pub(super) struct Found<'a> {
    pub(super) rules: &'a DeBelloPunico,
    pub(super) state: &'a State,
    pub(super) forces: &'a Forces,
    pub(super) entries: &'a [Entry<Event>],
    pub(super) told: &'a Complaints,
}

/// Compares all that `then` names.
pub(super) fn compare(
    found: &Found<'_>,
    then: &Reader<'_>,
    c: &mut Complaints,
    verdict: &mut CaseResult,
) {
    let state = found.state;
    for (key, value) in then.entries("a map of expectations", c).unwrap_or_default() {
        match key.text.as_str() {
            "units" => each(&value, c, verdict, |id, _| unit(state, id)),
            "totals" => verdict.expect("totals", &rows(&value), &totals(found.entries)),
            "void" => verdict.expect("void", &rows(&value), &voids(found.entries)),
            "error" => error(found, &value, verdict),
            "refused" => verdict.expect("refused", &words(&value), &refusals(found.told)),
            "tell" => tell(found, &value, verdict),
            "quiet" => quiet(found, &value, verdict),
            "explained" => each_rows(&value, c, verdict, |side| explained(found, side)),
            "chips" => chips(state, &value, true, c, verdict),
            "shown" => chips(state, &value, false, c, verdict),
            "pr" => each(&value, c, verdict, |side, _| {
                camp(side, |side| state.camps[side].pr.to_string())
            }),
            "leader" => each(&value, c, verdict, |side, _| camp(side, |side| leader(state, side))),
            "events" => events(found, &value, verdict),
            "not" => absent(found, &value, verdict),
            "over" => verdict.expect("over", &words(&value), &over(state)),
            "first" => {
                verdict.expect("first", &words(&value), state.first.map_or("none", Side::word));
            }
            "turn" => verdict.expect("turn", &words(&value), &state.turn.to_string()),
            "next" => verdict.expect("next", &words(&value), standing_in(state)),
            "awaited" => verdict.expect("awaited", &words(&value), &awaited(found)),
            "values" => each(&value, c, verdict, |id, _| values(found, id)),
            "front" => fronts(found, &value, c, verdict),
            "neighbours" => neighbours(found, &value, c, verdict),
            "distance" => each(&value, c, verdict, |hexes, _| distance(found, hexes)),
            other => c.push(value.fault(Common::Case, format!("unknown expectation `{other}`"))),
        }
    }
}

/// Compares each entry of a map with what `say` finds for its key.
fn each(
    reader: &Reader<'_>,
    c: &mut Complaints,
    verdict: &mut CaseResult,
    say: impl Fn(&str, &Reader<'_>) -> String,
) {
    for (key, value) in reader.entries("a map", c).unwrap_or_default() {
        verdict.expect(
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

fn voids(entries: &[Entry<Event>]) -> String {
    let row = |entry: &Entry<Event>| match &entry.event {
        Event::Note(Note::Void { unit, code, part, .. }) => {
            Some(unit.map_or_else(|| format!("{part} {code}"), |unit| format!("{unit} {code}")))
        }
        _ => None,
    };
    entries.iter().filter_map(row).collect::<Vec<_>>().join(", ")
}

/// Codes of faults and refusals, in order.
fn refusals(told: &Complaints) -> String {
    let of = told.0.iter().filter(|complaint| complaint.kind != Kind::Warning);
    of.map(|complaint| complaint.code).collect::<Vec<_>>().join(" ")
}

/// One code that must be among those told.
fn error(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    let (expected, told) = (words(reader), refusals(found.told));
    let there = told.split(' ').any(|code| code == expected);
    verdict.expect("error", &expected, if there { &expected } else { &told });
}

/// Pieces of text that some complaint must hold.
fn tell(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    let heard: Vec<String> = found
        .told
        .0
        .iter()
        .map(|c| format!("{} {}", c.message, c.fix.clone().unwrap_or_default()))
        .collect();
    for item in reader.items() {
        let text = item.node.text().unwrap_or_default();
        let said = heard.iter().any(|one| one.contains(text));
        verdict.expect(
            "told",
            text,
            if said { text } else { heard.first().map_or("nothing", String::as_str) },
        );
    }
}

/// Codes of warnings that must not be among those told.
fn quiet(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    for item in reader.items() {
        let code = item.node.text().unwrap_or("a code");
        let told = found.told.0.iter().any(|complaint| complaint.code == code);
        verdict.expect(code, "not told", if told { "told" } else { "not told" });
    }
}

/// Compares a list of lists for each entry of a map.
fn each_rows(
    reader: &Reader<'_>,
    c: &mut Complaints,
    verdict: &mut CaseResult,
    say: impl Fn(&str) -> String,
) {
    for (key, value) in reader.entries("a map of lists", c).unwrap_or_default() {
        verdict.expect(&key.text, &rows(&value), &say(&key.text));
    }
}

/// Attackers and targets of the cases that a seat is shown when it asks for none in particular.
fn explained(found: &Found<'_>, side: &str) -> String {
    let Some(side) = Side::parse(side) else { return format!("no side {side}") };
    let view = found.rules.view(found.state, &Viewer::Seat(side.seat()));
    let none = Node::from_value(&serde_json::json!([]));
    let answer = explain::answer(found.rules, &view, &side.seat(), (None, None), &none);
    let answer = answer.expect("no question, nothing to misunderstand");
    let row = |case: &serde_json::Value| {
        let name = |key: &str| case[key].as_str().expect("a name").to_owned();
        format!("{} {}", name("unit"), name("target"))
    };
    answer["cases"].as_array().expect("a list").iter().map(row).collect::<Vec<_>>().join(", ")
}

/// Chips in boxes as `combat 2, recovery 1`: true points only, or all that lies there.
fn chips(
    state: &State,
    reader: &Reader<'_>,
    points: bool,
    c: &mut Complaints,
    verdict: &mut CaseResult,
) {
    for (key, value) in reader.entries("a map from side to boxes", c).unwrap_or_default() {
        let Some(side) = Side::parse(&key.text) else { continue };
        let mut expected: BTreeMap<CommandBox, String> = BTreeMap::new();
        for (place, count) in value.entries("a map from box to number", c).unwrap_or_default() {
            match CommandBox::parse(&place.text) {
                Some(place) => drop(expected.insert(place, words(&count))),
                None => c.push(count.fault(Common::Case, format!("no box `{}`", place.text))),
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
        verdict.expect(&format!("chips of {side}"), &expected.join(", "), &lying.join(", "));
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

/// Events in this order, others allowed between: a kind, or a map of what must be there.
fn events(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    let all: Vec<serde_json::Value> =
        found.entries.iter().map(|entry| serde_json::to_value(entry).unwrap_or_default()).collect();
    let mut from = 0;
    for item in reader.items() {
        verdict.compared += 1;
        if let Some(at) = all[from..].iter().position(|value| event(item.node, value).is_none()) {
            from += at + 1;
            continue;
        }
        let kind = kind(item.node);
        let near = all[from..].iter().filter(|value| value["kind"] == kind);
        let near: Vec<String> = near
            .map(|value| format!("{} in {value}", event(item.node, value).unwrap_or_default()))
            .collect();
        let kinds: Vec<&str> =
            all[from..].iter().filter_map(|value| value["kind"].as_str()).collect();
        let line = item.span().line;
        verdict.fail(format!(
            "line {line}: no such event `{kind}` [{}]; events: {}",
            near.join("; "),
            kinds.join(" ")
        ));
    }
}

/// Events that must not occur.
fn absent(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    for item in reader.items() {
        verdict.compared += 1;
        let mut all =
            found.entries.iter().map(|entry| serde_json::to_value(entry).unwrap_or_default());
        if let Some(value) = all.find(|value| event(item.node, value).is_none()) {
            verdict.fail(format!("line {}: this must not happen: {value}", item.span().line));
        }
    }
}

fn kind(node: &Node) -> &str {
    node.text().or_else(|| node.get("kind").and_then(Node::text)).unwrap_or("?")
}

/// How an event differs from what a node asks.
fn event(node: &Node, value: &serde_json::Value) -> Option<String> {
    match node.text() {
        Some(kind) => (value["kind"] != kind).then(|| format!("not {kind}")),
        None => differs(node, value),
    }
}

/// The first difference between what a node asks and what a value holds: scalars by text, maps by the keys named, lists
/// item by item. Modifiers may be written as a map from reason to points.
fn differs(node: &Node, value: &serde_json::Value) -> Option<String> {
    match (&node.value, value) {
        (Value::Map(entries), serde_json::Value::Array(items))
            if items.iter().all(|item| item.get("what").is_some()) =>
        {
            let mut expected: Vec<String> = entries
                .iter()
                .map(|(key, node)| format!("{} {}", key.text, node.text().unwrap_or("?")))
                .collect();
            let mut found: Vec<String> = items
                .iter()
                .map(|item| format!("{} {}", item["what"].as_str().unwrap_or("?"), item["points"]))
                .collect();
            expected.sort_unstable();
            found.sort_unstable();
            (expected != found).then(|| format!("{expected:?} is not {found:?}"))
        }
        (Value::Map(entries), serde_json::Value::Object(map)) => {
            entries.iter().find_map(|(key, node)| match map.get(&key.text) {
                Some(value) => {
                    differs(node, value).map(|difference| format!("{}: {difference}", key.text))
                }
                None if node.is_empty() => None,
                None => Some(format!("{} is absent", key.text)),
            })
        }
        (Value::List(nodes), serde_json::Value::Array(items)) => {
            if nodes.len() != items.len() {
                return Some(format!("{} items, not {}", items.len(), nodes.len()));
            }
            nodes.iter().zip(items).find_map(|(node, item)| differs(node, item))
        }
        (Value::Scalar { text, .. }, value) => {
            let found = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (*text != found).then(|| format!("`{text}` is not `{found}`"))
        }
        _ => Some(format!("{} is not {value}", node.describe())),
    }
}

/// The front of units and leaders: fugitives and leaders have it all round.
fn fronts(found: &Found<'_>, reader: &Reader<'_>, c: &mut Complaints, verdict: &mut CaseResult) {
    for (key, value) in reader.entries("a map from unit to hexes", c).unwrap_or_default() {
        let mut expected: Vec<&str> =
            value.node.list().unwrap_or_default().iter().filter_map(Node::text).collect();
        expected.sort_unstable();
        verdict.expect(
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
fn neighbours(
    found: &Found<'_>,
    reader: &Reader<'_>,
    c: &mut Complaints,
    verdict: &mut CaseResult,
) {
    for (key, sides) in reader.entries("a map from hex to neighbours", c).unwrap_or_default() {
        each(&sides, c, verdict, |side, _| {
            let next = Hex::parse(&key.text).zip(Bearing::parse(side));
            let next = next.and_then(|(hex, side)| found.rules.printed.grid.step(hex, side));
            next.map_or("none".to_owned(), |hex| hex.to_string())
        });
    }
}

/// Steps between the two hexes of `0803 0703`.
fn distance(found: &Found<'_>, hexes: &str) -> String {
    let mut hexes = hexes.split_whitespace().filter_map(Hex::parse);
    let far = hexes.next().zip(hexes.next()).map(|(a, b)| found.rules.printed.grid.distance(a, b));
    far.map_or("none".to_owned(), |far| far.to_string())
}
