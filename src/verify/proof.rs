//! The proof that a verdict gives. Its words claim no more than was checked.

use super::{Expected, Verdict};
use serde::Serialize;
use std::fmt;

/// How far a folder is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "proof", rename_all = "kebab-case")]
pub enum Proof {
    /// The game is over, everything is open, and all of it was played again.
    Proven,
    /// The game goes on, and all of it was played again.
    ProvenTo {
        record: u32,
    },
    /// Everything after the records taken on trust was played again.
    ProvenBehind {
        trusted: u32,
        record: u32,
    },
    /// No finding, but what is sealed could not be checked.
    ConsistentTo {
        record: u32,
        /// Number of files that are listed and missing.
        #[serde(rename = "sealed_count")]
        sealed: usize,
    },
    /// No finding, but the rules of this game are not known here, so nothing could be played again.
    ChainedTo {
        record: u32,
    },
    /// No finding, but a sandbox proves nothing of the game that it was made from.
    Sandbox {
        record: u32,
    },
    /// A newer program wrote it, so nothing was judged.
    Newer,
    Refuted,
}

impl Proof {
    pub fn of(verdict: &Verdict) -> Self {
        let record = verdict.records().saturating_sub(1);
        if verdict.newer.is_some() {
            Self::Newer
        } else if !verdict.holds() {
            Self::Refuted
        } else if verdict.fork.is_some() {
            Self::Sandbox { record }
        } else if verdict.unknown_rules {
            Self::ChainedTo { record }
        } else if !verdict.sealed_files.is_empty() || verdict.replayed < verdict.sealed {
            Self::ConsistentTo { record, sealed: verdict.sealed_files.len() }
        } else if let Some(trusted) = verdict.trusted {
            Self::ProvenBehind { trusted, record }
        } else if verdict.outcome.is_some() {
            Self::Proven
        } else {
            Self::ProvenTo { record }
        }
    }

    pub const fn whole(self) -> bool {
        matches!(self, Self::Proven | Self::ProvenTo { .. })
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven => f.write_str("proven"),
            Self::ProvenTo { record } => write!(f, "proven to record {record}"),
            Self::ProvenBehind { trusted, record } if trusted == record => {
                write!(f, "nothing to prove after record {record}, which was taken on trust")
            }
            Self::ProvenBehind { trusted, record } if trusted + 1 == *record => {
                write!(f, "record {record} proven, after what was taken on trust")
            }
            Self::ProvenBehind { trusted, record } => {
                write!(
                    f,
                    "proven from record {} to record {record}, after what was taken on trust",
                    trusted + 1
                )
            }
            Self::ConsistentTo { record, sealed: 0 } => write!(
                f,
                "consistent to record {record}, hidden dice sealed until the game is over"
            ),
            Self::ConsistentTo { record, sealed: 1 } => {
                write!(f, "consistent to record {record}, 1 file sealed")
            }
            Self::ConsistentTo { record, sealed } => {
                write!(f, "consistent to record {record}, {sealed} files sealed")
            }
            Self::ChainedTo { record } => write!(f, "chained to record {record}, not replayed"),
            Self::Sandbox { record } => {
                write!(f, "a sandbox up to record {record}, not a game: nothing is proven")
            }
            Self::Newer => f.write_str("a newer tabella made this game: nothing was checked"),
            Self::Refuted => f.write_str("not consistent"),
        }
    }
}

/// A sentence on whether start and head were compared with what the user was told.
pub fn compared(told: Expected, verdict: &Verdict) -> &'static str {
    match (told.start, told.head) {
        (None, None) => "start and head were not compared",
        (Some(_), None) => "the start is the one that you were given; the head was not compared",
        (None, Some(_)) if told.head == verdict.head => {
            "the head is the one that you were given; the start was not compared"
        }
        (Some(_), Some(_)) if told.head == verdict.head => {
            "start and head are those that you were given"
        }
        (_, Some(_)) => "the head that you were given is that of an earlier record",
    }
}

#[cfg(test)]
#[path = "proof_tests.rs"]
mod tests;
