//! Checks the signatures by which seats vouch for the history that they saw, and compares two copies of one game.

use super::file_source::FileSource;
use super::record_files::RecordFiles;
use super::seals::{self, verify_signature, why};
use super::{Finding, Verdict, keys_in_force};
use record::change::History;
use record::charter::Heads;
use record::sums::{HEADS, SUMS_FILE, Sums, head_path, record_name};
use record::turn_file::{By, TURN_FILE};
use record::{Charter, Digest, Namespace, REFEREE, Signers, head_text};
use std::collections::BTreeMap;

/// Maximum size of a list, or of the charter, in bytes.
const LIST_MAX: usize = 256 << 10;

/// Reads the signatures by which seats vouch for the previous record.
pub(super) fn read(
    in_force: &History,
    folder: &str,
    files: &BTreeMap<String, Vec<u8>>,
    read: &mut RecordFiles,
) {
    let (signers, game) = (&in_force.signers, &in_force.charter.game);
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with(HEADS)) {
        let path = format!("{folder}/{name}");
        let mut find = |what: String| read.findings.push(Finding::new("V-vouch", &path, what));
        let seat = name[HEADS.len()..].strip_suffix(".sig");
        let Some(seat) = seat.filter(|seat| *seat != REFEREE && signers.key(seat).is_some()) else {
            find("no seat has this name".to_owned());
            continue;
        };
        let (Some(before), Some(head)) = (read.number.checked_sub(1), read.previous) else {
            find("there is no earlier record for which it could vouch".to_owned());
            continue;
        };
        let text = head_text(game, before, &head);
        let held = verify_signature(signers, seat, Namespace::Head, text.as_bytes(), bytes);
        match held {
            Ok(()) => drop(read.heads.insert(seat.to_owned())),
            Err(fault) => find(format!(
                "it is not the signature of {seat} on the head of record {before}: {}",
                why(fault)
            )),
        }
    }
    read.signatures += read.heads.len() as u64;
}

/// Notes who vouched for the previous record; if the charter requires it, a seat that answered anew without vouching is
/// a finding.
pub(super) fn judge(folder: &str, files: &RecordFiles, now: &History, verdict: &mut Verdict) {
    let Some(before) = files.number.checked_sub(1) else { return };
    verdict.vouched.extend(files.heads.iter().map(|seat| (seat.clone(), before)));
    if now.charter.heads() != Heads::Required {
        return;
    }
    let phases = files.turn.iter().flat_map(|turn| &turn.phases);
    let fresh = phases.flat_map(|phase| &phase.answers).filter(|answer| answer.by == By::Fresh);
    let mut lacking: Vec<&str> = fresh.map(|answer| answer.seat.as_str()).collect();
    lacking.sort_unstable();
    lacking.dedup();
    for seat in lacking.into_iter().filter(|seat| *seat != REFEREE && !files.heads.contains(*seat))
    {
        let message = format!(
            "{seat} answered, but does not vouch for record {before} as the charter requires ({} is missing)",
            head_path(seat)
        );
        verdict.find(Finding::new("V-vouch", format!("{folder}/{SUMS_FILE}"), message));
    }
}

/// Compares another copy of the game, with a name for messages, with this one: where the two part is a finding.
pub fn against(source: &dyn FileSource, other: &dyn FileSource, name: &str, verdict: &mut Verdict) {
    let list = |of: &dyn FileSource, number: u32| {
        of.read(&format!("turns/{}/{SUMS_FILE}", record_name(number)), LIST_MAX).ok()
    };
    let mut number = 0;
    loop {
        let (ours, theirs) = match (list(source, number), list(other, number)) {
            (Some(ours), Some(theirs)) => (ours, theirs),
            (None, None) if number == 0 => return verdict.note(format!("{name} holds no game")),
            (Some(_), None) if number == 0 => {
                return verdict.note(format!("{name} holds no game to compare with"));
            }
            (ours, _) => {
                let more = if ours.is_some() { "; this copy continues beyond it" } else { "" };
                return verdict.note(format!(
                    "{name} holds the same history as this copy, up to record {}{more}",
                    number - 1
                ));
            }
        };
        if ours != theirs {
            return verdict.find(parted(source, other, name, (number, &ours, &theirs)));
        }
        number += 1;
    }
}

/// The finding that two copies part at this record, with its two lists.
fn parted(
    source: &dyn FileSource,
    other: &dyn FileSource,
    name: &str,
    (number, ours, theirs): (u32, &[u8], &[u8]),
) -> Finding {
    let folder = format!("turns/{}", record_name(number));
    let path = format!("{folder}/{SUMS_FILE}");
    let (here, there) = (Digest::of(ours), Digest::of(theirs));
    let parts = format!(
        "the two copies differ from record {number} on: that record's list is {here} here, but \
         {there} in {name}"
    );
    let sealed = keys(source, number).is_some_and(|signers| {
        let seal = |of: &dyn FileSource, list| seals::seal(of, &signers, &folder, list).is_ok();
        seal(source, ours) && seal(other, theirs)
    });
    let told = if sealed && differ_in_time_alone(ours, theirs) {
        "the referee sealed both. They have the same orders, dice and result, and differ only in time: the \
         phase was resolved twice, as happens with two folders of one game"
    } else if sealed {
        "the referee sealed both, and so showed two histories of one game"
    } else {
        "one of the two is not signed with the key that the referee had at the record before it, \
         so it proves nobody at fault"
    };
    Finding::new("V-fork", path, format!("{parts}; {told}"))
}

/// True if two lists of one record name the same orders, changes, events and states, and the same secrets behind them.
/// Then they differ only in the time at which they were made.
fn differ_in_time_alone(ours: &[u8], theirs: &[u8]) -> bool {
    let substance = |list: &[u8]| -> Option<BTreeMap<String, Digest>> {
        let told =
            |name: &str| name == TURN_FILE || name.starts_with("report") || name.starts_with("map");
        let lines = Sums::parse(list).ok()?.lines;
        Some(lines.into_iter().filter(|(name, _)| !told(name)).collect())
    };
    let (ours, theirs) = (substance(ours), substance(theirs));
    ours.is_some() && ours == theirs
}

/// The keys by which record `number` is sealed, according to the records before it.
fn keys(source: &dyn FileSource, number: u32) -> Option<Signers> {
    let read = |path: &str| source.read(path, LIST_MAX).ok();
    let charter = Charter::parse(&read("game.yaml")?).ok()?;
    let signers = Signers::parse(&read("allowed_signers")?).ok()?;
    Some(keys_in_force(source, &charter, &signers, number))
}

/// The seats that vouched last, and the record that each vouched for, in words; none if nobody did.
pub fn vouched(verdict: &Verdict) -> Option<String> {
    let told = verdict.vouched.iter().map(|(seat, record)| format!("{seat} for record {record}"));
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join(", "))
}

#[cfg(test)]
#[path = "vouch_tests.rs"]
mod tests;
