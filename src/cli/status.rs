//! `tabella status`: who is awaited, since when, until when, what has been filed (never its content).

use crate::cli::common::{self, CommandResult, Exit, LanguageArg, reports};
use crate::cli::copy::Copy;
use crate::report::Messages;
use crate::store::copies::folder_source::FolderSource;
use crate::store::{self, Status};
use crate::verify::litter;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use clap::Args;
use std::fmt::Write;
use std::path::Path;

/// Show whose orders are awaited, until when, and who has filed
///
/// The orders themselves are never shown.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella -C zama status")]
pub struct StatusArgs {
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// # Errors
/// No game there; a folder that cannot be read.
pub fn run(dir: Option<&Path>, args: &StatusArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let source = FolderSource::open(folder.root())?;
    let (newest, among) = folder.newest_with_litter()?;
    if let Some(note) = litter(&source.litter_in_view(newest, &among)) {
        common::tell(&note.0);
    }
    // The newest record says who is awaited: only if something is sealed in that one is a copy asked.
    if let Some(copy) = newest.map(|newest| Copy::behind(&folder, newest)).transpose()?.flatten() {
        return copy.status(args);
    }
    let status = store::status(&folder)?;
    if args.json {
        common::print_json(&status)?;
    } else {
        let messages = Messages::of(args.lang.language(), &status.title);
        common::print(&show(&messages, &status, reports::zone(&folder.charter()?)))?;
        #[cfg(feature = "git")]
        common::print(&crate::cli::git::news(&folder)?.unwrap_or_default())?;
    }
    Ok(Exit::Done)
}

fn show(messages: &Messages, status: &Status, zone: Option<Tz>) -> String {
    let text = outline(status, zone);
    lines(messages, &text) + &filings(messages, status, zone)
}

/// Lines that the program itself wrote, each in the reader's language.
pub fn lines(messages: &Messages, text: &str) -> String {
    text.lines().map(|line| messages.say(line) + "\n").collect()
}

/// The state of the game, in English.
fn outline(status: &Status, zone: Option<Tz>) -> String {
    let mut text = format!("{} ({}), record {}\n", status.game, status.title, status.record);
    let _ = writeln!(text, "start     {}\nhead      {}", status.start, status.head);
    if let Some(outcome) = &status.outcome {
        let result = outcome
            .winner
            .as_ref()
            .map_or_else(|| "drawn".to_owned(), |side| format!("won by {side}"));
        let _ = writeln!(text, "over      {result} ({}, rule {})", outcome.reason, outcome.rule);
        return text;
    }
    let whose = status.at.seat.as_ref().map(|seat| format!(", {seat}")).unwrap_or_default();
    let _ = writeln!(
        text,
        "phase     {}: {}, turn {}{whose}",
        status.record + 1,
        status.at.name,
        status.at.turn
    );
    let _ = writeln!(text, "open from {}", reports::in_words(&status.opened, zone));
    if let Some(deadline) = status.deadline {
        let due = reports::in_words(&deadline, zone);
        let _ = if !status.unsent.is_empty() {
            let to = status.unsent.join(", ");
            writeln!(
                text,
                "due       one full phase after the letters are sent to {to}; until then, the \
                 clock is stopped"
            )
        } else if status.now >= deadline {
            writeln!(text, "due       {due} (passed)")
        } else {
            writeln!(text, "due       {due}")
        };
    }
    if let Some(until) = status.until.filter(|_| status.older.is_none()) {
        text += &late(until, status.now, zone);
    }
    if let Some(claim) = &status.older {
        let _ = writeln!(text, "older     {claim}");
    }
    if status.now < status.opened {
        let _ = writeln!(
            text,
            "clock     the newest record was sealed {}, but this machine's clock says {}: one of the two is wrong",
            reports::in_words(&status.opened, zone),
            reports::in_words(&status.now, zone)
        );
    }
    text
}

/// The rights that a player who missed the deadline still has.
pub fn late(until: DateTime<Utc>, now: DateTime<Utc>, zone: Option<Tz>) -> String {
    if now < until {
        let until = reports::in_words(&until, zone);
        format!("late      the seats still awaited are late; orders are accepted until {until}\n")
    } else {
        "late      the seats still awaited are late; orders are accepted until the phase is \
         resolved\n"
            .to_owned()
    }
}

/// Every seat that is asked, with what became of it, and who else filed.
fn filings(messages: &Messages, status: &Status, zone: Option<Tz>) -> String {
    let mut text = String::new();
    if status.outcome.is_some() {
        return text;
    }
    for asked in &status.asked {
        let filed = status.filed.iter().find(|filed| filed.seat == asked.seat);
        let left_open = filed.filter(|filed| filed.open.contains(&asked.prompt));
        let state = match filed {
            Some(_) if left_open.is_some_and(|filed| filed.hold) => {
                "left to the rules by `hold: true`".to_owned()
            }
            Some(filed) if left_open.is_some() => {
                format!("AWAITED: the filed revision {} does not answer this", filed.revision)
            }
            Some(filed) => {
                let time = reports::in_words(&filed.time, zone);
                let digest = short(&filed.digest.to_string());
                if filed.final_ {
                    format!("filed {time}, revision {}, {digest}", filed.revision)
                } else {
                    format!("filed {time}, revision {}, not final, {digest}", filed.revision)
                }
            }
            None if asked.optional => {
                "may file, but the phase does not wait for this seat".to_owned()
            }
            None if !status.awaited.contains(asked) => {
                "answered by orders given in advance or by standing orders".to_owned()
            }
            None => "AWAITED".to_owned(),
        };
        let state = messages.say(&state);
        let _ = writeln!(text, "  {:<12} {:<12} {state}", asked.seat, asked.prompt);
    }
    for filed in status
        .filed
        .iter()
        .filter(|filed| status.asked.iter().all(|asked| asked.seat != filed.seat))
    {
        let digest = short(&filed.digest.to_string());
        let state = messages.say(&format!("filed, revision {}, {digest}", filed.revision));
        let _ = writeln!(text, "  {:<12} {:<12} {state}", filed.seat, "-");
    }
    for (file, rides) in &status.agreed {
        let file = record::visible(file);
        let next = if *rides {
            format!("agreed, and takes effect with the record of this phase: {file}")
        } else {
            format!("agreed, but needs a record of its own: run `tabella change apply {file}`")
        };
        let _ = writeln!(text, "{}", messages.say(&next));
    }
    for file in &status.to_sign {
        let waits = format!("needs the referee's signature: {}", record::visible(file));
        let _ = writeln!(text, "{}", messages.say(&waits));
    }
    text
}

fn short(digest: &str) -> String {
    format!("{}...", &digest[..12])
}
