//! Cases about armies and set-ups: each entry of `orders` is a file of one seat, or the armies of both.

use super::super::CombinedArms;
use super::super::codes::Code;
use super::super::events::{Event, Listing, SetUp};
use super::super::names::{Side, Stage, UnitId};
use super::super::orders::camp::{CampOf, camp};
use super::super::orders::{Camp, Orders};
use super::super::state::State;
use super::{HEAD, given, then};
use engine::case::{Found, Matcher};
use engine::dice::Dice;
use engine::kit::Squares;
use engine::node::{Key, Node, Value};
use engine::rules::ParsedOrdersOf;
use engine::{
    Answer, Answers, AtSeat, Case, CaseResult, Common, Complaints, Entry, Kind, OrderRules, Path,
    Reader, Rules, Source, Table,
};
use std::collections::BTreeMap;

/// Plays each entry by itself on a newly opened game.
pub(super) fn play(
    rules: &CombinedArms,
    (case, top): (&Case<'_>, &Reader<'_>),
    result: &mut CaseResult,
) {
    top.only(
        &[HEAD.as_slice(), &["options", "scenario", "map", "phase", "orders", "then"]].concat(),
    );
    let Some(mut state) = given::opened(rules, top) else { return };
    // A later phase of the set-up opens once the ready armies have been shown.
    let phase = top.get("phase").and_then(|part| part.one_of::<Stage>("a phase", Common::Case));
    if phase.is_some_and(|phase| phase != state.stage) {
        state = resolve(rules, &state, [Camp::default(), Camp::default()]).0;
    }
    let mut last = (state.clone(), Vec::new());
    for entry in top.get("orders").map(|part| part.items()).unwrap_or_default() {
        let both = Side::BOTH.iter().any(|side| entry.node.get(side.word()).is_some());
        if both {
            entry.only(Side::WORDS);
            let camps = Side::BOTH.map(|side| armies(&entry, side));
            last = resolve(rules, &state, camps);
        } else {
            last = one_file(rules, &state, (case, &entry), result).unwrap_or(last);
        }
    }
    if let Some(part) = top.get("then") {
        compare((rules, case), &part, &last, result);
    }
}

/// `rome: consular`, or an army of its own: whatever a muster takes.
fn armies(entry: &Reader<'_>, side: Side) -> Camp {
    let Some(army) = entry.get(side.word()) else { return Camp::default() };
    let key = Key { text: "army".to_owned(), span: army.span() };
    let node = Node { value: Value::Map(vec![(key, army.node.clone())]), span: army.span() };
    match camp(&entry.beside(&node, army.path.clone()), CampOf::Muster) {
        Some(Orders::Camp(camp)) => camp,
        Some(Orders::List(_) | Orders::FallBack(_)) | None => Camp::default(),
    }
}

/// One seat's file: refused as expected, lawful, or leading to squares.
fn one_file(
    rules: &CombinedArms,
    state: &State,
    (case, entry): (&Case<'_>, &Reader<'_>),
    result: &mut CaseResult,
) -> Option<(State, Vec<Entry<Event>>)> {
    let side: Side = entry.need("seat")?.one_of("a side", Common::Case)?;
    let expected = entry.need("then")?;
    let Value::Map(entries) = &entry.node.value else { return None };
    let kept = entries
        .iter()
        .filter(|(key, _)| !["seat", "then"].contains(&key.text.as_str()))
        .cloned()
        .collect();
    let node = Node { value: Value::Map(kept), span: entry.span() };
    let mut read = Complaints::new();
    let prompts = rules.prompts(state);
    let Some(prompt) = prompts.iter().find(|prompt| prompt.seat == *rules.seat(side)) else {
        result.fail(format!("{side} is not asked anything in phase {}", state.stage.word()));
        return None;
    };
    let of = match prompt.name.as_str() {
        "muster" => CampOf::Muster,
        "place" => CampOf::Place,
        _ => CampOf::Deploy,
    };
    let orders = camp(&Reader::new(&node, Path::top().then("orders"), &mut read), of);
    let mut told = read.0;
    if let Some(orders) = &orders {
        let mut filing = ParsedOrdersOf::<CombinedArms>::default();
        filing.orders.insert(prompt.name.clone(), orders.clone());
        let asked = std::slice::from_ref(prompt);
        let at = AtSeat { view: state, seat: rules.seat(side), prompts: asked, in_force: None };
        told.extend(rules.check(&at, &filing));
    }
    let line = expected.span().line;
    if let Some(word) = expected.node.text() {
        let refused = told.iter().find(|one| one.kind() != Kind::Warning);
        let found = refused.map_or("legal".to_owned(), ToString::to_string);
        result.expect(&format!("orders on line {line}"), word, &found);
    } else if orders.is_none() {
        entry.with_complaints(|complaints| complaints.0.extend(told));
    }
    let Orders::Camp(camp) = orders? else { return None };
    let mut camps = [Camp::default(), Camp::default()];
    camps[side.at()] = camp;
    let played = resolve(rules, state, camps);
    if expected.node.map().is_some() {
        compare((rules, case), &expected, &played, result);
    }
    Some(played)
}

