//! `tabella check`: everything that is wrong with an order file, by the code that resolves it.

use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg, reports, titles};
use crate::cli::{forecast, practice, sign};
use crate::report::{Language, Messages};
use crate::store::files;
use crate::store::orders::{beside, submit};
use clap::Args;
use engine::{Complaint, Complaints, Kind};
use record::exchange::OrderFile;
use record::exchange::codes::Code;
use record::exchange::diagnosis::{self, Style};
use record::exchange::order_file::LIMIT;
use record::{Namespace, SignedText, from_utf16};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Find everything that is wrong with an order file before you send it
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella -C zama check rome.yaml")]
pub struct CheckArgs {
    /// Order file, or `-` for standard input (default in a game against the program: the form in its folder)
    pub file: Option<PathBuf>,
    /// Also show what the orders may lead to, as `tabella analyse forecast` does
    #[arg(long)]
    pub forecast: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// The most that is read of a file, in bytes: enough to say that it is too large.
const READ_MAX: usize = 64 * 1024 * 1024;

/// The first bytes of the file of a signature.
const SIGNATURE: &[u8] = b"-----BEGIN SSH SIGNATURE-----";

/// # Errors
/// No game there; a file that cannot be read.
pub fn run(dir: Option<&Path>, args: &CheckArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let path = practice::file(&folder, args.file.as_deref())?;
    let seat_game = SeatGame::of(&folder)?;
    let (name, bytes) = read(&path)?;
    let Judged { file, complaints, other_text } = judge(&seat_game, &path, &bytes)?;
    let title = &seat_game.charter().title;
    let language = args.lang.language();
    let messages = Messages::of(language, title);
    let facts = match file.as_ref().filter(|_| !complaints.fatal()) {
        Some(file) => seat_game.dry_run(&file.seat, &file.sheet),
        None => Value::Null,
    };
    let foretold = match file.as_ref().filter(|_| args.forecast && !complaints.fatal()) {
        Some(file) => Some(forecast::of(&seat_game, file, forecast::GAMES, forecast::SEED)?),
        None => None,
    };
    if args.json {
        let complaints = diagnosis::to_json(&complaints);
        let mut all =
            json!({"complaints": complaints, "signed_another_text": other_text, "dry_run": facts});
        if let Some(found) = &foretold {
            all["forecast"] = json!(found);
        }
        common::print_json(&all)?;
    } else {
        report_in(language, title, &name, &bytes, &complaints, false)?;
        if other_text {
            common::tell(&messages.say(&format!(
                "{}: this signature belongs to a different text (an older form, or the orders \
                 before you edited them); remove it, and sign again when the orders are as you \
                 want them",
                sign::beside(&path).display()
            )));
        }
        if complaints.0.is_empty() {
            common::tell(&messages.say(&format!("{name}: no mistakes found")));
        }
        tell_dry_run(language, title, &facts)?;
        if let Some(found) = &foretold {
            common::print(&forecast::show(found, &messages))?;
        }
    }
    if let Some(file) = file.filter(|_| !complaints.fatal() && !args.json) {
        let keys = seat_game.standing_after(&file);
        let then = crate::cli::submit::standing(&messages, &keys, file.phase);
        if !then.is_empty() {
            common::tell(then.trim_end());
        }
    }
    Ok(if complaints.fatal() { Exit::No } else { Exit::Done })
}

/// Prints the certain results of a draft, if the title gives them.
pub(super) fn tell_dry_run(language: Language, title: &str, facts: &Value) -> Result<(), Error> {
    dry_run(language, title, facts, common::width())?.map_or(Ok(()), |text| common::print(&text))
}

/// The certain results of a draft, in lines of `width` characters; none if the title does not give them, or the draft
/// does nothing.
pub(super) fn dry_run(
    language: Language,
    title: &str,
    facts: &Value,
    width: usize,
) -> Result<Option<String>, Error> {
    if facts.is_null() {
        return Ok(None);
    }
    let reporter = reports::reporter_in(language);
    let markdown = reporter.dry_run(title, facts)?;
    let text = reporter.text(&markdown, width);
    // A seat that is asked nothing is told nothing, not an empty line.
    Ok((!text.trim().is_empty()).then_some(text))
}

/// An order file that has been checked.
pub(super) struct Judged {
    pub(super) file: Option<OrderFile>,
    pub(super) complaints: Complaints,
    /// True if the signature beside it is of another text.
    other_text: bool,
}

/// The complaints about a file and the signature beside it. A signature of another text does not belong to this one:
/// the orders are judged as unsigned, and a message says that they must be signed again.
pub(super) fn judge(seat_game: &SeatGame, path: &Path, bytes: &[u8]) -> Result<Judged, Error> {
    let inside = SignedText::is_signed(bytes);
    if bytes.len() > LIMIT && !inside {
        let complaints = submit::too_large(bytes.len() as u64);
        return Ok(Judged { file: None, complaints, other_text: false });
    }
    let signature = signature(path, bytes)?;
    let (file, complaints) = seat_game.check(bytes, signature.as_deref())?;
    let unfit = complaints.0.iter().any(|complaint| complaint.code == "E-signature");
    let other_text = signature.is_some() && unfit && !inside;
    let (file, complaints) =
        if other_text { seat_game.check(bytes, None)? } else { (file, complaints) };
    Ok(Judged { file, complaints, other_text })
}

/// A file's name for use in messages, and its bytes, converted to UTF-8 if they are UTF-16; `-` is standard input.
///
/// # Errors
/// A file that cannot be read.
pub fn read(path: &Path) -> Result<(String, Vec<u8>), Error> {
    if path == Path::new("-") {
        return Ok(("standard input".to_owned(), files::read_standard_input(READ_MAX)?));
    }
    let name = path.display().to_string();
    if files::metadata(path)?.is_some_and(|found| found.is_dir()) {
        return Err(Error::usage(format!("{name} is a folder; name the order file that you mean")));
    }
    let bytes = files::read_named(path, READ_MAX)?;
    let bytes = from_utf16(&bytes).map_or(bytes, String::into_bytes);
    if bytes.starts_with(SIGNATURE) {
        let orders = name.strip_suffix(".sig").unwrap_or("rome.yaml");
        return Err(Error::usage(format!(
            "{name} is a signature; name the order file, {orders}, instead: the program finds the \
             signature beside it"
        )));
    }
    Ok((name, bytes))
}

/// The signature of an order file in the same folder, if there is one.
///
/// # Errors
/// A file that cannot be read.
pub fn signature(path: &Path, bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    if path == Path::new("-") {
        return Ok(None);
    }
    Ok(beside::signature(path, Namespace::Orders, bytes)?)
}

/// Prints what is wrong with a file.
///
/// # Errors
/// Failure to write.
pub fn report(
    title: &str,
    name: &str,
    bytes: &[u8],
    complaints: &Complaints,
    json: bool,
) -> Result<(), Error> {
    report_in(Language::English, title, name, bytes, complaints, json)
}

/// Like [`report`], with the text for people in the given language.
///
/// # Errors
/// As for [`report`].
pub fn report_in(
    language: Language,
    title: &str,
    name: &str,
    bytes: &[u8],
    complaints: &Complaints,
    json: bool,
) -> Result<(), Error> {
    if json {
        return common::print_json(&diagnosis::to_json(complaints));
    }
    if complaints.0.is_empty() {
        return Ok(());
    }
    let headings = titles::headings(title);
    let text = String::from_utf8_lossy(bytes);
    let messages = Messages::of(language, title);
    let style = Style {
        colour: common::colour(),
        heading: &|rule| headings.get(rule).cloned(),
        say: &|english| messages.say(english),
    };
    common::print(&diagnosis::render(name, &text, complaints, &style))?;
    // The place where the rule of the first refusal can be read, named once.
    let refused = complaints.0.iter().filter(|one| one.kind() != Kind::Warning);
    match refused.filter_map(|one| one.rule).find(|rule| headings.contains_key(*rule)) {
        Some(rule) => {
            let read = format!("to read the rule: tabella rules {title} {rule}");
            common::print(&(messages.say(&read) + "\n"))
        }
        None => Ok(()),
    }
}

/// Gives in full the warnings that arise only when orders are handed in. Other warnings, which `tabella check` tells in
/// full,
/// are named by their codes.
///
/// # Errors
/// As for [`report`].
pub fn report_handed_in(
    language: Language,
    title: &str,
    name: &str,
    bytes: &[u8],
    warnings: &Complaints,
) -> Result<(), Error> {
    let new = |one: &Complaint| Code::of(one.code).is_some();
    let (new, known) = warnings.0.iter().cloned().partition(new);
    report_in(language, title, name, bytes, &Complaints(new), false)?;
    if let Some(line) = named(&known) {
        common::tell(&Messages::of(language, title).say(&line));
    }
    Ok(())
}

/// One line for warnings that `tabella check` tells in full.
fn named(warnings: &[Complaint]) -> Option<String> {
    let count = match warnings.len() {
        0 => return None,
        1 => "1 warning".to_owned(),
        many => format!("{many} warnings"),
    };
    let codes: BTreeSet<&str> = warnings.iter().map(|one| one.code).collect();
    let codes = codes.into_iter().collect::<Vec<_>>().join(", ");
    Some(format!("{count}; `tabella check` explains: {codes}"))
}
