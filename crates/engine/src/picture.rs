//! The trait by which a title describes the map of a record.

use super::chapter::Chapter;
use super::map::Map;
use super::rules::Rules;

/// The map of a title.
pub trait Picture: Rules {
    /// The map of the position of `view`, with the moves and attacks of `chapters`.
    fn picture(&self, view: &Self::View, chapters: &[Chapter<Self::Event>]) -> Map;

    /// The importance of an event among the turning points of a record. The map shows the most important; 0 is never
    /// shown.
    fn weight(&self, event: &Self::Event) -> u32 {
        let _ = event;
        0
    }
}
