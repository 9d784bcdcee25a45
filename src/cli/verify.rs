//! `tabella verify`: the proof of a game folder.

use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg, reports};
use crate::cli::status;
use crate::report::Messages;
use crate::store::copies::folder_source::FolderSource;
use crate::store::orders::beside;
use crate::store::records::ledger::Recollection;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, PROGRAM, clock, files};
use crate::verify::{self, Expected, Finding, Note, Proof, Rendered, Trust, Verdict};
use anstyle::AnsiColor;
use clap::{Args, ValueEnum};
use record::items::OPENING_MAX;
use record::receipt::RECEIPT_MAX;
use record::sums::record_name;
use record::{Digest, Namespace, SignedText, lf_only};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Prove that every turn follows from charter, signed orders and dice
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella verify zama\n  tabella verify zama --start 5d41... --head 9b1f...\n  tabella verify zama --from 9b1f...      # only the records since the head that you proved"
)]
pub struct VerifyArgs {
    /// Game folder
    pub folder: Option<PathBuf>,
    /// The start that you were given
    #[arg(long, value_name = "HEX")]
    pub start: Option<String>,
    /// The head that you were given
    #[arg(long, value_name = "HEX")]
    pub head: Option<String>,
    /// Trust the records up to this one, named by its number or by the head that you have proved, and prove those after
    /// it
    #[arg(long, value_name = "N|HEX")]
    pub from: Option<String>,
    /// Receipts that you hold, each with its signature in the file or beside it as FILE.sig; anything that contradicts them is a finding
    #[arg(long = "receipt", value_name = "FILE", num_args = 1..)]
    pub receipts: Vec<PathBuf>,
    /// Do not compare reports, pages and maps (by default, those made by this version of the program are rendered
    /// again, which takes most of the time)
    #[arg(long)]
    pub no_reports: bool,
    /// Items that somebody opened to you (`tabella share item`)
    #[arg(long = "open", value_name = "FILE")]
    pub opened: Vec<PathBuf>,
    /// Another copy of the game: a folder, a git repository or a repository's address; any difference from this one is
    /// a finding
    #[arg(long, value_name = "COPY")]
    pub against: Vec<String>,
    /// Fail if the verdict is less than this: `proven` means that every record was played again and nothing is sealed
    #[arg(long, value_enum, value_name = "WHAT")]
    pub need: Option<Need>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// The least proof that a verdict must give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Need {
    /// Every record was played again, and nothing is sealed.
    Proven,
}

/// Most findings that are printed one by one.
const SHOWN_MAX: usize = 40;

/// # Errors
/// No folder; a text that is not a digest.
pub fn run(dir: Option<&Path>, args: &VerifyArgs) -> CommandResult {
    let folder = match &args.folder {
        Some(folder) => store::records::solo::meant(folder)?,
        None => common::folder(dir)?.root().to_owned(),
    };
    let told = Expected {
        start: digest(args.start.as_deref(), "--start")?,
        head: digest(args.head.as_deref(), "--head")?,
        from: args.from.as_deref().map(trust).transpose()?,
    };
    let source = FolderSource::open(&folder)?;
    let mut verdict = verify::verify(&source, told);
    readable(&source)?;
    let mut shown = Vec::new();
    for path in &args.receipts {
        // A pattern of the shell names the signatures too.
        if let Some(receipt) = receipt(path)? {
            shown.push((path.display().to_string(), receipt));
        }
    }
    verify::receipts(&source, &shown, &mut verdict);
    verify::receipts_inside(&source, &mut verdict);
    let mut opened = Vec::new();
    for path in &args.opened {
        opened.push((path.display().to_string(), files::read_named(path, OPENING_MAX)?));
    }
    verify::opened(&source, &opened, &mut verdict);
    for other in &args.against {
        against(&source, other, &mut verdict)?;
    }
    #[cfg(feature = "git")]
    crate::cli::git::ignored(&folder, &mut verdict)?;
    let now = clock::now()?;
    if let Some(made) = verdict.made.filter(|made| *made > now) {
        verdict.notes.push(Note(format!(
            "the newest record says that it was made in the future, at {}: the clock is wrong here or where the record was made",
            made.format("%Y-%m-%d %H:%M UTC")
        )));
    }
    if !args.no_reports {
        rendered(&folder, &mut verdict)?;
    }
    if args.json {
        common::print_json(&Shown { proof: Proof::of(&verdict), verdict: &verdict })?;
    } else {
        let messages = Messages::of(args.lang.language(), &verdict.title);
        common::print(&show(&verdict, told, &messages))?;
    }
    let proof = Proof::of(&verdict);
    Ok(match proof {
        Proof::Refuted => Exit::No,
        _ if args.need.is_some() && !proof.whole() => Exit::No,
        Proof::ChainedTo { .. } | Proof::Newer => Exit::NotYet,
        Proof::Proven
        | Proof::ProvenTo { .. }
        | Proof::ProvenBehind { .. }
        | Proof::ConsistentTo { .. }
        | Proof::Sandbox { .. } => Exit::Done,
    })
}

