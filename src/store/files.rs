//! Reading and writing single files: only plain files, only so many bytes, never half.

mod named;

pub use named::{
    read_named, read_named_if_there, read_saved, read_saved_if_there, read_standard_input,
    yaml_below,
};

use crate::store::Error;
use chrono::{DateTime, Utc};
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};

/// Mode of files that everybody may read, less what the process's mask takes away.
pub const OPEN_MODE: u32 = 0o666;
/// Mode of files that are the referee's alone.
pub const SECRET_MODE: u32 = 0o600;
/// Mode of folders that everybody may enter, less what the process's mask takes away.
pub const FOLDER_MODE: u32 = 0o777;
/// Mode of folders that are the referee's alone.
pub const SECRET_FOLDER_MODE: u32 = 0o700;
/// The first part of the names of files that are being written beside their place; a crash leaves them there.
pub(in crate::store) const HALF: &str = ".writing-";

/// The mode of a file of a record, by its name there: what may be sealed while the game goes on is its owner's alone.
pub fn mode_of(name: &str) -> u32 {
    if record::owner(name).is_some() { SECRET_MODE } else { OPEN_MODE }
}

/// Reads a plain file of at most `max` bytes; a symbolic link is refused.
///
/// # Errors
/// [`Error`] with the path.
pub fn read(path: &Path, max: usize) -> Result<Vec<u8>, Error> {
    let Some(before) = metadata(path)? else {
        return Err(Error::Missing {
            path: path.to_owned(),
            fix: "restore it from a copy".to_owned(),
        });
    };
    if before.is_symlink() {
        return Err(Error::Link(path.to_owned()));
    }
    if !before.is_file() {
        return Err(Error::Kind { path: path.to_owned(), expected: "a plain file" });
    }
    let file = File::open(path).map_err(|error| Error::io("read", path, error))?;
    let opened = file.metadata().map_err(|error| Error::io("read", path, error))?;
    // The file that was opened is the one that was looked at, even if another program works in the folder.
    if !same_file(&before, &opened) {
        return Err(Error::Link(path.to_owned()));
    }
    read_all(file, path, max)
}

/// Reads a plain file at a path below a folder; no component of that path may be a link.
///
/// # Errors
/// As [`read`].
pub fn read_below(root: &Path, below: &Path, max: usize) -> Result<Vec<u8>, Error> {
    no_links(root, below.parent().unwrap_or(Path::new("")))?;
    read(&root.join(below), max)
}

/// Reads a plain file at a path below a folder, if there is one.
///
/// # Errors
/// As [`read_below`].
pub fn read_below_if_there(
    root: &Path,
    below: &Path,
    max: usize,
) -> Result<Option<Vec<u8>>, Error> {
    match read_below(root, below, max) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(Error::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes sure that a path below a folder stays there: plain names only, and folders rather than links as far as it exists.
pub(in crate::store) fn no_links(root: &Path, below: &Path) -> Result<(), Error> {
    let mut path = root.to_owned();
    for part in below.components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            _ => return Err(Error::Kind { path: root.join(below), expected: "a path in it" }),
        }
        is_folder(&path)?;
    }
    Ok(())
}

/// Reads a plain file if there is one.
///
/// # Errors
/// As [`read`].
pub fn read_if_there(path: &Path, max: usize) -> Result<Option<Vec<u8>>, Error> {
    if metadata(path)?.is_none() { Ok(None) } else { read(path, max).map(Some) }
}

/// Reads a plain file as text.
///
/// # Errors
/// As [`read`], and if it is not UTF-8.
pub fn read_text(path: &Path, max: usize) -> Result<String, Error> {
    text(path, read(path, max)?)
}

/// The text of bytes that should be UTF-8.
///
/// # Errors
/// [`Error::Broken`], where they are not.
pub fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes)
        .map_err(|_| Error::broken(path, "not UTF-8 text", "restore it from a copy"))
}

fn read_all(file: File, path: &Path, max: usize) -> Result<Vec<u8>, Error> {
    // The size is a hint: with enough room the file is read in one go. Never reserve more than may be read.
    let size = file.metadata().map_or(0, |found| found.len()).min(max as u64);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 64);
    file.take(max as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io("read", path, error))?;
    if bytes.len() > max { Err(Error::TooLarge { path: path.to_owned(), max }) } else { Ok(bytes) }
}

/// The kind and size of what lies at a path, without following a link; none if nothing is there.
///
/// # Errors
/// [`Error`] with the path.
pub fn metadata(path: &Path) -> Result<Option<Metadata>, Error> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(Error::io("look at", path, error)),
    }
}

