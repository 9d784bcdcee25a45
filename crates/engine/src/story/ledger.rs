//! What later reports may remember of earlier records: public events, folded.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The memory of a game: for each unit, place or pair what befell it. Made of public events alone, so it may be thrown away
/// and made again at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// Records folded so far: the number of the next one.
    pub records: u32,
    pasts: BTreeMap<String, Vec<Past>>,
}

/// One thing that befell somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// The number of the record that tells it.
    pub record: u32,
    /// The game turn.
    pub turn: u32,
    /// What it was, in the title's own word.
    pub what: String,
    /// Who did it, or where; empty if that does not matter.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub other: String,
    /// How many or how far; 0 if that does not matter.
    #[serde(default)]
    pub count: i32,
}

#[expect(clippy::needless_pass_by_value, reason = "whom it concerns is an id, small and `Copy`")]
impl Ledger {
    /// Notes what befell somebody in the record that is being folded.
    pub fn note(
        &mut self,
        whom: impl ToString,
        turn: u32,
        what: &str,
        other: impl ToString,
        count: i32,
    ) {
        let past = Past {
            record: self.records,
            turn,
            what: what.to_owned(),
            other: other.to_string(),
            count,
        };
        self.pasts.entry(whom.to_string()).or_default().push(past);
    }

    /// All that befell somebody, the oldest first.
    pub fn of(&self, whom: impl ToString) -> &[Past] {
        self.pasts.get(&whom.to_string()).map_or(&[], Vec::as_slice)
    }

    /// The last thing of this kind that befell somebody.
    pub fn last(&self, whom: impl ToString, what: &str) -> Option<&Past> {
        self.of(whom).iter().rev().find(|past| past.what == what)
    }

    /// How often a thing of this kind befell somebody.
    pub fn times(&self, whom: impl ToString, what: &str) -> usize {
        self.of(whom).iter().filter(|past| past.what == what).count()
    }

    /// The sum of the counts of all things of this kind.
    pub fn sum(&self, whom: impl ToString, what: &str) -> i32 {
        self.of(whom).iter().filter(|past| past.what == what).map(|past| past.count).sum()
    }
}
