//! Findings: what in a game folder does not add up.
//!
//! Every file is checked against its digest, every list of digests against the one before it and the referee's
//! signature, and every order against its author's signature. Then two independent routes must lead to one truth: the
//! game is played again from the charter, the signed orders and the revealed secrets, and what comes out is compared
//! byte for byte with what was recorded; and the recorded events are read back and folded over the recorded state
//! before, which must give the recorded state after.
//!
//! The folder comes through a [`FileSource`]: nothing here opens a file or reads a clock.

mod amended;
mod compare;
mod file_source;
mod finding;
mod fold;
mod forms;
mod foundation;
mod identity;
#[cfg(feature = "git")]
mod inbox;
mod items;
mod keys;
mod newer;
mod notes;
mod opened;
mod players;
mod proof;
mod receipts;
mod record_files;
mod replay;
mod rolls;
mod salts;
mod seals;
mod staged;
mod trusted;
mod views;
mod vouch;

pub use amended::hidden_roll;
pub use file_source::{FileSource, Item, ItemKind, Unread};
pub use finding::{CODES, Finding, Note, Rendered, Verdict};
#[cfg(feature = "git")]
pub use keys::keys_by_record;
pub use keys::keys_in_force;
pub use newer::Newer;
pub use opened::opened;
pub use proof::{Proof, compared};
pub use receipts::{receipts, receipts_inside};
pub use salts::last_salt_of as salt_of_report;
pub use staged::Staged;
pub use trusted::Trust;
pub use vouch::{against, vouched};

use crate::session::HIDDEN_FILE;
use fold::{Folded, Recorded};
use foundation::Foundation;
use rayon::prelude::*;
use record::Digest;
use record::change::History;
use replay::Replay;
use std::collections::BTreeSet;

/// Number of records that are read and checked in parallel before being played again one after another: enough to keep
/// a few cores busy, few enough that hostile ones of maximum size stay below 256 MiB together.
const SIDE_BY_SIDE: usize = 4;

/// Digests that the user got by other ways, to be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    pub start: Option<Digest>,
    pub head: Option<Digest>,
    /// Up to where the records are taken on trust, because they were proved before.
    pub from: Option<Trust>,
}

pub fn verify(source: &dyn FileSource, told: Expected) -> Verdict {
    let mut verdict = Verdict::default();
    let numbers = foundation::records(source, &mut verdict);
    if let Some(newer) = newer::found(source, numbers.clone().last()) {
        return Verdict { newer: Some(newer), ..Verdict::default() };
    }
    let Some(mut foundation) = Foundation::read(source, &mut verdict) else {
        return verdict;
    };
    let numbers: Vec<u32> = numbers.collect();
    let last = numbers.last().and_then(|last| record_files::last_turn(source, *last));
    // If the newest turn.yaml cannot be read, the finding is about that, and not about every file that a copy may lack.
    foundation.goes_on = last.as_ref().is_none_or(|last| last.outcome.is_none());
    #[cfg(feature = "git")]
    let identity = last.as_ref().and_then(|last| last.identity.as_ref()?.parse().ok());
    let opening = History::start(foundation.charter.clone(), foundation.signers.clone());
    let count = u32::try_from(numbers.len()).expect("record numbers have 32 bits");
    let history = keys::history(source, &opening, count, &mut verdict);
    let players = last.as_ref().and_then(|last| last.players.clone());
    let mut replay = Replay::new(&foundation, &mut verdict).with_players(history.last(), players);
    replay.opens(history.last(), last.as_ref());
    let (mut before, mut first) = (None, 0);
    if let Some(number) = told.from.and_then(|from| from.last(source, count, &mut verdict)) {
        before = trusted::pass(source, &foundation, &history, number, &mut replay, &mut verdict);
        verdict.trusted = Some(number);
        first = number as usize + 1;
    }
    let walk = Walk { source, foundation: &foundation, history: &history };
    let unread = walk.through(&numbers[first..], before, &mut replay, &mut verdict);
    replay.finish(told, &mut verdict);
    identity::lost(source, history.last(), last.as_ref(), &mut verdict);
    unfolded(&unread, &mut verdict);
    verdict.notes.extend(litter(&source.litter()));
    #[cfg(feature = "git")]
    if let Some(identity) = identity {
        inbox::opened(source, &foundation, &identity, &mut verdict);
    }
    seals::blame_the_seal(&mut verdict.findings);
    // A thing that two checks find is told once.
    let mut told = BTreeSet::new();
    verdict.findings.retain(|finding| told.insert(finding.clone()));
    verdict
}

/// What records are checked against.
struct Walk<'a> {
    source: &'a dyn FileSource,
    foundation: &'a Foundation,
    /// The history of every record, by its number.
    history: &'a [History],
}

impl Walk<'_> {
    /// Goes through these records by both routes, the first following `before`; returns those whose events could not be
    /// folded because something in them is sealed.
    fn through(
        &self,
        numbers: &[u32],
        mut before: Option<Recorded>,
        replay: &mut Replay<'_>,
        verdict: &mut Verdict,
    ) -> Vec<u32> {
        let Self { source, foundation, history } = *self;
        let mut unread = Vec::new();
        for some in numbers.chunks(SIDE_BY_SIDE) {
            let read = |number: &u32| {
                record_files::read(source, foundation, &history[*number as usize], *number)
            };
            let records: Vec<_> = some.par_iter().map(read).collect();
            let told: Vec<_> = records.par_iter().map(Recorded::of).collect();
            let fold = |at: usize| match history[some[at] as usize].own() {
                Some(own) => amended::fold(source, some[at], &own.change.action),
                None => {
                    fold::fold(foundation, some[at], earlier(&told, at, before.as_ref()), &told[at])
                }
            };
            let folded: Vec<Folded> = (0..told.len()).into_par_iter().map(fold).collect();
            before = told.into_iter().next_back().and_then(Result::ok).flatten();
            for (files, folded) in records.into_iter().zip(folded) {
                let number = files.number;
                let sealed = files.sealed.iter().any(|name| name == HIDDEN_FILE);
                replay.take(files, &history[number as usize], verdict);
                match folded {
                    Folded::Same => verdict.folded += 1,
                    Folded::Differs(finding) => verdict.find(finding),
                    Folded::Unread if sealed => unread.push(number),
                    Folded::Unread => {}
                }
            }
        }
        unread
    }
}

/// The contents of the record before the one at position `at`; for the first, `before`.
fn earlier<'a>(
    told: &'a [Result<Option<Recorded>, Finding>],
    at: usize,
    before: Option<&'a Recorded>,
) -> Option<&'a Recorded> {
    at.checked_sub(1).map_or(before, |at| told[at].as_ref().ok().and_then(Option::as_ref))
}

/// The note on files of other programs in a folder: they were ignored, and are no finding.
pub fn litter(found: &[String]) -> Option<Note> {
    (!found.is_empty()).then(|| {
        Note(format!("ignored, because they are not files of the game: {}", found.join(", ")))
    })
}

/// Notes which records the second route could not go through, since it reads what is hidden.
fn unfolded(unread: &[u32], verdict: &mut Verdict) {
    let which = match unread {
        [] => return,
        [one] => format!("record {one}"),
        [first, .., last] => format!("{} records from {first} to {last}", unread.len()),
    };
    verdict.note(format!("the events of {which} were not applied, because hidden.yaml is sealed"));
}
