//! `tabella referee`: all games at a glance, and what the referee does beside the rules: hold, release, tell, send again.

use super::args::{Referee, RefereeAct};
use super::notes;
use super::run::games::{at_the_deadline, in_words};
use super::run::index::Index;
use super::run::settings::Settings;
use super::run::{for_you, incoming, lost};
use super::{CommandResult, Error, Exit, reports};
use crate::mail::addressee;
use crate::store::decide::Incoming;
use crate::store::inbox::Inbox;
use crate::store::outbox::{Outbox, Waiting};
use crate::store::standing::Standing;
use crate::store::{self, Folder, Game, clock, delivery};
use chrono::{DateTime, TimeDelta, Utc};
use rayon::prelude::*;
use record::{Digest, REFEREE};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// How long letters are shown that were refused.
const SHOWN: TimeDelta = TimeDelta::days(7);

/// Runs the command.
///
/// # Errors
/// Settings that cannot be used, no game there, a file that cannot be read or written.
pub(super) fn run(dir: Option<&Path>, args: &Referee) -> CommandResult {
    match &args.act {
        None => all_games(args),
        Some(RefereeAct::Hold { reason }) => hold(&super::folder(dir)?, reason),
        Some(RefereeAct::Release) => release(&super::folder(dir)?),
        Some(RefereeAct::Resend { letter }) => resend(&super::folder(dir)?, letter),
        Some(RefereeAct::Tell { words }) => tell(&super::folder(dir)?, words),
    }
}

/// All games of the referee at a glance. One that cannot be taken up hides no other.
fn all_games(args: &Referee) -> CommandResult {
    let settings = Settings::read(&args.settings)?;
    let (now, incoming) = (clock::now()?, incoming(&settings)?);
    let (mut text, mut list, mut broken) = (String::new(), Vec::new(), false);
    let reports = Inbox::failed(&settings.letters)?;
    for report in &reports {
        let _ = writeln!(text, "{}", lost(report));
    }
    let unread = Inbox::unread(&settings.letters)?;
    for letter in &unread {
        let _ = writeln!(text, "{}", for_you(letter));
    }
    let index = Index::read(&settings.letters)?;
    let look = |folder: &Folder| {
        if index.is_over(folder) {
            return Ok(Glance::over(&folder.charter()?.game, folder));
        }
        glance(&store::load(folder)?, now, incoming)
    };
    let folders = settings.folders()?;
    let seen: Vec<Result<Glance, Error>> = folders.par_iter().map(look).collect();
    for (folder, glance) in folders.iter().zip(seen) {
        match glance {
            Ok(glance) => {
                text += &glance.text();
                list.push(glance.0);
            }
            Err(error) => {
                broken = true;
                let _ = writeln!(text, "{}\n    {error}", folder.root().display());
                list.push(json!({ "folder": folder.root(), "error": error.to_string() }));
            }
        }
    }
    let refused = Inbox::refused(&settings.letters, now - SHOWN)?;
    for letter in &refused {
        let _ = writeln!(text, "{letter}");
    }
    if args.json {
        let desk = json!({ "games": list, "lost": reports, "unread": unread, "refused": refused });
        super::print_json(&desk)?;
    } else {
        super::print(&text)?;
    }
    Ok(if broken { Exit::No } else { Exit::Done })
}

/// One game at a glance, as a program reads it.
struct Glance(Value);

fn glance(game: &Game, now: DateTime<Utc>, incoming: Incoming) -> Result<Glance, Error> {
    let folder = game.folder.root();
    let id = &game.session.charter.game;
    if game.session.outcome().is_some() {
        return Ok(Glance::over(id, &game.folder));
    }
    let standing = Standing::of(game)?;
    let due = |at: DateTime<Utc>| reports::due(game, &at);
    let waiting = Outbox::of(&game.folder).waiting()?;
    let letter = |one: &Waiting| match &one.why {
        Some(why) => format!("{} waits: {why}", one.file),
        None => format!("{} waits", one.file),
    };
    let failed = standing.failures.iter().map(|(file, why)| format!("{file} failed: {why}"));
    let status = store::status::of(game)?;
    let filed: Vec<&str> = status.filed.iter().map(|filing| filing.seat.name()).collect();
    Ok(Glance(json!({
        "game": id,
        "folder": folder,
        "over": false,
        "phase": game.open_phase(),
        "name": game.turn.next.as_ref().map(|next| &next.name),
        "due": standing.deadline.map(due),
        "since": standing.delivery.since.map(due),
        "held": standing.held,
        "missing": standing.missing,
        "tentative": standing.tentative,
        "filed": filed,
        "letters": waiting.iter().map(letter).chain(failed).collect::<Vec<_>>(),
        "next": in_words(game, &standing, now, incoming)?,
        "deadline": at_the_deadline(game, &standing, now, incoming)?,
        "wanted": standing.wanted(game),
        "to_sign": status.to_sign,
    })))
}

