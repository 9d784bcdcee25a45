//! Checks that the files of a record have the one form in which the program writes them. Files of records that are
//! played again are compared byte for byte; this is for the others.

use super::record_files::RecordFiles;
use super::{Finding, Verdict};
use crate::session::{EVENTS_FILE, HALTED, HIDDEN_FILE, STATE_FILE};
use record::Charter;
use record::charter::VERSION;
use record::exchange::yaml;
use record::notes::NOTES_FILE;
use serde_json::Value;

/// Checks what a record tells for its form and for agreement with the record that holds it.
pub(super) fn check(folder: &str, files: &RecordFiles, charter: &Charter, verdict: &mut Verdict) {
    let header = format!("tabella: {VERSION}\ngame: {}\nphase: {}\n", charter.game, files.number);
    let trees = [(STATE_FILE, Some(&files.state)), (EVENTS_FILE, Some(&files.events))];
    let trees = trees.into_iter().chain([(HIDDEN_FILE, files.hidden.as_ref())]);
    let trees = trees.filter_map(|(name, bytes)| Some(("V-state", name, bytes?)));
    let notes = files.notes.iter().map(|(name, bytes)| ("V-note", name.as_str(), bytes));
    let right = |tree: &Value, name: &str| {
        let keys = tree.as_object().into_iter().flat_map(|map| map.keys().map(String::as_str));
        let keys: Vec<&str> = keys.filter(|key| name != HIDDEN_FILE || *key != HALTED).collect();
        keys.get(3..) == Some(own_fields(name))
    };
    for (code, name, bytes) in trees.chain(notes).filter(|(.., it)| !it.is_empty()) {
        let path = format!("{folder}/{name}");
        // The place of a file that was compared byte for byte and differs is named already.
        if verdict.findings.iter().any(|told| told.code == code && told.path == path) {
            continue;
        }
        let why = match canonical(bytes) {
            Err(why) => why,
            Ok(_) if !bytes.starts_with(header.as_bytes()) => {
                "it does not belong to this record".to_owned()
            }
            Ok(tree) if !right(&tree, name) => {
                "it does not have the fields of such a file".to_owned()
            }
            Ok(_) => continue,
        };
        verdict.find(Finding::new(code, path, why));
    }
}

/// The fields of a file after its header; `halted` may be among those of what is hidden.
fn own_fields(name: &str) -> &'static [&'static str] {
    match name {
        STATE_FILE => &["state"],
        EVENTS_FILE => &["chapters"],
        HIDDEN_FILE => &["salt", "state", "force", "chapters"],
        NOTES_FILE => &["notes"],
        _ => &["seat", "salt", "notes"],
    }
}

/// The tree of a file, if it is written as the program writes it.
///
/// # Errors
/// A message about the first line that the program would write differently.
pub(super) fn canonical(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    let tree = yaml::parse(text).map_err(|complaints| complaints.to_string())?.plain_value();
    let again = serde_yaml::to_string(&tree).expect("a tree of plain data");
    if again == text {
        return Ok(tree);
    }
    let same = again.bytes().zip(text.bytes()).take_while(|(ours, theirs)| ours == theirs);
    let line = same.filter(|(c, _)| *c == b'\n').count() + 1;
    Err(format!("line {line} is not written as the program writes it"))
}
