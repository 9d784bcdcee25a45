//! A memory of earlier records for later reports, made from public events alone.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The memory of a game: the past deeds of each unit, place or pair. It is made of public events alone, so it may be
/// thrown away and made again at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// Records folded so far: the number of the next one.
    pub records: u32,
    pasts: BTreeMap<String, Vec<Past>>,
}

/// One thing that happened to a unit, place or pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// The number of the record that tells it.
    pub record: u32,
    /// The number of the game turn.
    pub turn: u32,
    /// The kind of event, in the title's own word.
    pub what: String,
    /// The doer, or the place; empty if neither matters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub other: String,
    /// A number or a distance; 0 if neither matters.
    #[serde(default)]
    pub count: i32,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the id of whoever is concerned is small and `Copy`"
)]
impl Ledger {
    /// Notes what happened to `whom` in the record that is being folded.
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

    /// Everything that happened to `whom`, the oldest first.
    pub fn of(&self, whom: impl ToString) -> &[Past] {
        self.pasts.get(&whom.to_string()).map_or(&[], Vec::as_slice)
    }

    /// The last thing of the kind `what` that happened to `whom`.
    pub fn last(&self, whom: impl ToString, what: &str) -> Option<&Past> {
        self.of(whom).iter().rev().find(|past| past.what == what)
    }

    /// The number of times that something of this kind happened to somebody.
    pub fn times(&self, whom: impl ToString, what: &str) -> usize {
        self.of(whom).iter().filter(|past| past.what == what).count()
    }

    /// The sum of the counts of all things of this kind.
    pub fn sum(&self, whom: impl ToString, what: &str) -> i32 {
        self.of(whom).iter().filter(|past| past.what == what).map(|past| past.count).sum()
    }
}