impl Glance {
    fn over(game: &str, folder: &Folder) -> Self {
        Self(json!({ "game": game, "folder": folder.root(), "over": true }))
    }

    /// The same for a person.
    fn text(&self) -> String {
        let word = |name: &str| self.0[name].as_str().unwrap_or_default();
        let list = |name: &str| -> Vec<&str> {
            self.0[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        };
        if self.0["over"] == true {
            return format!("{}  over\n", word("game"));
        }
        let mut text = format!("{}  phase {}, {}", word("game"), self.0["phase"], word("name"));
        match word("due") {
            "" => text += ", no deadline runs\n",
            due => {
                let _ = writeln!(text, ", due {due}, open since {}", word("since"));
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
        for file in list("to_sign") {
            let _ = writeln!(
                text,
                "    waits for your signature: {file} (`tabella -C {} change sign {file} --as referee --key KEY`)",
                word("folder")
            );
        }
        for letter in list("letters") {
            let _ = writeln!(text, "    {letter}");
        }
        text
    }
}

fn hold(folder: &Folder, reason: &str) -> CommandResult {
    if !folder.is_referees()? {
        return Err(store::Error::NotReferee(folder.private()).into());
    }
    delivery::hold(folder, reason)?;
    super::tell(
        "held: rounds take letters and send them, and nothing resolves it until it is released",
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

fn release(folder: &Folder) -> CommandResult {
    if !delivery::release(folder)? {
        super::tell("it was not held");
        return Ok(Exit::NotYet);
    }
    let (game, now) = (store::load(folder)?, clock::now()?);
    let due = Standing::at(&game, now)?.deadline;
    match &due {
        Some(due) => {
            super::tell(&format!("released; orders are due {}", reports::due(&game, due)));
        }
        None => super::tell("released"),
    }
    told(&game, &format!("{now}\nreleased"), &json!({ "reason": null, "deadline": due }), now)?;
    Ok(Exit::Done)
}

/// Tells the players that the game is held or goes on.
fn told(game: &Game, about: &str, says: &Value, now: DateTime<Utc>) -> Result<(), Error> {
    let reached = notes::tell_all(game, ("held", Digest::of(about.as_bytes())), says, now)?;
    if !reached.is_empty() {
        super::tell(&format!("a letter to {} waits in the outbox", reached.join(", ")));
    }
    Ok(())
}

fn resend(folder: &Folder, letter: &str) -> CommandResult {
    let game = store::load(folder)?;
    // By the address that counts now: asking for the right one is why it is sent again.
    let to = addressee(letter).map(|(_, seat)| {
        game.address(seat).ok_or_else(|| {
            let root = folder.root().display();
            Error::no(format!(
                "{seat} has no address any more, so {letter} stays where it is: enter one first (`tabella mail address {root} {seat} \
                 ADDRESS`)"
            ))
        })
    });
    Outbox::of(folder).again(letter, to.transpose()?)?;
    super::tell(&format!("{letter} waits in the outbox; the next round sends it"));
    Ok(Exit::Done)
}

/// The referee's words to everybody.
fn tell(folder: &Folder, words: &str) -> CommandResult {
    let (game, now) = (store::load(folder)?, clock::now()?);
    let about = Digest::of(format!("{now}\n{words}").as_bytes());
    let says = json!({ "from": REFEREE, "words": words });
    let reached = notes::tell_all(&game, ("message", about), &says, now)?;
    if reached.is_empty() {
        return Err(Error::no("nobody in this game has an address"));
    }
    super::tell(&format!("a letter to {} waits in the outbox", reached.join(", ")));
    Ok(Exit::Done)
}
