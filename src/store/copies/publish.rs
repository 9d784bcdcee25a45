//! Copies of a game that others may have: everything that is public, or that one seat may know.
//!
//! A copy leaves files out and alters none, so that the chain, every seal and every signature in it are checked as in the
//! whole folder, and what is left out is committed to by the lists until it opens.

use crate::session::HIDDEN_FILE;
use crate::store::copies::ignored;
use crate::store::copies::seat_copy::{self, VIEW_FILE};
use crate::store::folder::SIGNERS_FILE;
use crate::store::orders::filings::{self, FILED_FILE};
use crate::store::records::load::{Ground, ground};
use crate::store::records::sealed::Sealed;
use crate::store::records::{changes, memory};
use crate::store::{Error, Folder, files, load};
use engine::POSITION_FILE;
use record::charter::CHARTER_FILE;
use record::disclosure::Disclosure;
use record::exchange::OrderFile;
use record::notes::Note;
use record::sums::{SUMS_FILE, SUMS_SIGNATURE, record_name};
use record::{Owner, owner};
use std::path::{Path, PathBuf};

/// The files and folders that a copy has before its charter.
const PARTS: [&str; 8] = [
    ".gitattributes",
    ignored::IGNORE_FILE,
    SIGNERS_FILE,
    "data",
    "turns",
    "notices",
    FILED_FILE,
    VIEW_FILE,
];

/// A copy that was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Files that were written or lay there already.
    pub shown: usize,
    /// Files that were left out, by their paths in the game.
    pub sealed: Vec<String>,
}

/// The number of the newest record that others than the players may see by now; none where they may see nothing of the game.
///
/// # Errors
/// A record that cannot be read.
pub fn newest_shown(folder: &Folder) -> Result<Option<u32>, Error> {
    let Some(newest) = folder.newest()? else { return Ok(None) };
    let disclosure = folder.charter()?.public();
    if disclosure == Disclosure::AtOnce {
        return Ok(Some(newest));
    }
    let mut turns = Vec::new();
    let mut over = false;
    for number in 0..=newest {
        let next = Sealed::open(folder, number)?.turn()?.next;
        over = next.is_none();
        turns.push(next.map_or_else(|| turns.last().copied().unwrap_or(0), |next| next.turn));
    }
    let shown = disclosure.shown(&turns, over);
    // A game has fewer records than numbers of four digits.
    Ok(shown.and_then(|count| count.checked_sub(1)).and_then(|last| u32::try_from(last).ok()))
}

/// Copies a game into a new or empty folder, goes on with a copy of it that was interrupted, or adds to an earlier copy what has come
/// since: for everybody, or for one seat.
///
/// # Errors
/// An unknown seat; everybody, where the charter shows them nothing; a folder that holds something else; [`Error`] with the path.
pub fn publish(folder: &Folder, out: &Path, seat: Option<&str>) -> Result<Published, Error> {
    let ground = ground(folder)?;
    let newest = &ground.last;
    memory::as_signed(folder, newest.number, newest.digest)?;
    let named = &ground.timeline.newest().charter;
    if let Some(name) = seat.filter(|name| named.seat(name).is_none()) {
        let known = named.seat_names().collect::<Vec<_>>().join(", ");
        return Err(Error::Seat { seat: name.to_owned(), known });
    }
    // Before anything is written, for a copy may lack what a seat's needs.
    let view = seat.map(|seat| seat_copy::view(&load(folder)?, seat)).transpose()?;
    let last = match seat {
        Some(_) => newest.number,
        None => newest_shown(folder)?.ok_or_else(|| Error::NotPublic(folder.root().to_owned()))?,
    };
    let charter = folder.charter_bytes()?;
    let has_room = match files::read_if_there(&out.join(CHARTER_FILE), charter.len() + 1)? {
        Some(earlier) => earlier == charter,
        None => interrupted(out)?,
    };
    if !has_room {
        return Err(Error::NotEmpty(out.to_owned()));
    }
    files::make_folder(out, files::FOLDER_MODE)?;
    sweep(out)?;
    let mut copy = Copy { out: out.to_owned(), done: Published::default() };
    let open = files::OPEN_MODE;
    copy.put(Path::new(".gitattributes"), b"* -text\n", open)?;
    copy.put(Path::new(SIGNERS_FILE), &folder.signers_bytes()?, open)?;
    for (name, bytes) in folder.data_files()? {
        // The position of a sandbox may be what one seat knows of another game.
        let mode = if name == POSITION_FILE { files::SECRET_MODE } else { open };
        copy.put(&Path::new("data").join(name), &bytes, mode)?;
    }
    for number in 0..=last {
        copy.record(&ground, &Sealed::open(folder, number)?, seat)?;
    }
    if last == newest.number {
        open_phase(folder, &ground, out)?;
    }
    if let Some(view) = view {
        match view {
            Some(view) => files::replace(&out.join(VIEW_FILE), &view, files::SECRET_MODE)?,
            None => files::remove(&out.join(VIEW_FILE))?,
        }
        ignored::ignore(&Folder::at(out), ground.turn.outcome.is_some())?;
    }
    // Last, so that what is half done is no game.
    copy.put(Path::new(CHARTER_FILE), &charter, open)?;
    Ok(copy.done)
}

