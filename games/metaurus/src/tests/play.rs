//! Games of built-in players: every one ends soundly.

use super::{loaded, setup};
use engine::selfplay::CheckLevel;
use engine::{BotStyle, Seat, Setup, Tempo};
use std::collections::BTreeMap;

/// Plays `games`, watched closely, and counts the winners.
fn play(setup: &Setup, styles: [BotStyle; 2], games: u64) -> BTreeMap<String, u32> {
    let loaded = loaded();
    let styles = BTreeMap::from([
        (Seat::new("rome"), styles[0].into()),
        (Seat::new("carthage"), styles[1].into()),
    ]);
    let mut winners = BTreeMap::new();
    for seed in 0..games {
        let played = loaded
            .self_play(setup, &styles, seed, 3000, CheckLevel::Close)
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
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for styles in [[Sensible, Sensible], [Random, Random], [Random, Sensible]] {
            let gauls = if styles[0] == Random { "false" } else { "true" };
            // Players who think take longer.
            let games = if styles.contains(&Sensible) { 1 } else { 3 };
            let winners = play(&setup(tempo, &[("gauls", gauls)]), styles, games);
            assert_eq!(u64::from(winners.values().sum::<u32>()), games, "{winners:?}");
        }
    }
}

#[test]
fn the_sensible_player_beats_the_aimless_one() {
    let rome = play(&setup(Tempo::Brisk, &[]), [BotStyle::Sensible, BotStyle::Random], 5);
    let carthage = play(&setup(Tempo::Brisk, &[]), [BotStyle::Random, BotStyle::Sensible], 5);
    let won = rome.get("rome").unwrap_or(&0) + carthage.get("carthage").unwrap_or(&0);
    assert!(won >= 9, "as Rome {rome:?}, as Carthage {carthage:?}");
}
