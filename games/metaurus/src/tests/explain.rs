//! Tests of explanations of standing orders in an attack that a player imagines.

use super::{begun, sheet, tree};
use engine::title::Play;
use engine::{Seat, Tempo};
use serde_json::Value;

/// An attack on la-1 by a Gaul that has come near it.
const ATTACK: &str = "{by: [ce-1], against: [la-1], from: \"0604\"}\n";

/// The answer to Rome's question, given a draft.
fn answer(play: &dyn Play, draft: &str, question: &str) -> Value {
    let told = play.explain(&Seat::new("rome"), Some(&sheet(draft)), &tree(question));
    told.unwrap_or_else(|complaints| panic!("{:#?}", complaints.0))["cases"][0].clone()
}

/// The kinds of events at an end, and what is done before the attack.
fn kinds(events: &Value) -> Vec<String> {
    let kind = |event: &Value| event["kind"].as_str().expect("a word").to_owned();
    events.as_array().expect("a list").iter().map(kind).collect()
}

#[test]
fn a_legion_under_move_falls_back_if_its_standing_order_says_so() {
    let play = begun(Tempo::Brisk);
    let told = |standing: &str| {
        let draft = format!("orders: {{change: {{la: move}}}}\n{standing}");
        answer(play.as_ref(), &draft, ATTACK)
    };
    let case = told("");
    assert_eq!(
        (case["mine"].as_str(), case["orders"][0]["own"].as_bool()),
        (Some("defence"), Some(false))
    );
    assert!(kinds(&case["ends"][0]["retreats"]).is_empty(), "{case}");
    let case = told("standing: {retreat: {la: {if: always, hexes: 1}}}\n");
    assert_eq!(kinds(&case["ends"][0]["retreats"]), ["retreat"]);
    let case = told("standing: {retreat: {la: {if: \"drm>=9\", hexes: 1}}}\n");
    assert!(kinds(&case["ends"][0]["retreats"]).is_empty(), "{case}");
}

#[test]
fn on_a_one_the_defenders_strike_back_as_their_standing_order_says() {
    let play = begun(Tempo::Brisk);
    let told = |standing: &str| {
        let case = answer(play.as_ref(), &format!("orders: {{}}\n{standing}"), ATTACK);
        assert_eq!(case["ends"][0]["die"], 1);
        kinds(&case["ends"][0]["events"])
    };
    assert_eq!(told("standing: {counter: {la: always}}\n"), ["attack", "counter-attack"]);
    assert_eq!(told("standing: {counter: {la: never}}\n"), ["attack", "declined"]);
}

#[test]
fn an_own_attack_supposes_the_order_that_is_hidden() {
    let play = begun(Tempo::Brisk);
    let told = |order: &str| {
        let question =
            format!("{{by: [la-1], against: [ce-1], from: \"{}\"{order}}}\n", place(play.as_ref()));
        answer(play.as_ref(), "orders: {}\n", &question)
    };
    let (stand, moving) = (told(""), told(", order: move"));
    assert_eq!(
        (stand["mine"].as_str(), stand["supposed"][0].as_str()),
        (Some("attack"), Some("ce-1"))
    );
    assert!(stand["drm"].as_i64() < moving["drm"].as_i64(), "{stand} {moving}");
}

/// A hex next to ce-1 that la-1 may attack it from.
fn place(play: &dyn Play) -> String {
    let free = |line: u32, place: u32| {
        let hex = format!("{line:02}{place:02}");
        let question = format!("{{by: [la-1], against: [ce-1], from: \"{hex}\"}}\n");
        let told = play.explain(&Seat::new("rome"), None, &tree(&question));
        told.is_ok().then_some(hex)
    };
    (1..20).find_map(|line| (1..24).find_map(|at| free(line, at))).expect("there is one")
}

#[test]
fn a_question_that_cannot_be_is_answered_with_a_reason() {
    let play = begun(Tempo::Brisk);
    for (question, why) in [
        ("zz-9\n", "no unit zz-9"),
        ("la-1\n", "no enemy has la-1 in its front"),
        ("{by: [ce-1], against: [ce-2], from: \"0604\"}\n", "the defenders on the other"),
        ("{by: [ba-1], against: [la-1], from: \"0604\"}\n", "light infantry"),
        ("{by: [ce-1], against: [la-1]}\n", "from where it is"),
    ] {
        let told = play.explain(&Seat::new("rome"), None, &tree(question));
        let complaints = told.expect_err("cannot be read");
        assert!(complaints.0[0].message.contains(why), "{:?}", complaints.0);
    }
}
