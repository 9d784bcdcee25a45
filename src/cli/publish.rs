//! `tabella publish`: a copy of a game that others may have.

use super::args::Publish;
use super::{CommandResult, Exit};
use crate::store::publish;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none; a folder that holds something else.
pub fn run(dir: Option<&Path>, args: &Publish) -> CommandResult {
    let folder = super::folder(dir)?;
    let made = publish::publish(&folder, &args.out, args.seat.as_deref())?;
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
    super::tell(&format!(
        "{}: a copy for {whose}, {} files; {sealed}",
        args.out.display(),
        made.shown
    ));
    Ok(Exit::Done)
}
