//! The command line: each command with its arguments and its help in one file, and in [`common`] what commands share.
//!
//! A command answers with an [`Exit`] or with [`Error`]; only this file turns either into a process's
//! exit code. What a person asked for goes to standard output, everything else to standard error.

pub mod analyse;
pub mod case;
pub mod change;
pub mod check;
mod club;
pub mod codes;
pub mod common;
pub mod copy;
pub mod demo;
#[cfg(feature = "mail")]
mod desk;
pub mod explain;
pub mod export;
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
mod invite;
pub mod key;
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
mod referee;
pub mod replay;
pub mod report;
pub mod resolve;
pub mod rules;
#[cfg(feature = "mail")]
mod run;
pub mod schema;
#[cfg(feature = "git")]
pub mod seal;
pub mod share;
pub mod sheet;
pub mod sign;
pub mod simulate;
pub mod site;
pub mod status;
pub mod story;
pub mod submit;
pub mod tools;
mod tournament;
mod usage;
pub mod verify;

use crate::report::{Language, Messages};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use common::{CommandResult, Error, Exit};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Board wargames by mail, git or files: signed orders, committed dice, proof
#[derive(Parser, Debug)]
#[command(name = "tabella", version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Cli {
    /// Game folder (default: the current one or one above it)
    #[arg(short = 'C', long = "dir", global = true, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// When to use colour: auto, always or never
    #[arg(long, visible_alias = "color", global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", hide_default_value = true, hide_possible_values = true)]
    pub colour: Colour,
    /// Print only the result and errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// The command (default: show what to do now).
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Printed below the help of the whole program.
const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 no: a refused file, a finding or a failed case;
  2 wrong command line; 3 not yet: somebody is awaited, the game is over,
  or a newer tabella made it; 4 error with files, keys or locks

Examples: tabella COMMAND --help. A first look: tabella tools demo";

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that supports colour.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Everything that tabella does, in the order of the groups in which its help lists it.
#[derive(Subcommand, Debug)]
pub enum Command {
    Play(play::PlayArgs),
    Learn(learn::LearnArgs),
    Rules(rules::RulesArgs),
    Status(status::StatusArgs),
    Form(form::FormArgs),
    Check(check::CheckArgs),
    Sign(sign::SignArgs),
    Submit(submit::SubmitArgs),
    Report(report::ReportArgs),
    Map(map::MapArgs),
    /// Luck, forecasts, replays and what-ifs
    #[command(subcommand)]
    Analyse(analyse::Analyse),
    New(Box<new::NewArgs>),
    Resolve(resolve::ResolveArgs),
    /// Change keys, players, deadlines or terms by consent
    #[command(subcommand)]
    Change(change::Change),
    Referee(referee::RefereeArgs),
    /// Send and receive letters
    #[cfg(feature = "mail")]
    #[command(subcommand)]
    Mail(mail::Mail),
    /// Play in a public git repository
    #[cfg(feature = "git")]
    #[command(subcommand)]
    Git(git::GitCommand),
    /// Make copies, archives and receipts for others
    #[command(subcommand)]
    Share(share::Share),
    Verify(verify::VerifyArgs),
    /// Make a key, or move the referee's keys and secrets
    #[command(subcommand)]
    Key(key::Key),
    /// Run a club: invitations, tournaments, ratings, people, a website
    #[command(subcommand)]
    Club(club::Club),
    /// Cases, schemas, simulations, codes, manual pages
    #[command(subcommand)]
    Tools(tools::Tools),
}

pub fn main() -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    let language = usage::language(std::env::args_os());
    let messages = Messages::of_titles(language);
    let asked =
        groups::grouped(Cli::command()).try_get_matches().and_then(|it| Cli::from_arg_matches(&it));
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
    common::be_quiet(cli.quiet);
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

/// Says why a command failed, and returns its exit code; with `json` on standard output, where a program reads the
/// answer.
fn failed(error: &Error, json: bool) -> ExitCode {
    if json {
        let error = serde_json::json!({"exit": error.code, "message": error.message});
        let _ = common::print_json(&serde_json::json!({"error": error}));
    } else {
        common::complain(&format!("tabella: {error}"));
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
        Command::Referee(args) => referee::run(dir, args),
        #[cfg(feature = "mail")]
        Command::Mail(act) => mail::run(dir, act),
        #[cfg(feature = "git")]
        Command::Git(act) => git::run(dir, act),
        Command::Share(act) => share::run(dir, act),
        Command::Verify(args) => verify::run(dir, args),
        Command::Key(act) => key::run(dir, act),
        Command::Club(act) => club::run(act),
        Command::Tools(act) => tools::run(dir, act),
    }
}
