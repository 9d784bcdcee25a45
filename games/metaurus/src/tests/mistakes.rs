//! What a player is told of mistakes in a file.

use super::{loaded, setup, sheet};
use engine::{Revision, Seat, Tempo};

#[test]
fn a_file_is_told_all_its_mistakes_at_once_with_their_places() {
    let loaded = loaded(Revision::FIRST);
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
        ("E01", 2),
        ("E05", 2),
        ("E04", 2),
        ("E06", 2),
        ("E07", 3),
        ("E01", 3),
        ("E01", 4),
        ("E22", 6),
        ("E02", 6),
        ("E22", 7),
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
