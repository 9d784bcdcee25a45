//! Every refusal names its place, its rule and the way out.

use super::{ENDING, loaded, orders, setup};
use engine::{Seat, Tempo};

/// Orders that the check refuses, with the code and the place: line, column.
const WRONG: [(&str, &str, &str, (u32, u32)); 25] = [
    (
        "carthage",
        "orders: {action: card, card: c4, mvoe: [army carthago numidia]}",
        "E-pu-key",
        (1, 34),
    ),
    ("carthage", "orders: {action: march}", "E-pu-action", (1, 18)),
    ("carthage", "orders: {action: move}", "E-pu-missing", (1, 1)),
    ("carthage", "orders: {action: move, move: army carthago}", "E-pu-move", (1, 30)),
    ("carthage", "orders: {action: move, move: army carthago scilia}", "E-pu-area", (1, 30)),
    ("carthage", "orders:\n  action: move\n  move: amry carthago sicilia", "E-pu-unit", (3, 9)),
    ("carthage", "orders: {action: pass, discard: c9}", "E-pu-card", (1, 33)),
    ("carthage", "orders: {action: card, card: r6}", "E-pu-hand", (1, 30)),
    ("carthage", "orders: {action: move, move: army sicilia carthago}", "E-pu-no-unit", (1, 30)),
    ("carthage", "orders: {action: move, move: army carthago CAR}", "E-pu-same-area", (1, 30)),
    (
        "carthage",
        "orders: {action: move, move: fleet mare-africum sicilia}",
        "E-pu-element",
        (1, 30),
    ),
    (
        "carthage",
        "orders: {action: move, move: army carthago magna-graecia}",
        "E-pu-unreachable",
        (1, 30),
    ),
    (
        "carthage",
        "orders:\n  action: card\n  card: c4\n  moves:\n    - army hispania gallia-transalpina\n    - army gallia-transalpina hispania",
        "E-pu-engaged",
        (6, 7),
    ),
    (
        "carthage",
        "orders: {action: card, card: c3, moves: [army carthago sicilia, fleet AFR ION]}",
        "E-pu-step-order",
        (1, 65),
    ),
    (
        "carthage",
        "orders: {action: card, card: c3, moves: [army carthago sicilia, army carthago sicilia]}",
        "E-pu-too-many",
        (1, 65),
    ),
    (
        "carthage",
        "orders: {action: card, card: c0, moves: [army carthago numidia]}",
        "E-pu-wrong-unit",
        (1, 42),
    ),
    ("carthage", "orders: {action: deploy, remove: army carthago}", "E-pu-no-fleet", (1, 34)),
    (
        "carthage",
        "orders: {action: move, move: hannibal+army carthago numidia}",
        "E-pu-no-escort",
        (1, 30),
    ),
    ("carthage", "orders: {action: pass, discard: c0, draw: accept}", "E-pu-draw", (1, 43)),
    (
        "carthage",
        "standing:\n  battle:\n    - {play: c5}\n    - {play: r5}",
        "E-pu-foreign",
        (4, 14),
    ),
    ("carthage", "standing: {effect: victory}", "E-pu-policy", (1, 20)),
    (
        "carthage",
        "standing:\n  battle:\n    - {play: higest}\n    - {play: r5}\n    - {play: r4}",
        "E-pu-policy",
        (3, 14),
    ),
    ("carthage", "ahead: {battle: [{when: {kidn: sea}, play: c5}]}", "E-pu-key", (1, 26)),
    ("carthage", "ahead: {battle: [{play: {mix: {c5: 1, c4: much}}}]}", "E-type", (1, 43)),
    ("rome", "orders: {action: pass, discard: r0}", "E-pu-awaited", (1, 10)),
];

#[test]
fn every_refusal_names_its_place_its_rule_and_the_way_out() {
    let game = loaded().open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    let mut misplaced = Vec::new();
    for (seat, text, code, place) in WRONG {
        let complaints = game.check(&Seat::new(seat), &orders(text));
        let found = complaints.0.iter().find(|complaint| complaint.code == code);
        let found = found.unwrap_or_else(|| panic!("{code}: {complaints:?}"));
        let at = found.span.map(|span| (span.line, span.column));
        if at != Some(place) || found.rule.is_none() || found.fix.is_none() {
            misplaced.push(format!("{code} at {at:?}: {found:?}"));
        }
    }
    assert!(misplaced.is_empty(), "{}", misplaced.join("\n"));
    let all: String = "orders: {action: card, card: c9, moves: [amry carthago scilia, army car]}\nstanding: {battle: [{play: ro}], losses: x}\n".to_owned();
    let complaints = game.check(&Seat::new("carthage"), &orders(&all));
    assert!(complaints.0.len() >= 6, "all mistakes at once: {complaints:?}");
    let text = "standing:\n  battle:\n    - {play: higest}\n    - {play: r5}\n    - {play: c4}";
    let complaints = game.check(&Seat::new("carthage"), &orders(text));
    let told: Vec<(u32, &str)> = complaints
        .0
        .iter()
        .map(|one| (one.span.map_or(0, |span| span.line), one.message.as_str()))
        .collect();
    let expected = [
        (3, "'higest' is not a play"),
        (4, "standing.battle rule 2: 'r5' is not a card of carthage"),
    ];
    assert_eq!(
        told, expected,
        "numbers count the rules that cannot be read, and nothing is advised on them"
    );
}
