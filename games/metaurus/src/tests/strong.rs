//! The strong player: it plays by the rules, the same by the same seed, and better than without a plan.

use super::{loaded, setup};
use crate::TITLE;
use engine::selfplay::{Played, Scrutiny};
use engine::{BotStyle, Seat, Skill, Tempo};
use std::collections::BTreeMap;

/// A game, watched closely.
fn played(tempo: Tempo, skills: [Skill; 2], seed: u64) -> Played {
    let skills = ["rome", "carthage"].map(Seat::new).into_iter().zip(skills).collect();
    loaded(TITLE.revision())
        .self_play(&setup(tempo, &[]), &skills, seed, 3000, Scrutiny::Close)
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
        for seed in 1..5 {
            let winner = played(Tempo::Brisk, skills, seed).outcome.and_then(|one| one.winner);
            *won.entry(winner.as_deref() == Some(side)).or_default() += 1;
        }
    }
    assert!(won.get(&true).is_some_and(|games| *games >= 7), "{won:?}");
}