/// Renders again the reports of records that this very program made, if there is no finding against the game and
/// everything that they are made from is here.
pub(super) fn rendered(folder: &Path, verdict: &mut Verdict) -> Result<(), Error> {
    verdict.reports = Some(Rendered::Lacking);
    if !verdict.holds() || verdict.unknown_rules || verdict.replayed < verdict.sealed {
        return Ok(());
    }
    let folder = Folder::find(folder)?;
    let game = match store::load(&folder) {
        Ok(game) => game,
        Err(store::Error::Missing { .. }) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let (reporter, mut past) = (reports::reporter(), Recollection::default());
    let (mut same, mut others) = (0, 0);
    game.retell(|again| {
        if again.turn.program != PROGRAM {
            others += 1;
            return Ok(());
        }
        let record = Sealed::open(&folder, again.turn.phase)?;
        let sealing = again.sealing();
        let past = past.before(again.turn.phase, &folder, sealing.play);
        // While the game goes on nobody but the referee can work the salts out: those that stand there are taken.
        let salt = |name: &str| match sealing.salt(name) {
            Some(salt) => Some(salt.to_string()),
            None => verify::salt_of_report(&record.file(name).ok()?),
        };
        let wanted = reports::rendered(&reporter, folder.root(), past, &sealing, &salt)
            .map_err(store::Error::Report)?;
        for (name, bytes) in wanted {
            // A copy lacks what is sealed.
            if !record.lists(&name) || !record.holds(&name) || record.file(&name)? == bytes {
                continue;
            }
            let path = format!("turns/{}/{name}", record_name(again.turn.phase));
            let what = "it is not the report that this program makes from the record";
            verdict.findings.push(Finding::new("V-report", path, what));
        }
        same += 1;
        Ok::<(), Error>(())
    })?;
    verdict.reports = Some(Rendered::Compared { same, others });
    Ok(())
}

/// A receipt and its signature as one text: the file may hold both, or the signature lies beside it. None for a
/// signature alone.
fn receipt(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let text = files::read_saved(path, RECEIPT_MAX).map_err(|error| match error {
        store::Error::Kind { .. } => Error::usage(format!(
            "--receipt {}: this is a folder; name the game's folder before the receipts: tabella \
             verify FOLDER --receipt FILE...",
            path.display()
        )),
        other => other.into(),
    })?;
    if text.trim_ascii_start().starts_with(b"-----BEGIN SSH SIGNATURE") {
        return Ok(None);
    }
    if SignedText::is_signed(&text) {
        return Ok(Some(text));
    }
    Ok(Some(match beside::signature(path, Namespace::Receipt, &text)? {
        Some(signature) => {
            SignedText::join(&lf_only(&text), &files::text(path, lf_only(&signature))?)
        }
        None => text,
    }))
}

/// Compares another copy with this one: a game folder, or every branch of a repository.
fn against(source: &FolderSource, other: &str, verdict: &mut Verdict) -> Result<(), Error> {
    let folder = Path::new(other);
    #[cfg(feature = "git")]
    if !folder.join(record::charter::CHARTER_FILE).exists() {
        let mut each = |name: &str, copy: &dyn verify::FileSource| {
            verify::against(source, copy, name, verdict);
        };
        return Ok(store::git::copies(other, &mut each)?);
    }
    let copy = FolderSource::open(folder)?;
    verify::against(source, &copy, other, verdict);
    readable(&copy)
}

/// Fails if the system does not let something be read: the findings would then say nothing about the game.
fn readable(source: &FolderSource) -> Result<(), Error> {
    source.failed().map_or(Ok(()), |what| Err(Error::files(what)))
}

/// A verdict as data, with what it proves.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    proof: Proof,
    #[serde(flatten)]
    verdict: &'a Verdict,
}

