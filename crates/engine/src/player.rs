//! The trait by which a title's built-in players give orders.

use super::order_rules::OrderRules;
use super::rng::Rng;
use super::rules::{AtSeat, GameStateOf, ParsedOrdersOf};
use serde::Serialize;

/// The styles of a title's own player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotStyle {
    /// The best orders that the player finds quickly.
    Sensible,
    /// Lawful orders without a plan.
    Random,
}

/// The strengths of a built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skill {
    /// The orders of the title's own player, in this style.
    Style(BotStyle),
    /// The orders of the title's own player, who files no standing orders and nothing ahead, so that it is asked
    /// everything.
    Asked(BotStyle),
    /// Orders found by the search.
    Strong,
}

impl From<BotStyle> for Skill {
    fn from(style: BotStyle) -> Self {
        Self::Style(style)
    }
}

/// The results of a draft in imagined games, under one assumption about the enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Supposed {
    /// `stands` or `plays`: what everybody else is supposed to do until the author is asked again.
    pub others: &'static str,
    /// The number of imagined games.
    pub games: u32,
    /// The number of these games that the seat had won by then.
    pub won: u32,
    /// The number of these games that the seat had lost by then.
    pub lost: u32,
    /// The number of these games that were drawn by then.
    pub drawn: u32,
    /// The quantities that were counted at the end of each game.
    pub figures: Vec<Figure>,
}

/// Something that can be counted, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// The thing that is counted, in words.
    pub name: &'static str,
    /// The value as the author sees it now.
    pub now: i64,
    /// Least, lower quartile, median, upper quartile and most, over all games.
    pub then: [i64; 5],
}

/// The built-in players of a title, and what it can say of what is to come. Only [`BuiltInPlayer::propose`] is needed.
pub trait BuiltInPlayer: OrderRules {
    /// Version of the built-in player: it rises whenever [`BuiltInPlayer::propose`] gives other orders for the same view and choices.
    const PLAYER: u32 = 1;

    /// True if [`BuiltInPlayer::strong`] plays better than the sensible player: the title either implements
    /// [`crate::search::Search`], or has a better player of its own.
    const STRONG: bool = false;

    /// The weights of the strong player: the text of the title's `weights.yaml`.
    const WEIGHTS: &'static str = "";

    /// Plausible orders of a built-in player.
    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self>;

    /// Orders of the strong player: a title that implements [`crate::search::Search`] hands this on to the search.
    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        self.propose(at, BotStyle::Sensible, rng)
    }

    /// Changes the weights of the strong player, for tuning it. `text` has the same names as
    /// [`BuiltInPlayer::WEIGHTS`].
    fn weigh_by(&mut self, text: &str) {
        let _ = text;
    }

    /// True if the strong player would miss a win that the seat could surely have at once; none if no such win is
    /// found, or the title does not search ([`crate::search::missed`]).
    fn missed(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<bool> {
        let _ = (at, rng);
        None
    }

    /// The results of a draft in imagined games that agree with what the seat sees; none if the title cannot imagine
    /// games.
    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        let _ = (at, filing, games, seed);
        None
    }

    /// A whole game that agrees with what the seat sees, the rest drawn by a seed ([`crate::search::imagined`]);
    /// `None` if the title cannot imagine one.
    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        let _ = (at, seed);
        None
    }
}
