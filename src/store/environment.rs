//! What the environment says.

use super::Error;
use std::path::{Path, PathBuf};

/// A variable of the environment, unless it is unset or empty.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The folder that the command was started in.
///
/// # Errors
/// If it is gone.
pub fn current_folder() -> Result<PathBuf, Error> {
    std::env::current_dir().map_err(|error| Error::io("find", Path::new("."), error))
}
