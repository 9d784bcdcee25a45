//! The lessons that the user has done: a line each in the folder in which programs keep data of this user.

use crate::store::{Error, environment, files};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Maximum size of the file, in bytes.
const FILE_MAX: usize = 1 << 16;

/// The file's path; none if the system names no folder for it.
fn file() -> Option<PathBuf> {
    Some(environment::data_folder()?.join("tabella/learned"))
}

/// The lines of the file: each is a title and one of its lessons.
fn lines() -> Result<BTreeSet<String>, Error> {
    let Some(path) = file() else { return Ok(BTreeSet::new()) };
    let bytes = files::read_if_there(&path, FILE_MAX)?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}

/// The lessons of a title that are done.
///
/// # Errors
/// A file that cannot be read.
pub fn done(title: &str) -> Result<BTreeSet<String>, Error> {
    let of = |line: String| Some(line.strip_prefix(title)?.strip_prefix(' ')?.to_owned());
    Ok(lines()?.into_iter().filter_map(of).collect())
}

/// Notes that one is done. Where the system names no folder, nothing is kept.
///
/// # Errors
/// A file that cannot be written.
pub fn note(title: &str, lesson: &str) -> Result<(), Error> {
    let Some(path) = file() else { return Ok(()) };
    let mut lines = lines()?;
    if !lines.insert(format!("{title} {lesson}")) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        files::make_folder(folder, files::FOLDER_MODE)?;
    }
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    files::replace(&path, text.as_bytes(), files::OPEN_MODE)
}
