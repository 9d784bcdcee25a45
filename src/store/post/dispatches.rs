//! The fate of each letter, by its message id: `outbox/journal`, to which a line is added at every step.
//!
//! ```text
//! 2026-03-01T20:00:07Z sent <zama.7.rome.5d410c2f9a1b@tabella.invalid>
//! ```
//!
//! The files of letters may be tidied away; the journal still knows that they went, and when.

use crate::store::{Error, files};
use chrono::{DateTime, SecondsFormat, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Maximum number of journal bytes read.
const JOURNAL_MAX: usize = 64 << 20;

/// A line: the letter's message id, what became of it, and when.
type Line = (String, (Dispatch, DateTime<Utc>));

engine::words! {
    /// The fates of a letter; the word of each stands in the journal.
    pub enum Dispatch {
        Sent = "sent",
        Failed = "failed",
        /// It was taken, and came back.
        Bounced = "bounced",
    }
}

/// The journal of an outbox.
#[derive(Clone, Debug)]
pub struct Dispatches {
    path: PathBuf,
}

impl Dispatches {
    /// The journal in this folder; it is made with its first line.
    pub(in crate::store) fn of(outbox: &Path) -> Self {
        Self { path: outbox.join("journal") }
    }

    /// Notes what became of a letter, flushed to the disk.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub(in crate::store) fn note(
        &self,
        id: &str,
        dispatch: Dispatch,
        at: DateTime<Utc>,
    ) -> Result<(), Error> {
        let time = at.to_rfc3339_opts(SecondsFormat::Secs, true);
        let line = format!("{time} {} {id}", dispatch.word());
        files::append_line(&self.path, &line, files::SECRET_MODE)
    }

    /// The last fate of each letter, and its time, by message id. A line that was cut off by a crash is ignored.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn latest(&self) -> Result<BTreeMap<String, (Dispatch, DateTime<Utc>)>, Error> {
        Ok(self.lines()?.into_iter().collect())
    }

    /// The letters that did not arrive at first and were sent again since, with the time of that.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn mended(&self) -> Result<BTreeMap<String, DateTime<Utc>>, Error> {
        let (mut lost, mut mended) = (BTreeSet::new(), BTreeMap::new());
        for (id, (dispatch, at)) in self.lines()? {
            match dispatch {
                Dispatch::Failed | Dispatch::Bounced => {
                    mended.remove(&id);
                    lost.insert(id);
                }
                Dispatch::Sent if lost.contains(&id) => {
                    mended.insert(id, at);
                }
                Dispatch::Sent => {}
            }
        }
        Ok(mended)
    }

    /// The lines, in the order in which they were written.
    fn lines(&self) -> Result<Vec<Line>, Error> {
        let bytes = files::read_if_there(&self.path, JOURNAL_MAX)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let line = |line: &str| {
            let mut words = line.split(' ');
            let at = DateTime::parse_from_rfc3339(words.next()?).ok()?.to_utc();
            let dispatch = Dispatch::parse(words.next()?)?;
            let id = words.next().filter(|id| id.ends_with('>'))?;
            Some((id.to_owned(), (dispatch, at)))
        };
        Ok(text.lines().filter_map(line).collect())
    }
}
