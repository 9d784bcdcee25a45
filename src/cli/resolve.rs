//! `tabella resolve`: the open phase, once everybody awaited has filed.

use crate::cli::common::{self, CommandResult, Exit, blocker, hints, reports};
use crate::store::post::addresses;
use crate::store::records::resolve::Step;
use crate::store::{self, Absences, Resolution, Waiting};
use clap::Args;
use record::REFEREE;
use record::schedule::Missed;
use serde_json::json;
use std::path::Path;

/// Resolve the open phase
///
/// This needs the orders of everybody whose orders are awaited.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama resolve\n  tabella -C zama resolve --absent carthage"
)]
pub struct ResolveArgs {
    /// Declare a seat absent: its standing orders or the title's fallback answer for it
    #[arg(long, value_name = "SEAT", conflicts_with = "deadline", value_parser = hints::SEAT, hide_possible_values = true)]
    pub absent: Vec<String>,
    /// Resolve if the deadline has passed, and declare absent everybody who has not filed
    #[arg(long)]
    pub deadline: bool,
    /// Continue a history other than the one that was signed here; give the reason, which is recorded
    #[arg(long, value_name = "REASON")]
    pub despite: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// # Errors
/// No game there; an unknown seat; a file, key or lock that cannot be used.
pub fn run(dir: Option<&Path>, args: &ResolveArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let absences = match (&args.absent[..], args.deadline) {
        ([], false) => Absences::None,
        ([], true) => Absences::Deadline,
        (seats, _) => Absences::Seats(seats.to_vec()),
    };
    if let Some(reason) = &args.despite {
        store::records::memory::accept(&folder, reason)?;
    }
    match store::resolve(&folder, &absences, &reports::renderer(folder.root()))? {
        Resolution::Done(step) => done(&folder, &step, args.json),
        Resolution::Completed(number) => {
            common::tell(&format!(
                "record {number} was signed before an interruption, but was not put in place; it \
                 is in place now, unchanged"
            ));
            Ok(Exit::Done)
        }
        Resolution::Waiting(waiting) => waits(&folder, &waiting, args.json),
        Resolution::Over(outcome) => {
            if args.json {
                common::print_json(&json!({"result": "over", "outcome": outcome}))?;
            } else {
                common::tell("the game is over; nothing is left to resolve");
            }
            Ok(Exit::NotYet)
        }
    }
}

fn done(folder: &store::Folder, step: &Step, json: bool) -> CommandResult {
    let (number, head) = (step.session.number, step.session.head);
    // If the referee has no address, nobody is written to, and the game need not be loaded again. The record is sealed, so an
    // address file that cannot be read must not fail the command: the letters report it.
    let nobody = addresses::read(folder)
        .is_ok_and(|known| known.of(&step.session.charter, REFEREE).is_none());
    if !nobody {
        leave_letters(folder);
    }
    if json {
        let value = json!({"result": "resolved", "record": number, "head": head, "done": step.done, "next": step.turn.next});
        common::print_json(&value)?;
        return Ok(Exit::Done);
    }
    let record = folder.record(number);
    common::print(&format!(
        "record {number} is sealed: {}\nhead {head}\n",
        record.join("report.md").display()
    ))?;
    match (&step.done.outcome, &step.turn.next) {
        (Some(outcome), _) => {
            let result = outcome
                .winner
                .as_ref()
                .map_or_else(|| "drawn".to_owned(), |side| format!("won by {side}"));
            common::print(&format!(
                "the game is over: {result} ({}, rule {})\n",
                outcome.reason, outcome.rule
            ))?;
        }
        (None, Some(next)) => {
            common::print(&format!(
                "phase {} ({}) awaits {}\n",
                next.phase,
                next.name,
                next.awaited.join(", ")
            ))?;
        }
        (None, None) => {}
    }
    Ok(Exit::Done)
}

/// Letters never undo a sealed record: a failure to write them is reported, and `mail send` tries again.
pub fn leave_letters(folder: &store::Folder) {
    #[cfg(feature = "mail")]
    if let Err(error) = crate::cli::letters::leave(folder) {
        common::tell(&format!("the letters could not be written: {error}"));
    }
    #[cfg(not(feature = "mail"))]
    let _ = folder;
}

fn waits(folder: &store::Folder, waiting: &Waiting, json: bool) -> CommandResult {
    let names = |seats: &[engine::Seat]| {
        seats.iter().map(engine::Seat::name).collect::<Vec<_>>().join(", ")
    };
    if json {
        let game = store::load(folder)?;
        let told = waiting.blocker.as_ref().map(|one| blocker::in_words(&game, one));
        let value = json!({"result": "waiting", "phase": waiting.phase, "missing": waiting.missing, "holding": waiting.holding, "tentative": waiting.tentative,
            "deadline": waiting.deadline, "passed": waiting.passed, "blocker": told});
        common::print_json(&value)?;
        return Ok(Exit::NotYet);
    }
    if !waiting.missing.is_empty() {
        common::tell(&format!("phase {} awaits {}", waiting.phase, names(&waiting.missing)));
    }
    if !waiting.holding.is_empty() {
        common::tell(&format!(
            "left open with `hold: true`, for the rules to decide at the deadline: {}",
            names(&waiting.holding)
        ));
    }
    if !waiting.tentative.is_empty() {
        common::tell(&format!("filed but not final: {}", names(&waiting.tentative)));
    }
    if blocker::tell(folder, waiting)? {
        return Ok(Exit::NotYet);
    }
    let charter = folder.charter()?;
    let in_words = |at| reports::in_words(at, reports::zone(&charter));
    let waits_for_all =
        charter.schedule.as_ref().is_some_and(|schedule| schedule.missed == Missed::Wait);
    match &waiting.deadline {
        Some(deadline) if waiting.passed && waits_for_all => common::tell(&format!(
            "the deadline passed on {}, and this game waits for those who are late; the referee may declare a seat absent: \
             `tabella resolve --absent SEAT`",
            in_words(deadline)
        )),
        Some(deadline) if waiting.passed => common::tell(&format!(
            "the deadline passed on {}: run `tabella resolve --deadline`",
            in_words(deadline)
        )),
        Some(deadline) => common::tell(&format!("orders are due {}", in_words(deadline))),
        None => {
            common::tell("the referee may declare a seat absent: `tabella resolve --absent SEAT`");
        }
    }
    Ok(Exit::NotYet)
}
