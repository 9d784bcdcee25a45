//! A player's side: a clone, from which only their own order files go out, and into which their own parcels are opened.

use super::answered::{Sent, Word};
use super::commit::NewCommit;
use super::fetched::{self, Judged};
use super::mended::Mended;
use super::objects::Tree;
use super::opener::Opener;
use super::repository::{Repository, output};
use super::seen::Seen;
use super::{unpublished, word};
use crate::gate::{self, Position, Refusal, inbox_path, position};
use crate::store::copies::seat_copy::VIEW_FILE;
use crate::store::copies::tar;
use crate::store::records::sealed::Sealed;
use crate::store::{Error, Folder, files};
use record::sums::{record_name, record_number};
use record::{Digest, Owner, Signers, owner};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The number of attempts to push while others push at the same time.
const TRIES: u32 = 8;
const ATTRIBUTES: &str = ".gitattributes";
/// Maximum size of a parcel, in bytes.
const PARCEL_MAX: usize = 64 << 20;

type Files = BTreeMap<String, Vec<u8>>;

/// A clone of a game's public repository.
pub struct Clone {
    pub(super) repository: Repository,
    pub(super) folder: Folder,
    pub(super) remote: String,
    /// The branch at the remote.
    pub(super) branch: String,
    pub(super) here: String,
}

/// The result of a push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Taken {
        path: String,
        /// The words of the other side.
        said: String,
        commit: String,
        /// The newest commit since.
        tip: String,
        /// The refusals that the gate would have given to the commits that are new here.
        refusals: Vec<Refusal>,
    },
    Refused {
        /// The words of the other side.
        said: String,
    },
}

/// The result of an update of a clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// Records that are new here, the newest last.
    pub records: Vec<u32>,
    /// Receipts and changes that are new here, by path.
    pub notes: Vec<String>,
    pub opened: Vec<PathBuf>,
    /// Order forms that parcels held, from which orders are written.
    pub forms: BTreeMap<String, Vec<u8>>,
    /// Parcels with the newest record that did not open.
    pub closed: Vec<String>,
    /// Refusals that the gate would have given to the commits that are new at the remote; these commits are not here.
    pub refusals: Vec<Refusal>,
    /// Stray commits that the referee has set right.
    pub mended: Vec<Mended>,
}

impl Clone {
    /// A game folder as a clone.
    ///
    /// # Errors
    /// A folder that is no clone; the referee's own folder.
    pub fn of(folder: &Folder) -> Result<Self, Error> {
        Self::seen_by(Repository::own(folder.root())?, folder)
    }

    /// Like [`Clone::of`], but read-only; safe for a folder that somebody else handed over.
    ///
    /// # Errors
    /// As [`Clone::of`].
    pub fn read_only(folder: &Folder) -> Result<Self, Error> {
        Self::seen_by(Repository::read_only(folder.root())?, folder)
    }

    fn seen_by(repository: Repository, folder: &Folder) -> Result<Self, Error> {
        let top = repository.worktree().map(|top| std::fs::canonicalize(&top).unwrap_or(top));
        let root = std::fs::canonicalize(folder.root()).ok();
        if top.is_none() || top != root || folder.is_referees()? {
            let what = "not a clone of a public repository: run `git clone ADDRESS`, and work in \
                 the clone";
            return Err(Error::Git(format!("{}: {what}", folder.root().display())));
        }
        let Ok(here) = repository.ask(["symbolic-ref", "--quiet", "--short", "HEAD"]) else {
            let what = "no branch is checked out here; this happens in a clone of a bundle that \
                 held only HEAD. Run `git switch -c main`, then tell git which branch to follow \
                 (`git remote set-url origin ADDRESS`; `git fetch`; `git branch -u origin/main`)";
            return Err(Error::Git(format!("{}: {what}", folder.root().display())));
        };
        let set = |key: &str| repository.ask(["config", &format!("branch.{here}.{key}")]).ok();
        let remote = set("remote").unwrap_or_else(|| "origin".to_owned());
        let branch = set("merge").unwrap_or_else(|| format!("refs/heads/{here}"));
        Ok(Self { repository, folder: folder.clone(), remote, branch, here })
    }

    fn fetch(&self) -> Result<String, Error> {
        let Self { repository, remote, branch, here, .. } = self;
        let seen = Seen::of(repository, remote, branch, here)?;
        let before = seen.as_ref().map_or(Ok(None), Seen::newest)?;
        // Without a map git would move what was seen before anybody has looked.
        repository.ask([
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-recurse-submodules",
            "--refmap=",
            "--",
            remote,
            branch,
        ])?;
        let tip = repository.commit("FETCH_HEAD")?;
        let tip = tip.ok_or_else(|| Error::Git(format!("{remote} has no commit on {branch}")))?;
        if let Some(seen) = seen {
            if let Some(before) = before.filter(|before| *before != tip)
                && !seen.continues(&before, &tip)?
            {
                seen.keep(&before)?;
                return Err(self.took_back(&tip, &before));
            }
            seen.fetched(&tip)?;
        }
        Ok(tip)
    }

