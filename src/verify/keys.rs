//! The keys, charter and absences in force in each record: gone through from the first to the last, each by the one
//! before.

use super::file_source::{FileSource, ItemKind, Unread};
use super::foundation::unread_finding;
use super::{Finding, Verdict};
use record::change::{Action, CHANGE_MAX, Changes, History, Vacation};
use record::sums::{SUMS_FILE, record_name};
use record::turn_file::{TURN_FILE, TURN_FILE_MAX, TurnFile};
use record::{Charter, Digest, Signers};
use std::collections::BTreeMap;

/// Maximum size of a list, or of the keys, in bytes.
const LIST_MAX: usize = 256 << 10;
/// Maximum number of change files in one record: for each change, a text and a signature of every seat.
const FILES_MAX: usize = 2048;

/// The history of every record, by its number.
pub(super) fn history(
    source: &dyn FileSource,
    opening: &History,
    records: u32,
    verdict: &mut Verdict,
) -> Vec<History> {
    weak_consent(opening, None, verdict);
    let mut all: Vec<History> = Vec::new();
    for number in 0..records {
        let last = all.last().unwrap_or(opening);
        let next = after(source, last, number, verdict).unwrap_or_else(|| last.unchanged());
        all.push(next);
    }
    all
}

/// The keys in force after the newest of `records` records; changes that do not hold are skipped, since
/// `verify` reports them.
pub fn keys_in_force(
    source: &dyn FileSource,
    charter: &Charter,
    signers: &Signers,
    records: u32,
) -> Signers {
    let opening = History::start(charter.clone(), signers.clone());
    let all = history(source, &opening, records, &mut Verdict::default());
    all.into_iter().next_back().map_or_else(|| signers.clone(), |last| last.signers)
}

/// The keys in force after each of `records` records: by the record that brought them, 0 for the opening.
#[cfg(feature = "git")]
pub fn keys_by_record(
    source: &dyn FileSource,
    charter: &Charter,
    signers: &Signers,
    records: u32,
) -> BTreeMap<u32, Signers> {
    let opening = History::start(charter.clone(), signers.clone());
    let all = history(source, &opening, records, &mut Verdict::default());
    let mut brought = BTreeMap::from([(0, signers.clone())]);
    for (number, at) in (0..).zip(all) {
        if brought.last_key_value().is_some_and(|(_, newest)| *newest != at.signers) {
            brought.insert(number, at.signers);
        }
    }
    brought
}

/// The history from this record on, if it changes anything.
fn after(
    source: &dyn FileSource,
    last: &History,
    number: u32,
    verdict: &mut Verdict,
) -> Option<History> {
    let folder = format!("turns/{}", record_name(number));
    let signers = format!("{folder}/allowed_signers");
    let told = match source.read(&signers, LIST_MAX) {
        Ok(bytes) => Some(bytes),
        Err(Unread::Missing) => None,
        Err(_) => return None,
    };
    let files = match changes(source, &folder) {
        Ok(files) => files,
        Err(unread) => {
            verdict.find(unread_finding(&format!("{folder}/changes"), &unread));
            return None;
        }
    };
    if told.is_none() && files.is_empty() {
        return None;
    }
    let before = number.checked_sub(1).map(|before| format!("turns/{}", record_name(before)));
    let list = before
        .as_ref()
        .and_then(|before| source.read(&format!("{before}/{SUMS_FILE}"), LIST_MAX).ok());
    let Some(list) = list else {
        verdict.find(Finding::new("V-change", signers, "the opening cannot change keys"));
        return None;
    };
    let due = before.and_then(|before| due(source, &before));
    let game = &last.charter.game;
    let changes = Changes { game, number, after: Digest::of(&list), due, files: &files };
    let next = match last.after(&changes) {
        Ok(next) => next,
        Err(fault) => {
            verdict.find(Finding::new("V-change", format!("{folder}/{}", fault.path), fault.what));
            return None;
        }
    };
    let expected = (next.signers != last.signers).then(|| next.signers.render());
    if told.as_deref() != expected.as_ref().map(String::as_bytes) {
        let message = "it is not the list of keys that results from the changes of this record";
        verdict.find(Finding::new("V-change", signers, message));
        return None;
    }
    for one in &next.agreed {
        verdict.note(format!("from record {number} on, {one}"));
        if let Action::Vacation { seat, from, to } = one.change.action.clone()
            && !last.granted(&Vacation { seat, from, to })
        {
            verdict.note(format!("the vacation in record {number} moves no deadline: by the charter, its seat has no vacation days left"));
        }
    }
    weak_consent(&next, Some(last), verdict);
    Some(next)
}

/// Notes, once, rules of consent that ask for less than the usual ones.
fn weak_consent(now: &History, before: Option<&History>, verdict: &mut Verdict) {
    let weaker = now.charter.consent.weaker();
    if weaker.is_empty() || before.is_some_and(|before| before.charter.consent.weaker() == weaker) {
        return;
    }
    let kinds: Vec<&str> = weaker.into_iter().map(record::change::Kind::word).collect();
    verdict.note(format!("the charter asks for less consent than usual for: {}", kinds.join(", ")));
}

/// When the orders are due that the next record counts.
fn due(source: &dyn FileSource, before: &str) -> Option<chrono::DateTime<chrono::Utc>> {
    let bytes = source.read(&format!("{before}/{TURN_FILE}"), TURN_FILE_MAX).ok()?;
    TurnFile::parse(&bytes).ok()?.next?.deadline
}

/// The files below `changes/` of a record, by their names in it.
///
/// # Errors
/// The folder cannot be listed, so that nobody can tell whether anything changes.
fn changes(source: &dyn FileSource, folder: &str) -> Result<BTreeMap<String, Vec<u8>>, Unread> {
    let items = source.list(&format!("{folder}/changes"))?;
    let plain = items.into_iter().filter(|item| item.kind == ItemKind::File).take(FILES_MAX);
    let read = plain.filter_map(|item| {
        let name = format!("changes/{}", item.name);
        let bytes = source.read(&format!("{folder}/{name}"), CHANGE_MAX).ok()?;
        Some((name, bytes))
    });
    Ok(read.collect())
}