/// True if a folder without a charter is empty, or holds only what an interrupted copy leaves. The first file shows
/// whose copy it is, because [`Copy::put`] puts nothing in another's place.
fn interrupted(out: &Path) -> Result<bool, Error> {
    let ours = |name: &String| PARTS.contains(&name.as_str()) || name.starts_with(files::HALF);
    Ok(files::names(out)?.iter().all(ours))
}

/// Removes what an interrupted copy left half written: no list names it, so it would be a finding in the copy for ever.
fn sweep(folder: &Path) -> Result<(), Error> {
    for name in files::names(folder)? {
        let path = folder.join(&name);
        if name.starts_with(files::HALF) {
            files::remove(&path)?;
        } else if !name.starts_with('.') && files::metadata(&path)?.is_some_and(|it| it.is_dir()) {
            sweep(&path)?;
        }
    }
    Ok(())
}

/// Shows what everybody may know of the open phase: the pending changes, and who has filed.
fn open_phase(folder: &Folder, ground: &Ground, out: &Path) -> Result<(), Error> {
    for (below, bytes) in changes::shown(&ground.open(folder))? {
        let parent = Path::new(&below).parent().expect("a file in a folder");
        files::no_links(out, parent)?;
        files::make_folder(&out.join(parent), files::FOLDER_MODE)?;
        files::replace(&out.join(below), &bytes, files::OPEN_MODE)?;
    }
    let path = out.join(FILED_FILE);
    match filings::told(folder, ground)? {
        Some(told) => files::replace(&path, &told, files::OPEN_MODE),
        None => files::remove(&path),
    }
}

struct Copy {
    out: PathBuf,
    done: Published,
}

impl Copy {
    fn record(&mut self, game: &Ground, record: &Sealed, seat: Option<&str>) -> Result<(), Error> {
        let below = Path::new("turns").join(record_name(record.number));
        for (name, _) in record.sums.local() {
            if shown(game, record, name, seat)? {
                let over = game.turn.outcome.is_some();
                let mode = if over { files::OPEN_MODE } else { files::mode_of(name) };
                self.put(&below.join(name), &record.file(name)?, mode)?;
            } else {
                self.done.sealed.push(format!("turns/{}/{name}", record_name(record.number)));
            }
        }
        let signature = files::read_below(record.path(), Path::new(SUMS_SIGNATURE), 256 << 10)?;
        self.put(&below.join(SUMS_SIGNATURE), &signature, files::OPEN_MODE)?;
        self.put(&below.join(SUMS_FILE), record.list(), files::OPEN_MODE)
    }

    /// Writes one file, or finds it there as it should be.
    fn put(&mut self, below: &Path, bytes: &[u8], mode: u32) -> Result<(), Error> {
        let path = self.out.join(below);
        if let Some(parent) = below.parent() {
            files::no_links(&self.out, parent)?;
            files::make_folder(&self.out.join(parent), files::FOLDER_MODE)?;
        }
        match files::read_below_if_there(&self.out, below, bytes.len() + 1)? {
            Some(there) if there == bytes => {}
            Some(_) => return Err(Error::Exists(path)),
            None => files::replace(&path, bytes, mode)?,
        }
        self.done.shown += 1;
        Ok(())
    }
}

/// True if a copy for `seat`, or for everybody, holds a file of a record.
fn shown(game: &Ground, record: &Sealed, name: &str, seat: Option<&str>) -> Result<bool, Error> {
    let Some(owner) = owner(name) else { return Ok(true) };
    let over = game.turn.outcome.is_some();
    // A file that this copy lacks is in no copy of this copy.
    if !over && !record.holds(name) {
        return Ok(false);
    }
    if over || seat.is_some_and(|seat| owner == Owner::Seat(seat)) {
        return Ok(true);
    }
    let Some(orders) = name.strip_prefix("orders/") else { return Ok(false) };
    // If nothing is hidden, orders are open once they were carried out, unless a part of them is still in force, or not
    // everybody may read their notes.
    if !game.loaded.hides() && !record.lists(HIDDEN_FILE) {
        let text = format!("orders/{}", orders.trim_end_matches(".sig"));
        let file = OrderFile::read(&record.file(&text)?).ok();
        return Ok(file.is_some_and(|file| {
            let stands = file.sheet.ahead.is_some() || file.sheet.standing.is_some();
            !stands && file.notes.iter().all(Note::is_open)
        }));
    }
    Ok(false)
}