    /// The error for a remote that shows another history than before.
    fn took_back(&self, shows: &str, here: &str) -> Error {
        Error::Git(format!(
            "{} does not continue this clone: it shows {shows}, but this clone holds {here}. Keep \
             this clone, and ask the other players which head they see (`tabella status`)",
            self.remote
        ))
    }

    fn position(&self, tip: &str) -> Result<Position, Error> {
        let start = Sealed::open(&self.folder, 0)?.digest;
        let tree = self.repository.tree(tip)?;
        position(&tree, start).map_err(|refusal| Error::Git(refusal.to_string()))
    }

    /// Checks that the newest records are here; else orders would answer an old one.
    ///
    /// # Errors
    /// A git command that fails, a file that cannot be read or written.
    pub fn newest_at_remote(&self) -> Result<u32, Error> {
        let tip = self.fetch()?;
        Ok(self.position(&self.judged(&tip)?.to)?.phase - 1)
    }

    /// The remote's commits that may be checked out here.
    fn judged(&self, tip: &str) -> Result<Judged, Error> {
        let here = self.repository.commit("HEAD")?.unwrap_or_default();
        if here.is_empty() || !self.repository.holds(["merge-base", "--is-ancestor", &here, tip])? {
            // Commits were made here and never pushed: git reports them.
            return Ok(Judged { to: tip.to_owned(), refusals: Vec::new(), mended: Vec::new() });
        }
        fetched::judged(&self.repository, &self.folder, &here, tip)
    }

    /// Pushes one order file of a seat, in a commit signed by the seat's key, whatever else lies in the clone; gives what the
    /// gate said, and what the referee answered by then.
    ///
    /// # Errors
    /// A git command that fails, a file or the key that cannot be read or written; that the gate refuses is no error.
    pub fn push(
        &self,
        phase: u32,
        seat: &str,
        kind: &str,
        bytes: &[u8],
        key: &Path,
    ) -> Result<(Answer, Word), Error> {
        let what = format!("orders of {seat} for phase {phase}");
        let answer = self.add((seat, key), &what, &|tree| {
            let taken = |path: &str| tree.entries.contains_key(path.as_bytes());
            let path = inbox_path(phase, seat, kind, taken).ok_or_else(|| {
                Error::Git(format!("{seat} has used all file names for phase {phase}"))
            })?;
            Ok(BTreeMap::from([(path, bytes.to_vec())]))
        })?;
        let Answer::Taken { commit, tip, .. } = &answer else { return Ok((answer, Word::Nothing)) };
        let (before, after) = (self.repository.tree(commit)?, self.repository.tree(tip)?);
        let (position, opener) = (self.position("HEAD")?, Opener::new(key, None).ok());
        let (before, after, position) = (&before, &after, &position);
        let opener = opener.as_ref();
        let word = Sent { phase, seat, bytes, before, after, position, opener }.answer();
        Ok((answer, word))
    }

    /// Pushes signatures under pending changes, by their paths, in a commit signed by the seat's key.
    ///
    /// # Errors
    /// As [`Clone::push`].
    pub fn consent(
        &self,
        seat: &str,
        signatures: &BTreeMap<String, Vec<u8>>,
        key: &Path,
    ) -> Result<Answer, Error> {
        let what = format!("consent of {seat}");
        self.add((seat, key), &what, &|_| Ok(signatures.clone()))
    }

