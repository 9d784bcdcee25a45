//! `tabella run`: one round of everything for all games: letters in, receipts, reminders, resolving, reports, letters out.
//!
//! Every step can be done again without harm and leaves its trace only when it is done: letters are filed by their digest,
//! letters out are known by their message ids, a record appears whole or not at all. So a round that was killed anywhere is
//! made good by the next.

mod decide;
pub(super) mod games;
pub(super) mod settings;

use super::args::Run;
use super::receive::{Desk, Judged};
use super::{CommandResult, Error, Exit};
use crate::mail::Carrier;
use crate::store::inbox::Inbox;
use crate::store::outbox::{Fate, Outbox, Tally};
use crate::store::{self, Folder, Game, Lock, clock, files, maildir, programs};
use chrono::{DateTime, Utc};
use games::Happened;
use incoming::message::SIZE_MAX;
use record::span::Span;
use settings::Settings;
use std::time::Duration;

/// Runs the command.
///
/// # Errors
/// Settings that cannot be used; another round at work. With `--watch` these are told, and the next round tries again.
pub(super) fn run(args: &Run) -> CommandResult {
    let Some(every) = &args.watch else { return once(args) };
    let every = Span::parse(every).map_err(|what| Error::usage(format!("--watch: {what}")))?;
    let pause = every.delta().to_std().unwrap_or(Duration::MAX);
    loop {
        if let Err(trouble) = once(args) {
            super::tell(&format!("tabella: {trouble}"));
        }
        clock::pause(pause);
    }
}

/// One round.
fn once(args: &Run) -> CommandResult {
    let settings = Settings::read(&args.settings)?;
    let folders = settings.folders()?;
    let mut round = Round { settings: &settings, told: Vec::new(), trouble: false };
    if args.dry_run {
        round.show(&folders)?;
    } else {
        match Lock::round(&settings.letters) {
            Ok(_lock) => round.go(&folders)?,
            Err(store::Error::Busy(_)) => {
                super::tell("another round is at work");
                return Ok(Exit::NotYet);
            }
            Err(trouble) => return Err(trouble.into()),
        }
    }
    if !round.told.is_empty() {
        super::print(&(round.told.join("\n") + "\n"))?;
    }
    if round.trouble {
        return Err(Error::files("a person must look: see above"));
    }
    Ok(Exit::Done)
}

/// A round at work.
pub(super) struct Round<'a> {
    settings: &'a Settings,
    /// What happened, for the referee.
    told: Vec<String>,
    /// Whether a person must look.
    trouble: bool,
}

