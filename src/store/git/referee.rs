//! The referee's side: a bare public repository beside the private folder, which itself is never pushed.

use super::commit::NewCommit;
use super::parcel::Road;
use super::repository::{Guard, Repository, Tree, output};
use super::{judge, notices};
use crate::gate::{Refusal, orders_at, reached};
use crate::store::filings::FILED_FILE;
use crate::store::load::ground;
use crate::store::publish::publish as copy;
use crate::store::receipts::{Receipted, phase_receipts};
use crate::store::seat_copy::VIEW_FILE;
use crate::store::submit::{SignedOrders, submit_signed};
use crate::store::tar;
use crate::store::{Error, Folder, Submission, changes, files, memory, referee};
use crate::verify::FileSource;
use engine::Seat;
use record::Digest;
use record::disclosure::Disclosure;
use record::receipt::{Fate, Receipt};
use record::sums::record_name;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Where the public repository is, in `.tabella/`.
const PUBLIC_FILE: &str = "public.yaml";
/// Which files of its inbox were taken, a line each: object and path.
const TAKEN_FILE: &str = "taken";
/// Most bytes of either.
const NOTES_MAX: usize = 16 << 20;
/// How often a branch is tried that others push to at the same time.
const TRIES: u32 = 8;
/// Most bytes of one file that is published.
const FILE_MAX: usize = 64 << 20;
/// Most bytes of one push, as git counts them. The referee's own of a long game's records stays far below.
const PUSH_MAX: &str = "256m";
/// Most bytes that are read of an order file.
const ORDERS_MAX: usize = 128 * 1024;

/// Where a game is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Public {
    /// The bare repository on this machine.
    pub repository: PathBuf,
    /// Where it is pushed to and fetched from, if players use another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<String>,
    /// The game's own branch.
    pub branch: String,
}

/// What was published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// The commit; none where nothing was new.
    pub commit: Option<String>,
    /// Files that are new.
    pub files: usize,
    /// Seats to whose keys nothing can be sealed.
    pub unreachable: Vec<String>,
    /// Files that were pushed while their phase was being resolved, and what became of them.
    pub late: Vec<Taken>,
}

/// One file of the inbox, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its path in the repository.
    pub path: String,
    /// What became of it.
    pub submission: Submission,
}

impl Public {
    /// Where a game is public; none if it never was.
    ///
    /// # Errors
    /// A note that cannot be read.
    pub fn of(folder: &Folder) -> Result<Option<Self>, Error> {
        let path = folder.private().join(PUBLIC_FILE);
        let Some(bytes) = files::read_if_there(&path, NOTES_MAX)? else { return Ok(None) };
        let read = serde_yaml::from_slice(&bytes);
        let fix = "write repository, remote and branch into it";
        Ok(Some(read.map_err(|error| Error::broken(&path, error.to_string(), fix))?))
    }

    /// Makes the public repository of a game, and remembers it.
    ///
    /// # Errors
    /// A folder that is not empty or not the referee's; no git.
    pub fn init(folder: &Folder, public: Self) -> Result<Self, Error> {
        if !folder.is_referees()? {
            return Err(Error::NotReferee(folder.private()));
        }
        let last = ground(folder)?.last;
        memory::as_signed(folder, last.number, last.digest)?;
        reachable(folder)?;
        let repository = Repository::init(&public.repository, &public.branch)?;
        let start = crate::store::sealed::Sealed::open(folder, 0)?.digest;
        guarded(&repository, &Guard { start, branch: public.branch.clone() })?;
        let public = Self { repository: repository.folder().to_owned(), ..public };
        let text = serde_yaml::to_string(&public).expect("three plain fields");
        files::replace(&folder.private().join(PUBLIC_FILE), text.as_bytes(), files::SECRET_MODE)?;
        Ok(public)
    }

    fn name(&self) -> String {
        format!("refs/heads/{}", self.branch)
    }

