//! All games at a glance, and what the referee does beside the rules: hold, release, tell, send again.

use crate::cli::common::{self, CommandResult, Error, Exit, reports};
use crate::cli::notes;
use crate::cli::run::games::{at_the_deadline, in_words};
use crate::cli::run::index::Index;
use crate::cli::run::settings::SETTINGS;
use crate::cli::run::settings::Settings;
use crate::cli::run::trial;
use crate::cli::run::{for_you, lost};
use crate::ladder::{Decision, Incoming};
use crate::mail::addressee;
use crate::store::orders::submit::FiledOrders;
use crate::store::post::delivery;
use crate::store::post::inbox::Inbox;
use crate::store::post::outbox::{Outbox, Waiting};
use crate::store::records::standing::Standing;
use crate::store::records::twins;
use crate::store::{self, Folder, Game, clock, files};
use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;
use incoming::Message;
use incoming::message::SIZE_MAX;
use rayon::prelude::*;
use record::{Digest, REFEREE};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Show all games at a glance, with those that need the referee first
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella referee desk")]
pub struct DeskArgs {
    /// Settings file
    #[arg(long, value_name = "FILE", default_value = SETTINGS)]
    pub settings: PathBuf,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

impl Default for DeskArgs {
    fn default() -> Self {
        Self { settings: PathBuf::from(SETTINGS), json: false }
    }
}

/// The time for which refused letters are shown.
const SHOWN: TimeDelta = TimeDelta::days(7);

/// All games of the referee at a glance, those that need the referee first. A game that cannot be loaded does not hide
/// the others.
///
/// # Errors
/// Settings that cannot be used; a file that cannot be read or written.
pub(super) fn desk(args: &DeskArgs) -> CommandResult {
    let settings = Settings::read(&args.settings)?;
    let (now, incoming) = (clock::now()?, crate::cli::run::incoming(&settings)?);
    let letters = &settings.letters;
    let index = Index::read(letters)?;
    let look = |folder: &Folder| {
        if index.is_over(folder) {
            return Ok(Glance::over(&folder.charter()?.game, folder));
        }
        glance(&store::load(folder)?, now, &incoming)
    };
    let (folders, twins) = twins::apart(settings.folders()?);
    let seen: Vec<Result<Glance, Error>> = folders.par_iter().map(look).collect();
    let broken = !twins.is_empty() || seen.iter().any(Result::is_err);
    let failed = |(folder, glance): (&Folder, Result<Glance, Error>)| {
        glance.unwrap_or_else(|error| Glance::broken(folder, &error))
    };
    let mut glances: Vec<Glance> = folders.iter().zip(seen).map(failed).collect();
    // By need; within one, in the order of the folders.
    glances.sort_by_key(|glance| glance.need);
    let mail = Mailbox::read(letters, now)?;
    if args.json {
        let games: Vec<&Value> = glances.iter().map(|glance| &glance.told).collect();
        let Mailbox { lost, unread, refused, strangers, trial } = &mail;
        let desk = json!({ "games": games, "lost": lost, "unread": unread, "refused": refused, "strangers": strangers, "twins": twins,
            "test": trial });
        common::print_json(&desk)?;
    } else {
        let mut text = twins.iter().fold(String::new(), |text, line| text + line + "\n");
        text += &mail.pressing();
        let mut above = None;
        for glance in &glances {
            if above != Some(glance.need) {
                let _ = writeln!(text, "{}:", glance.need.word());
                above = Some(glance.need);
            }
            text += &glance.text();
        }
        common::print(&(text + &mail.rest()))?;
    }
    Ok(if broken { Exit::No } else { Exit::Done })
}

struct Mailbox {
    lost: Vec<PathBuf>,
    unread: Vec<PathBuf>,
    refused: Vec<String>,
    /// Letters of the last week from unknown senders, in one line.
    strangers: Option<String>,
    /// The result of the last test letter, if it was not good.
    trial: Option<String>,
}

impl Mailbox {
    fn read(letters: &Path, now: DateTime<Utc>) -> Result<Self, Error> {
        let trial = Inbox::last_trial(letters)?;
        let trial = trial.filter(|one| one.verdict.as_deref() != Some("passed"));
        Ok(Self {
            lost: Inbox::failed(letters)?,
            unread: Inbox::unread(letters)?,
            refused: Inbox::refused(letters, now - SHOWN)?,
            strangers: strangers(&Inbox::strangers(letters, now - SHOWN)?),
            trial: trial.map(|one| trial::in_words(&one)),
        })
    }

    /// The lines that come before all games.
    fn pressing(&self) -> String {
        let lost = self.lost.iter().map(|report| lost(report));
        let unread = self.unread.iter().map(|letter| for_you(letter));
        lost.chain(unread).chain(self.trial.clone()).map(|line| line + "\n").collect()
    }

