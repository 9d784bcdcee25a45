//! In which language people are written to: `.tabella/languages.yaml`, which no copy of the game holds.

use super::addresses::known;
use super::lock::PATIENCE;
use super::{Error, Folder, Game, Lock, files};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Its name in `.tabella/`.
const LANGUAGES_FILE: &str = "languages.yaml";
/// Most bytes of it.
const LANGUAGES_MAX: usize = 64 * 1024;

/// The codes of languages by seat, `referee` among them; none in a copy, or where whoever runs the command may not read them.
///
/// # Errors
/// A file that does not hold languages.
pub fn read(folder: &Folder) -> Result<BTreeMap<String, String>, Error> {
    let path = path(folder);
    let bytes = match files::read_if_there(&path, LANGUAGES_MAX) {
        Ok(Some(bytes)) => bytes,
        Ok(None) | Err(Error::Denied { .. }) => return Ok(BTreeMap::new()),
        Err(error) => return Err(error),
    };
    let fix =
        "write `SEAT: CODE` in each line, or remove the file: then all are written to in English";
    serde_yaml::from_slice(&bytes).map_err(|what| Error::broken(&path, what.to_string(), fix))
}

/// Enters in which language a seat's player, or the referee, is written to from now on.
///
/// # Errors
/// [`Error::Seat`]; [`Error::NotReferee`] in a copy of the game.
pub fn enter(game: &Game, name: &str, code: &str) -> Result<(), Error> {
    let folder = &game.folder;
    if !folder.is_referees()? {
        return Err(Error::NotReferee(path(folder)));
    }
    known(&game.session.charter, name)?;
    let _lock = Lock::take(folder, PATIENCE)?;
    let mut languages = read(folder)?;
    languages.insert(name.to_owned(), code.to_owned());
    let text = serde_yaml::to_string(&languages).expect("words are plain data");
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    files::replace(&path(folder), text.as_bytes(), files::SECRET_MODE)
}

fn path(folder: &Folder) -> PathBuf {
    folder.private().join(LANGUAGES_FILE)
}
