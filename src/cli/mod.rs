//! The command line: one file per command, thin.
//!
//! A command answers with an [`Exit`] or with [`Error`]; only this file turns either into a process's
//! exit code. What a person asked for goes to standard output, everything else to standard error.

pub mod analyse;
pub mod args;
pub mod case;
pub mod change;
pub mod check;
mod club;
pub mod codes;
pub mod copy;
pub mod demo;
pub mod explain;
pub mod export;
pub mod for_all;
pub mod forecast;
pub mod fork;
pub mod form;
#[cfg(feature = "git")]
pub mod gate;
#[cfg(feature = "git")]
pub mod git;
mod groups;
#[cfg(feature = "manual")]
pub mod help;
mod hindrance;
mod invite;
pub mod key;
mod languages;
pub mod learn;
pub mod legal;
#[cfg(feature = "mail")]
pub mod letters;
pub mod log;
pub mod luck;
#[cfg(feature = "mail")]
pub mod mail;
pub mod map;
pub mod new;
#[cfg(feature = "mail")]
mod notes;
mod now;
pub mod open;
mod people;
pub mod play;
mod practice;
pub mod publish;
mod ratings;
pub mod receipt;
#[cfg(feature = "mail")]
mod receive;
mod recover;
#[cfg(feature = "mail")]
mod referee;
pub mod replay;
pub mod report;
pub mod reports;
pub mod resolve;
pub mod rules;
#[cfg(feature = "mail")]
mod run;
pub mod schema;
#[cfg(feature = "git")]
pub mod seal;
mod seat_game;
pub mod share;
pub mod sheet;
pub mod sign;
pub mod simulate;
pub mod site;
pub mod status;
pub mod story;
pub mod submit;
pub mod titles;
pub mod tools;
mod tournament;
mod usage;
pub mod verify;
#[cfg(feature = "mail")]
mod zones;

use crate::report::{Language, Messages, ReportError};
use crate::session::SessionFault;
use crate::store;
#[cfg(feature = "mail")]
use args::Desk;
use args::{Cli, Club, Colour, Command, Referee, RefereeAct};
use clap::FromArgMatches;
use engine::text::unprintable;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether only what was asked for is printed, and errors.
static QUIET: AtomicBool = AtomicBool::new(false);

/// How wide text becomes at most: longer lines are hard to read, however wide the terminal is.
const WIDTH_MAX: usize = 100;
/// How wide it becomes at least: a narrower terminal breaks the lines itself.
const WIDTH_MIN: usize = 40;
/// How wide it becomes where nobody knows the terminal's width.
const WIDTH_UNKNOWN: usize = 80;

/// Width of text for the terminal, in characters.
pub fn width() -> usize {
    store::environment::terminal_width().unwrap_or(WIDTH_UNKNOWN).clamp(WIDTH_MIN, WIDTH_MAX)
}

/// How a command ended that did what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It is done, or the answer is yes.
    Done,
    /// The answer is no: a refused file, a finding, a failed case.
    No,
    /// Not yet: somebody is awaited, or the game is over.
    NotYet,
}

/// Why a command could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: u8,
    message: String,
}

impl Error {
    /// The command line is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { code: 2, message: message.into() }
    }

    /// What was handed in is wrong.
    pub fn no(message: impl Into<String>) -> Self {
        Self { code: 1, message: message.into() }
    }

    /// Several of one kind, a line each.
    pub fn all(errors: impl IntoIterator<Item = Self>) -> Self {
        let mut errors = errors.into_iter();
        let first = errors.next().unwrap_or_else(|| Self::usage("nothing can be done"));
        errors.fold(first, |all, next| Self {
            code: all.code.min(next.code),
            message: all.message + "\n" + &next.message,
        })
    }

    /// Files, keys or locks.
    pub fn files(message: impl Into<String>) -> Self {
        Self { code: 4, message: message.into() }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Seat { .. } | store::Error::Address(_) => Self::usage(error.to_string()),
            store::Error::Newer(_) | store::Error::Session(SessionFault::Revision { .. }) => {
                Self { code: 3, message: error.to_string() }
            }
            store::Error::NotPublic(_) | store::Error::Fork(_) => Self::no(error.to_string()),
            _ => Self::files(error.to_string()),
        }
    }
}

