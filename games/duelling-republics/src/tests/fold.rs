//! The second route: the events that a record holds lead from its state before to its state after, by themselves.

use super::{loaded, path, text, tree};
use engine::title::{Before, LoadedTitle};
use engine::{Node, Seat, Setup, Tempo};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

const GAME: &str = "example";

/// What a record holds of the whole truth: `hidden.yaml`'s where something is hidden.
fn record(number: usize) -> String {
    let folder = format!("{GAME}/turns/{number:04}");
    let hidden = format!("{folder}/hidden.yaml");
    if path(&hidden).is_file() {
        return text(&hidden);
    }
    let (state, events) = (format!("{folder}/state.yaml"), format!("{folder}/events.yaml"));
    format!("{}{}", text(&state), text(&events).split_once("chapters:").expect("chapters").1)
}

fn records() -> usize {
    (0..10_000).take_while(|number| path(&format!("{GAME}/turns/{number:04}")).is_dir()).count()
}

/// The choices of the recorded game's charter.
fn charter() -> Setup {
    let root = tree(&text(&format!("{GAME}/game.yaml")));
    let word = |key: &str| root.get(key).and_then(Node::text).unwrap().to_owned();
    let tempo = if word("tempo") == "full" { Tempo::Full } else { Tempo::Brisk };
    let options = root.get("options").and_then(Node::map).unwrap_or_default();
    let options = options
        .iter()
        .map(|(key, value)| (key.text.clone(), value.text().unwrap().to_owned()))
        .collect::<BTreeMap<_, _>>();
    let seats = root.get("seats").and_then(Node::list).unwrap().iter().map(|entry| {
        let word = |key: &str| entry.get(key).and_then(Node::text).unwrap();
        (Seat::new(word("seat")), word("side").to_owned())
    });
    Setup { scenario: word("scenario"), options, tempo, seats: seats.collect() }
}

/// Folds the events of `recorded` over the state of the record before `number`.
fn fold(title: &dyn LoadedTitle, number: usize, recorded: &str) -> Result<String, String> {
    let events = tree(recorded);
    if number == 0 {
        return title.fold(Before::Opening(&charter()), &events);
    }
    title.fold(Before::Record(&tree(&record(number - 1))), &events)
}

/// Whether a record's events lead to the state that it holds. A record that names what is not there cannot be folded.
fn holds(title: &dyn LoadedTitle, number: usize, recorded: &str) -> bool {
    let folded = catch_unwind(AssertUnwindSafe(|| fold(title, number, recorded)));
    matches!(folded, Ok(Ok(state)) if record(number).contains(&state))
}

#[test]
fn recorded_events_lead_to_the_recorded_state() {
    let title = loaded();
    assert!(records() > 5);
    for number in 0..records() {
        let state = fold(title.as_ref(), number, &record(number)).unwrap();
        assert!(state.starts_with("state:\n") && record(number).contains(&state), "{number}");
    }
}

/// A record with its last event of a kind left out.
fn without(recorded: &str, kind: &str) -> String {
    let mark = format!("    kind: {kind}\n");
    let at = recorded.rfind(&mark).unwrap_or_else(|| panic!("no {kind}"));
    let begin = recorded[..at].rfind("\n  - n: ").expect("an entry begins with its number") + 1;
    let end = recorded[at..].find("\n  - n: ").map_or(recorded.len(), |end| at + end + 1);
    format!("{}{}", &recorded[..begin], &recorded[end..])
}

/// A record with a field of its first event of a kind left out.
fn lacking(recorded: &str, kind: &str, field: &str) -> String {
    let at = recorded.find(&format!("    kind: {kind}\n")).unwrap_or_else(|| panic!("no {kind}"));
    let begin = at + recorded[at..].find(&format!("\n    {field}:")).expect("the field") + 1;
    let lines = recorded[begin..].split_inclusive('\n');
    let deeper = |line: &&str| line.starts_with("     ") || line.starts_with("    - ");
    let rest = lines.clone().skip(1).take_while(deeper).map(str::len).sum::<usize>();
    let first = lines.map(str::len).next().expect("a line");
    format!("{}{}", &recorded[..begin], &recorded[begin + first + rest..])
}

/// The first record that holds an event of a kind.
fn holding(kind: &str) -> usize {
    let mark = format!("    kind: {kind}\n");
    (0..records()).find(|number| record(*number).contains(&mark)).expect("the example has it")
}

#[test]
fn an_event_that_is_left_out_does_not_fold() {
    let title = loaded();
    let mut unnoticed = Vec::new();
    for kind in [
        "stage",
        "mustered",
        "moved",
        "siege-roll",
        "captured",
        "siege-lost-element",
        "killed",
        "battle-called",
        "battle-over",
        "contact",
        "deployed",
        "game-over",
        "retreated",
    ] {
        let number = holding(kind);
        let whole = record(number);
        assert!(holds(title.as_ref(), number, &whole), "record {number}");
        if holds(title.as_ref(), number, &without(&whole, kind)) {
            unnoticed.push(kind);
        }
    }
    assert!(unnoticed.is_empty(), "nobody misses {unnoticed:?}");
}

#[test]
fn an_event_that_lacks_a_field_does_not_fold() {
    let title = loaded();
    for (kind, field) in [
        ("stage", "stage"),
        ("mustered", "body"),
        ("resource", "element"),
        ("vp", "score"),
        ("moved", "to"),
        ("moved", "way"),
        ("attrition", "lost"),
        ("siege-roll", "counter"),
        ("battle-over", "winner"),
        ("battle-over", "losses"),
        ("killed", "who"),
        ("fight", "fate"),
        ("deployed", "attacker"),
        ("captured", "to"),
    ] {
        let number = holding(kind);
        let less = lacking(&record(number), kind, field);
        assert!(!holds(title.as_ref(), number, &less), "{kind} folds without its {field}");
    }
}
