//! `tabella change`: what is altered while a game goes on, by those who must agree.

use super::args::Change;
use super::{CommandResult, Error, Exit, practice, reports, titles};
use crate::store::changes::{self, Notice};
use crate::store::{self, SigningKey, amend, files, keys, players};
use record::REFEREE;
use record::change::{Deed, Operation};
use record::exchange::yaml;
use record::player::Strength;
use serde::de::DeserializeOwned;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Most bytes of a file of terms or operations.
const FILE_MAX: usize = 64 * 1024;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none; a key that cannot sign; a change that cannot be made.
pub fn run(dir: Option<&Path>, args: &Change) -> CommandResult {
    let path = match args {
        Change::Sign { file, name, key } => return sign(dir, file, name, key.as_deref()),
        Change::List { json } => return list(dir, *json),
        Change::Apply { file, key } => return apply(dir, file, key.as_deref()),
        Change::Referee { key, name, reason } => {
            let key = keys::public_key(key)?;
            amend::succeed(&super::folder(dir)?, key, name.clone(), reason).map_err(usage)?
        }
        Change::Program { seat, strength, reason } => return enlist(dir, seat, strength, reason),
        Change::Options { options, tempo, reason } => {
            let options = super::pairs(options, "options")?.into_iter().collect();
            amend::choose(&super::folder(dir)?, options, tempo.clone(), reason).map_err(usage)?
        }
        Change::Ruling { patch, reason } => {
            let patch: Vec<Operation> = read(patch)?;
            amend::rule(&super::folder(dir)?, &patch, reason).map_err(usage)?
        }
        Change::Rollback { record, reason } => {
            amend::go_back(&super::folder(dir)?, *record, reason).map_err(usage)?
        }
        Change::Key { reason, .. }
        | Change::Deadline { reason, .. }
        | Change::Vacation { reason, .. }
        | Change::Pause { reason, .. }
        | Change::Resign { reason, .. }
        | Change::Charter { reason, .. }
        | Change::End { reason, .. } => {
            let (folder, deed) = (super::folder(dir)?, deed(args)?);
            if let Some(told) = changes::only_told(&store::load(&folder)?, &deed) {
                super::tell(&told);
            }
            changes::propose(&folder, deed, reason).map_err(usage)?
        }
    };
    super::print(&format!("{}\n", path.display()))?;
    super::tell(
        "now everybody who agrees must sign it: tabella change sign (a new key signs as `heir`)",
    );
    Ok(Exit::Done)
}

/// Signs a change as somebody; the referee's key lies in the folder.
fn sign(dir: Option<&Path>, file: &Path, name: &str, key: Option<&Path>) -> CommandResult {
    let file = found(dir, file)?;
    let key = match key {
        Some(key) => SigningKey::open(key)?,
        None if name == REFEREE => changes::referees_key(&super::folder(dir)?)?,
        None => {
            return Err(Error::usage(format!("name the private key of {name}: --key FILE")));
        }
    };
    let path = changes::sign(&file, name, &key).map_err(usage)?;
    super::tell(&format!("{}: signed as {name}", path.display()));
    Ok(Exit::Done)
}

/// Shows the changes that wait.
fn list(dir: Option<&Path>, json: bool) -> CommandResult {
    let folder = super::folder(dir)?;
    let waiting = if folder.is_referees()? {
        changes::take_up(&folder)?
    } else {
        changes::waiting_in_copy(&folder)?
    };
    show(&waiting, json)
}

/// Proposes that the program plays a seat.
fn enlist(dir: Option<&Path>, seat: &str, strength: &str, reason: &str) -> CommandResult {
    let folder = super::folder(dir)?;
    let strength = practice::strength(strength)?;
    if strength == Strength::Strong {
        let title = folder.charter()?.title;
        titles::strong(titles::packed_title(&title)?.as_ref(), &title)?;
    }
    let path = players::enlist(&folder, seat, strength, reason).map_err(usage)?;
    super::print(&format!("{}\n", path.display()))?;
    super::tell(
        "now everybody who agrees must sign it: tabella change sign (the program has signed for its key)",
    );
    Ok(Exit::Done)
}

