//! The command line: one file per command, thin.
//!
//! A command answers with an [`Exit`] or with [`Error`]; only this file turns either into a process's
//! exit code. What a person asked for goes to standard output, everything else to standard error.

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
pub mod forecast;
pub mod fork;
pub mod form;
pub mod games;
#[cfg(feature = "git")]
pub mod gate;
#[cfg(feature = "git")]
pub mod git;
#[cfg(feature = "manual")]
pub mod help;
mod hindrance;
mod invite;
pub mod key;
mod languages;
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
pub mod open;
mod people;
#[cfg(feature = "play")]
pub mod play;
pub mod practice;
pub mod publish;
mod ratings;
pub mod receipt;
#[cfg(feature = "mail")]
mod receive;
#[cfg(feature = "mail")]
mod referee;
pub mod replay;
pub mod report;
pub mod reports;
pub mod resolve;
#[cfg(feature = "mail")]
mod run;
pub mod schema;
#[cfg(feature = "git")]
pub mod seal;
mod seat_game;
pub mod sheet;
pub mod sign;
pub mod simulate;
pub mod site;
pub mod status;
pub mod story;
pub mod submit;
pub mod titles;
mod tournament;
mod usage;
pub mod verify;
#[cfg(feature = "mail")]
mod zones;

use crate::report::{Language, Messages, ReportError};
use crate::store;
use args::{Cli, Colour, Command};
use clap::Parser;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether only what was asked for is printed, and errors.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Width of text for a terminal, in characters.
pub const WIDTH: usize = 100;

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

    /// Files, keys or locks.
    pub fn files(message: impl Into<String>) -> Self {
        Self { code: 4, message: message.into() }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Seat { .. } | store::Error::Address(_) => Self::usage(error.to_string()),
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
    let cli = match Cli::try_parse() {
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
    match dispatch(&cli.command, cli.dir.as_deref()) {
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
        Command::Games(args) => games::run(args),
        Command::New(args) => new::run(args),
        Command::Invite(act) => invite::run(act),
        Command::Join(args) => invite::join(args),
        Command::Status(args) => status::run(dir, args),
        Command::Form(args) => form::run(dir, args),
        Command::Check(args) => check::run(dir, args),
        Command::Forecast(args) => forecast::run(dir, args),
        Command::Sheet(args) => sheet::run(dir, args),
        Command::Legal(args) => legal::run(dir, args),
        Command::Codes(args) => codes::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Explain(args) => explain::run(dir, args),
        Command::Sign(args) => sign::run(args),
        #[cfg(feature = "git")]
        Command::Seal(args) => seal::run(dir, args),
        Command::Submit(args) => submit::run(dir, args),
        Command::Resolve(args) => resolve::run(dir, args),
        Command::Report(args) => report::run(dir, args),
        Command::Map(args) => map::run(dir, args),
        Command::Replay(args) => replay::run(dir, args),
        Command::Story(args) => story::run(dir, args),
        Command::Receipt(args) => receipt::run(dir, args),
        Command::Change(args) => change::run(dir, args),
        Command::Site(args) => site::run(args),
        Command::People(args) => people::run(args),
        Command::Ratings(args) => ratings::run(args),
        Command::Tournament(args) => tournament::run(args),
        Command::Publish(args) => publish::run(dir, args),
        Command::Export(args) => export::run(args),
        Command::Open(args) => open::run(dir, args),
        Command::Log(args) => log::run(dir, args),
        #[cfg(feature = "git")]
        Command::Git(args) => git::run(dir, args),
        #[cfg(feature = "git")]
        Command::Gate(args) => gate::run(dir, args),
        #[cfg(feature = "git")]
        Command::Hook(args) => gate::hook(dir, args),
        Command::Verify(args) => verify::run(dir, args),
        Command::Case(args) => case::run(args),
        Command::Key(args) => key::run(dir, args),
        Command::Simulate(args) => simulate::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Luck(args) => luck::run(dir, args),
        Command::Practice(args) => practice::run(args),
        Command::Fork(args) => fork::run(args),
        #[cfg(feature = "play")]
        Command::Play(args) => play::run(dir, args),
        #[cfg(feature = "mail")]
        Command::Mail(args) => mail::run(dir, args),
        #[cfg(feature = "mail")]
        Command::Run(args) => run::run(args),
        #[cfg(feature = "mail")]
        Command::Referee(args) => referee::run(dir, args),
        #[cfg(feature = "manual")]
        Command::Manual(act) => help::run(act),
    }
}

/// Prints what was asked for. A reader who has gone away (`tabella story | head`) is no error.
///
/// # Errors
/// Any other failure to write.
pub fn print(text: &str) -> Result<(), Error> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::files(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a value for a program.
///
/// # Errors
/// See [`print()`].
pub fn print_json(value: &impl Serialize) -> Result<(), Error> {
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Error::files(error.to_string()))?;
    print(&format!("{text}\n"))
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

/// The game folder: the one that was named, or the one that this folder lies in.
///
/// # Errors
/// No game there.
pub fn folder(dir: Option<&Path>) -> Result<store::Folder, Error> {
    let start = match dir {
        Some(dir) => dir.to_owned(),
        None => store::environment::current_folder()?,
    };
    Ok(store::Folder::find(&start)?)
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
