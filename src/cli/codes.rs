//! `tabella tools codes`.

use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg};
use crate::codes;
use crate::report::Messages;
use clap::Args;

/// Explain what a code means and what to do, or print a table of all codes
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella tools codes E-phase")]
pub struct CodesArgs {
    /// The code (default: the page of all codes)
    pub code: Option<String>,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// # Errors
/// A code that no part of the program has.
pub fn run(args: &CodesArgs) -> CommandResult {
    let messages = Messages::of_titles(args.lang.language());
    let say = |english: &str| messages.say(english);
    match &args.code {
        None => common::print(&codes::page(&say))?,
        Some(code) => common::print(&codes::lines(code, &say).ok_or_else(|| unknown(code))?)?,
    }
    Ok(Exit::Done)
}

fn unknown(code: &str) -> Error {
    let near = codes::nearest(code).map(|word| format!(" Did you mean `{word}`?"));
    Error::usage(format!("no code `{code}`.{}", near.unwrap_or_default()))
}
