//! `tabella git gate` and `tabella git hook`: what a push may add.

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::cli::git;
use crate::gate::CODES;
use crate::store::git::{Pushed, Repository, Update, accepts, public, range};
use crate::store::{environment, files};
use clap::{Args, Subcommand};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Judge new commits for a public repository, each against the state of the game before that commit
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella git gate origin/main..HEAD --start 5d41...\n  tabella git gate --explain                        # every code, and what to do about it"
)]
pub struct GateArgs {
    /// OLD..NEW
    pub range: Option<String>,
    /// The start of the guarded game (default: the one that `tabella git hook install` gave this repository)
    #[arg(long, value_name = "DIGEST")]
    pub start: Option<String>,
    /// The range moves a branch from OLD to NEW, so NEW must continue OLD (default: NEW is to be merged)
    #[arg(long)]
    pub moved: bool,
    /// Explain what to do about each refusal; without a range, list every reason for which the gate refuses commits
    #[arg(long)]
    pub explain: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella git hook`
#[derive(Subcommand, Debug)]
pub enum Hook {
    /// Judge a push before it is accepted; git runs this command itself
    #[command(
        after_help = "Example:\n  tabella git hook pre-receive < updates    # lines of old commit, new commit, branch"
    )]
    PreReceive,
    /// Install the gate in a bare repository, and tell it which game it guards
    #[command(
        after_help = "Example:\n  tabella git hook install /srv/git/zama.git --game zama --round\n  tabella git hook install /srv/git/zama.git --start 5d41..."
    )]
    Install {
        /// The bare repository
        repository: PathBuf,
        /// The start of the game
        #[arg(long, value_name = "DIGEST")]
        start: Option<String>,
        /// A folder of the game, from which to read its start
        #[arg(long, value_name = "DIR")]
        game: Option<PathBuf>,
        /// The game's branch
        #[arg(long, default_value = "main")]
        branch: String,
        /// Answer every push with receipts; --game must then name the referee's own folder, on this machine
        #[arg(long, requires = "game")]
        round: bool,
    },
}

/// Maximum bytes of a hook's input.
const UPDATES_MAX: usize = 16 << 20;

/// Most refusals that are told one by one.
const SHOWN: usize = 20;

/// `tabella git gate`.
///
/// # Errors
/// A gate that does not know the start of its game; a text that is not a range of commits; a git command that fails.
pub fn run(dir: Option<&Path>, args: &GateArgs) -> CommandResult {
    let Some(which) = &args.range else {
        if !args.explain {
            return Err(Error::usage("name a range, such as origin/main..HEAD"));
        }
        common::print(&table())?;
        return Ok(Exit::Done);
    };
    let repository = Repository::guarded(&here(dir)?)?;
    let start = match (args.start.as_deref(), repository.guard()?) {
        (Some(start), _) => start
            .parse()
            .map_err(|_| Error::usage(format!("--start {start}: write 64 hexadecimal digits")))?,
        (None, Some(guard)) => guard.start,
        (None, None) => {
            let what = "name the game that the gate guards: --start DIGEST (`tabella status` \
                 shows it)";
            return Err(Error::usage(what));
        }
    };
    let pushed = range(&repository, start, which, args.moved)?;
    if args.json {
        let value =
            serde_json::json!({"commits": pushed.lawful.len(), "refusals": pushed.refusals});
        common::print_json(&value)?;
    } else {
        common::print(&told(&pushed, args.explain))?;
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
                    "this repository has no gate yet: run `tabella git hook install`",
                ));
            };
            let text = files::read_standard_input(UPDATES_MAX)?;
            let updates = Update::parse(&String::from_utf8_lossy(&text))?;
            let pushed = accepts(&repository, &guard, &updates)?;
            if pushed.refusals.is_empty() {
                return Ok(Exit::Done);
            }
            common::tell(told(&pushed, true).trim_end());
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
                common::tell(&format!("{}: guards {}", path.display(), guard.start));
            }
            Ok(Exit::Done)
        }
    }
}

fn here(dir: Option<&Path>) -> Result<PathBuf, Error> {
    Ok(dir.map_or_else(environment::current_folder, |dir| Ok(dir.to_owned()))?)
}

/// The refusals, each with its remedy; without refusals, how much was checked.
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
        let _ = writeln!(text, "and {more} more");
    }
    match (pushed.refusals.is_empty(), pushed.lawful.len()) {
        (true, 1) => text.push_str("1 commit may enter\n"),
        (true, commits) => drop(writeln!(text, "{commits} commits are allowed")),
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