/// Up to where the records are trusted: a number, or a head that was announced when it was the newest.
fn trust(text: &str) -> Result<Trust, Error> {
    if let Ok(number) = text.parse() {
        return Ok(Trust::Record(number));
    }
    let head = text.parse().map_err(|_| {
        Error::usage(format!(
            "--from {text}: write the number of a record, or its head: 64 hexadecimal digits in lower case"
        ))
    });
    head.map(Trust::Head)
}

fn digest(text: Option<&str>, option: &str) -> Result<Option<Digest>, Error> {
    let parse = |text: &str| {
        text.parse().map_err(|_| {
            Error::usage(format!("{option} {text}: write 64 hexadecimal digits in lower case"))
        })
    };
    text.map(parse).transpose()
}

pub fn show(verdict: &Verdict, told: Expected, messages: &Messages) -> String {
    let proof = messages.say(&Proof::of(verdict).to_string());
    if let Some(newer) = &verdict.newer {
        return format!("{}\n{proof}\n", messages.say(&newer.to_string()));
    }
    let colour = if verdict.holds() { AnsiColor::Green } else { AnsiColor::Red };
    let style = colour.on_default().bold();
    let tail = match verdict.findings.len() {
        0 => String::new(),
        1 => format!(": {}", messages.say("1 finding")),
        count => format!(": {}", messages.say(&format!("{count} findings"))),
    };
    let outline = status::lines(messages, &outline(verdict, told));
    format!("{}{outline}{style}{proof}{style:#}{tail}\n", findings(verdict, messages))
}

/// The checks that were made and their findings, in English.
fn outline(verdict: &Verdict, told: Expected) -> String {
    let mut text = String::new();
    let Verdict { game, title, sealed, replayed, folded, signatures, .. } = verdict;
    let _ = writeln!(text, "game       {game} ({title})");
    if let Some(fork) = &verdict.fork {
        let _ = writeln!(text, "SANDBOX    {fork}");
    }
    let _ = writeln!(
        text,
        "records    {sealed} complete, chained and sealed; {replayed} played again with the same \
         result\nevents     the recorded events lead from each state to the next in {}",
        common::records(*folded)
    );
    let _ = writeln!(text, "signatures {signatures} hold");
    if let Some(vouched) = verify::vouched(verdict) {
        let _ = writeln!(text, "vouched    {vouched}");
    }
    // The result of a game is given only if nothing speaks against it.
    if let Some(outcome) = verdict.outcome.as_ref().filter(|_| verdict.holds()) {
        let winner = outcome.winner.as_ref().map(|side| format!("won by {side}"));
        let result = winner.unwrap_or_else(|| "drawn".to_owned());
        let _ = writeln!(text, "result     {result} ({}, rule {})", outcome.reason, outcome.rule);
    }
    let compared = |digest: Option<Digest>, told: Option<Digest>| {
        let found = digest.map_or_else(|| "unknown".to_owned(), |digest| digest.to_string());
        let compared = match (digest, told) {
            (Some(found), Some(told)) if found == told => "as given",
            (Some(_), Some(_)) if verdict.holds() => "newer than the head given",
            (Some(_), Some(_)) => "NOT as given",
            (None, _) | (_, None) => return found,
        };
        format!("{found}  {compared}")
    };
    let _ = writeln!(text, "start      {}", compared(verdict.start, told.start));
    let _ = writeln!(text, "head       {}", compared(verdict.head, told.head));
    for note in &verdict.notes {
        let _ = writeln!(text, "note       {}", record::visible(&note.0));
    }
    sealed_list(verdict, &mut text);
    shown(verdict, &mut text);
    let _ = writeln!(text, "{}", verify::compared(told, verdict));
    text
}

