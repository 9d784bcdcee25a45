//! A folder in which a game is being created. If the creation stops halfway, it can begin again in that folder, and two
//! processes never create a game there at once.

use crate::store::copies::ignored;
use crate::store::folder::SIGNERS_FILE;
use crate::store::lock::{Lock, PATIENCE};
use crate::store::records::create::DRAFT_FILE;
use crate::store::{Error, Folder, files};
use record::charter::CHARTER_FILE;
use record::sums::record_name;

/// Lies in the private folder while a game is being created, locked by its creator.
const MARK: &str = "unfinished";
const PRIVATE: &str = ".tabella";
/// The files and folders that a game folder has before its charter.
const PARTS: [&str; 6] =
    [PRIVATE, "turns", "data", SIGNERS_FILE, ".gitattributes", ignored::IGNORE_FILE];
/// Attempts to begin in a folder that another command keeps removing.
const TRIES: usize = 16;

/// Checks that a game can be made in a folder: it is missing, or empty, or holds only what an interrupted creation
/// left. A draft is always allowed. Nothing is touched.
///
/// # Errors
/// [`Error::NotEmpty`]; a folder that cannot be read.
pub(in crate::store) fn room(folder: &Folder) -> Result<(), Error> {
    if has_room(folder)? { Ok(()) } else { Err(Error::NotEmpty(folder.root().to_owned())) }
}

/// Without the mark, only the private folder can have been made. A game whose charter somebody removed has orders, or
/// records after its opening, or no mark.
fn has_room(folder: &Folder) -> Result<bool, Error> {
    let mut names = files::names(folder.root())?;
    names.retain(|name| name != DRAFT_FILE);
    if !names.iter().any(|name| name == PRIVATE) {
        return Ok(names.is_empty());
    }
    let private = files::names(&folder.private())?;
    if !private.iter().any(|name| name == MARK) {
        let half = |name: &String| name.starts_with(files::HALF);
        return Ok(names.len() == 1 && private.iter().all(half));
    }
    let ours = |name: &String| PARTS.contains(&name.as_str()) || name.starts_with(files::HALF);
    let first = folder.turns().join(record_name(1));
    Ok(names.iter().all(ours) && !files::is_there(&first))
}

/// Marks a folder that is no game yet, cleared of what an interrupted creation left. Nobody else makes one there until
/// the lock is dropped. After a failure the folder is left only if it was there before.
///
/// # Errors
/// [`Error::NotEmpty`]; [`Error::Busy`], if somebody is at it for long; a folder or file that cannot be
/// written.
pub(in crate::store) fn begin(folder: &Folder, there: bool) -> Result<Lock, Error> {
    let begun = begin_locked(folder);
    if begun.is_err() {
        // A folder that another command already uses is not empty, and stays.
        files::remove_if_empty(&folder.private());
        if !there {
            files::remove_if_empty(folder.root());
        }
    }
    begun
}

fn begin_locked(folder: &Folder) -> Result<Lock, Error> {
    let mark = folder.private().join(MARK);
    for _ in 0..TRIES {
        room(folder)?;
        files::make_folder(folder.root(), files::FOLDER_MODE)?;
        files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
        let lock = match Lock::file(folder.root(), &mark, PATIENCE) {
            Err(Error::Missing { .. }) => continue,
            lock => lock?,
        };
        // Whoever held it may have finished the game, or given up and taken the folder away.
        if lock.holds(&mark)? {
            settle(folder)?;
            room(folder)?;
            sweep(folder)?;
            files::flush(&mark)?;
            files::flush(&folder.private())?;
            return Ok(lock);
        }
    }
    Err(Error::Busy(folder.root().to_owned()))
}

/// Removes the mark: the folder is now a game.
///
/// # Errors
/// A mark that cannot be removed, a folder that cannot be flushed.
pub(in crate::store) fn end(folder: &Folder) -> Result<(), Error> {
    files::remove(&folder.private().join(MARK))?;
    files::flush(&folder.private())
}

/// Removes a mark that a power failure left beside a charter, since a folder with a charter is a game.
///
/// # Errors
/// A mark that cannot be removed.
pub(in crate::store) fn settle(folder: &Folder) -> Result<(), Error> {
    let mark = folder.private().join(MARK);
    if files::is_there(&mark) && files::is_there(&folder.root().join(CHARTER_FILE)) {
        files::remove(&mark)?;
    }
    Ok(())
}

/// Removes everything of a game that could not be made; a folder that was there before stays as it was.
pub(in crate::store) fn clear(folder: &Folder, there: bool) {
    if !there {
        drop(files::remove_folder(folder.root()));
        return;
    }
    drop(files::remove(&folder.root().join(CHARTER_FILE)));
    drop(sweep(folder));
    drop(files::remove_folder(&folder.private()));
}

/// Removes all parts of a game except the draft, then the mark.
fn sweep(folder: &Folder) -> Result<(), Error> {
    let away = |path: &std::path::Path| match files::is_folder(path) {
        Ok(true) => files::remove_folder(path),
        Ok(false) | Err(Error::Kind { .. } | Error::Link(_)) => files::remove(path),
        Err(error) => Err(error),
    };
    let mut parts = files::names(folder.root())?;
    parts.retain(|name| name != PRIVATE && name != DRAFT_FILE);
    let mut secret = files::names(&folder.private())?;
    secret.retain(|name| name != MARK);
    parts.iter().try_for_each(|name| away(&folder.root().join(name)))?;
    secret.iter().try_for_each(|name| away(&folder.private().join(name)))
}
