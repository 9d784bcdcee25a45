//! Since when the time of the open phase runs: since the letters about it have been handed over, or the referee released
//! the game; and until when it runs.

use crate::ladder::{Downtime, Incoming, Told};
#[cfg(feature = "mail")]
use crate::mail::{Purpose, addressee, addressee_of, file_name, message_id, note_id};
use crate::store::copies::seat_copy::strictly;
#[cfg(feature = "mail")]
use crate::store::post::dispatches::Dispatch;
#[cfg(feature = "mail")]
use crate::store::post::inbox::Inbox;
#[cfg(feature = "mail")]
use crate::store::post::outbox::{Outbox, Waiting};
use crate::store::records::changes;
use crate::store::{Error, Folder, Game, clock, files};
use chrono::{DateTime, Utc};
#[cfg(feature = "mail")]
use record::Digest;
use record::turn_file::HeldLine;
#[cfg(feature = "mail")]
use std::collections::BTreeMap;
#[cfg(feature = "mail")]
use std::path::Path;
use std::path::PathBuf;

/// Maximum size of the note that says where letters lie, in bytes.
#[cfg(feature = "mail")]
const NOTE_MAX: usize = 4096;
/// Maximum size of the list of times in which a game was held, in bytes.
const HOLDS_MAX: usize = 1 << 20;

/// The state of the letters about the newest record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// When the last of them was handed over or, if nobody is written to, when the record was sealed; none while a
    /// letter still waits.
    pub since: Option<DateTime<Utc>>,
    pub waiting: Vec<String>,
    /// Seats whose letter, or a short one written since, was refused or came back.
    pub failed: Vec<String>,
}

/// The state of the letters to these seats: the one about the newest record, and those written since.
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
    // A letter to an address that takes nothing does not arrive, whatever was taken before.
    for (file, _) in outbox.failures()? {
        let Some((about, seat)) = addressee(&file) else { continue };
        let known = failed.iter().any(|one| one == seat);
        if about >= number && seats.contains(&seat) && !known {
            failed.push(seat.to_owned());
        }
    }
    // A letter that is to be sent again is on its way only once it has been handed over.
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
    // Whoever takes a seat over has a whole phase from that day on.
    last = last.max(changes::taken_over(game)?.unwrap_or(last));
    let since = (waiting.is_empty() && failed.is_empty()).then_some(last);
    Ok(Delivery { since, waiting, failed })
}

/// True if a letter failed or came back the last time it was sent.
#[cfg(feature = "mail")]
fn is_lost(latest: &BTreeMap<String, (Dispatch, DateTime<Utc>)>, id: &str) -> bool {
    matches!(latest.get(id), Some((Dispatch::Failed | Dispatch::Bounced, _)))
}

/// A program without mail knows nothing of letters: the time of a phase runs from the sealing of its record.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(not(feature = "mail"))]
pub fn delivery(game: &Game, _: &[&str]) -> Result<Delivery, Error> {
    let released = released(&game.folder)?.unwrap_or(game.turn.resolved);
    let taken_over = changes::taken_over(game)?.unwrap_or(released);
    let since = Some(released.max(taken_over).max(game.turn.resolved));
    Ok(Delivery { since, waiting: Vec::new(), failed: Vec::new() })
}

/// The files of the letters to these seats that wait in the outbox, and must go before the time of the phase runs.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub(in crate::store) fn unsent(game: &Game, delivery: &Delivery) -> Result<Vec<String>, Error> {
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
#[allow(clippy::unnecessary_wraps, reason = "it replaces a function that reads files")]
pub(in crate::store) fn unsent(_: &Game, _: &Delivery) -> Result<Vec<String>, Error> {
    Ok(Vec::new())
}

/// Letters about the newest record, or written since, that failed or came back.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub(in crate::store) fn failures(game: &Game) -> Result<Vec<(String, String)>, Error> {
    let number = |file: &str| file.split('-').next().and_then(|digits| digits.parse::<u32>().ok());
    let all = Outbox::of(&game.folder).failures()?;
    let newest = game.session.number;
    Ok(all.into_iter().filter(|(file, _)| number(file).is_some_and(|n| n >= newest)).collect())
}

/// No letter failed that this program knows of.
#[cfg(not(feature = "mail"))]
#[allow(clippy::unnecessary_wraps, reason = "it replaces a function that reads files")]
pub(in crate::store) fn failures(_: &Game) -> Result<Vec<(String, String)>, Error> {
    Ok(Vec::new())
}

/// The state of the incoming mail for this game, from the folder of letters in which a round last read it; none if no
/// round keeps this game.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub(in crate::store) fn incoming(folder: &Folder) -> Result<Option<Incoming>, Error> {
    letters(folder)?.map(|letters| Inbox::incoming(&letters)).transpose()
}

/// The digest that identifies a letter telling a seat that it is late.
#[cfg(feature = "mail")]
pub fn late(game: &Game, deadline: DateTime<Utc>) -> Digest {
    let (head, phase) = (game.session.head, game.open_phase());
    Digest::of(format!("{head}\n{phase}\nlate\n{deadline}").as_bytes())
}

