//! Consent to pending changes, as seats push it to a public repository.

use super::objects::Tree;
use crate::gate::consent_at;
use crate::store::records::changes;
use crate::store::{Error, Folder};
use crate::verify::FileSource;
use record::change::{CHANGE_MAX, CHANGES, Change, HEIR};
use record::{Namespace, verify};
use std::collections::BTreeMap;

/// Maximum size of a signature, in bytes.
const SIGNATURE_MAX: usize = 16 * 1024;

/// Takes in the signatures that seats have pushed under pending changes of the open phase; returns the paths of the new
/// ones.
///
/// # Errors
/// A file that cannot be read or written.
pub(super) fn take(folder: &Folder, tree: &Tree) -> Result<Vec<String>, Error> {
    let mut taken = Vec::new();
    for path in tree.entries.keys() {
        let Some((phase, text, signer)) = consent_at(path) else { continue };
        let game = crate::store::load(folder)?;
        if phase != game.open_phase() {
            continue;
        }
        let read = |path: &str, max| tree.read(path, max).ok();
        let own = String::from_utf8_lossy(path).into_owned();
        let (Some(bytes), Some(armored)) = (read(text, CHANGE_MAX), read(&own, SIGNATURE_MAX))
        else {
            continue;
        };
        let (Ok(change), Ok(armored)) = (Change::parse(&bytes), String::from_utf8(armored)) else {
            continue;
        };
        // A change that the referee did not write, or has taken back, waits for nobody.
        let waiting = changes::waiting(&game)?.into_iter().find(|notice| notice.bytes == bytes);
        let Some(notice) = waiting.filter(|notice| !notice.signatures.contains_key(signer)) else {
            continue;
        };
        let key = match signer {
            HEIR => change.action.brings(),
            name => game.signers.key(name),
        };
        // A host without a gate shows what it likes.
        if key.is_none_or(|key| verify(key, Namespace::Change, &notice.bytes, &armored).is_err()) {
            continue;
        }
        if changes::receive(folder, &bytes, signer, &armored)?.is_ok() {
            taken.push(own);
        }
    }
    Ok(taken)
}

/// True if a change in a record brings in a key for `seat`; `files` are those that everybody has,
/// `record` is the record's folder, with its slash.
pub(super) fn bring_a_key(files: &BTreeMap<String, Vec<u8>>, record: &str, seat: &str) -> bool {
    let changes = files.iter().filter(|(path, _)| {
        path.strip_prefix(record).is_some_and(|name| name.starts_with(CHANGES))
    });
    changes
        .filter_map(|(_, bytes)| Change::parse(bytes).ok())
        .any(|change| change.action.seat() == Some(seat) && change.action.brings().is_some())
}
