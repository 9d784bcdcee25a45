//! Checks opened items of the hidden state against the digests that the records commit to.

use super::file_source::FileSource;
use super::{Finding, Note, Verdict};
use record::Digest;
use record::items::{ITEMS_FILE, OPENING_MAX, Opening};
use record::sums::{SUMS_FILE, Sums, record_name};

/// Maximum size of a list of either kind, in bytes.
const LIST_MAX: usize = 8 << 20;
/// Maximum number of items reported one by one.
const TOLD_MAX: usize = 100;

/// Checks openings, each with a name for messages, against a folder: those that hold are noted with their values,
/// others are findings.
pub fn opened(source: &dyn FileSource, shown: &[(String, Vec<u8>)], verdict: &mut Verdict) {
    for (name, bytes) in shown {
        match holds(source, &verdict.game, bytes) {
            Ok(opening) => {
                let record = opening.record;
                let more = opening.lines.len().saturating_sub(TOLD_MAX);
                for (path, value) in opening.shown().take(TOLD_MAX) {
                    verdict
                        .notes
                        .push(Note(format!("{name} opens {path} of record {record}: {value}")));
                }
                if more > 0 {
                    verdict.notes.push(Note(format!(
                        "{name} opens {more} more items, which agree with the record"
                    )));
                }
            }
            Err((path, what)) => {
                verdict.findings.push(Finding::new("V-open", path, format!("{name}: {what}")));
            }
        }
    }
}

/// The contents of one opening, or else the place where it fails and the reason.
fn holds(source: &dyn FileSource, game: &str, bytes: &[u8]) -> Result<Opening, (String, String)> {
    let nowhere = |what: String| (String::from("turns"), what);
    let opening = Opening::parse(bytes).map_err(nowhere)?;
    if opening.game != game {
        return Err(nowhere(format!("it belongs to the game {}", opening.game)));
    }
    let folder = format!("turns/{}", record_name(opening.record));
    let at = |name: &str, what: String| (format!("{folder}/{name}"), what);
    let list = source.read(&format!("{folder}/{SUMS_FILE}"), LIST_MAX);
    let list =
        list.map_err(|_| at(SUMS_FILE, "it opens items of a record that is not here".to_owned()))?;
    if Digest::of(&list) != opening.head {
        return Err(at(
            SUMS_FILE,
            format!("it opens items of a record whose list is not the one here: {}", opening.head),
        ));
    }
    let listed = Sums::parse(&list).ok().and_then(|sums| sums.lines.get(ITEMS_FILE).copied());
    let items = source.read(&format!("{folder}/{ITEMS_FILE}"), OPENING_MAX).unwrap_or_default();
    if listed != Some(Digest::of(&items)) {
        let what = "the record commits to no items, or its sealed list of items is not here";
        return Err(at(ITEMS_FILE, what.to_owned()));
    }
    let items = String::from_utf8_lossy(&items);
    match opening.foreign(&items).map(str::to_owned) {
        Some(line) => {
            Err(at(ITEMS_FILE, format!("the record does not commit to this item: {line}")))
        }
        None => Ok(opening),
    }
}
