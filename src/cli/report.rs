//! `tabella report`: a record told to one viewer.

use crate::cli::common::{
    self, CommandResult, Error, Exit, LanguageArg, hints, reports, seat_game,
};
use crate::cli::{log, map, story};
use crate::report::{Language, Look, REPLAY, Reporter, Shell};
use crate::store::{self, files};
use clap::{Args, ValueEnum};
use engine::Viewer;
use std::path::{Path, PathBuf};

/// How a report is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Wrapped text for a terminal.
    Text,
    /// Markdown.
    Md,
    /// One self-contained page.
    Html,
    /// The whole story as an e-book (give its file with --out).
    #[cfg(feature = "epub")]
    Epub,
}

/// Show a phase's report, or the log or story of the whole game
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama report --seat rome\n  tabella -C zama report --phase 4 --format html > 4.html\n  tabella -C zama report --log\n  tabella -C zama report --story | less\n  tabella -C zama report --story --format epub --out zama.epub"
)]
pub struct ReportArgs {
    /// The report as this seat sees it (default: as the public sees it)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// The phase (default: the newest)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// The game so far, one line per record
    #[arg(long, conflicts_with_all = ["seat", "phase", "format", "all", "templates", "story", "out"])]
    pub log: bool,
    /// The whole game so far as one narrative
    #[arg(long, conflicts_with_all = ["seat", "phase", "all", "templates"])]
    pub story: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, requires_if("epub", "story"))]
    pub format: Format,
    /// File to write the story to (default: standard output)
    #[arg(
        long,
        value_name = "FILE",
        requires = "story",
        required_if_eq("format", "epub"),
        conflicts_with = "json"
    )]
    pub out: Option<PathBuf>,
    /// Print the facts of the report as JSON for a program
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write the page and the map of every record into this folder, as this program renders them
    #[arg(long, value_name = "DIR", conflicts_with_all = ["phase", "format", "json", "seat"])]
    pub all: Option<PathBuf>,
    /// Also write a page for stepping through the game, and link the other pages to it
    #[arg(long, requires = "all")]
    pub replay: bool,
    /// Folder with your own templates, for this output only (never for a record)
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// The message if `--story` is missing; the argument parser gives it first.
#[cfg(feature = "epub")]
pub(super) const BOOK: &str = "`--format epub` requires `--story`";

/// # Errors
/// No game there; an unknown seat or record.
pub fn run(dir: Option<&Path>, args: &ReportArgs) -> CommandResult {
    if args.log {
        return log::run(dir, args.json);
    }
    if let Some(copy) = crate::cli::copy::Copy::find(dir)? {
        return copy.report(args);
    }
    let game = store::load(&common::folder(dir)?)?;
    if args.story {
        return story::tell(&game, args);
    }
    if let Some(out) = &args.all {
        return all(&game, out, &reporter(args), args.replay);
    }
    let viewer = seat_game::viewer(&game, args.seat.as_deref())?;
    let again = game.again(map::record(&game, args.phase)?)?;
    let (context, map) =
        reports::scene(game.folder.root(), &again.sealing(), &viewer, Some(again.session.head));
    if args.json {
        common::print_json(&context)?;
        return Ok(Exit::Done);
    }
    let reporter = reporter(args);
    let markdown = reporter.markdown(&context, &map)?;
    let text = match args.format {
        Format::Md => markdown,
        Format::Text => reporter.text(&markdown, common::width()),
        Format::Html => reporter.page(&markdown, &map, Shell::Alone)?,
        #[cfg(feature = "epub")]
        Format::Epub => unreachable!("{BOOK}"),
    };
    common::print(&text)?;
    Ok(Exit::Done)
}

fn reporter(args: &ReportArgs) -> Reporter {
    match &args.templates {
        Some(templates) => reports::reporter_with(args.lang.language(), templates),
        None => reports::reporter_in(args.lang.language()),
    }
}

/// Writes every record's public page and map as they are rendered today. The files lie as in the records, so that they
/// link to each other and, if asked, to the page on which the game can be followed step by step.
fn all(game: &store::Game, out: &Path, reporter: &Reporter, replay: bool) -> CommandResult {
    let mut count = 0;
    game.retell(|again| {
        let head = Some(again.session.head);
        let (context, map) =
            reports::scene(game.folder.root(), &again.sealing(), &Viewer::Public, head);
        let shell =
            Shell::Record { number: context.number, goes_on: context.outcome.is_none(), replay };
        let markdown = reporter.markdown(&context, &map)?;
        let page = reporter.page(&markdown, &map, shell)?;
        let drawing = reporter.svg(&map)?;
        let folder = out.join(format!("{:04}", context.number));
        files::make_folder(&folder, files::FOLDER_MODE)?;
        files::replace(&folder.join("report.html"), page.as_bytes(), files::OPEN_MODE)?;
        files::replace(&folder.join("map.svg"), drawing.as_bytes(), files::OPEN_MODE)?;
        count += 1;
        Ok::<(), Error>(())
    })?;
    if replay {
        let page = crate::cli::replay::page(
            game,
            &Viewer::Public,
            None,
            Look::default(),
            Language::English,
        )?;
        files::replace(&out.join(REPLAY), page.text.as_bytes(), files::OPEN_MODE)?;
    }
    common::tell(&format!("{}: {}", out.display(), common::records(count)));
    Ok(Exit::Done)
}
