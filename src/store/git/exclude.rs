//! What git leaves alone in a clone, by the rules that no commit carries: what a parcel brings, and drafts of orders.

use crate::store::{Error, files};
use std::path::Path;

/// Most bytes of the rules.
const EXCLUDE_MAX: usize = 1 << 20;

/// Adds these rules to those of a repository, by its own folder, where they lack.
///
/// # Errors
/// [`Error`] with the path.
pub(super) fn exclude(repository: &Path, rules: &[String]) -> Result<(), Error> {
    let place = repository.join("info");
    let path = place.join("exclude");
    let before = files::read_if_there(&path, EXCLUDE_MAX)?.unwrap_or_default();
    let mut text = files::text(&path, before)?;
    let new: Vec<&String> =
        rules.iter().filter(|rule| !text.lines().any(|known| known == *rule)).collect();
    if new.is_empty() {
        return Ok(());
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.extend(new.into_iter().flat_map(|rule| [rule.as_str(), "\n"]));
    files::make_folder(&place, files::FOLDER_MODE)?;
    files::replace(&path, text.as_bytes(), files::OPEN_MODE)
}
