//! The newest commit that a remote has shown. It is kept as a ref of the clone's own, for git's note of the remote goes back with
//! the remote wherever somebody fetches by hand.

use super::repository::{Repository, output};
use crate::store::Error;

/// Most entries that are read of a reflog.
const ENTRIES_MAX: &str = "--max-count=1000";

/// A remote that took commits back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewound {
    /// The name of the remote.
    pub remote: String,
    /// The commit that it shows; none where it shows the branch no more.
    pub shows: Option<String>,
    /// The commit that it showed before, and that the other does not continue.
    pub seen: String,
    /// The ref that keeps that commit here.
    pub kept: String,
    /// Git's own note of what the remote shows.
    pub tracked: String,
}

/// Git's own note of where a branch of a remote was at the last fetch.
pub(super) fn tracked(remote: &str, branch: &str) -> String {
    format!("refs/remotes/{remote}/{}", branch.trim_start_matches("refs/heads/"))
}

/// A clone's knowledge of the branch that it follows.
pub(super) struct Seen<'a> {
    repository: &'a Repository,
    remote: &'a str,
    /// The branch that is checked out.
    here: &'a str,
    /// Git's own note of the remote's branch.
    tracked: String,
    /// Ours: the newest commit that this branch was seen at.
    kept: String,
}

impl<'a> Seen<'a> {
    /// None of a remote that is an address alone, for git notes nothing of it.
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

    /// The newest commit that the branch was seen at.
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

    /// At the first look: the newest commit that git's reflogs say was fetched or cloned, and that the branch has no more.
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

    /// True if a commit continues another.
    pub(super) fn continues(&self, earlier: &str, later: &str) -> Result<bool, Error> {
        self.repository.holds(["merge-base", "--is-ancestor", earlier, later])
    }

    /// Remembers a commit as the newest that was seen. A clone that cannot be written to can be looked at all the same.
    pub(super) fn keep(&self, commit: &str) -> Result<(), Error> {
        self.repository.holds(["update-ref", &self.kept, commit]).map(drop)
    }

    /// Remembers what git has noted, unless it does not continue what was seen before: that is told.
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

    /// Remembers what was fetched and judged.
    pub(super) fn fetched(&self, tip: &str) -> Result<(), Error> {
        self.repository.ask(["update-ref", &self.tracked, tip])?;
        self.keep(tip)
    }
}
