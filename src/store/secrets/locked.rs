//! The referee's secrets sealed to an age key: beside each name lies `NAME.age`, and the file of the identity that opens it is named
//! in the environment.

#[cfg(feature = "git")]
use crate::store::environment;
#[cfg(feature = "git")]
use crate::store::secrets::keys;
use crate::store::{Error, files};
use std::path::{Path, PathBuf};

/// Environment variable that names the file with the age identity that opens the secrets.
pub const IDENTITY: &str = "TABELLA_IDENTITY";
/// File with the public half, `age1...`, in the folder of the secrets.
pub(in crate::store) const RECIPIENT_FILE: &str = "sealed-to";
/// Maximum size of the public half, in bytes.
const RECIPIENT_MAX: usize = 4096;

/// The sealed file that stands in for a secret one.
pub(in crate::store) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".age");
    PathBuf::from(name)
}

/// True if a secret lies there, sealed or not.
pub(in crate::store) fn is_there(path: &Path) -> Result<bool, Error> {
    Ok(files::metadata(path)?.is_some() || files::metadata(&beside(path))?.is_some())
}

/// A secret, opened if it is sealed; none if there is none.
///
/// # Errors
/// [`Error::Key`], where it is sealed and no identity that opens it is named; [`Error`] with the path.
pub(in crate::store) fn read(path: &Path, max: usize) -> Result<Option<Vec<u8>>, Error> {
    if let Some(bytes) = files::read_if_there(path, max)? {
        return Ok(Some(bytes));
    }
    let path = beside(path);
    let sealed = files::read_if_there(&path, max)?;
    sealed.map(|bytes| open(&path, &bytes)).transpose()
}

/// Writes a secret, sealed if the secrets of its folder are.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let recipient = path.with_file_name(RECIPIENT_FILE);
    match files::read_if_there(&recipient, RECIPIENT_MAX)? {
        None => files::replace(path, bytes, files::SECRET_MODE),
        Some(text) => {
            let text = files::text(&recipient, text)?;
            files::replace(&beside(path), &seal(&recipient, &text, bytes)?, files::SECRET_MODE)?;
            files::remove(path)
        }
    }
}

/// Checks that a text names an age key.
///
/// # Errors
/// [`Error::Key`].
pub(in crate::store) fn check(path: &Path, recipient: &str) -> Result<(), Error> {
    seal(path, recipient, &[]).map(drop)
}

/// Removes a secret, sealed or not.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn remove(path: &Path) -> Result<(), Error> {
    files::remove(path)?;
    files::remove(&beside(path))
}

#[cfg(feature = "git")]
fn open(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let failed = |what: String| Error::Key { path: path.to_owned(), what };
    let Some(named) = environment::variable(IDENTITY) else {
        return Err(failed(format!(
            "sealed to an age key; put the name of its identity file in the variable {IDENTITY}"
        )));
    };
    let identity = keys::identity(Path::new(&named))?;
    identity
        .decrypt(bytes)
        .map_err(|why| failed(format!("it cannot be opened with {named}: {why}")))
}

#[cfg(feature = "git")]
fn seal(path: &Path, recipient: &str, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let read: Result<ciphertext::Recipient, _> = recipient.parse();
    let recipient = read.map_err(|why| Error::Key {
        path: path.to_owned(),
        what: format!("it does not name an age key (`age1...`): {why}"),
    })?;
    Ok(recipient.encrypt(bytes))
}

/// A program built without age opens nothing.
#[cfg(not(feature = "git"))]
fn open(path: &Path, _: &[u8]) -> Result<Vec<u8>, Error> {
    Err(Error::Key { path: path.to_owned(), what: "this program was built without age".to_owned() })
}

#[cfg(not(feature = "git"))]
fn seal(path: &Path, _: &str, _: &[u8]) -> Result<Vec<u8>, Error> {
    Err(Error::Key { path: path.to_owned(), what: "this program was built without age".to_owned() })
}
