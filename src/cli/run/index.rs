//! The games that a round need not open: nothing has changed in their folders, and nothing is due yet. The index lies
//! beside the letters and may be deleted at any time; the next round then looks at every game once.

use crate::cli::common::Error;
use crate::store::records::stamp::Stamp;
use crate::store::{Folder, files};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const INDEX: &str = "index.json";
/// Maximum bytes of the index.
const INDEX_MAX: usize = 64 << 20;
/// A running game is looked at at least this often, whatever the index says.
const DAY: TimeDelta = TimeDelta::days(1);

/// When there is something to do about a game, if nobody touches it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next round looks again.
    Now,
    /// Not before this moment.
    At(DateTime<Utc>),
    /// Never: the game is over.
    Over,
}

impl Next {
    /// The next round looks again, unless the game is over.
    pub(super) const fn soon(self) -> Self {
        match self {
            Self::Now | Self::At(_) => Self::Now,
            Self::Over => Self::Over,
        }
    }
}

#[derive(Default, Serialize, Deserialize)]
struct Notes {
    /// The program that wrote it; another one looks at everything once.
    program: String,
    games: BTreeMap<String, Note>,
}

/// A game that was left alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    stamp: String,
    /// None if it is over.
    until: Option<DateTime<Utc>>,
}

pub(in super::super) struct Index {
    path: PathBuf,
    before: BTreeMap<String, Note>,
}

/// A game that must be looked at, with its stamp as it was before.
pub(super) struct Due<'a> {
    pub(super) folder: &'a Folder,
    stamp: Option<Stamp>,
}

impl Index {
    /// Reads the index; one that is missing or not understood counts as empty.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub(in super::super) fn read(place: &Path) -> Result<Self, Error> {
        let path = place.join(INDEX);
        let bytes = files::read_named_if_there(&path, INDEX_MAX)?.unwrap_or_default();
        let notes: Notes = serde_json::from_slice(&bytes).unwrap_or_default();
        let same = notes.program == env!("CARGO_PKG_VERSION");
        Ok(Self { path, before: if same { notes.games } else { BTreeMap::new() } })
    }

    /// All games, whatever is known of them.
    pub(super) fn all(folders: &[Folder]) -> Vec<Due<'_>> {
        folders.iter().map(|folder| Due { folder, stamp: Stamp::of(folder).ok() }).collect()
    }

    pub(super) fn due<'a>(&self, folders: &'a [Folder], now: DateTime<Utc>) -> Vec<Due<'a>> {
        let look = |folder: &'a Folder| {
            let stamp = Stamp::of(folder).ok();
            let note = self.before.get(&name(folder));
            let quiet = note.zip(stamp.as_ref()).is_some_and(|(note, stamp)| {
                note.stamp == stamp.as_str() && note.until.is_none_or(|until| now < until)
            });
            (!quiet).then_some(Due { folder, stamp })
        };
        folders.iter().filter_map(look).collect()
    }

    /// True if a game is known to be over: a round found it so, and nothing has touched its folder since.
    pub(in super::super) fn is_over(&self, folder: &Folder) -> bool {
        let note = self.before.get(&name(folder)).filter(|note| note.until.is_none());
        // Rounds leave a copy that is nobody's alone, even if the game is over.
        let ours = || files::is_folder(&folder.private()).unwrap_or(false);
        let same = |note: &Note| Stamp::of(folder).is_ok_and(|it| it.as_str() == note.stamp);
        note.is_some_and(same) && ours()
    }

    /// Saves what was found out about the games that were looked at, and keeps what was known of the others.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub(super) fn keep(
        self,
        folders: &[Folder],
        looked: &[(Due<'_>, Next)],
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mut games = self.before.clone();
        for (due, next) in looked {
            games.remove(&name(due.folder));
            let until = match next {
                Next::Now => continue,
                Next::At(at) => Some((*at).min(now + DAY)),
                Next::Over => None,
            };
            if let Some(stamp) = due.stamp.as_ref().filter(|stamp| stamp.settled()) {
                let note = Note { stamp: stamp.as_str().to_owned(), until };
                games.insert(name(due.folder), note);
            }
        }
        let there: std::collections::BTreeSet<String> = folders.iter().map(name).collect();
        games.retain(|game, _| there.contains(game));
        if games == self.before {
            return Ok(());
        }
        let notes = Notes { program: env!("CARGO_PKG_VERSION").to_owned(), games };
        let text = serde_json::to_string(&notes).expect("plain data");
        Ok(files::replace(&self.path, text.as_bytes(), files::SECRET_MODE)?)
    }
}

fn name(folder: &Folder) -> String {
    folder.root().to_string_lossy().into_owned()
}
