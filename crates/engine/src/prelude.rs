//! The names that the files of a title need to implement its traits: the traits, and the types of their signatures.

pub use crate::data::{DataFault, OptionNote, Prospectus, ScenarioNote};
pub use crate::grammar::Grammar;
pub use crate::map::Map;
pub use crate::rules::{AnswersOf, ParsedOrdersOf};
pub use crate::story::{Ledger, Report, StoryContext};
pub use crate::title::Title;
pub use crate::{
    AheadAnswer, AtSeat, BotStyle, BuiltInPlayer, Case, CaseResult, Cases, Chapter, CodeEntry,
    Complaint, Complaints, Data, Foreseen, GameStateOf, Narrative, Node, Offers, OrderHelp,
    OrderRules, Outcome, Phase, Picture, Place, Prompt, Reader, Revision, Rng, Rules, Seat, Setup,
    SheetTitle, Sight, Source, StandingAnswer, Supposed, Tempo, TitleOf, Unsound, Viewer,
};
