//! The second route: the events of a recorded game, read back from its files, lead from each recorded state to the next;
//! an event that lost a field, or that is missing, does not get there.

use super::{TITLE, names, setup, text};
use engine::node::{Node, Value};
use engine::title::{Before, LoadedTitle};
use engine::{Revision, Setup, Tempo};
use record::exchange::{data, yaml};
use std::collections::{BTreeMap, BTreeSet};

/// The longest file of a record that this test reads.
const LIMIT: usize = 16 << 20;

/// A recorded game of this title: its folder, revision, and what was chosen in its charter.
struct Recorded {
    folder: &'static str,
    revision: u32,
    setup: Setup,
}

fn games() -> Vec<Recorded> {
    vec![
        Recorded { folder: "example", revision: 1, setup: setup("beneventum", Tempo::Brisk) },
        Recorded { folder: "example-2", revision: 2, setup: setup("trebbia", Tempo::Brisk) },
    ]
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
        part.flat_map(|(_, line)| [line, "\n"]).collect()
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

/// Fields whose absence is lawful and changes no recorded state: they are only told, or are marks that are gone when the
/// half ends. Nothing else may be lost unnoticed.
const ONLY_TOLD: [&str; 9] = [
    "attack.defender",
    "command.units",
    "die.unit",
    "move.halted",
    "move.left_zone",
    "move.straight",
    "pr.unit",
    "void.fix",
    "void.unit",
];

/// Kinds of event that leave no trace in the state after a record: sums, dice, and what is void or stays; and marks that
/// are gone when the impulse ends.
const LEAVE_NO_TRACE: [&str; 10] = [
    "attack",
    "combat",
    "die",
    "initiative",
    "interphase",
    "leader-die",
    "no-advance",
    "set-up-done",
    "void",
    "volley",
];

/// The events of a record, each as its chapter and its place in it.
fn places(events: &Node) -> Vec<(usize, usize)> {
    let chapters = events.get("chapters").and_then(Node::list).expect("chapters");
    let of = |(at, chapter): (usize, &Node)| {
        let events = chapter.get("events").and_then(Node::list).expect("events").len();
        (0..events).map(move |place| (at, place)).collect::<Vec<_>>()
    };
    chapters.iter().enumerate().flat_map(of).collect()
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

/// How often a loss is tried before it counts as unnoticed.
const TRIES: usize = 12;

/// What no loss of it disturbs, of all that `lose` can take from the recorded events: for each name the events without.
fn unnoticed(lose: impl Fn(&Node, usize, usize) -> Vec<(String, Node)>) -> (usize, Vec<String>) {
    let (mut noticed, mut tries) = (BTreeSet::new(), BTreeMap::new());
    // One whole game is enough: the lists above say what it cannot show.
    for game in games().into_iter().take(1) {
        let loaded = game.loaded();
        for record in 1..game.records() {
            let events = game.tree(record, "events.yaml");
            for (at, place) in places(&events) {
                for (name, changed) in lose(&events, at, place) {
                    let tried: &mut usize = tries.entry(name.clone()).or_default();
                    if *tried == TRIES || noticed.contains(&name) {
                        continue;
                    }
                    *tried += 1;
                    if game.folds(loaded.as_ref(), record, &changed).is_err() {
                        noticed.insert(name);
                    }
                }
            }
        }
    }
    let lost = tries.keys().filter(|name| !noticed.contains(*name)).cloned().collect();
    (noticed.len(), lost)
}

#[test]
fn an_event_that_lost_a_field_does_not_lead_there() {
    let (noticed, lost) = unnoticed(|events, at, place| {
        let event = chapter(&mut events.clone(), at)[place].clone();
        let kind = event.get("kind").and_then(Node::text).expect("a kind").to_owned();
        let without = |field: String| {
            let mut changed = events.clone();
            let Value::Map(entries) = &mut chapter(&mut changed, at)[place].value else {
                panic!("no map")
            };
            entries.retain(|(key, _)| key.text != field);
            (format!("{kind}.{field}"), changed)
        };
        fields(&event).into_iter().map(without).collect()
    });
    assert_eq!(lost, ONLY_TOLD, "fields whose loss nobody minds");
    assert!(noticed > 60, "only {noticed} fields were missed");
}

#[test]
fn events_that_lack_one_do_not_lead_there() {
    let (noticed, lost) = unnoticed(|events, at, place| {
        let mut changed = events.clone();
        let event = chapter(&mut changed, at).remove(place);
        vec![(event.get("kind").and_then(Node::text).expect("a kind").to_owned(), changed)]
    });
    assert_eq!(lost, LEAVE_NO_TRACE, "kinds of event that nobody misses");
    assert!(noticed > 10, "only {noticed} kinds were missed");
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
