//! The data of the title, and what is said of data that contradicts itself.

use super::FOLDER;
use crate::Punica;
use engine::{Revision, Rules};

/// File, text, its replacement, and what is then said.
const CONTRADICTIONS: [(&str, &str, &str, &str); 16] = [
    ("map.yaml", "land: [hispania]", "land: [hispannia]", "no area `hispannia`"),
    ("map.yaml", "code: SIC", "code: SAR", "the same code SAR"),
    ("map.yaml", "at: [9, 8]", "at: [8, 9]", "drawn in the same place"),
    (
        "map.yaml",
        "seas: [mare-tyrrhenum],                                   land: [gallia",
        "seas: [mare-tyrrhenum, mare-ionium],                                   land: [gallia",
        "the capital must border the sea with its fleet symbol",
    ),
    ("map.yaml", "of: both,     seas", "of: rome,     seas", "only Sicilia may count"),
    (
        "map.yaml",
        "island: true, source: rulebook",
        "source: rulebook",
        "no border, but is not an island",
    ),
    ("cards.yaml", "c6: {name", "c7: {name", "has the id c6"),
    ("cards.yaml", "{who: army, n: 4}", "{who: army, n: 3}", "four army movements"),
    (
        "cards.yaml",
        "{who: army, n: 1}],                       source",
        "{who: hannibal, n: 1}],                       source",
        "Rome has no Hannibal",
    ),
    ("cards.yaml", "name: Scipio", "name: Cannae", "the same name"),
    ("constants.yaml", "hand: 7", "hand: 6", "the hand has another number"),
    (
        "constants.yaml",
        "- {play: [{beat: best}, middle]}",
        "- {play: ask}",
        "the last default rule",
    ),
    ("constants.yaml", "hannibal: 1, fleet: 3", "hannibal: 0, fleet: 3", "the same strength"),
    (
        "setup.yaml",
        "carthago: 3, numidia: 1",
        "carthago: 2, numidia: 1",
        "too few or too many counters",
    ),
    ("setup.yaml", "hannibal: carthago", "hannibal: roma", "held by both sides"),
    (
        "setup.yaml",
        "hand: all                                                                    # icon 6",
        "hand: []",
        "the hand has no cards",
    ),
];

#[test]
fn data_that_contradicts_itself_is_named_with_file_and_line() {
    for (file, from, to, expected) in CONTRADICTIONS {
        let faults =
            Punica::load(&FOLDER.data_with(file, from, to), Revision::FIRST).expect_err(expected);
        let found = faults.iter().find(|fault| fault.complaint.message.contains(expected));
        let fault = found.unwrap_or_else(|| panic!("{expected}: {faults:#?}"));
        assert_eq!(fault.file, file, "{expected}");
        assert!(fault.complaint.span.is_some_and(|span| span.line > 0), "{expected} has no line");
    }
}
