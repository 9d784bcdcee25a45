//! Findings: what in a game folder does not add up.
//!
//! Every file is held to its digest, every list of digests to the one before it and to the referee's signature, every order
//! to its author's. Then two independent routes must lead to one truth: the game is played again from the charter, the
//! signed orders and the revealed secrets, and what comes out is compared byte for byte with what was recorded; and the
//! recorded events are read back and folded over the recorded state before, which must give the recorded state after.
//!
//! The folder comes through a [`FileSource`]: nothing here opens a file or reads a clock.

mod amended;
mod compare;
mod file_source;
mod finding;
mod fold;
mod foundation;
mod identity;
#[cfg(feature = "git")]
mod inbox;
mod items;
mod keys;
mod notes;
mod opened;
mod players;
mod proof;
mod receipts;
mod record_files;
mod replay;
mod rolls;
mod salts;
mod staged;
mod vouch;

pub use amended::hidden_roll;
pub use file_source::{FileSource, Item, ItemKind, Unread};
pub use finding::{CODES, Finding, Note, Verdict};
pub use keys::keys_in_force;
pub use opened::opened;
pub use proof::{Proof, compared};
pub use receipts::receipts;
pub use staged::Staged;
pub use vouch::{against, vouched};

use fold::{Folded, Recorded};
use foundation::Foundation;
use rayon::prelude::*;
use record::Digest;
use record::change::History;
use replay::Replay;

/// Records that are read and checked side by side before they are played again one after another: enough to keep two
/// cores busy, few enough to stay small in memory.
const SIDE_BY_SIDE: u32 = 16;

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
    let Some(mut foundation) = Foundation::read(source, &mut verdict) else {
        return verdict;
    };
    let numbers: Vec<u32> = numbers.collect();
    let last = numbers.last().and_then(|last| record_files::last_turn(source, *last));
    foundation.goes_on = last.as_ref().is_some_and(|last| last.outcome.is_none());
    #[cfg(feature = "git")]
    let identity = last.as_ref().and_then(|last| last.identity.as_ref()?.parse().ok());
    let opening = History::start(foundation.charter.clone(), foundation.signers.clone());
    let count = u32::try_from(numbers.len()).expect("records are numbered in 32 bits");
    let history = keys::history(source, &opening, count, &mut verdict);
    let players = last.as_ref().and_then(|last| last.players.clone());
    let mut replay = Replay::new(&foundation, &mut verdict).with_players(history.last(), players);
    replay.opens(history.last(), last.as_ref());
    let mut before = None;
    for some in numbers.chunks(SIDE_BY_SIDE as usize) {
        let records: Vec<_> = some
            .par_iter()
            .map(|number| {
                record_files::read(source, &foundation, &history[*number as usize], *number)
            })
            .collect();
        let told: Vec<_> = records.par_iter().map(Recorded::of).collect();
        let folded: Vec<_> = (0..told.len())
            .into_par_iter()
            .map(|at| {
                if let Some(change) = history[some[at] as usize].own() {
                    return amended::fold(source, some[at], &change.change.deed);
                }
                let told_at = |at: usize| told[at].as_ref().ok().and_then(Option::as_ref);
                let before = at.checked_sub(1).map_or(before.as_ref(), told_at);
                fold::fold(&foundation, some[at], before, &told[at])
            })
            .collect();
        before = told.into_iter().next_back().and_then(Result::ok).flatten();
        for (files, folded) in records.into_iter().zip(folded) {
            let now = &history[files.number as usize];
            replay.take(files, now, &mut verdict);
            match folded {
                Folded::Same => verdict.folded += 1,
                Folded::Differs(finding) => verdict.find(finding),
                Folded::Unread => {}
            }
        }
    }
    replay.finish(told, &mut verdict);
    #[cfg(feature = "git")]
    if let Some(identity) = identity {
        inbox::opened(source, &foundation, &identity, &mut verdict);
    }
    record_files::blame_the_seal(&mut verdict.findings);
    verdict
}
