//! The strong player: it plays by the rules, the same by the same seed, and better than without a plan.

use super::{BATTLES, loaded, setup};
use engine::selfplay::{CheckLevel, Played};
use engine::{BotStyle, Seat, Skill, Tempo};
use std::collections::BTreeMap;

const SENSIBLE: Skill = Skill::Style(BotStyle::Sensible);
const AIMLESS: Skill = Skill::Style(BotStyle::Random);

/// The number of ways to move that are looked ahead here: few, since tests check that it is done, not how well.
const EFFORT: [(&str, i32); 2] = [("rome_effort", 2), ("carthage_effort", 2)];

/// A game, watched closely, with some weights of the strong player changed and its effort at the least.
fn played(
    battle: &str,
    tempo: Tempo,
    skills: [Skill; 2],
    seed: u64,
    changes: &[(&str, i32)],
) -> Played {
    let skills = ["rome", "carthage"].map(Seat::new).into_iter().zip(skills).collect();
    let changes: BTreeMap<String, i32> =
        EFFORT.iter().chain(changes).map(|(name, number)| ((*name).to_owned(), *number)).collect();
    let mut title = loaded();
    title.reweigh(&changes).expect("weights of this title");
    title
        .self_play(&setup(battle, tempo), &skills, seed, 3000, CheckLevel::Close)
        .unwrap_or_else(|fault| panic!("{battle} {tempo:?}, seed {seed}: {fault}"))
}

#[test]
fn games_of_the_strong_player_end_soundly_and_the_same_by_the_same_seed() {
    for (battle, tempo, seed) in [("trebbia", Tempo::Brisk, 1), ("po", Tempo::Full, 2)] {
        let one = played(battle, tempo, [Skill::Strong; 2], seed, &[]);
        assert!(one.outcome.is_some(), "{battle}: no end after {} records", one.records);
        assert_eq!(one, played(battle, tempo, [Skill::Strong; 2], seed, &[]));
    }
}

#[test]
fn the_strong_player_weighs_otherwise_than_the_sensible_one_and_beats_the_aimless_one() {
    let apart = |seed| {
        let of = |skill| played("trebbia", Tempo::Brisk, [skill; 2], seed, &[]);
        of(Skill::Strong) != of(SENSIBLE)
    };
    assert!((1..3).any(apart));
    let won = |battle| {
        let of = |side: &str, skills| {
            let winner =
                played(battle, Tempo::Brisk, skills, 7, &[]).outcome.and_then(|o| o.winner);
            u32::from(winner.as_deref() == Some(side))
        };
        of("rome", [Skill::Strong, AIMLESS]) + of("carthage", [AIMLESS, Skill::Strong])
    };
    let won: u32 = BATTLES.into_iter().map(won).sum();
    assert!(won >= 7, "{won} of 8");
}

#[test]
fn other_weights_make_another_game_and_a_name_that_is_none_is_refused() {
    let timid = [("rome_floor", 9000), ("carthage_floor", 9000)];
    let of = |changes| played("trebbia", Tempo::Brisk, [Skill::Strong; 2], 1, changes);
    assert_ne!(of(&timid), of(&[]));
    let blind = [("rome_effort", 0), ("carthage_effort", 0)];
    assert_ne!(of(&blind), of(&[]), "to look ahead changes what is done");
    let unknown = BTreeMap::from([("rome_flor".to_owned(), 1)]);
    let refused = loaded().reweigh(&unknown).expect_err("no such weight");
    assert!(refused.contains("rome_flor"), "{refused}");
}
