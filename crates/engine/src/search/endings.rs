//! Endings: positions in which a seat can surely win at once, and whether the strong player sees it.

use super::world::{Others, World};
use super::{Search, lawful, propose};
use crate::rng::Rng;
use crate::rules::{AtSeat, BotStyle, ParsedOrdersOf};

/// Imagined games that a filing must win, each in its first record, to be called a sure win.
const WORLDS: u32 = 4;
/// Searches for one beside that of the player who is tried, each with other luck.
const SEARCHES: u32 = 4;

/// Whether the strong player misses a sure win; none if there was none to be found.
pub fn missed<R: Search>(rules: &R, at: &AtSeat<'_, R>, rng: &mut Rng) -> Option<bool> {
    let worlds: Vec<World<R>> = (0..WORLDS).map(|_| World::imagine(rules, at, rng)).collect();
    let wins = |filing: &ParsedOrdersOf<R>| {
        let at_once = |world: &World<R>| {
            let mut game = world.begin();
            game.step(rules, Some((at.seat, filing)), Others::Play);
            game.outcome.is_some_and(|outcome| rules.won(&outcome, at.seat))
        };
        lawful(rules, at, filing) && worlds.iter().all(at_once)
    };
    let mut found = wins(&rules.propose(at, BotStyle::Sensible, rng))
        || rules.candidates(at, rng).iter().any(wins);
    for _ in 0..SEARCHES {
        found = found || rules.decisive(at, rng).is_some_and(|filing| wins(&filing));
    }
    found.then(|| !wins(&propose(rules, at, rng)))
}
