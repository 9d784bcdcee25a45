//! The referee's side: a bare public repository beside the private folder, which itself is never pushed.

use super::commit::NewCommit;
use super::judge::Pushed;
use super::mended::Mended;
use super::notices;
use super::objects::Tree;
use super::parcel::Road;
use super::public::{Public, start};
use super::repository::Repository;
use super::strays::Unjudged;
use crate::gate::{Refusal, orders_at, reached};
use crate::store::copies::publish::publish as copy;
use crate::store::copies::seat_copy::VIEW_FILE;
use crate::store::copies::tar;
use crate::store::orders::filings::FILED_FILE;
use crate::store::orders::receipts::{Receipted, phase_receipts};
use crate::store::orders::submit::{SignedOrders, submit_signed};
use crate::store::records::changes;
use crate::store::secrets::referee;
use crate::store::{Error, Folder, Submission, files};
use crate::verify::FileSource;
use engine::Seat;
use record::receipt::{Fate, Receipt};
use record::sums::record_name;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The file that lists the inbox files already taken, one per line: object and path.
const TAKEN_FILE: &str = "taken";
/// Maximum size of that file, in bytes.
const NOTES_MAX: usize = 16 << 20;
/// Attempts to update a branch that others push to at the same time.
const TRIES: u32 = 8;
/// Maximum size of a published file, in bytes.
const FILE_MAX: usize = 64 << 20;
/// Maximum number of bytes read of an order file.
const ORDERS_MAX: usize = 128 * 1024;

/// The result of publishing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// The commit; none where nothing was new.
    pub commit: Option<String>,
    pub files: usize,
    /// Seats to whose keys nothing can be sealed.
    pub unreachable: Vec<String>,
    /// Files that were pushed while their phase was being resolved, and what became of them.
    pub late: Vec<Taken>,
    /// Commits in the repository on this machine that its gate never judged.
    pub unjudged: Vec<String>,
}

/// One file of the inbox, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    pub path: String,
    pub submission: Submission,
}

/// Adds to the public repository what is public by now: records, receipts, and a parcel for each seat.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written; a public repository that holds another file under
/// one of these names.
pub fn publish(folder: &Folder, public: &Public) -> Result<Published, Error> {
    let repository = Repository::own(&public.repository)?;
    let key = referee::key_path(folder)?;
    let charter = folder.charter()?;
    let open = files_of(folder, None)?;
    let notices = changes::shown(&crate::store::load(folder)?.open())?;
    let mut published = Published::default();
    for _ in 0..TRIES {
        public.fetch(&repository)?;
        let stray = public.unjudged(&repository, start(folder)?)?;
        if let Some(refusal) = stray.pushed.refusals.into_iter().next() {
            return Err(Error::Stray(Box::new(refusal)));
        }
        published.unjudged.extend(public.passed_by(stray.pushed.lawful));
        let tip = repository.commit(&public.name())?;
        let there = tip.as_deref().map(|tip| repository.tree(tip)).transpose()?;
        let held = |path: &str| {
            there.as_ref().is_some_and(|tree| tree.entries.contains_key(path.as_bytes()))
        };
        let newest = folder.newest()?.unwrap_or(0);
        let shown = there.as_ref().map_or(0, |tree| reached(tree, &charter));
        if let Some(tree) = &there {
            // No record comes without an answer to all that lies beside it.
            for phase in shown.max(1)..=newest {
                published.late.extend(taken(folder, tree, phase)?);
            }
        }
        let mut wanted = open.clone();
        let new = shown.min(newest)..=newest;
        let (seats, unreachable) = sealed_to_seats(folder, &open, new, &held)?;
        wanted.extend(seats);
        published.unreachable = unreachable;
        if let Some(tree) = &there {
            unaltered(public, tree, &wanted)?;
        }
        wanted.extend(notices.clone());
        wanted.retain(|path, _| !held(path));
        if wanted.is_empty() {
            return Ok(published);
        }
        let message = format!("{}: {}", charter.game, named(&wanted, tip.is_none(), newest));
        let mail = format!("referee@{}.invalid", charter.game);
        let commit = repository.make(&NewCommit {
            parent: tip.as_deref(),
            onto: tip.as_deref(),
            files: &wanted,
            message: &message,
            key: &key,
            author: Some(("referee", &mail)),
        })?;
        if public.advance(&repository, tip.as_deref(), &commit)? {
            return Ok(Published { commit: Some(commit), files: wanted.len(), ..published });
        }
    }
    Err(Error::Git("others are pushing at the same time; try again".to_owned()))
}

