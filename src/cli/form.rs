//! `tabella form`: the order form of a seat for the open phase.

use super::args::Form;
use super::{CommandResult, Exit, reports};
use crate::store::{self, entropy};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none.
pub fn run(dir: Option<&Path>, args: &Form) -> CommandResult {
    let game = store::load(&super::folder(dir)?)?;
    if game.session.play.outcome().is_some() {
        super::tell("the game is over; nothing is left to order");
        return Ok(Exit::NotYet);
    }
    let mut text = reports::form(&game, &args.seat)?;
    if args.salt {
        let salt = STANDARD.encode(entropy::draw::<16>()?);
        let filled = |line: &str| {
            if line.starts_with("salt:") { format!("salt: {salt}\n") } else { format!("{line}\n") }
        };
        text = text.lines().map(filled).collect();
    }
    super::print(&text)?;
    Ok(Exit::Done)
}
