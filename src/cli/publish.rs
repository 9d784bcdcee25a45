//! `tabella share copy`: a copy of a game that others may have.

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::store::Folder;
use crate::store::copies::publish;
use clap::Args;
use std::path::{Path, PathBuf};

/// Make a copy to give to others: everything that is public, or everything that one seat may know
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama share copy zama-public\n  tabella -C zama share copy --seat rome zama-rome"
)]
pub struct CopyArgs {
    /// Folder of the copy: new, empty, or an earlier copy of this game (default: the public repository)
    pub out: Option<PathBuf>,
    /// A copy for this seat alone, with its own orders and reports
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// # Errors
/// No game there; an unknown seat; a folder that holds something else.
pub fn run(dir: Option<&Path>, args: &CopyArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let Some(out) = &args.out else { return to_repository(&folder, args) };
    let made = publish::publish(&folder, out, args.seat.as_deref())?;
    if args.json {
        let value = serde_json::json!({"files": made.shown, "sealed": made.sealed});
        common::print_json(&value)?;
        return Ok(Exit::Done);
    }
    let whose = args.seat.as_ref().map_or_else(|| "everybody".to_owned(), ToString::to_string);
    let sealed = match made.sealed.len() {
        0 => "nothing is sealed any more".to_owned(),
        1 => "1 file stays sealed".to_owned(),
        more => format!("{more} files stay sealed"),
    };
    common::tell(&format!("{}: a copy for {whose}, {} files; {sealed}", out.display(), made.shown));
    Ok(Exit::Done)
}

/// Keeps the public repository that `tabella git init` made.
#[cfg(feature = "git")]
fn to_repository(folder: &Folder, args: &CopyArgs) -> CommandResult {
    use crate::store::git::public::Public;
    let Some(public) = Public::of(folder)?.filter(|_| args.seat.is_none()) else {
        return Err(Error::usage(
            "name the folder of the copy; for a public repository use `tabella git init`",
        ));
    };
    let made = crate::cli::git::publish(folder, &public, false)?;
    match (&made.commit, args.json) {
        (commit, true) => {
            common::print_json(&serde_json::json!({"files": made.files, "commit": commit}))?;
        }
        (Some(commit), false) => {
            common::tell(&format!("{} new files in commit {}", made.files, &commit[..10]));
        }
        (None, false) => common::tell("nothing new"),
    }
    Ok(Exit::Done)
}

/// Without git support, copies are made in folders only.
#[cfg(not(feature = "git"))]
fn to_repository(_: &Folder, _: &CopyArgs) -> CommandResult {
    Err(Error::usage("name the folder of the copy"))
}