    /// The lines that come below all games.
    fn rest(&self) -> String {
        self.refused.iter().chain(&self.strangers).map(|line| line.clone() + "\n").collect()
    }
}

/// Letters of strangers in one line, with sender and subject of the newest.
fn strangers(letters: &[PathBuf]) -> Option<String> {
    let newest = letters.last()?;
    let read = files::read(newest, SIZE_MAX).map(|raw| Message::read(&raw));
    let told = read.map_or_else(
        |_| String::new(),
        |message| {
            let shown = |name: &str| {
                record::visible(message.header(name)).chars().take(80).collect::<String>()
            };
            format!(", the last from {}: {}", shown("from"), shown("subject"))
        },
    );
    let (count, s) = (letters.len(), if letters.len() == 1 { "" } else { "s" });
    Some(format!(
        "{count} letter{s} from unknown senders in the last week{told} ({})",
        newest.display()
    ))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// Nothing happens until the referee does something.
    You,
    /// Somebody missed a deadline.
    Late,
    Waiting,
    Over,
}

impl Need {
    const fn word(self) -> &'static str {
        match self {
            Self::You => "needs you",
            Self::Late => "late",
            Self::Waiting => "waiting",
            Self::Over => "over",
        }
    }
}

struct Glance {
    need: Need,
    /// The machine-readable form.
    told: Value,
    /// When it is due and since when it is open, in words.
    due: Option<(String, String)>,
}

fn glance(game: &Game, now: DateTime<Utc>, incoming: &Incoming) -> Result<Glance, Error> {
    let folder = game.folder.root();
    let id = &game.session.charter.game;
    if game.session.outcome().is_some() {
        return Ok(Glance::over(id, &game.folder));
    }
    let standing = Standing::of(game)?;
    let due = |at: DateTime<Utc>| reports::due(game, &at);
    let status = store::records::status::of(game)?;
    let filed = |filing: &FiledOrders| match &filing.open[..] {
        [] => filing.seat.to_string(),
        open => format!("{} (leaves open: {})", filing.seat, open.join(", ")),
    };
    let filed: Vec<String> = status.filed.iter().map(filed).collect();
    let asked = store::post::asked::of(game)?
        .into_iter()
        .map(|(at, what)| format!("{what}, asked {}", due(at)));
    let asked: Vec<String> = asked.collect();
    let (wanted, claim) = (standing.wanted(game), store::records::newer::claim(game)?);
    let pressing = [!wanted.is_empty(), !status.to_sign.is_empty(), !asked.is_empty()];
    let need = match standing.decision(game, now, incoming) {
        _ if claim.is_some() || !standing.failures.is_empty() || pressing.contains(&true) => {
            Need::You
        }
        Decision::Stop(_) => Need::You,
        Decision::Late(..) | Decision::Listen(_) => Need::Late,
        Decision::Wait | Decision::Remind(..) | Decision::Resolve(_) => Need::Waiting,
    };
    // Nothing is resolved in a folder that is older than what was signed.
    let (next, deadline) = match claim {
        Some(claim) => (claim.to_string(), None),
        None => (
            in_words(game, &standing, now, incoming)?,
            at_the_deadline(game, &standing, now, incoming)?,
        ),
    };
    let told = json!({
        "game": id,
        "title": game.session.play.prospectus().title,
        "folder": folder,
        "over": false,
        "need": need.word(),
        "phase": game.open_phase(),
        "name": game.turn.next.as_ref().map(|next| &next.name),
        "due": standing.deadline,
        "since": standing.delivery.since,
        "held": standing.held,
        "missing": standing.missing,
        "holding": standing.holding,
        "tentative": standing.tentative,
        "filed": filed,
        "letters": letters(game, &standing)?,
        "next": next,
        "deadline": deadline,
        "asked": asked,
        "wanted": wanted,
        "to_sign": status.to_sign,
    });
    Ok(Glance { need, told, due: standing.deadline.map(due).zip(standing.delivery.since.map(due)) })
}

fn letters(game: &Game, standing: &Standing) -> Result<Vec<String>, Error> {
    let waiting = Outbox::of(&game.folder).waiting()?;
    let letter = |one: &Waiting| match &one.why {
        Some(why) => format!("{} waits: {why}", one.file),
        None => format!("{} waits", one.file),
    };
    let folder = game.folder.root().display();
    let failed = standing.failures.iter().map(|(file, why)| {
        format!("{file} failed: {why} (`tabella -C {folder} mail resend {file}`)")
    });
    Ok(waiting.iter().map(letter).chain(failed).collect())
}

impl Glance {
    fn over(game: &str, folder: &Folder) -> Self {
        let told = json!({ "game": game, "folder": folder.root(), "over": true });
        Self { need: Need::Over, told, due: None }
    }

    fn broken(folder: &Folder, error: &Error) -> Self {
        let told = json!({ "folder": folder.root(), "error": error.to_string() });
        Self { need: Need::You, told, due: None }
    }

