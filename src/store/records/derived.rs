//! Files in `.tabella/` that repeat what the records say, so that a long game is taken up as fast as a short one. They may be
//! deleted at any time, and they are never believed against the records: a file is used only if this user's own program wrote
//! it for the history that lies in the folder. What it was made with a key of the user's own, which lies in the user's
//! cache, proves the first; whoever reads it makes sure of the second. So a file that was altered, torn off, written by another
//! program or version, or brought along by a folder from elsewhere counts as not there.

use crate::store::{Error, Folder, PROGRAM, entropy, environment, files};
use record::Digest;
use std::path::{Path, PathBuf};

/// The file of the key, in the user's cache.
const KEY_FILE: &str = "tabella/derived.key";
/// Most bytes of the key's file.
const KEY_MAX: usize = 128;

/// What this user's program wrote under a name in a folder's `.tabella/`; none where the file is not exactly that.
pub(super) fn read(folder: &Folder, name: &str, max: usize) -> Option<String> {
    let key = key(&key_path()?)?;
    // Whoever may not read the file, for it is its owner's alone, has none.
    let bytes = files::read_if_there(&path(folder, name), max).ok()??;
    let mut text = String::from_utf8(bytes).ok()?;
    let (program, rest) = text.split_once('\n')?;
    let (code, content) = rest.split_once('\n')?;
    if program != PROGRAM || code != code_of(&key, name, content).to_string() {
        return None;
    }
    let content = text.len() - content.len();
    text.drain(..content);
    Some(text)
}

/// Keeps a content under a name in a folder's `.tabella/`, for its owner alone; nothing where the user has no cache.
///
/// # Errors
/// [`Error`] with the path.
pub(super) fn write(folder: &Folder, name: &str, content: &str) -> Result<(), Error> {
    let Some(key_path) = key_path() else { return Ok(()) };
    let key = match key(&key_path) {
        Some(key) => key,
        None => new_key(&key_path)?,
    };
    let text = format!("{PROGRAM}\n{}\n{content}", code_of(&key, name, content));
    files::place(&path(folder, name), text.as_bytes(), files::SECRET_MODE)
}

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.private().join(name)
}

/// The digest by which a content is known as written with this key: of a text of fixed length, so that no content can
/// be made longer.
fn code_of(key: &Digest, name: &str, content: &str) -> Digest {
    let digests = [*key, Digest::of(name.as_bytes()), Digest::of(content.as_bytes())];
    Digest::of(&digests.map(|digest| *digest.bytes()).concat())
}

fn key_path() -> Option<PathBuf> {
    Some(environment::cache_folder()?.join(KEY_FILE))
}

fn key(path: &Path) -> Option<Digest> {
    let bytes = files::read_if_there(path, KEY_MAX).ok()??;
    std::str::from_utf8(&bytes).ok()?.trim_end().parse().ok()
}

/// Draws the key. Two programs may do so at once: what the one wrote whose key is lost is written again.
fn new_key(path: &Path) -> Result<Digest, Error> {
    let key = Digest::from_bytes(entropy::draw()?);
    let folder = path.parent().expect("the file is in a folder");
    files::make_folder(folder, files::SECRET_FOLDER_MODE)?;
    files::place(path, format!("{key}\n").as_bytes(), files::SECRET_MODE)?;
    Ok(key)
}
