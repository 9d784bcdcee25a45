//! Files in `.tabella/` that repeat what the records say, so that a long game is loaded as fast as a short one. They may be
//! deleted at any time, and they are never believed against the records. A file is used only if this user's own program wrote
//! it, which a code made with a key in the user's cache proves, and only for the history that lies in the folder, which the
//! reader of the file checks. A file that was altered or cut off, or that came from another program, version or folder,
//! counts as missing.

use crate::store::{Error, Folder, PROGRAM, entropy, environment, files};
use record::Digest;
use std::path::{Path, PathBuf};

/// The file of the key, in the user's cache.
const KEY_FILE: &str = "tabella/derived.key";
/// Most bytes of the key's file.
const KEY_MAX: usize = 128;

/// What this user's program wrote under a name in a folder's `.tabella/`; none if the file is not exactly that.
pub(super) fn read(folder: &Folder, name: &str, max: usize) -> Option<String> {
    let key = key(&key_path()?)?;
    // The file is private to its owner: for anybody else there is none.
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

/// Keeps a content under a name in a folder's `.tabella/`, for its owner alone; does nothing if the user has no cache.
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

/// The code of a content under a key. It hashes three digests, so its input has a fixed length and cannot be extended
/// without the key.
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

/// Draws the key. If two programs do so at once, one key is lost, and files written with it are written again.
fn new_key(path: &Path) -> Result<Digest, Error> {
    let key = Digest::from_bytes(entropy::draw()?);
    let folder = path.parent().expect("the file is in a folder");
    files::make_folder(folder, files::SECRET_FOLDER_MODE)?;
    files::place(path, format!("{key}\n").as_bytes(), files::SECRET_MODE)?;
    Ok(key)
}
