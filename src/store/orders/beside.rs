//! Signatures that lie in the same folder as what they sign: found by what they sign, for browsers and mail programs rename files.

use crate::store::{Error, files};
use record::{Namespace, signs};
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum size of a signature, in bytes.
const SIGNATURE_MAX: usize = 64 * 1024;
/// Maximum number of files of a folder that are looked into.
const FILES_MAX: usize = 100;

/// The signature of a text, in the folder of its file: `FILE.sig` if that was made of the text, else any other that
/// was; else `FILE.sig`, so that its fault can be told. None if there is none.
///
/// # Errors
/// `FILE.sig` cannot be read.
pub fn signature(file: &Path, purpose: Namespace, text: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    let mut name = file.as_os_str().to_owned();
    name.push(".sig");
    of(&PathBuf::from(name), purpose, text)
}

/// The same for a signature whose usual name is `usual` rather than `FILE.sig`.
///
/// # Errors
/// As [`signature`].
pub fn of(usual: &Path, purpose: Namespace, text: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    let found = files::read_saved_if_there(usual, SIGNATURE_MAX)?;
    if found.as_ref().is_some_and(|armored| signs(armored, purpose, text)) {
        return Ok(found);
    }
    let folder = usual.parent().filter(|folder| !folder.as_os_str().is_empty());
    let others = named_like_signatures(folder.unwrap_or(Path::new(".")));
    let read = |path: PathBuf| files::read_saved(&path, SIGNATURE_MAX).ok();
    let other = others.into_iter().filter_map(read).find(|armored| signs(armored, purpose, text));
    Ok(other.or(found))
}

/// The plain files of a folder whose names suggest signatures, sorted. Unreadable ones are skipped.
fn named_like_signatures(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let like = |entry: &fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        name.contains("sig") && entry.file_type().is_ok_and(|kind| kind.is_file())
    };
    let mut paths: Vec<PathBuf> =
        entries.filter_map(Result::ok).filter(like).map(|entry| entry.path()).collect();
    paths.sort();
    paths.truncate(FILES_MAX);
    paths
}
