//! Editors and readers agree on what can be written.

use super::{loaded, rules, setup, sheet};
use engine::{OrderHelp, Seat, Tempo};
use std::collections::BTreeSet;

/// Codes that the grammar cannot express: here, that a repetition stands last in its list.
const BEYOND: &[&str] = &["E-dr-repeat"];

#[test]
fn what_an_editor_takes_the_readers_take_and_nothing_else() {
    let rules = rules();
    let grammar = rules.grammar().expect("the title has one");
    let found = mutator::disagreements(&rules, grammar, include_str!("grammar.yaml"), BEYOND, 250);
    assert!(found.is_empty(), "{}: {}", found.len(), found.join("\n"));
}

#[test]
fn an_entry_that_cannot_be_read_hides_nothing_behind_it() {
    let play = loaded().open(&setup(4, Tempo::Brisk, &[])).unwrap_or_else(|why| panic!("{why:?}"));
    let text = "standing:\n  ra:\n    retreat_to:\n    - Rome!\n    - atlantis\n    entered:\n    - {do: dance}\n    \
                - {when: {by: rb}, do: fight}\n    hand_over:\n    - {to: rb}\n    - {to: ra, elements: [bd1]}\n";
    let said = play.check(&Seat::new("r1"), &sheet(text));
    let lines: BTreeSet<u32> = said.0.iter().filter_map(|one| Some(one.span?.line)).collect();
    assert_eq!(lines, BTreeSet::from([4, 5, 7, 8, 10, 11]), "{said}");
}
