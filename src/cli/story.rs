//! `tabella story`: the whole game so far as one narrative.

use super::args::{Format, Story};
use super::{CommandResult, Error, Exit, reports};
use crate::report::ReportError;
use crate::store;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a record that cannot be played again.
pub fn run(dir: Option<&Path>, args: &Story) -> CommandResult {
    if let Some(copy) = super::copy::Copy::find(dir)? {
        return copy.story(args);
    }
    let game = store::load(&super::folder(dir)?)?;
    let records = reports::whole(&game)?;
    if args.json {
        let contexts: Vec<_> = records.iter().map(|(context, _)| context).collect();
        super::print_json(&contexts)?;
        return Ok(Exit::Done);
    }
    let reporter = reports::reporter_in(args.tongue.language());
    let fault = |error: ReportError| Error::no(error.to_string());
    let text = match args.format {
        Format::Md => reporter.book(&records).map_err(fault)?,
        Format::Text => reporter.text(&reporter.book(&records).map_err(fault)?, super::WIDTH),
        Format::Html => reporter.book_page(&records).map_err(fault)?,
    };
    super::print(&text)?;
    Ok(Exit::Done)
}
