//! Events name the order that they come from, to the seat that gave it.

use super::{begun, loaded, setup, sheet};
use engine::{Dice, Seat, Tempo, Viewer};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn what_is_moved_void_and_changed_points_at_its_line() {
    let mut play = begun(Tempo::Brisk);
    let rome = "orders:\n  change:\n    lb: stand\nahead:\n  turn:\n    activations:\n      - command: la\n        units:\n          \
                la-1: {to: \"0604\"}\n          la-2: {to: \"0604\"}\n";
    let filed = BTreeMap::from([
        (Seat::new("rome"), sheet(rome)),
        (Seat::new("carthage"), sheet("orders:\n  change:\n")),
    ]);
    play.turn(3, &filed, &BTreeSet::new(), &mut Dice::seeded([4; 32], None)).expect("it resolves");
    let of = |viewer: &Viewer, kind: &str, unit: &str| {
        let chapters = play.chapters(viewer);
        let all = chapters.as_array().expect("chapters").iter();
        let mut events =
            all.flat_map(|chapter| chapter["events"].as_array().expect("events").clone());
        let found = events
            .find(|event| event["kind"] == kind && (unit.is_empty() || event["unit"] == unit));
        found.unwrap_or_default()["by_order"].clone()
    };
    let own = Viewer::Seat(Seat::new("rome"));
    let moved = of(&own, "moved", "la-1");
    assert_eq!(
        (&moved["path"], &moved["line"]),
        (&"ahead.turn.activations[0].units.la-1".into(), &9.into())
    );
    let void = of(&own, "void", "la-2");
    assert_eq!(
        (&void["path"], &void["line"]),
        (&"ahead.turn.activations[0].units.la-2".into(), &10.into())
    );
    assert_eq!(of(&own, "orders-changed", "")["path"], "orders.change");
    let other = Viewer::Seat(Seat::new("carthage"));
    assert!(
        of(&other, "moved", "la-1").is_null(),
        "whose order it was is not told to the other side"
    );
    // The chit that an event tells of is not written over by the order that it came from.
    let chapters = play.chapters(&own).to_string();
    assert!(
        chapters.contains("\"kind\":\"activation\"") && chapters.contains("\"order\":\"move\"")
    );
    // A unit that walks by default follows no order.
    assert!(of(&own, "moved", "pa-1").is_null());
}

#[test]
fn who_is_placed_in_the_set_up_stands_there_by_its_orders() {
    let mut play = loaded().open(&setup(Tempo::Brisk, &[])).expect("its own choices");
    let seat = play.awaited().remove(0).seat;
    let filed = BTreeMap::from([(seat.clone(), sheet("orders: {}\n"))]);
    play.turn(1, &filed, &BTreeSet::new(), &mut Dice::seeded([3; 32], None)).expect("it resolves");
    let chapters = play.chapters(&Viewer::Seat(seat));
    let of = |kind: &str| {
        let mut events = chapters[0]["events"].as_array().expect("events").iter();
        events.find(|event| event["kind"] == kind).expect(kind)["by_order"].clone()
    };
    assert_eq!(
        (of("placed")["path"].as_str(), of("orders-set")["path"].as_str()),
        (Some("orders"), Some("orders"))
    );
    assert!(of("set-up-done").is_null());
}
