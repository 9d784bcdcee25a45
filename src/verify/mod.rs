//! Findings: what in a game folder does not add up.
//!
//! Two independent routes must lead to one truth. Every file is held to its digest, every list of digests to the one
//! before it and to the referee's signature, every order to its author's; and the game is played again from the charter,
//! the signed orders and the revealed secrets, and what comes out is compared byte for byte with what was recorded.
//!
//! The folder comes through a [`FileSource`]: nothing here opens a file or reads a clock.

mod compare;
mod file_source;
mod finding;
mod foundation;
mod record_files;
mod replay;

pub use file_source::{FileSource, Item, ItemKind, Unread};
pub use finding::{CODES, Finding, Note, Verdict};

use foundation::Foundation;
use rayon::prelude::*;
use record::Digest;
use replay::Replay;

/// Records that are read and checked side by side before they are played again one after another: enough to keep two
/// cores busy, few enough to stay small in memory.
const SIDE_BY_SIDE: u32 = 32;

/// What the asker was told by other ways, to be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The start.
    pub start: Option<Digest>,
    /// The head.
    pub head: Option<Digest>,
}

/// Checks a whole game folder.
pub fn verify(source: &dyn FileSource, told: Expected) -> Verdict {
    let mut verdict = Verdict::default();
    let numbers = foundation::records(source, &mut verdict);
    let Some(foundation) = Foundation::read(source, &mut verdict) else {
        return verdict;
    };
    let numbers: Vec<u32> = numbers.collect();
    let hidden = numbers.last().and_then(|last| record_files::hidden_secret(source, *last));
    let mut replay = Replay::new(&foundation, hidden, &mut verdict);
    for some in numbers.chunks(SIDE_BY_SIDE as usize) {
        let records: Vec<_> = some
            .par_iter()
            .map(|number| record_files::read(source, &foundation, *number))
            .collect();
        for files in records {
            replay.take(files, &mut verdict);
        }
    }
    replay.finish(told, &mut verdict);
    record_files::blame_the_seal(&mut verdict.findings);
    verdict
}
