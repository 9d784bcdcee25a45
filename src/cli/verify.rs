//! `tabella verify`: the proof of a game folder.

use super::args::Verify;
use super::{CommandResult, Error, Exit};
use crate::store::folder_source::FolderSource;
use crate::verify::{self, Expected, Verdict};
use anstyle::{AnsiColor, Style};
use record::Digest;
use std::fmt::Write;
use std::path::Path;

/// Most findings that are printed one by one.
const SHOWN_MAX: usize = 40;

/// Runs the command.
///
/// # Errors
/// No folder; a digest that is none.
pub fn run(dir: Option<&Path>, args: &Verify) -> CommandResult {
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => super::folder(dir)?.root().to_owned(),
    };
    let told = Expected {
        start: digest(args.start.as_deref(), "--start")?,
        head: digest(args.head.as_deref(), "--head")?,
    };
    let verdict = verify::verify(&FolderSource::open(&folder)?, told);
    if args.json {
        super::print_json(&verdict)?;
    } else {
        super::print(&show(&verdict, told))?;
    }
    Ok(if verdict.holds() { Exit::Done } else { Exit::No })
}

fn digest(text: Option<&str>, option: &str) -> Result<Option<Digest>, Error> {
    let parse = |text: &str| {
        text.parse().map_err(|_| {
            Error::usage(format!("{option} {text}: 64 hexadecimal digits, in lower case"))
        })
    };
    text.map(parse).transpose()
}

/// The verdict in words.
pub fn show(verdict: &Verdict, told: Expected) -> String {
    let (good, bad) = (AnsiColor::Green.on_default().bold(), AnsiColor::Red.on_default().bold());
    let mut text = String::new();
    for finding in verdict.findings.iter().take(SHOWN_MAX) {
        let _ = writeln!(
            text,
            "{bad}{}{bad:#} {}",
            finding.code,
            finding.to_string().trim_start_matches(finding.code).trim_start()
        );
    }
    if let Some(more) = verdict.findings.len().checked_sub(SHOWN_MAX).filter(|more| *more > 0) {
        let _ = writeln!(text, "... and {more} more");
    }
    let Verdict { game, title, sealed, replayed, folded, signatures, .. } = verdict;
    let _ = writeln!(text, "game       {game} ({title})");
    let _ = writeln!(
        text,
        "records    {sealed} whole, chained and sealed; {replayed} played again with the same result\nevents     as recorded they lead from state to state in {folded} records"
    );
    let _ = writeln!(text, "signatures {signatures} hold");
    for (name, digest, told) in
        [("start", verdict.start, told.start), ("head", verdict.head, told.head)]
    {
        let compared = match (digest, told) {
            (Some(found), Some(told)) if found == told => "  as you were told",
            (Some(_), Some(_)) if verdict.holds() => "  newer than what you were told",
            (Some(_), Some(_)) => "  NOT what you were told",
            _ => "",
        };
        let _ = writeln!(
            text,
            "{name:<10} {}{compared}",
            digest.map_or_else(|| "unknown".to_owned(), |digest| digest.to_string())
        );
    }
    for note in &verdict.notes {
        let _ = writeln!(text, "note       {}", record::visible(&note.0));
    }
    let (style, word): (Style, &str) = match (verdict.holds(), verdict.replayed < verdict.sealed) {
        (true, false) => (good, "everything adds up"),
        (true, true) => (good, "all that can be proved today adds up"),
        (false, _) => (bad, "it does not add up"),
    };
    let count = verdict.findings.len();
    let findings = if count == 1 { "1 finding".to_owned() } else { format!("{count} findings") };
    let tail = if verdict.holds() { String::new() } else { format!(": {findings}") };
    let _ = writeln!(text, "{style}{word}{style:#}{tail}");
    if verdict.holds() && told.start.is_none() && told.head.is_none() {
        text += "A folder proves itself, not that it is the only one: compare start and head with what your reports say\n(`verify --start HEX --head HEX`).\n";
    }
    text
}