/// Says whether these seats, which missed a deadline, were told so. Those without an address are not written to.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "mail")]
pub(in crate::store) fn told_late(
    game: &Game,
    deadline: DateTime<Utc>,
    seats: &[&str],
) -> Result<Told, Error> {
    if letters(&game.folder)?.is_none() || seats.is_empty() {
        return Ok(Told::Elsewhere);
    }
    let (latest, about) = (Outbox::of(&game.folder).journal().latest()?, late(game, deadline));
    let mut last = None;
    for seat in seats {
        let id = note_id(&game.session.charter.game, Purpose::Reminder, &about, seat);
        match latest.get(&id) {
            Some((Dispatch::Sent, at)) => last = last.max(Some(*at)),
            Some((Dispatch::Failed | Dispatch::Bounced, _)) | None => return Ok(Told::Not),
        }
    }
    Ok(last.map_or(Told::Not, Told::At))
}

/// A program without mail writes to nobody.
#[cfg(not(feature = "mail"))]
#[allow(clippy::unnecessary_wraps, reason = "it replaces a function that reads files")]
pub(in crate::store) fn told_late(_: &Game, _: DateTime<Utc>, _: &[&str]) -> Result<Told, Error> {
    Ok(Told::Elsewhere)
}

/// No mail comes in that this program knows of.
#[cfg(not(feature = "mail"))]
#[allow(clippy::unnecessary_wraps, reason = "it replaces a function that reads files")]
pub(in crate::store) fn incoming(_: &Folder) -> Result<Option<Incoming>, Error> {
    Ok(None)
}

/// Remembers the folder of letters that may concern a game, for whoever resolves it without the settings of a round.
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

/// When the orders of the open phase are due if its time runs from `since`, and what has moved that since the record
/// was sealed. It is never before the time that the record states; vacations, changes of the deadline, and time in
/// which no round was at work are added.
pub fn deadline(
    game: &Game,
    since: DateTime<Utc>,
    downtime: &Downtime,
) -> Option<(DateTime<Utc>, Moved)> {
    let next = game.turn.next.as_ref()?;
    let schedule = game.session.charter.schedule.as_ref();
    let due = match (schedule, next.deadline) {
        (Some(schedule), Some(recorded)) => {
            Some(schedule.deadline(since, &next.name)?.max(recorded))
        }
        (_, recorded) => recorded,
    };
    let agreed = game.in_force.deadline(due, &next.awaited)?;
    let now = match downtime.moved(since, agreed) {
        same if same == agreed => agreed,
        moved => game.in_force.rested(Some(moved), &next.awaited)?,
    };
    let before = game.sealed_history().unchanged().deadline(due, &next.awaited);
    Some((now, Moved { change: before != Some(agreed), downtime: now != agreed }))
}

/// The reasons why a deadline moved since its record was sealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// True if a change that was agreed on moved it.
    pub change: bool,
    /// True if time in which no round was at work moved it.
    pub downtime: bool,
}

/// Keeps the program from resolving the game until it is released. The next record says so.
///
/// # Errors
/// [`Error`] with the path.
pub fn hold(folder: &Folder, reason: &str) -> Result<(), Error> {
    let now = clock::now()?;
    let mut holds = holds(folder)?;
    end(&mut holds, now);
    holds.push(HeldLine { from: now, to: None, reason: reason.to_owned() });
    keep(folder, &holds)
}

/// The reason why the referee holds the game; none if they do not.
///
/// # Errors
/// [`Error`] with the path.
pub fn held(folder: &Folder) -> Result<Option<String>, Error> {
    let last = holds(folder)?.pop();
    Ok(last.filter(|last| last.to.is_none()).map(|last| last.reason))
}

/// Lets the game go on; the time of the open phase begins anew. False if it was not held.
///
/// # Errors
/// [`Error`] with the path.
pub fn release(folder: &Folder) -> Result<bool, Error> {
    let mut holds = holds(folder)?;
    let held = end(&mut holds, clock::now()?);
    if held {
        keep(folder, &holds)?;
    }
    Ok(held)
}

/// When and why the game was held since its newest record, perhaps still: the next record tells this.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn holds(folder: &Folder) -> Result<Vec<HeldLine>, Error> {
    let path = holds_file(folder);
    let Some(bytes) = files::read_if_there(&path, HOLDS_MAX)? else { return Ok(Vec::new()) };
    strictly(&path, bytes).map_err(|why| {
        Error::broken(
            &path,
            why,
            "remove the file, and hold the game again if you still want it held",
        )
    })
}

/// Forgets the holds that a record has told; one still in force stays.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn told(folder: &Folder) -> Result<(), Error> {
    let mut holds = holds(folder)?;
    holds.retain(|line| line.to.is_none());
    if holds.is_empty() { files::remove(&holds_file(folder)) } else { keep(folder, &holds) }
}

/// Ends the current hold; false if the game is not held.
fn end(holds: &mut [HeldLine], now: DateTime<Utc>) -> bool {
    let Some(last) = holds.last_mut().filter(|last| last.to.is_none()) else { return false };
    last.to = Some(now.max(last.from));
    true
}

fn keep(folder: &Folder, holds: &[HeldLine]) -> Result<(), Error> {
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    let text = serde_yaml::to_string(holds).expect("times and words are plain data");
    files::replace(&holds_file(folder), text.as_bytes(), files::SECRET_MODE)
}

fn released(folder: &Folder) -> Result<Option<DateTime<Utc>>, Error> {
    Ok(holds(folder)?.iter().filter_map(|line| line.to).max())
}

fn holds_file(folder: &Folder) -> PathBuf {
    folder.private().join("holds")
}
