//! The digests of the items of what is hidden, where a charter asks for them.

use super::Finding;
use super::record_files::RecordFiles;
use crate::session::HIDDEN_FILE;
use record::Sums;
use record::change::History;
use record::items::ITEMS_FILE;

/// Checks the digests of hidden items: they must be there if the charter asks for them, and follow from
/// `hidden.yaml` if that is here.
pub(super) fn check(in_force: &History, folder: &str, list: &Sums, read: &mut RecordFiles) {
    let asked = in_force.charter.items && list.lines.contains_key(HIDDEN_FILE);
    let (code, what) = match (asked, list.lines.contains_key(ITEMS_FILE)) {
        (true, false) => (
            "V-missing",
            "the charter requires this file (`items:`), but this record does not list it"
                .to_owned(),
        ),
        (false, true) => {
            ("V-state", "the charter does not require this file, or nothing is hidden".to_owned())
        }
        (false, false) => return,
        (true, true) => {
            let (Some(hidden), Some(items)) = (&read.hidden, &read.items) else { return };
            match record::items::list(&String::from_utf8_lossy(hidden)) {
                Ok(list) if list.as_bytes() == items => return,
                Ok(_) => ("V-state", format!("it does not follow from {HIDDEN_FILE}")),
                Err(why) => ("V-state", format!("no items can be made from {HIDDEN_FILE}: {why}")),
            }
        }
    };
    read.findings.push(Finding::new(code, format!("{folder}/{ITEMS_FILE}"), what));
}
