//! `tabella tools codes`.

use super::Error;
use super::args::Codes;
use super::{CommandResult, Exit};
use crate::codes;
use crate::report::Messages;

/// Runs the command.
///
/// # Errors
/// A code that no part of the program has.
pub fn run(args: &Codes) -> CommandResult {
    let messages = Messages::of_titles(args.lang.language());
    let say = |english: &str| messages.say(english);
    match &args.code {
        None => super::print(&codes::page(&say))?,
        Some(code) => super::print(&codes::lines(code, &say).ok_or_else(|| unknown(code))?)?,
    }
    Ok(Exit::Done)
}

fn unknown(code: &str) -> Error {
    let near = codes::nearest(code).map(|word| format!(" Did you mean `{word}`?"));
    Error::usage(format!("no code `{code}`.{}", near.unwrap_or_default()))
}
