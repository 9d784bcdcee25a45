//! Two folders of one game among those that rounds are to keep: a copy that was laid beside the game. Resolved in both, the game
//! would go on as two histories under the referee's seal.

use crate::store::{Error, Folder, files};
use record::Digest;
use record::sums::{SUMS_FILE, record_name};
use std::collections::BTreeMap;

/// Maximum size of a record's list, in bytes.
const LIST_MAX: usize = 256 << 10;

/// The folders that are the only one of their game, in order; for every game with more, a line that names them all.
/// Folders that lack the referee's secrets resolve nothing, and are nobody's twins.
pub fn apart(folders: Vec<Folder>) -> (Vec<Folder>, Vec<String>) {
    let mut alike: BTreeMap<Digest, Vec<&Folder>> = BTreeMap::new();
    for folder in &folders {
        // The command that loads a folder reports its faults.
        if let Ok(Some(start)) = start(folder) {
            alike.entry(start).or_default().push(folder);
        }
    }
    alike.retain(|_, folders| folders.len() > 1);
    let lines = alike.values().map(|folders| line(folders)).collect();
    let twins: Vec<Folder> = alike.into_values().flatten().cloned().collect();
    (folders.into_iter().filter(|folder| !twins.contains(folder)).collect(), lines)
}

/// The start of the game, if this folder can resolve it.
fn start(folder: &Folder) -> Result<Option<Digest>, Error> {
    if !folder.is_referees()? {
        return Ok(None);
    }
    let list = folder.root().join("turns").join(record_name(0)).join(SUMS_FILE);
    Ok(files::read_if_there(&list, LIST_MAX)?.map(|list| Digest::of(&list)))
}

fn line(folders: &[&Folder]) -> String {
    let names: Vec<String> =
        folders.iter().map(|folder| folder.root().display().to_string()).collect();
    format!(
        "{} hold the same game: one of them is a copy, so neither was touched. Move the copy out \
         of the folders in `games:`, or name only the other folder there",
        names.join(" and ")
    )
}
