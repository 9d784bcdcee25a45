//! What a title does for whoever writes orders.

use super::chapter::Chapter;
use super::codes::Common;
use super::complaint::Complaint;
use super::grammar::Grammar;
use super::node::{Node, Path};
use super::offers::Offers;
use super::order_rules::OrderRules;
use super::rules::{AtSeat, ParsedOrdersOf, Rules};

/// What a draft would do on a seat's own view: the view after it, and chapters with what is to be drawn.
pub type Foreseen<R> = (<R as Rules>::View, Vec<Chapter<<R as Rules>::Event>>);

/// What helps a seat to write its orders, from what the seat may know. Only the form is needed; every other method has an
/// answer already, and a title replaces those in which it has something to say.
pub trait OrderHelp: OrderRules {
    /// What the order form of a seat shows: a value for the title's form template.
    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value;

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

    /// The edits that the order sheet offers for a draft: those of the `picked` subject or piece of the map, by its name, or
    /// those of the seat as a whole. An edit is written as [`Rules::Orders`] are, so that the order file always says all.
    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        let _ = (at, filing, picked);
        Offers::default()
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
