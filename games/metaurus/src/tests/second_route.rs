//! The second route to a record's state: its recorded events, folded over the recorded state before.

use super::{folder, loaded, text, tree};
use engine::node::Value;
use engine::title::{Before, LoadedTitle};
use engine::{Node, Revision, Seat, Setup, Tempo};
use record::charter::Charter;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// A recorded game as the second route reads it.
struct Recorded {
    setup: Setup,
    /// State and events of each record, in order.
    records: Vec<(Node, Node)>,
}

/// What a record says in full: `hidden.yaml` where something is hidden, else `state.yaml` and `events.yaml`.
fn record(folder: &Path) -> (Node, Node) {
    let read = |name: &str| {
        let path = folder.join(name);
        tree(name, &text(&path))
    };
    if folder.join("hidden.yaml").exists() {
        (read("hidden.yaml"), read("hidden.yaml"))
    } else {
        (read("state.yaml"), read("events.yaml"))
    }
}

fn recorded(game: &str) -> (Recorded, Revision) {
    let game = folder(game);
    let charter = Charter::parse(text(&game.join("game.yaml")).as_bytes())
        .unwrap_or_else(|fault| panic!("{fault:?}"));
    let setup = Setup {
        scenario: charter.scenario.clone(),
        options: charter.options.clone(),
        tempo: if charter.tempo == Tempo::Full.word() { Tempo::Full } else { Tempo::Brisk },
        seats: charter
            .seats
            .iter()
            .map(|line| (Seat::new(&line.seat), line.side.clone()))
            .collect(),
    };
    let mut turns: Vec<PathBuf> = fs::read_dir(game.join("turns"))
        .expect("the turns")
        .map(|entry| entry.expect("a turn").path())
        .collect();
    turns.sort();
    let revision = Revision::new(charter.rules_revision, crate::TITLE.revision().number());
    let records = turns.iter().map(|turn| record(turn)).collect();
    (Recorded { setup, records }, revision.expect("a known revision"))
}

impl Recorded {
    fn before(&self, at: usize) -> Before<'_> {
        at.checked_sub(1)
            .map_or(Before::Opening(&self.setup), |before| Before::Record(&self.records[before].0))
    }

    /// Whether `events` in place of those of record `at` lead to its recorded state. Events that cannot have happened to
    /// that state may make the fold stop.
    fn leads(&self, rules: &dyn LoadedTitle, at: usize, events: &Node) -> bool {
        let fold = || rules.fold(self.before(at), events);
        let Ok(Ok(text)) = catch_unwind(AssertUnwindSafe(fold)) else { return false };
        let folded = tree("fold", &text);
        let state = |node: &Node| node.get("state").map(Node::plain_value);
        state(&folded) == state(&self.records[at].0)
    }
}

/// Every event of a tree of chapters: where it stands, its kind, its fields.
fn events(root: &Node) -> Vec<(usize, usize, String, Vec<String>)> {
    let mut all = Vec::new();
    let chapters = root.get("chapters").and_then(Node::list).unwrap_or_default();
    for (at, chapter) in chapters.iter().enumerate() {
        let list = chapter.get("events").and_then(Node::list).unwrap_or_default();
        for (index, event) in list.iter().enumerate() {
            let kind = event.get("kind").and_then(Node::text).expect("a kind").to_owned();
            let keys = event.map().expect("a map").iter().map(|(key, _)| key.text.clone());
            let own = keys.filter(|key| !["n", "rule", "roll"].contains(&key.as_str()));
            all.push((at, index, kind, own.collect()));
        }
    }
    all
}

/// The entries of one value of a tree of chapters, to be changed.
fn entry(root: &mut Node, chapter: usize) -> &mut Vec<Node> {
    fn below<'n>(node: &'n mut Node, key: &str) -> &'n mut Vec<Node> {
        let Value::Map(entries) = &mut node.value else { panic!("not a map") };
        let (_, value) = entries.iter_mut().find(|(name, _)| name.text == key).expect("the key");
        let Value::List(items) = &mut value.value else { panic!("not a list") };
        items
    }
    below(&mut below(root, "chapters")[chapter], "events")
}

#[test]
fn recorded_events_lead_from_each_recorded_state_to_the_next() {
    let (game, revision) = recorded("example");
    let rules = loaded(revision);
    for (at, (_, events)) in game.records.iter().enumerate() {
        assert!(game.leads(rules.as_ref(), at, events), "record {at}");
    }
}

/// Fields that may be absent from a sound event, and either say more than the state holds or write what a later event of
/// the same record writes again.
const BESIDE: [(&str, &str); 9] = [
    ("activation", "order"),
    ("activation", "units"),
    ("engaged", "frozen"),
    ("initiative", "winner"),
    ("orders-changed", "changes"),
    ("orders-set", "units"),
    ("retreat", "die"),
    ("void", "fix"),
    ("void", "unit"),
];

#[test]
fn a_field_dropped_from_the_text_of_an_event_fails_by_the_second_route() {
    let (game, revision) = recorded("example");
    let rules = loaded(revision);
    let mut tried = BTreeSet::new();
    for (at, (_, whole)) in game.records.iter().enumerate() {
        for (chapter, index, kind, fields) in events(whole) {
            for field in fields {
                let named = (kind.clone(), field.clone());
                if BESIDE.contains(&(&kind, &field)) || !tried.insert(named) {
                    continue;
                }
                let mut damaged = whole.clone();
                let Value::Map(map) = &mut entry(&mut damaged, chapter)[index].value else {
                    panic!("not a map")
                };
                map.retain(|(key, _)| key.text != field);
                let passes = game.leads(rules.as_ref(), at, &damaged);
                assert!(!passes, "record {at}: {kind} without `{field}` passes");
            }
        }
    }
    assert!(tried.len() > 60, "only {} fields were tried", tried.len());
}

#[test]
fn an_event_left_out_fails_by_the_second_route() {
    let (game, revision) = recorded("example");
    let rules = loaded(revision);
    let mut noticed: BTreeMap<String, bool> = BTreeMap::new();
    for (at, (_, whole)) in game.records.iter().enumerate() {
        for (chapter, index, kind, _) in events(whole) {
            if noticed.get(&kind) == Some(&true) {
                continue;
            }
            let mut damaged = whole.clone();
            entry(&mut damaged, chapter).remove(index);
            let seen = !game.leads(rules.as_ref(), at, &damaged);
            *noticed.entry(kind).or_default() |= seen;
        }
    }
    let unnoticed: Vec<&str> =
        noticed.iter().filter(|(_, seen)| !**seen).map(|(kind, _)| kind.as_str()).collect();
    // Some tell of what happened and leave the table as it is: announced, check, declined, elephant-table, stayed. What
    // the others write is written over before these records end.
    let quiet = [
        "activation",
        "announced",
        "check",
        "continued-attack",
        "declined",
        "elephant-table",
        "initiative",
        "orders-changed",
        "retreat",
        "stayed",
    ];
    assert_eq!(unnoticed, quiet);
}
