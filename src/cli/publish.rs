//! `tabella share copy`: a copy of a game that others may have.

use super::args::Copy;
use super::{CommandResult, Error, Exit};
use crate::store::{Folder, publish};
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none; a folder that holds something else.
pub fn run(dir: Option<&Path>, args: &Copy) -> CommandResult {
    let folder = super::folder(dir)?;
    let Some(out) = &args.out else { return to_repository(&folder, args) };
    let made = publish::publish(&folder, out, args.seat.as_deref())?;
    if args.json {
        let value = serde_json::json!({"files": made.shown, "sealed": made.sealed});
        super::print_json(&value)?;
        return Ok(Exit::Done);
    }
    let whose = args.seat.as_ref().map_or_else(|| "everybody".to_owned(), ToString::to_string);
    let sealed = match made.sealed.len() {
        0 => "nothing is sealed any more".to_owned(),
        1 => "1 file stays sealed".to_owned(),
        more => format!("{more} files stay sealed"),
    };
    super::tell(&format!("{}: a copy for {whose}, {} files; {sealed}", out.display(), made.shown));
    Ok(Exit::Done)
}

/// Keeps the public repository that `tabella git init` made.
#[cfg(feature = "git")]
fn to_repository(folder: &Folder, args: &Copy) -> CommandResult {
    use crate::store::git::public::Public;
    let Some(public) = Public::of(folder)?.filter(|_| args.seat.is_none()) else {
        return Err(Error::usage(
            "name the folder of the copy; for a public repository use `tabella git init`",
        ));
    };
    let made = super::git::publish(folder, &public, false)?;
    match (&made.commit, args.json) {
        (commit, true) => {
            super::print_json(&serde_json::json!({"files": made.files, "commit": commit}))?;
        }
        (Some(commit), false) => {
            super::tell(&format!("{} new files in commit {}", made.files, &commit[..10]));
        }
        (None, false) => super::tell("nothing new"),
    }
    Ok(Exit::Done)
}

/// A program that was built without git makes copies in folders.
#[cfg(not(feature = "git"))]
fn to_repository(_: &Folder, _: &Copy) -> CommandResult {
    Err(Error::usage("name the folder of the copy"))
}
