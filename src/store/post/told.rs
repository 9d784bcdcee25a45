//! The messages that a round gave to a referee, so that a round every five minutes does not say the same all day: a
//! file of digests.

use crate::store::{Error, files};
use chrono::{DateTime, Utc};
use record::Digest;
use std::path::Path;

/// Maximum size of the file in bytes, and maximum number of digests kept in it.
const FILE_MAX: usize = 1 << 20;
const KEPT: usize = 200;

/// Notes that a line was told; false if it was told already on the same day (in UTC).
///
/// # Errors
/// [`Error`] with the path.
pub fn today(file: &Path, line: &str, now: DateTime<Utc>) -> Result<bool, Error> {
    let digest = Digest::of(format!("{}\n{line}", now.date_naive()).as_bytes()).to_string();
    let bytes = files::read_if_there(file, FILE_MAX)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let mut known: Vec<&str> = text.lines().collect();
    if known.contains(&digest.as_str()) {
        return Ok(false);
    }
    known.push(&digest);
    let newest = known.split_off(known.len().saturating_sub(KEPT));
    files::replace(file, (newest.join("\n") + "\n").as_bytes(), files::SECRET_MODE)?;
    Ok(true)
}
