//! `tabella mail receive` and `tabella mail poll`: letters in.
//!
//! A letter is kept first, then judged ([`judge`]), its orders filed and its answers put into the outboxes of the games
//! ([`answer`]). Each step can be done again without harm, so whatever was interrupted is made good when the letter comes
//! again, or is polled again.

mod answer;
mod asking;
mod judge;
mod messages;

use super::args::{Poll, Receive};
use super::{CommandResult, Error, Exit};
use crate::mail::message_id;
use crate::store::inbox::Inbox;
pub(super) use crate::store::inbox::Judged;
use crate::store::outbox::Outbox;
use crate::store::{self, Folder, Game, clock, files, maildir};
use incoming::bounce::Bounce;
use incoming::message::SIZE_MAX;
use judge::Judgement;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What tells a mail server or a fetcher to keep the letter and bring it again (sysexits.h, `EX_TEMPFAIL`).
const AGAIN: u8 = 75;

/// How much is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Limits {
    /// Most answers to one address in 24 hours.
    pub(super) per_address: usize,
    /// Most letters of help alone to one address in 24 hours.
    pub(super) help: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { per_address: 20, help: 1 }
    }
}

/// The games that letters may be about, and where letters are kept.
pub(super) struct Receiver {
    pub(super) games: Vec<Game>,
    pub(super) inbox: Inbox,
    pub(super) limits: Limits,
}

/// One letter, on standard input.
///
/// # Errors
/// Error with exit code 75, for anything that may be better the next time: a full disk, a game that is locked.
pub(super) fn receive(args: &Receive) -> CommandResult {
    let raw = files::read_standard_input(SIZE_MAX + 1).map_err(|trouble| again(trouble.into()))?;
    let judged =
        open(&args.letters, &args.games).and_then(|receiver| receiver.take(&raw)).map_err(again)?;
    super::tell(&line(&judged));
    Ok(Exit::Done)
}

/// The letters in a Maildir's `new/`, each moved to `cur/` once it is done with.
///
/// # Errors
/// As [`receive`]; the letters that were not done with stay in `new/`.
pub(super) fn poll(args: &Poll) -> CommandResult {
    for name in maildir::new_letters(&args.maildir).map_err(|trouble| again(trouble.into()))? {
        let take = || {
            let raw = maildir::read(&args.maildir, &name, SIZE_MAX + 1)?;
            // Opened anew for each letter: the one before may have filed orders.
            let judged = open(&args.letters, &args.games)?.take(&raw)?;
            maildir::done(&args.maildir, &name, judged.is_for_the_program())?;
            Ok(judged)
        };
        let judged: Judged = take().map_err(again)?;
        super::tell(&format!("{name}  {}", line(&judged)));
    }
    Ok(Exit::Done)
}

fn again(trouble: Error) -> Error {
    Error { code: AGAIN, ..trouble }
}

pub(super) fn line(judged: &Judged) -> String {
    let answered = judged.answered.as_deref().map(|to| format!(", answered to {to}"));
    format!("{}{}", judged.outcome, answered.unwrap_or_default())
}

fn open(letters: &Path, games: &[PathBuf]) -> Result<Receiver, Error> {
    let load = |path: &PathBuf| Ok(store::load(&Folder::find(path)?)?);
    let games = games.iter().map(load).collect::<Result<Vec<Game>, Error>>()?;
    Ok(Receiver { games, inbox: Inbox::open(letters)?, limits: Limits::default() })
}

impl Receiver {
    /// Keeps a letter, judges it, files its orders, and leaves the answers to it in the outboxes.
    ///
    /// # Errors
    /// Trouble with files; a template at fault. The letter is kept, and can be taken again.
    pub(super) fn take(&self, raw: &[u8]) -> Result<Judged, Error> {
        let letter = self.inbox.keep(raw)?;
        let now = clock::now()?;
        let Judgement { outcome, answers, message, bounce } = judge::judge(&self.games, raw)?;
        if let Some(bounce) = &bounce
            && !self.came_back(bounce)?
        {
            self.inbox.fail(&letter, raw)?;
        }
        let mut answered = None;
        for one in &answers {
            if let Some(to) = answer::leave(self, one, &message, &letter, now)? {
                answered = Some(to);
            }
        }
        let judged = Judged { letter, outcome, answered };
        // The last step: a letter without its line here was not done with.
        self.inbox.note(&judged, now)?;
        Ok(judged)
    }

    /// Notes which letters came back: those that a report names, else what was written last to the addresses that it names. False
    /// where it may be about a letter of any game.
    fn came_back(&self, bounce: &Bounce) -> Result<bool, Error> {
        let mut known = !bounce.ids.is_empty();
        for game in &self.games {
            let outbox = Outbox::of(&game.folder);
            for id in &bounce.ids {
                outbox.came_back(id, &bounce.why)?;
            }
            if !bounce.ids.is_empty() {
                continue;
            }
            let session = &game.session;
            for seat in session.charter.seat_names() {
                let address = game.address(seat).map(str::to_lowercase);
                if address.is_some_and(|address| bounce.recipients.contains(&address)) {
                    known = true;
                    let id = message_id(&session.charter.game, session.number, seat, &session.head);
                    outbox.came_back(&id, &bounce.why)?;
                }
            }
        }
        Ok(known)
    }
}
