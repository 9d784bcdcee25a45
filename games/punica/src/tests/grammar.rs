//! Editors and readers agree on what can be written.

use super::rules;
use engine::OrderHelp;

#[test]
fn what_an_editor_takes_the_readers_take_and_nothing_else() {
    let rules = rules();
    let grammar = rules.grammar().expect("the title has one");
    // That `R3` is the card `r3` again, no schema can say.
    let beyond = ["appears twice in `mix`"];
    let found = mutator::disagreements(&rules, grammar, include_str!("grammar.yaml"), &beyond, 400);
    assert!(found.is_empty(), "{}: {}", found.len(), found.join("\n"));
}
