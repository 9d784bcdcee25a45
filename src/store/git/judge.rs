//! The gate at work: which commits a push brings, each judged in order.

use super::repository::{Guard, Repository, Tree};
use crate::gate::{self, CommitSignature, Refusal, Snapshot, Step};
use crate::store::Error;
use record::sums::record_number;
use record::{Digest, Signers};
use std::collections::{BTreeMap, BTreeSet};

/// Most commits of one push.
const COMMITS_MAX: usize = 1000;

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
                    "a hook reads lines of old commit, new commit and name".to_owned(),
                )),
            }
        };
        text.lines().filter(|line| !line.is_empty()).map(update).collect()
    }
}

/// What came of judging.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pushed {
    /// Commits that were judged.
    pub commits: usize,
    /// Why the push is refused; nothing where it may enter.
    pub refusals: Vec<Refusal>,
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
        pushed.refusals.push(refusal);
        return Ok(pushed);
    }
    for update in updates {
        let Update { old, new, name } = update;
        let zeros = |name: &str| name.bytes().all(|byte| byte == b'0');
        if !name.starts_with("refs/heads/") {
            let what = format!("{name}: only branches carry a game");
            pushed.refusals.push(Refusal::new("G-ref", what));
        } else if zeros(new) {
            pushed.refusals.push(Refusal::new("G-delete", name.as_str()));
        } else if !zeros(old) && !repository.holds(["merge-base", "--is-ancestor", old, new])? {
            let what = format!("{name} does not continue {}", &old[..old.len().min(10)]);
            pushed.refusals.push(Refusal::new("G-rewrite", what));
        } else {
            let empty = repository.ask(["for-each-ref", "--count=1"])?.is_empty();
            commits(repository, (guard.start, empty), &[new, "--not", "--all"], &mut pushed)?;
            if pushed.refusals.is_empty() {
                pushed.refusals.extend(forked(repository, guard, new)?);
            }
        }
    }
    Ok(pushed)
}

/// Judges the commits of a range, `OLD..NEW`. Where a branch moved from one to the other, NEW must continue OLD; a branch that is to
/// be joined need not.
///
/// # Errors
/// A range that is none; a git command that fails.
pub fn range(
    repository: &Repository,
    start: Digest,
    range: &str,
    moved: bool,
) -> Result<Pushed, Error> {
    let mut pushed = Pushed::default();
    let form = || Error::Git(format!("{range}: a range is OLD..NEW, such as origin/main..HEAD"));
    let (old, new) = range.split_once("..").ok_or_else(form)?;
    if let Some(refusal) = shallow(repository)? {
        pushed.refusals.push(refusal);
        return Ok(pushed);
    }
    // What a forge names as the commit before the first one.
    let beginning = old.len() >= 40 && old.bytes().all(|byte| byte == b'0');
    let named = |name: &str| {
        let missing = || Error::Git(format!("{name}: no such commit here; git fetch first"));
        repository.commit(if name.is_empty() { "HEAD" } else { name })?.ok_or_else(missing)
    };
    if beginning {
        let new = named(new)?;
        commits(repository, (start, true), &[&new], &mut pushed)?;
        return Ok(pushed);
    }
    let (old, new) = (named(old)?, named(new.trim_start_matches('.'))?);
    if !repository.holds(["merge-base", "--is-ancestor", &old, &new])?
        && (moved || !repository.holds(["merge-base", &old, &new])?)
    {
        pushed
            .refusals
            .push(Refusal::new("G-rewrite", "the range does not continue what is there"));
        return Ok(pushed);
    }
    commits(repository, (start, false), &[&new, "--not", &old], &mut pushed)?;
    if pushed.refusals.is_empty() {
        let guard = Guard { start, branch: old };
        pushed.refusals.extend(forked(repository, &guard, &new)?);
    }
    Ok(pushed)
}

/// Why a clone that is cut off cannot be judged; none where it is whole.
pub(super) fn shallow(repository: &Repository) -> Result<Option<Refusal>, Error> {
    let cut = repository.ask(["rev-parse", "--is-shallow-repository"])? == "true";
    Ok(cut.then(|| Refusal::new("G-shallow", "this clone holds the newest commits only")))
}

