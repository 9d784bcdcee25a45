//! What a clone makes of the commits that it fetched.

use super::judge;
use super::repository::Repository;
use crate::gate::Refusal;
use crate::store::sealed::Sealed;
use crate::store::{Error, Folder};

/// Receipts and changes that a commit has and an earlier one has not, by path.
///
/// # Errors
/// A git command that fails.
pub(super) fn notes(
    repository: &Repository,
    earlier: &str,
    later: &str,
) -> Result<Vec<String>, Error> {
    let (before, after) = (repository.tree(earlier)?, repository.tree(later)?);
    let new = after.entries.keys().filter(|path| !before.entries.contains_key(*path));
    let named = new.map(|path| String::from_utf8_lossy(path).into_owned());
    let told = |path: &String| path.starts_with("receipts/") || path.starts_with("notices/");
    Ok(named.filter(|path| told(path) && path.strip_suffix(".yaml").is_some()).collect())
}

/// What the gate would have refused between two commits: a host may have none, or pass it by. A clone that is cut off,
/// or was not fetched for long, leaves that to `verify`.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written.
pub(super) fn refusals(
    repository: &Repository,
    folder: &Folder,
    here: &str,
    tip: &str,
) -> Result<Vec<Refusal>, Error> {
    if here == tip {
        return Ok(Vec::new());
    }
    let start = Sealed::open(folder, 0)?.digest;
    let new = format!("{here}..{tip}");
    let mut refusals = judge::range(repository, start, &new, true)?.refusals;
    refusals.retain(|refusal| !["G-shallow", "G-many"].contains(&refusal.code));
    Ok(refusals)
}
