//! The public report, page and map of a record, rendered anew.

use crate::cli::common::Error;
use crate::cli::common::reports::scene_after;
use crate::report::{ReportError, Reporter, Shell};
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, Sealing};
use engine::Viewer;
use engine::story::Ledger;
use std::path::Path;

/// The public report, page and map of a record.
pub struct ForAll {
    /// Its report as Markdown.
    pub markdown: String,
    /// The same as a page.
    pub page: String,
    /// The map as a drawing.
    pub map: String,
}

/// Renders what a record tells everybody, from what is remembered of those before it.
///
/// # Errors
/// A template that cannot be rendered.
pub fn of(
    reporter: &Reporter,
    root: &Path,
    ledger: &Ledger,
    sealing: &Sealing<'_>,
) -> Result<ForAll, ReportError> {
    let (context, map) = scene_after(ledger, root, sealing, &Viewer::Public, None);
    let markdown = reporter.markdown(&context, &map)?;
    let shell =
        Shell::Record { number: context.number, goes_on: context.outcome.is_none(), replay: false };
    let page = reporter.page(&markdown, &map, shell)?;
    Ok(ForAll { markdown, page, map: reporter.svg(&map)? })
}

/// The same for a record in a copy that lacks what is needed to play it again: the recorded words, without any markup
/// that somebody may have put among them, and the map drawn anew from the recorded state and events.
///
/// # Errors
/// A record that is not as it was sealed, or of which no map can be drawn.
pub fn in_copy(reporter: &Reporter, folder: &Folder, record: &Sealed) -> Result<ForAll, Error> {
    let markdown = record.text("report.md")?;
    let map = store::records::load::public_picture(folder, record)?;
    let goes_on = record.turn()?.outcome.is_none();
    let shell = Shell::Record { number: record.number, goes_on, replay: false };
    let page = reporter.page(&markdown, &map, shell)?;
    Ok(ForAll { markdown, page, map: reporter.svg(&map)? })
}
