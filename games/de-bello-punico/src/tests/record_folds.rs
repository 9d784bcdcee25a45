//! The second route: the events of a recorded game, read back from its files, lead from each recorded state to the next;
//! an event that lost a field, or that is missing, does not get there.

use super::{TITLE, names, setup, text};
use engine::node::{Node, Value};
use engine::title::{Before, LoadedTitle};
use engine::{Revision, Setup, Tempo};
use record::exchange::{data, yaml};
use std::collections::BTreeSet;

/// The longest file of a record that this test reads.
const LIMIT: usize = 16 << 20;

/// A recorded game of this title: its folder, revision, and what was chosen in its charter.
struct Recorded {
    folder: &'static str,
    revision: u32,
    setup: Setup,
}

fn games() -> Vec<Recorded> {
    vec![Recorded { folder: "example", revision: 1, setup: setup("beneventum", Tempo::Brisk) }]
}

impl Recorded {
    fn loaded(&self) -> Box<dyn LoadedTitle> {
        let folder = format!("{}/data", self.folder);
        let files = names(&folder);
        let texts = files.iter().map(|name| (name.clone(), text(&format!("{folder}/{name}"))));
        let data = data::build(texts).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let newest = TITLE.revision().number();
        let revision = Revision::new(self.revision, newest).expect("a known revision");
        TITLE.load(&data, revision).unwrap_or_else(|faults| panic!("{faults:#?}"))
    }

    fn records(&self) -> usize {
        names(&format!("{}/turns", self.folder)).len()
    }

    /// The text of a file of a record: of `hidden.yaml` if there is one, else of the file named.
    fn file(&self, record: usize, name: &str) -> String {
        let folder = format!("{}/turns/{record:04}", self.folder);
        let hidden = names(&folder).contains(&"hidden.yaml".to_owned());
        text(&format!("{folder}/{}", if hidden { "hidden.yaml" } else { name }))
    }

    fn tree(&self, record: usize, name: &str) -> Node {
        yaml::parse_bytes(self.file(record, name).as_bytes(), LIMIT)
            .unwrap_or_else(|complaints| panic!("{record} {name}: {:?}", complaints.0))
    }

    /// The part of the text that holds the state after a record.
    fn state(&self, record: usize) -> String {
        let file = self.file(record, "state.yaml");
        let rest = file.lines().skip_while(|line| *line != "state:");
        let part = rest.enumerate().take_while(|(at, line)| *at == 0 || line.starts_with(' '));
        part.map(|(_, line)| format!("{line}\n")).collect()
    }

    /// Whether these events lead to the recorded state; else why not.
    fn folds(&self, loaded: &dyn LoadedTitle, record: usize, events: &Node) -> Result<(), String> {
        let before = record.checked_sub(1).map(|before| self.tree(before, "state.yaml"));
        let before = before.as_ref().map_or(Before::Opening(&self.setup), Before::Record);
        let found = loaded.fold(before, events)?;
        if found == self.state(record) { Ok(()) } else { Err("another state".to_owned()) }
    }
}

#[test]
fn recorded_events_lead_from_each_recorded_state_to_the_next() {
    for game in games() {
        let loaded = game.loaded();
        assert!(game.records() > 3, "{} has records", game.folder);
        for record in 0..game.records() {
            let events = game.tree(record, "events.yaml");
            let told = game.folds(loaded.as_ref(), record, &events);
            assert_eq!(told, Ok(()), "{}, record {record}", game.folder);
        }
    }
}

/// Fields whose absence is lawful and changes no state: they are only told. Nothing else may be lost unnoticed.
const ONLY_TOLD: [&str; 7] = [
    "attack.defender",
    "command.units",
    "die.fortuna",
    "die.unit",
    "pr.unit",
    "void.fix",
    "void.unit",
];

