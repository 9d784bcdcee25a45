//! A game that is played by mail and in a public repository at once: a round takes what was pushed before it resolves anything, and
//! shows what is new.

use super::games::Happened;
use crate::cli::common::Error;
#[cfg(feature = "git")]
use crate::cli::git;
use crate::store::Folder;

/// Takes the orders that were pushed.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written: nothing is resolved then, for somebody may have
/// pushed in time.
#[cfg(feature = "git")]
pub(super) fn take(folder: &Folder) -> Result<Vec<Happened>, Error> {
    Ok(git::take_pushed(folder)?.into_iter().map(Happened::Done).collect())
}

/// Publishes what is new. What cannot be shown now is shown by the next round.
#[cfg(feature = "git")]
pub(super) fn show(folder: &Folder) -> Vec<Happened> {
    match git::show_new(folder) {
        Ok(lines) => lines.into_iter().map(Happened::Done).collect(),
        Err(error) => vec![Happened::Look(format!("not published: {error}"))],
    }
}

/// True if orders may have been pushed without a change in the folder.
///
/// # Errors
/// A file that cannot be read or written.
#[cfg(feature = "git")]
pub(super) fn is_elsewhere(folder: &Folder) -> Result<bool, Error> {
    git::is_elsewhere(folder)
}

#[cfg(not(feature = "git"))]
mod without {
    //! A program without git leaves a public repository to others.
    use super::{Error, Folder, Happened};

    #[allow(clippy::unnecessary_wraps, reason = "it replaces a function that asks git")]
    pub(in super::super) fn take(_: &Folder) -> Result<Vec<Happened>, Error> {
        Ok(Vec::new())
    }

    pub(in super::super) const fn show(_: &Folder) -> Vec<Happened> {
        Vec::new()
    }

    #[allow(clippy::unnecessary_wraps, reason = "it replaces a function that asks git")]
    pub(in super::super) fn is_elsewhere(_: &Folder) -> Result<bool, Error> {
        Ok(false)
    }
}

#[cfg(not(feature = "git"))]
pub(super) use without::{is_elsewhere, show, take};
