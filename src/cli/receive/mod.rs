//! `tabella mail receive` and `tabella mail poll`: letters in.
//!
//! A letter is kept first, then judged ([`judge`]), its orders filed and its answers put into the outboxes of the games
//! ([`answer`]). Each step can be done again without harm, so whatever was interrupted is made good when the letter comes
//! again, or is polled again.

mod answer;
mod asking;
mod joins;
mod judge;
mod messages;

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::cli::run::settings::Settings;
use crate::mail::{message_id, trial_id};
use crate::store::post::inbox::Inbox;
pub(super) use crate::store::post::inbox::Judged;
use crate::store::post::maildir;
use crate::store::post::outbox::Outbox;
use crate::store::records::twins;
use crate::store::{self, Folder, Game, clock, files};
use answer::Left;
use chrono::{DateTime, Utc};
use clap::Args;
use incoming::bounce::Bounce;
use incoming::message::SIZE_MAX;
use incoming::{Message, Request, Verdict, verdict};
use judge::{Judgement, Says};
use record::Digest;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Read one letter from standard input: file its orders, and put the answer in outbox/
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella mail receive --letters ~/letters ~/games/zama < letter.eml    # in a mail filter\n  tabella mail receive --settings ~/.config/tabella/run.yaml < letter.eml\n\nExit code 75 asks the mail server to deliver the letter again later."
)]
pub struct ReceiveArgs {
    /// Where it belongs.
    #[command(flatten)]
    pub receiver: ReceiverArgs,
}

/// Read the new letters in a Maildir
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella mail poll --maildir ~/Maildir --letters ~/letters ~/games/zama ~/games/capua"
)]
pub struct PollArgs {
    /// The Maildir
    #[arg(long, value_name = "FOLDER", required_unless_present = "settings")]
    pub maildir: Option<PathBuf>,
    /// Where it belongs.
    #[command(flatten)]
    pub receiver: ReceiverArgs,
}

/// Where letters go, and how many are answered
#[derive(Args, Debug)]
pub struct ReceiverArgs {
    /// The settings file of `tabella referee run`, with its keys `letters`, `games` and `limits`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["letters", "games"])]
    pub settings: Option<PathBuf>,
    /// Folder outside the games in which letters are kept as they came
    #[arg(long, value_name = "FOLDER", required_unless_present = "settings")]
    pub letters: Option<PathBuf>,
    /// Folders of the games to which letters may belong
    #[arg(required_unless_present = "settings", value_name = "GAME")]
    pub games: Vec<PathBuf>,
}

/// The exit code that tells a mail server or a fetcher to keep the letter and bring it again (sysexits.h,
/// `EX_TEMPFAIL`).
const AGAIN: u8 = 75;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Limits {
    /// Most answers to one address in 24 hours.
    pub(super) per_address: usize,
    /// Most letters with nothing but help to one address in 24 hours.
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
    pub(super) broken: Vec<String>,
    pub(super) inbox: Inbox,
    pub(super) limits: Limits,
    /// True if letters come by a pipe, so that no mailbox keeps what a person should read.
    pub(super) piped: bool,
    /// The folder with the folders of open invitations, where joins are taken by mail.
    pub(super) invitations: Option<PathBuf>,
}

struct Came {
    message: Message,
    /// The digest of its bytes.
    letter: Digest,
    /// The digest of what its author wrote ([`incoming::identity`]): it identifies answers to the letter, however often the
    /// letter arrives.
    about: Digest,
    now: DateTime<Utc>,
}

pub(super) enum Taken {
    /// It is done with.
    Judged(Judged),
    /// It is kept, but must be taken again later, for this reason.
    Left(String),
}

/// One letter, on standard input.
///
/// # Errors
/// Error with exit code 75, for anything that may be put right by the next attempt: a full disk, a game that is locked
/// or broken.
pub(super) fn receive(args: &ReceiveArgs) -> CommandResult {
    let raw = files::read_standard_input(SIZE_MAX + 1).map_err(|error| again(error.into()))?;
    let options = ReceiverOptions::of(&args.receiver).map_err(again)?;
    let receiver = Receiver { piped: true, ..options.open().map_err(again)? };
    match receiver.take(&raw).map_err(again)? {
        Taken::Judged(judged) => common::tell(&line(&judged)),
        Taken::Left(why) => return Err(again(Error::files(why))),
    }
    for broken in &receiver.broken {
        common::tell(broken);
    }
    Ok(Exit::Done)
}

