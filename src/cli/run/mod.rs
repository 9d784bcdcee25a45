//! `tabella run`: one round of everything for all games: letters in, receipts, reminders, resolving, reports, letters out.
//!
//! Every step can be done again without harm and leaves its trace only when it is done: letters are filed by their digest,
//! letters out are known by their message ids, a record appears whole or not at all. So a round that was killed anywhere is
//! made good by the next.

pub(super) mod decide;
pub(super) mod games;
mod index;
pub(super) mod settings;
mod spectators;

use super::args::Run;
use super::receive::{Judged, Receiver};
use super::{CommandResult, Error, Exit};
use crate::mail::Carrier;
use crate::store::inbox::Inbox;
use crate::store::outbox::{Fate, Outbox, Tally};
use crate::store::{self, Folder, Game, Lock, clock, files, maildir, programs};
use chrono::DateTime;
use decide::Incoming;
use games::Happened;
use incoming::message::SIZE_MAX;
use index::{Due, Index, Next};
use rayon::prelude::*;
use record::Digest;
use record::span::Span;
use settings::{Settings, Spectator};
use std::path::{Path, PathBuf};
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
    let shard = args.shard.as_deref().map(Shard::parse).transpose()?;
    let mine: Vec<Folder> =
        folders.iter().filter(|one| shard.is_none_or(|shard| shard.has(one))).cloned().collect();
    let mut round = Round { settings: &settings, all: args.all, told: Vec::new(), trouble: false };
    if args.dry_run {
        round.show(&mine)?;
    } else {
        let place =
            shard.map_or_else(|| settings.letters.clone(), |shard| shard.place(&settings.letters));
        match Lock::round(&place) {
            Ok(_lock) => {
                // Whose letter it is shows when it is read, so one shard reads for all.
                if shard.is_none_or(|shard| shard.part == 1) {
                    round.fetch();
                    round.receive(&folders)?;
                }
                for report in Inbox::failed(&settings.letters)? {
                    round.trouble(lost(&report));
                }
                round.go(&mine, &place)?;
            }
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

/// A part of the games.
#[derive(Clone, Copy)]
struct Shard {
    /// Which one, from 1.
    part: u64,
    /// Of how many.
    of: u64,
}

impl Shard {
    fn parse(text: &str) -> Result<Self, Error> {
        let parts = text
            .split_once('/')
            .and_then(|(part, of)| Some(Self { part: part.parse().ok()?, of: of.parse().ok()? }));
        parts.filter(|one| (1..=one.of).contains(&one.part)).ok_or_else(|| {
            Error::usage(format!(
                "--shard {text}: write I/N, such as 1/4 for the first of four parts"
            ))
        })
    }

    /// Whether a game is in it: by the name of its folder, which is the same on every machine.
    fn has(self, folder: &Folder) -> bool {
        let name = folder.root().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let digest = Digest::of(name.as_bytes());
        let first = digest.bytes()[..8].try_into().expect("8 of 32 bytes");
        u64::from_le_bytes(first) % self.of == self.part - 1
    }

    /// Where its lock and its index lie.
    fn place(self, letters: &Path) -> PathBuf {
        letters.join(format!("shard-{}-of-{}", self.part, self.of))
    }
}

/// A round at work.
pub(super) struct Round<'a> {
    settings: &'a Settings,
    /// Whether every game is looked at, whatever the index says.
    all: bool,
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
    fn go(&mut self, folders: &[Folder], place: &Path) -> Result<(), Error> {
        let (now, incoming) = (clock::now()?, incoming(self.settings)?);
        let index = Index::read(place)?;
        let due = if self.all { Index::all(folders) } else { index.due(folders, now) };
        // Each game by itself, on as many cores as there are; told in the order of the folders.
        let done: Vec<(Due<'_>, Worked)> = due
            .into_par_iter()
            .map(|due| {
                let worked = work(due.folder, incoming, &self.settings.spectators);
                (due, worked)
            })
            .collect();
        let mut looked = Vec::new();
        for (due, worked) in done {
            let next = self.game(due.folder, worked);
            looked.push((due, next));
        }
        index.keep(folders, &looked, now)?;
        self.send(folders);
        Ok(())
    }

    /// Tells what was done about a game; whatever is wrong with it concerns it alone.
    fn game(&mut self, folder: &Folder, worked: Worked) -> Next {
        let name = folder.root().display().to_string();
        match worked {
            Worked::Busy => self.tell(format!("{name}: another round is at work on it")),
            Worked::Failed(trouble) => self.trouble(format!("{name}: {trouble}")),
            Worked::Done(told, next) => {
                for one in told {
                    match one {
                        Happened::Done(what) => self.tell(format!("{name}: {what}")),
                        Happened::Look(what) => self.trouble(format!("{name}: {what}")),
                    }
                }
                return next;
            }
        }
        Next::Now
    }

    /// What would be done.
    fn show(&mut self, folders: &[Folder]) -> Result<(), Error> {
        if let Some(incoming) = &self.settings.incoming {
            let waiting = maildir::new_letters(&incoming.maildir)?.len();
            self.tell(format!("{waiting} letters to read in {}", incoming.maildir.display()));
        }
        for report in Inbox::failed(&self.settings.letters)? {
            self.trouble(lost(&report));
        }
        let (now, incoming) = (clock::now()?, incoming(self.settings)?);
        for folder in folders {
            let name = folder.root().display().to_string();
            match games::outlook(folder, now, incoming) {
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
                let receiver = Receiver { games, inbox, limits: self.settings.limits };
                let judged = receiver.take(&raw)?;
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

/// What came of the work on a game.
enum Worked {
    /// Another round is at it.
    Busy,
    /// Something is wrong with it.
    Failed(String),
    /// What happened, and when there is something to do again.
    Done(Vec<Happened>, Next),
}

/// A game's part of a round, under the lock of the game.
fn work(folder: &Folder, incoming: Incoming, spectators: &[Spectator]) -> Worked {
    // A copy that is nobody's has nothing to do, and is left as it is.
    match files::is_folder(&folder.private()) {
        Ok(true) => {}
        Ok(false) => return Worked::Done(Vec::new(), Next::Over),
        Err(trouble) => return Worked::Failed(trouble.to_string()),
    }
    let _lock = match Lock::round(&folder.private()) {
        Ok(lock) => lock,
        Err(store::Error::Busy(_)) => return Worked::Busy,
        Err(trouble) => return Worked::Failed(trouble.to_string()),
    };
    // Now, not when the round began: fetching takes its time, and what was filed since counts.
    let done = clock::now().map_err(Error::from).and_then(|now| {
        let done = games::round(folder, now, incoming)?;
        spectators::leave(folder, spectators)?;
        Ok(done)
    });
    match done {
        Ok((told, next)) => Worked::Done(told, next),
        Err(trouble) => Worked::Failed(trouble.to_string()),
    }
}

/// What is known of the mail that comes in by these settings.
///
/// # Errors
/// Trouble with the folder of letters.
pub(super) fn incoming(settings: &Settings) -> Result<Incoming, Error> {
    let lost = !Inbox::failed(&settings.letters)?.is_empty();
    if settings.incoming.is_none() {
        return Ok(Incoming { heard: None, lost });
    }
    let last = if files::is_folder(&settings.letters)? {
        Inbox::open(&settings.letters)?.last()?
    } else {
        None
    };
    // Nothing ever came: as silent as can be.
    Ok(Incoming { heard: Some(last.unwrap_or(DateTime::UNIX_EPOCH)), lost })
}

/// What the referee is told of a report of which nobody can tell which letter it is about.
pub(super) fn lost(report: &Path) -> String {
    format!(
        "{}: some letter did not arrive, and this does not say which: nobody counts as absent until you have read it, sent again \
         what it was (`tabella referee resend`), and taken the file away",
        report.display()
    )
}

/// The games that can be taken up, and whether one cannot.
fn open(folders: &[Folder]) -> (Vec<Game>, bool) {
    let games: Vec<Game> = folders.iter().filter_map(|folder| store::load(folder).ok()).collect();
    let broken = games.len() < folders.len();
    (games, broken)
}
