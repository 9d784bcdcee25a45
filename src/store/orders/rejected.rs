//! Files that could not be accepted: their bytes, and the reasons. Nothing that arrives is dropped.

use crate::store::{Error, Folder, files};
use chrono::{DateTime, SecondsFormat, Utc};
use record::Digest;
use record::exchange::order_file::LIMIT;
use record::sums::record_name;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum size of the notes on one file, in bytes.
const NOTES_MAX: usize = 64 * 1024;
/// Maximum number of bytes kept of a signature.
const SIGNATURE_KEPT: usize = 16 * 1024;
/// Maximum number of bytes kept of what nobody known has signed.
const STRANGER_KEPT: usize = 4 * 1024;
/// Number of files in `rejected/` above which strangers' files are only counted by their digests.
const FILES_MAX: usize = 1000;
/// Number of files there above which those of seats are only counted too: no player sends so many by hand.
const KNOWN_MAX: usize = 10_000;
/// The file that then lists their digests.
const MORE: &str = "more.txt";

/// The sender of a file that could not be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    Known,
    /// Anybody: a flood of such files may not fill the disk.
    Stranger,
}

/// Keeps what came for the phase `open`, under a name made from its bytes and its signature: what comes twice is kept
/// once, with a note for each time. Of bytes that no order file could have, the first 64 KiB are kept and the digest of
/// all; of what no seat has signed, 4 KiB. Beyond a thousand files, strangers' files are kept by digest alone; beyond
/// ten thousand, those of seats too. Returns the path of the kept bytes.
///
/// # Errors
/// [`Error`] with the path.
pub fn keep(
    folder: &Folder,
    open: u32,
    bytes: &[u8],
    signature: Option<&[u8]>,
    (sender, reason): (Sender, &str),
    time: DateTime<Utc>,
) -> Result<PathBuf, Error> {
    let rejected = folder.rejected();
    files::make_folder(&rejected, files::SECRET_FOLDER_MODE)?;
    let digest = Digest::of(bytes).to_string();
    let most = match sender {
        Sender::Known => KNOWN_MAX,
        Sender::Stranger => FILES_MAX,
    };
    if files::names(&rejected)?.len() >= most {
        return count(&rejected.join(MORE), &digest, bytes.len(), time);
    }
    let (limit, signature_limit) = match sender {
        Sender::Known => (LIMIT, SIGNATURE_KEPT),
        Sender::Stranger => (STRANGER_KEPT, STRANGER_KEPT),
    };
    let whole = signature.map_or_else(
        || digest.clone(),
        |signature| Digest::of(&[bytes, signature].concat()).to_string(),
    );
    let name = format!("{}-{}", record_name(open), &whole[..16]);
    let kept = rejected.join(format!("{name}.yaml"));
    files::replace(&kept, &bytes[..bytes.len().min(limit)], files::SECRET_MODE)?;
    if let Some(signature) = signature {
        let path = rejected.join(format!("{name}.yaml.sig"));
        files::replace(
            &path,
            &signature[..signature.len().min(signature_limit)],
            files::SECRET_MODE,
        )?;
    }
    let path = rejected.join(format!("{name}.txt"));
    let before = files::read_if_there(&path, NOTES_MAX)?
        .map_or_else(String::new, |notes| String::from_utf8_lossy(&notes).into_owned());
    let mut notes = before.clone();
    if notes.is_empty() {
        let _ = writeln!(notes, "sha256 {digest}, {} bytes", bytes.len());
        if bytes.len() > limit {
            let _ = writeln!(notes, "only the first {limit} bytes are kept");
        }
    }
    let _ = writeln!(
        notes,
        "\n{}\n{}",
        time.to_rfc3339_opts(SecondsFormat::Secs, true),
        reason.trim_end()
    );
    // A flood of the same file may not fill the disk with notes.
    if notes.len() <= NOTES_MAX {
        files::replace(&path, notes.as_bytes(), files::SECRET_MODE)?;
    }
    Ok(kept)
}

/// Notes one more file by its digest alone, while the list has room.
fn count(path: &Path, digest: &str, length: usize, time: DateTime<Utc>) -> Result<PathBuf, Error> {
    let mut list = files::read_if_there(path, NOTES_MAX)?.unwrap_or_default();
    let line = format!(
        "{} sha256 {digest}, {length} bytes, not kept: too many files are here already\n",
        time.to_rfc3339_opts(SecondsFormat::Secs, true)
    );
    if list.len() + line.len() <= NOTES_MAX {
        list.extend_from_slice(line.as_bytes());
        files::replace(path, &list, files::SECRET_MODE)?;
    }
    Ok(path.to_owned())
}
