//! Handicaps: how a scenario and its sides may be given so that two players of unlike strength have even chances.

use rating::Rating;
use serde::Serialize;
use std::collections::BTreeMap;

/// A whole, in thousandths.
const WHOLE: i64 = 1000;

/// The results of a scenario at one tempo between equal players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    pub scenario: String,
    pub tempo: String,
    pub sides: [String; 2],
    pub games: u64,
    /// Games won, by side.
    pub won: BTreeMap<String, u64>,
}

/// A scenario and a side for the first of two players, and what is expected then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Handicap {
    pub scenario: String,
    pub tempo: String,
    /// The side of the first player.
    pub side: String,
    /// The score that the first player is expected to make, in thousandths: a win counts 1000, a draw 500.
    pub expected: i64,
    /// Games that the balance of the scenario was measured by.
    pub games: u64,
}

/// The share of points that the first side makes between equals, in thousandths, rounded down; the second side makes
/// the rest. One win and one loss are added to the results, because a few games prove little.
fn share(measured: &Measured) -> i64 {
    let won = |side: usize| measured.won.get(&measured.sides[side]).copied().unwrap_or(0);
    let (own, other) = (won(0), won(1));
    let halves = 2 * own + measured.games.saturating_sub(own + other) + 2;
    i64::try_from(halves * 500 / (measured.games + 2)).expect("the share is at most a thousand")
}

/// Every scenario, tempo and side, the evenest first: the odds of the ratings (Glicko-2) times the odds of the side.
pub fn handicaps(first: Rating, second: Rating, all: &[Measured]) -> Vec<Handicap> {
    let strength = rating::expected(first, second);
    let one = |measured: &Measured, side: usize| {
        let first = share(measured);
        let share = if side == 0 { first } else { WHOLE - first };
        let (good, bad) = (strength * share, (WHOLE - strength) * (WHOLE - share));
        Handicap {
            scenario: measured.scenario.clone(),
            tempo: measured.tempo.clone(),
            side: measured.sides[side].clone(),
            // Rounded, halves up.
            expected: (2 * good * WHOLE + good + bad) / (2 * (good + bad)),
            games: measured.games,
        }
    };
    let mut found: Vec<Handicap> =
        all.iter().flat_map(|measured| [one(measured, 0), one(measured, 1)]).collect();
    found.sort_by_key(|one| (one.expected - WHOLE / 2).abs());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(points: i64) -> Rating {
        Rating { points: points * 1000, deviation: 50_000, ..Rating::default() }
    }

    #[test]
    fn the_stronger_player_takes_the_weaker_side() {
        let measured = |scenario: &str, won: [u64; 2]| Measured {
            scenario: scenario.to_owned(),
            tempo: "brisk".to_owned(),
            sides: ["rome".to_owned(), "carthage".to_owned()],
            games: 30,
            won: ["rome", "carthage"].map(str::to_owned).into_iter().zip(won).collect(),
        };
        let all = [measured("even", [15, 15]), measured("uneven", [9, 19])];
        let found = handicaps(rating(1600), rating(1500), &all);
        // 30 games and two more: (9 + 1 + 1) of 32 for Rome, for two were drawn.
        assert_eq!(share(&all[1]), 343);
        assert_eq!((found[0].scenario.as_str(), found[0].side.as_str()), ("uneven", "rome"));
        assert!((450..=500).contains(&found[0].expected), "{found:?}");
        // Even scenarios are best between equals.
        let equals = handicaps(rating(1500), rating(1500), &all);
        assert_eq!((equals[0].scenario.as_str(), equals[0].expected), ("even", 500));
        let of = |side: &str| {
            let uneven = equals.iter().find(|one| one.scenario == "uneven" && one.side == side);
            uneven.expect("it was weighed").expected
        };
        assert_eq!(of("rome") + of("carthage"), 1000);
    }
}
