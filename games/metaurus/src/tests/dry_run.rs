//! Tests of what `check` says that a draft would do.

use super::{begun, loaded, setup, sheet};
use engine::{Dice, Seat, Tempo};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn a_draft_is_told_who_moves_who_is_left_to_the_rules_and_which_chits_change() {
    let play = begun(Tempo::Brisk);
    let rome = Seat::new("rome");
    let text = "orders: {change: {lb: stand, la: move}}\nahead:\n  turn:\n    activations:\n      - {command: la, units: {la-1: {to: \"0604\"}}}\n";
    let does = play.dry_run(&rome, &sheet(text));
    assert_eq!(does["parts"][0]["changes"][0]["command"], "lb");
    assert_eq!(does["parts"][0]["same"][0], "la");
    let turn = &does["parts"][1];
    assert_eq!(turn["acts"][0]["who"][0], "la");
    assert_eq!(turn["acts"][0]["moved"][0]["to"], "0604");
    let rest = turn["rest"].as_array().expect("a list");
    let lb = rest.iter().find(|act| act["who"][0] == "lb").expect("lb is not named");
    assert_eq!((&lb["order"], lb["moved"].as_array().map(Vec::len)), (&"stand".into(), Some(0)));
    assert!(rest.iter().any(|act| act["moved"][0]["manner"] == "default"));
}

#[test]
fn what_the_enemy_hides_leaves_the_dry_run_as_it_is() {
    let told = |carthage: &str| {
        let mut play = begun(Tempo::Brisk);
        let filed = BTreeMap::from([
            (Seat::new("rome"), sheet("orders: {}\n")),
            (Seat::new("carthage"), sheet(carthage)),
        ]);
        play.turn(3, &filed, &BTreeSet::new(), &mut Dice::seeded([4; 32], None))
            .expect("it resolves");
        let draft = "orders: {activations: [{command: la, march: [ne, nw, ne]}, {command: pa, march: [ne]}]}\n";
        play.dry_run(&Seat::new("rome"), &sheet(draft)).to_string()
    };
    let quiet = told("orders: {}\n");
    assert!(quiet.len() > 200, "{quiet}");
    assert_eq!(
        quiet,
        told("orders: {change: {iberian: move, african: reform}}\nstanding: {retreat: always}\n")
    );
}

#[test]
fn a_draft_of_the_set_up_is_told_who_stands_where_and_under_which_orders() {
    let play = loaded().open(&setup(Tempo::Brisk, &[])).expect("it opens");
    let text = "orders: {chits: {iberian: move}, place: {af-1: \"1210\"}, face: {lg-3: sw}}\n";
    let does = play.dry_run(&Seat::new("carthage"), &sheet(text));
    let part = &does["parts"][0];
    assert_eq!(part["placed"], serde_json::json!([{ "unit": "af-1", "to": "1210" }]), "{part}");
    let aside = part["aside"].as_array().expect("a list");
    assert_eq!(aside.len(), 1, "whoever usually stands in 1210 makes room: {part}");
    assert_eq!(part["faces"][0], serde_json::json!({ "to": "sw", "units": ["lg-3"] }));
    let under = part["under"].as_array().expect("a list");
    let moving = under.iter().find(|one| one["order"] == "move").expect("somebody moves");
    assert_eq!(moving["named"], serde_json::json!(["iberian"]), "{part}");
    let silent: usize =
        under.iter().filter_map(|one| one["by_default"].as_array()).map(Vec::len).sum();
    assert!(silent > 3, "the others have the orders of the scenario: {part}");
}
