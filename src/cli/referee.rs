//! `tabella referee`: all games at a glance, and what the referee does beside the rules: hold, release, tell, send again.

use super::args::{Referee, RefereeAct};
use super::notes::{self, Draft};
use super::run::decide::Incoming;
use super::run::games::{Standing, in_words};
use super::run::settings::Settings;
use super::run::{incoming, lost};
use super::{CommandResult, Error, Exit, reports};
use crate::mail::Purpose;
use crate::store::inbox::Inbox;
use crate::store::outbox::{Outbox, Waiting};
use crate::store::{self, Folder, Game, clock, delivery};
use chrono::{DateTime, Utc};
use record::{Digest, REFEREE};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// Settings that cannot be used, no game there, trouble with files.
pub(super) fn run(dir: Option<&Path>, args: &Referee) -> CommandResult {
    match &args.act {
        None => desk(args),
        Some(RefereeAct::Hold { reason }) => hold(&super::folder(dir)?, reason),
        Some(RefereeAct::Release) => release(&super::folder(dir)?),
        Some(RefereeAct::Resend { letter }) => resend(&super::folder(dir)?, letter),
        Some(RefereeAct::Tell { words }) => tell(&super::folder(dir)?, words),
    }
}

/// All games. One that cannot be taken up hides no other.
fn desk(args: &Referee) -> CommandResult {
    let settings = Settings::read(&args.settings)?;
    let (now, incoming) = (clock::now()?, incoming(&settings)?);
    let (mut text, mut list, mut broken) = (String::new(), Vec::new(), false);
    let reports = Inbox::failed(&settings.letters)?;
    for report in &reports {
        let _ = writeln!(text, "{}", lost(report));
    }
    for folder in settings.folders()? {
        match store::load(&folder)
            .map_err(Error::from)
            .and_then(|game| glance(&game, now, incoming))
        {
            Ok(glance) => {
                text += &glance.text();
                list.push(glance.0);
            }
            Err(trouble) => {
                broken = true;
                let _ = writeln!(text, "{}\n    {trouble}", folder.root().display());
                list.push(json!({ "folder": folder.root(), "trouble": trouble.to_string() }));
            }
        }
    }
    if args.json {
        super::print_json(&json!({ "games": list, "lost": reports }))?;
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
        return Ok(Glance(json!({ "game": id, "folder": folder, "over": true })));
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
        "next": in_words(game, &standing, now, incoming),
        "wanted": standing.wanted(game),
    })))
}

impl Glance {
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
        if !list("filed").is_empty() {
            let _ = writeln!(text, "    filed: {}", list("filed").join(", "));
        }
        for seat in list("wanted") {
            let _ = writeln!(
                text,
                "    wanted: a player for {seat} (`tabella change key {seat} KEY --player NAME`)"
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
        "held: rounds take letters and send them, and resolve nothing until it is released",
    );
    Ok(Exit::Done)
}

fn release(folder: &Folder) -> CommandResult {
    if !delivery::release(folder)? {
        super::tell("it was not held");
        return Ok(Exit::NotYet);
    }
    let game = store::load(folder)?;
    match Standing::of(&game)?.deadline {
        Some(at) => super::tell(&format!("released; orders are due {}", reports::due(&game, &at))),
        None => super::tell("released"),
    }
    Ok(Exit::Done)
}

fn resend(folder: &Folder, letter: &str) -> CommandResult {
    Outbox::of(folder).again(letter)?;
    super::tell(&format!("{letter} waits in the outbox; the next round sends it"));
    Ok(Exit::Done)
}

/// The referee's words to everybody.
fn tell(folder: &Folder, words: &str) -> CommandResult {
    let (game, now) = (store::load(folder)?, clock::now()?);
    let about = Digest::of(format!("{now}\n{words}").as_bytes());
    let mut reached = Vec::new();
    for seat in notes::addressed(&game) {
        let draft = Draft {
            purpose: Purpose::Message,
            about,
            template: "message",
            seat,
            says: json!({ "from": REFEREE, "words": words }),
            answered: None,
            enclosed: Vec::new(),
        };
        if notes::leave(&game, draft, now)?.is_some() {
            reached.push(seat);
        }
    }
    if reached.is_empty() {
        return Err(Error::no("nobody in this game has an address"));
    }
    super::tell(&format!("a letter to {} waits in the outbox", reached.join(", ")));
    Ok(Exit::Done)
}
