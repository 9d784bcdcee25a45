//! `tabella status`: who is awaited, since when, until when, what has been filed (never its content).

use super::args::Json;
use super::{CommandResult, Exit, reports};
use crate::store::{self, Status};
use chrono_tz::Tz;
use std::fmt::Write;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a folder that cannot be read.
pub fn run(dir: Option<&Path>, args: &Json) -> CommandResult {
    if let Some(copy) = super::copy::Copy::find(dir)? {
        return copy.status(args.json);
    }
    let folder = super::folder(dir)?;
    let status = store::status(&folder)?;
    if args.json {
        super::print_json(&status)?;
    } else {
        super::print(&show(&status, reports::zone(&folder.charter()?)))?;
        #[cfg(feature = "git")]
        super::print(&super::git::news(&folder)?.unwrap_or_default())?;
    }
    Ok(Exit::Done)
}

fn show(status: &Status, zone: Option<Tz>) -> String {
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
        let passed = if status.now >= deadline { " (passed)" } else { "" };
        let _ = writeln!(text, "due       {}{passed}", reports::in_words(&deadline, zone));
    }
    text + &filings(status, zone)
}

/// Every seat that is asked, with what became of it, and who else filed.
fn filings(status: &Status, zone: Option<Tz>) -> String {
    let mut text = String::new();
    for asked in &status.asked {
        let filed = status.filed.iter().find(|filed| filed.seat == asked.seat);
        let state = match filed {
            Some(filed) => {
                let end = if filed.final_ { "" } else { ", not final" };
                format!(
                    "filed {}, revision {}{end}, {}",
                    reports::in_words(&filed.time, zone),
                    filed.revision,
                    short(&filed.digest.to_string())
                )
            }
            None if asked.optional => "may file; nobody waits for it".to_owned(),
            None if !status.awaited.contains(asked) => {
                "answered by orders given ahead or standing".to_owned()
            }
            None if asked.optional => "may answer".to_owned(),
            None => "AWAITED".to_owned(),
        };
        let _ = writeln!(text, "  {:<12} {:<12} {state}", asked.seat, asked.prompt);
    }
    for filed in status
        .filed
        .iter()
        .filter(|filed| status.asked.iter().all(|asked| asked.seat != filed.seat))
    {
        let _ = writeln!(
            text,
            "  {:<12} {:<12} filed, revision {}, {}",
            filed.seat,
            "-",
            filed.revision,
            short(&filed.digest.to_string())
        );
    }
    text
}

fn short(digest: &str) -> String {
    format!("{}...", &digest[..12])
}
