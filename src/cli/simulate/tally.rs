//! The results of many games, with intervals.

use super::Game;
use crate::cli::simulate::Player;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Debug, Default, Serialize)]
pub(super) struct Tally {
    title: String,
    scenario: String,
    tempo: String,
    pub(super) games: u64,
    seed: u64,
    /// Games won, by side; `drawn` and `unfinished` beside them.
    pub(super) results: BTreeMap<String, u64>,
    /// Games, by side (or `drawn`) and reason.
    pub(super) reasons: BTreeMap<String, u64>,
    /// The results of each player; empty if all play alike.
    players: BTreeMap<String, Score>,
    /// Game turns: least, lower quartile, median, upper quartile, most.
    pub(super) turns: [u32; 5],
    /// Numbers of records, as the same five values.
    records: [u32; 5],
    /// Letters of all players together (one file of one seat for one phase each), as the same five values.
    letters: [u32; 5],
    events: u64,
    /// Every game that was unsound, with what was found.
    pub(super) unsound: Vec<String>,
}

/// The results of one kind of player.
#[derive(Debug, Default, Serialize)]
struct Score {
    won: u64,
    lost: u64,
    drawn: u64,
    /// The share of its games that it wins, in thousandths, at 95 %: least and most.
    won_permille: [u64; 2],
}

pub(super) fn count(games: &[Game]) -> Tally {
    let mut tally = Tally::default();
    let (mut turns, mut records, mut letters) = (Vec::new(), Vec::new(), Vec::new());
    for game in games {
        let series = &game.series;
        tally.title.clone_from(&series.title);
        tally.scenario.clone_from(&series.scenario);
        tally.tempo.clone_from(&series.tempo);
        tally.seed = series.seed;
        tally.games += 1;
        if let Some(fault) = &game.fault {
            tally.unsound.push(fault.clone());
            continue;
        }
        let result = match (&game.winner, game.reason.as_str()) {
            (Some(side), _) => side.as_str(),
            (None, "limit of records") => "unfinished",
            (None, _) => "drawn",
        };
        *tally.reasons.entry(format!("{result}: {}", game.reason)).or_default() += 1;
        *tally.results.entry(result.to_owned()).or_default() += 1;
        score(game, &mut tally.players);
        turns.push(game.turns);
        records.push(game.records);
        letters.push(game.letters);
        tally.events += game.events;
    }
    if tally.players.len() < 2 {
        tally.players.clear();
    }
    for score in tally.players.values_mut() {
        score.won_permille = interval(score.won, score.won + score.lost + score.drawn);
    }
    tally.turns = quartiles(turns);
    tally.records = quartiles(records);
    tally.letters = quartiles(letters);
    tally
}

/// Counts a game for each kind of player at the table: once for each side that such players alone hold.
fn score(game: &Game, players: &mut BTreeMap<String, Score>) {
    let mut sides: BTreeMap<&str, Vec<Player>> = BTreeMap::new();
    for ((_, side), player) in game.series.seats.iter().zip(game.series.players_of(game.number)) {
        sides.entry(side).or_default().push(player);
    }
    for (side, held) in sides {
        let Some(first) = held.first().filter(|first| held.iter().all(|player| player == *first))
        else {
            continue;
        };
        let score = players.entry(first.word().to_owned()).or_default();
        match &game.winner {
            Some(winner) if winner == side => score.won += 1,
            Some(_) => score.lost += 1,
            None => score.drawn += 1,
        }
    }
}

/// Wilson's interval of a share at 95 %, in thousandths, rounded outwards.
pub(super) fn interval(won: u64, games: u64) -> [u64; 2] {
    if games == 0 {
        return [0, 1000];
    }
    // With z = 1.96, all figures times 10,000: (2k + z² ± z √(z² + 4k(n − k)/n)) / 2(n + z²).
    let (k, n) = (u128::from(won), u128::from(games));
    let (z, square) = (19_600_u128, 38_416_u128);
    let root = ((square + 40_000 * k * (n - k) / n) * 10_000).isqrt() + 1;
    let (middle, reach) = (20_000 * k + square, z * root / 10_000 + 1);
    let whole = 2 * (10_000 * n + square);
    let least = middle.saturating_sub(reach) * 1000 / whole;
    let most = ((middle + reach) * 1000).div_ceil(whole).min(1000);
    [least, most].map(|share| u64::try_from(share).expect("the number is at most a thousand"))
}

/// Least, lower quartile, median, upper quartile and most; the lower of two middle ones.
fn quartiles(mut numbers: Vec<u32>) -> [u32; 5] {
    numbers.sort_unstable();
    let Some(last) = numbers.len().checked_sub(1) else { return [0; 5] };
    [0, 1, 2, 3, 4].map(|quarter| numbers[last * quarter / 4])
}

/// An interval in thousandths, in words.
pub(super) fn share([least, most]: [u64; 2]) -> String {
    format!("{}.{} to {}.{} %", least / 10, least % 10, most / 10, most % 10)
}

pub(super) fn show(tally: &Tally) -> String {
    let mut text = format!(
        "{} {}, {} games from seed {}\n\n",
        tally.title, tally.scenario, tally.games, tally.seed
    );
    for (result, games) in &tally.results {
        let _ = writeln!(
            text,
            "  {result:<12} {games:>7}  {:>3} %  ({})",
            (games * 200 / tally.games.max(1)).div_ceil(2),
            share(interval(*games, tally.games))
        );
    }
    for (player, score) in &tally.players {
        let Score { won, lost, drawn, won_permille } = score;
        let _ = write!(text, "\n  {player:<12} won {won}, lost {lost}, drawn {drawn}");
        let _ = write!(text, "; wins {} of its games", share(*won_permille));
    }
    text += if tally.players.is_empty() { "\n" } else { "\n\n" };
    for (reason, games) in &tally.reasons {
        let _ = writeln!(text, "  {games:>7}  {reason}");
    }
    text.push('\n');
    for (what, quartiles) in
        [("game turns", tally.turns), ("records", tally.records), ("letters", tally.letters)]
    {
        let [least, lower, median, upper, most] = quartiles;
        let _ = writeln!(
            text,
            "  {what:<12} {median} (half of the games {lower} to {upper}, all {least} to {most})"
        );
    }
    let _ = writeln!(text, "  events       {}", tally.events);
    for fault in &tally.unsound {
        let _ = writeln!(text, "\n  UNSOUND {fault}");
    }
    if tally.unsound.is_empty() {
        text += "\n  no phase had errors\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn an_interval_is_that_of_wilson_rounded_outwards() {
        // 80 of 100: 71.1 to 86.7 %; 0 of 10: 0 to 27.8 %; 400 of 400: from 99.0 %.
        assert_eq!(interval(80, 100), [711, 867]);
        assert_eq!(interval(0, 10), [0, 278]);
        assert_eq!(interval(400, 400), [990, 1000]);
        assert_eq!(interval(0, 0), [0, 1000]);
    }
}