/// Checks that the tree holds these files unaltered.
fn unaltered(public: &Public, tree: &Tree, files: &Files) -> Result<(), Error> {
    let held = |path: &str| tree.entries.contains_key(path.as_bytes());
    let other = files
        .iter()
        .find(|(path, bytes)| held(path) && tree.read(path, FILE_MAX).as_ref() != Ok(*bytes));
    let Some((path, _)) = other else { return Ok(()) };
    let what = format!("the public repository holds a different {path}");
    let fix = "see what `tabella verify` finds in a clone, and who pushed it";
    Err(Error::broken(&public.repository, what, fix))
}

/// A short description of what a commit contains.
fn named(files: &Files, first: bool, newest: u32) -> String {
    let any = |holds: &dyn Fn(&str) -> bool| files.keys().any(|path| holds(path));
    if first {
        "the opening".to_owned()
    } else if any(&|path| path.starts_with("turns/") || path.ends_with("-0.age")) {
        format!("record {newest}")
    } else if any(&|path| path.starts_with("receipts/") || path.starts_with("parcels/")) {
        format!("receipts for phase {}", newest + 1)
    } else {
        format!("pending changes in phase {}", newest + 1)
    }
}

type Files = BTreeMap<String, Vec<u8>>;
type Held<'a> = &'a dyn Fn(&str) -> bool;

/// Receipts and what each seat alone may read: its files of the new records, and why a file of theirs was refused. Also
/// the seats to whose keys nothing can be sealed.
fn sealed_to_seats(
    folder: &Folder,
    open: &BTreeMap<String, Vec<u8>>,
    new: RangeInclusive<u32>,
    held: Held<'_>,
) -> Result<(Files, Vec<String>), Error> {
    let (mut wanted, mut unreachable) = (BTreeMap::new(), BTreeSet::new());
    let newest = *new.end();
    let game = crate::store::load(folder)?;
    let (charter, signers) = (&game.session.charter, &game.signers);
    let mut parcels: BTreeMap<(String, String), BTreeMap<String, Vec<u8>>> = BTreeMap::new();
    for phase in *new.start()..=newest + 1 {
        for (name, receipt, signature) in phase_receipts(folder, phase)? {
            let Ok(read) = Receipt::parse(&receipt) else { continue };
            let pair = [(format!("{name}.yaml"), receipt), (format!("{name}.yaml.sig"), signature)];
            if read.receipt == Fate::Filed || Road::to(&read.seat, charter, signers).is_none() {
                wanted.extend(pair);
            } else {
                let path = format!("{}.age", name.replacen("receipts/", "parcels/", 1));
                parcels.entry((path, read.seat)).or_default().extend(pair);
            }
        }
    }
    let place = |number, seat| format!("parcels/{}/{seat}-0.age", record_name(number));
    for (seat, _) in signers.seats() {
        let lacking: Vec<u32> = new.clone().filter(|number| !held(&place(*number, seat))).collect();
        let files =
            if lacking.is_empty() { BTreeMap::new() } else { files_of(folder, Some(seat))? };
        for number in lacking {
            let record = format!("turns/{}/", record_name(number));
            let mut own = files.clone();
            // Whoever takes a seat over, or has a new key, can open no parcel of before.
            let all = notices::bring_a_key(open, &record, seat);
            let record = if all { "turns/" } else { record.as_str() };
            own.retain(|path, _| path.starts_with(record) && !open.contains_key(path));
            if number == newest {
                own.extend(form(folder, seat)?);
                own.extend(
                    files.get_key_value(VIEW_FILE).map(|(name, view)| (name.clone(), view.clone())),
                );
            }
            parcels.insert((place(number, seat), seat.to_owned()), own);
        }
    }
    for ((path, seat), content) in parcels {
        if held(&path) || content.is_empty() {
            continue;
        }
        match Road::to(&seat, charter, signers) {
            Some(road) => {
                drop(wanted.insert(path, road.seal(&tar::pack(&content, files::SECRET_MODE))));
            }
            None => drop(unreachable.insert(seat)),
        }
    }
    Ok((wanted, unreachable.into_iter().collect()))
}

/// The order form of a seat that is asked for orders, as its letter in a game by mail would bring it.
fn form(folder: &Folder, seat: &str) -> Result<Option<(String, Vec<u8>)>, Error> {
    let forms = folder.private().join("forms");
    let path = forms.join(format!("{seat}.yaml"));
    Ok(files::read_if_there(&path, ORDERS_MAX)?.map(|text| (format!("{seat}.yaml"), text)))
}

