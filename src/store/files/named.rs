//! Files that a user named on the command line: they may be links and pipes, but their size is limited.

use super::{names, read_all};
use crate::store::Error;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Reads what a user named on the command line, which may be a link or a pipe, at most `max` bytes.
///
/// # Errors
/// [`Error`] with the path.
pub fn read_named(path: &Path, max: usize) -> Result<Vec<u8>, Error> {
    let file = File::open(path).map_err(|error| Error::io("read", path, error))?;
    if file.metadata().is_ok_and(|found| found.is_dir()) {
        return Err(Error::Kind { path: path.to_owned(), expected: "a file" });
    }
    read_all(file, path, max)
}

/// Reads what lies beside a file that a user named, if there is something.
///
/// # Errors
/// As [`read_named`].
pub fn read_named_if_there(path: &Path, max: usize) -> Result<Option<Vec<u8>>, Error> {
    match read_named(path, max) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(Error::Missing { .. }) => Ok(None),
        // A part of the path that should be a folder is a file.
        Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotADirectory => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a text that a user named and may have saved with any editor: its bytes as UTF-8 without a byte order mark. What is signed is
/// read as it lies, by [`read_named`].
///
/// # Errors
/// As [`read_named`].
pub fn read_saved(path: &Path, max: usize) -> Result<Vec<u8>, Error> {
    // UTF-16 takes up to twice the bytes.
    let bytes = record::as_utf8(&read_named(path, max.saturating_mul(2))?).into_owned();
    if bytes.len() > max { Err(Error::TooLarge { path: path.to_owned(), max }) } else { Ok(bytes) }
}

/// Like [`read_saved`], for what lies beside a file that a user named, if there is something.
///
/// # Errors
/// As [`read_named`].
pub fn read_saved_if_there(path: &Path, max: usize) -> Result<Option<Vec<u8>>, Error> {
    match read_saved(path, max) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(Error::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Everything that comes in on standard input, at most `max` bytes.
///
/// # Errors
/// [`Error::TooLarge`], or what the system reports.
pub fn read_standard_input(max: usize) -> Result<Vec<u8>, Error> {
    let name = Path::new("standard input");
    let mut bytes = Vec::new();
    let input = std::io::stdin().lock().take(max as u64 + 1).read_to_end(&mut bytes);
    input.map_err(|error| Error::io("read", name, error))?;
    if bytes.len() > max { Err(Error::TooLarge { path: name.to_owned(), max }) } else { Ok(bytes) }
}

/// A file that a user named, or every `.yaml` file in the folder that was named and below it, sorted by path.
///
/// # Errors
/// [`Error`] with the path.
pub fn yaml_below(path: &Path, max: usize) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    if !path.is_dir() {
        return Ok(vec![(path.to_owned(), read_named(path, max)?)]);
    }
    let mut found = Vec::new();
    for name in names(path)? {
        let below = path.join(name);
        if below.is_dir() || below.extension().is_some_and(|ext| ext == "yaml") {
            found.append(&mut yaml_below(&below, max)?);
        }
    }
    Ok(found)
}
