//! Raw letters and what became of them, in a folder of the referee's outside all games.
//!
//! ```text
//! letters/5d410c...9b.eml   a letter as it came, named by the SHA-256 of its bytes
//! letters/failed/...        reports that some letter did not arrive, of which nobody can tell which, until a person has looked
//! letters/journal           a line for each letter that was judged: time, digest, outcome, address answered or -
//! ```
//!
//! A letter is on the disk before anything is made of it. The journal only limits answers and tells the referee; whatever
//! was interrupted is made good when the same letter is judged again, for filing and answering it again change nothing.

use super::{Error, files};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use record::Digest;
use std::path::{Path, PathBuf};

/// Most bytes of the journal that are read.
const JOURNAL_MAX: usize = 64 << 20;

/// Where reports lie at which a person must look.
const FAILED: &str = "failed";

/// The folder of raw letters.
#[derive(Clone, Debug)]
pub struct Inbox {
    folder: PathBuf,
}

/// What became of one letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Digest of its bytes.
    pub letter: Digest,
    /// In a word or two: `filed`, `refused:altered`, `ignored:bounce`.
    pub outcome: String,
    /// The address that was answered, if one was.
    pub answered: Option<String>,
}

impl Judged {
    /// Whether the program did all that there was to do: what it had no use for, and words that it did not understand, are for a
    /// person to read.
    pub fn is_for_the_program(&self) -> bool {
        !self.outcome.starts_with("ignored:") && self.outcome != "help"
    }
}

impl Inbox {
    /// The folder at this path; it is made if it is not there.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        files::make_folder(folder, files::SECRET_FOLDER_MODE)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Keeps a letter as it came, flushed to the disk; the same bytes are kept once.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn keep(&self, raw: &[u8]) -> Result<Digest, Error> {
        let digest = Digest::of(raw);
        let path = self.folder.join(format!("{digest}.eml"));
        if files::metadata(&path)?.is_none() {
            files::replace(&path, raw, files::SECRET_MODE)?;
        }
        Ok(digest)
    }

    /// Puts a letter that was kept before a person, who takes it away when they have looked.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn fail(&self, letter: &Digest, raw: &[u8]) -> Result<(), Error> {
        let folder = self.folder.join(FAILED);
        files::make_folder(&folder, files::SECRET_FOLDER_MODE)?;
        files::replace(&folder.join(format!("{letter}.eml")), raw, files::SECRET_MODE)
    }

    /// The reports at which a person must look, where there is such a folder of letters.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn failed(letters: &Path) -> Result<Vec<PathBuf>, Error> {
        let folder = letters.join(FAILED);
        let names = files::names(&folder)?.into_iter();
        Ok(names.map(|name| folder.join(name)).collect())
    }

    /// Notes what became of a letter.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn note(&self, judged: &Judged, now: DateTime<Utc>) -> Result<(), Error> {
        let time = now.to_rfc3339_opts(SecondsFormat::Secs, true);
        let address = judged.answered.as_deref().unwrap_or("-");
        let line = format!("{time} {} {} {address}", judged.letter, judged.outcome);
        files::append_line(&self.journal(), &line, files::SECRET_MODE)
    }

    /// How many other letters from an address were answered in the last 24 hours, and how many of those by help alone.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn answers(
        &self,
        address: &str,
        letter: &Digest,
        now: DateTime<Utc>,
    ) -> Result<(usize, usize), Error> {
        let bytes = files::read_if_there(&self.journal(), JOURNAL_MAX)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let letter = letter.to_string();
        let recent = |line: &&str| {
            let mut words = line.split(' ');
            let time = words.next().and_then(|time| DateTime::parse_from_rfc3339(time).ok());
            let fresh = time.is_some_and(|time| now - time.to_utc() < TimeDelta::days(1));
            fresh && words.next() != Some(&letter) && words.nth(1) == Some(address)
        };
        let lines: Vec<&str> = text.lines().filter(recent).collect();
        let help = lines.iter().filter(|line| line.split(' ').nth(2) == Some("help")).count();
        Ok((lines.len(), help))
    }

    /// When the last letter came in.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn last(&self) -> Result<Option<DateTime<Utc>>, Error> {
        let bytes = files::read_if_there(&self.journal(), JOURNAL_MAX)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let time = |line: &str| DateTime::parse_from_rfc3339(line.split(' ').next()?).ok();
        Ok(text.lines().rev().find_map(time).map(|time| time.to_utc()))
    }

    fn journal(&self) -> PathBuf {
        self.folder.join("journal")
    }
}
