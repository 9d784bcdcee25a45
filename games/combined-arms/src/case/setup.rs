//! Cases about armies and set-ups: each entry of `orders` is a file of one seat, or the armies of both.

use super::super::CombinedArms;
use super::super::events::{Event, Listing, SetUp};
use super::super::names::{Name, Side};
use super::super::orders::camp::{CampOf, camp};
use super::super::orders::{ArmyChoice, Camp, Orders};
use super::super::state::State;
use super::{HEAD, given, then};
use engine::dice::Dice;
use engine::node::{Node, Value};
use engine::rules::{Answer, Answers, ParsedOrdersOf};
use engine::{AtSeat, CaseResult, Complaints, Entry, Path, Reader, Rules, Source, Table};
use std::collections::BTreeMap;

/// Plays each entry by itself on a newly opened game.
pub(super) fn play(
    rules: &CombinedArms,
    top: &Reader<'_>,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) {
    top.only(
        &[HEAD.as_slice(), &["options", "scenario", "map", "phase", "orders", "then"]].concat(),
        complaints,
    );
    let Some(mut state) = given::opened(rules, top, complaints) else { return };
    // A later phase of the set-up opens once the ready armies have been shown.
    if top.get("phase").is_some_and(|part| part.node.text() != Some(state.stage.word())) {
        state = resolve(rules, &state, [Camp::default(), Camp::default()]).0;
    }
    let mut last = (state.clone(), Vec::new());
    for entry in top.get("orders").map(|part| part.items()).unwrap_or_default() {
        let both = Side::BOTH.iter().any(|side| entry.node.get(side.word()).is_some());
        if both {
            let camps = Side::BOTH.map(|side| armies(&entry, side, complaints));
            last = resolve(rules, &state, camps);
        } else {
            last = one_file(rules, &state, &entry, verdict, complaints).unwrap_or(last);
        }
    }
    if let Some(part) = top.get("then") {
        for (key, value) in
            part.entries("a map of what is expected", complaints).unwrap_or_default()
        {
            expect(&key.text, &value, &last, verdict);
        }
    }
}

/// `rome: consular`.
fn armies(entry: &Reader<'_>, side: Side, complaints: &mut Complaints) -> Camp {
    let name = entry
        .get(side.word())
        .and_then(|part| part.text("a ready army", complaints).and_then(Name::new));
    Camp { army: name.map(ArmyChoice::Ready), ..Camp::default() }
}

/// One seat's file: refused as expected, lawful, or leading to squares.
fn one_file(
    rules: &CombinedArms,
    state: &State,
    entry: &Reader<'_>,
    verdict: &mut CaseResult,
    complaints: &mut Complaints,
) -> Option<(State, Vec<Entry<Event>>)> {
    let at = entry.need("seat", complaints)?.word(
        "E-case",
        "side",
        &Side::BOTH.map(Side::word),
        complaints,
    )?;
    let side = Side::BOTH[at];
    let expected = entry.need("then", complaints)?;
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
        verdict.fail(format!("{side} is not asked anything in phase {}", state.stage.word()));
        return None;
    };
    let of = match prompt.name.as_str() {
        "muster" => CampOf::Muster,
        "place" => CampOf::Place,
        _ => CampOf::Deploy,
    };
    let orders = camp(&Reader::new(&node, Path::top().then("orders")), of, &mut read)?;
    let mut filing = ParsedOrdersOf::<CombinedArms>::default();
    filing.orders.insert(prompt.name.clone(), orders.clone());
    let asked = std::slice::from_ref(prompt);
    let mut told = read.0;
    let at = AtSeat { view: state, seat: rules.seat(side), prompts: asked, in_force: None };
    told.extend(rules.check(&at, &filing));
    let line = expected.span().line;
    if let Some(word) = expected.node.text() {
        let refused = then::told(&told, false);
        let found = refused.first().map_or("legal", String::as_str);
        verdict.expect(&format!("orders on line {line}"), word, found);
    }
    let Orders::Camp(camp) = orders else { return None };
    let mut camps = [Camp::default(), Camp::default()];
    camps[side.at()] = camp;
    let played = resolve(rules, state, camps);
    let said = expected.node.map().and_then(|_| expected.entries("a map", complaints));
    for (key, value) in said.unwrap_or_default() {
        expect(&key.text, &value, &played, verdict);
    }
    Some(played)
}

/// Resolves the open phase with what both sides say.
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

/// One expectation: the first side, a total of Move, an army's size, voids, or where a unit stands.
fn expect(
    key: &str,
    value: &Reader<'_>,
    (state, entries): &(State, Vec<Entry<Event>>),
    verdict: &mut CaseResult,
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
        "void" => {
            let voids = entries.iter().filter_map(|entry| match &entry.event {
                Event::Listing(Listing::Void(void)) => Some((void.unit, then::word(&void.reason))),
                _ => None,
            });
            voids
                .map(|(unit, reason)| {
                    unit.map_or(reason.clone(), |unit| format!("{unit} {reason}"))
                })
                .collect::<Vec<_>>()
                .join("; ")
        }
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
    verdict.expect(key, &wanted.join("; "), &found);
}
