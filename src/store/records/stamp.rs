//! When anything in a game folder last changed, told without reading it.

use crate::store::{Error, Folder, files};
use chrono::{DateTime, TimeDelta, Utc};
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

/// A change more recent than this may have been followed by another within the same tick of the file system's clock.
const SETTLED: TimeDelta = TimeDelta::seconds(2);

/// A game folder seen from outside: the times of its folders and of the journal of its letters. Everything the program
/// writes there is put in place by renaming, which changes the folder's time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    text: String,
    newest: DateTime<Utc>,
}

impl Stamp {
    /// Takes the stamp of a game folder.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn of(folder: &Folder) -> Result<Self, Error> {
        let outbox = folder.outbox();
        let places: [PathBuf; 10] = [
            folder.root().to_owned(),
            folder.turns(),
            folder.pending(),
            folder.root().join("notices"),
            folder.root().join("inbox"),
            outbox.join("failed"),
            outbox.join("journal"),
            outbox,
            folder.private(),
            folder.private().join("filing"),
        ];
        let (mut text, mut newest) = (String::new(), DateTime::UNIX_EPOCH);
        for place in &places {
            let changed = files::metadata(place)?.and_then(|found| found.modified().ok());
            let since = changed.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            let nanos = since.map_or(0, |since| since.as_nanos());
            text += &nanos.to_string();
            text.push(' ');
            let at = DateTime::from_timestamp_nanos(i64::try_from(nanos).unwrap_or(i64::MAX));
            newest = newest.max(at);
        }
        Ok(Self { text, newest })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// True if the last change is old enough that no later change could hide behind it. Uses the machine's own clock,
    /// because that clock stamps files.
    pub fn settled(&self) -> bool {
        Utc::now() - self.newest > SETTLED
    }
}
