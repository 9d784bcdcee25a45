//! Copies of a game in repositories: on this machine, or at an address that git knows.

use super::repository::Repository;
use crate::store::Error;
use crate::verify::FileSource;
use record::charter::CHARTER_FILE;
use std::path::Path;

/// Hands on every branch of a repository that holds files of a game, and its HEAD if that is on none, with a name for
/// messages. What lies on only one branch counts too: a host may show each player another branch.
///
/// # Errors
/// No repository there, or none with a game; no git.
pub fn copies(address: &str, mut each: impl FnMut(&str, &dyn FileSource)) -> Result<(), Error> {
    let local = Path::new(address);
    let place = tempfile::tempdir().map_err(|error| Error::io("write", local, error))?;
    let repository = if local.is_dir() {
        Repository::read_only(local)?
    } else {
        Repository::mirror(address, place.path())?
    };
    let mut found = false;
    let listed = repository.ask([
        "for-each-ref",
        "--format=%(objectname) %(refname:short)",
        "refs/heads",
    ])?;
    let branches = listed.lines().filter_map(|line| line.split_once(' '));
    let mut shown: Vec<(String, String)> = branches
        .map(|(commit, branch)| (commit.to_owned(), format!("{address}, branch {branch}")))
        .collect();
    // A bundle may hold HEAD alone, and a clone may stand on no branch.
    if let Some(head) = repository.commit("HEAD")?
        && shown.iter().all(|(commit, _)| *commit != head)
    {
        shown.push((head, format!("{address}, HEAD")));
    }
    for (commit, name) in shown {
        let tree = repository.tree(&commit)?;
        if tree.entries.contains_key(CHARTER_FILE.as_bytes()) {
            found = true;
            each(&name, &tree);
        }
    }
    if found { Ok(()) } else { Err(Error::Git(format!("{address}: no branch holds a game"))) }
}
