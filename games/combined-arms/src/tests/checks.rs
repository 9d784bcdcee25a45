//! Tests of the checker's complaints about files.

use super::{Play, Seat, Tempo, Viewer, deployed, file, loaded, setup, sheet};

#[test]
fn attacks_given_ahead_are_refused_where_they_would_never_be_used() {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup("battle", Tempo::Full, &[("placement", "blind")])).expect("lawful");
    let codes = |play: &dyn Play, seat: &str, text: &str| -> Vec<&'static str> {
        play.check(&Seat::new(seat), &sheet(text))
            .0
            .iter()
            .map(|complaint| complaint.code)
            .collect()
    };
    assert_eq!(
        codes(play.as_ref(), "rome", "orders: {army: consular}\nahead: {place: {ve1: e4}}\n"),
        ["E-ca-ahead"]
    );
    file(
        play.as_mut(),
        1,
        &[("rome", "orders: {army: consular}\n"), ("carthage", "orders: {army: trebia}\n")],
    );
    file(
        play.as_mut(),
        2,
        &[("rome", "orders: {layout: castra}\n"), ("carthage", "orders: {layout: crescent}\n")],
    );
    assert_eq!(
        codes(play.as_ref(), "rome", "orders: []\nahead: {attack: [at-will]}\n"),
        ["E-ca-ahead"]
    );
    assert_eq!(codes(play.as_ref(), "carthage", "ahead: {attack: [at-will]}\n"), ["E-ca-ahead"]);
    assert_eq!(codes(play.as_ref(), "carthage", "orders: []\n"), ["E-awaited"]);
}

#[test]
fn every_mistake_is_told_with_its_place() {
    let loaded = loaded();
    let mut play = loaded.open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    file(
        play.as_mut(),
        1,
        &[("rome", "orders: {army: consular}\n"), ("carthage", "orders: {army: trebia}\n")],
    );
    let text = "orders:\n  - pr9: e5\n  - ve1: {to: m3, faec: n}\n  - af1: a8\n  - ve2: {to: [e9, f9]}\n  - ha1 e4\n";
    let complaints = play.check(&Seat::new("rome"), &sheet(text));
    let told: Vec<(&str, u32)> = complaints
        .0
        .iter()
        .map(|complaint| (complaint.code, complaint.span.map_or(0, |span| span.line)))
        .collect();
    let wanted = [
        ("E-ca-unit", 2),
        ("E-ca-square", 3),
        ("E-field", 3),
        ("E-ca-unit", 4),
        ("E-ca-far", 5),
        ("E-ca-far", 5),
        ("E-ca-entry", 6),
    ];
    assert_eq!(told, wanted, "{:#?}", complaints.0);
}

#[test]
fn the_dry_run_tells_what_a_draft_does_and_an_event_names_its_order() {
    let mut play = deployed();
    let rome = Seat::new("rome");
    let draft = sheet("orders:\n- ve1: e6\n- tr1: e9\nahead: {attack: [ve1: ca1]}\n");
    let facts = play.dry_run(&rome, &draft);
    assert_eq!(facts["moves"][0]["unit"], "ve1", "{facts:#}");
    assert_eq!(facts["void"][0]["reason"], "unreachable", "{facts:#}");
    assert!(facts["idle"].as_array().is_some_and(|idle| !idle.is_empty()), "{facts:#}");
    file(play.as_mut(), 2, &[("rome", "orders:\n- ve1: n\n- ve2: w\n")]);
    let chapters = play.chapters(&Viewer::Public);
    let events = chapters[0]["events"].as_array().expect("events");
    let turned = events.iter().find(|event| event["unit"] == "ve2").expect("it turned");
    assert_eq!(turned["by_order"]["path"], "orders[1]", "{turned:#}");
}

#[test]
fn typical_mistakes_are_answered() {
    let play = deployed();
    let fix = |text: &str| {
        let complaints = play.check(&Seat::new("rome"), &sheet(text));
        complaints.0.first().and_then(|first| first.fix.clone()).unwrap_or_default()
    };
    assert_eq!(
        fix("orders: {ve1: e5}"),
        "write each entry on a line of its own, beginning with a dash: `- ve1: e5`"
    );
    assert_eq!(fix("orders: [ve1: E5]"), "write it in lower case: e5");
    assert_eq!(fix("orders: [VE1: e5]"), "write it in lower case: ve1");
    assert_eq!(fix("orders: [{ve1: {to: E5}}]"), "write it in lower case: e5");
}

#[test]
fn what_stands_in_a_set_up_names_its_order_and_what_follows_names_none() {
    let mut play =
        loaded().open(&setup("battle", Tempo::Full, &[("placement", "blind")])).expect("lawful");
    let by = |play: &dyn Play, kind: &str, seat: &str| -> Option<String> {
        let chapters = play.chapters(&Viewer::Referee);
        let mut events = chapters[0]["events"].as_array().expect("events").iter();
        let of = |event: &&serde_json::Value| {
            event["kind"] == kind && (seat.is_empty() || event["seat"] == seat)
        };
        let found = events.find(of).unwrap_or_else(|| panic!("no {kind}: {chapters:#}"));
        found["by_order"]["seat"].as_str().map(str::to_owned)
    };
    let armies = [("rome", "orders: {army: consular}\n"), ("carthage", "orders: {army: trebia}\n")];
    file(play.as_mut(), 1, &armies);
    let layouts =
        [("rome", "orders: {layout: castra}\n"), ("carthage", "orders: {layout: crescent}\n")];
    let mut placed = play.copy();
    file(placed.as_mut(), 2, &layouts);
    for seat in super::SEATS {
        assert_eq!(by(play.as_ref(), "army", seat).as_deref(), Some(seat));
        assert_eq!(by(placed.as_ref(), "placed", seat).as_deref(), Some(seat));
    }
    assert_eq!(by(play.as_ref(), "first-seat", ""), None);
    assert_eq!(by(placed.as_ref(), "turn-begins", ""), None);
}