/// Adds how far seats' views and reports were compared.
fn shown(verdict: &Verdict, text: &mut String) {
    let Verdict { views, views_read, .. } = verdict;
    if *views > 0 {
        let _ = writeln!(text, "views      {views} were recomputed");
    }
    if *views_read > 0 {
        let _ = writeln!(
            text,
            "views      {views_read} are here but were not recomputed, because that needs sealed \
             data; the record commits to them"
        );
    }
    if *views == 0 && *views_read == 0 && !verdict.sealed_files.is_empty() {
        let _ = writeln!(text, "views      not compared, because they are sealed and none is here");
    }
    for (seat, count) in &verdict.told {
        if !matches!(verdict.reports, Some(Rendered::Compared { .. })) {
            let of = common::records(*count);
            let _ = writeln!(
                text,
                "reports    report-{seat}.md of {of} NOT compared: only the referee vouches for \
                 its text; the view holds what {seat} was shown"
            );
        }
    }
    let (same, others) = match verdict.reports {
        Some(Rendered::Compared { same, others }) => (same, others),
        Some(Rendered::Lacking) => {
            let _ = writeln!(
                text,
                "reports    not compared, because something that they are made from is missing or \
                 there are findings: only the referee vouches for their text"
            );
            return;
        }
        None => {
            let _ =
                writeln!(text, "reports    not compared: only the referee vouches for their text");
            return;
        }
    };
    let records = same + others;
    if same > 0 {
        let _ = writeln!(text, "reports    rendered again for {same} of {records} records");
    }
    if others > 0 {
        let _ = writeln!(
            text,
            "reports    not compared for {others} of {records} records, because a different \
             program or version made them: only the referee vouches for their text"
        );
    }
}

/// Each finding, and below them what can be done about each kind.
fn findings(verdict: &Verdict, messages: &Messages) -> String {
    let bad = AnsiColor::Red.on_default().bold();
    let (mut text, mut codes) = (String::new(), Vec::new());
    for finding in verdict.findings.iter().take(SHOWN_MAX) {
        let told = finding.to_string();
        let place = told.trim_start_matches(finding.code).trim_start();
        let _ = writeln!(text, "{bad}{}{bad:#} {place}", finding.code);
    }
    if let Some(more) = verdict.findings.len().checked_sub(SHOWN_MAX).filter(|more| *more > 0) {
        let _ = writeln!(text, "{}", messages.say(&format!("... and {more} more")));
    }
    for finding in &verdict.findings {
        if !codes.contains(&finding.code) {
            codes.push(finding.code);
            let way_out = messages.say(finding.way_out());
            let _ = writeln!(text, "  -> {}: {way_out}", finding.code);
        }
    }
    text
}

fn sealed_list(verdict: &Verdict, text: &mut String) {
    for path in verdict.sealed_files.iter().take(SHOWN_MAX) {
        let _ = writeln!(text, "sealed     {path}");
    }
    let more = verdict.sealed_files.len().saturating_sub(SHOWN_MAX);
    if more > 0 {
        let _ = writeln!(text, "sealed     ... and {more} more (--json lists them all)");
    }
    if verdict.inbox > 0 {
        let _ = writeln!(text, "inbox      {} sealed files opened and compared", verdict.inbox);
    }
    if verdict.rolls > 0 {
        let _ =
            writeln!(text, "rolls      {} visible rolls follow from their seeds", verdict.rolls);
    }
}
