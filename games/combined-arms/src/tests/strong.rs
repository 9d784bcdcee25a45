//! The strong player misses no win that is there to be had at once.

use super::{place, rules, text_of};
use crate::case::position;
use engine::node::Path;
use engine::run::{GameState, run};
use engine::{Assistance, AtSeat, Complaints, Dice, Reader, Rng, Rules};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn an_enemys_general_who_can_be_destroyed_this_turn_is_destroyed() {
    let rules = rules();
    let file = yaml::parse(&text_of(&place("cases/wins-in-one.yaml"))).expect("the cases are YAML");
    let mut missed = Vec::new();
    for node in file.list().expect("a list of cases") {
        let mut complaints = Complaints::new();
        let state = position(&rules, &Reader::new(node, Path::top()), &mut complaints)
            .unwrap_or_else(|| panic!("{:?}", complaints.0));
        let prompts = rules.prompts(&state);
        let seat = prompts[0].seat.clone();
        let at = AtSeat { view: &state, seat: &seat, prompts: &prompts, in_force: None };
        let filing = rules.strong(&at, &mut Rng::new(1));
        let mut game = GameState { state: state.clone(), force: BTreeMap::new() };
        let filings = BTreeMap::from([(seat.clone(), filing)]);
        let turn = run(&rules, &mut game, 1, &filings, &BTreeSet::new(), &mut Dice::none())
            .expect("it answers what it is asked");
        let winner = turn.outcome.and_then(|outcome| outcome.winner);
        if winner.as_deref() != Some(seat.name()) {
            missed
                .push(node.get("case").and_then(|name| name.text()).unwrap_or_default().to_owned());
        }
    }
    assert!(missed.is_empty(), "{} missed: {}", missed.len(), missed.join(", "));
}