    /// Brings what others pushed to the remote. A remote that takes commits back is told, and not followed.
    fn fetch(&self, repository: &Repository) -> Result<(), Error> {
        let Some(remote) = &self.remote else { return Ok(()) };
        let name = self.name();
        if repository.ask(["ls-remote", "--heads", "--", remote, &name])?.is_empty() {
            return Ok(());
        }
        repository.ask(["fetch", "--quiet", "--no-tags", "--", remote, &name])?;
        let theirs = repository.commit("FETCH_HEAD")?.ok_or_else(|| {
            Error::Git(format!("{remote} gives no commit for the branch {}", self.branch))
        })?;
        match repository.commit(&name)? {
            Some(ours) if repository.holds(["merge-base", "--is-ancestor", &theirs, &ours])? => {
                Ok(())
            }
            Some(ours) if !repository.holds(["merge-base", "--is-ancestor", &ours, &theirs])? => {
                Err(Error::Git(format!(
                    "{remote} took commits back: it shows {theirs}, and {ours} was there before; ask who runs it, and push \
                     {ours} again"
                )))
            }
            _ => repository.ask(["update-ref", &name, &theirs]).map(drop),
        }
    }

    /// Moves the branch from one commit to another, here and at the remote; false if somebody was faster.
    fn advance(
        &self,
        repository: &Repository,
        from: Option<&str>,
        to: &str,
    ) -> Result<bool, Error> {
        let name = self.name();
        if let Some(remote) = &self.remote {
            let what = format!("{to}:{name}");
            let pushed = output(repository.git(["push", "--quiet", "--", remote, &what]), &[])?;
            if !pushed.status.success() {
                let said = String::from_utf8_lossy(&pushed.stderr).trim_end().to_owned();
                let faster = ["fetch first", "non-fast-forward", "cannot lock ref", "stale info"];
                if faster.iter().any(|word| said.contains(word)) {
                    return Ok(false);
                }
                return Err(Error::Git(said));
            }
        }
        let zeros = "0".repeat(to.len());
        repository.holds(["update-ref", &name, to, from.unwrap_or(&zeros)])
    }
}

/// Where the charter shows records later, players have them from parcels alone; where it shows nobody anything, no repository can be
/// public.
fn reachable(folder: &Folder) -> Result<(), Error> {
    let charter = folder.charter()?;
    match charter.public() {
        Disclosure::AtOnce => return Ok(()),
        Disclosure::Never => return Err(Error::NotPublic(folder.root().to_owned())),
        Disclosure::Late(_) | Disclosure::AtEnd => {}
    }
    let game = crate::store::load(folder)?;
    let closed = charter
        .seat_names()
        .find(|seat| Road::to(seat, &game.session.charter, &game.signers).is_none());
    match closed {
        None => Ok(()),
        Some(seat) => Err(Error::Git(format!(
            "{seat}: in this game (`public: {}`) players have the newest records from parcels, and none can be sealed to this seat's key; \
             `tabella change key {seat} NEW.pub` with an ed25519 key or with --age, or play by mail",
            charter.public()
        ))),
    }
}

/// Sets what git itself can refuse, and tells the gate what it guards.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written.
pub fn guarded(repository: &Repository, guard: &Guard) -> Result<(), Error> {
    for setting in ["receive.fsckObjects", "receive.denyNonFastForwards", "receive.denyDeletes"] {
        repository.ask(["config", setting, "true"])?;
    }
    // No push of orders comes near it, and nobody fills the disk before the gate is asked.
    repository.ask(["config", "receive.maxInputSize", PUSH_MAX])?;
    repository.set_guard(guard)
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
        let tip = repository.commit(&public.name())?;
        let there = tip.as_deref().map(|tip| repository.tree(tip)).transpose()?;
        let held = |path: &str| {
            there.as_ref().is_some_and(|tree| tree.entries.contains_key(path.as_bytes()))
        };
        // No record comes without an answer to all that lies beside it.
        let shown = there.as_ref().map_or(0, |tree| reached(tree, &charter));
        let newest = folder.newest()?.unwrap_or(0);
        for phase in shown.max(1)..=newest {
            if let Some(tree) = &there {
                published.late.extend(taken(folder, tree, phase)?);
            }
        }
        let mut wanted = open.clone();
        let new = shown.min(newest)..=newest;
        let (seats, unreachable) = sealed_to_seats(folder, &open, new, &held)?;
        wanted.extend(seats);
        published.unreachable = unreachable;
        if let Some(tree) = &there {
            for (path, bytes) in &wanted {
                let read = tree.read(path, FILE_MAX);
                if held(path) && read.as_ref() != Ok(bytes) {
                    let what = format!("the public repository holds another {path}");
                    let fix = "see what `tabella verify` finds in a clone, and who pushed it";
                    return Err(Error::broken(&public.repository, what, fix));
                }
            }
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
            files: &wanted,
            message: &message,
            key: &key,
            author: Some(("referee", &mail)),
        })?;
        if public.advance(&repository, tip.as_deref(), &commit)? {
            return Ok(Published { commit: Some(commit), files: wanted.len(), ..published });
        }
    }
    Err(Error::Git("others push all the time; try again".to_owned()))
}

