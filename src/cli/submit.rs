//! `tabella submit`: signed orders for the open phase.

use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg};
use crate::cli::{check, fork, practice, sign};
use crate::report::Messages;
use crate::store::orders::receipts::Receipted;
use crate::store::records::players;
use crate::store::{self, SignedOrders, Submission, files};
use clap::Args;
use record::SignedText;
use record::exchange::diagnosis;
use record::exchange::order_file::LIMIT;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// File signed orders for the open phase
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama submit rome.yaml          # with rome.yaml.sig beside it\n  tabella -C zama submit - < mail.txt       # text and signature in one paste"
)]
pub struct SubmitArgs {
    /// Order file, or `-` for standard input (default in a game against the program: the form in its folder)
    pub file: Option<PathBuf>,
    /// Signature (default: FILE.sig, or the block at the end of the text)
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
    /// In a game against the program: also show the file's digest, its receipt, and what it will certainly do
    #[arg(long)]
    pub verbose: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// # Errors
/// No game there; files that cannot be read or written.
pub fn run(dir: Option<&Path>, args: &SubmitArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let file = practice::file(&folder, args.file.as_deref())?;
    if !folder.is_referees()? {
        return Err(elsewhere(&folder, &file)?);
    }
    let (name, mut bytes) = check::read(&file)?;
    let mut signature = match &args.signature {
        Some(path) => Some(files::read_saved(path, LIMIT)?),
        None => check::signature(&file, &bytes)?,
    };
    let practised = players::practised(&folder)?;
    let charter = folder.charter()?;
    let sandbox = charter.fork.is_some();
    if practised.is_some() || sandbox {
        bytes = again(&folder, &file, bytes, signature.is_some())?;
    }
    if let (Some(seat), None) = (&practised, &signature) {
        signature = practice::signature(&folder, seat, &bytes)?.map(String::into_bytes);
    }
    if sandbox && signature.is_none() {
        signature = fork::signature(&folder, &bytes)?.map(String::into_bytes);
    }
    let title = charter.title;
    let head = sign::read_head(&file, &bytes)?;
    let heads: Vec<&str> = head.as_deref().into_iter().collect();
    let signed =
        SignedOrders { bytes: &bytes, signature: signature.as_deref(), heads: &heads, from: None };
    let since = folder.newest()?.map_or(0, |newest| newest + 1);
    let done = filed(args, &title, &name, &signed, &folder)?;
    if let (Some(seat), Exit::Done, false) = (practised, done, args.json) {
        practice::go_on(&folder, &seat, since, args.lang.language())?;
    }
    if sandbox && done == Exit::Done && !args.json {
        fork::go_on(&folder)?;
    }
    Ok(done)
}

/// A later try for the same phase, where the program signs: it gets a higher revision and a fresh salt, in the file too.
fn again(
    folder: &store::Folder,
    file: &Path,
    bytes: Vec<u8>,
    signed: bool,
) -> Result<Vec<u8>, Error> {
    if signed || SignedText::is_signed(&bytes) {
        return Ok(bytes);
    }
    let Some(text) = practice::renewed(folder, &bytes)? else { return Ok(bytes) };
    if file != Path::new("-") {
        files::replace(file, text.as_bytes(), files::SECRET_MODE)?;
    }
    Ok(text.into_bytes())
}

fn filed(
    args: &SubmitArgs,
    title: &str,
    name: &str,
    signed: &SignedOrders<'_>,
    folder: &store::Folder,
) -> CommandResult {
    let (bytes, language) = (signed.bytes, args.lang.language());
    let messages = Messages::of(language, title);
    // A practice game tells the result at once, and nobody has to prove that orders were filed.
    let brief = !args.verbose && players::practised(folder)?.is_some();
    match store::submit_signed(folder, signed)? {
        Submission::Filed(filing) => {
            if !args.json {
                check::report_handed_in(language, title, name, bytes, &filing.warnings)?;
            }
            told(args, title, &messages, "filed", &filing, brief)
        }
        Submission::Same(filing) => told(args, title, &messages, "already filed", &filing, brief),
        Submission::Returned { complaints, kept, receipt } => {
            if args.json {
                let complaints = diagnosis::to_json(&complaints);
                let receipt = issued(&receipt);
                common::print_json(
                    &json!({"result": "returned", "kept": kept, "complaints": complaints, "receipt": receipt}),
                )?;
            } else {
                check::report_in(language, title, name, bytes, &complaints, false)?;
                if brief {
                    return Ok(Exit::No);
                }
                common::tell(&messages.say(&format!(
                    "not filed; the bytes and the reason are kept in {}",
                    kept.display()
                )));
                receipted(&messages, &receipt)?;
            }
            Ok(Exit::No)
        }
    }
}

/// The error for orders in a copy of the game, which nobody resolves, with the way out.
fn elsewhere(folder: &store::Folder, file: &Path) -> Result<Error, Error> {
    let referee = folder.charter()?.referee.mail;
    let to =
        referee.map_or_else(|| "the referee".to_owned(), |mail| format!("the referee, {mail}"));
    let file =
        if file == Path::new("-") { "the text".to_owned() } else { file.display().to_string() };
    Ok(Error::files(format!(
        "{}: this is a copy of the game, and orders filed here would reach nobody; check them with `tabella check`, then send {file} with its signature to {to}",
        folder.root().display()
    )))
}

/// The standing orders that are then in force, by key and by the file that gave them; nothing if there are none.
pub fn standing(messages: &Messages, keys: &BTreeMap<String, u32>, phase: u32) -> String {
    let from = |age: u32| {
        messages.say(&if age == phase {
            "this file".to_owned()
        } else {
            format!("filed for phase {age}")
        })
    };
    let list: Vec<String> =
        keys.iter().map(|(key, age)| format!("{key} ({})", from(*age))).collect();
    if list.is_empty() {
        String::new()
    } else {
        messages.say(&format!("standing orders then in force: {}", list.join(", "))) + "\n"
    }
}

fn told(
    args: &SubmitArgs,
    title: &str,
    messages: &Messages,
    result: &str,
    filing: &store::orders::submit::FiledOrders,
    brief: bool,
) -> CommandResult {
    if args.json {
        let warnings = diagnosis::to_json(&filing.warnings);
        common::print_json(
            &json!({"result": result, "filing": filing, "standing": filing.standing, "warnings": warnings}),
        )?;
    } else {
        let end = if filing.final_ { "" } else { " (not final: the phase waits for the deadline)" };
        let first = messages.say(&format!(
            "{result}: {}, phase {}, revision {}{end}",
            filing.seat, filing.phase, filing.revision
        ));
        common::print(&format!("{first}\n"))?;
        if brief {
            return Ok(Exit::Done);
        }
        common::print(&format!("SHA-256 {}\n", filing.digest))?;
        if !filing.open.is_empty() {
            let open = filing.open.join(", ");
            common::tell(&messages.say(&if filing.hold {
                format!(
                    "left open with `hold: true`, for the rules to decide at the deadline: {open}"
                )
            } else {
                format!("{} must still answer {open}", filing.seat)
            }));
        }
        check::tell_dry_run(args.lang.language(), title, &filing.does)?;
        common::print(&standing(messages, &filing.standing, filing.phase))?;
        receipted(messages, &filing.receipt)?;
    }
    Ok(Exit::Done)
}

/// Says where the referee's signed word for what came lies.
fn receipted(messages: &Messages, receipt: &Receipted) -> Result<(), Error> {
    match receipt {
        Receipted::Issued(path) => {
            common::print(&(messages.say(&format!("receipt {}", path.display())) + "\n"))?;
        }
        Receipted::Failed(why) | Receipted::NoRoom(why) => {
            common::tell(&messages.say(&format!("no receipt was signed: {why}")));
        }
        Receipted::NotHere => {}
    }
    Ok(())
}

/// The file of a receipt; none where none was issued.
fn issued(receipt: &Receipted) -> Option<&Path> {
    match receipt {
        Receipted::Issued(path) => Some(path),
        Receipted::Failed(_) | Receipted::NoRoom(_) | Receipted::NotHere => None,
    }
}
