//! Changes that wait for consent, in a public repository: shown by the referee, signed by seats.

use super::repository::Tree;
use crate::gate::consent_at;
use crate::store::{Error, Folder, Game, changes};
use crate::verify::FileSource;
use record::change::{CHANGE_MAX, Change, HEIR};
use record::sums::record_name;
use record::{Namespace, verify};
use std::collections::BTreeMap;

/// Most bytes of a signature.
const SIGNATURE_MAX: usize = 16 * 1024;

/// The changes that wait and the signatures under them, by their paths in the repository.
///
/// # Errors
/// A file among them that is no change; [`Error`] with the path.
pub(super) fn shown(game: &Game) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let mut shown = BTreeMap::new();
    let open = record_name(game.open_phase());
    for notice in changes::waiting(game)? {
        let name = notice.path.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|_| notice.change.phase == game.open_phase()) else {
            continue;
        };
        let path = format!("notices/{open}/{name}");
        let signed = notice.signatures.into_iter();
        shown.extend(
            signed.map(|(who, armored)| (format!("{path}.{who}.sig"), armored.into_bytes())),
        );
        shown.insert(path, notice.bytes);
    }
    Ok(shown)
}

/// Takes the signatures that seats pushed under changes of the open phase which wait here; gives the paths of those that are new.
///
/// # Errors
/// Trouble with files.
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
            HEIR => change.deed.brings(),
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
