//! The proofs of games that this program has made, so that a club need not play ten thousand of them again before it
//! counts them. They lie in the user's own cache, never in a game's folder, where the maker of the folder could have
//! written them. One small file a game, named by its start, says up to which head this very program proved it. A head
//! stands for every byte that its records list, and nothing else is believed: the files in a folder are compared with
//! its lists again each time. The cache may be deleted at any time.

use crate::store::copies::folder_source::FolderSource;
use crate::store::records::sealed::Sealed;
use crate::store::{Error, Folder, PROGRAM, environment, files};
use crate::verify::{self, Expected, Proof, Trust, Verdict};
use record::Digest;
use record::sums::{CHARTER_PATH, SIGNERS_PATH};
use std::path::PathBuf;

/// Maximum size of a cache file, in bytes.
const NOTE_MAX: usize = 1024;
/// Marks, in a note, a game of which every record was played again.
const WHOLE: &str = "whole";
/// Marks, in a note, a game that goes on and is partly sealed until its end.
const SO_FAR: &str = "so-far";

/// Whether a game may count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    Whole,
    /// The game goes on, nothing speaks against it, and what is sealed until its end could not be checked.
    SoFar,
    /// It is not proved, and counts nowhere.
    Not {
        verdict: String,
        first: Option<String>,
    },
}

impl Proved {
    fn of(verdict: &Verdict, began: bool) -> Self {
        let proof = Proof::of(verdict);
        match proof {
            Proof::Proven | Proof::ProvenTo { .. } => Self::Whole,
            Proof::ProvenBehind { .. } if began => Self::Whole,
            Proof::ProvenBehind { .. } | Proof::ConsistentTo { .. }
                if verdict.outcome.is_none() =>
            {
                Self::SoFar
            }
            Proof::ProvenBehind { .. }
            | Proof::ConsistentTo { .. }
            | Proof::ChainedTo { .. }
            | Proof::Sandbox { .. }
            | Proof::Newer
            | Proof::Refuted => Self::Not {
                verdict: proof.to_string(),
                first: verdict.findings.first().map(ToString::to_string),
            },
        }
    }

    const fn word(&self) -> Option<&'static str> {
        match self {
            Self::Whole => Some(WHOLE),
            Self::SoFar => Some(SO_FAR),
            Self::Not { .. } => None,
        }
    }
}

/// Proves a game, as far as it was not proved before.
///
/// # Errors
/// [`Error`] with the path, where no game lies there.
pub fn prove(folder: &Folder) -> Result<Proved, Error> {
    // `verify` reports folders that cannot be read as a chain.
    let heads = heads(folder).unwrap_or_default();
    let (start, head) = (heads.first(), heads.last());
    let known = start.and_then(known);
    let began = known.as_ref().filter(|note| heads.contains(&note.head));
    if let (Some(note), Some(head)) = (began, head)
        && note.head == *head
    {
        return Ok(note.proved.clone());
    }
    let source = FolderSource::open(folder.root())?;
    let from = began.map(|note| Trust::Head(note.head));
    let mut verdict = verify::verify(&source, Expected { from, ..Expected::default() });
    let mut whole = began.is_some_and(|note| note.proved == Proved::Whole);
    if from.is_some() && verdict.outcome.is_some() {
        // The end reveals what was hidden all along: the dice of earlier records too.
        (verdict, whole) = (verify::verify(&source, Expected::default()), false);
    }
    let proved = Proved::of(&verdict, whole);
    if let (Some(start), Some(head)) = (start, head)
        && (verdict.start, verdict.head) == (Some(*start), Some(*head))
    {
        remember(start, head, &proved);
    }
    Ok(proved)
}

/// The digests of a game's lists, if each continues the one before it and the first names the charter and keys that are
/// there.
fn heads(folder: &Folder) -> Result<Vec<Digest>, Error> {
    let mut heads: Vec<Digest> = Vec::new();
    for number in 0..=folder.newest()?.unwrap_or(0) {
        let record = Sealed::open(folder, number)?;
        let whole = match heads.last() {
            Some(before) => record.sums.previous().is_some_and(|(_, digest)| digest == *before),
            None => {
                [(CHARTER_PATH, folder.charter_bytes()?), (SIGNERS_PATH, folder.signers_bytes()?)]
                    .iter()
                    .all(|(path, bytes)| record.sums.lines.get(*path) == Some(&Digest::of(bytes)))
            }
        };
        if !whole {
            return Ok(Vec::new());
        }
        heads.push(record.digest);
    }
    Ok(heads)
}

struct Note {
    head: Digest,
    proved: Proved,
}

fn known(start: &Digest) -> Option<Note> {
    let bytes = files::read_if_there(&path(start)?, NOTE_MAX).ok()??;
    let text = String::from_utf8(bytes).ok()?;
    let (program, rest) = text.trim_end().split_once('\n')?;
    let (head, word) = rest.split_once(' ')?;
    let proved = match word {
        WHOLE => Proved::Whole,
        SO_FAR => Proved::SoFar,
        _ => return None,
    };
    (program == PROGRAM).then_some(Note { head: head.parse().ok()?, proved })
}

/// Notes what was proved. If the cache cannot be written, the game is simply proved again next time.
fn remember(start: &Digest, head: &Digest, proved: &Proved) {
    let (Some(path), Some(word)) = (path(start), proved.word()) else { return };
    let text = format!("{PROGRAM}\n{head} {word}\n");
    let folder = path.parent().expect("the file is in a folder");
    let _ = files::make_folder(folder, files::SECRET_FOLDER_MODE)
        .and_then(|()| files::place(&path, text.as_bytes(), files::SECRET_MODE));
}

fn path(start: &Digest) -> Option<PathBuf> {
    Some(environment::cache_folder()?.join("tabella/proved").join(start.to_string()))
}
