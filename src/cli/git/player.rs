//! A player's side of a game in a public repository.

use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::cli::git::{PullArgs, PushConsentArgs, PushOrdersArgs};
use crate::cli::{check, form, seal, sign};
use crate::codes;
use crate::gate;
use crate::report::Language;
use crate::store::copies::folder_source::FolderSource;
use crate::store::copies::seat_copy::SeatCopy;
use crate::store::git::player::{Answer, Clone};
use crate::store::git::{Rewound, Word};
use crate::store::records::changes;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, files};
use engine::Complaints;
use record::change::{Change, HEIR};
use record::exchange::OrderFile;
use record::exchange::order_file::LIMIT;
use record::{Namespace, SignedText, verify};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Most bytes of a signature.
const SIGNATURE_MAX: usize = 64 * 1024;

/// `tabella git push-orders`: checks, signs, seals, pushes, and shows the answer.
///
/// # Errors
/// Orders that are not signed or answer another phase; a git command that fails, a file or a key that cannot be read
/// or written.
pub(super) fn push_orders(dir: Option<&Path>, args: &PushOrdersArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let clone = Clone::of(&folder)?;
    let (name, bytes) = check::read(&args.file)?;
    let text = seal::signed(&args.file, &name, bytes, Some(&args.key))?;
    let newest = clone.newest_at_remote()?;
    if folder.newest()? != Some(newest) {
        let what = format!(
            "record {newest} was published, but this clone has not opened it: run `tabella git \
             pull --key KEY`"
        );
        return Err(Error::no(what));
    }
    let signed = SignedText::split(&text).map_err(|fault| Error::no(format!("{name}: {fault}")))?;
    let (file, complaints) = judged(&folder, &text, &signed.signed)?;
    let charter = folder.charter()?;
    let (title, bytes) = (&charter.title, &signed.signed);
    let Some(file) = file.filter(|_| !complaints.fatal()) else {
        check::report(title, &name, bytes, &complaints, false)?;
        common::tell("nothing was pushed");
        return Ok(Exit::No);
    };
    check::report_handed_in(Language::English, title, &name, bytes, &complaints)?;
    own_key(&args.key, &signed)?;
    // The sure results of the orders, or a note that they do nothing, as `tabella check` shows them.
    if let Some(facts) = surely(&folder, &file) {
        check::tell_dry_run(Language::English, &charter.title, &facts)?;
    }
    let (kind, content) = if charter.seal.is_some() && !args.open {
        ("age", cipher(&charter, &text)?)
    } else {
        ("txt", text)
    };
    let copy = SeatCopy::find(&folder)?.filter(|copy| copy.seat == file.seat);
    let (answer, word) = clone.push(file.phase, file.seat.name(), kind, &content, &args.key)?;
    // What came back counts for nothing; anything else may be taken back by a later file.
    if let (Answer::Taken { .. }, Word::Filed(_) | Word::Nothing, Some(copy)) =
        (&answer, &word, copy)
    {
        copy.note_filed(&file)?;
    }
    match told(answer)? {
        Exit::Done => answered(&charter.title, &word),
        Exit::No => Ok(Exit::No),
        Exit::NotYet => Ok(Exit::NotYet),
    }
}

fn answered(title: &str, word: &Word) -> CommandResult {
    match word {
        Word::Filed(path) => {
            common::print(&format!("{path}: the receipt\n"))?;
            Ok(Exit::Done)
        }
        Word::Refused { path, code } => {
            common::tell(&format!("sent back: {}", why(title, path, code.as_deref())));
            Ok(Exit::No)
        }
        Word::Nothing => {
            common::tell(
                "no answer yet: `tabella git pull --key KEY` fetches it, and `tabella status` \
                 shows it",
            );
            Ok(Exit::NotYet)
        }
    }
}

