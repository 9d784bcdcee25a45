//! `tabella change`: keys and players replaced, by those who must agree.

use super::args::Change;
use super::{CommandResult, Error, Exit};
use crate::store::changes::{self, NewKey, Notice};
use crate::store::{self, SigningKey, keys};
use std::fmt::Write;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none; a key that cannot sign.
pub fn run(dir: Option<&Path>, args: &Change) -> CommandResult {
    match args {
        Change::Key { seat, key, player, reason } => {
            let folder = super::folder(dir)?;
            let new = NewKey {
                seat: seat.clone(),
                key: keys::public_key(key)?,
                player: player.clone(),
                reason: reason.clone(),
            };
            let path = changes::propose(&folder, &new).map_err(usage)?;
            super::print(&format!("{}\n", path.display()))?;
            super::tell(
                "now those who agree sign it, and the new key as `heir`: tabella change sign",
            );
            Ok(Exit::Done)
        }
        Change::Sign { file, name, key } => {
            let path = changes::sign(file, name, &SigningKey::open(key)?).map_err(usage)?;
            super::tell(&format!("{}: signed as {name}", path.display()));
            Ok(Exit::Done)
        }
        Change::List { json } => {
            let folder = super::folder(dir)?;
            let waiting = if folder.is_referees()? {
                changes::take_up(&folder)?
            } else {
                changes::waiting(&store::load(&folder)?)?
            };
            show(&waiting, *json)
        }
    }
}

fn usage(trouble: store::Error) -> Error {
    match trouble {
        store::Error::Broken { .. } => Error::no(trouble.to_string()),
        other => other.into(),
    }
}

fn show(waiting: &[Notice], json: bool) -> CommandResult {
    if json {
        let line = |notice: &Notice| {
            serde_json::json!({
                "file": notice.path, "change": notice.change,
                "signed": notice.signatures.keys().collect::<Vec<_>>(),
                "counts": notice.agreed.is_ok(), "lacking": notice.agreed.as_ref().err(),
            })
        };
        super::print_json(&waiting.iter().map(line).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for Notice { path, change, agreed, .. } in waiting {
        let name = path.display();
        let _ = match agreed {
            Ok(agreed) => writeln!(text, "{name}\n  counts: {agreed}"),
            Err(lacking) => {
                let (seat, key) = (&change.seat, change.key.fingerprint());
                writeln!(
                    text,
                    "{name}\n  {seat} is to have the key {key} ({})\n  {lacking}",
                    change.reason
                )
            }
        };
    }
    if waiting.is_empty() {
        super::tell("no change waits");
    }
    super::print(&text)?;
    Ok(Exit::Done)
}
