//! `tabella analyse explain`: what a seat's orders in force, or a draft, would do in a case that it imagines.

use crate::cli::check;
use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg, hints, reports};
use clap::Args;
use engine::title::RawOrders;
use engine::{Common, Complaints, Node, Path as Place, Seat};
use record::exchange::order_file::{self, OrderFile};
use record::exchange::yaml;
use std::path::{Path, PathBuf};

/// Show what a seat's orders in force, or a draft, would do in a situation that you describe
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C syrtis analyse explain --seat rome                              # every situation that the position suggests\n  tabella -C syrtis analyse explain --seat rome sicilia mare-tyrrhenum\n  tabella -C syrtis analyse explain --seat rome 'area: sicilia' 'theirs: 3'\n  tabella -C syrtis analyse explain --seat rome --draft rome.yaml sicilia    # as if rome.yaml counted\n\nThe question is YAML, in words that the title's guide lists (games/TITLE/README.md)."
)]
pub struct ExplainArgs {
    /// The case, in YAML; several arguments are lines of one text (default: every case that the position suggests)
    pub question: Vec<String>,
    /// Seat whose orders to explain
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// A file that holds the question, or `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub file: Option<PathBuf>,
    /// An order file that you have not sent yet: answer as if it had been filed (it needs no salt or signature)
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// Most bytes of a question.
const LIMIT: usize = 64 * 1024;

/// # Errors
/// No game there; an unknown seat; a draft that cannot be read.
pub fn run(dir: Option<&Path>, args: &ExplainArgs) -> CommandResult {
    let seat_game = SeatGame::find(dir)?;
    let seat = seat_game.seat(&args.seat)?;
    if seat_game.over() {
        common::tell("the game is over; no more orders can be given");
        return Ok(Exit::NotYet);
    }
    let title = &seat_game.charter().title;
    let (name, text) = question(args)?;
    let draft = match &args.draft {
        Some(path) => match draft(&seat_game, &seat, path, args)? {
            Some(sheet) => Some(sheet),
            None => return Ok(Exit::No),
        },
        None => None,
    };
    let answer = node(&text).and_then(|node| seat_game.explain(&seat, draft.as_ref(), &node));
    let answer = match answer {
        Ok(answer) => answer,
        Err(complaints) => {
            check::report_in(
                args.lang.language(),
                title,
                &name,
                text.as_bytes(),
                &complaints,
                args.json,
            )?;
            return Ok(Exit::No);
        }
    };
    if args.json {
        common::print_json(&answer)?;
        return Ok(Exit::Done);
    }
    let reporter = reports::reporter_in(args.lang.language());
    let markdown = reporter.explanation(title, &answer)?;
    common::print(&reporter.text(&markdown, common::width()))?;
    Ok(Exit::Done)
}

/// The question with a name for messages: from a file, or the arguments as lines of one text.
fn question(args: &ExplainArgs) -> Result<(String, String), Error> {
    let Some(path) = &args.file else {
        return Ok(("the question".to_owned(), joined(&args.question)));
    };
    let (name, bytes) = check::read(path)?;
    let text = String::from_utf8(bytes).map_err(|_| Error::no(format!("{name}: not UTF-8")))?;
    Ok((name, text))
}

/// Arguments as lines of one text; single words are a list.
fn joined(arguments: &[String]) -> String {
    let words = arguments.len() > 1
        && arguments.iter().all(|argument| !argument.contains([':', '{', '[', '\n']));
    let mark = if words { "- " } else { "" };
    arguments.iter().flat_map(|argument| [mark, argument, "\n"]).collect()
}

/// The question as a tree; without any text, an empty one.
fn node(text: &str) -> Result<Node, Complaints> {
    yaml::parse_bytes(if text.trim().is_empty() { b"{}" } else { text.as_bytes() }, LIMIT)
}

/// The orders of a draft, even if its envelope is incomplete; none, with the complaints printed, if they would be
/// refused.
fn draft(
    seat_game: &SeatGame,
    seat: &Seat,
    path: &Path,
    args: &ExplainArgs,
) -> Result<Option<RawOrders>, Error> {
    let (name, bytes) = check::read(path)?;
    let title = &seat_game.charter().title;
    let complaints = match yaml::parse_bytes(&bytes, order_file::LIMIT) {
        Err(complaints) => complaints,
        Ok(_) => match OrderFile::glance(&bytes) {
            Some((author, _)) if author != *seat => {
                return Err(Error::usage(format!(
                    "{name} holds orders from {author}, not from {seat}"
                )));
            }
            Some((_, sheet)) => {
                let complaints = seat_game.check_sheet(seat, &sheet);
                if !complaints.fatal() {
                    return Ok(Some(sheet));
                }
                complaints
            }
            None => {
                let fault = Common::Missing.at(Place::top(), "the line `seat: ...` is missing");
                Complaints(vec![fault.fix("begin with the form: tabella form --seat SEAT")])
            }
        },
    };
    check::report_in(args.lang.language(), title, &name, &bytes, &complaints, args.json)?;
    Ok(None)
}