/// What a commit brings, in a word.
fn named(files: &Files, first: bool, newest: u32) -> String {
    let any = |holds: &dyn Fn(&str) -> bool| files.keys().any(|path| holds(path));
    if first {
        "the opening".to_owned()
    } else if any(&|path| path.starts_with("turns/") || path.ends_with("-0.age")) {
        format!("record {newest}")
    } else if any(&|path| path.starts_with("receipts/") || path.starts_with("parcels/")) {
        format!("receipts for phase {}", newest + 1)
    } else {
        format!("changes that wait in phase {}", newest + 1)
    }
}

/// Files by path.
type Files = BTreeMap<String, Vec<u8>>;
/// Whether the repository holds a path.
type Held<'a> = &'a dyn Fn(&str) -> bool;

/// Receipts, and what each seat alone may read: its files of the records that are new, and why a
/// file of theirs was refused; and the seats to whose keys nothing can be sealed.
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

/// The order form of a seat that is asked, as the letter of a game by mail brings it.
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

/// The files of a copy for everybody, or for a seat, but for what waits: of that the newest counts.
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
    /// New files, and what became of them.
    pub taken: Vec<Taken>,
    /// Signatures under changes that are new, by path.
    pub consents: Vec<String>,
    /// Commits that the gate would have refused; the records here are not touched by them.
    pub refusals: Vec<Refusal>,
}

/// Takes the orders that were pushed for the open phase.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written; a remote that takes commits back.
pub fn take(folder: &Folder, public: &Public) -> Result<Round, Error> {
    let repository = Repository::own(&public.repository)?;
    let before = repository.commit(&public.name())?;
    public.fetch(&repository)?;
    let mut round = Round::default();
    let Some(tip) = repository.commit(&public.name())? else { return Ok(round) };
    let start = crate::store::sealed::Sealed::open(folder, 0)?.digest;
    if let Some(before) = before.filter(|before| public.remote.is_some() && *before != tip) {
        let guarded = Repository::guarded(&public.repository)?;
        round.refusals = judge::range(&guarded, start, &format!("{before}..{tip}"), true)?.refusals;
    }
    let open = folder.newest()?.map_or(1, |newest| newest + 1);
    let tree = repository.tree(&tip)?;
    round.consents = notices::take(folder, &tree)?;
    round.taken = taken(folder, &tree, open)?;
    Ok(round)
}

/// Takes what a tree holds of orders for a phase, and was not taken before.
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

/// The start that a game's folder has, for a gate that guards it.
///
/// # Errors
/// No opening there.
pub fn start(folder: &Folder) -> Result<Digest, Error> {
    Ok(crate::store::sealed::Sealed::open(folder, 0)?.digest)
}

/// Writes the hooks that call the gate and the receipts, by the program that runs now.
///
/// # Errors
/// [`Error`] with the path; a hook of somebody else that lies there.
pub fn install_hooks(repository: &Repository, round: Option<&Path>) -> Result<Vec<PathBuf>, Error> {
    const MARK: &str = "# Written by `tabella hook install`.";
    let program =
        std::env::current_exe().map_err(|error| Error::io("find", Path::new("tabella"), error))?;
    let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
    let folder = repository.folder().join("hooks");
    files::make_folder(&folder, files::FOLDER_MODE)?;
    let mut hooks = vec![("pre-receive", format!("exec {} hook pre-receive\n", quoted(&program)))];
    if let Some(game) = round {
        let line = format!("exec {} -C {} git pull --hook\n", quoted(&program), quoted(game));
        hooks.push(("post-receive", line));
    }
    let mut written = Vec::new();
    for (name, line) in hooks {
        let path = folder.join(name);
        let before = files::read_if_there(&path, 1 << 20)?.unwrap_or_default();
        if !before.is_empty() && !String::from_utf8_lossy(&before).contains(MARK) {
            return Err(Error::Exists(path));
        }
        files::replace(&path, format!("#!/bin/sh\n{MARK}\n{line}").as_bytes(), 0o777)?;
        written.push(path);
    }
    Ok(written)
}
