//! `tabella share archive`: a game as one archive without secrets.

use super::args::Archive;
use super::{CommandResult, Exit};
use crate::store::{Folder, export};
use serde_json::json;

/// Most sealed files that are named one by one.
const NAMED_MAX: usize = 20;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none; an archive that is there already.
pub fn run(args: &Archive) -> CommandResult {
    let folder = Folder::find(&args.game)?;
    let made = export::export(&folder, &args.out, args.seat.as_deref())?;
    if args.json {
        super::print_json(
            &json!({"files": made.files, "sealed": made.sealed, "left_out": made.left}),
        )?;
        return Ok(Exit::Done);
    }
    super::tell(&format!("{}: {} files", args.out.display(), made.files));
    for (name, files) in &made.left {
        super::tell(&format!("left out: {name}/, the referee's own ({files} files)"));
    }
    for path in made.sealed.iter().take(NAMED_MAX) {
        super::tell(&format!("left out: {path}, sealed while the game goes on"));
    }
    let more = made.sealed.len().saturating_sub(NAMED_MAX);
    if more > 0 {
        super::tell(&format!("left out: {more} more files that are sealed (--json names them)"));
    }
    Ok(Exit::Done)
}
