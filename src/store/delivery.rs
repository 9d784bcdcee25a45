//! Since when the time of the open phase runs: since the letters about it have been handed over, or the referee released
//! the game; and until when it runs.

use super::decide::Incoming;
#[cfg(feature = "mail")]
use super::dispatches::Dispatch;
#[cfg(feature = "mail")]
use super::inbox::Inbox;
#[cfg(feature = "mail")]
use super::outbox::{Outbox, Waiting};
use super::{Error, Folder, Game, clock, files};
#[cfg(feature = "mail")]
use crate::mail::{addressee, addressee_of, file_name, message_id};
use chrono::{DateTime, SecondsFormat, Utc};
#[cfg(feature = "mail")]
use std::collections::BTreeMap;
#[cfg(feature = "mail")]
use std::path::Path;
use std::path::PathBuf;

/// Most bytes of a note about a game that is held.
const NOTE_MAX: usize = 4096;

/// The letters about the newest record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// When the last of them was handed over, or the record was sealed where nobody is written to; none while one is not.
    pub since: Option<DateTime<Utc>>,
    /// Seats whose letter waits.
    pub waiting: Vec<String>,
    /// Seats to which this letter, or a short one written since, was refused, or came back.
    pub failed: Vec<String>,
}

/// How the letters to these seats stand: the one about the newest record, and what was written since.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub fn delivery(game: &Game, seats: &[&str]) -> Result<Delivery, Error> {
    let outbox = Outbox::of(&game.folder);
    let latest = outbox.journal().latest()?;
    let number = game.session.number;
    let (mut waiting, mut failed, mut last) = (Vec::new(), Vec::new(), game.turn.resolved);
    for seat in seats {
        let id = message_id(&game.session.charter.game, number, seat, &game.session.head);
        let file = file_name(number, seat);
        let here =
            |place: PathBuf| files::metadata(&place.join(&file)).map(|found| found.is_some());
        match latest.get(&id) {
            _ if here(game.folder.outbox())? => waiting.push((*seat).to_owned()),
            _ if here(game.folder.outbox().join("failed"))? => failed.push((*seat).to_owned()),
            Some((Dispatch::Sent, at)) => last = last.max(*at),
            Some((Dispatch::Failed | Dispatch::Bounced, _)) => failed.push((*seat).to_owned()),
            // Sent by a program that kept no journal.
            None if here(game.folder.outbox().join("sent"))? => {}
            None => waiting.push((*seat).to_owned()),
        }
    }
    // What is written to an address that takes nothing does not arrive, whatever was taken before.
    for (file, _) in outbox.failures()? {
        let Some((about, seat)) = addressee(&file) else { continue };
        let known = failed.iter().any(|one| one == seat);
        if about >= number && seats.contains(&seat) && !known {
            failed.push(seat.to_owned());
        }
    }
    // What is to be sent again is on its way only once it has been handed over.
    for letter in outbox.waiting()? {
        let Ok(envelope) = letter.envelope else { continue };
        let lost = is_lost(&latest, &envelope.message_id);
        let Some(seat) = addressee_of(&envelope.message_id).filter(|_| lost) else { continue };
        if seats.contains(&seat) && !waiting.iter().any(|one| one == seat) {
            waiting.push(seat.to_owned());
        }
    }
    for (id, at) in outbox.journal().mended()? {
        if addressee_of(&id).is_some_and(|seat| seats.contains(&seat)) {
            last = last.max(at);
        }
    }
    if let Some(released) = released(&game.folder)? {
        last = last.max(released);
    }
    let since = (waiting.is_empty() && failed.is_empty()).then_some(last);
    Ok(Delivery { since, waiting, failed })
}

/// Whether a letter failed or came back when it went out last.
#[cfg(feature = "mail")]
fn is_lost(latest: &BTreeMap<String, (Dispatch, DateTime<Utc>)>, id: &str) -> bool {
    matches!(latest.get(id), Some((Dispatch::Failed | Dispatch::Bounced, _)))
}

/// A program without mail knows nothing of letters: the time of a phase runs since its record was sealed.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(not(feature = "mail"))]
pub fn delivery(game: &Game, _: &[&str]) -> Result<Delivery, Error> {
    let released = released(&game.folder)?.unwrap_or(game.turn.resolved);
    let since = Some(released.max(game.turn.resolved));
    Ok(Delivery { since, waiting: Vec::new(), failed: Vec::new() })
}

/// The files of the letters to these seats that wait in the outbox, and must go before the time of the phase runs.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub(super) fn unsent(game: &Game, delivery: &Delivery) -> Result<Vec<String>, Error> {
    let (number, outbox) = (game.session.number, Outbox::of(&game.folder));
    let latest = outbox.journal().latest()?;
    // Reports, and what came back and is to be sent again: an answer to a letter keeps no time from beginning.
    let holds = |letter: &Waiting| {
        let Some((_, seat)) = addressee(&letter.file) else { return false };
        let lost =
            letter.envelope.as_ref().is_ok_and(|envelope| is_lost(&latest, &envelope.message_id));
        let report = letter.file == file_name(number, seat);
        (report || lost) && delivery.waiting.iter().any(|one| one == seat)
    };
    let waiting = outbox.waiting()?.into_iter().filter(holds);
    let mut found: Vec<String> = waiting.map(|letter| letter.file).collect();
    // One that could not be written yet is written by `tabella mail send`.
    if found.is_empty() {
        found = delivery.waiting.iter().map(|seat| file_name(number, seat)).collect();
    }
    Ok(found)
}

