//! Editors and readers agree on what can be written.

use super::rules;
use engine::OrderHelp;

#[test]
fn what_an_editor_takes_the_readers_take_and_nothing_else() {
    let rules = rules();
    let grammar = rules.grammar().expect("the title has one");
    let found = mutator::disagreements(&rules, grammar, include_str!("grammar.yaml"), &[], 400);
    assert!(found.is_empty(), "{}: {}", found.len(), found.join("\n"));
}
