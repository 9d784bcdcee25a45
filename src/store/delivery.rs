//! Since when the time of the open phase runs: since the letters about it have been handed over, or the referee released
//! the game; and until when it runs.

use super::dispatches::Dispatch;
use super::outbox::Outbox;
use super::{Error, Folder, Game, clock, files};
use crate::mail::{addressee, addressee_of, file_name, message_id};
use chrono::{DateTime, SecondsFormat, Utc};
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
        let lost = matches!(
            latest.get(&envelope.message_id),
            Some((Dispatch::Failed | Dispatch::Bounced, _))
        );
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

/// When the orders of the open phase are due, if its time runs since then: never before the time that the record states;
/// vacations and changes of the deadline counted.
pub fn deadline(game: &Game, since: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let next = game.turn.next.as_ref()?;
    let recorded = next.deadline?;
    let schedule = game.session.charter.schedule.as_ref()?;
    let due = schedule.deadline(since)?.max(recorded);
    game.in_force.deadline(Some(due), &next.awaited)
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
