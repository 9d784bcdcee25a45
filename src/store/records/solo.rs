//! Games of one person against the program: where they lie, and which one a name means.

use crate::store::{Error, Folder, environment, files};
use chrono::{DateTime, Utc};
use record::charter::CHARTER_FILE;
use std::path::{Path, PathBuf};

/// Highest number tried in looking for a free name.
const NUMBER_MAX: u32 = 10_000;

/// The folder of practice games, each in a folder of its name; none if the system names no place for data.
pub fn place() -> Option<PathBuf> {
    environment::data_folder().map(|folder| folder.join("tabella/games"))
}

/// All practice games, the last played first.
///
/// # Errors
/// [`Error`] with the path.
pub fn all() -> Result<Vec<Folder>, Error> {
    let Some(place) = place() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for name in files::names(&place)? {
        let folder = Folder::at(&place.join(name));
        if files::metadata(&folder.root().join(CHARTER_FILE))?.is_some() {
            found.push((played(&folder)?, folder));
        }
    }
    found.sort_by(|one, other| other.cmp(one));
    Ok(found.into_iter().map(|(_, folder)| folder).collect())
}

/// The practice game of this name, if there is one.
///
/// # Errors
/// [`Error`] with the path.
pub fn find(name: &str) -> Result<Option<Folder>, Error> {
    let Some(place) = place().filter(|_| record::names::check_id(name).is_ok()) else {
        return Ok(None);
    };
    let folder = Folder::at(&place.join(name));
    let there = files::metadata(&folder.root().join(CHARTER_FILE))?.is_some();
    Ok(there.then_some(folder))
}

/// Deletes the practice game of this name with all in it; false if there is none.
///
/// # Errors
/// [`Error`] with the path.
pub fn delete(name: &str) -> Result<bool, Error> {
    let Some(folder) = find(name)? else { return Ok(false) };
    files::remove_folder(folder.root())?;
    Ok(true)
}

/// When something last happened in a practice game.
///
/// # Errors
/// [`Error`] with the path.
pub fn played(folder: &Folder) -> Result<DateTime<Utc>, Error> {
    files::time_of(&folder.turns())
}

/// Its name, if the folder is a practice game.
pub fn name(folder: &Folder) -> Option<&str> {
    let root = folder.root();
    let here = place().is_some_and(|place| root.parent() == Some(&place));
    root.file_name().and_then(|name| name.to_str()).filter(|_| here)
}

/// The folder that a path means: what lies there, else the game of that name.
///
/// # Errors
/// [`Error`] with the path.
pub fn meant(path: &Path) -> Result<PathBuf, Error> {
    if files::metadata(path)?.is_some() {
        return Ok(path.to_owned());
    }
    let found = path.to_str().map(find).transpose()?.flatten();
    Ok(found.map_or_else(|| path.to_owned(), |folder| folder.root().to_owned()))
}

/// The folder for a new game of a title, named after the title with the next number. Nobody else can read what lies
/// there.
///
/// # Errors
/// The system names no place for data; [`Error`] with the path.
pub fn free(title: &str) -> Result<PathBuf, Error> {
    let place = place().ok_or_else(|| Error::Missing {
        path: PathBuf::from("."),
        fix: "set XDG_DATA_HOME to the folder in which games are to be kept".to_owned(),
    })?;
    files::make_folder(&place, files::SECRET_FOLDER_MODE)?;
    let folders = (1..NUMBER_MAX).map(|number| place.join(format!("{title}-{number}")));
    let mut free = folders.filter(|folder| !files::is_there(folder));
    Ok(free.next().expect("nobody plays that many games"))
}
