//! Endings: positions in which a seat can surely win at once, and whether the strong player sees it.

use super::imagine::{Search, lawful};
use super::race::propose;
use super::world::{Others, World};
use crate::player::BotStyle;
use crate::rng::Rng;
use crate::rules::{AtSeat, ParsedOrdersOf};

/// The number of imagined games that a filing must win, each in its first record, to be called a sure win.
const WORLDS: u32 = 4;
/// The number of searches for such a win besides that of the player who is tried, each with other luck.
const SEARCHES: u32 = 4;

/// Imagined games in which filings are tried for a win at once.
pub struct AtOnce<'a, R: Search> {
    rules: &'a R,
    at: &'a AtSeat<'a, R>,
    worlds: Vec<World<R>>,
}

impl<'a, R: Search> AtOnce<'a, R> {
    /// Draws the imagined games at random.
    pub fn imagine(rules: &'a R, at: &'a AtSeat<'a, R>, rng: &mut Rng) -> Self {
        let worlds = (0..WORLDS).map(|_| World::imagine(rules, at, rng)).collect();
        Self { rules, at, worlds }
    }

    /// True if this filing is lawful and wins each of these games in its first record.
    pub fn wins(&self, filing: &ParsedOrdersOf<R>) -> bool {
        let Self { rules, at, worlds } = self;
        let at_once = |world: &World<R>| {
            let mut game = world.begin();
            game.step(*rules, Some((at.seat, filing)), Others::Play);
            game.outcome.is_some_and(|outcome| rules.won(&outcome, at.seat))
        };
        lawful(*rules, at, filing) && worlds.iter().all(at_once)
    }
}

/// True if the strong player misses a sure win; none if no sure win was found.
pub fn missed<R: Search>(rules: &R, at: &AtSeat<'_, R>, rng: &mut Rng) -> Option<bool> {
    let games = AtOnce::imagine(rules, at, rng);
    let mut found = games.wins(&rules.propose(at, BotStyle::Sensible, rng))
        || rules.candidates(at, rng).iter().any(|filing| games.wins(filing));
    for _ in 0..SEARCHES {
        found = found || rules.decisive(at, rng).is_some_and(|filing| games.wins(&filing));
    }
    found.then(|| !games.wins(&propose(rules, at, rng)))
}
