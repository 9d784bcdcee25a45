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

/// The folder in which programs keep data of this user, where the system names one.
pub fn data_folder() -> Option<PathBuf> {
    let named = variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).map(PathBuf::from);
    named.or_else(|| Some(Path::new(&variable("HOME")?).join(".local/share")))
}
