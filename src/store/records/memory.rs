//! The memory of the referee's program of the records that it signed. By it the program notices a folder that was put
//! back to an older copy, or exchanged, and does not play on in it.

use crate::store::lock::PATIENCE;
use crate::store::records::newer;
use crate::store::{Error, Folder, Game, Lock, clock, files, load};
use chrono::SecondsFormat;
use record::Digest;
use record::sums::{record_name, record_number};
use std::path::PathBuf;

/// Maximum size of the memory, in bytes: a line for each record, far more than any game has.
const MEMORY_MAX: usize = 16 << 20;

/// One line: a record that was signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signed {
    number: u32,
    head: Digest,
}

/// Checks that the history about to be continued is the one that was signed here: the newest remembered record must be
/// the game's newest one, unaltered.
///
/// # Errors
/// [`Error::OtherHistory`]; [`Error::Older`]; [`Error`] with the path.
pub fn continues(game: &Game) -> Result<(), Error> {
    if let Some(claim) = newer::claim(game)? {
        return Err(Error::Older(claim));
    }
    as_signed(&game.folder, game.session.number, game.session.head)
}

/// The same of the newest record of a folder that is handed on.
///
/// # Errors
/// As [`continues`].
pub(in crate::store) fn as_signed(folder: &Folder, number: u32, head: Digest) -> Result<(), Error> {
    match newest(folder)? {
        // A crash between signing and remembering may leave the memory one record behind.
        Some(last) if last.number >= number && last != (Signed { number, head }) => {
            Err(Error::OtherHistory { signed: last.number, head: last.head })
        }
        _ => Ok(()),
    }
}

/// Accepts the history in a folder as the one to be continued, whatever was signed here before, and keeps the reason.
///
/// # Errors
/// [`Error`] with the folder.
pub fn accept(folder: &Folder, reason: &str) -> Result<(), Error> {
    if !folder.is_referees()? {
        return Err(Error::NotReferee(folder.private()));
    }
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = load(folder)?;
    let (number, head) = (game.session.number, game.session.head);
    let at = clock::now()?.to_rfc3339_opts(SecondsFormat::Secs, true);
    let reason = record::visible(reason);
    append(
        folder,
        &format!("# {at} a different history was continued from record {number}: {reason}\n"),
    )?;
    newer::accept(&game)?;
    remember(folder, number, head)
}

/// Remembers a record that was signed.
///
/// # Errors
/// [`Error`] with the path.
pub fn remember(folder: &Folder, number: u32, head: Digest) -> Result<(), Error> {
    append(folder, &format!("{} {head}\n", record_name(number)))
}

/// Remembers a record that was signed here, unless a later one is remembered.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn remember_at_least(
    folder: &Folder,
    number: u32,
    head: Digest,
) -> Result<(), Error> {
    let known = lines(folder)?.into_iter().map(|one| one.number).max();
    if known.is_some_and(|known| known >= number) {
        return Ok(());
    }
    remember(folder, number, head)
}

fn append(folder: &Folder, line: &str) -> Result<(), Error> {
    let mut text = files::read_if_there(&path(folder), MEMORY_MAX)?.unwrap_or_default();
    text.extend_from_slice(line.as_bytes());
    files::replace(&path(folder), &text, files::SECRET_MODE)
}

fn lines(folder: &Folder) -> Result<Vec<Signed>, Error> {
    content(folder)?.lines().filter(|line| is_record(line)).map(|line| read(folder, line)).collect()
}

/// The record that was signed last, which alone decides how the game goes on.
fn newest(folder: &Folder) -> Result<Option<Signed>, Error> {
    let text = content(folder)?;
    text.lines().rev().find(|line| is_record(line)).map(|line| read(folder, line)).transpose()
}

fn content(folder: &Folder) -> Result<String, Error> {
    let path = path(folder);
    let bytes = files::read_if_there(&path, MEMORY_MAX)?.unwrap_or_default();
    files::text(&path, bytes)
}

fn is_record(line: &str) -> bool {
    !line.starts_with('#')
}

fn read(folder: &Folder, line: &str) -> Result<Signed, Error> {
    let broken = || {
        let fix = "it is the referee's list of what was signed: restore it, or move it away and tell the players why";
        Error::broken(&path(folder), "a line is not `NNNN DIGEST`", fix)
    };
    let (number, head) = line.split_once(' ').ok_or_else(broken)?;
    let number = record_number(number).ok_or_else(broken)?;
    Ok(Signed { number, head: head.parse().map_err(|_| broken())? })
}

fn path(folder: &Folder) -> PathBuf {
    folder.private().join("signed")
}