    /// Pushes the files that `files` makes for the newest tree.
    fn add(
        &self,
        (seat, key): (&str, &Path),
        message: &str,
        files: &dyn Fn(&Tree) -> Result<Files, Error>,
    ) -> Result<Answer, Error> {
        for _ in 0..TRIES {
            let tip = self.fetch()?;
            let files = files(&self.repository.tree(&tip)?)?;
            let path = files.keys().next().expect("at least one file is pushed").clone();
            let game = self.folder.charter()?.game;
            let commit = self.repository.make(&NewCommit {
                parent: Some(&tip),
                onto: Some(&tip),
                files: &files,
                message: &format!("{game}: {message}"),
                key,
                author: Some((seat, &format!("{seat}@{game}.invalid"))),
            })?;
            let what = format!("{commit}:{}", self.branch);
            let push = ["push", "--porcelain", "--", &self.remote, &what];
            let pushed = output(self.repository.git(push), &[])?;
            let said = String::from_utf8_lossy(&pushed.stderr).trim_end().to_owned();
            if pushed.status.success() {
                let tip = self.fetch()?;
                let Judged { to, refusals, .. } = self.judged(&tip)?;
                self.forward(&to)?;
                self.remember(&[seat])?;
                return Ok(Answer::Taken { path, said, commit, tip, refusals });
            }
            // Git ends alike whatever was refused and whoever did. A line with `!` says that the branch was; without one the
            // push did not come that far.
            let lines = String::from_utf8_lossy(&pushed.stdout);
            let Some(refused) = lines.lines().find(|line| line.starts_with("!\t")) else {
                return Err(Error::Git(said));
            };
            // Whoever came too late finds another commit there now, and tries again on that; anybody else was refused.
            if self.fetch()? == tip {
                return Ok(Answer::Refused {
                    said: format!("{said}\n{}", refused.replace('\t', " ")),
                });
            }
        }
        Err(Error::Git("others are pushing at the same time; try again".to_owned()))
    }

    /// Moves the working tree forward to a judged commit that continues it. A file that a parcel brought earlier and
    /// that is now public gives way to the commit's version, since git would not overwrite it.
    fn forward(&self, tip: &str) -> Result<(), Error> {
        let here = self.repository.tree("HEAD")?;
        let there = self.repository.tree(tip)?;
        // A clone that is cut off was judged by nothing yet, and a host without a gate could have this machine run filters over what it
        // checks out, or follow links.
        let mut new =
            there.entries.iter().filter(|(path, entry)| here.entries.get(*path) != Some(entry));
        if let Some(refusal) = new.find_map(|(path, entry)| gate::foreign(path, entry)) {
            return Err(Error::Refused(refusal.of(tip)));
        }
        let [before, after] = [&here, &there].map(|tree| tree.entries.get(ATTRIBUTES.as_bytes()));
        if before != after {
            let what = ".gitattributes was altered and could start programs on this machine; \
                 nothing was checked out";
            return Err(Error::Git(format!("{} shows {what}", self.remote)));
        }
        for path in there.entries.keys().filter(|path| !here.entries.contains_key(*path)) {
            let Ok(text) = std::str::from_utf8(path) else { continue };
            let below = Path::new(text);
            let Some(own) = files::read_below_if_there(self.folder.root(), below, PARCEL_MAX)?
            else {
                continue;
            };
            if crate::verify::FileSource::read(&there, text, PARCEL_MAX).as_ref() == Ok(&own) {
                files::remove(&self.folder.root().join(below))?;
            }
        }
        // Without the option git would write over what it ignores here.
        self.repository
            .ask(["merge", "--quiet", "--ff-only", "--no-overwrite-ignore", tip])
            .map(drop)
    }

    /// Fetches new commits, and opens the parcels for the key.
    ///
    /// # Errors
    /// A remote that took commits back; a git command that fails, a file or the key that cannot be read or written.
    pub fn pull(&self, key: Option<&Path>, identity: Option<&Path>) -> Result<Brought, Error> {
        let before = self.folder.newest()?.map_or(0, |newest| newest + 1);
        let tip = self.fetch()?;
        let here = self.repository.commit("HEAD")?.unwrap_or_default();
        let continues = self.repository.holds(["merge-base", "--is-ancestor", &here, &tip])?;
        if !continues && !self.repository.holds(["merge-base", "--is-ancestor", &tip, &here])? {
            return Err(self.took_back(&tip, &here));
        }
        let mut brought = Brought::default();
        if continues {
            let Judged { to, refusals, mended } = self.judged(&tip)?;
            self.position(&to)?;
            if !here.is_empty() {
                brought.notes = fetched::notes(&self.repository, &here, &to)?;
            }
            (brought.refusals, brought.mended) = (refusals, mended);
            self.forward(&to)?;
        }
        if let Some(key) = key {
            self.open_parcels(&Opener::new(key, identity)?, "HEAD", &mut brought)?;
        }
        let newest = self.folder.newest()?.unwrap_or(0);
        brought.records = (before..=newest).collect();
        Ok(brought)
    }

