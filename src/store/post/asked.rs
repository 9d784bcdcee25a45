//! Requests of players to the referee that nobody has signed yet: `.tabella/asked`, a line for each.

use crate::store::{Error, Folder, Game, files};
use chrono::{DateTime, SecondsFormat, Utc};

/// Maximum size of the file, in bytes.
const FILE_MAX: usize = 1 << 20;

/// Notes that a seat asks for something, once.
///
/// # Errors
/// [`Error`] with the path.
pub fn note(game: &Game, seat: &str, action: &str, now: DateTime<Utc>) -> Result<(), Error> {
    let what = format!("{seat} {}", record::visible(action));
    if of(game)?.iter().any(|(_, known)| *known == what) {
        return Ok(());
    }
    let time = now.to_rfc3339_opts(SecondsFormat::Secs, true);
    let line = format!("{} {time} {what}", game.session.head);
    files::append_line(&path(&game.folder), &line, files::SECRET_MODE)
}

/// The requests in the open phase: the time, and the seat with its request.
///
/// # Errors
/// [`Error`] with the path.
pub fn of(game: &Game) -> Result<Vec<(DateTime<Utc>, String)>, Error> {
    let bytes = files::read_if_there(&path(&game.folder), FILE_MAX)?.unwrap_or_default();
    let head = game.session.head.to_string();
    let line = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let ours = words.next()? == head;
        let at = DateTime::parse_from_rfc3339(words.next()?).ok()?.to_utc();
        words.next().filter(|_| ours).map(|what| (at, what.to_owned()))
    };
    Ok(String::from_utf8_lossy(&bytes).lines().filter_map(line).collect())
}

fn path(folder: &Folder) -> std::path::PathBuf {
    folder.private().join("asked")
}
