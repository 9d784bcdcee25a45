//! Decides whose word a parcel is. Its files of records are compared with the records' lists. A form and a view are not
//! part of the chain, and anybody can seal something to a public key, so these count only in a commit that the referee
//! signed.

use super::judge::shallow;
use super::objects::Objects;
use super::repository::Repository;
use crate::gate;
use crate::store::Error;
use record::Digest;

/// True if the referee put a file into a commit as it is there: signed with the key in force before that commit, or
/// with the one that it brings. A shallow clone cannot tell, and accepts it.
///
/// # Errors
/// A git command that fails.
pub(super) fn is_referees(
    repository: &Repository,
    start: Digest,
    tip: &str,
    path: &str,
) -> Result<bool, Error> {
    if shallow(repository)?.is_some() {
        return Ok(true);
    }
    let listed = repository.ask(["rev-list", tip, "--", path])?;
    let objects = Objects::of(repository);
    for commit in listed.lines() {
        let parents = repository.parents(commit)?;
        let Some(signature) = objects.commit(commit, parents.len())?.signature else {
            return Ok(false);
        };
        let mut referees = false;
        for at in parents.iter().map(String::as_str).chain([commit]) {
            let position = gate::position(&repository.tree(at)?, start);
            referees |= position.is_ok_and(|at| signature.is_by(at.signers.referee()));
        }
        if !referees {
            return Ok(false);
        }
    }
    Ok(!listed.is_empty())
}
