//! Raw letters and what became of them, in a folder of the referee's outside all games.
//!
//! ```text
//! letters/5d410c...9b.eml   a letter as it came, named by the SHA-256 of its bytes
//! letters/failed/...        reports that some letter did not arrive, of which nobody can tell which, until a person has looked
//! letters/unread/...        letters that came by a pipe and that a person should read, who takes them away then
//! letters/outbox/...        answers to joins, which concern no game yet ([`crate::store::post::outbox`])
//! letters/rounds            when rounds were at work, and when the mailbox was last read to its end
//! letters/trials            the test letters to ourselves: time, random word
//! letters/journal           a line for each letter that was judged: time, digest, outcome, address answered or -
//! ```
//!
//! A letter is on the disk before anything is made of it. The journal only limits answers and tells the referee; whatever
//! was interrupted is made good when the same letter is judged again, for filing and answering it again change nothing.

use crate::ladder::{Incoming, Rounds};
use crate::store::post::outbox::Outbox;
use crate::store::{Error, clock, files};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use record::Digest;
use std::path::{Path, PathBuf};

/// Maximum number of journal bytes read.
const JOURNAL_MAX: usize = 64 << 20;

/// The file in which rounds leave notes for the next ones, and its greatest size in bytes.
const ROUNDS: &str = "rounds";
const ROUNDS_MAX: usize = 64 << 10;

/// The file of test letters that were sent, and the prefix of the outcome of one that came in.
const TRIALS: &str = "trials";
const TEST: &str = "test:";

/// The folder of reports that a person must look at.
const FAILED: &str = "failed";

/// The folder of letters that a person should read and that no mailbox keeps.
const UNREAD: &str = "unread";

/// Outcomes of orders and changes that were signed and not filed: whoever has old ones can send them again in their player's name.
const NOT_FILED: [&str; 9] = [
    "recorded",
    "change",
    "refused:change",
    "refused:phase",
    "refused:history",
    "refused:game",
    "refused:orders",
    "refused:utf8",
    "refused:size",
];

/// The number of other letters from an address that were answered in the last 24 hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    filed: usize,
    not_filed: usize,
    unsigned: usize,
    /// How many of those were answered with help alone.
    pub help: usize,
}

impl Answered {
    /// The number of those with an outcome of the same kind: filed, signed and not filed, or what anybody can write in
    /// another's name.
    pub fn like(&self, outcome: &str) -> usize {
        match outcome {
            "filed" => self.filed,
            other if NOT_FILED.contains(&other) => self.not_filed,
            _ => self.unsigned,
        }
    }
}

/// The folder of raw letters.
#[derive(Clone, Debug)]
pub struct Inbox {
    folder: PathBuf,
}

/// What became of one letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub letter: Digest,
    /// In a word or two: `filed`, `refused:altered`, `ignored:bounce`.
    pub outcome: String,
    pub answered: Option<String>,
}

/// A test letter of our own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    pub at: DateTime<Utc>,
    pub word: String,
    /// The verdict of the receiving server, once the letter came in: `passed`, `failed` or `unjudged`.
    pub verdict: Option<String>,
}

impl Judged {
    /// True if the program did all that there was to do. Letters that it had no use for, left unanswered or did not
    /// understand are for a person to read.
    pub fn is_for_the_program(&self) -> bool {
        let left = ["ignored:", "unanswered:", "help"];
        !left.iter().any(|one| self.outcome.starts_with(one))
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

    pub fn outbox(&self) -> Outbox {
        Outbox::within(&self.folder)
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

    /// Leaves a kept letter for a person to look at and then remove.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn fail(&self, letter: &Digest, raw: &[u8]) -> Result<(), Error> {
        self.put_before_a_person(FAILED, letter, raw)
    }

    /// Leaves a kept letter that is in no mailbox for a person to read.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn leave_unread(&self, letter: &Digest, raw: &[u8]) -> Result<(), Error> {
        self.put_before_a_person(UNREAD, letter, raw)
    }