/// The letters in a Maildir's `new/`, each moved to `cur/` once it is done with.
///
/// # Errors
/// As [`receive`]; the letters that were not done with stay in `new/`.
pub(super) fn poll(args: &PollArgs) -> CommandResult {
    let options = ReceiverOptions::of(&args.receiver).map_err(again)?;
    let Some(maildir) = args.maildir.as_ref().or(options.maildir.as_ref()) else {
        return Err(Error::usage("name the Maildir: --maildir FOLDER"));
    };
    let (mut left, began) = (Vec::new(), clock::now()?);
    for name in maildir::new_letters(maildir).map_err(|error| again(error.into()))? {
        let take = || -> Result<Taken, Error> {
            let raw = maildir::read(maildir, &name, SIZE_MAX + 1)?;
            // Opened anew for each letter: the one before may have filed orders.
            let taken = options.open()?.take(&raw)?;
            if let Taken::Judged(judged) = &taken {
                maildir::done(maildir, &name, judged.is_for_the_program())?;
            }
            Ok(taken)
        };
        match take().map_err(again)? {
            Taken::Judged(judged) => common::tell(&format!("{name}  {}", line(&judged))),
            Taken::Left(why) => left.push(format!("{name}  {why}")),
        }
    }
    if !left.is_empty() {
        return Err(again(Error::files(left.join("\n"))));
    }
    let mut rounds = Inbox::rounds(&options.letters)?;
    rounds.read = Some(began);
    Inbox::keep_rounds(&options.letters, &rounds)?;
    Ok(Exit::Done)
}

/// The places for letters that come one by one: named on the command line, or by the settings of `tabella referee run`.
struct ReceiverOptions {
    letters: PathBuf,
    maildir: Option<PathBuf>,
    games: Vec<Result<Folder, String>>,
    limits: Limits,
}

impl ReceiverOptions {
    fn of(args: &ReceiverArgs) -> Result<Self, Error> {
        if let Some(settings) = &args.settings {
            let settings = Settings::read(settings)?;
            return Ok(Self {
                games: one_each(settings.folders()?),
                maildir: settings.incoming.map(|incoming| incoming.maildir),
                letters: settings.letters,
                limits: settings.limits,
            });
        }
        // A game that is not there stops no other's letters.
        let find = |path: &PathBuf| Folder::find(path).map_err(|error| error.to_string());
        Ok(Self {
            letters: args.letters.clone().expect("required without settings"),
            maildir: None,
            games: {
                let (found, lost): (Vec<_>, Vec<_>) =
                    args.games.iter().map(find).partition(Result::is_ok);
                let mut games = one_each(found.into_iter().flatten().collect());
                games.extend(lost);
                games
            },
            limits: Limits::default(),
        })
    }

    fn open(&self) -> Result<Receiver, Error> {
        let found: Vec<Folder> = self.games.iter().filter_map(|one| one.clone().ok()).collect();
        let mut receiver = Receiver::open(&self.letters, &found, self.limits)?;
        let lost = self.games.iter().filter_map(|one| one.as_ref().err());
        receiver.broken.extend(lost.cloned());
        Ok(receiver)
    }
}

/// The games that have exactly one folder, and what is wrong with the others.
fn one_each(folders: Vec<Folder>) -> Vec<Result<Folder, String>> {
    let (games, twins) = twins::apart(folders);
    games.into_iter().map(Ok).chain(twins.into_iter().map(Err)).collect()
}

fn again(error: Error) -> Error {
    Error { code: AGAIN, ..error }
}

pub(super) fn line(judged: &Judged) -> String {
    let answered = judged.answered.as_deref().map(|to| format!(", answered to {to}"));
    format!("{}{}", judged.outcome, answered.unwrap_or_default())
}

