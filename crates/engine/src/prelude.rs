//! What the `src/lib.rs` of every title names: the interface, and the types of its signatures.

pub use crate::data::{DataFault, OptionNote, Prospectus, ScenarioNote};
pub use crate::grammar::Grammar;
pub use crate::map::Map;
pub use crate::rules::{AnswersOf, Foreseen, ParsedOrdersOf, Place, StandingAnswer};
pub use crate::search::Supposed;
pub use crate::story::{Ledger, Report, StoryContext};
pub use crate::title::{Title, TitleOf};
pub use crate::{
    AheadAnswer, Assistance, AtSeat, BotStyle, Case, CaseResult, Chapter, CodeEntry, Complaint,
    Complaints, Data, GameStateOf, Node, Offers, Outcome, Phase, Prompt, Reader, Revision, Rng,
    Rules, Seat, Setup, SheetTitle, Sight, Source, Tempo, Unsound, Viewer,
};
