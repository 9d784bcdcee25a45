//! The gate at work: which commits a push brings, each judged in order.

use super::mended::{self, Mended};
use super::objects::{ENTRIES_MAX, Objects, Tree};
use super::repository::{Guard, Repository};
use crate::gate::{self, Refusal, Snapshot, Step};
use crate::store::Error;
use record::Digest;
use std::collections::{BTreeMap, BTreeSet};

/// Most commits of one push.
const COMMITS_MAX: usize = 1000;
/// Most files that one commit adds to those of any that it continues: some hundred records at once.
const ADDED_MAX: usize = 10_000;
/// Most histories that one commit joins.
const PARENTS_MAX: usize = 16;

/// One line of what a push would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The commit before; zeros where there is none.
    pub old: String,
    /// The commit after; zeros where it is taken away.
    pub new: String,
    /// The full name: `refs/heads/main`.
    pub name: String,
}

impl Update {
    /// Reads the lines that git hands to a hook: old, new, name.
    ///
    /// # Errors
    /// A line of another form.
    pub fn parse(text: &str) -> Result<Vec<Self>, Error> {
        let update = |line: &str| {
            let mut fields = line.splitn(3, ' ');
            match (fields.next(), fields.next(), fields.next()) {
                (Some(old), Some(new), Some(name)) => {
                    Ok(Self { old: old.to_owned(), new: new.to_owned(), name: name.to_owned() })
                }
                _ => Err(Error::Git(
                    "each input line of the hook must give an old commit, a new commit and a \
                     branch name"
                        .to_owned(),
                )),
            }
        };
        text.lines().filter(|line| !line.is_empty()).map(update).collect()
    }
}

/// The result of judging a push.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pushed {
    /// Commits that may enter, parents first; those that were set right count for nothing and are not among them.
    pub lawful: Vec<String>,
    /// Stray commits that the referee has set right, with the referee's words.
    pub mended: Vec<Mended>,
    /// The reasons why the push is refused; empty if it may enter.
    pub refusals: Vec<Refusal>,
}

impl Pushed {
    fn refused(refusal: Refusal) -> Self {
        Self { refusals: vec![refusal], ..Self::default() }
    }
}

/// Judges a push into a guarded repository.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written; that the push is refused is no error.
pub fn accepts(
    repository: &Repository,
    guard: &Guard,
    updates: &[Update],
) -> Result<Pushed, Error> {
    let mut pushed = Pushed::default();
    if let Some(refusal) = shallow(repository)? {
        return Ok(Pushed::refused(refusal));
    }
    for update in updates {
        let Update { old, new, name } = update;
        let zeros = |name: &str| name.bytes().all(|byte| byte == b'0');
        let branch = name.strip_prefix("refs/heads/");
        let misleading = branch.and_then(|branch| gate::misleading(branch, &guard.branch));
        if branch.is_none() {
            let what = format!("{name}: only a branch can hold a game");
            pushed.refusals.push(Refusal::new("G-ref", what));
        } else if zeros(new) {
            pushed.refusals.push(Refusal::new("G-delete", name.as_str()));
        } else if let Some(what) = misleading {
            pushed.refusals.push(Refusal::new("G-ref", format!("{name}: {what}")));
        } else if !zeros(old) && !repository.holds(["merge-base", "--is-ancestor", old, new])? {
            let what = format!("{name} does not continue {}", &old[..old.len().min(10)]);
            pushed.refusals.push(Refusal::new("G-rewrite", what));
        } else {
            let empty = repository.ask(["for-each-ref", "--count=1"])?.is_empty();
            let judge = Judge::new(repository, guard.start, Some(COMMITS_MAX));
            judge.commits(&[new, "--not", "--all"], empty, &mut pushed)?;
            if pushed.refusals.is_empty() {
                pushed.refusals.extend(forked(repository, &guard.branch, new)?);
            }
            if pushed.refusals.is_empty() && branch == Some(&guard.branch) {
                repository.note_judged(new)?;
            }
        }
    }
    Ok(pushed)
}

