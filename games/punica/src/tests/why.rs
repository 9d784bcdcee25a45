//! Events name the order that they come from, to the seat that gave it.

use super::{ENDING, loaded, orders as sheet, setup};
use engine::{Dice, Seat, Tempo, Viewer};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn what_is_moved_and_void_points_at_its_line() {
    let mut play = loaded().open(&setup(Tempo::Brisk, &ENDING)).expect("its own choices");
    let text = "orders:\n  action: card\n  card: c5\n  moves:\n    - army roma hispania\n    - army hispania roma\n";
    let active = play.awaited().remove(0).seat;
    assert_eq!(active, Seat::new("carthage"));
    let filed = BTreeMap::from([(active.clone(), sheet(text))]);
    let mut dice = Dice::seeded([4; 32], None);
    play.turn(1, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    let of = |viewer: &Viewer, kind: &str| {
        let chapters = play.chapters(viewer);
        let chapters = chapters.as_array().expect("chapters").clone();
        let mut events =
            chapters.iter().flat_map(|one| one["events"].as_array().expect("events").clone());
        let found = events.find(|event| event["kind"] == kind);
        found.unwrap_or_else(|| panic!("no {kind}: {chapters:#?}"))["by_order"].clone()
    };
    let own = Viewer::Seat(active);
    assert_eq!(of(&own, "turn")["path"], "orders");
    let void = of(&own, "void");
    assert_eq!((&void["path"], &void["line"]), (&"orders.moves[0]".into(), &5.into()));
    assert!(of(&own, "turn-over").is_null(), "the end of a turn follows from the rules");
    assert!(of(&Viewer::Seat(Seat::new("rome")), "turn").is_null(), "it is not told to others");
}
