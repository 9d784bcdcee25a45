//! `tabella key new`.

use super::args::Key;
use super::{CommandResult, Exit};
use crate::store::keys;

/// Runs the command.
///
/// # Errors
/// A file that is there already; trouble with files.
pub fn run(args: &Key) -> CommandResult {
    let Key::New { file, comment } = args;
    let key = keys::generate(file, comment)?;
    super::tell(&format!("{}      the private key: yours alone", file.display()));
    super::tell(&format!("{}.pub  the public key: for the referee", file.display()));
    super::print(&format!("{}\n", key.public().fingerprint()))?;
    Ok(Exit::Done)
}
