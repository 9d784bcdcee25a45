//! `tabella tools schema`: order files and charters of a title as JSON Schema, for editors and other programs.

use crate::cli::common::{self, CommandResult, Error, Exit, titles};
use crate::store::files;
use clap::Args;
use record::exchange::schema::{charter, schema};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Print the JSON Schema of a title's order files or charters, for editors and other programs
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella tools schema punica --out punica.json")]
pub struct SchemaArgs {
    /// Title
    pub title: String,
    /// Describe charters instead of order files
    #[arg(long)]
    pub charter: bool,
    /// File to write the schema to (default: standard output)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Most columns of the line of a form that names a schema.
const WIDTH: usize = 72;
/// The first part of that line, as the YAML language server reads it.
const MARK: &str = "# yaml-language-server: $schema=";

/// # Errors
/// No such title, or one that does not describe its orders; a file that cannot be written.
pub fn run(args: &SchemaArgs) -> CommandResult {
    let (schema, files) = if args.charter {
        let loaded = titles::packed_title(&args.title)?;
        (charter(&args.title, &loaded.prospectus()), "charters")
    } else {
        let found = of(&args.title)?.ok_or_else(|| {
            Error::no(format!(
                "{} has no schema for editors: see its form and `tabella check` for what you may \
                 write",
                args.title
            ))
        })?;
        (found, "order files")
    };
    match &args.out {
        Some(file) => {
            put(file, &schema)?;
            common::tell(&format!("{}: the schema for {files} of {}", file.display(), args.title));
        }
        None => common::print_json(&schema)?,
    }
    Ok(Exit::Done)
}

/// The schema of a title's order files, if it describes them.
///
/// # Errors
/// No such title.
pub fn of(title: &str) -> Result<Option<Value>, Error> {
    let loaded = titles::packed_title(title)?;
    Ok(loaded.grammar().map(|grammar| schema(&loaded.prospectus().title, grammar)))
}

/// The name that the file has beside a form.
pub fn file_name(title: &str) -> String {
    format!("{title}.schema.json")
}

/// Writes a schema.
///
/// # Errors
/// A file that cannot be written.
pub fn put(file: &Path, schema: &Value) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(schema).expect("plain data") + "\n";
    Ok(files::replace(file, text.as_bytes(), files::OPEN_MODE)?)
}

/// The line by which editors find the schema of a file.
///
/// # Errors
/// A place that cannot stand in it.
pub fn line(place: &str) -> Result<String, Error> {
    let most = WIDTH - MARK.len();
    if place.is_empty() || place.contains(char::is_whitespace) || place.chars().count() > most {
        return Err(Error::usage(format!(
            "`{place}` cannot be used in the first line of a form: name a file or an address of \
             at most {most} characters, without spaces, such as orders.json beside the form"
        )));
    }
    Ok(format!("{MARK}{place}\n"))
}