impl From<ReportError> for Error {
    fn from(error: ReportError) -> Self {
        Self::no(error.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// What a command gives back.
pub type CommandResult = Result<Exit, Error>;

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    let language = usage::language(std::env::args_os());
    let messages = Messages::of_titles(language);
    let asked = groups::command().try_get_matches().and_then(|it| Cli::from_arg_matches(&it));
    let cli = match asked {
        Ok(cli) => cli,
        Err(error) if json && error.use_stderr() => {
            return failed(&Error::usage(error.to_string().trim_end()), json);
        }
        Err(error) if error.use_stderr() && language != Language::English => {
            match usage::wrong(&error, &messages) {
                Some(message) => return failed(&Error::usage(message), json),
                None => error.exit(),
            }
        }
        Err(error) => error.exit(),
    };
    QUIET.store(cli.quiet, Ordering::Relaxed);
    match cli.colour {
        Colour::Auto => {}
        Colour::Always => anstream::ColorChoice::Always.write_global(),
        Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    let done = match &cli.command {
        Some(command) => dispatch(command, cli.dir.as_deref()),
        None => match now::run(cli.dir.as_deref()) {
            Ok(exit) => return exit,
            Err(error) => Err(error),
        },
    };
    match done {
        Ok(Exit::Done) => ExitCode::SUCCESS,
        Ok(Exit::No) => ExitCode::from(1),
        Ok(Exit::NotYet) => ExitCode::from(3),
        Err(error) => failed(&Error { message: messages.say(&error.message), ..error }, json),
    }
}

/// Says why a command failed, and how it ends: to a program on standard output, where it reads the answer.
fn failed(error: &Error, json: bool) -> ExitCode {
    if json {
        let error = serde_json::json!({"exit": error.code, "message": error.message});
        let _ = print_json(&serde_json::json!({"error": error}));
    } else {
        complain(&format!("tabella: {error}"));
    }
    ExitCode::from(error.code)
}

fn dispatch(command: &Command, dir: Option<&Path>) -> CommandResult {
    match command {
        Command::Play(args) => play::run(dir, args),
        Command::Learn(args) => learn::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Status(args) => status::run(dir, args),
        Command::Form(args) => form::run(dir, args),
        Command::Check(args) => check::run(dir, args),
        Command::Sign(args) => sign::run(dir, args),
        Command::Submit(args) => submit::run(dir, args),
        Command::Report(args) => report::run(dir, args),
        Command::Map(args) => map::run(dir, args),
        Command::Analyse(act) => analyse::run(dir, act),
        Command::New(args) => new::run(args),
        Command::Resolve(args) => resolve::run(dir, args),
        Command::Change(act) => change::run(dir, act),
        Command::Referee(args) => referee(dir, args),
        #[cfg(feature = "mail")]
        Command::Mail(act) => mail::run(dir, act),
        #[cfg(feature = "git")]
        Command::Git(act) => git::run(dir, act),
        Command::Share(act) => share::run(dir, act),
        Command::Verify(args) => verify::run(dir, args),
        Command::Key(act) => key::run(dir, act),
        Command::Club(act) => club(act),
        Command::Tools(act) => tools::run(dir, act),
    }
}

fn club(act: &Club) -> CommandResult {
    match act {
        Club::Invite(act) => invite::run(act),
        Club::Join(args) => invite::join(args),
        Club::Tournament(act) => tournament::run(act),
        Club::Ratings(args) => ratings::run(args),
        Club::People(args) => people::run(args),
        Club::Site(args) => site::run(args),
    }
}

fn referee(dir: Option<&Path>, args: &Referee) -> CommandResult {
    match &args.act {
        #[cfg(feature = "mail")]
        None => referee::desk(&Desk::default()),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Desk(args)) => referee::desk(args),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Run(args)) => run::run(args),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Hold { reason }) => referee::hold(&folder(dir)?, reason),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Release) => referee::release(&folder(dir)?),
        Some(RefereeAct::Recover(args)) => recover::run(dir, args),
        #[cfg(not(feature = "mail"))]
        None => Err(Error::usage("this program was built without mail: tabella referee recover")),
    }
}

