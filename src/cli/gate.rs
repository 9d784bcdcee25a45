//! `tabella git gate` and `tabella git hook`: what a push may add.

use super::args::{Gate, Hook};
use super::{CommandResult, Error, Exit, git};
use crate::gate::CODES;
use crate::store::git::{Pushed, Repository, Update, accepts, public, range};
use crate::store::{environment, files};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Most bytes of what a hook is told.
const UPDATES_MAX: usize = 16 << 20;

/// Most refusals that are told one by one.
const SHOWN: usize = 20;

/// `tabella git gate`.
///
/// # Errors
/// A gate that was told no start; a range that is none; a git command that fails.
pub fn run(dir: Option<&Path>, args: &Gate) -> CommandResult {
    let Some(which) = &args.range else {
        if !args.explain {
            return Err(Error::usage("name a range, such as origin/main..HEAD"));
        }
        super::print(&table())?;
        return Ok(Exit::Done);
    };
    let repository = Repository::guarded(&here(dir)?)?;
    let start = match (args.start.as_deref(), repository.guard()?) {
        (Some(start), _) => start
            .parse()
            .map_err(|_| Error::usage(format!("--start {start}: write 64 hexadecimal digits")))?,
        (None, Some(guard)) => guard.start,
        (None, None) => {
            let what = "the gate must be told from outside which game it guards: --start DIGEST (tabella status shows it)";
            return Err(Error::usage(what));
        }
    };
    let pushed = range(&repository, start, which, args.moved)?;
    if args.json {
        let value =
            serde_json::json!({"commits": pushed.lawful.len(), "refusals": pushed.refusals});
        super::print_json(&value)?;
    } else {
        super::print(&told(&pushed, args.explain))?;
    }
    Ok(if pushed.refusals.is_empty() { Exit::Done } else { Exit::No })
}

/// `tabella git hook`.
///
/// # Errors
/// A repository without a gate; a git command that fails, a file that cannot be read or written.
pub fn hook(dir: Option<&Path>, args: &Hook) -> CommandResult {
    match args {
        Hook::PreReceive => {
            let repository = Repository::guarded(&here(dir)?)?;
            let Some(guard) = repository.guard()? else {
                return Err(Error::files(
                    "this repository has no gate yet: tabella git hook install",
                ));
            };
            let text = files::read_standard_input(UPDATES_MAX)?;
            let updates = Update::parse(&String::from_utf8_lossy(&text))?;
            let pushed = accepts(&repository, &guard, &updates)?;
            if pushed.refusals.is_empty() {
                return Ok(Exit::Done);
            }
            super::tell(told(&pushed, true).trim_end());
            Ok(Exit::No)
        }
        Hook::Install { repository, start, game, branch, round } => {
            let digest = start.as_deref().map(|start| {
                start.parse().map_err(|_| {
                    Error::usage(format!("--start {start}: write 64 hexadecimal digits"))
                })
            });
            let guard = git::guard(digest.transpose()?, game.as_deref(), branch)?;
            let repository = Repository::own(repository)?;
            public::guarded(&repository, &guard)?;
            let game = game.as_deref().filter(|_| *round).map(std::path::absolute);
            let game = game.transpose().map_err(|error| Error::files(error.to_string()))?;
            for path in public::install_hooks(&repository, game.as_deref())? {
                super::tell(&format!("{}: guards {}", path.display(), guard.start));
            }
            Ok(Exit::Done)
        }
    }
}

fn here(dir: Option<&Path>) -> Result<PathBuf, Error> {
    Ok(dir.map_or_else(environment::current_folder, |dir| Ok(dir.to_owned()))?)
}

/// The refusals, each with the way out, or how much was looked at.
fn told(pushed: &Pushed, explain: bool) -> String {
    let mut text = String::new();
    for refusal in pushed.refusals.iter().take(SHOWN) {
        let _ = writeln!(text, "{refusal}");
        if explain {
            let _ = writeln!(text, "  -> {}", refusal.way_out());
        }
    }
    let more = pushed.refusals.len().saturating_sub(SHOWN);
    if more > 0 {
        let _ = writeln!(text, "and {more} more of these");
    }
    match (pushed.refusals.is_empty(), pushed.lawful.len()) {
        (true, 1) => text.push_str("1 commit may enter\n"),
        (true, commits) => drop(writeln!(text, "{commits} commits may enter")),
        (false, _) => text.push_str("nothing in this push was accepted\n"),
    }
    text
}

/// Everything that the gate refuses.
fn table() -> String {
    let lines =
        CODES.iter().map(|(code, says, way_out)| format!("{code}: {says}\n  -> {way_out}\n"));
    lines.collect()
}
