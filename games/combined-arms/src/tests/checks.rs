//! What the checker says of files.

use super::{Play, Seat, Tempo, file, loaded, setup, sheet};

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
