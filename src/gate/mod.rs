//! The gate of a public repository: what a push may add to a game.
//!
//! Every commit is judged in order against the game as it stood before that commit, never the range by its ends alone. What
//! is trusted comes from outside of what is pushed: the start that was told to the gate. From it follow the charter and the
//! keys, and from these who may add what:
//!
//! - a seat adds its own order files for the open phase, `inbox/NNNN/SEAT-K.age` or `.txt`, its own signatures under pending changes,
//!   `notices/NNNN/NN-KIND.yaml.SEAT.sig`, and nothing else;
//! - the referee, in commits signed with the referee's key, adds sealed records, receipts and parcels, and keeps house; a record
//!   comes with an answer to every order file that was pushed for its phase;
//! - nobody alters, removes or renames what is there.
//!
//! Nothing here starts a program: the tree of a commit comes as a [`Snapshot`].

mod answers;
mod branch;
mod commit;
mod consent;
mod orders;
mod paths;
mod position;
mod referee;
mod refusal;

pub use answers::{names, receipts, signed, unanswered};
pub use branch::misleading;
pub use commit::{Commit, commit};
pub use paths::{INBOX, consent_at, inbox_path, orders_at};
pub use position::{Position, position, reached};
pub use refusal::{CODES, Refusal};

use crate::verify::FileSource;
use paths::Place;
use record::{Digest, Namespace, PublicKey, verify};
use std::collections::{BTreeMap, BTreeSet};

/// Most files that one commit of a seat may add.
const ORDERS_MAX: usize = 16;

/// The file at one path of a commit's tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its kind, in git's numbers: `100644` is a plain file.
    pub mode: String,
    /// Git's object name of its content.
    pub object: String,
    /// Its bytes; 0 where it is no file.
    pub size: u64,
}

/// The tree of a commit: every path with what lies there, and the files to be read.
pub struct Snapshot<'a> {
    /// By path, as bytes: names need not be text.
    pub entries: &'a BTreeMap<Vec<u8>, Entry>,
    /// The same as a game folder.
    pub source: &'a dyn FileSource,
}

/// A commit's signature, as git keeps it in the commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitSignature {
    /// The commit without its signature: what was signed.
    pub payload: Vec<u8>,
    pub armored: String,
}

impl CommitSignature {
    pub fn is_by(&self, key: &PublicKey) -> bool {
        verify(key, Namespace::Commit, &self.payload, &self.armored).is_ok()
    }
}

/// One commit to be judged.
pub struct Step<'a> {
    /// The trees of its parents; none for a repository's first commit.
    pub parents: &'a [Snapshot<'a>],
    /// The trees of its merge bases, where it has several parents.
    pub bases: &'a [Snapshot<'a>],
    pub after: Snapshot<'a>,
    pub signature: Option<&'a CommitSignature>,
}

/// Everything for which a commit is refused; nothing where it may enter.
pub fn judge(step: &Step<'_>, start: Digest) -> Vec<Refusal> {
    let mut refusals = match step.parents {
        [] => return beginning(step, start),
        [before] => return one(before, step, start),
        _ => joined(step),
    };
    // Files that join the side with more records must still be open there.
    let furthest =
        step.parents.iter().max_by_key(|parent| position::records(parent.source)).expect("two");
    match position(furthest.source, start) {
        Ok(position) => {
            let added = added(furthest, &step.after);
            let late = added.iter().filter(|path| {
                matches!(paths::place(path), Some(Place::Orders { phase, .. }) if phase != position.phase)
            });
            refusals.extend(late.map(|path| position.not_open(path)));
        }
        Err(refusal) => refusals.push(refusal),
    }
    refusals
}

/// The first commit of a repository: the referee's, with the game that the gate was told of.
fn beginning(step: &Step<'_>, start: Digest) -> Vec<Refusal> {
    match position(step.after.source, start) {
        Err(refusal) => vec![refusal],
        Ok(position) => {
            let nothing = BTreeMap::new();
            let before = Snapshot { entries: &nothing, source: step.after.source };
            referee::judge(&before, step, &position, start)
        }
    }
}

