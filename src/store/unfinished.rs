//! A folder that is being made a game, and is none yet: whoever stops halfway begins anew in it.

use super::folder::SIGNERS_FILE;
use super::{Error, Folder, files};
use record::charter::CHARTER_FILE;
use record::sums::record_name;

/// Lies among what is private while a game is being created.
const MARK: &str = "unfinished";

/// Marks a folder that is no game yet.
///
/// # Errors
/// A folder or file that cannot be written.
pub(super) fn begin(folder: &Folder) -> Result<(), Error> {
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    files::replace(&folder.private().join(MARK), b"", files::SECRET_MODE)
}

/// Takes the mark away: the folder is a game.
///
/// # Errors
/// A mark that cannot be removed, a folder that cannot be flushed.
pub(super) fn end(folder: &Folder) -> Result<(), Error> {
    files::remove(&folder.private().join(MARK))?;
    files::flush(&folder.private())
}

/// Whether making a game was interrupted in a folder: there is no charter, and the mark stands among what is private, or nothing was
/// written yet at all. A game of which somebody removed the charter has orders or records behind its opening, or no mark.
///
/// # Errors
/// A folder that cannot be read.
pub(super) fn is(folder: &Folder) -> Result<bool, Error> {
    if files::is_there(&folder.root().join(CHARTER_FILE)) || !files::is_folder(&folder.private())? {
        return Ok(false);
    }
    let played = [folder.turns().join(record_name(1)), folder.pending()];
    if played.iter().any(|path| files::is_there(path)) {
        return Ok(false);
    }
    let names = files::names(&folder.private())?;
    let untouched = !files::is_there(&folder.turns()) && !files::is_there(&folder.data());
    Ok(names.iter().any(|name| name == MARK)
        || untouched && names.iter().all(|name| name.starts_with(files::HALF)))
}

/// Leaves nothing behind; a folder that was there before stays, empty as it was.
pub(super) fn clear(folder: &Folder, there: bool) {
    if !there {
        drop(files::remove_folder(folder.root()));
        return;
    }
    for path in [folder.private(), folder.turns(), folder.data()] {
        drop(files::remove_folder(&path));
    }
    let half = files::names(folder.root()).unwrap_or_default();
    let half = half.iter().map(String::as_str).filter(|name| name.starts_with(files::HALF));
    for name in [CHARTER_FILE, SIGNERS_FILE, ".gitattributes", ".gitignore"].into_iter().chain(half)
    {
        drop(files::remove(&folder.root().join(name)));
    }
}