/// The reason why an order file went back, with the way out below it.
fn why(title: &str, path: &str, code: Option<&str>) -> String {
    let path = record::visible(path);
    let Some(code) = code else {
        return format!(
            "{path} holds the reason\n  -> `tabella git pull --key KEY` opens that file; add \
             --identity if your seat has an age key"
        );
    };
    match codes::entry(title, code) {
        Some(entry) => format!("{code}: {} ({path})\n  -> {}", entry.says, entry.way_out),
        None => format!("{} ({path})", record::visible(code)),
    }
}

/// The sure results of orders, if the clone knows what their seat sees.
fn surely(folder: &Folder, file: &OrderFile) -> Option<Value> {
    match SeatGame::of(folder).ok()? {
        SeatGame::Copy(copy) if copy.seat != file.seat => None,
        game => Some(game.dry_run(&file.seat, &file.sheet)),
    }
}

/// `tabella git push-consent`: signs a pending change, and pushes the signature.
///
/// # Errors
/// A file that is no change of this clone; a git command that fails, a file or a key that cannot be read or written.
pub(super) fn push_consent(dir: Option<&Path>, args: &PushConsentArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let clone = Clone::of(&folder)?;
    let waiting: Vec<PathBuf> =
        changes::waiting_in_copy(&folder)?.into_iter().map(|notice| notice.path).collect();
    let here = changes::called(&waiting, &args.file).map_err(|why| {
        Error::no(format!(
            "{why}; `tabella git pull` fetches what is new, and `tabella status` shows it"
        ))
    })?;
    let below = here.strip_prefix(folder.root()).unwrap_or(here);
    let path = below.to_str().expect("a change has a plain name").to_owned();
    let mut signatures = BTreeMap::new();
    let signers = [(args.name.as_str(), Some(&args.key)), (HEIR, args.heir.as_ref())];
    for (who, key) in signers {
        let Some(key) = key else { continue };
        let signed = changes::sign(here, who, &store::SigningKey::open(key)?)?;
        let armored = files::read_named(&signed, SIGNATURE_MAX)?;
        // It comes back with the commit.
        files::remove(&signed)?;
        signatures.insert(format!("{path}.{who}.sig"), armored);
    }
    told(clone.consent(&args.name, &signatures, &args.key)?)
}

fn told(answer: Answer) -> CommandResult {
    match answer {
        Answer::Taken { path, said, refusals, .. } => {
            common::print(&format!("{path}: pushed\n"))?;
            remote_words(&said);
            super::past_the_gate(&refusals).for_each(|line| common::tell(&line));
            Ok(Exit::Done)
        }
        Answer::Refused { said } => {
            common::tell("not taken:");
            // A host that is no gate of ours may refuse without a word of its own: then git's must do.
            if !remote_words(&said) {
                for line in said.lines() {
                    common::tell(record::visible(line).as_ref());
                }
            }
            Ok(Exit::No)
        }
    }
}

/// Reports, before anything is pushed, that another key signed the orders: the gate demands the seat's own key for the
/// commit.
fn own_key(key: &Path, signed: &SignedText) -> Result<(), Error> {
    let public = store::SigningKey::open(key)?.public()?;
    verify(&public, Namespace::Orders, &signed.signed, &signed.signature).map_err(|fault| {
        Error::no(format!(
            "the orders are not signed with {}: {fault}; remove the old signature and sign again",
            key.display()
        ))
    })
}

fn cipher(charter: &record::Charter, text: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(ciphertext::seal(&seal::recipient(charter)?, text).into_bytes())
}

/// Prints what the other side said, without git's own progress counts; false if that was nothing.
fn remote_words(said: &str) -> bool {
    let mut spoke = false;
    for line in said.lines().filter_map(|line| line.strip_prefix("remote: ")) {
        common::tell(record::visible(line.trim_end()).as_ref());
        spoke = true;
    }
    spoke
}