fn one(before: &Snapshot<'_>, step: &Step<'_>, start: Digest) -> Vec<Refusal> {
    let position = match position(before.source, start) {
        Ok(position) => position,
        Err(refusal) => return vec![refusal],
    };
    let by_referee = step.signature.is_some_and(|by| by.is_by(position.signers.referee()));
    let housekeeping = |path: &[u8]| by_referee && paths::place(path) == Some(Place::House);
    let mut refusals = Vec::new();
    for (path, entry) in before.entries {
        match step.after.entries.get(path) {
            Some(same) if same == entry => {}
            _ if housekeeping(path) => {}
            Some(_) => {
                refusals.push(Refusal::at(
                    "G-altered",
                    path,
                    "it existed before, but the commit alters it",
                ));
            }
            None => {
                refusals.push(Refusal::at(
                    "G-altered",
                    path,
                    "it existed before, but the commit removes it",
                ));
            }
        }
    }
    if !refusals.is_empty() {
        return refusals;
    }
    let added = added(before, &step.after);
    let orders = |path: &&Vec<u8>| matches!(paths::place(path), Some(Place::Orders { .. }));
    let consent = |path: &&Vec<u8>| consent_at(path).is_some();
    if !by_referee && added.iter().any(consent) && !added.iter().any(orders) {
        consent::judge(&added, step, &position)
    } else if by_referee || !added.iter().any(orders) {
        referee::judge(before, step, &position, start)
    } else {
        orders::judge(&added, step, &position)
    }
}

fn added<'a>(before: &Snapshot<'_>, after: &Snapshot<'a>) -> Vec<&'a Vec<u8>> {
    after.entries.keys().filter(|path| !before.entries.contains_key(*path)).collect()
}

/// Checks that a commit which joins histories holds exactly the result of joining them, worked out again for each path.
fn joined(step: &Step<'_>) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let all = step.parents.iter().chain([&step.after]);
    let paths: BTreeSet<&Vec<u8>> = all.flat_map(|tree| tree.entries.keys()).collect();
    for path in paths {
        let found = step.after.entries.get(path);
        let what = match joins_to(path, step) {
            Err(what) => what,
            Ok(wanted) if wanted == found => continue,
            Ok(None) => "the merge commit itself adds it",
            Ok(Some(_)) if found.is_none() => {
                "the merged histories hold it, but the merge commit does not"
            }
            Ok(Some(_)) => "the merge commit alters it",
        };
        refusals.push(Refusal::at("G-merge", path, what));
    }
    refusals
}

/// The entry at one path after two histories are joined: a change on one side since they parted stands, and so does the
/// same change on both.
fn joins_to<'a>(path: &[u8], step: &'a Step<'_>) -> Result<Option<&'a Entry>, &'static str> {
    let at = |trees: &'a [Snapshot<'_>]| trees.iter().map(|tree| tree.entries.get(path));
    let same = |mut held: Vec<Option<&'a Entry>>| {
        held.dedup();
        (held.len() == 1).then(|| held[0])
    };
    if let Some(held) = same(at(step.parents).collect()) {
        return Ok(held);
    }
    let bases = same(at(step.bases).collect())
        .ok_or("the merged histories hold different versions of it")?;
    let done = at(step.parents).filter(|held| *held != bases).collect();
    same(done).ok_or("the merged histories hold two different files of this name")
}

/// The order files that a commit adds, if its seat may add them at this position, whatever else the tree held before.
pub fn orders_alone<'a>(step: &Step<'a>, position: &Position) -> Vec<&'a Vec<u8>> {
    let [before] = step.parents else { return Vec::new() };
    let added = added(before, &step.after);
    if orders::judge(&added, step, position).is_empty() { added } else { Vec::new() }
}

/// The refusal of a file that no game may have, because of its kind or its name and whoever added it; none if a game
/// may have it.
pub fn foreign(path: &[u8], entry: &Entry) -> Option<Refusal> {
    let named = || Refusal::at("G-name", path, "no file in a game has such a name");
    unfit(path, entry).or_else(|| paths::place(path).is_none().then(named))
}

/// The refusal of an entry that is not a plain file, or has a name that means another thing elsewhere; none if it is
/// fit.
fn unfit(path: &[u8], entry: &Entry) -> Option<Refusal> {
    let what = match entry.mode.as_str() {
        "100644" => return None,
        "100755" => "it is marked as executable: a game has plain files only (git mode 100644)",
        "120000" => "it is a symbolic link",
        "160000" => "it is a submodule",
        _ => "it is not a plain file",
    };
    Some(Refusal::at("G-kind", path, what))
}
