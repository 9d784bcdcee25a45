//! Reading turn records that are sealed.

use crate::store::{Error, Folder, files};
use record::change::CHANGES;
use record::charter::VERSION;
use record::sums::{SUMS_FILE, SUMS_SIGNATURE, Sums};
use record::turn_file::{TURN_FILE, TurnFile};
use record::{Digest, Namespace, REFEREE, Signers};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Maximum size of a record's list, in bytes.
pub const SUMS_MAX: usize = 256 << 10;
/// Most bytes of any file in a record.
pub const FILE_MAX: usize = 16 << 20;
/// Maximum size of a signature, in bytes.
pub const SIGNATURE_MAX: usize = 64 * 1024;
/// Advice for a record that is not as it was sealed.
pub(in crate::store) const RESTORE: &str =
    "restore it from a copy, and see what `tabella verify` finds";

/// A sealed record: its list, and the files that the list names.
pub struct Sealed {
    path: PathBuf,
    pub number: u32,
    /// The list of its files and their digests: its `SHA256SUMS`.
    pub sums: Sums,
    pub digest: Digest,
    bytes: Vec<u8>,
}

impl Sealed {
    /// Opens the record with this number.
    ///
    /// # Errors
    /// If it is not there, or its list is malformed.
    pub fn open(folder: &Folder, number: u32) -> Result<Self, Error> {
        Self::open_at(folder.record(number), number)
    }

    pub(in crate::store) fn open_at(path: PathBuf, number: u32) -> Result<Self, Error> {
        files::is_folder(&path)?;
        let list = path.join(SUMS_FILE);
        let bytes = files::read(&list, SUMS_MAX)?;
        let sums = Sums::parse(&bytes).and_then(|sums| sums.check_paths(number).map(|()| sums));
        let sums = sums.map_err(|fault| Error::broken(&list, fault.to_string(), RESTORE))?;
        Ok(Self { path, number, sums, digest: Digest::of(&bytes), bytes })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the referee signed the list.
    ///
    /// # Errors
    /// [`Error::Broken`].
    pub fn check_seal(&self, signers: &Signers) -> Result<(), Error> {
        let path = self.path.join(SUMS_SIGNATURE);
        let armored = files::read_text(&path, SIGNATURE_MAX)?;
        match signers.verify(REFEREE, Namespace::Record, &self.bytes, &armored) {
            Some(Ok(())) => Ok(()),
            Some(Err(fault)) => Err(Error::broken(&path, fault.to_string(), RESTORE)),
            None => Err(Error::broken(&path, "the referee has no key", RESTORE)),
        }
    }

    pub fn list(&self) -> &[u8] {
        &self.bytes
    }

    /// True if one of its changes has exactly these bytes.
    pub fn counts_change(&self, bytes: &[u8]) -> bool {
        let digest = Digest::of(bytes);
        self.sums.local().any(|(name, listed)| name.starts_with(CHANGES) && listed == digest)
    }

    /// The files of its changes, by name.
    ///
    /// # Errors
    /// As [`Sealed::file`].
    pub fn changes(&self) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        let names = self.sums.local().filter(|(name, _)| name.starts_with(CHANGES));
        names.map(|(name, _)| Ok((name.to_owned(), self.file(name)?))).collect()
    }

    /// True if the file is there; a copy lacks what is sealed.
    pub fn holds(&self, name: &str) -> bool {
        files::metadata(&self.path.join(name)).is_ok_and(|found| found.is_some())
    }

    /// True if the record's list names this file, here or not.
    pub fn lists(&self, name: &str) -> bool {
        self.sums.lines.contains_key(name)
    }

    /// The bytes of one of its files, exactly as they were sealed.
    ///
    /// # Errors
    /// If the file is not listed, missing, or not as it was sealed.
    pub fn file(&self, name: &str) -> Result<Vec<u8>, Error> {
        let path = self.path.join(name);
        let Some(digest) = self.sums.lines.get(name) else {
            return Err(Error::Missing {
                path,
                fix: format!("record {} has no such file", self.number),
            });
        };
        let bytes = files::read_below(&self.path, Path::new(name), FILE_MAX)?;
        if Digest::of(&bytes) == *digest {
            Ok(bytes)
        } else {
            Err(Error::broken(&path, "not the file that was sealed", RESTORE))
        }
    }

    /// One of its files as text.
    ///
    /// # Errors
    /// As [`Sealed::file`], and if it is not UTF-8.
    pub fn text(&self, name: &str) -> Result<String, Error> {
        files::text(&self.path.join(name), self.file(name)?)
    }

    /// Its `turn.yaml`.
    ///
    /// # Errors
    /// As [`Sealed::file`], and if it cannot be read.
    pub fn turn(&self) -> Result<TurnFile, Error> {
        let bytes = self.file(TURN_FILE)?;
        Error::unless_newer(&self.path.join(TURN_FILE), &bytes, VERSION)?;
        TurnFile::parse(&bytes)
            .map_err(|fault| Error::broken(&self.path.join(TURN_FILE), fault.0, RESTORE))
    }

    pub fn orders(&self) -> BTreeMap<&str, Digest> {
        let lines = self.sums.lines.iter();
        lines
            .filter_map(|(path, digest)| {
                Some((path.strip_prefix("orders/")?.strip_suffix(".yaml")?, *digest))
            })
            .collect()
    }
}
