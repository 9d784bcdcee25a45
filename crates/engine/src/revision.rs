//! Revisions of a title's rules: how a rule that has changed its result is kept in both forms.
//!
//! As with the editions of Rust, a game names its revision once, in its charter, and keeps it to its end. A title has one
//! enum of **gates**, a variant for each change of a result, named after what changed; the rule asks
//! [`Revision::has`] at the very place where the old and the new way part. No gate is ever removed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A revision of a title's rules, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(u32);

/// A change of results that comes with a revision.
pub trait Gate: Copy + fmt::Debug {
    /// The first revision that has the change.
    fn since(self) -> u32;
}

impl Revision {
    /// The revision that every title began with.
    pub const FIRST: Self = Self(1);

    /// Revision `number` of a title that knows those from 1 to `newest`; `None` if it is not among them.
    pub fn new(number: u32, newest: u32) -> Option<Self> {
        (1..=newest).contains(&number).then_some(Self(number))
    }

    /// The number that charters name, from 1.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// True if this revision includes the change.
    pub fn has(self, gate: impl Gate) -> bool {
        self.0 >= gate.since()
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Gate, Revision};

    #[derive(Clone, Copy, Debug)]
    struct SinceTwo;
    impl Gate for SinceTwo {
        fn since(self) -> u32 {
            2
        }
    }

    #[test]
    fn a_gate_is_open_from_its_revision_on() {
        assert_eq!(Revision::new(0, 2), None);
        assert_eq!(Revision::new(3, 2), None);
        assert!(!Revision::FIRST.has(SinceTwo));
        assert!(Revision::new(2, 2).is_some_and(|second| second.has(SinceTwo)));
    }
}
