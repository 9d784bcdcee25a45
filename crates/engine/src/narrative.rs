//! The trait by which a title tells what happened in a record.

use super::chapter::Chapter;
use super::rules::Rules;
use super::seat::Seat;
use super::story::{Ledger, Report, StoryContext};

/// The report of a record, and the facts that its pages show. Every method has a default.
pub trait Narrative: Rules {
    /// The report of the last record for one reader ([`crate::story`]); none if the title tells nothing.
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        let _ = told;
        None
    }

    /// Folds the public events of a record into what later reports may remember.
    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Self::Event>]) {
        let _ = (ledger, chapters);
    }

    /// The facts that the narrative and page templates need besides events: positions in words, totals, names. By
    /// default the view.
    fn report_context(&self, view: &Self::View) -> serde_json::Value {
        serde_json::to_value(view).expect("a view is plain data")
    }

    /// The seats by final rank, the best first, with those that share a rank together; for titles that report more than
    /// the winning side.
    fn placing(&self, state: &Self::State) -> Vec<Vec<Seat>> {
        let _ = state;
        Vec::new()
    }
}
