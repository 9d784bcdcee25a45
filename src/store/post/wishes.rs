//! The language and the time zone in which people wish to be written to. `.tabella/languages.yaml` and
//! `.tabella/zones.yaml`, which no copy of the game holds.

use crate::store::lock::PATIENCE;
use crate::store::post::addresses::known;
use crate::store::{Error, Folder, Game, Lock, files};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Stands for everybody who has no wish of their own; no seat has this name.
const EVERYBODY: &str = "*";
/// Maximum size of a file of wishes, in bytes.
const WISHES_MAX: usize = 64 * 1024;

/// The kinds of wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Language,
    Zone,
}

impl Wish {
    const fn file(self) -> &'static str {
        match self {
            Self::Language => "languages.yaml",
            Self::Zone => "zones.yaml",
        }
    }

    const fn fix(self) -> &'static str {
        match self {
            Self::Language => {
                "write `SEAT: CODE` on each line, or remove the file to send all letters in \
                 English"
            }
            Self::Zone => {
                "write `SEAT: ZONE` on each line, or remove the file to give all times in the \
                 charter's zone"
            }
        }
    }

    fn path(self, folder: &Folder) -> PathBuf {
        folder.private().join(self.file())
    }
}

/// The wish of a seat, or of `referee`, else the one for everybody; none in a copy, or if the user may not read it.
///
/// # Errors
/// A file that does not hold such words.
pub fn of(folder: &Folder, wish: Wish, name: &str) -> Result<Option<String>, Error> {
    let mut known = read(folder, wish)?;
    Ok(known.remove(name).or_else(|| known.remove(EVERYBODY)))
}

fn read(folder: &Folder, wish: Wish) -> Result<BTreeMap<String, String>, Error> {
    let path = wish.path(folder);
    let bytes = match files::read_if_there(&path, WISHES_MAX) {
        Ok(Some(bytes)) => bytes,
        Ok(None) | Err(Error::Denied { .. }) => return Ok(BTreeMap::new()),
        Err(error) => return Err(error),
    };
    record::read_plain(&files::text(&path, bytes)?)
        .map_err(|what| Error::broken(&path, what, wish.fix()))
}

/// Enters what a seat's player, or the referee, wishes from now on.
///
/// # Errors
/// [`Error::Seat`]; [`Error::NotReferee`] in a copy of the game.
pub fn enter(game: &Game, wish: Wish, name: &str, word: &str) -> Result<(), Error> {
    let folder = &game.folder;
    if !folder.is_referees()? {
        return Err(Error::NotReferee(wish.path(folder)));
    }
    known(&game.session.charter, name)?;
    write(folder, wish, name, Some(word))
}

/// Sets the wish of every seat that has none of its own; without a word, removes it.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub fn prefer(folder: &Folder, wish: Wish, word: Option<&str>) -> Result<(), Error> {
    if read(folder, wish)?.get(EVERYBODY).map(String::as_str) == word {
        return Ok(());
    }
    write(folder, wish, EVERYBODY, word)
}

fn write(folder: &Folder, wish: Wish, name: &str, word: Option<&str>) -> Result<(), Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let mut words = read(folder, wish)?;
    match word {
        Some(word) => words.insert(name.to_owned(), word.to_owned()),
        None => words.remove(name),
    };
    let text = serde_yaml::to_string(&words).expect("words are plain data");
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    files::replace(&wish.path(folder), text.as_bytes(), files::SECRET_MODE)
}