/// Leaves the forms of the open phase for the next parcels.
///
/// # Errors
/// [`Error`] with the path.
pub fn leave_forms(folder: &Folder, forms: &BTreeMap<String, String>) -> Result<(), Error> {
    let place = folder.private().join("forms");
    files::remove_folder(&place)?;
    files::make_folder(&place, files::SECRET_FOLDER_MODE)?;
    for (seat, form) in forms {
        files::replace(&place.join(format!("{seat}.yaml")), form.as_bytes(), files::SECRET_MODE)?;
    }
    Ok(())
}

/// The files of a copy for everybody, or for a seat. What is still pending is left out: only its newest version counts.
fn files_of(folder: &Folder, seat: Option<&str>) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let place = tempfile::tempdir().map_err(|error| Error::io("write", folder.root(), error))?;
    let out = place.path().join("copy");
    copy(folder, &out, seat)?;
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for name in files::names(&out.join(&below))? {
            let path = below.join(&name);
            if path == Path::new("notices") || path == Path::new(FILED_FILE) {
                continue;
            }
            let full = out.join(&path);
            if files::metadata(&full)?.is_some_and(|found| found.is_dir()) {
                folders.push(path);
            } else {
                let text = path.to_str().expect("a game has plain names").to_owned();
                found.insert(text, files::read(&full, FILE_MAX)?);
            }
        }
    }
    Ok(found)
}

/// What a round of the referee found in the inbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub taken: Vec<Taken>,
    /// New signatures under changes, by path.
    pub consents: Vec<String>,
    /// Commits that the gate would have refused; the records here are not touched by them.
    pub refusals: Vec<Refusal>,
    /// Commits in the repository on this machine that its gate never judged.
    pub unjudged: Vec<String>,
    /// Stray commits that were set right since the last round.
    pub mended: Vec<Mended>,
}

/// Takes the orders that were pushed for the open phase.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written; a remote that takes commits back.
pub fn take(folder: &Folder, public: &Public) -> Result<Round, Error> {
    let repository = Repository::own(&public.repository)?;
    public.fetch(&repository)?;
    let Unjudged { tip, pushed: Pushed { lawful, mended, refusals }, .. } =
        public.unjudged(&repository, start(folder)?)?;
    let mut round = Round { refusals, mended, ..Round::default() };
    round.unjudged = if round.refusals.is_empty() {
        public.passed_by(lawful)
    } else {
        public.passed_by(vec![tip])
    };
    let Some(tip) = repository.commit(&public.name())? else { return Ok(round) };
    let open = folder.newest()?.map_or(1, |newest| newest + 1);
    let tree = match repository.tree(&tip) {
        // It holds no orders that anybody could read. The refusals are told.
        Err(Error::Refused(_)) => return Ok(round),
        other => other?,
    };
    round.consents = notices::take(folder, &tree)?;
    round.taken = taken(folder, &tree, open)?;
    Ok(round)
}

/// Takes the order files of a phase from a tree, except those taken before.
fn taken(folder: &Folder, tree: &Tree, phase: u32) -> Result<Vec<Taken>, Error> {
    let mut all = Vec::new();
    let notes = folder.private().join(TAKEN_FILE);
    let known = files::read_if_there(&notes, NOTES_MAX)?.unwrap_or_default();
    let mut noted = String::from_utf8_lossy(&known).into_owned();
    let seen: BTreeSet<String> = noted.lines().map(str::to_owned).collect();
    let mut waiting: Vec<(u32, String, String)> = Vec::new();
    for path in tree.entries.keys() {
        if let Some((_, seat, number)) = orders_at(path).filter(|(at, ..)| *at == phase) {
            let path = String::from_utf8_lossy(path).into_owned();
            waiting.push((number, seat.to_owned(), path));
        }
    }
    waiting.sort();
    for (_, seat, path) in waiting {
        let line = format!("{} {path}", tree.entries[path.as_bytes()].object);
        if seen.contains(&line) {
            continue;
        }
        let Ok(bytes) = tree.read(&path, ORDERS_MAX) else { continue };
        let from = Seat::new(&seat);
        let signed = SignedOrders { bytes: &bytes, from: Some(&from), ..SignedOrders::default() };
        let submission = submit_signed(folder, &signed)?;
        if matches!(submission.receipt(), Receipted::NoRoom(_)) {
            // Unnoted, it is taken again, and answered then.
            return Err(Error::Full(notes));
        }
        noted.push_str(&line);
        noted.push('\n');
        // After each: who is interrupted here takes the next file up where this one ended.
        files::replace(&notes, noted.as_bytes(), files::SECRET_MODE)?;
        all.push(Taken { path, submission });
    }
    Ok(all)
}
