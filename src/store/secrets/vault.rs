//! The referee's key, the dice secrets and what the program plays its seats with, in a folder outside the game: on a stick, on an encrypted disk, wherever the game folder
//! itself does not go; and sealed to an age key, wherever they lie.

use crate::store::folder::AWAY_FILE;
use crate::store::lock::PATIENCE;
use crate::store::records::players::{self, SEED_FILE};
use crate::store::secrets::locked::{self, RECIPIENT_FILE};
use crate::store::secrets::referee::{EARLIER_FILE, HEIR_FILE, KEY_FILE, SECRETS_FILE};
use crate::store::secrets::seal::SEAL_FILE;
use crate::store::{Error, Folder, Lock, files};
use std::path::{Path, PathBuf};

/// The files that are moved, besides the keys of seats that the program plays.
const FILES: [&str; 6] = [SECRETS_FILE, KEY_FILE, HEIR_FILE, EARLIER_FILE, SEAL_FILE, SEED_FILE];
/// The files that can be sealed. Keys are not: they must sign, and `ssh-keygen` protects the referee's by a passphrase.
const SEALED: [&str; 5] = [SECRETS_FILE, HEIR_FILE, EARLIER_FILE, SEAL_FILE, SEED_FILE];
/// Maximum size of each file, in bytes.
const FILE_MAX: usize = 16 << 20;

/// Moves the referee's secrets into a folder, from which every command then takes them; without one, back into
/// `.tabella/`. Returns what was moved. Each file is written whole before the old one is removed, so an interruption
/// loses none.
///
/// # Errors
/// [`Error::NotReferee`] in a copy of the game; a folder inside the game; something of the same name
/// there.
pub fn put(folder: &Folder, away: Option<&Path>) -> Result<Vec<PathBuf>, Error> {
    if !folder.is_referees()? {
        return Err(Error::NotReferee(folder.private().join(SECRETS_FILE)));
    }
    let _lock = Lock::take(folder, PATIENCE)?;
    let (from, note) = (folder.vault()?, folder.private().join(AWAY_FILE));
    let to = match away {
        Some(place) => outside(folder, place)?,
        None => folder.private(),
    };
    if to == from {
        return Ok(Vec::new());
    }
    let mut moved = Vec::new();
    let sealed = SEALED.iter().map(|name| locked::beside(Path::new(name)));
    let keys = players::key_files(&from)?.into_iter().map(PathBuf::from);
    let names = FILES.iter().map(PathBuf::from).chain(sealed).chain([RECIPIENT_FILE.into()]);
    for name in names.chain(keys) {
        let Some(bytes) = files::read_if_there(&from.join(&name), FILE_MAX)? else { continue };
        let path = to.join(&name);
        // A file that an interrupted command left there already is the same.
        if files::read_if_there(&path, FILE_MAX)?.as_ref() != Some(&bytes) {
            files::place_new(&path, &bytes, files::SECRET_MODE)?;
        }
        moved.push(path);
    }
    files::flush(&to)?;
    match away.map(|_| to.to_str().ok_or_else(|| Error::Name(to.clone()))).transpose()? {
        Some(text) => files::replace(&note, format!("{text}\n").as_bytes(), files::SECRET_MODE)?,
        None => files::remove(&note)?,
    }
    for path in &moved {
        files::remove(&from.join(path.file_name().expect("a file has a name")))?;
    }
    Ok(moved)
}

/// Seals the dice secrets and the key of sealed orders to an age key; without one, opens them again. Returns what was
/// written. Each file is written whole before the other is removed.
///
/// # Errors
/// [`Error::NotReferee`] in a copy of the game; a text that is not a key; secrets that no identity
/// opens.
pub fn seal(folder: &Folder, recipient: Option<&str>) -> Result<Vec<PathBuf>, Error> {
    if !folder.is_referees()? {
        return Err(Error::NotReferee(folder.private().join(SECRETS_FILE)));
    }
    let _lock = Lock::take(folder, PATIENCE)?;
    let vault = folder.vault()?;
    let mut held = Vec::new();
    for name in SEALED {
        let path = vault.join(name);
        if let Some(bytes) = locked::read(&path, FILE_MAX)? {
            held.push((path, bytes));
        }
    }
    let note = vault.join(RECIPIENT_FILE);
    match recipient {
        Some(key) => {
            locked::check(&note, key)?;
            files::replace(&note, format!("{key}\n").as_bytes(), files::SECRET_MODE)?;
        }
        None => files::remove(&note)?,
    }
    let mut written = Vec::new();
    for (path, bytes) in held {
        locked::write(&path, &bytes)?;
        if recipient.is_some() {
            written.push(locked::beside(&path));
        } else {
            files::flush(&path)?;
            files::remove(&locked::beside(&path))?;
            written.push(path);
        }
    }
    Ok(written)
}

/// The named folder, created if it is missing.
fn outside(folder: &Folder, place: &Path) -> Result<PathBuf, Error> {
    let whole =
        |path: &Path| std::path::absolute(path).map_err(|error| Error::io("find", path, error));
    let (place, root) = (whole(place)?, whole(folder.root())?);
    let inside = || Error::Kind { path: place.clone(), expected: "a folder outside the game" };
    if place.starts_with(&root) {
        return Err(inside());
    }
    files::make_folder(&place, files::SECRET_FOLDER_MODE)?;
    // Whatever links lead there.
    let real =
        |path: &Path| std::fs::canonicalize(path).map_err(|error| Error::io("find", path, error));
    let (there, root) = (real(&place)?, real(&root)?);
    if there.starts_with(&root) { Err(inside()) } else { Ok(there) }
}
