//! The outbox: letters that wait as files, and are sent once each.
//!
//! ```text
//! outbox/0007-rome.eml       waits
//! outbox/0007-rome.why       why it still waits, after a try
//! outbox/0007-rome.sending   was handed over, and it is not known here whether it was taken
//! outbox/0007-rome.taken     was taken, and that is not noted yet
//! outbox/sent/0007-rome.eml  was taken by the mail server
//! outbox/failed/...          was refused for good, or came back; the reason is in the .why beside it
//! outbox/journal             what became of each letter, by its message id ([`crate::store::post::dispatches`])
//! ```
//!
//! A letter's state is the folder that it lies in, and changes by one rename. Between the server's word that it has the
//! letter and that rename the machine may stop, or the word itself may be lost; nothing on this side can tell then whether
//! the letter went. Its `.sending` file stays, and the next run sends it again: the same bytes under the same message id, by
//! which the receiver sees that it is there already. A letter twice is a nuisance, a missing one a lost turn. After
//! [`DOUBTS_MAX`] such ends in a row the letter goes to `failed/`, so that no timer floods a player. Once the word is here, the
//! first trace of it is that `.sending` is renamed to `.taken`, for that asks for no room: on a full disk no line of the journal can be
//! written, and the letter would go out again with every run.
//!
//! Sending has a lock of its own: a slow mail server must not keep a phase from being resolved.

mod renew;

use crate::mail::{
    Carrier, Envelope, EnvelopeFault, Fault, Post, RouteError, addressee, readdressed,
};
use crate::store::post::dispatches::{Dispatch, Dispatches};
use crate::store::post::letter_names::{is_letter, namesakes};
use crate::store::{Error, Folder, clock, files};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// How often a letter is handed over without an answer before a person must look.
pub const DOUBTS_MAX: u32 = 3;
/// Maximum size of a letter, in bytes.
const LETTER_MAX: usize = 32 << 20;
/// Maximum size of a note beside a letter, in bytes.
const NOTE_MAX: usize = 4096;

/// Says whether a letter was new to the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    Placed,
    /// It was there, or had been sent or refused, under this message id.
    Known,
}

/// The fate of a letter in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Taken; with what the other side said.
    Sent(String),
    /// Waits for the next run; with the reason.
    Waits(String),
    /// Refused for good; with the reason.
    Failed(String),
    /// Perhaps taken; waits for the next run, with what was missing.
    Doubt(String),
}

/// A letter that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub file: String,
    /// Its envelope, or why it cannot be sent.
    pub envelope: Result<Envelope, EnvelopeFault>,
    /// Its size in bytes.
    pub size: usize,
    /// How often it was handed over without an answer.
    pub doubts: u32,
    /// Why it still waits, if it was tried.
    pub why: Option<String>,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub sent: usize,
    pub waiting: usize,
    pub failed: usize,
    /// Why no more letters were tried, if the route was closed.
    pub closed: Option<RouteError>,
}

#[derive(Clone, Debug)]
pub struct Outbox {
    /// The game, or what stands for it: named in the error if another run is sending.
    game: PathBuf,
    folder: PathBuf,
}

impl Outbox {
    /// The outbox of this game; its folder is made when the first letter comes.
    pub fn of(game: &Folder) -> Self {
        Self { game: game.root().to_owned(), folder: game.outbox() }
    }

    /// The outbox in a folder of the referee's that is no game, for letters that concern none.
    pub fn within(place: &Path) -> Self {
        Self { game: place.to_owned(), folder: place.join("outbox") }
    }

    /// Puts a letter in, whole or not at all. Putting the same one in again changes nothing, even after it was sent.
    ///
    /// # Errors
    /// [`Error::Exists`], if another letter has this file name; [`Error`] with the path.
    pub fn put(&self, post: &Post) -> Result<Put, Error> {
        if !is_letter(&post.file) {
            return Err(Error::broken(
                &self.folder.join(&post.file),
                "not named NNNN-SEAT.eml",
                "rename it to that form",
            ));
        }
        files::make_folder(&self.folder, files::SECRET_FOLDER_MODE)?;
        let id = |bytes: &[u8]| Envelope::read(bytes).ok().map(|envelope| envelope.message_id);
        let new = id(&post.bytes);
        // In the order in which a letter moves, so that one that moves meanwhile is not missed.
        for place in [self.folder.clone(), self.sent(), self.failed()] {
            for file in namesakes(&place, &post.file)? {
                let path = place.join(&file);
                let Some(there) = files::read_if_there(&path, LETTER_MAX)? else { continue };
                if new.is_some() && id(&there) == new {
                    return Ok(Put::Known);
                }
                if file == post.file {
                    return Err(Error::Exists(path));
                }
            }
        }
        // Whoever tidied the file away did not mean that it should be sent again.
        if let Some(id) = new
            && self.journal().latest()?.contains_key(&id)
        {
            return Ok(Put::Known);
        }
        files::replace(&self.folder.join(&post.file), &post.bytes, files::SECRET_MODE)?;
        Ok(Put::Placed)
    }

