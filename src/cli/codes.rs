//! `tabella codes`.

use super::Error;
use super::args::Codes;
use super::{CommandResult, Exit};
use crate::codes;

/// Runs the command.
///
/// # Errors
/// A code that no part of the program has.
pub fn run(args: &Codes) -> CommandResult {
    match &args.code {
        None => super::print(&codes::page())?,
        Some(code) => super::print(&codes::lines(code).ok_or_else(|| unknown(code))?)?,
    }
    Ok(Exit::Done)
}

fn unknown(code: &str) -> Error {
    let near = codes::nearest(code).map(|word| format!(" Did you mean `{word}`?"));
    Error::usage(format!("no code `{code}`.{}", near.unwrap_or_default()))
}
