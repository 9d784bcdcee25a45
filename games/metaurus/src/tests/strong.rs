//! The strong player: it plays by the rules, the same by the same seed, better than without a plan, and as one would have it
//! who watches.

use super::{data, loaded, setup};
use crate::names::{Id, Order, Side};
use crate::orders::{Orders, TurnOrders};
use crate::state::{Chit, Options, Stage, State, Unit};
use crate::{Metaurus, TITLE};
use engine::kit::{Bearing, Hex};
use engine::selfplay::{CheckLevel, Played};
use engine::{AtSeat, BotStyle, BuiltInPlayer, Rng, Rules, Seat, Skill, Tempo};
use std::collections::BTreeMap;

/// A position: units as `la-1 0504 n`, with `dis` after those that are Disordered, and the order of the chit of each
/// Command that has one.
fn position(stage: Stage, units: &[&str], chits: &[(&str, Order)]) -> State {
    let options = Options { gauls: false, tempo: Tempo::Brisk, stall_turns: 8, turn_limit: None };
    let mut state = State { turn: 5, stage, first: Some(Side::Rome), ..State::new(options) };
    for line in units {
        let words: Vec<&str> = line.split(' ').collect();
        let hex = Hex::parse(words[1]).expect("a hex");
        let facing = Bearing::parse(words[2]).expect("a facing");
        let unit = Unit { hex, facing, disordered: words.get(3) == Some(&"dis") };
        state.units.insert(Id::new(words[0]).expect("a name"), unit);
    }
    for (command, order) in chits {
        let chit = Chit { order: Some(*order), up: false };
        state.chits.insert(Id::new(command).expect("a name"), chit);
    }
    state
}

fn answer(state: &State, side: Side, seed: u64) -> Orders {
    let rules =
        Metaurus::load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let seat = side.seat();
    let prompts: Vec<_> =
        rules.prompts(state).into_iter().filter(|prompt| prompt.seat == seat).collect();
    let view = rules.view(state, &engine::Viewer::Seat(seat.clone()));
    let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: None };
    let mut filing = rules.strong(&at, &mut Rng::new(seed));
    filing.orders.remove(&prompts[0].name).expect("it answers what it is asked")
}

/// The order that a Command of Rome has after its changes.
fn ordered(state: &State, command: &str, seed: u64) -> Order {
    let Orders::Changes(changes) = answer(state, Side::Rome, seed) else { panic!("changes") };
    let command = Id::new(command).expect("a name");
    let before = state.chits[&command].order.expect("its own chit");
    changes.change.get(&command).copied().unwrap_or(before)
}

fn turn(state: &State, side: Side, seed: u64) -> TurnOrders {
    let Orders::Turn(turn) = answer(state, side, seed) else { panic!("a turn") };
    turn
}

/// The hex to which each unit is sent, and its facing.
fn sent(turn: &TurnOrders) -> BTreeMap<String, (Option<Hex>, Option<Bearing>)> {
    let units = turn.activations.iter().flat_map(|one| &one.units.0);
    units
        .filter_map(|(unit, tries)| Some((unit.to_string(), tries.all().first()?)))
        .map(|(unit, first)| (unit, (first.to, first.face)))
        .collect()
}

#[test]
fn it_attacks_a_broken_enemy_in_the_open_and_not_heavy_infantry_on_the_ridge() {
    let attacks = |enemies: &[&str], line: &[&str]| {
        let state = position(
            Stage::Orders,
            &[enemies, line].concat(),
            &[("la", Order::Stand), ("african", Order::Stand)],
        );
        (1..6).all(|seed| ordered(&state, "la", seed) == Order::MoveToAttack)
    };
    let plain = ["la-1 0504 n", "la-2 0505 n", "la-3 0506 n"];
    assert!(attacks(&["lg-1 0705 n dis"], &plain), "three to one from behind");
    let below = ["la-5 1008 n dis", "la-6 1009 n dis"];
    let ridge = ["af-1 1208 s", "af-2 1209 s", "af-3 1210 s", "af-4 1308 s"];
    assert!(!attacks(&ridge, &below), "two Disordered uphill against four");
}

