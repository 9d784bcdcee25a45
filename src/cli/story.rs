//! `tabella report --story`: the whole game so far as one narrative.

use crate::cli::common::{self, CommandResult, Exit, reports};
use crate::cli::luck;
use crate::cli::report::{Format, ReportArgs};
#[cfg(feature = "epub")]
use crate::report::Edition;
use crate::store::{Game, files};
use serde_json::Value;

/// Tells the whole game so far.
///
/// # Errors
/// A record that cannot be played again; a file that cannot be written.
pub(super) fn tell(game: &Game, args: &ReportArgs) -> CommandResult {
    let records = reports::whole(game)?;
    if args.json {
        let contexts: Vec<_> = records.iter().map(|(context, _)| context).collect();
        common::print_json(&contexts)?;
        return Ok(Exit::Done);
    }
    let reporter = reports::reporter_in(args.lang.language());
    let luck = match luck::dice(&game.folder)? {
        Some((dice, _)) if !dice.is_empty() => {
            serde_json::to_value(crate::luck::sides(&dice)).expect("plain data")
        }
        _ => Value::Null,
    };
    let bytes = match args.format {
        Format::Md => reporter.book(&records, &luck)?.into_bytes(),
        Format::Text => {
            let book = reporter.book(&records, &luck)?;
            reporter.text(&book, common::width()).into_bytes()
        }
        Format::Html => reporter.book_page(&records, &luck)?.into_bytes(),
        #[cfg(feature = "epub")]
        Format::Epub => {
            let edition = Edition { head: game.session.head, made: game.turn.resolved };
            reporter.epub(&records, &luck, &edition)?
        }
    };
    bound(args, &bytes)
}

/// Writes a book to the file that was named, or to standard output.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn bound(args: &ReportArgs, bytes: &[u8]) -> CommandResult {
    match &args.out {
        Some(file) => {
            files::replace(file, bytes, files::OPEN_MODE)?;
            common::tell(&format!("{}: {} KB", file.display(), bytes.len().div_ceil(1024)));
        }
        None => common::print(
            std::str::from_utf8(bytes)
                .expect("a book that is not text is written only to a named file"),
        )?,
    }
    Ok(Exit::Done)
}
