//! What a title tells of a record.

use super::chapter::Chapter;
use super::rules::Rules;
use super::seat::Seat;
use super::story::{Ledger, Report, StoryContext};

/// What readers are told of a record, and the facts that its pages show. Every method has an answer already.
pub trait Narrative: Rules {
    /// What a reader is told of the last record ([`crate::story`]); none of a title that tells nothing.
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        let _ = told;
        None
    }

    /// Folds the public events of a record into what later reports may remember.
    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Self::Event>]) {
        let _ = (ledger, chapters);
    }

    /// What the narrative and page templates need beside events: positions in words, totals, names. Without more, the view.
    fn report_context(&self, view: &Self::View) -> serde_json::Value {
        serde_json::to_value(view).expect("a view is plain data")
    }

    /// The seats by place at the end of a game, the best first, those that share a place together; for titles in which more
    /// than the winning side is told.
    fn placing(&self, state: &Self::State) -> Vec<Vec<Seat>> {
        let _ = state;
        Vec::new()
    }
}
