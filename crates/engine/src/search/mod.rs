//! The strong player, for all titles alike.
//!
//! It imagines what its seat cannot see, as often as its effort allows and always in agreement with what the seat has seen;
//! plays candidates for its orders out by the title's own rules against the answers of the built-in player; judges where
//! that leads by the title's weights; and lets the candidates race: the worse half drops out, the better half is played out
//! twice as often. What is left is varied, one change at a time, as long as that makes it better. All of it is a pure
//! function of the seat's view and of a seed: its effort is counted in positions, never in time.

mod endings;
mod forecast;
mod race;
pub mod weights;
mod world;

pub use endings::{AtOnce, missed};
pub use forecast::{Figure, Supposed, forecast};
pub use world::imagined;

use super::rng::Rng;
use super::rules::{AtSeat, Outcome, ParsedOrdersOf, Rules};
use super::seat::Seat;
use std::collections::BTreeMap;

/// How a title's own player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotStyle {
    /// As well as it can, quickly.
    Sensible,
    /// Lawful and aimless.
    Random,
}

/// How a seat is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skill {
    /// By the title's own player.
    Style(BotStyle),
    /// By the title's own player, who files no standing orders and nothing ahead: it is asked everything.
    Asked(BotStyle),
    /// By the search.
    Strong,
}

impl From<BotStyle> for Skill {
    fn from(style: BotStyle) -> Self {
        Self::Style(style)
    }
}

/// What the search may cost, and how far it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Records that may be resolved in imagined games for one filing.
    pub positions: u32,
    /// Turns, as [`crate::Phase`] counts them, from the open one to where an imagined game is judged.
    pub turns: u32,
    /// Records after which an imagined game is judged wherever it stands.
    pub records: u32,
    /// How often the built-in player is asked for a candidate.
    pub proposals: u32,
    /// How often the best candidate is played out, so how often one that varies it must prove itself.
    pub samples: u32,
}

/// What a title lends to whoever thinks ahead for a seat: games as the seat may imagine them.
pub trait Imagine: Rules {
    /// A state that agrees with all that the seat sees; what it cannot see is drawn.
    fn imagine(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Self::State;

    /// Standing orders that other seats than `own` are supposed to have in force, for none is ever seen.
    fn suppose(&self, state: &Self::State, own: &Seat) -> BTreeMap<Seat, Self::Policy> {
        let _ = (state, own);
        BTreeMap::new()
    }

    /// What can be counted on the table, for forecasts: always the same things in the same order, in words.
    fn figures(&self, state: &Self::State, seat: &Seat) -> Vec<(&'static str, i64)>;

    /// Whether a result is the seat's victory.
    fn won(&self, outcome: &Outcome, seat: &Seat) -> bool {
        outcome.winner.as_deref() == Some(seat.name())
    }
}

/// What a title lends to the search of the strong player.
pub trait Search: Imagine {
    /// What the search may cost.
    const EFFORT: Effort;

    /// Orders that surely win the game at once, if there are any to be found.
    fn decisive(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<ParsedOrdersOf<Self>> {
        let _ = (at, rng);
        None
    }

    /// Orders worth a trial beside those of the built-in player.
    fn candidates(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Vec<ParsedOrdersOf<Self>> {
        let _ = (at, rng);
        Vec::new()
    }

    /// The same orders with one change, drawn at random.
    fn vary(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        rng: &mut Rng,
    ) -> Option<ParsedOrdersOf<Self>> {
        let _ = (at, filing, rng);
        None
    }

    /// What a state is worth to a seat, by the title's weights; the sign tells who is ahead.
    fn worth(&self, state: &Self::State, seat: &Seat) -> i64;
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
    race::best(rules, at, candidates, R::EFFORT, rng)
}

/// Whether the seat may file this.
fn lawful<R: Rules>(rules: &R, at: &AtSeat<'_, R>, filing: &ParsedOrdersOf<R>) -> bool {
    !super::Complaints(rules.check(at, filing)).fatal()
}
