//! The throws that mattered most: how much likelier each made its side's victory than other dice would have.
//!
//! A throw is judged by games: from its record on the game is played again with the same orders, once with the throw as it fell
//! and once thrown anew, and then on to its end by built-in players, both times with the same dice and the same choices. Playing
//! costs, so throws race for it: those furthest from what they owed begin, and who swings least drops out.

use serde::Serialize;

/// Throws that begin the race.
const CANDIDATES: usize = 24;
/// Throws left after each round of it, with the games of each kind that each of them is then judged by.
const ROUNDS: [(usize, u32); 2] = [(12, 2), (6, 6)];
/// Throws that are told.
const TOLD: usize = 3;

/// A throw: the dice of one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Throw {
    pub record: u32,
    pub label: String,
    /// The side whose luck it was, the one with more of it where both threw.
    pub side: String,
    /// The purpose of the throw, in words.
    pub kind: String,
    pub faces: Vec<u32>,
    /// The difference of its dice from their average for that side, by their values.
    #[serde(skip)]
    pub worth: i32,
}

/// The effect of a throw on the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Swing {
    #[serde(flatten)]
    pub throw: Throw,
    /// Games played on from it, with it and again without it.
    pub games: u32,
    /// The score of its side in the games with this throw, in half points: 2 for a victory, 1 for a draw and for a game
    /// that came to no end.
    pub with: u32,
    /// The score of its side in the games in which it was thrown anew.
    pub anew: u32,
}

impl Swing {
    /// The effect on the score per thousand games, towards its side or away from it.
    pub fn permille(&self) -> i32 {
        let halves = i64::from(self.with) - i64::from(self.anew);
        let games = i64::from(self.games.max(1));
        i32::try_from(halves * 500 / games).expect("the number is at most a thousand")
    }
}

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    Won,
    /// Nobody won, or the game had not ended by then.
    Open,
    Lost,
}

impl Result {
    const fn halves(self) -> u32 {
        match self {
            Self::Won => 2,
            Self::Open => 1,
            Self::Lost => 0,
        }
    }
}

/// The throws that mattered most, the first the most. `play` plays a game on from a throw: its number, and whether it is thrown
/// anew; `games` is how many of each kind judge the last ones.
///
/// # Errors
/// Those of `play`.
pub fn most<E>(
    mut throws: Vec<Throw>,
    games: u32,
    mut play: impl FnMut(&Throw, u32, bool) -> std::result::Result<Result, E>,
) -> std::result::Result<Vec<Swing>, E> {
    throws.sort_by_key(|throw| (-throw.worth.abs(), std::cmp::Reverse(throw.record)));
    throws.truncate(CANDIDATES);
    let mut swings: Vec<Swing> =
        throws.into_iter().map(|throw| Swing { throw, games: 0, with: 0, anew: 0 }).collect();
    for (left, until) in ROUNDS.into_iter().chain([(TOLD, games)]) {
        for swing in &mut swings {
            while swing.games < until.min(games) {
                swing.with += play(&swing.throw, swing.games, false)?.halves();
                swing.anew += play(&swing.throw, swing.games, true)?.halves();
                swing.games += 1;
            }
        }
        swings.sort_by_key(|swing| -swing.permille().abs());
        swings.truncate(left);
    }
    // Those that moved nothing mattered to nobody.
    swings.retain(|swing| swing.with != swing.anew);
    Ok(swings)
}

#[cfg(test)]
mod tests {
    use super::{Result, Throw, most};

    fn throw(record: u32, worth: i32) -> Throw {
        let (side, kind) = ("rome".to_owned(), "attacks".to_owned());
        Throw { record, label: record.to_string(), side, kind, faces: vec![6], worth }
    }

    #[test]
    fn the_throw_without_which_games_are_lost_comes_first_and_few_are_played_for_the_rest() {
        let throws = (0..40).map(|record| throw(record, 40 - i32::try_from(record).unwrap()));
        let mut played = 0;
        let told = most(throws.collect(), 10, |throw, game, anew| {
            played += 1;
            Ok::<_, ()>(match (throw.record, anew) {
                (7, true) => Result::Lost,
                (9, false) if game % 2 == 0 => Result::Open,
                (30, true) => panic!("a throw that gave what it owed is not tried"),
                _ => Result::Won,
            })
        });
        let told = told.unwrap();
        assert_eq!(told.len(), 2, "a throw that moved nothing is not told");
        assert_eq!((told[0].throw.record, told[0].permille()), (7, 1000));
        assert_eq!((told[1].throw.record, told[1].permille()), (9, -250));
        assert_eq!(played, 24 * 2 * 2 + 12 * 4 * 2 + 6 * 4 * 2);
    }
}
