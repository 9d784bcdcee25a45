//! Stray commits that the referee set right on a public branch.

use super::judge::{Judge, Pushed};
use super::objects::Tree;
use crate::gate::{self, Entry, Position, Step, position};
use crate::store::Error;
use crate::verify::FileSource;
use std::collections::{BTreeMap, BTreeSet};

/// Most bytes of an order file.
const ORDERS_MAX: usize = 128 * 1024;
/// The line of a commit's message that names the last commit that was right.
const RIGHT: &str = "Tabella-Right: ";

/// Order files by path, with their bytes.
type Orders = BTreeMap<Vec<u8>, (Entry, Vec<u8>)>;

/// A public branch set right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The id of the referee's commit.
    pub commit: String,
    /// The last commit that was right.
    pub right: String,
    /// The reason, in the referee's words.
    pub reason: String,
    /// The stray commits, which count for nothing, and the repairing commit itself.
    pub(super) covers: BTreeSet<String>,
}

pub(super) fn message(game: &str, reason: &str, right: &str) -> String {
    format!("{game}: the branch is repaired\n\n{reason}\n\n{RIGHT}{right}\n")
}

/// The first repair among `commits` that sets right the first of them.
pub(super) fn behind(
    judge: &Judge<'_>,
    commits: &[(String, Vec<String>)],
) -> Result<Option<Mended>, Error> {
    for (commit, parents) in commits {
        let [parent] = &parents[..] else { continue };
        let mended = one(judge, commit, parent)?;
        // Files that lie on a branch beside it were not set right by it.
        if let Some(mended) = mended.filter(|mended| mended.covers.contains(&commits[0].0)) {
            return Ok(Some(mended));
        }
    }
    Ok(None)
}

/// The repair that `commit` makes, if it is one: signed by the referee, holding what was right and the orders that
/// seats have pushed since, and taking back nothing that was lawful.
pub(super) fn one(judge: &Judge<'_>, commit: &str, parent: &str) -> Result<Option<Mended>, Error> {
    let said = match judge.objects.commit(commit, 1) {
        Err(Error::Refused(_)) => return Ok(None),
        other => other?,
    };
    let Some(right) = said.message.lines().find_map(|line| line.strip_prefix(RIGHT)) else {
        return Ok(None);
    };
    let repository = judge.repository;
    let named = right.len() >= 40 && right.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !named || !repository.holds(["merge-base", "--is-ancestor", right, parent])? {
        return Ok(None);
    }
    let Some(before) = readable(judge, right)? else { return Ok(None) };
    let Ok(stands) = position(&before, judge.start) else { return Ok(None) };
    if !said.signature.is_some_and(|by| by.is_by(stands.signers.referee())) {
        return Ok(None);
    }
    let Some(after) = readable(judge, commit)? else { return Ok(None) };
    let Ok(between) = judge.listed(&[parent, "--not", right])? else { return Ok(None) };
    let kept = kept(judge, &between, &stands)?;
    let kept: BTreeMap<Vec<u8>, Entry> =
        kept.into_iter().map(|(path, (entry, _))| (path, entry)).collect();
    let holds = |(path, entry): (&Vec<u8>, &Entry)| after.entries.get(path) == Some(entry);
    let known = |(path, entry): (&Vec<u8>, &Entry)| {
        before.entries.get(path).or_else(|| kept.get(path)) == Some(entry)
    };
    let whole = before.entries.iter().chain(&kept).all(holds);
    if !whole || !after.entries.iter().all(known) {
        return Ok(None);
    }
    let mut judged = Pushed::default();
    judge.commits(&[parent, "--not", right], false, &mut judged)?;
    if judged.refusals.is_empty() {
        return Ok(None);
    }
    for lawful in &judged.lawful {
        let Some(tree) = readable(judge, lawful)? else { return Ok(None) };
        if !tree.entries.iter().all(holds) {
            return Ok(None);
        }
    }
    let covers = between.into_iter().map(|(covered, _)| covered).chain([commit.to_owned()]);
    let reason = said.message.lines().nth(2).unwrap_or_default().to_owned();
    let (commit, right) = (commit.to_owned(), right.to_owned());
    Ok(Some(Mended { commit, right, reason, covers: covers.collect() }))
}

/// The order files, with their bytes, that seats have pushed in these commits for the phase open at
/// `stands`.
pub(super) fn kept(
    judge: &Judge<'_>,
    commits: &[(String, Vec<String>)],
    stands: &Position,
) -> Result<Orders, Error> {
    let mut kept = Orders::new();
    for (commit, parents) in commits {
        let [parent] = &parents[..] else { continue };
        let said = match judge.objects.commit(commit, 1) {
            Err(Error::Refused(_)) => continue,
            other => other?,
        };
        let (Some(before), Some(after)) = (readable(judge, parent)?, readable(judge, commit)?)
        else {
            continue;
        };
        let step = Step {
            parents: &[before.snapshot()],
            bases: &[],
            after: after.snapshot(),
            signature: said.signature.as_ref(),
        };
        for path in gate::orders_alone(&step, stands) {
            let text = std::str::from_utf8(path).expect("the file is named as an order file");
            let Ok(bytes) = after.read(text, ORDERS_MAX) else { continue };
            kept.entry(path.clone()).or_insert_with(|| (after.entries[path].clone(), bytes));
        }
    }
    Ok(kept)
}

/// The tree of a commit; none if no game could have such a tree.
fn readable(judge: &Judge<'_>, commit: &str) -> Result<Option<Tree>, Error> {
    match judge.repository.tree(commit) {
        Err(Error::Refused(_)) => Ok(None),
        other => other.map(Some),
    }
}