    /// True if a letter is here, or was once.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn knows(&self, file: &str, id: &str) -> Result<bool, Error> {
        for place in [self.folder.clone(), self.sent(), self.failed()] {
            let there = files::read_if_there(&place.join(file), LETTER_MAX)?;
            let read = there.map(|bytes| Envelope::read(&bytes));
            if read.is_some_and(|found| found.is_ok_and(|envelope| envelope.message_id == id)) {
                return Ok(true);
            }
        }
        Ok(self.journal().latest()?.contains_key(id))
    }

    /// True if a report was ever left here for a seat.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn has_written_to(&self, seat: &str) -> Result<bool, Error> {
        let report = |name: &String| {
            let end = name.split_once('-').filter(|_| is_letter(name));
            end.and_then(|(_, end)| end.strip_suffix(".eml")) == Some(seat)
        };
        for place in [self.folder.clone(), self.sent(), self.failed()] {
            if files::names(&place)?.iter().any(report) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notes that a letter came back: it moves from `sent/` to `failed/`, with the reason. A letter that is not of this outbox,
    /// or came back already, changes nothing.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn came_back(&self, id: &str, why: &str) -> Result<(), Error> {
        let known = self.journal().latest()?.get(id).map(|(dispatch, _)| *dispatch);
        if known != Some(Dispatch::Sent) {
            return Ok(());
        }
        for file in files::names(&self.sent())?.into_iter().filter(|name| is_letter(name)) {
            let bytes = files::read(&self.sent().join(&file), LETTER_MAX)?;
            if Envelope::read(&bytes).is_ok_and(|envelope| envelope.message_id == id) {
                files::make_folder(&self.failed(), files::SECRET_FOLDER_MODE)?;
                let note = self.failed().join(&file).with_extension("why");
                let text = format!("came back: {why}\n");
                files::replace(&note, text.as_bytes(), files::SECRET_MODE)?;
                files::rename(&self.sent().join(&file), &self.failed().join(&file))?;
                files::flush(&self.failed())?;
                break;
            }
        }
        self.journal().note(id, Dispatch::Bounced, clock::now()?)
    }

    /// Puts a letter that was sent, failed or came back into the outbox again, under its own message id; addressed to
    /// `to`, if given, instead of its former address.
    ///
    /// # Errors
    /// [`Error::Missing`] if there is no such letter; [`Error`] with the path.
    pub fn again(&self, file: &str, to: Option<&str>) -> Result<(), Error> {
        // A mark that an interruption left beside it would say that it was taken.
        self.tidy()?;
        for place in [self.failed(), self.sent()] {
            if is_letter(file) && files::metadata(&place.join(file))?.is_some() {
                if let Some(to) = to {
                    redirect(&place.join(file), to)?;
                }
                files::rename(&place.join(file), &self.folder.join(file))?;
                files::flush(&self.folder)?;
                return self.tidy();
            }
        }
        let fix = "name a letter of outbox/sent/ or outbox/failed/".to_owned();
        Err(Error::Missing { path: self.folder.join(file), fix })
    }

    /// Readdresses the waiting letters to a seat, whatever their address was; returns their files. A letter that was
    /// taken already and is not put away yet stays as it went.
    ///
    /// # Errors
    /// [`Error::Busy`], if a run is sending; [`Error`] with the path.
    pub fn readdress(&self, seat: &str, to: &str) -> Result<Vec<String>, Error> {
        let theirs = |file: &String| addressee(file).is_some_and(|(_, of)| of == seat);
        let letters: Vec<String> = self.letters()?.into_iter().filter(theirs).collect();
        if letters.is_empty() {
            return Ok(letters);
        }
        let _lock = self.lock()?;
        let new = |file: String| {
            let goes = !self.is_taken(&file)? && redirect(&self.folder.join(&file), to)?;
            Ok(goes.then_some(file))
        };
        letters.into_iter().map(new).filter_map(Result::transpose).collect()
    }

    /// The letters that were refused or came back, each with the reason.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn failures(&self) -> Result<Vec<(String, String)>, Error> {
        let letters = files::names(&self.failed())?.into_iter().filter(|name| is_letter(name));
        let why = |file: String| {
            let why = note(&self.failed().join(&file).with_extension("why"))?;
            Ok((file, why.map_or_else(String::new, |why| why.trim_end().to_owned())))
        };
        letters.map(why).collect()
    }

    pub fn journal(&self) -> Dispatches {
        Dispatches::of(&self.folder)
    }

    /// The letters that wait, in the order in which they will be sent.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn waiting(&self) -> Result<Vec<Waiting>, Error> {
        let look = |file: String| {
            let bytes = files::read(&self.folder.join(&file), LETTER_MAX)?;
            let envelope = Envelope::read(&bytes);
            let doubts =
                envelope.as_ref().map_or(Ok(0), |envelope| self.doubts(&file, envelope))?;
            let why = note(&self.beside(&file, "why"))?.map(|why| why.trim_end().to_owned());
            Ok(Waiting { file, envelope, size: bytes.len(), doubts, why })
        };
        self.letters()?.into_iter().map(look).collect()
    }

    /// Hands over what waits, in order, and tells the fate of each letter as it is known.
    ///
    /// # Errors
    /// [`Error::Busy`], if another run is sending; [`Error`] with the path. What was sent until then stays sent.
    pub fn send(
        &self,
        carrier: &mut dyn Carrier,
        tell: &mut dyn FnMut(&str, &Fate),
    ) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        if !files::is_folder(&self.folder)? {
            return Ok(tally);
        }
        let _lock = self.lock()?;
        for folder in [self.sent(), self.failed()] {
            files::make_folder(&folder, files::SECRET_FOLDER_MODE)?;
        }
        self.tidy()?;
        for file in self.letters()? {
            let fate = match &tally.closed {
                Some(error) => Fate::Waits(error.to_string()),
                None => self.try_one(&file, carrier, &mut tally.closed)?,
            };
            self.settle(&file, &fate)?;
            match &fate {
                Fate::Sent(_) => tally.sent += 1,
                Fate::Waits(_) | Fate::Doubt(_) => tally.waiting += 1,
                Fate::Failed(_) => tally.failed += 1,
            }
            tell(&file, &fate);
        }
        Ok(tally)
    }

    fn try_one(
        &self,
        file: &str,
        carrier: &mut dyn Carrier,
        closed: &mut Option<RouteError>,
    ) -> Result<Fate, Error> {
        let message = files::read(&self.folder.join(file), LETTER_MAX)?;
        let envelope = match Envelope::read(&message) {
            Ok(envelope) => envelope,
            Err(fault) => return Ok(Fate::Failed(fault.to_string())),
        };
        let id = &envelope.message_id;
        if self.marked(file, "taken", &envelope)?.is_some() {
            // Noted again where that was done: the time of the phase then begins a little later, never earlier.
            self.journal().note(id, Dispatch::Sent, clock::now()?)?;
            return Ok(Fate::Sent("accepted by the mail server before an interruption".to_owned()));
        }
        let doubts = self.doubts(file, &envelope)?;
        if doubts >= DOUBTS_MAX {
            return Ok(Fate::Failed(format!(
                "handed over {doubts} times, but never confirmed: ask the recipient whether {id} \
                 arrived"
            )));
        }
        let outcome = match carrier.ready() {
            Ok(()) => {
                self.mark(file, &envelope, doubts + 1)?;
                carrier.carry(&envelope, &message)
            }
            Err(fault) => Err(fault),
        };
        if let Err(Fault::Route(error)) = &outcome {
            *closed = Some(error.clone());
        }
        if outcome.is_ok() {
            // Before anything else: from here on it is not sent again, whenever the machine stops or the disk is full.
            files::rename(&self.beside(file, "sending"), &self.beside(file, "taken"))?;
            self.journal().note(id, Dispatch::Sent, clock::now()?)?;
        }
        Ok(match outcome {
            Ok(said) => Fate::Sent(said),
            Err(fault @ (Fault::Recipient { .. } | Fault::Permanent(_))) => {
                Fate::Failed(fault.to_string())
            }
            Err(fault @ Fault::Doubt(_)) => Fate::Doubt(fault.to_string()),
            Err(fault @ (Fault::Route(_) | Fault::Temporary(_))) => {
                // A letter that an earlier run left in doubt stays in doubt.
                match doubts {
                    0 => files::remove(&self.beside(file, "sending"))?,
                    _ => self.mark(file, &envelope, doubts)?,
                }
                Fate::Waits(fault.to_string())
            }
        })
    }

    fn settle(&self, file: &str, fate: &Fate) -> Result<(), Error> {
        let to = match fate {
            Fate::Waits(why) | Fate::Doubt(why) => {
                return files::replace(
                    &self.beside(file, "why"),
                    format!("{why}\n").as_bytes(),
                    files::SECRET_MODE,
                );
            }
            Fate::Sent(_) => self.sent(),
            Fate::Failed(why) => {
                let bytes = files::read(&self.folder.join(file), LETTER_MAX)?;
                if let Ok(envelope) = Envelope::read(&bytes) {
                    self.journal().note(&envelope.message_id, Dispatch::Failed, clock::now()?)?;
                }
                let note = self.failed().join(file).with_extension("why");
                files::replace(&note, format!("{why}\n").as_bytes(), files::SECRET_MODE)?;
                self.failed()
            }
        };
        files::rename(&self.folder.join(file), &to.join(file))?;
        files::flush(&to)?;
        files::flush(&self.folder)?;
        self.tidy()
    }

    /// Removes the notes beside letters that are gone.
    fn tidy(&self) -> Result<(), Error> {
        for folder in [self.folder.clone(), self.failed()] {
            for name in files::names(&folder)? {
                let stem =
                    [".sending", ".taken", ".why"].iter().find_map(|end| name.strip_suffix(end));
                let Some(letter) = stem.map(|stem| format!("{stem}.eml")) else { continue };
                if is_letter(&letter) && files::metadata(&folder.join(letter))?.is_none() {
                    files::remove(&folder.join(name))?;
                }
            }
        }
        Ok(())
    }

    /// Notes that a letter is about to be handed over, and how often that will have been if no answer comes.
    fn mark(&self, file: &str, envelope: &Envelope, times: u32) -> Result<(), Error> {
        let text = format!("{}\n{times}\n", envelope.message_id);
        files::replace(&self.beside(file, "sending"), text.as_bytes(), files::SECRET_MODE)
    }

    /// The number of times that this very letter was handed over without an answer.
    fn doubts(&self, file: &str, envelope: &Envelope) -> Result<u32, Error> {
        let times = self.marked(file, "sending", envelope)?;
        Ok(times.map_or(0, |times| times.parse().unwrap_or(1)))
    }

    /// The number of times that this very letter was handed over, as a mark beside it says; none without such a mark.
    fn marked(
        &self,
        file: &str,
        extension: &str,
        envelope: &Envelope,
    ) -> Result<Option<String>, Error> {
        let marked = note(&self.beside(file, extension))?;
        let same = marked
            .as_deref()
            .and_then(|text| text.split_once('\n'))
            .filter(|(id, _)| *id == envelope.message_id);
        Ok(same.map(|(_, times)| times.trim_end().to_owned()))
    }

    /// True if the mail server took a letter before an interruption and this is not noted yet.
    fn is_taken(&self, file: &str) -> Result<bool, Error> {
        let Some(bytes) = files::read_if_there(&self.folder.join(file), LETTER_MAX)? else {
            return Ok(false);
        };
        let Ok(envelope) = Envelope::read(&bytes) else { return Ok(false) };
        Ok(self.marked(file, "taken", &envelope)?.is_some())
    }

    fn letters(&self) -> Result<Vec<String>, Error> {
        Ok(files::names(&self.folder)?.into_iter().filter(|name| is_letter(name)).collect())
    }

    fn lock(&self) -> Result<File, Error> {
        let path = self.folder.join(".lock");
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = open.map_err(|error| Error::io("write", &path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(Error::Busy(self.game.clone())),
            Err(TryLockError::Error(error)) => Err(Error::io("lock", &path, error)),
        }
    }

    fn beside(&self, file: &str, extension: &str) -> PathBuf {
        self.folder.join(file).with_extension(extension)
    }

    fn sent(&self) -> PathBuf {
        self.folder.join("sent")
    }

    fn failed(&self) -> PathBuf {
        self.folder.join("failed")
    }
}

/// Writes another receiver into a letter; false if it has that one already, cannot be sent as it stands, or is gone.
fn redirect(letter: &Path, to: &str) -> Result<bool, Error> {
    let Some(bytes) = files::read_if_there(letter, LETTER_MAX)? else { return Ok(false) };
    let other = Envelope::read(&bytes).is_ok_and(|found| !found.to.eq_ignore_ascii_case(to));
    if other {
        files::replace(letter, &readdressed(&bytes, to), files::SECRET_MODE)?;
    }
    Ok(other)
}

fn note(path: &Path) -> Result<Option<String>, Error> {
    let bytes = files::read_if_there(path, NOTE_MAX)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}
