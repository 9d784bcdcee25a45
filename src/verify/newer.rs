//! Files of a newer program, of which this one can judge nothing.

use super::file_source::FileSource;
use record::charter::{self, CHARTER_FILE, CHARTER_MAX, PROTOCOL};
use record::sums::{CHARTER_PATH, SUMS_FILE, Sums, record_name};
use record::turn_file::TURN_FILE;
use record::{Digest, charter::VERSION};
use serde::Serialize;
use std::fmt;

/// Maximum size of a list or a `turn.yaml`, in bytes.
const FILE_MAX: usize = 1 << 20;

/// A file whose version is newer than the one known here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Newer {
    /// The file, relative to the game folder.
    pub path: String,
    pub version: u32,
    pub known: u32,
}

impl Newer {
    /// The version in the first line of a file, if it is newer than `known`.
    pub fn of(path: impl Into<String>, bytes: &[u8], known: u32) -> Option<Self> {
        let version = charter::newer(bytes, known)?;
        Some(Self { path: path.into(), version, known })
    }
}

impl fmt::Display for Newer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, version, known } = self;
        write!(
            f,
            "{path}: written by a newer tabella, in version {version}, but this one knows only \
             version {known}; get a newer tabella"
        )
    }
}

/// The charter, or the newest `turn.yaml`, if a newer program wrote it. One that differs from the sealed file was
/// altered, and that is a finding.
pub(super) fn found(source: &dyn FileSource, last: Option<u32>) -> Option<Newer> {
    let sealed = |number: u32, name: &str, bytes: &[u8]| {
        let list = source.read(&format!("turns/{}/{SUMS_FILE}", record_name(number)), FILE_MAX);
        let list = list.ok().and_then(|bytes| Sums::parse(&bytes).ok());
        let listed = list.and_then(|list| list.lines.get(name).copied());
        listed.is_none_or(|listed| listed == Digest::of(bytes))
    };
    let read = |path: &str, max| source.read(path, max).ok();
    let charter = read(CHARTER_FILE, CHARTER_MAX)
        .and_then(|bytes| Some((Newer::of(CHARTER_FILE, &bytes, PROTOCOL)?, bytes)))
        .filter(|(_, bytes)| sealed(0, CHARTER_PATH, bytes));
    let turn = last.and_then(|last| {
        let path = format!("turns/{}/{TURN_FILE}", record_name(last));
        let bytes = read(&path, FILE_MAX)?;
        let newer = Newer::of(path, &bytes, VERSION)?;
        sealed(last, TURN_FILE, &bytes).then_some(newer)
    });
    charter.map(|(newer, _)| newer).or(turn)
}
