//! The traits that a title implements so that the program can think ahead.

use crate::Complaints;
use crate::chapter::Outcome;
use crate::order_rules::OrderRules;
use crate::player::BuiltInPlayer;
use crate::rng::Rng;
use crate::rules::{AtSeat, ParsedOrdersOf};
use crate::seat::Seat;
use std::collections::BTreeMap;

/// The limits of a search, in positions and in depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Records that may be resolved in imagined games for one filing.
    pub positions: u32,
    /// Turns, as [`crate::Phase`] counts them, from the open one to where an imagined game is judged.
    pub turns: u32,
    /// Records after which an imagined game is judged wherever it stands.
    pub records: u32,
    /// The number of times that the built-in player is asked for a candidate.
    pub proposals: u32,
    /// The number of games in which the best candidate is played out, and in which a variation of it must then prove
    /// better.
    pub samples: u32,
}

/// Lets a seat think ahead: games as the seat may imagine them.
pub trait Imagine: BuiltInPlayer {
    /// A state that agrees with all that the seat sees; what it cannot see is drawn.
    fn imagine(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Self::State;

    /// Standing orders that other seats than `own` are supposed to have in force, for none is ever seen.
    fn suppose(&self, state: &Self::State, own: &Seat) -> BTreeMap<Seat, Self::Policy> {
        let _ = (state, own);
        BTreeMap::new()
    }

    /// The quantities on the table that forecasts report, each with its name in words; always the same ones in the same
    /// order.
    fn figures(&self, state: &Self::State, seat: &Seat) -> Vec<(&'static str, i64)>;

    /// True if the seat wins by this result.
    fn won(&self, outcome: &Outcome, seat: &Seat) -> bool {
        outcome.winner.as_deref() == Some(seat.name())
    }
}

/// Lets the strong player search.
pub trait Search: Imagine {
    /// The limits of the search.
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

    /// The value of a state to a seat, by the title's weights; above 0 if the seat is ahead.
    fn worth(&self, state: &Self::State, seat: &Seat) -> i64;
}

pub(super) fn lawful<R: OrderRules>(
    rules: &R,
    at: &AtSeat<'_, R>,
    filing: &ParsedOrdersOf<R>,
) -> bool {
    !Complaints(rules.check(at, filing)).fatal()
}
