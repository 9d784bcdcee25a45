//! Judges the commits that a clone fetched.

use super::judge::{Judge, Pushed};
use super::mended::Mended;
use super::repository::Repository;
use crate::gate::Refusal;
use crate::store::records::sealed::Sealed;
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// The newest commit that may be checked out.
    pub to: String,
    /// The refusals of the commits after that one: a host may have no gate, or go round it.
    pub refusals: Vec<Refusal>,
    /// Stray commits that the referee has set right.
    pub mended: Vec<Mended>,
}

/// Judges what was fetched, up to `tip`, behind the commit that is checked out. A clone that is cut off cannot, and leaves that to `verify`.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written.
pub(super) fn judged(
    repository: &Repository,
    folder: &Folder,
    here: &str,
    tip: &str,
) -> Result<Judged, Error> {
    let start = Sealed::open(folder, 0)?.digest;
    let Pushed { lawful, mended, refusals } =
        Judge::new(repository, start, None).moved(Some(here), tip, true)?;
    if refusals.iter().all(|refusal| refusal.code == "G-shallow") {
        return Ok(Judged { to: tip.to_owned(), refusals: Vec::new(), mended });
    }
    // Parents were judged first: with the last of them all are lawful that it continues.
    for commit in lawful.iter().rev() {
        if repository.holds(["merge-base", "--is-ancestor", here, commit])? {
            return Ok(Judged { to: commit.clone(), refusals, mended });
        }
    }
    Ok(Judged { to: here.to_owned(), refusals, mended })
}
