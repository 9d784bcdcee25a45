//! What a title may do for its players beside the rules.

use super::codes::Common;
use super::complaint::Complaint;
use super::grammar::Grammar;
use super::node::{Node, Path};
use super::offers::Offers;
use super::rng::Rng;
use super::rules::{AtSeat, BotStyle, ParsedOrdersOf, Rules};
use super::run::{Chapter, GameStateOf};
use super::search::Supposed;
use super::seat::Seat;
use super::story::{Ledger, Report, StoryContext};

/// What a draft would do on a seat's own view: the view after it, and chapters with what is to be drawn.
pub type Foreseen<R> = (<R as Rules>::View, Vec<Chapter<<R as Rules>::Event>>);

/// What a title may do for its players beyond the rules. Every method has an answer already; a title replaces those in
/// which it has something to say, from what the seat may know.
pub trait Assistance: Rules {
    /// What may stand in an order file, for editors.
    fn grammar(&self) -> Option<Grammar> {
        None
    }

    /// Doubts about a faultless filing that show only beside what the seat has in force already: warnings, never more.
    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let _ = (at, filing);
        Vec::new()
    }

    /// What a draft without errors surely does, for the title's template `dry-run.md`: what is reached and attacked, at
    /// what odds, what waits, and what falls to standing orders or to nobody. From what the seat may know, without dice.
    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        let _ = (at, filing);
        serde_json::Value::Null
    }

    /// What a draft would do on the seat's own view, so far as its author can foresee it without dice and without the
    /// enemy's answers: the view after it, and chapters with what is to be drawn. Rules read; nothing is recorded.
    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<Foreseen<Self>> {
        let _ = (at, filing);
        None
    }

    /// What can be ordered by hand beside a draft: for what is `picked`, by the name that a subject or a piece of the map
    /// has, or for the seat as a whole. Every edit is written as [`Rules::Orders`] are, so that the text stays the truth.
    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        let _ = (at, filing, picked);
        Offers::default()
    }

    /// What the strong player weighs by: the text of the title's `weights.yaml`.
    const WEIGHTS: &'static str = "";

    /// Lets the strong player weigh by other numbers, for whoever tunes it: a text with the same names as
    /// [`Assistance::WEIGHTS`].
    fn weigh_by(&mut self, text: &str) {
        let _ = text;
    }

    /// Whether [`Assistance::strong`] is strong: the title lends itself to the search ([`crate::search::Search`]), or has a
    /// player that is better than the sensible one without.
    const STRONG: bool = false;

    /// Orders of the strong player: a title that implements [`crate::search::Search`] hands this on to the search.
    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        self.propose(at, BotStyle::Sensible, rng)
    }

    /// Whether the strong player would miss a win that the seat could surely have at once; none where none is found, or the
    /// title does not search ([`crate::search::missed`]).
    fn missed(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<bool> {
        let _ = (at, rng);
        None
    }

    /// What a draft may come to, over imagined games that agree with what the seat sees; none where the title cannot say.
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

    /// A whole game that agrees with what the seat sees, what it cannot see drawn by a seed ([`crate::search::imagined`]); none
    /// where the title cannot say.
    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        let _ = (at, seed);
        None
    }

    /// What a reader is told of the last record ([`crate::story`]); none of a title that tells nothing.
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        let _ = told;
        None
    }

    /// The seats by place at the end of a game, the best first, those that share a place together; for titles in which more
    /// than the winning side is told.
    fn placing(&self, state: &Self::State) -> Vec<Vec<Seat>> {
        let _ = state;
        Vec::new()
    }

    /// Folds the public events of a record into what later reports may remember.
    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Self::Event>]) {
        let _ = (ledger, chapters);
    }

    /// What a seat's orders in force would do in a case that it imagines, put in the title's own words. `draft` is a file
    /// that the seat might send: what it would put in force is in force in `at` already, its orders are not carried out.
    ///
    /// # Errors
    /// What cannot be understood of the question; a title without such questions says so.
    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<serde_json::Value, Vec<Complaint>> {
        let _ = (at, draft);
        let message = format!("{} explains no imagined cases", Self::SLUG);
        Err(vec![Common::Explain.at(Path::top(), message).at(question.span)])
    }
}