impl Receiver {
    /// Loads the games; a broken one holds back only the letters that may be about it.
    ///
    /// # Errors
    /// A folder of letters that cannot be read.
    pub(super) fn open(letters: &Path, folders: &[Folder], limits: Limits) -> Result<Self, Error> {
        let (mut games, mut broken) = (Vec::new(), Vec::new());
        for folder in folders {
            match store::load(folder) {
                Ok(game) => games.push(game),
                Err(error) => broken.push(format!("{}: {error}", folder.root().display())),
            }
        }
        Ok(Self {
            games,
            broken,
            inbox: Inbox::open(letters)?,
            limits,
            piped: false,
            invitations: None,
        })
    }

    /// Keeps a letter, judges it, files its orders, and leaves the answers to it in the outboxes. A letter about none
    /// of the loaded games is left if another game could not be loaded.
    ///
    /// # Errors
    /// A file that cannot be read or written; a template at fault. The letter is kept, and can be taken again.
    pub(super) fn take(&self, raw: &[u8]) -> Result<Taken, Error> {
        let letter = self.inbox.keep(raw)?;
        let now = clock::now()?;
        let Judgement { mut outcome, answers, joins, message, bounce } =
            judge::judge(&self.games, raw, self.invitations.is_some())?;
        if outcome.as_deref() == Some("ignored:loop")
            && let Some(test) = self.tested(&message)?
        {
            outcome = Some(test);
        }
        let nobodys = ["ignored:stranger", "refused:key", "ignored:bounce"];
        if let [first, ..] = &self.broken[..]
            && outcome.as_deref().is_some_and(|outcome| nobodys.contains(&outcome))
        {
            return Ok(Taken::Left(format!(
                "left unprocessed, because it may be about a broken game; it will be processed once that game is repaired: {first}"
            )));
        }
        if let Some(bounce) = &bounce
            && !self.came_back(bounce)?
        {
            self.inbox.fail(&letter, raw)?;
        }
        let about = Digest::of(&incoming::as_written(raw));
        let came = Came { message, letter, about, now };
        let mut answered = None;
        let judged_as = outcome.clone().unwrap_or_default();
        for one in &answers {
            match answer::leave(self, one, &judged_as, &came)? {
                Left::Answered(to) => answered = Some(to),
                Left::Nobody => {}
                Left::TooMany => {
                    // A request is now for a person to answer, so the letter stays unread; orders are filed all the
                    // same.
                    if let Says::Asked(request) = &one.says
                        && *request != Request::Help
                    {
                        outcome = Some(format!("unanswered:{}", request.word()));
                    }
                }
            }
        }
        let joined = joins::take(self, &joins, &came)?;
        if let Some((_, Some(to))) = &joined {
            answered = Some(to.clone());
        }
        let outcome = outcome.or(joined.map(|(outcome, _)| outcome));
        let outcome = outcome.expect("a letter without orders or joins still has an outcome");
        let judged = Judged { letter, outcome, answered };
        if self.piped && !judged.is_for_the_program() {
            self.inbox.leave_unread(&letter, raw)?;
        }
        // The last step: a letter without its line here was not done with.
        self.inbox.note(&judged, now)?;
        Ok(Taken::Judged(judged))
    }

    /// The outcome of a test letter of our own that came in; none where it is no such letter.
    fn tested(&self, message: &Message) -> Result<Option<String>, Error> {
        let id = message.header("message-id");
        let trials = self.inbox.trials()?;
        let ours = trials.iter().find(|trial| trial_id(&trial.word) == id);
        let verdict = match verdict(message) {
            Verdict::Passed(_) => "passed",
            Verdict::Failed(_) => "failed",
            Verdict::None => "unjudged",
        };
        Ok(ours.map(|trial| format!("test:{verdict}:{}", trial.word)))
    }

    /// The place where a person finds letters that the program leaves for them, in words.
    fn unread_in(&self) -> String {
        if self.piped {
            self.inbox.unread_folder().display().to_string()
        } else {
            "the mailbox".to_owned()
        }
    }

    /// Notes which letters came back: those that a report names, else what was written last to the addresses that it names. False
    /// where it may be about a letter of any game.
    fn came_back(&self, bounce: &Bounce) -> Result<bool, Error> {
        let mut known = !bounce.ids.is_empty();
        for id in &bounce.ids {
            self.inbox.outbox().came_back(id, &bounce.why)?;
        }
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
