//! Tests of complaints about mistakes in a file.

use super::{begun, loaded, setup, sheet};
use engine::{Kind, Seat, Tempo};

#[test]
fn a_file_is_told_all_its_mistakes_at_once_with_their_places() {
    let loaded = loaded();
    let play = loaded
        .open(&setup(Tempo::Brisk, &[]))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let carthage = Seat::new("carthage");
    let text = "orders:\n  chits: {celtik: stand, iberian: attack, cavalry: move, celtic: reform}\n  place: {af-1: \"1615\", af-9: \"1208\"}\n  \
                face: {all: e}\nstanding:\n  retreat: {default: sometimes, la-1: always}\n  counter: {default: infantry}\n";
    let told = play.check(&carthage, &sheet(text));
    let found: Vec<(&str, u32)> =
        told.0.iter().map(|c| (c.code, c.span.map_or(0, |span| span.line))).collect();
    let expected = [
        ("E-me-word", 2),
        ("E-me-attack-chit", 2),
        ("E-me-no-chit", 2),
        ("E-me-gauls-reform", 2),
        ("E-me-place", 3),
        ("E-me-word", 3),
        ("E-me-word", 4),
        ("E-me-policy", 6),
        ("E-me-stranger", 6),
        ("E-me-policy", 7),
    ];
    for one in expected {
        assert!(found.contains(&one), "{one:?} is not among {found:?}");
    }
    assert_eq!(found.len(), expected.len(), "{:?}", told.0);
    assert!(told.0.iter().all(|complaint| complaint.fix.is_some()), "{:?}", told.0);
    let misspelt = told
        .0
        .iter()
        .find(|complaint| complaint.message.contains("celtik"))
        .and_then(|complaint| complaint.span);
    assert_eq!(
        misspelt.map(|span| (span.line, span.column)),
        Some((2, 11)),
        "the name itself is pointed at"
    );
}

#[test]
fn typical_mistakes_in_a_player_turn_are_answered_with_what_to_write() {
    let play = begun(Tempo::Brisk);
    let rome = Seat::new("rome");
    let told = |orders: &str| {
        let text = format!("orders: {{}}\nahead:\n  turn:\n{orders}");
        let told = play.check(&rome, &sheet(&text));
        let fault = told.0.into_iter().find(|complaint| complaint.kind() != Kind::Warning);
        let fault = fault.unwrap_or_else(|| panic!("nothing is said of {orders}"));
        format!("{} | {}", fault.message, fault.fix.expect("a way out"))
    };
    for (orders, expected) in [
        ("    attack: [{by: [la-1], against: [ib-1]}]\n", "`attacks:` under that"),
        ("    march: [ne]\n", "`- command: la`"),
        ("    activations: {command: la}\n", "each entry begins with `- `"),
        ("    activations:\n      - {command: LA}\n", "did you mean `la`?"),
        ("    activations:\n      - {command: la, march: [NE]}\n", "one of: ne, e"),
        (
            "    activations:\n      - {command: la, units: {LA-1: \"0604\"}}\n",
            "did you mean `la-1`?",
        ),
        (
            "    activations:\n      - {command: la, units: {la-1: D5}}\n",
            "from \"0101\" to \"1926\"",
        ),
        ("    activations:\n      - {command: la, attack: []}\n", "did you mean `attacks`?"),
    ] {
        let told = told(orders);
        assert!(told.contains(expected), "{orders}: {told}");
    }
}

#[test]
fn entries_may_be_written_below_the_empty_keys_of_a_form() {
    let play = begun(Tempo::Brisk);
    let rome = Seat::new("rome");
    let bare = play.check(&rome, &sheet("orders:\n  change:\n"));
    assert!(bare.0.is_empty(), "{:?}", bare.0);
    let text = "orders:\n  change:\n    la: stand\nahead:\n  turn:\n    activations:\n      - command: la\n";
    let told = play.check(&rome, &sheet(text));
    assert!(!told.fatal(), "{:?}", told.0);
}