    fn put_before_a_person(&self, place: &str, letter: &Digest, raw: &[u8]) -> Result<(), Error> {
        let folder = self.folder.join(place);
        files::make_folder(&folder, files::SECRET_FOLDER_MODE)?;
        files::replace(&folder.join(format!("{letter}.eml")), raw, files::SECRET_MODE)
    }

    pub fn unread_folder(&self) -> PathBuf {
        self.folder.join(UNREAD)
    }

    /// The letters that a person should read and that no mailbox keeps.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn unread(letters: &Path) -> Result<Vec<PathBuf>, Error> {
        lying_in(&letters.join(UNREAD))
    }

    /// The reports that a person must look at, if there is such a folder of letters.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn failed(letters: &Path) -> Result<Vec<PathBuf>, Error> {
        lying_in(&letters.join(FAILED))
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

    /// The number of other letters from an address that were answered in the last 24 hours.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn answers(
        &self,
        address: &str,
        letter: &Digest,
        now: DateTime<Utc>,
    ) -> Result<Answered, Error> {
        let bytes = files::read_if_there(&self.journal(), JOURNAL_MAX)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let letter = letter.to_string();
        let recent = |line: &&str| {
            let mut words = line.split(' ');
            let time = words.next().and_then(|time| DateTime::parse_from_rfc3339(time).ok());
            let fresh = time.is_some_and(|time| now - time.to_utc() < TimeDelta::days(1));
            fresh && words.next() != Some(&letter) && words.nth(1) == Some(address)
        };
        let mut answered = Answered::default();
        for outcome in text.lines().filter(recent).filter_map(|line| line.split(' ').nth(2)) {
            match outcome {
                "filed" => answered.filed += 1,
                other if NOT_FILED.contains(&other) => answered.not_filed += 1,
                other => {
                    answered.unsigned += 1;
                    answered.help += usize::from(other == "help");
                }
            }
        }
        Ok(answered)
    }

    /// The letters since a time from unknown senders, the newest last.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn strangers(letters: &Path, since: DateTime<Utc>) -> Result<Vec<PathBuf>, Error> {
        let journal = Self { folder: letters.to_owned() }.journal();
        let bytes = files::read_named_if_there(&journal, JOURNAL_MAX)?.unwrap_or_default();
        let line = |line: &str| {
            let mut words = line.split(' ');
            let at = DateTime::parse_from_rfc3339(words.next()?).ok()?.to_utc();
            let letter = words.next()?;
            (words.next() == Some("ignored:stranger") && at >= since)
                .then(|| letters.join(format!("{letter}.eml")))
        };
        Ok(String::from_utf8_lossy(&bytes).lines().filter_map(line).collect())
    }

    /// The letters since a time that were refused, left unanswered or not understood, as the journal has them: time, file, outcome,
    /// address answered.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn refused(letters: &Path, since: DateTime<Utc>) -> Result<Vec<String>, Error> {
        let journal = Self { folder: letters.to_owned() }.journal();
        let bytes = files::read_named_if_there(&journal, JOURNAL_MAX)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let line = |line: &str| {
            let mut words = line.split(' ');
            let (time, letter, outcome) = (words.next()?, words.next()?, words.next()?);
            let at = DateTime::parse_from_rfc3339(time).ok()?.to_utc();
            let bad = outcome.starts_with("refused:")
                || outcome.starts_with("unanswered:")
                || outcome == "help";
            let address = words.next().filter(|address| *address != "-").unwrap_or("nobody");
            let file = letters.join(format!("{letter}.eml"));
            let told = format!("{time} {outcome}, answered to {address}: {}", file.display());
            (bad && at >= since).then_some(told)
        };
        Ok(text.lines().filter_map(line).collect())
    }

    /// The state of the mail that is kept in this folder, as the last round left it.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn incoming(letters: &Path) -> Result<Incoming, Error> {
        let lost = !Self::failed(letters)?.is_empty();
        let heard = Self { folder: letters.to_owned() }.heard(clock::now()?)?;
        let Rounds { downtime, read, .. } = Self::rounds(letters)?;
        Ok(Incoming { heard, read, lost, downtime })
    }

    /// The notes of the rounds.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn rounds(letters: &Path) -> Result<Rounds, Error> {
        let bytes = files::read_if_there(&letters.join(ROUNDS), ROUNDS_MAX)?.unwrap_or_default();
        // One that was cut off is begun anew: it costs nobody time.
        Ok(serde_json::from_slice(&bytes).unwrap_or_default())
    }

    /// Keeps what the rounds noted of themselves.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn keep_rounds(letters: &Path, rounds: &Rounds) -> Result<(), Error> {
        files::make_folder(letters, files::SECRET_FOLDER_MODE)?;
        let text = serde_json::to_string(rounds).expect("plain data");
        files::replace(&letters.join(ROUNDS), text.as_bytes(), files::SECRET_MODE)
    }

    /// When the last letter came in that proves that mail arrives: from a person who plays or joins, or our own test
    /// letter, if the server judged it genuine. Our own notices, reports of mail servers, lists and strangers prove
    /// nothing.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn heard(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, Error> {
        let bytes = files::read_if_there(&self.journal(), JOURNAL_MAX)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let time = |line: &str| {
            let mut words = line.split(' ');
            let at = DateTime::parse_from_rfc3339(words.next()?).ok()?.to_utc();
            let nobody = |outcome: &str| {
                outcome.starts_with("ignored:")
                    || outcome == "refused:malformed"
                    || outcome.starts_with(TEST) && !outcome.starts_with("test:passed")
            };
            words.nth(1).filter(|outcome| !nobody(outcome)).map(|_| at).filter(|at| *at <= now)
        };
        Ok(text.lines().rev().find_map(time))
    }

    /// Notes that a test letter with this random word is sent.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn note_trial(&self, word: &str, now: DateTime<Utc>) -> Result<(), Error> {
        let time = now.to_rfc3339_opts(SecondsFormat::Secs, true);
        files::append_line(&self.folder.join(TRIALS), &format!("{time} {word}"), files::SECRET_MODE)
    }

    /// The test letters of our own, in the order in which they were sent.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn trials(&self) -> Result<Vec<Trial>, Error> {
        let read = |path: &Path| -> Result<String, Error> {
            let bytes = files::read_if_there(path, JOURNAL_MAX)?.unwrap_or_default();
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        let (sent, came) = (read(&self.folder.join(TRIALS))?, read(&self.journal())?);
        let verdict = |word: &str| {
            came.lines().rev().find_map(|line| {
                let outcome = line.split(' ').nth(2)?.strip_prefix(TEST)?;
                let (verdict, of) = outcome.split_once(':')?;
                (of == word).then(|| verdict.to_owned())
            })
        };
        let line = |line: &str| {
            let (time, word) = line.split_once(' ')?;
            let at = DateTime::parse_from_rfc3339(time).ok()?.to_utc();
            Some(Trial { at, word: word.to_owned(), verdict: verdict(word) })
        };
        Ok(sent.lines().filter_map(line).collect())
    }

    /// The test letter that came in last, else the one that was sent last, where there is such a folder of letters.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn last_trial(letters: &Path) -> Result<Option<Trial>, Error> {
        let trials = Self { folder: letters.to_owned() }.trials()?;
        let came = trials.iter().rev().find(|trial| trial.verdict.is_some());
        Ok(came.or(trials.last()).cloned())
    }

    fn journal(&self) -> PathBuf {
        self.folder.join("journal")
    }
}

fn lying_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let names = files::names(folder)?.into_iter();
    Ok(names.map(|name| folder.join(name)).collect())
}
