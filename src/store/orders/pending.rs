//! Order files that were accepted for the open phase.
//!
//! `pending/SEAT.yaml` and its `.sig` are the file that counts. A later revision takes its place, and the earlier one goes to
//! `pending/superseded/`, where it stays: its salt is used up, and its receipt may be asked for. All of it is for the
//! referee's eyes alone.

use crate::store::orders::rejected;
use crate::store::records::sealed::{SIGNATURE_MAX, Sealed};
use crate::store::{Error, Folder, clock, files};
use chrono::{DateTime, Utc};
use engine::Seat;
use record::change::History;
use record::exchange::order_file::LIMIT;
use record::exchange::{OrderFile, Received, receive};
use record::sums::record_name;
use record::{Digest, Signers};
use std::path::{Path, PathBuf};

/// An order file that counts as things stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    pub seat: Seat,
    /// Its bytes, its signature, and what it says.
    pub received: Received,
    /// When it was filed: the modification time of its file.
    pub time: DateTime<Utc>,
}

/// The number of looks at a file that another command is at work on, and the pause between them.
const LOOKS: u32 = 10;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

/// All files that count as things stand, by seat, each with its signature checked anew.
///
/// # Errors
/// A file that was altered since it was filed.
pub fn all(folder: &Folder, signers: &Signers) -> Result<Vec<Pending>, Error> {
    // A command that only reads holds no lock: a file may be replaced or settled between two looks at it, and is then
    // looked at again.
    let mut again = LOOKS;
    loop {
        match look(folder, signers) {
            Err(Error::Missing { .. } | Error::Link(_) | Error::Broken { .. }) if again > 0 => {
                again -= 1;
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

fn look(folder: &Folder, signers: &Signers) -> Result<Vec<Pending>, Error> {
    let mut found = Vec::new();
    for (path, seat) in paths(&folder.pending())? {
        let bytes = files::read(&path, LIMIT)?;
        let signature = files::read(&signature_of(&path), SIGNATURE_MAX)?;
        let fix = "it was altered after it was filed: file it again, or move both files away. Or \
             it was signed with a key from a change that is no longer in notices/: in that case \
             put the change back, because orders with a receipt must count";
        let received = receive(&bytes, Some(&signature), signers).map_err(|complaints| {
            let first = complaints.0.first().map_or_else(String::new, ToString::to_string);
            Error::broken(&path, first, fix)
        })?;
        if received.file.seat.name() != seat || received.bytes != bytes {
            return Err(Error::broken(
                &path,
                format!("not the file of {seat} that was filed"),
                fix,
            ));
        }
        found.push(Pending {
            seat: received.file.seat.clone(),
            time: files::time_of(&path)?,
            received,
        });
    }
    Ok(found)
}

/// Every file of this game that was accepted and then replaced by a later revision.
///
/// # Errors
/// [`Error`] with the path.
pub fn superseded(folder: &Folder) -> Result<Vec<OrderFile>, Error> {
    let mut found = Vec::new();
    for (path, _) in paths(&folder.pending().join("superseded"))? {
        found.extend(OrderFile::read(&files::read(&path, LIMIT)?));
    }
    Ok(found)
}

/// Files an order file in place of an earlier revision of its seat. [`recover`] repairs a crash in between.
///
/// # Errors
/// [`Error`] with the path.
pub fn file(folder: &Folder, received: &Received, time: DateTime<Utc>) -> Result<(), Error> {
    let seat = received.file.seat.name();
    let staged = filing(folder).join(seat);
    let part = filing(folder).join(format!("{seat}.part"));
    files::remove_folder(&part)?;
    files::make_folder(&filing(folder), files::SECRET_FOLDER_MODE)?;
    files::draft_folder(&part, files::SECRET_FOLDER_MODE)?;
    let orders = part.join(format!("{seat}.yaml"));
    let signature = signature_of(&orders);
    files::write_new(&orders, &received.bytes, files::SECRET_MODE)?;
    files::write_new(&signature, received.armored.as_bytes(), files::SECRET_MODE)?;
    files::set_time(&orders, time)?;
    for path in [&orders, &signature, &part] {
        files::flush(path)?;
    }
    files::rename(&part, &staged)?;
    // Before the earlier revision gives way: one of the two is on the disk at any time.
    files::flush(&filing(folder))?;
    finish(folder, seat)
}

/// Finishes or throws away what an interrupted [`file()`] left.
///
/// # Errors
/// [`Error`] with the path.
pub fn recover(folder: &Folder) -> Result<(), Error> {
    for name in files::names(&filing(folder))? {
        if name.strip_suffix(".part").is_some() {
            files::remove_folder(&filing(folder).join(name))?;
        } else {
            finish(folder, &name)?;
        }
    }
    Ok(())
}

/// Puts a staged pair in place. Every step may be repeated: what is in place already is left alone.
fn finish(folder: &Folder, seat: &str) -> Result<(), Error> {
    let staged = filing(folder).join(seat);
    let pending = folder.pending();
    files::make_folder(&pending, files::SECRET_FOLDER_MODE)?;
    let (from, to) = (staged.join(format!("{seat}.yaml")), pending.join(format!("{seat}.yaml")));
    if files::metadata(&from)?.is_some() {
        supersede(&pending, &to)?;
        files::rename(&from, &to)?;
    }
    if files::metadata(&signature_of(&from))?.is_some() {
        files::rename(&signature_of(&from), &signature_of(&to))?;
    }
    files::flush(&pending)?;
    files::remove_folder(&staged)
}

/// Moves the superseded file away, its signature first; its new name comes from the file itself.
fn supersede(pending: &Path, path: &Path) -> Result<(), Error> {
    let Some(bytes) = files::read_if_there(path, LIMIT)? else { return Ok(()) };
    let place = pending.join("superseded");
    files::make_folder(&place, files::SECRET_FOLDER_MODE)?;
    let name = match OrderFile::read(&bytes) {
        Ok(file) => format!("{}-{}-{}.yaml", record_name(file.phase), file.seat, file.revision),
        Err(_) => format!("{}.yaml", &Digest::of(&bytes).to_string()[..16]),
    };
    let to = place.join(name);
    if files::metadata(&signature_of(path))?.is_some() {
        files::rename(&signature_of(path), &signature_of(&to))?;
    }
    files::rename(path, &to)?;
    files::flush(&place)
}

/// Clears what a sealed record holds; anything else that is left over from its phase goes to `rejected/`.
///
/// # Errors
/// [`Error`] with the path.
pub fn settle(folder: &Folder, sealed: &Sealed) -> Result<(), Error> {
    let recorded = sealed.orders();
    for (path, seat) in paths(&folder.pending())? {
        let bytes = files::read(&path, LIMIT)?;
        let in_record = recorded.get(seat.as_str()) == Some(&Digest::of(&bytes));
        if !in_record {
            let late = OrderFile::read(&bytes).is_ok_and(|file| file.phase <= sealed.number);
            if !late {
                continue;
            }
            let signature = files::read_if_there(&signature_of(&path), SIGNATURE_MAX)?;
            let reason = format!("phase {} was resolved without it", sealed.number);
            rejected::keep(
                folder,
                sealed.number,
                &bytes,
                signature.as_deref(),
                (rejected::Sender::Known, &reason),
                clock::now()?,
            )?;
        }
        files::remove(&path)?;
        files::remove(&signature_of(&path))?;
    }
    Ok(())
}

/// Sends back what was signed with a key that no longer answers for its seat, to be filed anew, and what is of a seat that
/// nobody plays any more.
///
/// # Errors
/// [`Error`] with the path.
pub fn retire(folder: &Folder, old: &History, new: &History, phase: u32) -> Result<(), Error> {
    if old.signers == new.signers && old.vacant == new.vacant {
        return Ok(());
    }
    for (path, seat) in paths(&folder.pending())? {
        let bytes = files::read(&path, LIMIT)?;
        let signature = files::read(&signature_of(&path), SIGNATURE_MAX)?;
        let good = |signers| receive(&bytes, Some(&signature), signers).is_ok();
        let vacant = new.vacant.contains(&seat);
        if !vacant && (good(&new.signers) || !good(&old.signers)) {
            continue;
        }
        let why = if vacant {
            "the seat is vacant now"
        } else {
            "the seat now has a different key: sign the file with that key, and file it again"
        };
        let why = (rejected::Sender::Known, why);
        rejected::keep(folder, phase, &bytes, Some(&signature), why, clock::now()?)?;
        files::remove(&path)?;
        files::remove(&signature_of(&path))?;
    }
    Ok(())
}

/// The order files of a folder: path and seat, sorted.
fn paths(folder: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let names = files::names(folder)?.into_iter().filter(|name| !name.starts_with('.'));
    Ok(names
        .filter_map(|name| Some((folder.join(&name), name.strip_suffix(".yaml")?.to_owned())))
        .collect())
}

fn signature_of(path: &Path) -> PathBuf {
    path.with_extension("yaml.sig")
}

fn filing(folder: &Folder) -> PathBuf {
    folder.private().join("filing")
}