/// Kinds of event that change nothing: sums, dice, and what is void or stays.
const CHANGE_NOTHING: [&str; 10] = [
    "die",
    "hold",
    "initiative",
    "initiative-tie",
    "interphase",
    "leader-die",
    "no-advance",
    "pr",
    "set-up-done",
    "void",
];

/// The events of a record, each as its chapter, its place in it, and its kind.
fn places(events: &Node) -> Vec<(usize, usize, String)> {
    let mut all = Vec::new();
    for (chapter, node) in
        events.get("chapters").and_then(Node::list).expect("chapters").iter().enumerate()
    {
        for (at, event) in
            node.get("events").and_then(Node::list).expect("events").iter().enumerate()
        {
            let kind = event.get("kind").and_then(Node::text).expect("a kind");
            all.push((chapter, at, kind.to_owned()));
        }
    }
    all
}

/// The events of a chapter, to be changed.
fn chapter(events: &mut Node, chapter: usize) -> &mut Vec<Node> {
    fn under<'n>(node: &'n mut Node, key: &str) -> &'n mut Vec<Node> {
        let Value::Map(entries) = &mut node.value else { panic!("no map") };
        let found = entries.iter_mut().find(|(name, _)| name.text == key);
        let Some((_, Node { value: Value::List(items), .. })) = found else { panic!("no {key}") };
        items
    }
    under(&mut under(events, "chapters")[chapter], "events")
}

/// The fields of an event that are its own.
fn fields(event: &Node) -> Vec<String> {
    let of_the_record = ["n", "rule", "roll"];
    let entries = event.map().expect("a map").iter().map(|(key, _)| key.text.clone());
    entries.filter(|key| !of_the_record.contains(&key.as_str())).collect()
}

#[test]
fn an_event_that_lost_a_field_does_not_lead_there() {
    let mut tried = BTreeSet::new();
    for game in games() {
        let loaded = game.loaded();
        for record in 1..game.records() {
            let events = game.tree(record, "events.yaml");
            for (at, place, kind) in places(&events) {
                for field in fields(&chapter(&mut events.clone(), at)[place]) {
                    let name = format!("{kind}.{field}");
                    if ONLY_TOLD.contains(&name.as_str()) || !tried.insert(name.clone()) {
                        continue;
                    }
                    let mut changed = events.clone();
                    let event = &mut chapter(&mut changed, at)[place];
                    let Value::Map(entries) = &mut event.value else { panic!("no map") };
                    entries.retain(|(key, _)| key.text != field);
                    let told = game.folds(loaded.as_ref(), record, &changed);
                    assert!(told.is_err(), "record {record}: {name} is gone, and nobody minds");
                }
            }
        }
    }
    assert!(tried.len() > 60, "only {} fields were tried: {tried:?}", tried.len());
}

#[test]
fn events_that_lack_one_do_not_lead_there() {
    let mut tried = BTreeSet::new();
    for game in games() {
        let loaded = game.loaded();
        for record in 1..game.records() {
            let events = game.tree(record, "events.yaml");
            for (at, place, kind) in places(&events) {
                if CHANGE_NOTHING.contains(&kind.as_str()) || !tried.insert(kind.clone()) {
                    continue;
                }
                let mut changed = events.clone();
                chapter(&mut changed, at).remove(place);
                let told = game.folds(loaded.as_ref(), record, &changed);
                assert!(told.is_err(), "record {record}: a {kind} is gone, and nobody minds");
            }
        }
    }
    assert!(tried.len() > 10, "only {} kinds were tried: {tried:?}", tried.len());
}

#[test]
fn an_event_of_no_known_kind_cannot_be_read() {
    let game = &games()[0];
    let mut events = game.tree(1, "events.yaml");
    let Value::Map(entries) = &mut chapter(&mut events, 0)[0].value else { panic!("no map") };
    for (key, node) in entries {
        if key.text == "kind" {
            node.value = Value::Scalar { text: "supper".to_owned(), plain: true };
        }
    }
    assert!(game.folds(game.loaded().as_ref(), 1, &events).is_err());
}
