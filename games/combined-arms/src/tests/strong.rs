//! The strong player misses no win that is there to be had at once.

use super::{FOLDER, loaded, rules, setup};
use crate::case::position;
use crate::names::Side;
use crate::rules::turn;
use crate::state::State;
use crate::{CombinedArms, check};
use engine::node::Path;
use engine::rules::ParsedOrdersOf;
use engine::selfplay::Ending;
use engine::{AtSeat, Complaints, OrderRules, Reader, Rng, Rules, Search, Tempo};
use std::collections::BTreeMap;

/// Seeds that each position is played with.
const SEEDS: u64 = 3;
/// Games whose endings are sampled; `tabella tools simulate combined-arms --endings 200` samples more.
const GAMES: u64 = 3;

#[test]
fn an_enemys_general_who_can_be_destroyed_this_turn_is_destroyed() {
    let rules = rules();
    let file = FOLDER.tree("cases/wins-in-one.yaml");
    let mut missed = Vec::new();
    for node in file.list().expect("a list of cases") {
        let mut complaints = Complaints::new();
        let state = position(&rules, &Reader::new(node, Path::top(), &mut complaints))
            .unwrap_or_else(|| panic!("{:?}", complaints.0));
        let prompts = rules.prompts(&state);
        let seat = prompts[0].seat.clone();
        let side = Side::of(&seat).expect("a seat for each side");
        let at = AtSeat { view: &state, seat: &seat, prompts: &prompts, in_force: None };
        for seed in 1..=SEEDS {
            let name = node.get("case").and_then(|name| name.text()).unwrap_or_default();
            let won = rules.decisive(&at, &mut Rng::new(seed)).is_some_and(|filing| {
                let fatal = Complaints(rules.check(&at, &filing)).fatal();
                !fatal && winner(&rules, &state, side, &filing) == Some(side)
            });
            if !won {
                missed.push(format!("{name} (seed {seed})"));
            }
        }
    }
    assert!(missed.is_empty(), "{} missed: {}", missed.len(), missed.join(", "));
}

#[test]
fn no_win_at_once_that_games_lead_to_is_missed() {
    let (title, setup) = (loaded(), setup("battle", Tempo::Brisk, &[]));
    let of = |seed| title.endings(&setup, &BTreeMap::new(), seed, 600).expect("sound games");
    let found: Vec<Ending> = (1..=GAMES).flat_map(of).collect();
    assert!(!found.is_empty(), "none of these games was won by a win at once");
    let missed: Vec<&Ending> = found.iter().filter(|ending| ending.missed).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// The winner after the turn that a filing orders. Positions of cases name only some units, so no whole phase is run.
fn winner(
    rules: &CombinedArms,
    state: &State,
    side: Side,
    filing: &ParsedOrdersOf<CombinedArms>,
) -> Option<Side> {
    let attacks = filing.ahead.as_ref().and_then(|ahead| ahead.get("attack"));
    let (after, _) = check::run(rules, state, |table| {
        turn::moves(table, side, filing.orders.get("move"));
        if table.state().result.is_none() {
            turn::attacks(table, side, attacks);
        }
    });
    after.result.and_then(|result| result.winner)
}