/// Judges commits in order, parents first; after the first that is refused nothing that follows can be judged.
fn commits(
    repository: &Repository,
    (start, empty): (Digest, bool),
    which: &[&str],
    pushed: &mut Pushed,
) -> Result<(), Error> {
    let listed = repository
        .ask(["rev-list", "--reverse", "--topo-order"].into_iter().chain(which.iter().copied()))?;
    let new: Vec<&str> = listed.lines().collect();
    if new.len() > COMMITS_MAX {
        let what = format!("{} commits in one push; {COMMITS_MAX} are the most", new.len());
        pushed.refusals.push(Refusal::new("G-many", what));
        return Ok(());
    }
    let mut trees: BTreeMap<String, Tree> = BTreeMap::new();
    for commit in new {
        let (parents, signature) = repository.commit_object(commit)?;
        if parents.is_empty() && !(empty && pushed.commits == 0) {
            let what = "it has no parent, so it continues nothing";
            pushed.refusals.push(Refusal::new("G-root", what).of(commit));
            return Ok(());
        }
        for name in parents.iter().map(String::as_str).chain([commit]) {
            if !trees.contains_key(name) {
                trees.insert(name.to_owned(), repository.tree(name)?);
            }
        }
        let before: Vec<Snapshot<'_>> = parents.iter().map(|name| trees[name].snapshot()).collect();
        let step = Step {
            parents: &before,
            after: trees[commit].snapshot(),
            signature: signature.as_ref(),
        };
        let refusals = gate::judge(&step, start);
        pushed.commits += 1;
        if !refusals.is_empty() {
            pushed.refusals.extend(refusals.into_iter().map(|refusal| refusal.of(commit)));
            return Ok(());
        }
        // Few parents are looked at twice; all trees of a long push would fill the memory.
        if trees.len() > 8 {
            trees.retain(|name, _| name == commit);
        }
    }
    Ok(())
}

/// No branch may hold another record than the game's own branch.
fn forked(repository: &Repository, guard: &Guard, new: &str) -> Result<Option<Refusal>, Error> {
    let Some(tip) = repository.commit(&guard.branch)? else { return Ok(None) };
    let (ours, theirs) = (repository.tree(&tip)?, repository.tree(new)?);
    let other = ours.entries.iter().find(|(path, entry)| {
        path.starts_with(b"turns/")
            && theirs.entries.get(*path).is_some_and(|found| found != *entry)
    });
    Ok(other.map(|(path, _)| {
        let what = format!("{} is another one there", String::from_utf8_lossy(path));
        Refusal::new("G-fork", what).of(new)
    }))
}

/// What the history of a clone shows of records and answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ignored {
    /// Orders that the referee saw and did not answer: the phase, the commit that brought its record or the first parcel of it, and
    /// the file that lay beside it.
    pub found: Vec<(u32, String, String)>,
    /// Records that came in a commit which the referee did not sign: who lays files beside such a commit convicts nobody.
    pub unsigned: Vec<(u32, String)>,
}

/// Orders that the referee saw and did not answer, by the history of a clone. Nothing in a clone that is cut off.
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
    let (mut commit, mut seen) = ("", BTreeSet::new());
    for line in listed.lines() {
        if let Some(name) = line.strip_prefix("commit ") {
            commit = name;
        }
        let shown = line.strip_prefix("turns/");
        let number = shown.or_else(|| line.strip_prefix("parcels/"));
        let number = number.and_then(|rest| rest.split_once('/'));
        let Some(number) = number.and_then(|(number, _)| record_number(number)) else { continue };
        if seen.contains(&number) {
            continue;
        }
        let tree = repository.tree(commit)?;
        let Ok(after) = gate::position(&tree, start) else { continue };
        // Records may change the keys: the commit that shows them may be signed with those of before.
        let parent = repository.commit(&format!("{commit}^"))?;
        let parent = parent.map(|parent| repository.tree(&parent)).transpose()?;
        let before = parent.and_then(|parent| gate::position(&parent, start).ok());
        let keys = [Some(&after.signers), before.as_ref().map(|at| &at.signers)];
        let keys = after.keys_of(number).into_iter().chain(keys.into_iter().flatten());
        let keys: Vec<&Signers> = keys.collect();
        let (_, signature) = repository.commit_object(commit)?;
        let referees = |by: &CommitSignature| keys.iter().any(|keys| by.is_by(keys.referee()));
        if !signature.as_ref().is_some_and(referees) {
            // Anybody can lay a file by the name of a parcel beside what is there; a record is one by its seal.
            if shown.is_some() && seen.insert(number) {
                found.unsigned.push((number, commit.to_owned()));
            }
            continue;
        }
        seen.insert(number);
        for path in gate::unanswered(&tree.snapshot(), &after, number) {
            found.found.push((number, commit.to_owned(), path));
        }
    }
    found.found.sort();
    Ok(found)
}
