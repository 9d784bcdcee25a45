//! `tabella share archive`: a game as one archive without secrets.

use crate::cli::common::{self, CommandResult, Exit};
use crate::store::Folder;
use crate::store::copies::export;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Write a game to an archive without secrets, and list what was left out
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella share archive zama zama.tar\n  tabella share archive zama rome.tar --seat rome"
)]
pub struct ArchiveArgs {
    /// Folder of the game
    pub game: PathBuf,
    /// Archive to write, in `tar` format
    pub out: PathBuf,
    /// A copy for this seat alone, with its own orders and reports
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Most sealed files that are named one by one.
const NAMED_MAX: usize = 20;

/// # Errors
/// No game there; an unknown seat; an archive that is there already.
pub fn run(args: &ArchiveArgs) -> CommandResult {
    let folder = Folder::find(&args.game)?;
    let made = export::export(&folder, &args.out, args.seat.as_deref())?;
    if args.json {
        common::print_json(
            &json!({"files": made.files, "sealed": made.sealed, "left_out": made.left}),
        )?;
        return Ok(Exit::Done);
    }
    common::tell(&format!("{}: {} files", args.out.display(), made.files));
    for (name, files) in &made.left {
        common::tell(&format!(
            "left out: {name}/, which is private to the referee ({files} files)"
        ));
    }
    for path in made.sealed.iter().take(NAMED_MAX) {
        common::tell(&format!("left out: {path}, which is sealed until the game is over"));
    }
    let more = made.sealed.len().saturating_sub(NAMED_MAX);
    if more > 0 {
        common::tell(&format!("left out: {more} more sealed files (--json lists them)"));
    }
    Ok(Exit::Done)
}