/// The complaints about the orders: by the rules, if everything is open here or a parcel brought what the seat sees;
/// otherwise only about the envelope.
fn judged(
    folder: &Folder,
    text: &[u8],
    signed: &[u8],
) -> Result<(Option<OrderFile>, Complaints), Error> {
    let author = OrderFile::glance(signed).map(|(seat, _)| seat);
    if let Some(copy) = SeatCopy::find(folder)?.filter(|copy| author.as_ref() == Some(&copy.seat)) {
        return Ok(copy.check(text, None)?);
    }
    match store::load(folder) {
        Ok(game) => Ok(store::check(&game, text, None)?),
        Err(store::Error::Missing { .. }) => {
            if signed.len() > LIMIT {
                return Ok((None, store::orders::submit::too_large(signed.len() as u64)));
            }
            let start = Sealed::open(folder, 0)?.digest;
            let source = FolderSource::open(folder.root())?;
            let position = gate::position(&source, start)
                .map_err(|refusal| Error::files(refusal.to_string()))?;
            Ok(position.envelope(text))
        }
        Err(error) => Err(error.into()),
    }
}

/// `tabella git pull` in a clone: fetches new commits, and opens the parcels for the key.
///
/// # Errors
/// A remote that took commits back; a git command that fails, a file or a key that cannot be read or written.
pub(super) fn pull(folder: &Folder, args: &PullArgs) -> CommandResult {
    if args.resolve || args.deadline || args.hook || args.keep {
        return Err(Error::usage("only the referee can resolve a phase, in the private folder"));
    }
    let brought = Clone::of(folder)?.pull(args.key.as_deref(), args.identity.as_deref())?;
    let mut text = String::new();
    for record in &brought.records {
        let _ = writeln!(text, "record {record} is new");
    }
    for path in &brought.notes {
        let _ = writeln!(text, "{} is new", record::visible(path));
    }
    for path in &brought.opened {
        let _ = writeln!(text, "{}: from a parcel", path.display());
    }
    for (name, form) in &brought.forms {
        let path = folder.root().join(name);
        let open = form_phase(form);
        let there = files::read_if_there(&path, LIMIT)?;
        if there.is_some_and(|there| form_phase(&there) == open) {
            continue;
        }
        // Another computer of this player's may have filed by now.
        let revision = SeatCopy::find(folder)?
            .filter(|copy| name.strip_suffix(".yaml") == Some(copy.seat.name()))
            .map(|copy| copy.revision());
        files::replace(&path, &salted(&revised(form, revision))?, files::SECRET_MODE)?;
        files::remove(&sign::beside(&path))?;
        let _ = writeln!(text, "{name}: the form for the open phase");
    }
    if text.is_empty() && brought.refusals.is_empty() && brought.mended.is_empty() {
        text.push_str("nothing new\n");
    }
    common::print(&text)?;
    super::set_right(&brought.mended).for_each(|line| common::tell(&line));
    super::past_the_gate(&brought.refusals).for_each(|line| common::tell(&line));
    if !brought.refusals.is_empty() {
        common::tell(
            "that commit and those after it were not checked out; the referee can repair the \
             branch with `tabella git mend`",
        );
    }
    for path in &brought.closed {
        common::tell(&format!(
            "{path}: it cannot be opened; if game.yaml or a change names an age key for your \
             seat, name its identity file with --identity"
        ));
    }
    Ok(if brought.refusals.is_empty() { Exit::Done } else { Exit::No })
}

fn form_phase(form: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(form);
    text.lines().find(|line| line.starts_with("phase:")).map(|line| line.trim_end().to_owned())
}