#[test]
fn it_brings_all_it_can_against_one_enemy() {
    let state = position(
        Stage::Turn { side: Side::Rome },
        &["lg-1 0705 s dis", "la-1 0504 n", "la-2 0505 n", "la-3 0506 n"],
        &[("la", Order::MoveToAttack), ("african", Order::Stand)],
    );
    for seed in 1..6 {
        let turn = turn(&state, Side::Rome, seed);
        let near = |hex: &Hex| ["0605", "0606", "0704", "0706"].contains(&hex.to_string().as_str());
        let beside = sent(&turn).values().filter_map(|(to, _)| *to).filter(near).count();
        assert!(beside >= 2, "seed {seed}: {turn:?}");
    }
}

#[test]
fn who_stands_turns_to_an_enemy_behind_it() {
    let state = position(
        Stage::Turn { side: Side::Carthage },
        &["af-1 1008 n", "la-1 0907 n", "la-2 0908 n"],
        &[("la", Order::MoveToAttack), ("african", Order::Stand)],
    );
    for seed in 1..6 {
        let sent = sent(&turn(&state, Side::Carthage, seed));
        assert_eq!(sent.get("af-1"), Some(&(None, Some(Bearing::S))), "seed {seed}");
    }
}

#[test]
fn the_same_position_and_seed_give_the_same_orders() {
    let state = position(
        Stage::Turn { side: Side::Rome },
        &["ib-1 0705 s", "ib-2 0706 s", "la-1 0504 n", "la-2 0505 n", "la-3 0506 n"],
        &[("la", Order::MoveToAttack), ("iberian", Order::Stand)],
    );
    assert_eq!(turn(&state, Side::Rome, 3), turn(&state, Side::Rome, 3));
}

/// How far these tests look ahead in whole games: little, as they ask whether it is done, not how well.
const EFFORT: [(&str, i32); 4] =
    [("rome_tries", 1), ("carthage_tries", 1), ("rome_ponder", 0), ("carthage_ponder", 0)];

/// A game, watched closely; the strong player looks little ahead.
fn played(tempo: Tempo, skills: [Skill; 2], seed: u64) -> Played {
    let skills = ["rome", "carthage"].map(Seat::new).into_iter().zip(skills).collect();
    let mut title = loaded();
    let effort = EFFORT.into_iter().map(|(name, number)| (name.to_owned(), number)).collect();
    title.reweigh(&effort).expect("weights of this title");
    title
        .self_play(&setup(tempo, &[]), &skills, seed, 3000, CheckLevel::Close)
        .unwrap_or_else(|fault| panic!("{tempo:?}, seed {seed}: {fault}"))
}

#[test]
fn games_of_the_strong_player_end_soundly_and_the_same_by_the_same_seed() {
    for (tempo, seed) in [(Tempo::Brisk, 1), (Tempo::Full, 2)] {
        let one = played(tempo, [Skill::Strong; 2], seed);
        assert!(one.outcome.is_some(), "{tempo:?}: no end after {} records", one.records);
        assert_eq!(one, played(tempo, [Skill::Strong; 2], seed));
    }
}

#[test]
fn the_strong_player_weighs_otherwise_than_the_sensible_one_and_beats_the_aimless_one() {
    let sensible = Skill::Style(BotStyle::Sensible);
    let apart = |seed| {
        played(Tempo::Brisk, [Skill::Strong; 2], seed) != played(Tempo::Brisk, [sensible; 2], seed)
    };
    assert!((1..3).any(apart));
    let aimless = Skill::Style(BotStyle::Random);
    let mut won = BTreeMap::<bool, u32>::new();
    for (side, skills) in
        [("rome", [Skill::Strong, aimless]), ("carthage", [aimless, Skill::Strong])]
    {
        for seed in 1..3 {
            let winner = played(Tempo::Brisk, skills, seed).outcome.and_then(|one| one.winner);
            *won.entry(winner.as_deref() == Some(side)).or_default() += 1;
        }
    }
    assert!(won.get(&true).is_some_and(|games| *games >= 3), "{won:?}");
}
