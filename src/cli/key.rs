//! `tabella key`: new keys, and where the referee's secrets lie.

use super::args::Key;
use super::{CommandResult, Error, Exit};
use crate::store::locked::IDENTITY;
use crate::store::{keys, vault};
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// A file that is there already; a file that cannot be read or written; a folder that is not the referee's.
pub fn run(dir: Option<&Path>, args: &Key) -> CommandResult {
    match args {
        Key::New { file, comment } => new(file, comment),
        Key::Away { place } => put(dir, Some(place)),
        Key::Back => put(dir, None),
        Key::Seal { recipient } => seal(dir, Some(recipient)),
        Key::Unseal => seal(dir, None),
    }
}

fn new(file: &Path, comment: &str) -> CommandResult {
    let key = keys::generate(file, comment)?;
    super::tell(&format!("{}      the private key: yours alone", file.display()));
    super::tell(&format!("{}.pub  the public key: for the referee", file.display()));
    super::print(&format!("{}\n", key.public().fingerprint()))?;
    Ok(Exit::Done)
}

/// Seals the dice secrets or opens them, and says where each lies now.
fn seal(dir: Option<&Path>, recipient: Option<&str>) -> CommandResult {
    for path in vault::seal(&super::folder(dir)?, recipient)? {
        super::print(&format!("{}\n", path.display()))?;
    }
    if recipient.is_some() {
        super::tell(&format!(
            "commands that file or resolve read the identity from the file that {IDENTITY} names; without it, the game can still be read"
        ));
    }
    Ok(Exit::Done)
}

/// Moves the referee's secrets, and says where each lies now.
fn put(dir: Option<&Path>, away: Option<&Path>) -> CommandResult {
    let folder = super::folder(dir)?;
    let moved = vault::put(&folder, away)?;
    if moved.is_empty() {
        return Err(Error::no("the secrets are already there"));
    }
    for path in moved {
        super::print(&format!("{}\n", path.display()))?;
    }
    Ok(Exit::Done)
}
