//! Tests of units on the map.

use super::data;
use crate::Metaurus;
use crate::TITLE;
use crate::names::Id;

use crate::state::{Link, Options, State, Unit};
use engine::kit::{Bearing, Hex};
use engine::{Picture, Rules, Tempo};

fn id(text: &str) -> Id {
    Id::new(text).expect("a name")
}

#[test]
fn a_unit_both_disordered_and_engaged_shows_both_and_counters_bear_the_letters_of_the_legend() {
    let rules = Metaurus::load(&data(), TITLE.revision()).expect("the data is sound");
    let options = Options { gauls: true, tempo: Tempo::Brisk, stall_turns: 8, turn_limit: None };
    let mut state = State::new(options);
    let unit =
        |place, disordered| Unit { hex: Hex::new(10, place), facing: Bearing::N, disordered };
    state.units.insert(id("la-1"), unit(3, true));
    state.units.insert(id("ib-1"), unit(4, false));
    state.units.insert(id("la-2"), unit(9, true));
    state.links.insert(Link { rome: id("la-1"), carthage: id("ib-1"), freezes: None });
    let map = rules.picture(&state, &[]);
    let piece = |name: &str| map.pieces.iter().find(|piece| piece.id == name).expect("a piece");
    assert_eq!(piece("la-1").token, "L↑#");
    assert_eq!(piece("la-1").marks, ["disordered", "engaged"]);
    assert_eq!((piece("ib-1").token.as_str(), piece("la-2").token.as_str()), ("m↑=", "L↑!"));
    for piece in &map.pieces {
        assert!(
            map.legend.iter().any(|line| line.sign == piece.sign),
            "{} is not in the legend",
            piece.sign
        );
    }
    // Signs of more than one letter are told apart in columns of their own.
    let mut signs: Vec<&str> = map.legend.iter().map(|line| line.sign.as_str()).collect();
    let all = signs.len();
    signs.sort_unstable();
    signs.dedup();
    assert_eq!(signs.len(), all, "two lines of the legend have one sign");
}