impl Round<'_> {
    fn tell(&mut self, line: String) {
        self.told.push(line);
    }

    fn trouble(&mut self, line: String) {
        self.trouble = true;
        self.told.push(line);
    }

    /// Everything, in the order in which one thing leads to the next.
    fn go(&mut self, folders: &[Folder]) -> Result<(), Error> {
        self.fetch();
        self.receive(folders)?;
        let heard = heard(self.settings)?;
        for folder in folders {
            match Lock::round(&folder.private()) {
                Err(store::Error::Busy(_)) => {
                    self.tell(format!(
                        "{}: another round is at work on it",
                        folder.root().display()
                    ));
                }
                Err(trouble) => self.trouble(trouble.to_string()),
                Ok(_lock) => self.game(folder, heard),
            }
        }
        self.send(folders);
        Ok(())
    }

    /// One game; whatever is wrong with it concerns it alone.
    fn game(&mut self, folder: &Folder, heard: Option<DateTime<Utc>>) {
        let name = folder.root().display().to_string();
        // Now, not when the round began: fetching takes its time, and what was filed since counts.
        let done =
            clock::now().map_err(Error::from).and_then(|now| games::round(folder, now, heard));
        match done {
            Ok(told) => {
                for one in told {
                    match one {
                        Happened::Done(what) => self.tell(format!("{name}: {what}")),
                        Happened::Look(what) => self.trouble(format!("{name}: {what}")),
                    }
                }
            }
            Err(trouble) => self.trouble(format!("{name}: {trouble}")),
        }
    }

    /// What would be done.
    fn show(&mut self, folders: &[Folder]) -> Result<(), Error> {
        if let Some(incoming) = &self.settings.incoming {
            let waiting = maildir::new_letters(&incoming.maildir)?.len();
            self.tell(format!("{waiting} letters to read in {}", incoming.maildir.display()));
        }
        let (now, heard) = (clock::now()?, heard(self.settings)?);
        for folder in folders {
            let name = folder.root().display().to_string();
            match games::outlook(folder, now, heard) {
                Ok(outlook) => self.tell(format!("{name}: {outlook}")),
                Err(trouble) => self.trouble(format!("{name}: {trouble}")),
            }
        }
        Ok(())
    }

    /// Lets the program that the settings name fill the Maildir.
    fn fetch(&mut self) {
        let fetch = self.settings.incoming.as_ref().and_then(|incoming| incoming.fetch.as_ref());
        if let Some(Err(trouble)) = fetch.map(|argv| programs::run(argv, settings::FETCH_TIME)) {
            self.trouble(format!("mail could not be fetched: {trouble}"));
        }
    }

    /// Reads the new letters. One that cannot be done with now stays where it is.
    fn receive(&mut self, folders: &[Folder]) -> Result<(), Error> {
        let Some(incoming) = &self.settings.incoming else { return Ok(()) };
        for name in maildir::new_letters(&incoming.maildir)? {
            let taken = || -> Result<Option<Judged>, Error> {
                let raw = maildir::read(&incoming.maildir, &name, SIZE_MAX + 1)?;
                // Opened anew for each letter: the one before may have filed orders.
                let (games, broken) = open(folders);
                let inbox = Inbox::open(&self.settings.letters)?;
                let desk = Desk { games, inbox, limits: self.settings.limits };
                let judged = desk.take(&raw)?;
                // It may be about a game that cannot be taken up now.
                let nobodys =
                    ["ignored:stranger", "refused:key"].contains(&judged.outcome.as_str());
                if broken && nobodys {
                    return Ok(None);
                }
                maildir::done(&incoming.maildir, &name, judged.is_for_the_program())?;
                Ok(Some(judged))
            };
            match taken() {
                Ok(Some(judged)) => {
                    let line = super::receive::line(&judged);
                    self.tell(format!("letter {name}: {line}"));
                }
                Ok(None) => self.trouble(format!(
                    "letter {name}: left, for it may be about a game that is broken"
                )),
                Err(trouble) => self.trouble(format!("letter {name}: {trouble}")),
            }
        }
        Ok(())
    }

    /// Sends what waits in all outboxes, over one connection.
    fn send(&mut self, folders: &[Folder]) {
        let mut carrier = match self.settings.carrier() {
            Ok(Some(carrier)) => carrier,
            Ok(None) => return,
            Err(trouble) => return self.trouble(trouble.to_string()),
        };
        for folder in folders {
            match self.send_of(folder, carrier.as_mut()) {
                Ok(Tally { closed: Some(closed), waiting, .. }) => {
                    // It is closed for the others too, and each try could take a minute.
                    return self.trouble(format!(
                        "{closed}; {waiting} letters of {} wait, and those of the games behind it",
                        folder.root().display()
                    ));
                }
                Ok(_) => {}
                Err(trouble) => self.trouble(format!("{}: {trouble}", folder.root().display())),
            }
        }
    }

    fn send_of(&mut self, folder: &Folder, carrier: &mut dyn Carrier) -> Result<Tally, Error> {
        let name = folder.root().display().to_string();
        let mut fates = Vec::new();
        let mut note = |file: &str, fate: &Fate| fates.push((file.to_owned(), fate.clone()));
        let tally = Outbox::of(folder).send(carrier, &mut note)?;
        for (file, fate) in fates {
            match fate {
                Fate::Sent(_) => self.tell(format!("{name}: sent {file}")),
                Fate::Waits(_) if tally.closed.is_some() => {}
                Fate::Waits(why) | Fate::Doubt(why) => {
                    self.tell(format!("{name}: {file} waits: {why}"));
                }
                Fate::Failed(why) => self.trouble(format!("{name}: {file} failed: {why}")),
            }
        }
        Ok(tally)
    }
}

/// When the last letter came in; none where mail does not come in by these settings.
///
/// # Errors
/// Trouble with the folder of letters.
pub(super) fn heard(settings: &Settings) -> Result<Option<DateTime<Utc>>, Error> {
    if settings.incoming.is_none() {
        return Ok(None);
    }
    let last = if files::is_folder(&settings.letters)? {
        Inbox::open(&settings.letters)?.last()?
    } else {
        None
    };
    // Nothing ever came: as silent as can be.
    Ok(Some(last.unwrap_or(DateTime::UNIX_EPOCH)))
}

/// The games that can be taken up, and whether one cannot.
fn open(folders: &[Folder]) -> (Vec<Game>, bool) {
    let games: Vec<Game> = folders.iter().filter_map(|folder| store::load(folder).ok()).collect();
    let broken = games.len() < folders.len();
    (games, broken)
}