/// A change's file as it was named: from here, from the game of `-C`, or by the short name of one that waits.
fn found(dir: Option<&Path>, file: &Path) -> Result<PathBuf, Error> {
    let there = dir.map(|dir| dir.join(file));
    if let Some(found) =
        [Some(file.to_owned()), there].into_iter().flatten().find(|path| files::is_there(path))
    {
        return Ok(found);
    }
    let waiting = changes::waiting_in_copy(&super::folder(dir)?)?;
    let paths: Vec<PathBuf> = waiting.into_iter().map(|notice| notice.path).collect();
    changes::called(&paths, file).map(Path::to_owned).map_err(Error::usage)
}

/// What a change does whose text follows from the command alone.
fn deed(args: &Change) -> Result<Deed, Error> {
    Ok(match args.clone() {
        Change::Key { seat, key, player, age, .. } => {
            let key = keys::public_key(&key)?;
            match player {
                None => Deed::Key { seat, key, age },
                Some(name) => Deed::Player { seat, key, name: Some(name), age },
            }
        }
        Change::Deadline { due, .. } => Deed::Deadline { due },
        Change::Vacation { seat, from, to, .. } => Deed::Vacation { seat, from, to },
        Change::Pause { from, to, .. } => Deed::Pause { from, to },
        Change::Resign { seat, .. } => Deed::Resign { seat },
        Change::Charter { terms, .. } => Deed::Charter { terms: read(&terms)? },
        Change::End { winner, .. } => Deed::End { winner },
        Change::Program { .. }
        | Change::Referee { .. }
        | Change::Options { .. }
        | Change::Ruling { .. }
        | Change::Rollback { .. }
        | Change::Apply { .. }
        | Change::Sign { .. }
        | Change::List { .. } => unreachable!("these are handled elsewhere"),
    })
}

/// A file of the user's, as what a change needs.
fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let bytes = files::read_named(path, FILE_MAX)?;
    let text = files::text(path, bytes)?;
    let node = yaml::parse(&text)
        .map_err(|complaints| Error::no(format!("{}: {complaints}", path.display())))?;
    serde_json::from_value(node.plain_value())
        .map_err(|why| Error::no(format!("{}: {why}", path.display())))
}

fn apply(dir: Option<&Path>, file: &Path, key: Option<&Path>) -> CommandResult {
    let (folder, file) = (super::folder(dir)?, found(dir, file)?);
    let step =
        amend::apply(&folder, &file, key, &reports::renderer(folder.root())).map_err(usage)?;
    super::resolve::leave_letters(&folder);
    let (number, head) = (step.session.number, step.session.head);
    super::print(&format!("record {number} is sealed and holds only a change\nhead {head}\n"))?;
    if let Some(next) = &step.turn.next {
        super::print(&format!(
            "phase {} ({}) awaits {}\n",
            next.phase,
            next.name,
            next.awaited.join(", ")
        ))?;
    }
    Ok(Exit::Done)
}

fn usage(error: store::Error) -> Error {
    match error {
        store::Error::Broken { .. } | store::Error::Change(_) => Error::no(error.to_string()),
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
            Ok(agreed) if change.deed.kind().rides() => {
                writeln!(text, "{name}\n  counts: {agreed}")
            }
            Ok(agreed) => writeln!(text, "{name}\n  may be applied: {agreed}"),
            Err(lacking) => {
                writeln!(text, "{name}\n  {} ({})\n  {lacking}", change.deed, change.reason)
            }
        };
    }
    if waiting.is_empty() {
        super::tell("no change waits");
    }
    super::print(&text)?;
    Ok(Exit::Done)
}
