//! One writing command at a time.

use crate::store::records::unfinished;
use crate::store::{Error, Folder, files};
use record::charter::CHARTER_FILE;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a command waits for another one to end.
pub const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(10);

/// The folder's lock, held until it is dropped. The system gives it back even after a crash.
#[derive(Debug)]
pub struct Lock {
    /// The lock lives as long as the open file.
    file: File,
}

impl Lock {
    /// Takes the lock of a game folder, waiting at most `patience` if another process holds it. Where the folder has
    /// nothing private yet, the charter is locked instead, so that a command that has nothing to do leaves no trace.
    ///
    /// # Errors
    /// [`Error::Busy`], or [`Error`] with the path.
    pub fn take(folder: &Folder, patience: Duration) -> Result<Self, Error> {
        let private = folder.private();
        if files::is_folder(&private)? {
            let lock = Self::file(folder.root(), &private.join("lock"), patience)?;
            unfinished::settle(folder)?;
            return Ok(lock);
        }
        Self::on(folder.root(), &folder.root().join(CHARTER_FILE), patience)
    }

    /// Takes the lock of an existing file, waiting at most `patience` if another process holds it; this leaves no
    /// trace.
    ///
    /// # Errors
    /// [`Error::Busy`] with what is locked by it, or [`Error`] with the path.
    pub fn on(whose: &Path, path: &Path, patience: Duration) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| Error::io("read", path, error))?;
        Self::held(file, whose, path, patience)
    }

    /// Takes the lock of a round, without waiting. Only one round of `tabella referee run` at a time works on a game or
    /// a folder of letters; other commands may run meanwhile.
    ///
    /// # Errors
    /// [`Error::Busy`], or [`Error`] with the path.
    #[cfg(feature = "mail")]
    pub fn round(folder: &Path) -> Result<Self, Error> {
        files::make_folder(folder, files::SECRET_FOLDER_MODE)?;
        Self::file(folder, &folder.join("round.lock"), Duration::ZERO)
    }

    /// True if the locked file still lies at its path.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub(in crate::store) fn holds(&self, path: &Path) -> Result<bool, Error> {
        let locked = self.file.metadata().map_err(|error| Error::io("read", path, error))?;
        Ok(files::metadata(path)?.is_some_and(|there| files::same_file(&there, &locked)))
    }

    /// Takes the lock of a file, which is created if it is not there.
    ///
    /// # Errors
    /// [`Error::Busy`] with what is locked by it, or [`Error`] with the path.
    pub(in crate::store) fn file(
        whose: &Path,
        path: &Path,
        patience: Duration,
    ) -> Result<Self, Error> {
        let path = path.to_owned();
        if files::metadata(&path)?.is_some_and(|found| !found.is_file()) {
            return Err(Error::Kind { path, expected: "a plain file" });
        }
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = open.map_err(|error| Error::io("write", &path, error))?;
        Self::held(file, whose, &path, patience)
    }

    fn held(file: File, whose: &Path, path: &Path, patience: Duration) -> Result<Self, Error> {
        let since = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file }),
                Err(TryLockError::WouldBlock) if since.elapsed() < patience => sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    return Err(Error::Busy(whose.to_owned()));
                }
                Err(TryLockError::Error(error)) => return Err(Error::io("lock", path, error)),
            }
        }
    }
}
