//! The addresses to which letters go: `.tabella/addresses.yaml`, which no copy of the game holds.

use crate::store::lock::PATIENCE;
use crate::store::{Error, Folder, Game, Lock, files};
use record::{Addresses, Charter, REFEREE};
use std::path::PathBuf;

const ADDRESSES_FILE: &str = "addresses.yaml";
/// Maximum size of `addresses.yaml`, in bytes.
const ADDRESSES_MAX: usize = 64 * 1024;

/// The addresses that the referee keeps; none in a copy, or where whoever runs the command may not read them.
///
/// # Errors
/// A file that does not hold addresses.
pub fn read(folder: &Folder) -> Result<Addresses, Error> {
    let path = path(folder);
    let bytes = match files::read_if_there(&path, ADDRESSES_MAX) {
        Ok(Some(bytes)) => bytes,
        Ok(None) | Err(Error::Denied { .. }) => return Ok(Addresses::default()),
        Err(error) => return Err(error),
    };
    let fix = "write `SEAT: ADDRESS` on each line, or remove the file and enter the addresses \
         with `tabella mail address`";
    Addresses::parse(&bytes).map_err(|what| Error::broken(&path, what, fix))
}

/// Keeps addresses, for the referee's eyes alone.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn write(folder: &Folder, addresses: &Addresses) -> Result<(), Error> {
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    files::replace(&path(folder), addresses.render().as_bytes(), files::SECRET_MODE)
}

/// Enters where letters to a seat, or to `referee`, go from now on; nowhere without an address.
///
/// # Errors
/// [`Error::Seat`]; [`Error::Address`]; [`Error::NotReferee`] in a copy of the game.
pub fn enter(game: &Game, name: &str, mail: Option<&str>) -> Result<(), Error> {
    let folder = &game.folder;
    if !folder.is_referees()? {
        return Err(Error::NotReferee(path(folder)));
    }
    known(&game.session.charter, name)?;
    let _lock = Lock::take(folder, PATIENCE)?;
    let mut addresses = read(folder)?;
    addresses.enter(name, mail).map_err(Error::Address)?;
    write(folder, &addresses)
}

/// Checks that `name` is a seat or the referee.
///
/// # Errors
/// [`Error::Seat`].
pub fn known(charter: &Charter, name: &str) -> Result<(), Error> {
    if name == REFEREE || charter.seat(name).is_some() {
        return Ok(());
    }
    let known = charter.seat_names().chain([REFEREE]).collect::<Vec<_>>().join(", ");
    Err(Error::Seat { seat: name.to_owned(), known })
}

fn path(folder: &Folder) -> PathBuf {
    folder.private().join(ADDRESSES_FILE)
}
