//! The trait by which a title helps players to write orders.

use super::chapter::Chapter;
use super::codes::Common;
use super::complaint::Complaint;
use super::grammar::Grammar;
use super::node::{Node, Path};
use super::offers::Offers;
use super::order_rules::OrderRules;
use super::rules::{AtSeat, ParsedOrdersOf, Rules};

/// The forecast of a draft on a seat's own view: the view after it, and chapters with the moves and attacks to draw.
pub type Foreseen<R> = (<R as Rules>::View, Vec<Chapter<<R as Rules>::Event>>);

/// Help for a seat that writes its orders, made from what the seat may know. Only the form is required. Every other
/// method has a default, which a title replaces if it has more to say.
pub trait OrderHelp: OrderRules {
    /// The values that the title's form template needs for the order form of a seat.
    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value;

    /// A description of order files, for editors; none if the title gives none.
    fn grammar(&self) -> Option<Grammar> {
        None
    }

    /// Doubts about a faultless filing that arise only beside what the seat has in force already; always warnings.
    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let _ = (at, filing);
        Vec::new()
    }

    /// The sure results of a draft without errors, for the title's template `dry-run.md`: what is reached and attacked,
    /// at what odds, what waits, and what falls to standing orders or to nobody. Made from what the seat may know,
    /// without dice.
    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        let _ = (at, filing);
        serde_json::Value::Null
    }

    /// The results of a draft on the seat's own view, as far as its author can foresee them without dice and without
    /// the enemy's answers: the view after it, and chapters with what is to be drawn. Nothing is recorded.
    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<Foreseen<Self>> {
        let _ = (at, filing);
        None
    }

    /// The edits that the order sheet offers for a draft: those of the `picked` subject or piece of the map, by its
    /// name, or those of the seat as a whole. An edit is written as [`Rules::Orders`] are, so that the order file
    /// always states everything.
    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        let _ = (at, filing, picked);
        Offers::default()
    }

    /// The effect of a seat's orders in force in a case that it imagines, put in the title's own words. `draft` is a
    /// file that the seat might send: its standing orders and orders given in advance are already in force in `at`, its
    /// other orders are not carried out.
    ///
    /// # Errors
    /// The part of the question that cannot be understood; a title without such questions says that it has none.
    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<serde_json::Value, Vec<Complaint>> {
        let _ = (at, draft);
        let message = format!("{} cannot explain imagined situations", Self::SLUG);
        Err(vec![Common::Explain.at(Path::top(), message).at(question.span)])
    }
}