/// No letter waits that this program knows of.
#[cfg(not(feature = "mail"))]
#[allow(clippy::unnecessary_wraps, reason = "it stands for one that reads files")]
pub(super) fn unsent(_: &Game, _: &Delivery) -> Result<Vec<String>, Error> {
    Ok(Vec::new())
}

/// Letters about the newest record, or written since, that failed or came back.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub(super) fn failures(game: &Game) -> Result<Vec<(String, String)>, Error> {
    let number = |file: &str| file.split('-').next().and_then(|digits| digits.parse::<u32>().ok());
    let all = Outbox::of(&game.folder).failures()?;
    let newest = game.session.number;
    Ok(all.into_iter().filter(|(file, _)| number(file).is_some_and(|n| n >= newest)).collect())
}

/// No letter failed that this program knows of.
#[cfg(not(feature = "mail"))]
#[allow(clippy::unnecessary_wraps, reason = "it stands for one that reads files")]
pub(super) fn failures(_: &Game) -> Result<Vec<(String, String)>, Error> {
    Ok(Vec::new())
}

/// What is known of the mail that comes in for this game: from the folder of letters in which it was last read, as rounds remember it.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub(super) fn incoming(folder: &Folder) -> Result<Incoming, Error> {
    letters(folder)?.map_or_else(|| Ok(Incoming::default()), |letters| Inbox::incoming(&letters))
}

/// No mail comes in that this program knows of.
#[cfg(not(feature = "mail"))]
#[allow(clippy::unnecessary_wraps, reason = "it stands for one that reads files")]
pub(super) fn incoming(_: &Folder) -> Result<Incoming, Error> {
    Ok(Incoming::default())
}

/// Remembers where the letters are kept that may be about a game, for whoever resolves it without the settings of a round.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub fn remember(folder: &Folder, letters: &Path) -> Result<(), Error> {
    let letters =
        std::path::absolute(letters).map_err(|error| Error::io("find", letters, error))?;
    let Some(text) = letters.to_str() else { return Err(Error::Name(letters)) };
    let (path, line) = (folder.private().join("letters"), format!("{text}\n"));
    if files::read_if_there(&path, NOTE_MAX)?.is_some_and(|known| known == line.as_bytes()) {
        return Ok(());
    }
    files::replace(&path, line.as_bytes(), files::SECRET_MODE)
}

#[cfg(feature = "mail")]
fn letters(folder: &Folder) -> Result<Option<PathBuf>, Error> {
    let path = folder.private().join("letters");
    let Some(bytes) = files::read_if_there(&path, NOTE_MAX)? else { return Ok(None) };
    Ok(Some(PathBuf::from(files::text(&path, bytes)?.trim_end_matches('\n'))))
}

/// When the orders of the open phase are due, if its time runs since then: never before the time that the record states;
/// vacations and changes of the deadline counted. And whether what was agreed on since that record moved it.
pub fn deadline(game: &Game, since: DateTime<Utc>) -> Option<(DateTime<Utc>, bool)> {
    let next = game.turn.next.as_ref()?;
    let schedule = game.session.charter.schedule.as_ref();
    let due = match (schedule, next.deadline) {
        (Some(schedule), Some(recorded)) => {
            Some(schedule.deadline(since, &next.name)?.max(recorded))
        }
        (_, recorded) => recorded,
    };
    let now = game.in_force.deadline(due, &next.awaited)?;
    let before = game.sealed_history().unchanged().deadline(due, &next.awaited);
    Some((now, before != Some(now)))
}

/// Keeps the program from resolving the game, until it is released.
///
/// # Errors
/// [`Error`] with the path.
pub fn hold(folder: &Folder, reason: &str) -> Result<(), Error> {
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    files::replace(&held_file(folder), format!("{reason}\n").as_bytes(), files::SECRET_MODE)
}

/// Why the referee holds the game, if so.
///
/// # Errors
/// [`Error`] with the path.
pub fn held(folder: &Folder) -> Result<Option<String>, Error> {
    let bytes = files::read_if_there(&held_file(folder), NOTE_MAX)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}

/// Lets the game go on; the time of the open phase begins anew. False if it was not held.
///
/// # Errors
/// [`Error`] with the path.
pub fn release(folder: &Folder) -> Result<bool, Error> {
    if held(folder)?.is_none() {
        return Ok(false);
    }
    let now = clock::now()?.to_rfc3339_opts(SecondsFormat::Secs, true);
    files::replace(&released_file(folder), format!("{now}\n").as_bytes(), files::SECRET_MODE)?;
    files::remove(&held_file(folder))?;
    Ok(true)
}

fn released(folder: &Folder) -> Result<Option<DateTime<Utc>>, Error> {
    let path = released_file(folder);
    let Some(bytes) = files::read_if_there(&path, NOTE_MAX)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes);
    match DateTime::parse_from_rfc3339(text.trim_end()) {
        Ok(at) => Ok(Some(at.to_utc())),
        Err(_) => Err(Error::broken(&path, "no time stands there", "remove it")),
    }
}

fn held_file(folder: &Folder) -> PathBuf {
    folder.private().join("held")
}

fn released_file(folder: &Folder) -> PathBuf {
    folder.private().join("released")
}