/// Judges the commits of a range, `OLD..NEW`. Where a branch moved from one to the other, NEW must continue OLD; a branch that is to
/// be joined need not.
///
/// # Errors
/// A text that is not a range of commits; a git command that fails.
pub fn range(
    repository: &Repository,
    start: Digest,
    range: &str,
    moved: bool,
) -> Result<Pushed, Error> {
    let form =
        || Error::Git(format!("{range}: write the range as OLD..NEW, such as origin/main..HEAD"));
    let (old, new) = range.split_once("..").ok_or_else(form)?;
    let named = |name: &str| {
        let missing = || Error::Git(format!("{name}: no such commit here; run `git fetch` first"));
        repository.commit(if name.is_empty() { "HEAD" } else { name })?.ok_or_else(missing)
    };
    let new = named(new.trim_start_matches('.'))?;
    // A forge names zeros as the commit before the first one.
    let beginning = old.len() >= 40 && old.bytes().all(|byte| byte == b'0');
    let old = if beginning { None } else { Some(named(old)?) };
    let judge = Judge::new(repository, start, Some(COMMITS_MAX));
    judge.moved(old.as_deref(), &new, moved)
}

/// The refusal to judge a clone that is cut off; none if it is whole.
pub(super) fn shallow(repository: &Repository) -> Result<Option<Refusal>, Error> {
    let cut = repository.ask(["rev-parse", "--is-shallow-repository"])? == "true";
    Ok(cut.then(|| Refusal::new("G-shallow", "this clone holds the newest commits only")))
}

/// Commits, each with its parents, parents first.
pub(super) type Listed = Vec<(String, Vec<String>)>;

pub(super) struct Judge<'a> {
    pub(super) repository: &'a Repository,
    pub(super) start: Digest,
    pub(super) objects: Objects,
    /// Most commits that are judged at once.
    most: Option<usize>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(repository: &'a Repository, start: Digest, most: Option<usize>) -> Self {
        Self { repository, start, objects: Objects::of(repository), most }
    }

    /// Judges what a branch brings that moved from one commit to another; from nothing, where there was none.
    pub(super) fn moved(&self, old: Option<&str>, new: &str, moved: bool) -> Result<Pushed, Error> {
        let repository = self.repository;
        if let Some(refusal) = shallow(repository)? {
            return Ok(Pushed::refused(refusal));
        }
        let mut pushed = Pushed::default();
        let Some(old) = old else {
            self.commits(&[new], true, &mut pushed)?;
            return Ok(pushed);
        };
        if !repository.holds(["merge-base", "--is-ancestor", old, new])?
            && (moved || !repository.holds(["merge-base", old, new])?)
        {
            let what = "the range does not continue the commits that are there";
            return Ok(Pushed::refused(Refusal::new("G-rewrite", what)));
        }
        self.commits(&[new, "--not", old], false, &mut pushed)?;
        if pushed.refusals.is_empty() {
            // A commit that sets right holds nothing of what was there meanwhile.
            let base = match pushed.mended.first() {
                Some(mended)
                    if repository.holds(["merge-base", "--is-ancestor", &mended.right, old])? =>
                {
                    mended.right.as_str()
                }
                _ => old,
            };
            pushed.refusals.extend(forked(repository, base, new)?);
        }
        Ok(pushed)
    }

    /// The commits that git lists, each with its parents as git sees them, parents first. None where there are too many.
    pub(super) fn listed(&self, which: &[&str]) -> Result<Result<Listed, Refusal>, Error> {
        if let Some(most) = self.most {
            let limit = format!("--max-count={}", most + 1);
            let count = ["rev-list", "--count", &limit].into_iter().chain(which.iter().copied());
            if self.repository.ask(count)?.parse::<usize>().is_ok_and(|count| count > most) {
                let what = format!("more than {most} commits in one push");
                return Ok(Err(Refusal::new("G-many", what)));
            }
        }
        let list = ["rev-list", "--reverse", "--topo-order", "--parents"];
        let listed = self.repository.ask(list.into_iter().chain(which.iter().copied()))?;
        let commit = |line: &str| {
            let mut names = line.split(' ').map(str::to_owned);
            Some((names.next()?, names.collect()))
        };
        Ok(Ok(listed.lines().filter_map(commit).collect()))
    }

    /// Judges commits in order, parents first; after the first that is refused nothing that follows can be judged, unless the referee
    /// has set it right.
    pub(super) fn commits(
        &self,
        which: &[&str],
        empty: bool,
        pushed: &mut Pushed,
    ) -> Result<(), Error> {
        let new = match self.listed(which)? {
            Ok(new) => new,
            Err(refusal) => {
                pushed.refusals.push(refusal);
                return Ok(());
            }
        };
        let mut trees = Trees::default();
        let mut settled: BTreeSet<String> = BTreeSet::new();
        for (at, (commit, parents)) in new.iter().enumerate() {
            if settled.contains(commit) {
                continue;
            }
            let first = empty && at == 0;
            let refusals = match self.one(commit, parents, first, &mut trees) {
                Err(Error::Refused(refusal)) => vec![refusal],
                other => other?,
            };
            if refusals.is_empty() {
                pushed.lawful.push(commit.clone());
                continue;
            }
            let Some(mended) = mended::behind(self, &new[at..])? else {
                pushed.refusals.extend(refusals.into_iter().map(|refusal| refusal.of(commit)));
                return Ok(());
            };
            settled.extend(mended.covers.iter().cloned());
            pushed.lawful.push(mended.commit.clone());
            pushed.mended.push(mended);
        }
        Ok(())
    }

    /// Judges one commit against those that it continues.
    fn one(
        &self,
        commit: &str,
        parents: &[String],
        first: bool,
        trees: &mut Trees,
    ) -> Result<Vec<Refusal>, Error> {
        if parents.is_empty() && !first {
            return Ok(vec![Refusal::new(
                "G-root",
                "it has no parent, so it does not continue any history",
            )]);
        }
        if parents.len() > PARENTS_MAX {
            let what =
                format!("it joins {} histories; at most {PARENTS_MAX} are allowed", parents.len());
            return Ok(vec![Refusal::new("G-merge", what)]);
        }
        let signature = self.objects.commit(commit, parents.len())?.signature;
        let bases = self.bases(parents)?;
        let named: Vec<&str> = parents.iter().chain(&bases).map(String::as_str).collect();
        trees.hold(self.repository, &named, commit)?;
        let snapshots = |names: &[String]| -> Vec<Snapshot<'_>> {
            names.iter().map(|name| trees.0[name].snapshot()).collect()
        };
        let step = Step {
            parents: &snapshots(parents),
            bases: &snapshots(&bases),
            after: trees.0[commit].snapshot(),
            signature: signature.as_ref(),
        };
        Ok(gate::judge(&step, self.start))
    }

    /// The newest commits that all of several parents continue.
    fn bases(&self, parents: &[String]) -> Result<Vec<String>, Error> {
        if parents.len() < 2 {
            return Ok(Vec::new());
        }
        let ask = ["merge-base", "--octopus", "--all"].into_iter();
        let common = self.repository.ask(ask.chain(parents.iter().map(String::as_str)))?;
        Ok(common.lines().take(PARENTS_MAX).map(str::to_owned).collect())
    }
}