/// The form with the revision that its seat's next file must have.
fn revised(form: &[u8], revision: Option<u32>) -> Vec<u8> {
    let text = String::from_utf8_lossy(form);
    let line = |line: &str| match revision {
        Some(revision) if line.starts_with("revision: ") => format!("revision: {revision}\n"),
        _ => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect::<String>().into_bytes()
}

/// The form with the salt that only its player may know.
fn salted(form: &[u8]) -> Result<Vec<u8>, Error> {
    let text = String::from_utf8_lossy(form);
    Ok(form::salted(&text)?.into_bytes())
}

/// The news of a clone for `status`: what is not fetched yet, and who has pushed orders.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written.
pub fn news(folder: &Folder) -> Result<Option<String>, Error> {
    // A clone has its repository in it. Elsewhere git need not be asked, which takes longer than all else.
    if !files::is_there(&folder.root().join(".git")) {
        return Ok(None);
    }
    let Ok(clone) = Clone::read_only(folder) else { return Ok(None) };
    let open = folder.newest()?.map_or(1, |newest| newest + 1);
    let mut text = String::new();
    let unread = clone.unread()?;
    let records = unread.records.iter().map(|number| format!("record {number}"));
    let orders =
        unread.orders.iter().map(|(phase, seat)| format!("orders of {seat} for phase {phase}"));
    let brings: Vec<String> = records.chain(orders).collect();
    match (unread.commits, brings.join(", ").as_str()) {
        (0, _) => {}
        (_, "") => {
            text.push_str(
                "new       commits were fetched but are not checked out yet: run `tabella git \
                 pull`\n",
            );
        }
        (_, brings) => drop(writeln!(text, "new       {brings}: run `tabella git pull`")),
    }
    if let Some(rewound) = rewound(folder)? {
        let _ = writeln!(text, "rewound   {rewound}");
    }
    text.push_str(&waiting(folder)?);
    let title = folder.charter()?.title;
    for back in clone.returned(open)? {
        let why = why(&title, &back.path, back.code.as_deref());
        let _ = writeln!(text, "refused   {}: {why}", back.seat);
    }
    let filed = Clone::filed(folder, open)?;
    let over = Sealed::open(folder, open - 1)?.turn()?.outcome.is_some();
    for seat in clone.own()?.iter().filter(|seat| !over && !filed.contains_key(*seat)) {
        let _ = writeln!(text, "yours     {seat}: nothing was pushed for phase {open}");
    }
    for (seat, (files, receipts)) in filed {
        let receipts = match receipts {
            0 => "no receipt yet".to_owned(),
            1 => "1 receipt".to_owned(),
            more => format!("{more} receipts"),
        };
        let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        let _ = writeln!(text, "filed     {seat}: {files}, {receipts}");
    }
    Ok(Some(text))
}

/// The warning that the host of a clone took commits back, and what to do; none in a folder that is not a clone.
///
/// # Errors
/// A git command that fails.
pub fn rewound(folder: &Folder) -> Result<Option<String>, Error> {
    let Ok(clone) = Clone::read_only(folder) else { return Ok(None) };
    let Some(Rewound { remote, shows, seen, kept, tracked }) = clone.rewound()? else {
        return Ok(None);
    };
    let (shows, way_out) = match shows {
        Some(shows) => {
            let takes = format!(
                "; once all agree on what the remote shows, run `git update-ref {kept} {tracked}`"
            );
            (format!("shows {shows}"), takes)
        }
        None => ("no longer has the branch".to_owned(), String::new()),
    };
    Ok(Some(format!(
        "{remote} removed commits: it {shows}, but it held {seen} before, which this clone has \
         kept\n  -> ask the other players which head they see (`tabella status`){way_out}"
    )))
}

/// The changes of the open phase that wait for consent in a clone, each with who has signed and what is still lacking.
fn waiting(folder: &Folder) -> Result<String, Error> {
    let mut text = String::new();
    for notice in changes::waiting_in_copy(folder)? {
        let path = notice.path.strip_prefix(folder.root()).unwrap_or(&notice.path).display();
        let Change { action, reason, .. } = &notice.change;
        let signed = notice.signatures.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let signed = if signed.is_empty() { "nobody" } else { &signed };
        let stands = match &notice.agreed {
            Ok(_) if action.kind().rides() => {
                "agreed: the change takes effect with the record of this phase"
            }
            Ok(_) => "agreed: the referee can now apply it",
            Err(lacking) => lacking,
        };
        let line = format!("{path}: {action} ({reason}); signed by {signed}; {stands}");
        let _ = writeln!(text, "agree     {}", record::visible(&line));
    }
    Ok(text)
}
