//! `tabella report`: a record told to one viewer.

use super::args::{Format, Report};
use super::{CommandResult, Error, Exit, log, map, reports, story};
use crate::report::{Language, Look, REPLAY, Reporter, Shell};
use crate::store::{self, files};
use engine::Viewer;
use std::path::Path;

/// What the reader of arguments sees to.
#[cfg(feature = "epub")]
pub(super) const BOOK: &str = "`--format epub` requires `--story`";

/// Runs the command.
///
/// # Errors
/// No game there; a seat or record that is none.
pub fn run(dir: Option<&Path>, args: &Report) -> CommandResult {
    if args.log {
        return log::run(dir, args.json);
    }
    if let Some(copy) = super::copy::Copy::find(dir)? {
        return copy.report(args);
    }
    let game = store::load(&super::folder(dir)?)?;
    if args.story {
        return story::tell(&game, args);
    }
    if let Some(out) = &args.all {
        return all(&game, out, &reporter(args), args.replay);
    }
    let viewer = map::viewer(&game, args.seat.as_deref())?;
    let again = game.again(map::record(&game, args.phase)?)?;
    let (context, map) =
        reports::scene(game.folder.root(), &again.sealing(), &viewer, Some(again.session.head));
    if args.json {
        super::print_json(&context)?;
        return Ok(Exit::Done);
    }
    let reporter = reporter(args);
    let markdown = reporter.markdown(&context, &map)?;
    let text = match args.format {
        Format::Md => markdown,
        Format::Text => reporter.text(&markdown, super::width()),
        Format::Html => reporter.page(&markdown, &map, Shell::Alone)?,
        #[cfg(feature = "epub")]
        Format::Epub => unreachable!("{BOOK}"),
    };
    super::print(&text)?;
    Ok(Exit::Done)
}

fn reporter(args: &Report) -> Reporter {
    match &args.templates {
        Some(templates) => reports::reporter_with(args.lang.language(), templates),
        None => reports::reporter_in(args.lang.language()),
    }
}

/// Writes every record's public page and map as they are rendered today. They lie as in the records, so that they lead to
/// each other, and if asked to the page on which the game can be followed step by step.
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
        let page =
            super::replay::page(game, &Viewer::Public, None, Look::default(), Language::English)?;
        files::replace(&out.join(REPLAY), page.text.as_bytes(), files::OPEN_MODE)?;
    }
    super::tell(&format!("{}: {}", out.display(), super::records(count)));
    Ok(Exit::Done)
}
