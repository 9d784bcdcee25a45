//! Sealing a turn record, so that it appears whole or not at all.
//!
//! The steps are types: [`Draft`] (files are written beside), [`Listed`] (all is flushed, the list too), [`Signed`] (the
//! signature is there: from now on the record is the record), and at last the rename into place. A crash may come between
//! any two of them. [`recover`] throws away what is not signed, and completes what is, as it stands: two signatures over two
//! lists of one phase would convict the referee.

use crate::store::copies::folder_source::FolderSource;
use crate::store::records::index;
use crate::store::records::sealed::{FILE_MAX, Sealed};
use crate::store::records::timeline::{self, Timeline};
use crate::store::{Error, Folder, files};
use crate::verify::{FileSource, Item, Staged, Unread};
use record::Digest;
use record::change::History;
use record::sums::{
    SUMS_FILE, SUMS_SIGNATURE, Sums, may_list, previous_path, record_name, record_number,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A record whose files are still being written.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    target: PathBuf,
    number: u32,
    sums: Sums,
    folders: BTreeSet<PathBuf>,
}

/// A record whose files and list are all on disk.
#[derive(Debug)]
pub struct Listed {
    path: PathBuf,
    target: PathBuf,
    number: u32,
    list: Vec<u8>,
}

/// A record that is signed.
#[derive(Debug)]
pub struct Signed {
    path: PathBuf,
    target: PathBuf,
    head: Digest,
}

impl Draft {
    /// Begins the record with this number. The folder's lock must be held, and [`recover`] must have run.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn begin(folder: &Folder, number: u32) -> Result<Self, Error> {
        let path = staging(folder).join(record_name(number));
        files::remove_folder(&path)?;
        files::make_folder(&staging(folder), files::SECRET_FOLDER_MODE)?;
        files::draft_folder(&path, files::FOLDER_MODE)?;
        files::make_folder(&folder.turns(), files::FOLDER_MODE)?;
        let folders = BTreeSet::from([path.clone()]);
        Ok(Self { path, target: folder.record(number), number, sums: Sums::default(), folders })
    }

    /// Writes one file; `name` may lie one folder down.
    ///
    /// # Errors
    /// A name that no record may hold, or that is taken.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.path.join(name);
        if !may_list(self.number, name) || name.starts_with("../") {
            return Err(Error::broken(
                &path,
                "no record may hold a file of this name",
                "this is a bug in the program; please report it",
            ));
        }
        if let Some(parent) = path.parent().filter(|parent| !self.folders.contains(*parent)) {
            files::draft_folder(parent, files::FOLDER_MODE)?;
            self.folders.insert(parent.to_owned());
        }
        files::write_new(&path, bytes, files::mode_of(name))?;
        self.sums.add(name, bytes);
        Ok(())
    }

    /// The files written so far, by name; the draft itself is removed.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn into_files(self) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        let Self { path, sums, .. } = self;
        let read = |(name, _): (&str, Digest)| {
            Ok((name.to_owned(), files::read(&path.join(name), FILE_MAX)?))
        };
        let found = sums.local().map(read).collect();
        files::remove_folder(&path)?;
        found
    }

    /// Adds a file outside the record to the list.
    pub fn chain(&mut self, path: impl Into<String>, digest: Digest) {
        self.sums.lines.insert(path.into(), digest);
    }

    /// Flushes all files, then writes and flushes the list.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn list(self) -> Result<Listed, Error> {
        let Self { path, target, number, sums, folders } = self;
        if let Err(fault) = sums.check_paths(number) {
            return Err(Error::Unsound(fault.to_string()));
        }
        let list = sums.render().into_bytes();
        files::write_new(&path.join(SUMS_FILE), &list, files::OPEN_MODE)?;
        let names: Vec<PathBuf> = sums.local().map(|(name, _)| path.join(name)).collect();
        flush_all(names.iter().chain([&path.join(SUMS_FILE)]).chain(&folders))?;
        Ok(Listed { path, target, number, list })
    }
}

impl Listed {
    /// Checks, with the code of `verify`, that the unsigned record adds up.
    ///
    /// # Errors
    /// [`Error::Unproven`] with what does not.
    pub fn prove(&self, folder: &Folder, staged: Staged<'_>) -> Result<(), Error> {
        let findings = staged.check(&StagedSource::of(folder, self.number), self.number);
        if findings.is_empty() { Ok(()) } else { Err(Error::Unproven(findings)) }
    }

