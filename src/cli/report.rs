//! `tabella report`: a record told to one viewer.

use super::args::{Format, Report};
use super::{CommandResult, Error, Exit, map, reports};
use crate::report::Shell;
use crate::store;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a seat or record that is none.
pub fn run(dir: Option<&Path>, args: &Report) -> CommandResult {
    if let Some(copy) = super::copy::Copy::find(dir)? {
        return copy.report(args);
    }
    let game = store::load(&super::folder(dir)?)?;
    let viewer = map::viewer(&game, args.seat.as_deref())?;
    let again = game.again(map::record(&game, args.phase)?)?;
    let (context, map) =
        reports::scene(game.folder.root(), &again.sealing(), &viewer, Some(again.session.head));
    if args.json {
        super::print_json(&context)?;
        return Ok(Exit::Done);
    }
    let reporter = match &args.templates {
        Some(templates) => reports::reporter_with(templates),
        None => reports::reporter(),
    };
    let fault = |error: crate::report::ReportError| Error::no(error.to_string());
    let markdown = reporter.markdown(&context, &map).map_err(fault)?;
    let text = match args.format {
        Format::Md => markdown,
        Format::Text => reporter.text(&markdown, super::WIDTH),
        Format::Html => reporter.page(&markdown, &map, Shell::Alone).map_err(fault)?,
    };
    super::print(&text)?;
    Ok(Exit::Done)
}
