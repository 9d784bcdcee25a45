//! The files of notes in a record, compared with the order files.

use super::record_files::RecordFiles;
use super::salts::salt_of;
use super::{Finding, Verdict, compare};
use record::Digest;
use record::change::History;
use record::notes::{NOTES_FILE, Note, Notes, seat_file};
use std::collections::BTreeSet;

/// The source named in findings about contents that follow from the order files.
const SOURCE: &str = "the order files";

pub(super) fn is_notes(name: &str) -> bool {
    name == NOTES_FILE || name.starts_with("notes-")
}

/// Checks the notes of a record against its order files, as far as these are here.
pub(super) fn judge(folder: &str, files: &RecordFiles, now: &History, verdict: &mut Verdict) {
    let allowed = now.charter.notes();
    for (seat, (_, order)) in &files.orders {
        for note in &order.notes {
            if let Some((why, _)) = note.unfit(allowed.as_ref()) {
                let path = format!("{folder}/orders/{seat}.yaml");
                verdict.find(Finding::new("V-note", path, why).line(note.span.line as usize));
            }
        }
    }
    let takes = allowed.is_some() && files.number > 0 && now.own().is_none();
    let seats = now.charter.seat_names().map(seat_file);
    let expected: BTreeSet<String> =
        if takes { seats.chain([NOTES_FILE.to_owned()]).collect() } else { BTreeSet::new() };
    let sealed = files.sealed.iter().filter(|name| is_notes(name)).cloned();
    let listed: BTreeSet<String> = files.notes.keys().cloned().chain(sealed).collect();
    let of = |name: &String, why: &str| Finding::new("V-note", format!("{folder}/{name}"), why);
    for name in listed.difference(&expected) {
        verdict.find(of(name, "the game allows no notes under this name"));
    }
    for name in expected.difference(&listed) {
        verdict.find(of(name, "the game allows notes, but the record does not list this file"));
    }
    let open = files.sealed.iter().all(|name| !name.starts_with("orders/"));
    if takes && open && files.stands {
        compared(folder, files, now, verdict);
    }
}

/// Compares every notes file that is here with what the order files give.
fn compared(folder: &str, files: &RecordFiles, now: &History, verdict: &mut Verdict) {
    let (charter, number) = (&now.charter, files.number);
    let written = files.orders.iter().map(|(seat, (orders, _))| {
        let notes: &[Note] = &orders.notes;
        (seat.name(), notes)
    });
    let Some(notes) = Notes::of(charter, written) else { return };
    for (name, recorded) in &files.notes {
        let path = format!("{folder}/{name}");
        let of_seat = charter.seat_names().find(|seat| seat_file(seat) == *name);
        let derived = match of_seat {
            None => Some(notes.public_file(&charter.game, number)),
            Some(seat) => salt_of(recorded)
                .and_then(|salt| salt.parse::<Digest>().ok())
                .and_then(|salt| notes.seat_file(&charter.game, number, seat, &salt)),
        };
        match derived {
            Some(derived) => verdict.findings.extend(compare::difference(
                "V-note",
                &path,
                recorded,
                derived.as_bytes(),
                SOURCE,
            )),
            None => verdict.find(Finding::new("V-note", path, "it has no salt")),
        }
    }
}
