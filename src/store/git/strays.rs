//! Commits that came to the public branch and that nobody judged, and the referee's repair.

use super::commit::NewCommit;
use super::judge::{Judge, Pushed};
use super::mended::{self, Mended};
use super::public::{Public, start};
use super::repository::Repository;
use crate::gate::position;
use crate::store::secrets::referee;
use crate::store::{Error, Folder};
use record::Digest;
use std::collections::BTreeMap;

/// Attempts to update a branch that others push to at the same time.
const TRIES: u32 = 8;

/// The commits of a branch that nobody had judged.
#[derive(Default)]
pub(super) struct Unjudged {
    /// The newest judged commit before them; none if there is none.
    pub base: Option<String>,
    pub tip: String,
    pub pushed: Pushed,
}

impl Public {
    /// `commits`, if players push to the repository on this machine, whose gate should have judged them;
    /// otherwise nothing.
    pub(super) fn passed_by(&self, commits: Vec<String>) -> Vec<String> {
        if self.remote.is_some() { Vec::new() } else { commits }
    }

    /// Judges the commits of the local branch that nobody has judged yet: they bypassed the gate, or came to a host
    /// that has none.
    pub(super) fn unjudged(
        &self,
        repository: &Repository,
        start: Digest,
    ) -> Result<Unjudged, Error> {
        let Some(tip) = repository.commit(&self.name())? else { return Ok(Unjudged::default()) };
        let noted = repository.judged()?;
        if noted.contains(&tip) {
            return Ok(Unjudged::default());
        }
        let mut base = None;
        for commit in noted {
            if repository.holds(["merge-base", "--is-ancestor", &commit, &tip])? {
                base = Some(commit);
                break;
            }
        }
        let guarded = Repository::guarded(&self.repository)?;
        let pushed = Judge::new(&guarded, start, None).moved(base.as_deref(), &tip, true)?;
        if pushed.refusals.is_empty() {
            repository.note_judged(&tip)?;
        }
        Ok(Unjudged { base, tip, pushed })
    }
}

/// Repairs the public branch: on top of what should not have entered goes a commit that holds what was right before,
/// with the orders that seats have pushed since, and gives the reason. None if there is nothing to repair.
///
/// # Errors
/// A history whose very beginning is wrong; a git command that fails, a file that cannot be read or
/// written.
pub fn mend(folder: &Folder, public: &Public, reason: &str) -> Result<Option<Mended>, Error> {
    let repository = Repository::own(&public.repository)?;
    for _ in 0..TRIES {
        public.fetch(&repository)?;
        let start = start(folder)?;
        let Unjudged { base, tip, pushed } = public.unjudged(&repository, start)?;
        if pushed.refusals.is_empty() {
            return Ok(None);
        }
        let Some(right) = pushed.lawful.last().or(base.as_ref()) else {
            let what = "none of its commits is valid: make another repository, and tell the \
                 players";
            return Err(Error::Git(format!("{}: {what}", public.repository.display())));
        };
        let judge = Judge::new(&repository, start, None);
        let Ok(between) = judge.listed(&[&tip, "--not", right])? else {
            unreachable!("without a limit, no range is too long")
        };
        let before = repository.tree(right)?;
        let stands = position(&before, start).map_err(Error::Refused)?;
        let mut files = BTreeMap::new();
        for (path, (_, bytes)) in mended::kept(&judge, &between, &stands)? {
            files.insert(String::from_utf8_lossy(&path).into_owned(), bytes);
        }
        let game = folder.charter()?.game;
        let commit = repository.make(&NewCommit {
            parent: Some(&tip),
            onto: Some(right),
            files: &files,
            message: &mended::message(&game, reason, right),
            key: &referee::key_path(folder)?,
            author: Some(("referee", &format!("referee@{game}.invalid"))),
        })?;
        let Some(mended) = mended::one(&judge, &commit, &tip)? else {
            let what = "the same commit adds things that are allowed and things that are not, so \
                 it cannot be repaired without removing something allowed";
            return Err(Error::Git(format!("{}: {what}", public.repository.display())));
        };
        if public.advance(&repository, Some(&tip), &commit)? {
            return Ok(Some(mended));
        }
    }
    Err(Error::Git("others are pushing at the same time; try again".to_owned()))
}
