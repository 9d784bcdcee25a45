//! Forecasts the results of a draft, as far as its author can know: by the same imagined games that the strong player
//! uses.

use super::imagine::Imagine;
use super::world::{Others, World};
use crate::player::{Figure, Supposed};
use crate::rng::Rng;
use crate::rules::{AtSeat, ParsedOrdersOf};

/// The number of records after which an imagined game is looked at, if its author is not asked again before.
const RECORDS_MAX: u32 = 12;

/// Forecasts a filing from what its seat sees, over `games` imagined games for each supposition.
pub fn forecast<R: Imagine>(
    rules: &R,
    at: &AtSeat<'_, R>,
    filing: &ParsedOrdersOf<R>,
    games: u32,
    seed: u64,
) -> Vec<Supposed> {
    [("stands", Others::Stand), ("plays", Others::Play)]
        .map(|(word, others)| {
            let mut rng = Rng::new(seed);
            let mut supposed =
                Supposed { others: word, games, won: 0, lost: 0, drawn: 0, figures: Vec::new() };
            let mut columns: Vec<(&'static str, i64, Vec<i64>)> = Vec::new();
            for _ in 0..games {
                let world = World::imagine(rules, at, &mut rng);
                let mut game = world.begin();
                if columns.is_empty() {
                    let now = rules.figures(&game.position.state, at.seat);
                    columns = now.into_iter().map(|(name, now)| (name, now, Vec::new())).collect();
                }
                let mut own = Some((at.seat, filing));
                while game.records < RECORDS_MAX && game.step(rules, own.take(), others) {
                    let mut asked = rules.prompts(&game.position.state).into_iter();
                    let again = asked.any(|prompt| prompt.seat == *at.seat && !prompt.optional);
                    if again || game.outcome.is_some() {
                        break;
                    }
                }
                match &game.outcome {
                    Some(outcome) if rules.won(outcome, at.seat) => supposed.won += 1,
                    Some(outcome) if outcome.winner.is_some() => supposed.lost += 1,
                    Some(_) => supposed.drawn += 1,
                    None => {}
                }
                let then = rules.figures(&game.position.state, at.seat);
                for ((_, _, column), (_, then)) in columns.iter_mut().zip(then) {
                    column.push(then);
                }
            }
            let figure = |(name, now, column)| Figure { name, now, then: quartiles(column) };
            supposed.figures = columns.into_iter().map(figure).collect();
            supposed
        })
        .to_vec()
}

/// Least, lower quartile, median, upper quartile and most; the lower of two middle ones.
fn quartiles(mut numbers: Vec<i64>) -> [i64; 5] {
    numbers.sort_unstable();
    let last = numbers.len() - 1;
    [0, 1, 2, 3, 4].map(|quarter| numbers[last * quarter / 4])
}
