//! The files that git ignores in a game's folder, in a copy and in a clone: all but what is published of the game. So
//! nothing that somebody lays beside it - a draft, a sheet, a map, a letter - enters a repository with `git add -A`.

use crate::store::{Error, Folder, files};
use std::path::Path;

/// The file of rules in a folder.
pub(in crate::store) const IGNORE_FILE: &str = ".gitignore";
/// Most bytes of a file of rules.
const RULES_MAX: usize = 1 << 20;

/// The rule in the referee's folder and in copies. It names what is published, since nobody can list what else may lie
/// there. A position from which a sandbox begins may be what one seat or the referee knows of another game.
const FOLDER: [&str; 10] = [
    "# Written by tabella: git tracks the published part of the game, and no other files in this \
     folder.",
    "/*",
    "!/.gitattributes",
    "!/.gitignore",
    "!/allowed_signers",
    "!/game.yaml",
    "!/data/",
    "/data/position.yaml",
    "!/notices/",
    "!/turns/",
];
/// The part of the rule about each record while the game goes on. It names what is public.
const RECORDS: [&str; 15] = [
    "# While the game goes on, git tracks only the public files of each record; add files that \
     are opened later with `git add -f`.",
    "/turns/*/*",
    "!/turns/*/SHA256SUMS",
    "!/turns/*/SHA256SUMS.sig",
    "!/turns/*/allowed_signers",
    "!/turns/*/changes/",
    "!/turns/*/events.yaml",
    "!/turns/*/heads/",
    "!/turns/*/hidden.items",
    "!/turns/*/map.svg",
    "!/turns/*/notes.yaml",
    "!/turns/*/report.html",
    "!/turns/*/report.md",
    "!/turns/*/state.yaml",
    "!/turns/*/turn.yaml",
];
/// The rule in a player's clone, where the referee has added everything else.
#[cfg(feature = "git")]
const CLONE: [&str; 4] = [
    "# Written by tabella: git adds a player's orders and consents, and no other files in this \
     folder.",
    "/*",
    "!/inbox/",
    "!/notices/",
];

/// Restores the rule that keeps secrets out of a repository, in the referee's folder or in a copy, if somebody took it away;
/// once the game is over nothing of its records is secret any more.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn ignore(folder: &Folder, over: bool) -> Result<(), Error> {
    let records = if over { &[][..] } else { &RECORDS[..] };
    let rule = [&FOLDER[..], records].concat();
    keep(&folder.root().join(IGNORE_FILE), &[&FOLDER[..], &RECORDS[..]].concat(), &rule)
}

/// Like [`ignore`], in a clone, by the rules that no commit carries; `repository` is its own folder.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "git")]
pub(in crate::store) fn exclude(repository: &Path) -> Result<(), Error> {
    let place = repository.join("info");
    files::make_folder(&place, files::FOLDER_MODE)?;
    keep(&place.join("exclude"), &CLONE, &CLONE)
}

/// Keeps a rule in a file of rules, whole and in its order, for git goes by the last line that fits. `ours` are all lines that
/// any form of the rule has.
fn keep(path: &Path, ours: &[&str], rule: &[&str]) -> Result<(), Error> {
    let before = files::read_if_there(path, RULES_MAX)?.unwrap_or_default();
    let before = String::from_utf8_lossy(&before).into_owned();
    let text = kept(&before, ours, rule);
    if text == before {
        return Ok(());
    }
    files::replace(path, text.as_bytes(), files::OPEN_MODE)
}

/// The lines with the rule where it began, or at the end if it was taken away. What somebody else wrote stays, so
/// exceptions behind the rule hold.
fn kept(before: &str, ours: &[&str], rule: &[&str]) -> String {
    let is_ours = |line: &&str| ours.contains(&line.trim_end());
    let all: Vec<&str> = before.lines().collect();
    let begins = all.iter().position(is_ours).unwrap_or(all.len());
    let (above, below) = all.split_at(begins);
    let below = below.iter().copied().filter(|line| !is_ours(line));
    let lines = above.iter().copied().chain(rule.iter().copied()).chain(below);
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::kept;

    #[test]
    fn a_rule_stays_whole_where_it_began_and_other_lines_stay() {
        let (ours, rule) = (["/*", "!/a", "/a/b"], ["/*", "!/a"]);
        let kept = |before: &str| kept(before, &ours, &rule);
        assert_eq!(kept(""), "/*\n!/a\n");
        assert_eq!(kept("mine"), "mine\n/*\n!/a\n");
        // Lines that a game that is over no longer needs go, and exceptions behind the rule keep their place.
        assert_eq!(kept("mine\n/*\n!/a\n/a/b\n!/mine\n"), "mine\n/*\n!/a\n!/mine\n");
        // In another order the rule would hold another.
        assert_eq!(kept("!/a\nmine\n/*\n"), "/*\n!/a\nmine\n");
        let whole = kept("mine\n");
        assert_eq!(kept(&whole), whole);
    }
}
