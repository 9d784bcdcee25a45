//! `tabella referee run --shard`: a part of the games, so that several machines share the work.

use crate::cli::common::Error;
use crate::store::Folder;
use record::Digest;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy)]
pub(super) struct Shard {
    /// The number of the shard, from 1.
    pub(super) part: u64,
    of: u64,
}

impl Shard {
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let parts = text
            .split_once('/')
            .and_then(|(part, of)| Some(Self { part: part.parse().ok()?, of: of.parse().ok()? }));
        parts.filter(|one| (1..=one.of).contains(&one.part)).ok_or_else(|| {
            Error::usage(format!(
                "--shard {text}: write I/N, such as 1/4 for the first of four parts"
            ))
        })
    }

    /// True if a game belongs to the shard; this depends on the name of the game's folder, which is the same on every
    /// machine.
    pub(super) fn has(self, folder: &Folder) -> bool {
        let name = folder.root().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let digest = Digest::of(name.as_bytes());
        let first = digest.bytes()[..8].try_into().expect("a slice of 8 of the 32 bytes");
        u64::from_le_bytes(first) % self.of == self.part - 1
    }

    /// The folder of its lock and its index.
    pub(super) fn place(self, letters: &Path) -> PathBuf {
        letters.join(format!("shard-{}-of-{}", self.part, self.of))
    }
}
