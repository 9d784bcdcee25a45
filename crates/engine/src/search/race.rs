//! Candidates race: each is played out in the same imagined games, with the same dice and the same enemies.

use super::imagine::{Effort, Search, lawful};
use super::world::{Others, World};
use crate::player::BotStyle;
use crate::rng::Rng;
use crate::rules::{AtSeat, ParsedOrdersOf};
use crate::seat::Seat;
use std::cmp::Reverse;

/// The worth of a won game; no position is worth as much.
const WON: i64 = 1_000_000_000;
/// The value that a won game loses for each record until it is won.
const DELAY: i64 = 1_000;
/// Fruitless changes in a row after which a candidate is taken to be as good as it gets.
const FRUITLESS: u32 = 24;

/// A candidate and its score in each imagined game, in the order of the games.
struct Line<R: Search> {
    filing: ParsedOrdersOf<R>,
    scores: Vec<i64>,
}

impl<R: Search> Line<R> {
    const fn new(filing: ParsedOrdersOf<R>) -> Self {
        Self { filing, scores: Vec::new() }
    }

    /// The mean score, rounded down; `None` for a candidate that was never played out.
    fn mean(&self) -> Option<i64> {
        let count = i64::try_from(self.scores.len()).expect("there are fewer games than positions");
        (count > 0).then(|| self.scores.iter().sum::<i64>().div_euclid(count))
    }
}

struct Race<'a, R: Search> {
    rules: &'a R,
    at: &'a AtSeat<'a, R>,
    effort: Effort,
    worlds: Vec<World<R>>,
    /// Positions that may still be resolved.
    left: u32,
}

/// The orders of the strong player.
pub fn propose<R: Search>(rules: &R, at: &AtSeat<'_, R>, rng: &mut Rng) -> ParsedOrdersOf<R> {
    let plain = rules.propose(at, BotStyle::Sensible, rng);
    if let Some(win) = rules.decisive(at, rng).filter(|win| lawful(rules, at, win)) {
        return win;
    }
    let mut candidates = vec![plain];
    let mut keep = |filing: ParsedOrdersOf<R>| {
        if !candidates.contains(&filing) && lawful(rules, at, &filing) {
            candidates.push(filing);
        }
    };
    for _ in 1..R::EFFORT.proposals {
        keep(rules.propose(at, BotStyle::Sensible, rng));
    }
    rules.candidates(at, rng).into_iter().for_each(&mut keep);
    best(rules, at, candidates, R::EFFORT, rng)
}

/// The candidate that does best, or one made from it that does better still. There is at least one.
fn best<R: Search>(
    rules: &R,
    at: &AtSeat<'_, R>,
    candidates: Vec<ParsedOrdersOf<R>>,
    effort: Effort,
    rng: &mut Rng,
) -> ParsedOrdersOf<R> {
    let mut race = Race { rules, at, effort, worlds: Vec::new(), left: effort.positions };
    let mut lines: Vec<Line<R>> = candidates.into_iter().map(Line::new).collect();
    let mut games = 1;
    while lines.len() > 1 && race.left > 0 {
        for line in &mut lines {
            race.play_out(line, games, rng);
        }
        lines.sort_by_key(|line| Reverse(line.mean()));
        lines.truncate(lines.len().div_ceil(2));
        games *= 2;
    }
    let best = lines.swap_remove(0);
    race.improve(best, rng).filing
}

impl<R: Search> Race<'_, R> {
    /// Plays a candidate out until `games` games are known, or the effort is spent.
    fn play_out(&mut self, line: &mut Line<R>, games: usize, rng: &mut Rng) {
        while line.scores.len() < games && self.left > 0 {
            let score = self.score(line.scores.len(), &line.filing, rng);
            line.scores.push(score);
        }
    }

    /// Makes one change after another, and keeps each that makes the candidate better in the games in which it was
    /// played out.
    fn improve(&mut self, mut best: Line<R>, rng: &mut Rng) -> Line<R> {
        let mut fruitless = 0;
        while self.left > 0 && fruitless < FRUITLESS {
            let Some(filing) = self.rules.vary(self.at, &best.filing, rng) else { break };
            fruitless += 1;
            if filing == best.filing || !lawful(self.rules, self.at, &filing) {
                continue;
            }
            let games = usize::try_from(self.effort.samples).expect("a small number");
            self.play_out(&mut best, games, rng);
            let mut other = Line::new(filing);
            let mut behind = 0;
            while other.scores.len() < best.scores.len() && behind >= 0 && self.left > 0 {
                let at = other.scores.len();
                self.play_out(&mut other, at + 1, rng);
                behind += other.scores[at] - best.scores[at];
            }
            if behind > 0 && other.scores.len() == best.scores.len() {
                best = other;
                fruitless = 0;
            }
        }
        best
    }

    fn score(&mut self, game: usize, filing: &ParsedOrdersOf<R>, rng: &mut Rng) -> i64 {
        while self.worlds.len() <= game {
            let world = World::imagine(self.rules, self.at, rng);
            self.worlds.push(world);
        }
        let world = &self.worlds[game];
        let (score, records) = roll(self.rules, self.at.seat, self.effort, world, filing);
        self.left = self.left.saturating_sub(records.max(1));
        score
    }
}

/// Plays an imagined game out: first with what the seat files, then with what built-in players would file. Returns its
/// worth in the end, and the records that this took.
fn roll<R: Search>(
    rules: &R,
    seat: &Seat,
    effort: Effort,
    world: &World<R>,
    filing: &ParsedOrdersOf<R>,
) -> (i64, u32) {
    let mut game = world.begin();
    let until = rules.phase(&game.position.state).turn + effort.turns;
    while game.records < effort.records {
        let own = (game.records == 0).then_some((seat, filing));
        if !game.step(rules, own, Others::Play) {
            break;
        }
        if let Some(outcome) = &game.outcome {
            let end = WON - DELAY * i64::from(game.records);
            let score = match outcome.winner {
                Some(_) if rules.won(outcome, seat) => end,
                Some(_) => -end,
                None => 0,
            };
            return (score, game.records);
        }
        if rules.phase(&game.position.state).turn >= until {
            break;
        }
    }
    (rules.worth(&game.position.state, seat), game.records)
}