/// True if a folder is there.
///
/// # Errors
/// [`Error::Link`] or [`Error::Kind`], if something else is.
pub fn is_folder(path: &Path) -> Result<bool, Error> {
    match metadata(path)? {
        None => Ok(false),
        Some(found) if found.is_symlink() => Err(Error::Link(path.to_owned())),
        Some(found) if found.is_dir() => Ok(true),
        Some(_) => Err(Error::Kind { path: path.to_owned(), expected: "a folder" }),
    }
}

/// The names in a folder, sorted, without what programs leave in any folder ([`record::is_litter`]); none if there is no folder.
///
/// # Errors
/// [`Error`] with the path.
pub fn names(folder: &Path) -> Result<Vec<String>, Error> {
    Ok(all_names(folder)?.into_iter().filter(|name| !record::is_litter(name)).collect())
}

/// All names in a folder, sorted; none if there is no folder.
///
/// # Errors
/// [`Error`] with the path.
pub fn all_names(folder: &Path) -> Result<Vec<String>, Error> {
    if !is_folder(folder)? {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| Error::io("list", folder, error))? {
        let name = entry.map_err(|error| Error::io("list", folder, error))?.file_name();
        names.push(name.into_string().map_err(|name| Error::Name(folder.join(name)))?);
    }
    names.sort();
    Ok(names)
}

/// The names in a folder, each with its kind, in no order; none if there is no folder. The listing tells the kinds: nothing is looked at by
/// itself.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn kinds(folder: &Path) -> Result<Vec<(String, FileType)>, Error> {
    if !is_folder(folder)? {
        return Ok(Vec::new());
    }
    let failed = |error| Error::io("list", folder, error);
    let entries = fs::read_dir(folder).map_err(failed)?.map(|entry| {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().into_string();
        let name = name.map_err(|name| Error::Name(folder.join(name)))?;
        Ok((name, entry.file_type().map_err(failed)?))
    });
    entries.collect()
}

/// Makes a folder where there is none, its parents included, and waits until their names are on the disk: what is flushed in a
/// folder is lost with a folder that is not.
///
/// # Errors
/// [`Error`] with the path.
pub fn make_folder(path: &Path, mode: u32) -> Result<(), Error> {
    if is_folder(path)? {
        return Ok(());
    }
    let above = |folder: &Path| match folder.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Some(PathBuf::from(".")),
        parent => parent.map(Path::to_owned),
    };
    let mut parents = Vec::new();
    let mut next = above(path);
    while let Some(parent) = next {
        let there = parent.is_dir();
        next = if there { None } else { above(&parent) };
        parents.push(parent);
    }
    draft_folder(path, mode)?;
    parents.iter().rev().try_for_each(|parent| flush_names(parent))
}

/// Makes a folder as [`make_folder`] does, without waiting: for what is thrown away after a crash, or flushed with all in it.
///
/// # Errors
/// [`Error`] with the path.
pub fn draft_folder(path: &Path, mode: u32) -> Result<(), Error> {
    if is_folder(path)? {
        return Ok(());
    }
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, mode);
    folder.create(path).map_err(|error| Error::io("make", path, error))?;
    if mode == SECRET_FOLDER_MODE { set_mode(path, mode) } else { Ok(()) }
}

/// Writes a file that must not exist yet; it is not flushed.
///
/// # Errors
/// [`Error::Exists`], or [`Error`] with the path.
pub fn write_new(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Error> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => Error::Exists(path.to_owned()),
        _ => Error::io("write", path, error),
    };
    let mut file = options(mode).open(path).map_err(failed)?;
    // A secret is the owner's alone whatever the mask of the process says.
    if mode == SECRET_MODE {
        set_mode(path, mode)?;
    }
    file.write_all(bytes).map_err(failed)
}

