//! The seats that the referee passed over, by the history of a clone.

use super::judge::shallow;
use super::objects::Objects;
use super::repository::Repository;
use crate::gate::{self, CommitSignature, Position};
use crate::store::Error;
use record::sums::record_number;
use record::{Digest, Signers};
use std::collections::{BTreeMap, BTreeSet};

/// Orders that the referee did not answer and records that they did not sign, found in the history of a clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ignored {
    /// The unanswered orders: the phase, the commit that brought its record or the first parcel of it, and the file
    /// that lay beside it.
    pub found: Vec<(u32, String, String)>,
    /// Records in a commit that the referee did not sign: files beside such a commit prove nothing against anybody.
    pub unsigned: Vec<(u32, String)>,
}

/// Orders that the referee saw and did not answer, found in the history of a clone. Finds nothing in a shallow clone.
///
/// # Errors
/// A git command that fails.
pub fn ignored(repository: &Repository, start: Digest) -> Result<Ignored, Error> {
    let mut found = Ignored::default();
    if shallow(repository)?.is_some() || repository.commit("HEAD")?.is_none() {
        return Ok(found);
    }
    // Every file that a commit brings, a merge too, whatever it resembles that goes away.
    let wanted = ["log", "--reverse", "--topo-order", "-m", "--no-renames", "--diff-filter=A"];
    let places = [":(glob)turns/*/SHA256SUMS", ":(glob)parcels/*/*-0.age"];
    let wanted =
        wanted.into_iter().chain(["--name-only", "--format=commit %H", "HEAD", "--"]).chain(places);
    let listed = repository.ask(wanted)?;
    let (mut commit, mut seen, mut unsigned) = ("", BTreeSet::new(), BTreeMap::new());
    let objects = Objects::of(repository);
    for line in listed.lines() {
        if let Some(name) = line.strip_prefix("commit ") {
            commit = name;
        }
        let Some(number) = shown(line).filter(|number| !seen.contains(number)) else { continue };
        let tree = match repository.tree(commit) {
            // It is no commit of the referee's program, and shows nobody a record.
            Err(Error::Refused(_)) => continue,
            other => other?,
        };
        let Ok(after) = gate::position(&tree, start) else { continue };
        if !by_referee(repository, &objects, (commit, start), (&after, number))? {
            // Anybody can lay a file by the name of a parcel beside what is there; a record is one by its seal.
            if line.starts_with("turns/") {
                unsigned.entry(number).or_insert_with(|| commit.to_owned());
            }
            continue;
        }
        // Files that somebody laid there before do not count, once the referee has shown the record.
        unsigned.remove(&number);
        seen.insert(number);
        for path in gate::unanswered(&tree.snapshot(), &after, number) {
            found.found.push((number, commit.to_owned(), path));
        }
    }
    found.found.sort();
    found.unsigned = unsigned.into_iter().collect();
    Ok(found)
}

/// The record whose list or parcel lies at `path`.
fn shown(path: &str) -> Option<u32> {
    let below = path.strip_prefix("turns/").or_else(|| path.strip_prefix("parcels/"))?;
    record_number(below.split_once('/')?.0)
}

/// True if the referee signed a commit that brings the record `number` and leads to the position
/// `after`.
fn by_referee(
    repository: &Repository,
    objects: &Objects,
    (commit, start): (&str, Digest),
    (after, number): (&Position, u32),
) -> Result<bool, Error> {
    // Records may change the keys: the commit that shows them may be signed with those of before.
    let parent = repository.commit(&format!("{commit}^"))?;
    let parent = parent.map(|parent| repository.tree(&parent)).transpose()?;
    let before = parent.and_then(|parent| gate::position(&parent, start).ok());
    let keys = [Some(&after.signers), before.as_ref().map(|at| &at.signers)];
    let keys = after.keys_of(number).into_iter().chain(keys.into_iter().flatten());
    let keys: Vec<&Signers> = keys.collect();
    let parents = repository.parents(commit)?.len();
    let signature = match objects.commit(commit, parents) {
        Ok(said) => said.signature,
        // A commit that git itself reads otherwise has no signer.
        Err(Error::Refused(_)) => None,
        Err(error) => return Err(error),
    };
    let referees = |by: CommitSignature| keys.iter().any(|keys| by.is_by(keys.referee()));
    Ok(signature.is_some_and(referees))
}
