//! Ratings of players by Glicko-2. Fractions stay inside: what goes in and comes out are whole numbers.
//!
//! Logarithms may differ in their last digit between kinds of processors. So every rating is rounded at the end of every
//! period, points and deviation to the thousandth, volatility to the thousandth of a millionth, halves away from zero: a
//! difference in the sixteenth digit is cut off before it can grow.
#![allow(clippy::float_arithmetic, reason = "ratings are no part of a game, and are rounded")]

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};

/// Points and deviation are counted in thousandths.
const THOUSAND: f64 = 1_000.0;
/// Volatility is counted in thousandths of a millionth.
const BILLION: f64 = 1_000_000_000.0;
/// The constraint on changes of volatility; the author of the system names 0.3 to 1.2 as reasonable.
const TAU: f64 = 0.5;
/// The precision of the search for the volatility: far finer than the rounding of results.
const TOLERANCE: f64 = 1e-12;

/// The strength of a player, as far as their results tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// Strength, in thousandths of a point.
    pub points: i64,
    /// Standard deviation of the points, in thousandths: the less, the surer.
    pub deviation: i64,
    /// The volatility: how much the strength seems to change, in thousandths of a millionth.
    pub volatility: i64,
}

impl Default for Rating {
    /// The rating of a player without results: 1500 points with a deviation of 350.
    fn default() -> Self {
        Self { points: 1_500_000, deviation: 350_000, volatility: 60_000_000 }
    }
}

/// The result of a game between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// The other one won.
    Lost,
    Drawn,
    /// This one won.
    Won,
}

impl Score {
    /// The same game, as the other one sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
            Self::Won => Self::Lost,
        }
    }
}

/// A rating after one period, in which these results were made against opponents with these ratings at its start.
/// Without results the rating only becomes less sure.
#[must_use]
pub fn period(before: Rating, results: &[(Rating, Score)]) -> Rating {
    let results: Vec<_> =
        results.iter().map(|(opponent, score)| (enter(*opponent), outcome(*score))).collect();
    let config = Glicko2Config { tau: TAU, convergence_tolerance: TOLERANCE };
    leave(glicko2_rating_period(&enter(before), &results, &config))
}

/// The expected score of the first player against the second, with 1000 for a win and 500 for a draw; rounded, halves
/// up.
#[must_use]
pub fn expected(first: Rating, second: Rating) -> i64 {
    whole(expected_score(&enter(first), &enter(second)).0, THOUSAND)
}

const fn outcome(score: Score) -> Outcomes {
    match score {
        Score::Lost => Outcomes::LOSS,
        Score::Drawn => Outcomes::DRAW,
        Score::Won => Outcomes::WIN,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rating has far fewer digits")]
fn enter(rating: Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: rating.points as f64 / THOUSAND,
        deviation: rating.deviation as f64 / THOUSAND,
        volatility: rating.volatility as f64 / BILLION,
    }
}

fn leave(rating: Glicko2Rating) -> Rating {
    Rating {
        points: whole(rating.rating, THOUSAND),
        deviation: whole(rating.deviation, THOUSAND),
        volatility: whole(rating.volatility, BILLION),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a rating has far fewer digits")]
fn whole(value: f64, unit: f64) -> i64 {
    (value * unit).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(points: i64, deviation: i64) -> Rating {
        Rating { points: points * 1000, deviation: deviation * 1000, ..Rating::default() }
    }

    /// The worked example of Glickman's paper "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999.
    #[test]
    fn the_published_example() {
        let results = [
            (rating(1400, 30), Score::Won),
            (rating(1550, 100), Score::Lost),
            (rating(1700, 300), Score::Lost),
        ];
        let after = period(rating(1500, 200), &results);
        assert_eq!((after.points + 5) / 10, 146_405, "the paper rounds on its way: {after:?}");
        assert_eq!((after.deviation + 5) / 10, 15_152, "{after:?}");
        assert_eq!(after.volatility / 10_000, 5_999, "{after:?}");
    }

    #[test]
    fn without_results_a_rating_becomes_less_sure_and_never_less_than_that_of_a_newcomer() {
        let after = period(rating(1700, 50), &[]);
        assert_eq!(after.points, 1_700_000);
        assert!(after.deviation > 50_000, "{after:?}");
        assert_eq!(period(Rating::default(), &[]).deviation, 350_000);
    }

    #[test]
    fn expectations_of_two_make_a_whole() {
        let (one, other) = (rating(1700, 80), rating(1500, 120));
        assert_eq!(expected(one, other) + expected(other, one), 1000);
        assert!(expected(one, other) > 700);
    }
}
