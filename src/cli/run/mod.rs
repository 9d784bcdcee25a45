//! `tabella referee run`: one round of everything for all games: letters in, receipts, reminders, resolving, reports, letters out.
//!
//! Every step can be done again without harm and leaves its trace only when it is done: letters are filed by their digest,
//! letters out are known by their message ids, a record appears whole or not at all. So a round that was killed anywhere is
//! made good by the next.

pub(super) mod games;
pub(super) mod index;
mod public;
pub(super) mod settings;
mod shard;
mod spectators;
pub(super) mod trial;

use crate::cli::common::{self, CommandResult, Error, Exit, languages};
use crate::cli::receive::{Receiver, Taken};
use crate::ladder::Incoming;
use crate::mail::Carrier;
use crate::store::post::inbox::Inbox;
use crate::store::post::outbox::{Fate, Outbox, Tally};
use crate::store::post::{delivery, maildir, programs, told};
use crate::store::records::twins;
use crate::store::{self, Folder, Lock, clock, files};
use chrono::{DateTime, Utc};
use clap::Args;
use games::Happened;
use incoming::message::SIZE_MAX;
use index::{Due, Index, Next};
use rayon::prelude::*;
use record::span::Span;
use settings::{SETTINGS, Settings};
use shard::Shard;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Do one round for all games: read letters, send receipts and reminders, resolve phases, send reports
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella referee run                                    # from cron or a systemd timer\n  tabella referee run --settings ~/club/run.yaml --dry-run\n  tabella referee run --watch 5m\n\ndocs/referee.md explains the settings."
)]
pub struct RunArgs {
    /// Settings file
    #[arg(long, value_name = "FILE", default_value = SETTINGS)]
    pub settings: PathBuf,
    /// Show what would be done, without doing it
    #[arg(long)]
    pub dry_run: bool,
    /// Do a round for the I-th of N parts of the games only, so that several machines can share the work
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Check every game, not only those that need attention according to the index
    #[arg(long)]
    pub all: bool,
    /// Repeat for ever, pausing this long after every round, such as 5m
    #[arg(long, value_name = "PAUSE", conflicts_with = "dry_run")]
    pub watch: Option<String>,
}

/// # Errors
/// Settings that cannot be used; another round at work. With `--watch`, these errors are reported, and the next round
/// tries again.
pub(super) fn run(args: &RunArgs) -> CommandResult {
    let Some(every) = &args.watch else { return once(args) };
    let every = Span::parse(every).map_err(|what| Error::usage(format!("--watch: {what}")))?;
    let pause = every.delta().to_std().unwrap_or(Duration::MAX);
    loop {
        if let Err(error) = once(args) {
            common::tell(&format!("tabella: {error}"));
        }
        clock::pause(pause);
    }
}

/// One round over all games: mail is taken, what is due resolved, letters are sent.
fn once(args: &RunArgs) -> CommandResult {
    let settings = Settings::read(&args.settings)?;
    let (folders, twins) = twins::apart(settings.folders()?);
    let shard = args.shard.as_deref().map(Shard::parse).transpose()?;
    let mine: Vec<Folder> =
        folders.iter().filter(|one| shard.is_none_or(|shard| shard.has(one))).cloned().collect();
    let mut round = Round {
        settings: &settings,
        all: args.all,
        answers: None,
        told: Vec::new(),
        attention: false,
        unread: false,
        trial: None,
    };
    for one in &twins {
        round.attention(one.clone());
    }
    if args.dry_run {
        round.show(&mine)?;
    } else {
        let place =
            shard.map_or_else(|| settings.letters.clone(), |shard| shard.place(&settings.letters));
        match Lock::round(&place) {
            Ok(_lock) => {
                let on_time = round.begin()?;
                // Reading a letter shows whose it is, so one shard reads for all.
                if shard.is_none_or(|shard| shard.part == 1) {
                    let began = clock::now()?;
                    round.fetch()?;
                    round.receive(&folders, &twins)?;
                    round.has_read(began)?;
                    round.answers = Some(Outbox::within(&settings.letters));
                }
                round.for_a_person()?;
                round.unanswered()?;
                if on_time {
                    round.go(&mine, &place)?;
                    if let Err(error) = round.try_the_way_in() {
                        round.attention(format!("no test letter could be written: {error}"));
                    }
                }
                round.send(&mine);
            }
            Err(store::Error::Busy(_)) => {
                common::tell("another round is already running");
                return Ok(Exit::NotYet);
            }
            Err(error) => return Err(error.into()),
        }
    }
    if !round.told.is_empty() {
        common::print(&(round.told.join("\n") + "\n"))?;
    }
    if round.attention {
        return Err(Error::files("a person must look into the problems above"));
    }
    Ok(Exit::Done)
}

