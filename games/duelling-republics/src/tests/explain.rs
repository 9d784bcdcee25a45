//! Tests of explanations of standing orders in cases that a player imagines.

use super::{loaded, setup, sheet, tree};
use engine::title::Play;
use engine::{Dice, Seat, Tempo, Viewer};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A game before its first spring, with its armies set up, and the seat that leads `rb`.
fn spring(tempo: Tempo) -> (Box<dyn Play>, Seat) {
    let options = [("first-year", "activity"), ("deadline-misses-to-vacant", "9")];
    let mut play = loaded()
        .open(&setup(4, tempo, &options))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    for number in 1..20 {
        if play.phase().turn > 0 && ["spring", "move"].contains(&play.phase().name.as_ref()) {
            break;
        }
        let absent: BTreeSet<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
        let mut dice = Dice::seeded([7; 32], None);
        play.turn(number, &BTreeMap::new(), &absent, &mut dice).expect("it resolves");
    }
    let facts = play.report_context(&Viewer::Referee);
    let armies = facts["armies"].as_array().expect("armies");
    let leader = armies.iter().find(|army| army["id"] == "rb").expect("it stands");
    let leader = Seat::new(leader["seat"].as_str().expect("it is led"));
    (play, leader)
}

fn answer(play: &dyn Play, seat: &Seat, draft: &str, question: &str) -> Value {
    let told = play.explain(seat, Some(&sheet(draft)), &tree(question));
    told.unwrap_or_else(|complaints| panic!("{:#?}", complaints.0))["cases"][0].clone()
}

fn kinds(case: &Value) -> Vec<&str> {
    let events = case["events"].as_array().expect("a list");
    events.iter().map(|event| event["kind"].as_str().expect("a word")).collect()
}

const LINES: &str = "standing: {rb: {entered: [{when: {size: 4}, do: fight}, {when: {by: ca}, do: retreat}, {do: fight}]}}\n";

#[test]
fn the_first_line_that_fits_answers_and_what_comes_of_it_is_told() {
    let (play, rome) = spring(Tempo::Brisk);
    let told = |question: &str| answer(play.as_ref(), &rome, LINES, question);
    let fires = |case: &Value| {
        let lines = case["lines"].as_array().expect("a list");
        lines.iter().find(|line| line["fires"] == true).map(|line| line["line"].clone())
    };
    let case = told("{army: rb, by: ca, size: 3}\n");
    assert_eq!(fires(&case), Some(1.into()), "{case}");
    assert_eq!(kinds(&case), ["entered", "contact"]);
    let case = told("{army: rb, by: ca, size: 9}\n");
    assert_eq!(fires(&case), Some(2.into()), "{case}");
    assert_eq!(kinds(&case)[..2], ["entered", "retreated"]);
    let case = told("{army: rb, by: cb, size: 9}\n");
    assert_eq!(fires(&case), Some(3.into()), "{case}");
    assert_eq!(case["asked"], false);
}

#[test]
fn who_is_asked_is_told_so_unless_the_lines_are_final() {
    let (play, rome) = spring(Tempo::Full);
    let asked = |draft: &str| {
        answer(play.as_ref(), &rome, draft, "{army: rb, by: ca}\n")["asked"].as_bool()
    };
    assert_eq!(asked(LINES), Some(true));
    let last = "standing: {rb: {final: true, entered: [{do: fight}]}}\n";
    assert_eq!(asked(last), Some(false));
}

#[test]
fn losses_follow_the_armys_own_order() {
    let (play, rome) = spring(Tempo::Brisk);
    let first = |draft: &str| {
        let case = answer(play.as_ref(), &rome, draft, "{army: rb, lose: 1}\n");
        (case["own"].as_bool(), case["lost"][0].as_str().map(str::to_owned))
    };
    assert!(matches!(first("orders: {}\n"), (Some(false), Some(_))));
    let (own, lost) = first("standing: {rb: {losses: [Bd]}}\n");
    assert_eq!(own, Some(true));
    assert!(lost.is_some_and(|lost| lost.starts_with("bd")));
}

#[test]
fn a_question_about_strangers_is_answered_with_a_reason() {
    let (play, rome) = spring(Tempo::Brisk);
    for (question, why) in [
        ("ca\n", "not one of your armies"),
        ("{army: rb, by: ra}\n", "not an enemy army"),
        ("{army: rb, by: ca, at: atlantis}\n", "no province atlantis"),
        ("{army: rb, by: ca, at: rome, from: celtiberia}\n", "celtiberia has no coast"),
        ("{army: rb, by: ca, at: rome, from: rome}\n", "is already in rome"),
    ] {
        let told = play.explain(&rome, None, &tree(question));
        let complaints = told.expect_err("not understood");
        assert!(complaints.0[0].message.contains(why), "{:?}", complaints.0);
    }
}
