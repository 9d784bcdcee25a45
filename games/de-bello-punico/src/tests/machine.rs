//! Played by machines: every game ends soundly, and a game taken up from its files goes on the same.

use super::{BATTLES, loaded, opened, setup, sheets};
use engine::selfplay::CheckLevel;
use engine::{BotStyle, Dice, Rng, Seat, Tempo};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// Plays games, watched closely, and counts the winners.
fn play(
    battle: &str,
    tempo: Tempo,
    styles: [BotStyle; 2],
    seeds: std::ops::Range<u64>,
) -> BTreeMap<String, u32> {
    let loaded = loaded();
    let styles = BTreeMap::from([
        (Seat::new("rome"), styles[0].into()),
        (Seat::new("carthage"), styles[1].into()),
    ]);
    let mut winners = BTreeMap::new();
    for seed in seeds {
        let setup = setup(battle, tempo);
        let played = loaded
            .self_play(&setup, &styles, seed, 3000, CheckLevel::Close)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let outcome = played
            .outcome
            .unwrap_or_else(|| panic!("seed {seed}: no end after {} records", played.records));
        *winners.entry(outcome.winner.unwrap_or_default()).or_default() += 1;
    }
    winners
}

#[test]
fn games_of_all_kinds_of_players_end_soundly() {
    use BotStyle::{Random, Sensible};
    let pairs = [[Sensible, Sensible], [Random, Sensible], [Random, Random]];
    for (at, battle) in BATTLES.into_iter().enumerate() {
        for (tempo, shift) in [(Tempo::Brisk, 0), (Tempo::Full, 1)] {
            for pair in [at + shift, at + shift + 2] {
                let winners = play(battle, tempo, pairs[pair % pairs.len()], 2..3);
                assert_eq!(winners.values().sum::<u32>(), 1, "{winners:?}");
            }
        }
    }
}

#[test]
fn the_sensible_player_beats_the_aimless_one() {
    for battle in BATTLES {
        let rome = play(battle, Tempo::Brisk, [BotStyle::Sensible, BotStyle::Random], 7..8);
        let carthage = play(battle, Tempo::Brisk, [BotStyle::Random, BotStyle::Sensible], 7..8);
        let won = rome.get("rome").unwrap_or(&0) + carthage.get("carthage").unwrap_or(&0);
        assert_eq!(won, 2, "{battle}: as Rome {rome:?}, as Carthage {carthage:?}");
    }
}

#[test]
fn a_game_played_again_from_its_files_is_the_same_to_the_byte() {
    let loaded = loaded();
    for (battle, tempo) in [("po", Tempo::Brisk), ("trebbia", Tempo::Full)] {
        let (mut one, mut two) = (opened(battle, tempo), opened(battle, tempo));
        let mut rng = Rng::new(8);
        for number in 1..24_u32 {
            if one.outcome().is_some() {
                break;
            }
            let filed = sheets(one.as_ref(), BotStyle::Sensible, &mut rng);
            let dice = || Dice::seeded([u8::try_from(number).expect("small"); 32], None);
            one.turn(number, &filed, &BTreeSet::new(), &mut dice()).expect("it resolves");
            // The second is taken up from its saved text before every phase.
            two = loaded
                .resume(&yaml::parse(&two.hidden().unwrap_or_else(|| two.public_state())).unwrap())
                .expect("a saved game");
            two.turn(number, &filed, &BTreeSet::new(), &mut dice()).expect("it resolves");
            assert_eq!(one.public_state(), two.public_state(), "{battle}, record {number}");
            assert_eq!(one.public_events(), two.public_events(), "{battle}, record {number}");
            assert_eq!(one.hidden(), two.hidden(), "{battle}, record {number}");
            assert!(one.folds(), "{battle}, record {number}");
        }
    }
}
