//! A Maildir, as mail servers and fetchers fill it: each letter a file in `new/`, moved to `cur/` once somebody has looked at it.

use crate::store::{Error, files};
use std::path::Path;

/// The names of the letters in `new/`, sorted: in about the order in which they came.
///
/// # Errors
/// [`Error::Missing`] if there is no such folder; [`Error`] with the path.
pub fn new_letters(maildir: &Path) -> Result<Vec<String>, Error> {
    let new = maildir.join("new");
    if !files::is_folder(&new)? {
        return Err(Error::Missing {
            path: new,
            fix: "name a Maildir: a folder with new/, cur/ and tmp/".to_owned(),
        });
    }
    Ok(files::all_names(&new)?.into_iter().filter(|name| !name.starts_with('.')).collect())
}

/// The bytes of a letter in `new/`, at most `max`. A link or a pipe there is no letter, and is not opened: it could keep its reader
/// waiting for ever.
///
/// # Errors
/// [`Error`] with the path.
pub fn read(maildir: &Path, name: &str, max: usize) -> Result<Vec<u8>, Error> {
    files::read(&maildir.join("new").join(name), max)
}

/// Moves a letter to `cur/`; marked as seen unless a person should still read it.
///
/// # Errors
/// [`Error`] with the path.
pub fn done(maildir: &Path, name: &str, seen: bool) -> Result<(), Error> {
    let (new, cur) = (maildir.join("new"), maildir.join("cur"));
    // A fetcher may have put marks behind the name already.
    let bare = name.split_once(":2,").map_or(name, |(bare, _)| bare);
    files::make_folder(&cur, files::SECRET_FOLDER_MODE)?;
    files::rename(&new.join(name), &cur.join(format!("{bare}:2,{}", if seen { "S" } else { "" })))?;
    files::flush(&cur)
}