pub(super) struct Round<'a> {
    settings: &'a Settings,
    /// True if every game is looked at, whatever the index says.
    all: bool,
    /// The outbox of what concerns no game, where this round sends it.
    answers: Option<Outbox>,
    told: Vec<String>,
    /// True if a person must look.
    attention: bool,
    /// True if something could not be read that may bring orders which somebody owes.
    unread: bool,
    /// The club's address, where a game waits for a letter to show that mail comes in.
    trial: Option<String>,
}

impl Round<'_> {
    fn tell(&mut self, line: String) {
        self.told.push(line);
    }

    fn attention(&mut self, line: String) {
        self.attention = true;
        self.told.push(line);
    }

    /// Says what a person must look at, once a day.
    fn attention_today(&mut self, line: String) -> Result<(), Error> {
        if told::today(&self.settings.letters.join("told"), &line, clock::now()?)? {
            self.attention(line);
        }
        Ok(())
    }

    /// Notes that a round begins; false if the clock is behind that of an earlier round, so that this round looks at no
    /// game.
    fn begin(&mut self) -> Result<bool, Error> {
        let (letters, now) = (&self.settings.letters, clock::now()?);
        let mut rounds = Inbox::rounds(letters)?;
        let known = rounds.downtime.clone();
        let later = rounds.begin(now);
        Inbox::keep_rounds(letters, &rounds)?;
        // Whatever is due has moved in every game.
        self.all |= rounds.downtime != known;
        if let Some(later) = later {
            self.attention(format!(
                "the clock of this machine says {now}, but an earlier round began at {later}: one of the two is wrong. Nothing was resolved; once the clock is right, the next round goes on"
            ));
        }
        Ok(later.is_none())
    }

    /// Notes whether all ways by which letters come in were read to their end.
    fn has_read(&self, began: DateTime<Utc>) -> Result<(), Error> {
        let letters = &self.settings.letters;
        let mut rounds = Inbox::rounds(letters)?;
        rounds.read = (!self.unread).then_some(began);
        Ok(Inbox::keep_rounds(letters, &rounds)?)
    }

    /// Sends a letter to ourselves, where a game waits for one to come in.
    fn try_the_way_in(&mut self) -> Result<(), Error> {
        let Some(address) = self.trial.take().filter(|_| self.settings.out.is_some()) else {
            return Ok(());
        };
        trial::leave(self.settings, &address, clock::now()?)?;
        Ok(())
    }

    /// All steps of a round, in the order in which one leads to the next.
    fn go(&mut self, folders: &[Folder], place: &Path) -> Result<(), Error> {
        let (now, incoming) = (clock::now()?, incoming(self.settings)?);
        let index = Index::read(place)?;
        let due = if self.all { Index::all(folders) } else { index.due(folders, now) };
        // Each game by itself, on as many cores as there are; told in the order of the folders.
        let done: Vec<(Due<'_>, Worked)> = due
            .into_par_iter()
            .map(|due| {
                let worked = work(due.folder, &incoming, self.settings);
                (due, worked)
            })
            .collect();
        let mut looked = Vec::new();
        for (due, worked) in done {
            let next = self.game(due.folder, worked);
            looked.push((due, next));
        }
        index.keep(folders, &looked, now)?;
        Ok(())
    }

    /// Reports what was done about a game; a fault in it affects no other game.
    fn game(&mut self, folder: &Folder, worked: Worked) -> Next {
        let name = folder.root().display().to_string();
        match worked {
            Worked::Busy => {
                self.tell(format!("{name}: another round is already running on this game"));
            }
            Worked::Failed(error) => self.attention(format!("{name}: {error}")),
            Worked::Done(told, next) => {
                for one in told {
                    match one {
                        Happened::Done(what) => self.tell(format!("{name}: {what}")),
                        Happened::Look(what) => self.attention(format!("{name}: {what}")),
                        Happened::Trial(address) => self.trial = Some(address),
                    }
                }
                return next;
            }
        }
        Next::Now
    }

    /// Prints what a round would do.
    fn show(&mut self, folders: &[Folder]) -> Result<(), Error> {
        if let Some(incoming) = &self.settings.incoming {
            let waiting = maildir::new_letters(&incoming.maildir)?.len();
            self.tell(format!("{waiting} letters to read in {}", incoming.maildir.display()));
        }
        for report in Inbox::failed(&self.settings.letters)? {
            self.attention(lost(&report));
        }
        for letter in Inbox::unread(&self.settings.letters)? {
            self.tell(for_you(&letter));
        }
        let (now, incoming) = (clock::now()?, incoming(self.settings)?);
        for folder in folders {
            let name = folder.root().display().to_string();
            match games::outlook(folder, now, &incoming) {
                Ok(outlook) => self.tell(format!("{name}: {outlook}")),
                Err(error) => self.attention(format!("{name}: {error}")),
            }
        }
        Ok(())
    }

    /// Lets the program that the settings name fill the Maildir.
    fn fetch(&mut self) -> Result<(), Error> {
        let fetch = self.settings.incoming.as_ref().and_then(|incoming| incoming.fetch.as_ref());
        if let Some(Err(error)) = fetch.map(|argv| programs::run(argv, settings::FETCH_TIME)) {
            self.unread = true;
            self.attention_today(format!("mail could not be fetched: {error}"))?;
        }
        Ok(())
    }

    /// Reads the new letters. One that cannot be done with now stays where it is.
    fn receive(&mut self, folders: &[Folder], twins: &[String]) -> Result<(), Error> {
        let Some(incoming) = &self.settings.incoming else { return Ok(()) };
        for name in maildir::new_letters(&incoming.maildir)? {
            let raw = match maildir::read(&incoming.maildir, &name, SIZE_MAX + 1) {
                Ok(raw) => raw,
                Err(error) => {
                    // No orders are that long, and nobody waits for what anybody can send.
                    self.unread |= !matches!(error, store::Error::TooLarge { .. });
                    self.attention_today(format!("letter {name}: {error}"))?;
                    continue;
                }
            };
            let taken = || -> Result<Taken, Error> {
                // Opened anew for each letter: the one before may have filed orders.
                let mut receiver =
                    Receiver::open(&self.settings.letters, folders, self.settings.limits)?;
                receiver.invitations.clone_from(&self.settings.invitations);
                receiver.broken.extend_from_slice(twins);
                let taken = receiver.take(&raw)?;
                if let Taken::Judged(judged) = &taken {
                    maildir::done(&incoming.maildir, &name, judged.is_for_the_program())?;
                }
                Ok(taken)
            };
            match taken() {
                Ok(Taken::Judged(judged)) => {
                    let line = crate::cli::receive::line(&judged);
                    self.tell(format!("letter {name}: {line}"));
                }
                Ok(Taken::Left(why)) => self.attention_today(format!("letter {name}: {why}"))?,
                Err(error) => {
                    self.unread = true;
                    self.attention_today(format!("letter {name}: {error}"))?;
                }
            }
        }
        Ok(())
    }

    /// Tells, once a day, of reports that nobody can make out, and of letters that came by a pipe and that a person should read.
    fn for_a_person(&mut self) -> Result<(), Error> {
        let (letters, now) = (&self.settings.letters, clock::now()?);
        let told = letters.join("told");
        for report in Inbox::failed(letters)? {
            let line = lost(&report);
            if told::today(&told, &line, now)? {
                self.attention(line);
            }
        }
        let unread = Inbox::unread(letters)?;
        let names: Vec<_> = unread.iter().filter_map(|path| path.file_name()).collect();
        if !unread.is_empty() && told::today(&told, &format!("{names:?}"), now)? {
            for letter in &unread {
                self.tell(for_you(letter));
            }
        }
        Ok(())
    }

    /// Tells of answers to joins that did not arrive; a person takes them away when they have looked.
    fn unanswered(&mut self) -> Result<(), Error> {
        for (file, why) in Outbox::within(&self.settings.letters).failures()? {
            let path = self.settings.letters.join("outbox/failed").join(&file);
            let what = if trial::is_test(&file) {
                "the test letter did not arrive"
            } else {
                "the person who joined did not get this answer"
            };
            self.attention(format!(
                "{}: {what}: {why}; remove the file when you have looked at it",
                path.display()
            ));
        }
        Ok(())
    }

    /// Sends what waits in all outboxes, over one connection.
    fn send(&mut self, folders: &[Folder]) {
        let mut carrier = match self.settings.carrier() {
            Ok(Some(carrier)) => carrier,
            Ok(None) => return,
            Err(error) => return self.attention(error.to_string()),
        };
        let letters = self.settings.letters.display().to_string();
        let answers = self.answers.take().map(|outbox| (letters, outbox));
        let games = folders.iter().map(|one| (one.root().display().to_string(), Outbox::of(one)));
        for (name, outbox) in answers.into_iter().chain(games) {
            match self.send_of(&name, &outbox, carrier.as_mut()) {
                Ok(Tally { closed: Some(closed), waiting, .. }) => {
                    // It is closed for the others too, and each try could take a minute.
                    return self.attention(format!(
                        "{closed}; {waiting} letters of {name} were not sent, and neither were \
                         those of the games after it"
                    ));
                }
                Ok(_) => {}
                Err(error) => self.attention(format!("{name}: {error}")),
            }
        }
    }

    fn send_of(
        &mut self,
        name: &str,
        outbox: &Outbox,
        carrier: &mut dyn Carrier,
    ) -> Result<Tally, Error> {
        let mut fates = Vec::new();
        let mut note = |file: &str, fate: &Fate| fates.push((file.to_owned(), fate.clone()));
        let tally = outbox.send(carrier, &mut note)?;
        for (file, fate) in fates {
            match fate {
                Fate::Sent(_) => self.tell(format!("{name}: sent {file}")),
                Fate::Waits(_) if tally.closed.is_some() => {}
                Fate::Waits(why) | Fate::Doubt(why) => {
                    self.tell(format!("{name}: {file} was not sent yet: {why}"));
                }
                Fate::Failed(why) => self.attention(format!("{name}: {file} failed: {why}")),
            }
        }
        Ok(tally)
    }
}