fn resolve(rules: &CombinedArms, state: &State, camps: [Camp; 2]) -> (State, Vec<Entry<Event>>) {
    let [rome, carthage] = camps;
    let answers = rules.prompts(state).into_iter().map(|prompt| {
        let camp =
            if prompt.seat == *rules.seat(Side::Rome) { rome.clone() } else { carthage.clone() };
        Answer { prompt, orders: Orders::Camp(camp), source: Source::Fresh }
    });
    let answers = Answers(answers.collect());
    let (mut after, force, mut dice) = (state.clone(), BTreeMap::new(), Dice::none());
    let mut table = Table::new(rules, &mut after, &force, &mut dice, 1);
    rules.resolve(&mut table, &answers);
    let entries = table.leave();
    (after, entries)
}

/// The expectations that only set-up cases have, and those about the squares of units.
const OWN: [&str; 8] =
    ["first", "phase", "winner", "drawn", "sums", "veterans", "hills", "plateaus"];

fn compare(
    (rules, case): (&CombinedArms, &Case<'_>),
    then: &Reader<'_>,
    (state, entries): &(State, Vec<Entry<Event>>),
    result: &mut CaseResult,
) {
    let matcher = Matcher::new(case, &then::KINDS, Code::TABLE);
    matcher.cites(case, then);
    matcher.lawful(entries, result);
    let void = entries.iter().find_map(|entry| match &entry.event {
        Event::Listing(Listing::Void(void)) => Some(void),
        _ => None,
    });
    if let (Some(void), None) = (void, then.get("void")) {
        let (side, why) = (void.seat, then::word(&void.reason));
        result.fail(format!(
            "{side}: an order had no effect, but the case does not list it under `void`: {why}"
        ));
    }
    let found = Found { entries, told: &Complaints::new() };
    for (key, value) in then.entries("a map of what is expected").unwrap_or_default() {
        let key = key.text.as_str();
        if OWN.contains(&key)
            || UnitId::new(key).is_some_and(|id| rules.chart.kind_of_id(id).is_some())
        {
            expect(key, &value, (state, entries), result);
        } else if !matcher.then(key, &value, &found, result) {
            then.complain(Matcher::no_such_block(key, &value, &OWN));
        }
    }
}

fn listed(squares: Squares) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join("; ")
}

/// One expectation: the first side, a total of Move, an army's size, or where a unit stands.
fn expect(
    key: &str,
    value: &Reader<'_>,
    (state, entries): (&State, &[Entry<Event>]),
    result: &mut CaseResult,
) {
    let wanted: Vec<&str> =
        value.items().iter().map(|item| item.node.text().unwrap_or_default()).collect();
    let found = match key {
        "first" => state.first.map_or("none", Side::word).to_owned(),
        "phase" => state.stage.word().to_owned(),
        "winner" => {
            state.result.and_then(|result| result.winner).map_or("none", Side::word).to_owned()
        }
        "drawn" => state.result.map_or("none", |result| result.reason.word()).to_owned(),
        "sums" => {
            let sums = entries.iter().find_map(|entry| match entry.event {
                Event::SetUp(SetUp::FirstSeat { sums, .. }) => Some(sums),
                _ => None,
            });
            sums.map(|sums| format!("{}; {}", sums.rome, sums.carthage)).unwrap_or_default()
        }
        "hills" => listed(state.board.hills),
        "plateaus" => listed(state.board.plateaus),
        "veterans" => {
            let units =
                state.units.iter().filter(|unit| unit.veteran).map(|unit| unit.id.to_string());
            let waiting =
                state.waiting.iter().filter(|unit| unit.veteran).map(|unit| unit.id.to_string());
            units.chain(waiting).collect::<Vec<_>>().join("; ")
        }
        id => {
            let unit = state.units.iter().find(|unit| unit.id == *id);
            unit.map_or("absent".to_owned(), |unit| format!("{} {}", unit.square, unit.facing))
        }
    };
    result.expect(key, &wanted.join("; "), &found);
}
