//! The newest commit that a remote has shown. It is kept as a ref of the clone's own, for git's note of the remote goes back with
//! the remote wherever somebody fetches by hand.

use super::repository::{Repository, output};
use crate::store::Error;

/// Maximum number of reflog entries read.
const ENTRIES_MAX: &str = "--max-count=1000";

/// A remote that took commits back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewound {
    pub remote: String,
    /// The commit that it shows; none if it no longer has the branch.
    pub shows: Option<String>,
    /// The commit that it showed before and that `shows` does not continue.
    pub seen: String,
    /// The ref that keeps that commit here.
    pub kept: String,
    /// Git's remote-tracking ref.
    pub tracked: String,
}

/// The remote-tracking ref of a branch, as of the last fetch.
pub(super) fn tracked(remote: &str, branch: &str) -> String {
    format!("refs/remotes/{remote}/{}", branch.trim_start_matches("refs/heads/"))
}

/// What a clone knows of the branch that it follows.
pub(super) struct Seen<'a> {
    repository: &'a Repository,
    remote: &'a str,
    here: &'a str,
    tracked: String,
    /// Our own ref: the newest commit at which this branch was seen.
    kept: String,
}

impl<'a> Seen<'a> {
    /// None if the remote is only an address, for which git keeps no tracking ref.
    pub(super) fn of(
        repository: &'a Repository,
        remote: &'a str,
        branch: &str,
        here: &'a str,
    ) -> Result<Option<Self>, Error> {
        if !repository.holds(["config", &format!("remote.{remote}.url")])? {
            return Ok(None);
        }
        let tracked = tracked(remote, branch);
        let kept = tracked.replacen("refs/remotes/", "refs/tabella/seen/", 1);
        Ok(Some(Self { repository, remote, here, tracked, kept }))
    }

    pub(super) fn newest(&self) -> Result<Option<String>, Error> {
        let now = self.repository.commit(&self.tracked)?;
        // Of a history that is cut off nobody can say which commit continues another.
        if self.repository.ask(["rev-parse", "--is-shallow-repository"])? == "true" {
            return Ok(now);
        }
        let kept = match (self.repository.commit(&self.kept)?, &now) {
            (Some(kept), _) => Some(kept),
            (None, Some(now)) => self.noted_before(now)?,
            (None, None) => None,
        };
        match (kept, now) {
            (Some(kept), Some(now)) if self.continues(&kept, &now)? => Ok(Some(now)),
            (Some(kept), _) => Ok(Some(kept)),
            (None, now) => Ok(now),
        }
    }

    /// On the first look: the newest commit that, by git's reflogs, was fetched or cloned and is no longer on the
    /// branch.
    fn noted_before(&self, now: &str) -> Result<Option<String>, Error> {
        let local = format!("refs/heads/{}", self.here);
        let fetched: &[&str] = &[&self.tracked, "--"];
        let cloned: &[&str] = &["--grep-reflog=^clone: ", &local, "--"];
        let mut all = String::new();
        for which in [fetched, cloned] {
            let arguments = ["rev-list", "--walk-reflogs", ENTRIES_MAX];
            // A branch without a reflog tells nothing.
            all += &self.repository.ask(arguments.iter().chain(which)).unwrap_or_default();
            all.push('\n');
        }
        let known = all.lines().filter(|line| !line.is_empty());
        let lost = ["rev-list", "--max-count=1"].into_iter().chain(known).chain(["--not", now]);
        let lost = output(self.repository.git(lost), &[])?;
        let lost = String::from_utf8_lossy(&lost.stdout).trim_end().to_owned();
        Ok((!lost.is_empty()).then_some(lost))
    }

    pub(super) fn continues(&self, earlier: &str, later: &str) -> Result<bool, Error> {
        self.repository.holds(["merge-base", "--is-ancestor", earlier, later])
    }

    /// Remembers a commit as the newest seen. A clone that cannot be written to can still be read.
    pub(super) fn keep(&self, commit: &str) -> Result<(), Error> {
        self.repository.holds(["update-ref", &self.kept, commit]).map(drop)
    }

    /// Remembers what git has noted, or reports it if it does not continue what was seen before.
    pub(super) fn look(&self) -> Result<Option<Rewound>, Error> {
        let Some(seen) = self.newest()? else { return Ok(None) };
        self.keep(&seen)?;
        let shows = self.repository.commit(&self.tracked)?;
        if shows.as_ref() == Some(&seen) {
            return Ok(None);
        }
        let (remote, kept) = (self.remote.to_owned(), self.kept.clone());
        Ok(Some(Rewound { remote, shows, seen, kept, tracked: self.tracked.clone() }))
    }

    pub(super) fn fetched(&self, tip: &str) -> Result<(), Error> {
        self.repository.ask(["update-ref", &self.tracked, tip])?;
        self.keep(tip)
    }
}
