//! A perft: how many answers are lawful in recorded positions and in one of every phase, counted by the list of lawful answers
//! and, independently, by trying everything that could be written.

use super::positions::positions;
use super::{FOLDER, rules};
use crate::legal::answers;
use crate::names::{Side, Unit};
use crate::orders::Answer;
use crate::prompts::Question;
use crate::state::State;
use crate::{At, Punica};
use engine::rules::ParsedOrdersOf;
use engine::{Complaints, Kind, Node, Path, Prompt, Reader, Rules, Seat, Viewer};
use engine::{OrderRules as _, Place};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The number of lawful answers in each position.
const COUNTS: [(&str, usize); 8] = [
    ("action", 85),
    ("aftermath", 2),
    ("battle", 6),
    ("effect", 7),
    ("order", 2),
    ("record 0000", 85),
    ("record 0002", 63),
    ("record 0004", 30),
];

fn state(saved: &Node) -> State {
    let state = saved.get("state").expect("a saved game has a state");
    serde_json::from_value(state.plain_value()).expect("it is a state of this title")
}

/// Everything that could be written to a question: every word in every place.
fn everything(rules: &Punica, view: &State, question: Question) -> Vec<Value> {
    let areas: Vec<String> =
        rules.chart().places.iter().map(|place| place.id.to_string()).collect();
    let cards: Vec<String> = Side::BOTH
        .iter()
        .flat_map(|side| rules.deck(*side).0.iter().map(|card| card.id.to_string()))
        .collect();
    let mut movements = Vec::new();
    for unit in Unit::WORDS {
        for (from, to) in areas.iter().flat_map(|from| areas.iter().map(move |to| (from, to))) {
            movements.push(format!("{unit} {from} {to}"));
        }
    }
    let mut all = Vec::new();
    match question {
        Question::Action => {
            for movement in &movements {
                all.push(json!({"action": "move", "move": movement}));
                let card = |card| json!({"action": "card", "card": card, "moves": [movement]});
                all.extend(cards.iter().map(card));
            }
            for spot in Unit::WORDS
                .iter()
                .flat_map(|unit| areas.iter().map(move |area| format!("{unit} {area}")))
            {
                all.push(json!({"action": "deploy", "remove": spot}));
            }
            all.extend(cards.iter().map(|card| json!({"action": "pass", "discard": card})));
        }
        Question::Order => all.extend(areas.iter().map(|area| json!({"battles": [area]}))),
        Question::Battle => {
            for area in &areas {
                all.extend(cards.iter().map(|card| json!({"battle": area, "card": card})));
            }
        }
        Question::Effect => {
            all.push(json!({"moves": []}));
            all.extend(movements.iter().map(|movement| json!({"moves": [movement]})));
        }
        Question::Aftermath => {
            let places = || areas.iter().map(Some).chain([None]);
            for lose in Unit::WORDS.iter().map(Some).chain([None]) {
                for place in places() {
                    let mut answer = json!({});
                    if let Some(lose) = lose {
                        answer["lose"] = json!(lose);
                    }
                    if let Some(place) = place {
                        answer["retreat-to"] = json!(place);
                    }
                    all.push(answer);
                }
            }
        }
        Question::Parley => {}
    }
    assert!(!all.is_empty() && !view.options.escort, "{question}");
    all
}

/// True if readers and checker let an answer through.
fn lets_through(rules: &Punica, at: &At<'_>, prompt: &Prompt<Question>, value: &Value) -> bool {
    let (node, mut complaints) = (Node::from_value(value), Complaints::new());
    let reader = Reader::new(&node, Path::top().then("orders"), &mut complaints);
    let Some(orders) = rules.read_orders(&prompt.name, Place::Orders, &reader) else {
        return false;
    };
    let mut filing = ParsedOrdersOf::<Punica>::default();
    filing.orders.insert(prompt.name.clone(), orders);
    complaints.0.extend(rules.check(at, &filing));
    complaints.0.iter().all(|one| one.kind() == Kind::Warning)
}

/// The number of lawful answers, on which both ways must agree.
fn count(rules: &Punica, state: &State, seat: &Seat) -> usize {
    let view = rules.view(state, &Viewer::Seat(seat.clone()));
    let prompts: Vec<_> =
        rules.prompts(state).into_iter().filter(|prompt| prompt.seat == *seat).collect();
    let [prompt] = &prompts[..] else { panic!("{seat} is asked one thing") };
    let side = Side::of(seat).expect("a side");
    let written = |answer: &Answer| serde_json::to_value(answer).expect("plain data");
    let listed: Vec<Value> =
        answers(rules, &view, side, prompt.question).iter().map(written).collect();
    let at = At { view: &view, seat, prompts: &prompts, in_force: None };
    let mut tried = everything(rules, &view, prompt.question);
    tried.retain(|value| lets_through(rules, &at, prompt, value));
    let text = |list: &[Value]| list.iter().map(Value::to_string).collect::<BTreeSet<_>>();
    assert_eq!(text(&listed), text(&tried), "{seat} {}", prompt.question);
    assert_eq!(listed.len(), tried.len(), "none is listed twice");
    tried.len()
}

#[test]
fn the_lawful_answers_are_those_that_readers_and_checker_let_through() {
    let rules = rules();
    let mut counts = BTreeMap::new();
    for number in FOLDER.names("example/turns").into_iter().step_by(2) {
        let state = state(&FOLDER.tree(&format!("example/turns/{number}/state.yaml")));
        if state.ended.is_none() {
            counts.insert(format!("record {number}"), count(&rules, &state, &state.active.seat()));
        }
    }
    for (question, (saved, seat)) in positions() {
        if !["over", "parley"].contains(&question.as_str()) {
            counts.insert(question, count(&rules, &state(&saved), &seat));
        }
    }
    let counts: Vec<(&str, usize)> =
        counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(counts, COUNTS);
}
