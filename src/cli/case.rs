//! `tabella tools case`: conformance cases, pages that a player can read and correct.

use crate::cli::common::{self, CommandResult, Error, Exit, hints, titles};
use crate::{packed, store};
use clap::Args;
use engine;
use engine::node::Value;
use engine::title::LoadedTitle;
use engine::{Node, Revision};
use record::exchange;
use record::exchange::diagnosis::Style;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Play conformance cases
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella tools case games/combined-arms/cases")]
pub struct CaseArgs {
    /// Case file, or a folder of case files
    pub path: PathBuf,
    /// Title (default: taken from the nearest enclosing folder that is named after a title)
    #[arg(long, value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// The result of one case.
#[derive(Serialize)]
struct Played {
    file: String,
    case: String,
    rules: Vec<String>,
    passed: bool,
    compared: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
}

/// # Errors
/// No such path, no case in it, a file that is not YAML, a title that cannot be determined.
pub fn run(args: &CaseArgs) -> CommandResult {
    let files = store::files::yaml_below(&args.path, exchange::yaml::DATA_LIMIT)
        .map_err(|error| Error::files(error.to_string()))?;
    let mut titles_read: BTreeMap<String, Box<dyn LoadedTitle>> = BTreeMap::new();
    let mut played = Vec::new();
    for (path, bytes) in files {
        let title = match &args.title {
            Some(title) => title.clone(),
            None => title_of(&path)?,
        };
        if !titles_read.contains_key(&title) {
            titles_read.insert(title.clone(), titles::packed_title(&title)?);
        }
        play_file(&path, &bytes, &title, titles_read[&title].as_ref(), &mut played)?;
    }
    if played.is_empty() {
        return Err(Error::no(format!("{}: no cases", args.path.display())));
    }
    let failed = played.iter().filter(|case| !case.passed).count();
    if args.json {
        common::print_json(&played)?;
    } else {
        common::print(&show(&played, failed))?;
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::No })
}

/// The title that a path belongs to: the nearest folder above the file that is named like one.
fn title_of(path: &Path) -> Result<String, Error> {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let names = whole.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str());
    let found = names.into_iter().find(|name| crate::catalogue::find(name).is_some());
    found.map(str::to_owned).ok_or_else(|| {
        Error::usage(format!(
            "{}: the title is not clear from the folder; name it with --title TITLE",
            path.display()
        ))
    })
}

fn play_file(
    path: &Path,
    bytes: &[u8],
    title: &str,
    loaded: &dyn LoadedTitle,
    played: &mut Vec<Played>,
) -> Result<(), Error> {
    let file = path.display().to_string();
    let text =
        String::from_utf8(bytes.to_vec()).map_err(|error| Error::no(format!("{file}: {error}")))?;
    let root = exchange::yaml::parse(&text).map_err(|complaints| {
        Error::no(exchange::diagnosis::render(
            &file,
            &text,
            &complaints,
            &Style { colour: common::colour(), heading: &|_| None, say: &str::to_owned },
        ))
    })?;
    let rules = packed::rules(title).expect("every title that was read has packed rules");
    let rules = exchange::yaml::parse(rules).expect("packed YAML");
    let rulebook = engine::case::rulebook(&rules);
    let nodes = root.list().unwrap_or(std::slice::from_ref(&root));
    for node in nodes {
        let (by, node) = by_revision(title, node)?;
        let case = engine::Case { node: &node, rulebook: &rulebook };
        let result = by.as_deref().unwrap_or(loaded).case(&case);
        let difference = match (&result.difference, result.compared) {
            (None, 0) => Some("compares nothing".to_owned()),
            (difference, _) => difference.clone(),
        };
        let (passed, compared) = (result.passed(), result.compared);
        played.push(Played {
            file: file.clone(),
            case: case.name().to_owned(),
            rules: case.rules(),
            passed,
            compared,
            difference,
        });
    }
    Ok(())
}

/// The title by the revision that a case names (by the newest if it names none), and the case without that key.
fn by_revision(title: &str, node: &Node) -> Result<(Option<Box<dyn LoadedTitle>>, Node), Error> {
    let (Some(part), Value::Map(entries)) = (node.get("revision"), &node.value) else {
        return Ok((None, node.clone()));
    };
    let found = crate::catalogue::find(title).expect("a title that was read is in the catalogue");
    let newest = found.revision().number();
    let number = part.text().and_then(|text| text.parse().ok());
    let revision = number.and_then(|number| Revision::new(number, newest)).ok_or_else(|| {
        Error::no(format!("line {}: {title} has revisions 1 to {newest}", part.span.line))
    })?;
    let rest = entries.iter().filter(|(key, _)| key.text != "revision").cloned().collect();
    let loaded = titles::packed_title_by(title, revision)?;
    Ok((Some(loaded), Node { value: Value::Map(rest), span: node.span }))
}

fn show(played: &[Played], failed: usize) -> String {
    let mut text = String::new();
    for case in played.iter().filter(|case| !case.passed) {
        let difference = case.difference.as_deref().unwrap_or("");
        let rules = case.rules.join(", ");
        let _ = writeln!(
            text,
            "FAILED {} ({}; rules {rules})\n       {difference}",
            case.case, case.file
        );
    }
    let compared: usize = played.iter().map(|case| case.compared).sum();
    text + &format!(
        "{} cases passed, {failed} failed, {compared} expectations compared\n",
        played.len() - failed
    )
}
