//! The second route to a state: the recorded events, read from their text, folded over the recorded state before.

use super::{files, folder, loaded_as_in, parse, setup};
use engine::node::Value;
use engine::title::{Before, LoadedTitle};
use engine::{Node, Setup, Tempo};
use record::exchange::yaml;
use std::path::{Path, PathBuf};

/// The recorded games: one of each revision.
const GAMES: [&str; 2] = ["example", "example-2"];

/// The text that holds all that happened in a record: `hidden.yaml` where something is hidden, else `events.yaml`.
fn events(record: &Path) -> Node {
    let hidden = record.join("hidden.yaml");
    parse(&if hidden.exists() { hidden } else { record.join("events.yaml") })
}

/// The whole state after a record.
fn state(record: &Path) -> Node {
    let hidden = record.join("hidden.yaml");
    parse(&if hidden.exists() { hidden } else { record.join("state.yaml") })
}

/// One record of a recorded game: its number, what came before, what happened, what came of it.
struct Record {
    name: String,
    before: Option<Node>,
    events: Node,
    after: String,
}

fn records(game: &str) -> Vec<Record> {
    let mut before = None;
    let read = |path: PathBuf| {
        let after = state(&path);
        let name = path.display().to_string();
        let record = Record {
            name,
            before: before.take(),
            events: events(&path),
            after: only_state(&after),
        };
        before = Some(after);
        record
    };
    files(&folder().join(game).join("turns")).into_iter().map(read).collect()
}

/// The part of a text below `state:`, in one form.
fn only_state(saved: &Node) -> String {
    saved.get("state").expect("a record has a state").plain_value().to_string()
}

/// The state that events lead to, by the second route alone.
fn folded(
    title: &dyn LoadedTitle,
    setup: &Setup,
    record: &Record,
    events: &Node,
) -> Result<String, String> {
    let before = record.before.as_ref().map_or(Before::Opening(setup), Before::Record);
    let text = title.fold(before, events)?;
    Ok(only_state(&yaml::parse(&text).expect("the program writes YAML")))
}

#[test]
fn recorded_events_fold_to_recorded_states() {
    let setup = setup(Tempo::Brisk, &[]);
    for game in GAMES {
        let (title, records) = (loaded_as_in(&folder().join(game)), records(game));
        assert!(records.len() > 8, "{game}: {} records", records.len());
        for record in &records {
            let after = folded(title.as_ref(), &setup, record, &record.events);
            assert_eq!(after.as_ref(), Ok(&record.after), "{}", record.name);
        }
    }
}

/// A tree with the entry at a path of indices left out.
fn without(tree: &Node, path: &[usize]) -> Node {
    let mut tree = tree.clone();
    let mut at = &mut tree;
    for step in &path[..path.len() - 1] {
        at = match &mut at.value {
            Value::List(items) => &mut items[*step],
            Value::Map(entries) => &mut entries[*step].1,
            Value::Scalar { .. } => panic!("nothing lies below a scalar"),
        };
    }
    let last = path[path.len() - 1];
    match &mut at.value {
        Value::List(items) => drop(items.remove(last)),
        Value::Map(entries) => drop(entries.remove(last)),
        Value::Scalar { .. } => panic!("nothing lies below a scalar"),
    }
    tree
}

/// Fields that may be missing because absence says something, and that leave no trace after their record: the seas that
/// carried a unit, whether a card's effect moved it, who holds an area whose last holder has left it, and where attackers
/// came from, which counts until their battle is over.
const NO_TRACE: [(&str, &str); 5] = [
    ("move", "seas"),
    ("move", "effect"),
    ("retreat", "seas"),
    ("control", "seat"),
    ("battle-pending", "from"),
];

/// Events that change nothing in the state, and those whose change lasts until a battle is over, which may be at once. A
/// turn on which no card is laid down changes nothing either.
const MAY_LEAVE_NO_TRACE: [&str; 10] = [
    "ahead-used",
    "void",
    "control",
    "asked",
    "die",
    "result",
    "battles-ordered",
    "battle-joined",
    "sealed",
    "settled",
];

#[test]
fn an_event_or_a_field_left_out_is_noticed_by_the_second_route_alone() {
    let (title, setup) = (loaded_as_in(&folder().join(GAMES[0])), setup(Tempo::Brisk, &[]));
    let (mut fields, mut events) = (0, 0);
    for record in records("example") {
        let notices = |path: &[usize]| {
            folded(title.as_ref(), &setup, &record, &without(&record.events, path)).as_ref()
                != Ok(&record.after)
        };
        let top = record.events.map().expect("a map");
        let chapters = top.iter().position(|(key, _)| key.text == "chapters").expect("chapters");
        for (c, chapter) in top[chapters].1.list().unwrap_or_default().iter().enumerate() {
            let entries = chapter.map().expect("a chapter is a map");
            let list = entries.iter().position(|(key, _)| key.text == "events").expect("events");
            for (e, event) in entries[list].1.list().unwrap_or_default().iter().enumerate() {
                let kind = event.get("kind").and_then(Node::text).expect("every event has a kind");
                let path = [chapters, c, list, e];
                let none = MAY_LEAVE_NO_TRACE.contains(&kind)
                    || kind == "turn" && event.get("card").is_none();
                let noticed = none || notices(&path);
                assert!(noticed, "{}: event {} ({kind}) left out", record.name, e + 1);
                events += 1;
                for (f, (key, _)) in event.map().expect("an event is a map").iter().enumerate() {
                    let none = NO_TRACE.contains(&(kind, key.text.as_str())) || key.text == "roll";
                    let noticed = none || notices(&[&path[..], &[f]].concat());
                    assert!(noticed, "{}: `{}` of event {} ({kind})", record.name, key.text, e + 1);
                    fields += 1;
                }
            }
        }
    }
    assert!(events > 100 && fields > 500, "{events} events, {fields} fields");
}