    /// The bytes to be signed.
    pub fn bytes(&self) -> &[u8] {
        &self.list
    }

    /// Puts the signature beside the list, whole or not at all.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn sign(self, armored: &str) -> Result<Signed, Error> {
        let Self { path, target, list, .. } = self;
        files::replace(&path.join(SUMS_SIGNATURE), armored.as_bytes(), files::OPEN_MODE)?;
        if let Some(staging) = path.parent() {
            files::flush(staging)?;
        }
        Ok(Signed { path, target, head: Digest::of(&list) })
    }
}

impl Signed {
    /// Puts the record in its place; returns the new head.
    ///
    /// # Errors
    /// [`Error`] with the path. The record then waits for [`recover`].
    pub fn publish(self) -> Result<Digest, Error> {
        publish(&self.path, &self.target)?;
        Ok(self.head)
    }
}

/// A game folder in which the staged record stands in its place.
struct StagedSource {
    root: FolderSource,
    from: String,
    to: String,
}

impl StagedSource {
    fn of(folder: &Folder, number: u32) -> Self {
        let name = record_name(number);
        Self {
            root: FolderSource::at(folder.root()),
            from: format!("turns/{name}/"),
            to: format!(".tabella/staging/{name}/"),
        }
    }

    fn path(&self, path: &str) -> String {
        path.strip_prefix(&self.from)
            .map_or_else(|| path.to_owned(), |below| format!("{}{below}", self.to))
    }
}

impl FileSource for StagedSource {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        self.root.list(&self.path(folder))
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        self.root.read(&self.path(path), max)
    }
}

/// Discards the record that a failed command was writing, unless it is signed. A failure here is ignored: the next
/// command does the same.
pub(in crate::store) fn discard(folder: &Folder, number: u32) {
    let path = staging(folder).join(record_name(number));
    if !path.join(SUMS_SIGNATURE).exists() {
        drop(files::remove_folder(&path));
    }
}

/// Completes or discards what an interrupted command left; returns the number of a completed record.
///
/// # Errors
/// A signed record that does not continue the chain: a person must look at it.
pub fn recover(folder: &Folder) -> Result<Option<u32>, Error> {
    let mut completed = None;
    for name in files::names(&staging(folder))? {
        let path = staging(folder).join(&name);
        match record_number(&name).filter(|_| path.join(SUMS_SIGNATURE).exists()) {
            None => files::remove_folder(&path)?,
            Some(number) => {
                continues(folder, &path, number)?;
                publish(&path, &folder.record(number))?;
                completed = Some(number);
            }
        }
    }
    Ok(completed)
}

/// Checks that a staged record is signed, complete, and next in the chain.
fn continues(folder: &Folder, path: &Path, number: u32) -> Result<(), Error> {
    let fix = "move it away only if you are sure that nobody has seen it";
    let sealed = Sealed::open_at(path.to_owned(), number)?;
    for (name, _) in sealed.sums.local() {
        sealed.file(name)?;
    }
    let newest = folder.newest()?;
    if newest.map_or(0, |newest| newest + 1) != number {
        return Err(Error::broken(
            path,
            "a signed record is here, but it is not the next record of this game",
            fix,
        ));
    }
    let signers = folder.signers()?;
    let Some(newest) = newest else { return sealed.check_seal(&signers) };
    let before = Sealed::open(folder, newest)?;
    let head = before.digest;
    let charter = folder.charter()?;
    let entries = index::entries(folder, &charter, newest)?;
    let timeline = Timeline::read(folder, History::start(charter, signers), &entries)?;
    let next = timeline::changed(timeline.newest(), &sealed, &before)?;
    sealed.check_seal(&next.signers)?;
    if sealed.sums.lines.get(&previous_path(newest)) == Some(&head) {
        Ok(())
    } else {
        Err(Error::broken(
            path,
            "a signed record is here, but it does not continue the history in this folder",
            fix,
        ))
    }
}

fn publish(path: &Path, target: &Path) -> Result<(), Error> {
    if files::metadata(target)?.is_some() {
        return Err(Error::Exists(target.to_owned()));
    }
    files::rename(path, target)?;
    target.parent().map_or(Ok(()), files::flush)
}

fn staging(folder: &Folder) -> PathBuf {
    folder.private().join("staging")
}

/// Flushes files and folders. The first flush takes most of the others with it, so that all together cost little more
/// than one.
fn flush_all<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<(), Error> {
    paths.map(PathBuf::as_path).try_for_each(files::flush)
}