/// Puts a file in place whole: written beside, flushed, renamed. What was there before is replaced, and its mode kept; a
/// secret is the owner's alone in any case.
///
/// # Errors
/// [`Error`] with the path.
pub fn replace(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Error> {
    let folder =
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error| Error::io("write", path, error);
    let mut beside = tempfile::Builder::new();
    beside.prefix(HALF);
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    let mut file = beside.tempfile_in(folder).map_err(failed)?;
    match metadata(path)?.filter(|_| mode != SECRET_MODE) {
        Some(before) => file.as_file().set_permissions(before.permissions()).map_err(failed)?,
        None if mode == SECRET_MODE => set_mode(file.path(), mode)?,
        None => {}
    }
    file.write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    flush_names(folder)
}

/// Puts a file in place whole, as [`replace`] does, without waiting until it is on the disk: for what can be made again.
///
/// # Errors
/// [`Error`] with the path.
pub fn place(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Error> {
    let failed = |error| Error::io("write", path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    beside.prefix(HALF);
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    let mut file = beside.tempfile_in(folder).map_err(failed)?;
    if mode == SECRET_MODE {
        set_mode(file.path(), mode)?;
    }
    file.write_all(bytes).map_err(failed)?;
    file.persist(path).map(drop).map_err(|error| failed(error.error))
}

/// Writes a file that must not exist yet whole: beside, flushed, renamed. A crash leaves no half of it in its place, which somebody
/// could pass on as the whole.
///
/// # Errors
/// [`Error::Exists`], or [`Error`] with the path.
pub fn place_new(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Error> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => Error::Exists(path.to_owned()),
        _ => Error::io("write", path, error),
    };
    let folder =
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    beside.prefix(HALF);
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    let mut file = beside.tempfile_in(folder).map_err(failed)?;
    // A secret is the owner's alone whatever the mask of the process says.
    if mode == SECRET_MODE {
        set_mode(file.path(), mode)?;
    }
    file.write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist_noclobber(path).map_err(|error| failed(error.error))?;
    flush_names(folder)
}

pub fn is_there(path: &Path) -> bool {
    metadata(path).is_ok_and(|found| found.is_some())
}

/// Adds a line to a file, flushed to the disk; the file is made if it is not there. What a crash left of an earlier line
/// gets its line end first.
///
/// # Errors
/// [`Error`] with the path.
pub fn append_line(path: &Path, line: &str, mode: u32) -> Result<(), Error> {
    let failed = |error| Error::io("write", path, error);
    let open = OpenOptions::new().create(true).append(true).read(true).open(path);
    let mut file = open.map_err(failed)?;
    let mut last = [b'\n'];
    if file.metadata().map_err(failed)?.len() > 0 {
        file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(failed)?;
    }
    let whole = if last == *b"\n" { format!("{line}\n") } else { format!("\n{line}\n") };
    file.write_all(whole.as_bytes()).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    set_mode(path, mode)
}

/// Flushes a file or a folder to the disk.
///
/// # Errors
/// [`Error`] with the path.
pub fn flush(path: &Path) -> Result<(), Error> {
    File::open(path)
        .and_then(|file| file.sync_all())
        .map_err(|error| Error::io("flush", path, error))
}

/// Flushes the names in a folder. A folder that may be written but not read cannot be opened for that: its names reach
/// the disk when the system puts them there.
fn flush_names(folder: &Path) -> Result<(), Error> {
    match flush(folder) {
        Err(Error::Denied { .. }) => Ok(()),
        done => done,
    }
}

/// Renames a file or folder, over a file of the new name if there is one.
///
/// # Errors
/// [`Error`] with the path.
pub fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| Error::io("put in place", to, error))
}

/// Removes a file; that there is none is no error.
///
/// # Errors
/// [`Error`] with the path.
pub fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", path, error)),
        _ => Ok(()),
    }
}

/// Removes a folder with all in it; that there is none is no error.
///
/// # Errors
/// [`Error`] with the path.
pub fn remove_folder(path: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", path, error)),
        _ => Ok(()),
    }
}

/// Removes a folder in which nothing lies; any other stays.
pub(in crate::store) fn remove_if_empty(path: &Path) {
    drop(fs::remove_dir(path));
}

#[cfg(unix)]
pub(in crate::store) fn set_mode(path: &Path, mode: u32) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .map_err(|error| Error::io("set the mode of", path, error))
}

#[cfg(not(unix))]
pub(in crate::store) fn set_mode(_: &Path, _: u32) -> Result<(), Error> {
    Ok(())
}

#[cfg(unix)]
fn options(mode: u32) -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(mode);
    options
}

#[cfg(not(unix))]
fn options(_: u32) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options
}

#[cfg(unix)]
pub(in crate::store) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(in crate::store) fn same_file(_: &Metadata, other: &Metadata) -> bool {
    other.is_file()
}

/// Sets the time of a file.
///
/// # Errors
/// [`Error`] with the path.
pub fn set_time(path: &Path, time: DateTime<Utc>) -> Result<(), Error> {
    let set =
        File::options().write(true).open(path).and_then(|file| file.set_modified(time.into()));
    set.map_err(|error| Error::io("date", path, error))
}

/// The time of a file.
///
/// # Errors
/// [`Error`] with the path.
pub fn time_of(path: &Path) -> Result<DateTime<Utc>, Error> {
    let metadata = fs::symlink_metadata(path).and_then(|found| found.modified());
    metadata.map(DateTime::from).map_err(|error| Error::io("look at", path, error))
}
