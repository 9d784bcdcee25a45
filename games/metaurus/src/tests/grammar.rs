//! Editors and readers agree on what can be written.

use super::data;
use crate::{Metaurus, TITLE};
use engine::{OrderHelp, Rules};

#[test]
fn what_an_editor_takes_the_readers_take_and_nothing_else() {
    let rules =
        Metaurus::load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let grammar = rules.grammar().expect("the title has one");
    let found = mutator::disagreements(&rules, grammar, include_str!("grammar.yaml"), &[], 400);
    assert!(found.is_empty(), "{}: {}", found.len(), found.join("\n"));
}
