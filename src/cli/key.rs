//! `tabella key`: new keys, and where the referee's secrets lie.

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::store::secrets::locked::IDENTITY;
use crate::store::secrets::{keys, vault};
use clap::Subcommand;
use std::path::{Path, PathBuf};

/// `tabella key`
#[derive(Subcommand, Debug)]
pub enum Key {
    /// Make an ed25519 key pair (the same as `ssh-keygen -t ed25519`)
    #[command(
        after_help = "Example:\n  tabella key new scipio          # writes scipio and scipio.pub"
    )]
    New {
        /// Private key file to write; the public one gets `.pub`
        file: PathBuf,
        /// Comment in the public key
        #[arg(long, default_value = "tabella")]
        comment: String,
    },
    /// Move the referee's key and dice secrets to a folder outside the game, and use them from there from now on
    #[command(after_help = "Example:\n  tabella -C zama key away /media/stick/zama")]
    Away {
        /// The folder
        place: PathBuf,
    },
    /// Move the referee's secrets back into the game folder
    #[command(after_help = "Example:\n  tabella -C zama key back")]
    Back,
    /// Seal the dice secrets, and the key that opens sealed orders, to an age key
    #[command(
        after_help = "Example:\n  tabella -C zama key seal age1...      # what `age-keygen -o /media/stick/identity` printed\n  TABELLA_IDENTITY=/media/stick/identity tabella -C zama resolve"
    )]
    Seal {
        /// The public half, age1...
        recipient: String,
    },
    /// Unseal the dice secrets and the key that opens sealed orders
    #[command(
        after_help = "Example:\n  tabella -C zama key unseal            # with TABELLA_IDENTITY=/media/stick/identity"
    )]
    Unseal,
}

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
    common::tell(&format!("{}      the private key: for you alone", file.display()));
    common::tell(&format!("{}.pub  the public key: for the referee", file.display()));
    common::print(&format!("{}\n", key.public().fingerprint()))?;
    Ok(Exit::Done)
}

/// Seals the dice secrets or opens them, and says where each lies now.
fn seal(dir: Option<&Path>, recipient: Option<&str>) -> CommandResult {
    for path in vault::seal(&common::folder(dir)?, recipient)? {
        common::print(&format!("{}\n", path.display()))?;
    }
    if recipient.is_some() {
        common::tell(&format!(
            "commands that file orders or resolve a phase read the identity from the file named \
             by the variable {IDENTITY}; without it, the game can still be read"
        ));
    }
    Ok(Exit::Done)
}

/// Moves the referee's secrets, and says where each lies now.
fn put(dir: Option<&Path>, away: Option<&Path>) -> CommandResult {
    let folder = common::folder(dir)?;
    let moved = vault::put(&folder, away)?;
    if moved.is_empty() {
        return Err(Error::no("the secrets are already there"));
    }
    for path in moved {
        common::print(&format!("{}\n", path.display()))?;
    }
    Ok(Exit::Done)
}
