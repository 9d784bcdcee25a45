//! Tests of explanations of standing orders in cases that a player imagines.

use super::{deployed, sheet};
use engine::Seat;
use engine::title::Play;
use record::exchange::yaml;

/// The answer to Rome's question, as if a file counted.
fn answer(play: &dyn Play, draft: &str, question: &str) -> serde_json::Value {
    let question = yaml::parse(question).expect("it is YAML");
    let told = play.explain(&Seat::new("rome"), Some(&sheet(draft)), &question);
    told.unwrap_or_else(|complaints| panic!("{:#?}", complaints.0))["cases"][0].clone()
}

#[test]
fn a_unit_falls_back_as_the_nearest_of_its_standing_orders_says() {
    let play = deployed();
    let told = |draft: &str| {
        let case = answer(play.as_ref(), draft, "{unit: ve1, at: f6, by: [ca1]}\n");
        (case["key"].as_str().map(str::to_owned), case["end"]["to"].as_str().map(str::to_owned))
    };
    let says = |key: Option<&str>, to: &str| (key.map(str::to_owned), Some(to.to_owned()));
    assert_eq!(told("orders: []\n"), says(None, "f5"));
    let standing = |lists: &str| format!("standing: {{retreat: {{{lists}}}}}\n");
    assert_eq!(told(&standing("default: [g5]")), says(Some("default"), "g5"));
    assert_eq!(told(&standing("default: [g5], velites: [e5]")), says(Some("velites"), "e5"));
    assert_eq!(
        told(&standing("default: [g5], velites: [e5], ve1: [lateral, east]")),
        says(Some("ve1"), "g6")
    );
}

#[test]
fn who_has_nowhere_to_go_is_destroyed_and_a_draft_moves_first() {
    let play = deployed();
    let case = answer(play.as_ref(), "orders: []\n", "{unit: ve1, at: f6}\n");
    assert_eq!(
        (case["end"]["kind"].as_str(), case["by"].as_array().map(Vec::len)),
        (Some("retreat"), Some(0))
    );
    let elephant = yaml::parse("el1\n").expect("it is YAML");
    let told = play.explain(&Seat::new("carthage"), None, &elephant).expect("understood");
    let end = &told["cases"][0]["end"];
    assert_eq!(
        (end["kind"].as_str(), end["cause"].as_str()),
        (Some("destroyed"), Some("elephant"))
    );
    let case = answer(play.as_ref(), "orders: [{ve1: n}]\n", "ve1\n");
    let before = answer(play.as_ref(), "orders: []\n", "ve1\n");
    assert_eq!(case["at"], before["at"], "a turn is no move");
    let case = answer(play.as_ref(), "orders: [{ve1: e5}]\n", "ve1\n");
    assert_eq!(case["at"], "e5");
}

#[test]
fn without_a_list_the_standing_attack_answers_or_nobody_attacks() {
    let play = deployed();
    let case = answer(play.as_ref(), "orders: []\n", "attack\n");
    assert_eq!((case["own"].as_bool(), case["none"].as_bool()), (Some(false), Some(false)));
    let case = answer(play.as_ref(), "standing: {attack: {mode: none}}\n", "attack\n");
    assert_eq!((case["own"].as_bool(), case["none"].as_bool()), (Some(true), Some(true)));
}

#[test]
fn a_question_about_strangers_is_answered_with_its_place() {
    let play = deployed();
    for (question, code) in [
        ("zz9\n", "E-ca-unit"),
        ("ca1\n", "E-ca-unit"),
        ("{unit: ve1, at: z99}\n", "E-ca-square"),
        ("{unit: ve1, by: [ve2]}\n", "E-ca-unit"),
    ] {
        let question = yaml::parse(question).expect("it is YAML");
        let told = play.explain(&Seat::new("rome"), None, &question);
        let complaints = told.expect_err("not understood");
        assert_eq!(complaints.0[0].code, code, "{:?}", complaints.0);
    }
}
