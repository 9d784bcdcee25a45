//! Whose keys count in each record: gone through from the first to the last, each by the keys of the one before.

use super::file_source::{FileSource, ItemKind, Unread};
use super::{Finding, Verdict};
use record::change::{CHANGE_MAX, Changes, KeyHistory};
use record::sums::{SUMS_FILE, record_name};
use record::{Digest, Signers};
use std::collections::BTreeMap;

/// Most bytes of a list, or of the keys.
const LIST_MAX: usize = 256 << 10;
/// Most files of changes in one record: a text and a signature of every seat, for each change.
const FILES_MAX: usize = 2048;

/// The keys in force in every record, by its number.
pub(super) fn history(
    source: &dyn FileSource,
    (game, opening): (&str, &Signers),
    records: u32,
    verdict: &mut Verdict,
) -> Vec<Signers> {
    let mut keys = KeyHistory::start(opening.clone());
    let mut all = Vec::new();
    for number in 0..records {
        if let Some(next) = after(source, game, &keys, number, verdict) {
            keys = next;
        }
        all.push(keys.signers.clone());
    }
    all
}

/// The keys from this record on, if it changes any.
fn after(
    source: &dyn FileSource,
    game: &str,
    keys: &KeyHistory,
    number: u32,
    verdict: &mut Verdict,
) -> Option<KeyHistory> {
    let folder = format!("turns/{}", record_name(number));
    let signers = format!("{folder}/allowed_signers");
    let told = match source.read(&signers, LIST_MAX) {
        Ok(bytes) => Some(bytes),
        Err(Unread::Missing) => None,
        Err(_) => return None,
    };
    let files = changes(source, &folder);
    if told.is_none() && files.is_empty() {
        return None;
    }
    let before = number.checked_sub(1).and_then(|before| {
        source.read(&format!("turns/{}/{SUMS_FILE}", record_name(before)), LIST_MAX).ok()
    });
    let Some(before) = before else {
        verdict.find(Finding::new("V-change", signers, "nothing changes with the opening"));
        return None;
    };
    let changes = Changes { game, number, after: Digest::of(&before), files: &files };
    let (next, agreed) = match keys.after(&changes) {
        Ok(next) => next,
        Err(fault) => {
            verdict.find(Finding::new("V-change", format!("{folder}/{}", fault.path), fault.what));
            return None;
        }
    };
    if told.as_deref() != Some(next.signers.render().as_bytes()) {
        let message = "it is not the list of keys to which the changes of this record lead";
        verdict.find(Finding::new("V-change", signers, message));
        return None;
    }
    for one in agreed {
        verdict.note(format!("from record {number} on {one}"));
    }
    Some(next)
}

/// The files below `changes/` of a record, by their names in it.
fn changes(source: &dyn FileSource, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let items = source.list(&format!("{folder}/changes")).unwrap_or_default();
    let plain = items.into_iter().filter(|item| item.kind == ItemKind::File).take(FILES_MAX);
    plain
        .filter_map(|item| {
            let name = format!("changes/{}", item.name);
            let bytes = source.read(&format!("{folder}/{name}"), CHANGE_MAX).ok()?;
            Some((name, bytes))
        })
        .collect()
}
