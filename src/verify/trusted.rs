//! Records that the asker proved before and takes on trust now: of them only what later records stand on is read.
//!
//! The lists must still continue each other, so that the head of the last trusted record answers for all before it.
//! Keys, changes and revealed secrets are checked against their lists; signatures are not checked, and nothing is
//! played again.

use super::file_source::FileSource;
use super::fold::Recorded;
use super::foundation::{Foundation, take};
use super::record_files::{self, RecordFiles};
use super::replay::Replay;
use super::{Finding, Verdict};
use crate::session::{Position, Session};
use record::Digest;
use record::change::History;
use record::sums::{self, SUMS_FILE, Sums};
use record::turn_file::{TURN_FILE, TurnFile};

/// Up to where a folder is taken on trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    Record(u32),
    /// Up to the record whose list has this digest: a head that was published when it was the newest.
    Head(Digest),
}

impl Trust {
    /// The number of the last trusted record; none, with a finding, if there is no such record.
    pub(super) fn last(
        self,
        source: &dyn FileSource,
        records: u32,
        verdict: &mut Verdict,
    ) -> Option<u32> {
        let found = match self {
            Self::Record(number) => Some(number).filter(|number| *number < records),
            Self::Head(head) => (0..records).rev().find(|number| {
                let list = source.read(&sums_path(*number), record_files::LIST_MAX);
                list.is_ok_and(|bytes| Digest::of(&bytes) == head)
            }),
        };
        if found.is_none() {
            verdict.find(match self {
                Self::Record(number) => Finding::new(
                    "V-missing",
                    format!("turns/{}", sums::record_name(number)),
                    "it is missing, but the records after it were to be proven",
                ),
                Self::Head(head) => Finding::new(
                    "V-head",
                    "turns",
                    format!(
                        "no record in this folder has the head {head}, after which the proof was \
                         to begin: this is a different history"
                    ),
                ),
            });
        }
        found
    }
}

/// Takes the records up to `last` on trust and sets the replay after them; returns the contents of the last, since the
/// events of the next are folded over it.
pub(super) fn pass(
    source: &dyn FileSource,
    foundation: &Foundation,
    history: &[History],
    last: u32,
    replay: &mut Replay<'_>,
    verdict: &mut Verdict,
) -> Option<Recorded> {
    for number in 0..last {
        let files = light(source, number, verdict);
        replay.pass(&files, &history[number as usize], verdict);
    }
    let in_force = &history[last as usize];
    let files = record_files::read(source, foundation, in_force, last);
    replay.pass(&files, in_force, verdict);
    // The foundation may have told of the opening's seal already.
    let fresh = files.findings.iter().filter(|finding| !verdict.findings.contains(finding));
    let fresh: Vec<Finding> = fresh.cloned().collect();
    verdict.findings.extend(fresh);
    let told = Recorded::of(&files).unwrap_or_else(|finding| {
        verdict.find(finding);
        None
    });
    let session = told.as_ref().and_then(|told| {
        let (head, start, seed) = (files.digest?, verdict.start?, replay.seed()?);
        let at = Position { number: last, head, start, seed };
        let loaded = foundation.loaded.as_ref()?.as_ref();
        Session::resume(in_force.charter.clone(), loaded, at, told.text()).ok()
    });
    let whose =
        if last == 0 { "record 0 was".to_owned() } else { format!("records 0 to {last} were") };
    let head = files.digest.map_or_else(|| "unknown".to_owned(), |head| head.to_string());
    verdict.note(format!(
        "{whose} taken on trust: only their lists, keys and secrets were read; the head is {head}"
    ));
    if session.is_none() && foundation.loaded.is_some() {
        verdict.note(format!(
            "after record {last}, the game was not played again, because the position there \
             cannot be read"
        ));
    }
    replay.resume(session);
    told
}

fn sums_path(number: u32) -> String {
    format!("turns/{}/{SUMS_FILE}", sums::record_name(number))
}

/// The parts of a trusted record that later records stand on: its list, its keys, its changes and its `turn.yaml`.
fn light(source: &dyn FileSource, number: u32, verdict: &mut Verdict) -> RecordFiles {
    let mut read = RecordFiles { number, ..RecordFiles::default() };
    let folder = format!("turns/{}", sums::record_name(number));
    let path = sums_path(number);
    let Some(bytes) = take(source, &path, record_files::LIST_MAX, verdict) else { return read };
    read.digest = Some(Digest::of(&bytes));
    let list = Sums::parse(&bytes).and_then(|list| list.check_paths(number).map(|()| list));
    let list = match list {
        Ok(list) => list,
        Err(fault) => {
            verdict.find(Finding::new("V-sums", path, fault.what.to_string()).line(fault.line));
            return read;
        }
    };
    read.previous = list.previous().map(|(_, digest)| digest);
    for (name, digest) in list.local() {
        if let Some(order) = name.strip_prefix("orders/") {
            let seat = order.strip_suffix(".yaml");
            read.order_digests.extend(seat.map(|seat| (seat.to_owned(), digest)));
            continue;
        }
        if !record_files::stood_on(name) {
            continue;
        }
        let path = format!("{folder}/{name}");
        let Some(bytes) = take(source, &path, record_files::limit(name), verdict) else { continue };
        if Digest::of(&bytes) != digest {
            verdict.find(Finding::new("V-digest", path, "it is not the file that was sealed"));
        } else if name == TURN_FILE {
            read.turn = TurnFile::parse(&bytes).ok();
        }
    }
    read
}