enum Worked {
    /// Another round is at it.
    Busy,
    Failed(String),
    Done(Vec<Happened>, Next),
}

/// A game's part of a round, under the lock of the game.
fn work(folder: &Folder, incoming: &Incoming, settings: &Settings) -> Worked {
    // A copy that is nobody's has nothing to do, and is left as it is.
    match files::is_folder(&folder.private()) {
        Ok(true) => {}
        Ok(false) => return Worked::Done(Vec::new(), Next::Over),
        Err(error) => return Worked::Failed(error.to_string()),
    }
    let _lock = match Lock::round(&folder.private()) {
        Ok(lock) => lock,
        Err(store::Error::Busy(_)) => return Worked::Busy,
        Err(error) => return Worked::Failed(error.to_string()),
    };
    // Now, not when the round began: fetching takes its time, and what was filed since counts.
    let done = clock::now().map_err(Error::from).and_then(|now| {
        delivery::remember(folder, &settings.letters)?;
        languages::prefer(folder, settings.language())?;
        let mut told = public::take(folder)?;
        let (done, next) = games::round(folder, now, incoming)?;
        told.extend(done);
        spectators::leave(folder, &settings.spectators)?;
        let shown = public::show(folder);
        let next = match &shown[..] {
            // Publishing that failed is tried again, also when the game is over.
            [Happened::Look(_), ..] => Next::Now,
            _ if public::is_elsewhere(folder)? => next.soon(),
            _ => next,
        };
        told.extend(shown);
        Ok((told, next))
    });
    match done {
        Ok((told, next)) => Worked::Done(told, next),
        Err(error) => Worked::Failed(error.to_string()),
    }
}

/// The state of the mail that comes in by these settings.
///
/// # Errors
/// A folder of letters that cannot be read.
pub(super) fn incoming(settings: &Settings) -> Result<Incoming, Error> {
    Ok(Inbox::incoming(&settings.letters)?)
}

/// The message to the referee about a report if nobody can tell which letter it is about.
pub(super) fn lost(report: &Path) -> String {
    format!(
        "{}: a letter did not arrive, and this file does not say which one. Nobody counts as \
         absent until you have read the file, sent the letter again (`tabella mail resend`) and \
         removed the file",
        report.display()
    )
}

/// The message to the referee about a letter that the program has no use for, and that is in no mailbox.
pub(super) fn for_you(letter: &Path) -> String {
    format!(
        "{}: please read this letter: the program does not understand it, or its sender is over \
         the limit. Remove the file when you have read it",
        letter.display()
    )
}