/// Prints what was asked for. A reader who has gone away (`tabella report --story | head`) is no error.
///
/// # Errors
/// Any other failure to write.
pub fn print(text: &str) -> Result<(), Error> {
    let text = seen(text);
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::files(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// A text as it may reach a terminal: colours and styles are the program's own and stay; any other control character, and marks that
/// turn the direction of writing, are shown by their numbers, wherever the text came from.
fn seen(text: &str) -> Cow<'_, str> {
    let control = |letter: char| unprintable(letter) && !matches!(letter, '\n' | '\t');
    if !text.contains(control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let style = style(rest);
        let (taken, after) = rest.split_at(style.unwrap_or(letter.len_utf8()));
        if style.is_none() && control(letter) {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push_str(taken);
        }
        rest = after;
    }
    Cow::Owned(shown)
}

/// The length of the sequence that sets colour or style, if a text begins with one.
fn style(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|letter: char| !matches!(letter, '0'..='9' | ';'))?;
    parameters[end..].starts_with('m').then_some(end + 3)
}

/// Prints a value for a program.
///
/// # Errors
/// See [`print()`].
pub fn print_json(value: &impl Serialize) -> Result<(), Error> {
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Error::files(error.to_string()))?;
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if unprintable(letter) && letter != '\n' {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(letter);
        }
    }
    print(&format!("{escaped}\n"))
}

/// Tells something beside what was asked for. What came from files or from others cannot write to the terminal with it.
pub fn tell(text: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        complain(text);
    }
}

/// The same however quiet the user wants it.
fn complain(text: &str) {
    let lines: Vec<_> = text.split('\n').map(record::visible).collect();
    let _ = writeln!(anstream::stderr(), "{}", lines.join("\n"));
}

/// True if standard output takes colours.
pub fn colour() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// The game folder: the one that was named, by its path or as a game of one person against the program, or the one that this
/// folder lies in.
///
/// # Errors
/// No game there.
pub fn folder(dir: Option<&Path>) -> Result<store::Folder, Error> {
    let start = match dir {
        Some(dir) => store::solo::meant(dir)?,
        None => store::environment::current_folder()?,
    };
    Ok(store::Folder::find(&start)?)
}

/// A number of records in words.
pub fn records(count: u32) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}

/// Splits `NAME=VALUE` arguments.
///
/// # Errors
/// An argument without `=`, or a name twice.
pub fn pairs(arguments: &[String], option: &str) -> Result<Vec<(String, String)>, Error> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for argument in arguments {
        let Some((name, value)) = argument.split_once('=') else {
            return Err(Error::usage(format!("{option} {argument}: write {option} NAME=VALUE")));
        };
        if pairs.iter().any(|(known, _)| known == name) {
            return Err(Error::usage(format!("{option} {name}: given twice")));
        }
        pairs.push((name.to_owned(), value.to_owned()));
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::seen;

    #[test]
    fn colours_reach_a_terminal_and_nothing_else_that_would_move_it() {
        assert_eq!(seen("\u{1b}[1;31mno\u{1b}[0m\tGroße\n"), "\u{1b}[1;31mno\u{1b}[0m\tGroße\n");
        assert_eq!(
            seen("a\u{9b}2Jb\u{202e}c\u{61c}\u{1b}[2J\u{1b}]0;x\u{7}\r"),
            "a\\u{9b}2Jb\\u{202e}c\\u{61c}\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{d}"
        );
    }
}
