//! Refusals of the gate.

use record::visible;
use serde::Serialize;
use std::fmt;

/// Every code under which the gate refuses, what it says, and the way out.
pub const CODES: [(&str, &str, &str); 23] = [
    (
        "G-ref",
        "something other than a branch was pushed, or a branch with a name that git could confuse \
         with another name",
        "push to a branch with a plain name, such as your seat's name",
    ),
    ("G-delete", "a branch would be deleted", "keep it: nothing may be removed"),
    (
        "G-rewrite",
        "the push would remove commits",
        "run `git pull`, then push again without --force",
    ),
    (
        "G-fork",
        "the branch and the game's own branch hold different records of one phase",
        "tell the other players: two records of one phase prove the referee at fault",
    ),
    (
        "G-many",
        "the push is larger than a game ever needs",
        "push in smaller parts, or look for files committed by mistake",
    ),
    (
        "G-shallow",
        "the repository's history is incomplete (a shallow clone), so nothing can be checked",
        "fetch all of it: git fetch --unshallow",
    ),
    (
        "G-start",
        "this is not the game that the gate was told to guard",
        "look for the right repository, or ask the referee",
    ),
    (
        "G-commit",
        "a commit object of a form that git itself does not write",
        "commit with git itself, not with tools that add lines before the message",
    ),
    (
        "G-root",
        "the commit has no parent, but the repository already has a first commit",
        "begin from a clone of the repository",
    ),
    (
        "G-merge",
        "a merge commit does more than merge",
        "run `git pull --rebase` instead of merging by hand",
    ),
    (
        "G-altered",
        "an existing file is altered, renamed or removed",
        "add files under new names: existing files never change",
    ),
    ("G-kind", "a link, a submodule or an executable file", "commit plain files"),
    (
        "G-name",
        "a name that no file in a game may have, or the name of another seat's file",
        "order files are inbox/PHASE/SEAT-NUMBER.age, such as inbox/0007/rome-1.age",
    ),
    (
        "G-mixed",
        "one commit adds order files and other things",
        "commit your own order files, and nothing else",
    ),
    ("G-size", "a file is too large for its kind", "send the order file alone"),
    (
        "G-phase",
        "orders for a phase that is not open",
        "run `git pull`, and fill in the newest form",
    ),
    (
        "G-signer",
        "the commit is not signed with the key of the seat",
        "run `tabella git push-orders --key KEY`, or commit with `git -c gpg.format=ssh -c \
         user.signingkey=KEY commit -S`",
    ),
    (
        "G-sealed",
        "a sealed file that is not an age file",
        "run `tabella git seal FILE`, or `age -a -r KEY` with the key in the line `seal:` of \
         game.yaml",
    ),
    (
        "G-open",
        "orders that everybody could read, although several seats are asked or the game is to be \
         shown only later",
        "seal them: tabella git seal FILE",
    ),
    (
        "G-orders",
        "the orders would be refused by the referee",
        "look up the code; `tabella check` shows the place",
    ),
    (
        "G-consent",
        "a signature under a change is not valid, or belongs to no change",
        "run `git pull`, then `tabella git push-consent FILE --as SEAT --key KEY`",
    ),
    (
        "G-referee",
        "only the referee may add this, in signed commits, and it must be valid",
        "leave records, receipts and parcels to the referee",
    ),
    (
        "G-answer",
        "the record comes without the referee's answer to orders that were pushed earlier",
        "run `tabella git pull` or `tabella share copy` in the referee's folder: either answers \
         everything that was pushed",
    ),
];

/// The reason why a commit or a push is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The code, which never changes its meaning: `G-rewrite`.
    pub code: &'static str,
    /// The commit, once it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The path in the repository; names that are no text are shown escaped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Line from 1, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    pub message: String,
}

impl Refusal {
    /// A refusal of a push as a whole.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        debug_assert!(CODES.iter().any(|(known, ..)| *known == code));
        Self { code, commit: None, path: None, line: None, message: message.into() }
    }

    pub(super) fn at(code: &'static str, path: &[u8], message: impl Into<String>) -> Self {
        let path = Some(visible(&path.escape_ascii().to_string()).into_owned());
        Self { path, ..Self::new(code, message) }
    }

    #[must_use]
    pub fn of(mut self, commit: &str) -> Self {
        self.commit = Some(commit.to_owned());
        self
    }

    /// The remedy.
    pub fn way_out(&self) -> &'static str {
        let found = CODES.iter().find(|(code, ..)| *code == self.code);
        found.map(|(_, _, way_out)| *way_out).expect("every refusal has a code from the list")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)?;
        if let Some(commit) = &self.commit {
            write!(f, " in commit {}", &commit[..commit.len().min(10)])?;
        }
        if let Some(path) = &self.path {
            write!(f, ", {path}")?;
        }
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", visible(&self.message))
    }
}
