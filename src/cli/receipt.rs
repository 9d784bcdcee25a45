//! `tabella share receipt`: the referee's signed word for what a seat filed.

use super::args::Receipt;
use super::{CommandResult, Error, Exit};
use crate::store::receipts;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a seat without a receipt.
pub fn run(dir: Option<&Path>, args: &Receipt) -> CommandResult {
    let folder = super::folder(dir)?;
    let open = folder.newest()?.map_or(1, |newest| newest + 1);
    let phase = args.phase.unwrap_or(open);
    let Some(text) = receipts::newest(&folder, phase, &args.seat)? else {
        let copy = !folder.is_referees()?;
        let kept =
            if copy { " here: the referee keeps it, and gives it to the player" } else { "" };
        let what = format!("there is no receipt of {} for phase {phase}{kept}", args.seat);
        return Err(Error::no(what));
    };
    super::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}