    /// The human-readable form.
    fn text(&self) -> String {
        let word = |name: &str| self.told[name].as_str().unwrap_or_default();
        let list = |name: &str| -> Vec<&str> {
            self.told[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        };
        if !word("error").is_empty() {
            return format!("{}\n    {}\n", word("folder"), word("error"));
        }
        if self.told["over"] == true {
            return format!("{}  over\n", word("game"));
        }
        let phase = format!("phase {}, {}", self.told["phase"], word("name"));
        let mut text = format!("{} ({})  {phase}", word("game"), word("title"));
        match &self.due {
            None => text += ", no deadline\n",
            Some((due, since)) => {
                let _ = writeln!(text, ", due {due}, open since {since}");
            }
        }
        let _ = writeln!(text, "    {}", word("next"));
        if !word("deadline").is_empty() {
            let _ = writeln!(text, "    {}", word("deadline"));
        }
        if !list("filed").is_empty() {
            let _ = writeln!(text, "    filed: {}", list("filed").join(", "));
        }
        for seat in list("wanted") {
            let _ = writeln!(
                text,
                "    wanted: a player for {seat} (`tabella change key {seat} KEY --player NAME`)"
            );
        }
        for what in list("asked") {
            let _ = writeln!(
                text,
                "    {what} (`tabella -C {} change deadline TIME --reason TEXT`)",
                word("folder")
            );
        }
        for file in list("to_sign") {
            let _ = writeln!(
                text,
                "    needs your signature: {file} (`tabella -C {} change sign {file} --as \
                 referee`)",
                word("folder")
            );
        }
        for letter in list("letters") {
            let _ = writeln!(text, "    {letter}");
        }
        text
    }
}

/// Holds a game, and tells its players.
///
/// # Errors
/// A folder that is not the referee's; a reason of several lines; a file that cannot be read or written.
pub(super) fn hold(folder: &Folder, reason: &str) -> CommandResult {
    if !folder.is_referees()? {
        return Err(store::Error::NotReferee(folder.private()).into());
    }
    record::check_text(reason).map_err(|why| Error::usage(format!("the reason: {why}")))?;
    delivery::hold(folder, reason)?;
    common::tell(
        "held: rounds still receive and send letters, but nothing is resolved until you release \
         the game (`tabella referee release`)",
    );
    let (game, now) = (store::load(folder)?, clock::now()?);
    told(
        &game,
        &format!("{now}\nheld {reason}"),
        &json!({ "reason": reason, "deadline": null }),
        now,
    )?;
    Ok(Exit::Done)
}

/// Lets a held game go on, and tells its players.
///
/// # Errors
/// A file that cannot be read or written.
pub(super) fn release(folder: &Folder) -> CommandResult {
    if !delivery::release(folder)? {
        common::tell("the game was not held");
        return Ok(Exit::NotYet);
    }
    let (game, now) = (store::load(folder)?, clock::now()?);
    let due = Standing::at(&game, now)?.deadline;
    match &due {
        Some(due) => {
            common::tell(&format!("released; orders are due {}", reports::due(&game, due)));
        }
        None => common::tell("released"),
    }
    told(&game, &format!("{now}\nreleased"), &json!({ "reason": null, "deadline": due }), now)?;
    Ok(Exit::Done)
}

/// Tells the players that the game is held or goes on.
fn told(game: &Game, about: &str, says: &Value, now: DateTime<Utc>) -> Result<(), Error> {
    let reached = notes::tell_all(game, ("held", Digest::of(about.as_bytes())), says, now)?;
    if !reached.is_empty() {
        common::tell(&format!("a letter to {} is in the outbox", reached.join(", ")));
    }
    Ok(())
}

/// Sends a letter again.
///
/// # Errors
/// No letter of that name; an address that no longer exists.
pub(super) fn resend(folder: &Folder, letter: &str) -> CommandResult {
    let game = store::load(folder)?;
    // By the address that counts now: asking for the right one is why it is sent again.
    let to = addressee(letter).map(|(_, seat)| {
        game.address(seat).ok_or_else(|| {
            let root = folder.root().display();
            Error::no(format!(
                "{seat} no longer has an address, so {letter} stays where it is: enter an address \
                 first (`tabella mail address {root} {seat} ADDRESS`)"
            ))
        })
    });
    Outbox::of(folder).again(letter, to.transpose()?)?;
    common::tell(&format!("{letter} is in the outbox; the next round sends it"));
    Ok(Exit::Done)
}

/// Sends every letter again that failed or came back.
///
/// # Errors
/// As for [`resend`].
pub(super) fn resend_failed(folder: &Folder) -> CommandResult {
    let failed = Outbox::of(folder).failures()?;
    if failed.is_empty() {
        common::tell("no letter failed");
        return Ok(Exit::NotYet);
    }
    for (letter, _) in failed {
        resend(folder, &letter)?;
    }
    Ok(Exit::Done)
}

/// The referee's words to everybody.
///
/// # Errors
/// Nobody has an address; a file that cannot be read or written.
pub(super) fn tell(folder: &Folder, words: &str) -> CommandResult {
    let (game, now) = (store::load(folder)?, clock::now()?);
    let about = Digest::of(format!("{now}\n{words}").as_bytes());
    let says = json!({ "from": REFEREE, "words": words });
    let reached = notes::tell_all(&game, ("message", about), &says, now)?;
    if reached.is_empty() {
        return Err(Error::no("nobody in this game has an address"));
    }
    common::tell(&format!("a letter to {} waits in the outbox", reached.join(", ")));
    Ok(Exit::Done)
}