/// The trees that were looked at last. All those of a long push would fill the memory, and few are looked at twice.
#[derive(Default)]
struct Trees(BTreeMap<String, Tree>);

impl Trees {
    /// Looks at the trees of the commits that a commit continues, and at its own, which may have only a limited number
    /// of files more.
    fn hold(
        &mut self,
        repository: &Repository,
        before: &[&str],
        commit: &str,
    ) -> Result<(), Error> {
        if self.0.len() > 8 {
            self.0.retain(|name, _| before.contains(&name.as_str()));
        }
        let mut most = if before.is_empty() { ENTRIES_MAX } else { ADDED_MAX };
        for name in before {
            if !self.0.contains_key(*name) {
                self.0.insert((*name).to_owned(), repository.tree(name)?);
            }
            most = most.max(ADDED_MAX + self.0[*name].entries.len());
        }
        self.0.insert(commit.to_owned(), repository.tree_within(commit, most)?);
        Ok(())
    }
}

/// The refusal of a branch that holds another record than the game's own branch.
fn forked(repository: &Repository, branch: &str, new: &str) -> Result<Option<Refusal>, Error> {
    let Some(tip) = repository.commit(branch)? else { return Ok(None) };
    let (ours, theirs) = (repository.tree(&tip)?, repository.tree(new)?);
    let other = ours.entries.iter().find(|(path, entry)| {
        path.starts_with(b"turns/")
            && theirs.entries.get(*path).is_some_and(|found| found != *entry)
    });
    Ok(other.map(|(path, _)| {
        let what = format!("{} differs there", String::from_utf8_lossy(path));
        Refusal::new("G-fork", what).of(new)
    }))
}
