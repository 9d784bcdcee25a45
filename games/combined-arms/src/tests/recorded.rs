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
