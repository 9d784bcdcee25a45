//! What a title lends to whoever thinks ahead.

use crate::Complaints;
use crate::chapter::Outcome;
use crate::order_rules::OrderRules;
use crate::player::BuiltInPlayer;
use crate::rng::Rng;
use crate::rules::{AtSeat, ParsedOrdersOf};
use crate::seat::Seat;
use std::collections::BTreeMap;

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
pub trait Imagine: BuiltInPlayer {
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

/// Whether the seat may file this.
pub(super) fn lawful<R: OrderRules>(
    rules: &R,
    at: &AtSeat<'_, R>,
    filing: &ParsedOrdersOf<R>,
) -> bool {
    !Complaints(rules.check(at, filing)).fatal()
}
