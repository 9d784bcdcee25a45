//! The second route: recorded events, folded over the recorded state before, lead to the recorded state after.

use super::{CombinedArms, SEATS, files, loaded, place, text_of};
use engine::title::{Before, LoadedTitle, Title, TitleOf};
use engine::{Node, Revision, Seat, Setup, Tempo};
use record::exchange::{data as data_files, yaml};
use serde_json::Value;
use std::path::Path;

/// A recorded game, read for this route alone.
struct Recorded {
    title: Box<dyn LoadedTitle>,
    setup: Setup,
    /// The part of each record that tells its events and state.
    records: Vec<Value>,
}

fn recorded(folder: &str) -> Recorded {
    let charter = yaml::parse(&text_of(&place(folder).join("game.yaml"))).unwrap();
    let word = |key: &str| charter.get(key).and_then(Node::text).unwrap().to_owned();
    let revision = Revision::new(word("rules-revision").parse().unwrap(), 99).unwrap();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let texts = files(&format!("{folder}/data"));
    let texts = texts.iter().map(|path| (name(path), text_of(path)));
    let data = data_files::build(texts).unwrap();
    let options = charter.get("options").and_then(Node::map).unwrap_or_default().iter();
    let options = options.map(|(key, node)| (key.text.clone(), node.text().unwrap().to_owned()));
    let tempo = if word("tempo") == "full" { Tempo::Full } else { Tempo::Brisk };
    let seats = SEATS.map(|seat| (Seat::new(seat), seat.to_owned())).to_vec();
    let setup = Setup { scenario: word("scenario"), options: options.collect(), tempo, seats };
    let title = TitleOf::<CombinedArms>::new();
    let title = title.load(&data, revision).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let records = files(&format!("{folder}/turns")).iter().map(|turn| record(turn)).collect();
    Recorded { title, setup, records }
}

/// What `hidden.yaml` tells where something is hidden, else what is public.
fn record(turn: &Path) -> Value {
    let hidden = turn.join("hidden.yaml");
    let read = |path: &Path| yaml::parse(&text_of(path)).unwrap().plain_value();
    if hidden.exists() {
        return read(&hidden);
    }
    let mut both = read(&turn.join("state.yaml"));
    both["chapters"] = read(&turn.join("events.yaml"))["chapters"].clone();
    both
}

impl Recorded {
    /// The state that events lead to after a record; none if they lead nowhere.
    fn after(&self, at: usize, events: &Value) -> Option<Value> {
        let before = at.checked_sub(1).map(|before| Node::from_value(&self.records[before]));
        let before = before.as_ref().map_or(Before::Opening(&self.setup), Before::Record);
        let text = self.title.fold(before, &Node::from_value(events)).ok()?;
        Some(yaml::parse(&text).unwrap().plain_value()["state"].take())
    }

    /// Whether this route alone proves record `at` with these events in place of its own.
    fn holds(&self, at: usize, events: &Value) -> bool {
        self.after(at, events).is_some_and(|state| state == self.records[at]["state"])
    }
}

#[test]
fn recorded_events_lead_to_the_recorded_states() {
    let game = recorded("example");
    assert!(game.records.len() > 5);
    for (at, record) in game.records.iter().enumerate() {
        assert!(game.holds(at, record), "record {at}");
    }
    let unknown = loaded().fold(
        Before::Opening(&game.setup),
        &yaml::parse(
            "chapters: [{phase: {name: move, turn: 1}, events: [{n: 1, rule: M1, kind: flown}]}]",
        )
        .unwrap(),
    );
    assert!(unknown.is_err(), "a kind that no event has");
}

/// Events that leave no trace in a state, or none that outlasts their turn.
const PASSING: [&str; 7] =
    ["attack", "holds", "void", "skipped", "phase-begins", "turn-ends", "first-seat"];
/// Fields that no state needs: they tell, and may be missing.
const TOLD: [&str; 8] = ["ready", "side", "seat", "entry", "unit", "squares", "targets", "roll"];

/// The record with one event altered or taken out.
fn altered(record: &Value, chapter: usize, alter: impl FnOnce(&mut Vec<Value>)) -> Value {
    let mut record = record.clone();
    alter(record["chapters"][chapter]["events"].as_array_mut().unwrap());
    record
}

/// Whether a later event of the record takes the same unit further, or off the board.
fn overtaken(record: &Value, event: &Value) -> bool {
    let chapters = record["chapters"].as_array().unwrap().iter();
    let mut later =
        chapters.flat_map(|chapter| chapter["events"].as_array().unwrap()).filter(|other| {
            other["n"].as_u64() > event["n"].as_u64() && other["unit"] == event["unit"]
        });
    later.any(|other| matches!(other["kind"].as_str(), Some("moved" | "retreat" | "destroyed")))
}

#[test]
fn an_event_left_out_or_short_of_a_field_fails_by_this_route_alone() {
    let game = recorded("example");
    let (mut left_out, mut short) = (0, 0);
    // Every third record shows every kind of event.
    for (at, record) in game.records.iter().enumerate().skip(1).step_by(3) {
        for (number, chapter) in record["chapters"].as_array().unwrap().iter().enumerate() {
            for (nth, event) in chapter["events"].as_array().unwrap().iter().enumerate() {
                let kind = event["kind"].as_str().unwrap();
                let what = |field: &str| format!("record {at}, {kind} {}, {field}", event["n"]);
                if !PASSING.contains(&kind) && !overtaken(record, event) {
                    let without = altered(record, number, |events| drop(events.remove(nth)));
                    assert!(!game.holds(at, &without), "{}", what("left out"));
                    left_out += 1;
                }
                for field in event.as_object().unwrap().keys() {
                    if TOLD.contains(&field.as_str()) {
                        continue;
                    }
                    let without = altered(record, number, |events| {
                        events[nth].as_object_mut().unwrap().shift_remove(field);
                    });
                    assert!(!game.holds(at, &without), "{}", what(field));
                    short += 1;
                }
            }
        }
    }
    assert!(left_out > 40 && short > 400, "{left_out} events, {short} fields");
}

#[test]
fn a_game_of_the_second_revision_is_proved_too_and_weighs_the_armies_by_their_lists() {
    let game = recorded("example-2");
    for (at, record) in game.records.iter().enumerate() {
        assert!(game.holds(at, record), "record {at}");
    }
    let events = game.records[1]["chapters"][0]["events"].as_array().unwrap();
    let first = events.iter().find(|event| event["kind"] == "first-seat").unwrap();
    assert_eq!((&first["seat"], &first["shares"]["rome"]), (&"rome".into(), &84.into()));
}
