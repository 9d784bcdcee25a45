//! What a title draws of a record.

use super::chapter::Chapter;
use super::map::Map;
use super::rules::Rules;

/// The map of a title.
pub trait Picture: Rules {
    /// What the map shows: the position of `view` with the moves and attacks of `chapters`.
    fn picture(&self, view: &Self::View, chapters: &[Chapter<Self::Event>]) -> Map;

    /// How much an event decided, for the turning points of a record's map: the heaviest are shown; 0 is none.
    fn weight(&self, event: &Self::Event) -> u32 {
        let _ = event;
        0
    }
}