    fn open_parcels(&self, opener: &Opener, tip: &str, brought: &mut Brought) -> Result<(), Error> {
        let start = Sealed::open(&self.folder, 0)?.digest;
        let position = self.position(tip)?;
        let opening = self.folder.signers()?;
        let own = |name: &str| {
            let keys = [&position.signers, &opening];
            keys.iter().any(|signers: &&Signers| signers.key(name) == Some(&opener.public))
        };
        let seats: Vec<&str> =
            position.signers.seats().map(|(seat, _)| seat).filter(|seat| own(seat)).collect();
        self.remember(&seats)?;
        let tree = self.repository.tree(tip)?;
        for path in tree.entries.keys() {
            let Some((number, seat)) = parcel_of(path).filter(|(_, seat)| own(seat)) else {
                continue;
            };
            let text = String::from_utf8_lossy(path).into_owned();
            let read = crate::verify::FileSource::read(&tree, &text, PARCEL_MAX);
            let Ok(bytes) = read else { continue };
            // A parcel that was sealed to a former key stays closed; it was read before.
            let newest = number + 1 == position.phase;
            let Some(archive) = opener.open(&bytes) else {
                brought.closed.extend(newest.then_some(text));
                continue;
            };
            let Some(files) = tar::unpack(&archive) else { return Err(odd(&text, &seat)) };
            let word = newest && word::is_referees(&self.repository, start, tip, &text)?;
            if newest && !word {
                let what = "the commit that adds it is not the referee's, so the form and the \
                     view were not used";
                brought.refusals.push(Refusal::new("G-referee", format!("{text}: {what}")));
            }
            let parcel = Parcel { path: text, seat, newest: word };
            self.unpack(&parcel, files, brought)?;
        }
        Ok(())
    }

    fn unpack(
        &self,
        parcel: &Parcel,
        mut files: BTreeMap<String, Vec<u8>>,
        brought: &mut Brought,
    ) -> Result<(), Error> {
        let Parcel { path, seat, newest } = parcel;
        // That of a new key brings the records before it too.
        let numbers: BTreeSet<u32> = files.keys().filter_map(|name| record_of(name)).collect();
        for number in numbers {
            if unpublished::bring(&self.folder, self.repository.folder(), number, seat, &mut files)?
            {
                brought.opened.push(Path::new("turns").join(record_name(number)));
            }
        }
        for (name, bytes) in files {
            let place = self.folder.root().join(&name);
            if name == format!("{seat}.yaml") {
                if *newest {
                    brought.forms.insert(name, bytes);
                }
                continue;
            }
            if name == VIEW_FILE {
                if *newest {
                    files::replace(&place, &bytes, files::SECRET_MODE)?;
                }
                continue;
            }
            if !self.belongs(&name, seat, &bytes)? {
                return Err(odd(path, seat));
            }
            let below = Path::new(&name);
            let here = files::read_below_if_there(self.folder.root(), below, bytes.len() + 1)?;
            if here.as_ref() == Some(&bytes) {
                continue;
            }
            if let Some(parent) = place.parent() {
                files::make_folder(parent, files::FOLDER_MODE)?;
            }
            files::replace(&place, &bytes, files::SECRET_MODE)?;
            brought.opened.push(below.to_owned());
        }
        Ok(())
    }

    /// True if a file of a parcel is one that its seat may have: listed in a sealed record, or a receipt.
    fn belongs(&self, name: &str, seat: &str, bytes: &[u8]) -> Result<bool, Error> {
        let parts: Vec<&str> = name.splitn(3, '/').collect();
        match parts.as_slice() {
            ["turns", number, file] => {
                let Some(number) = record_number(number) else { return Ok(false) };
                let listed = Sealed::open(&self.folder, number)?.sums.lines.get(*file).copied();
                Ok(listed == Some(Digest::of(bytes)) && owner(file) == Some(Owner::Seat(seat)))
            }
            ["receipts", number, file] => Ok(record_number(number).is_some()
                && file.strip_prefix(&format!("{seat}-")).is_some_and(|rest| {
                    let number = rest.trim_end_matches(".sig").strip_suffix(".yaml");
                    number.is_some_and(|number| number.parse::<u32>().is_ok())
                })),
            _ => Ok(false),
        }
    }
}

struct Parcel {
    path: String,
    seat: String,
    /// True if the referee sent it with the newest record.
    newest: bool,
}

fn odd(path: &str, seat: &str) -> Error {
    Error::Git(format!("{path} holds something other than files of {seat}"))
}

/// The number of the record of a file, by its path.
fn record_of(path: &str) -> Option<u32> {
    record_number(path.strip_prefix("turns/")?.split_once('/')?.0)
}

/// The number and seat of `parcels/NNNN/SEAT-K.age`.
pub(super) fn parcel_of(path: &[u8]) -> Option<(u32, String)> {
    let text = std::str::from_utf8(path).ok()?;
    let (number, name) = text.strip_prefix("parcels/")?.split_once('/')?;
    let (seat, _) = name.strip_suffix(".age")?.rsplit_once('-')?;
    Some((record_number(number)?, seat.to_owned()))
}
