//! What a recorded game of the second revision shows of the rule that it changed.

use super::{place, text_of};
use record::exchange::yaml;

#[test]
fn a_game_of_the_second_revision_weighs_the_armies_by_their_lists() {
    let path = place("example-2").join("turns/0001/events.yaml");
    let events = yaml::parse(&text_of(&path)).unwrap().plain_value();
    let events = events["chapters"][0]["events"].as_array().unwrap().clone();
    let first = events.iter().find(|event| event["kind"] == "first-seat").unwrap();
    assert_eq!((&first["seat"], &first["shares"]["rome"]), (&"rome".into(), &84.into()));
}

#[test]
fn a_game_of_the_third_revision_asks_in_tempo_full_where_a_beaten_unit_falls_back() {
    let kinds = |record: &str| -> Vec<String> {
        let path = place("example-3").join(format!("turns/{record}/events.yaml"));
        let events = yaml::parse(&text_of(&path)).unwrap().plain_value();
        let events = events["chapters"][0]["events"].as_array().unwrap().clone();
        events.iter().map(|event| event["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds("0006").last().map(String::as_str), Some("asked"));
    assert_eq!(kinds("0007")[..2], ["answered", "retreat"]);
}
