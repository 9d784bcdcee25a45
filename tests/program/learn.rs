//! The rules in plain words, and lessons: what a newcomer types before any game.

use crate::table::{Run, run, tabella};
use std::fs;
use tempfile::TempDir;

fn act(arguments: &[&str], home: &TempDir) -> Run {
    run(tabella().args(arguments).env("XDG_DATA_HOME", home.path()))
}

#[test]
fn rules_are_told_whole_by_number_and_as_what_can_be_agreed() {
    let home = tempfile::tempdir().unwrap();
    let whole = act(&["rules", "punica"], &home).ended(0).out;
    assert!(whole.contains("You win by holding") && whole.contains("Cunctator ★"), "{whole}");
    let number = act(&["rules", "punica", "m4"], &home).ended(0).out;
    assert!(number.starts_with("M4: ") && number.contains("[M4]"), "{number}");
    assert!(number.lines().count() < 12, "{number}");
    let ruling = act(&["rules", "punica", "R12"], &home).ended(0).out;
    assert!(ruling.contains("At once; otherwise"), "{ruling}");
    let refused = act(&["rules", "punica", "Z9"], &home).ended(2).err;
    assert!(refused.contains("punica has no rule `Z9`"), "{refused}");
    let choices = act(&["rules", "punica", "--choices"], &home).ended(0).out;
    let at = |what: &str| choices.find(what).unwrap_or_else(|| panic!("{what}: {choices}"));
    assert!(at("Scenarios") < at("Options") && at("Options") < at("Balance"), "{choices}");
}

#[test]
fn a_lesson_is_read_answered_wrongly_then_rightly_and_remembered() {
    let home = tempfile::tempdir().unwrap();
    let asked = act(&["learn", "punica"], &home).ended(0).out;
    assert!(asked.contains("LESSON 1 OF 5") && asked.contains("Win the war"), "{asked}");
    let hint = act(&["learn", "punica", "three-signs", "--hint"], &home).ended(0).out;
    assert!(hint.contains("Baleares has Carthage's symbol"), "{hint}");
    let answer = |words: &str| act(&["learn", "punica", "three-signs", words], &home);
    let missed = answer("action: move, move: army roma magna-graecia").ended(1).out;
    assert!(missed.contains("bears your own symbol") && missed.contains("Try again"), "{missed}");
    let refused = answer("action: move, move: army roma hispania").ended(1).out;
    assert!(refused.contains("E-pu-"), "{refused}");
    assert_eq!(refused.matches("to read the rule: tabella rules punica ").count(), 1, "{refused}");
    let shown = act(&["learn", "punica", "three-signs", "--show"], &home).ended(0).out;
    assert!(shown.contains("'action: move, move: army sardinia baleares'"), "{shown}");
    let file = home.path().join("answer.yaml");
    fs::write(&file, "orders:\n  action: move\n  move: army sardinia baleares\n").unwrap();
    let reached = answer(file.to_str().unwrap()).ended(0).out;
    assert!(reached.contains("Done.") && reached.contains("learn punica ships"), "{reached}");
    let list = act(&["learn"], &home).ended(0).out;
    assert!(list.lines().any(|line| line.contains("three-signs") && line.ends_with("done")));
    assert!(act(&["learn", "punica"], &home).ended(0).out.contains("LESSON 2 OF 5"));
    act(&["learn", "duelling-republics"], &home).ended(2);
}
