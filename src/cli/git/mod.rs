//! `tabella git`: a game in a public repository, from the referee's side and from a player's.

mod player;
mod referee;

pub use player::{news, rewound};
pub(super) use referee::guard;
pub use referee::publish;
#[cfg(feature = "mail")]
pub use referee::{is_elsewhere, show_new, take_pushed};

/// `tabella git`
#[derive(Subcommand, Debug)]
pub enum GitCommand {
    Init(InitArgs),
    Pull(PullArgs),
    /// For the referee: repair the public branch after something got in that the gate would have refused, and tell
    /// everybody
    #[command(
        after_help = "Example:\n  tabella -C zama git mend --reason 'a README got in while the gate was off'\n\nNothing is removed: a new signed commit restores the last valid state, and keeps the orders pushed since then."
    )]
    Mend {
        /// The reason, which everybody can read in the commit
        #[arg(long, value_name = "WHY")]
        reason: String,
    },
    PushOrders(PushOrdersArgs),
    PushConsent(PushConsentArgs),
    /// Write the workflows with which a forge runs the gate and, if you like, the referee's commands
    #[command(
        after_help = "Example:\n  tabella git workflows forgejo --referee machine      # at the top of a clone"
    )]
    Workflows {
        /// Which forge
        forge: Forge,
        /// Let a workflow also file orders and resolve phases
        #[arg(long, value_name = "WHERE")]
        referee: Option<Where>,
        /// Folder to write to (default: this one, which must be the top of a git working tree)
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    Seal(SealArgs),
    Gate(GateArgs),
    /// Hooks of a public repository
    #[command(subcommand)]
    Hook(Hook),
}

/// Make the public repository of a game beside the referee's private folder, with its gate
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella git init zama                                   # zama.git, for clones on this machine\n  tabella git init zama --remote git@forge.example:zama.git"
)]
pub struct InitArgs {
    /// The referee's private folder (default: this one)
    pub game: Option<PathBuf>,
    /// The bare repository to make (default: GAME.git beside the folder)
    #[arg(long, value_name = "DIR")]
    pub repository: Option<PathBuf>,
    /// Where players find the repository, if not on this machine: an empty repository on a forge or server
    #[arg(long, value_name = "URL")]
    pub remote: Option<String>,
    /// The game's branch
    #[arg(long, default_value = "main")]
    pub branch: String,
}

/// Fetch what is new: for a player, records and parcels; for the referee, pushed orders, for which receipts are issued
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella git pull --key ~/.ssh/id_ed25519      # in a clone: new records, and what is sealed to you\n  tabella -C zama git pull --resolve            # the referee: take orders, answer, resolve, publish"
)]
pub struct PullArgs {
    /// In a clone: your private key, to open what is sealed to your seat
    #[arg(long, value_name = "KEY")]
    pub key: Option<PathBuf>,
    /// In a clone: your age identity, if the charter names an age key for your seat
    #[arg(long, value_name = "FILE", requires = "key")]
    pub identity: Option<PathBuf>,
    /// For the referee: resolve the phase if everybody who is asked has filed
    #[arg(long)]
    pub resolve: bool,
    /// For the referee: resolve at the deadline, without those who are late
    #[arg(long)]
    pub deadline: bool,
    /// For the referee: publish nothing yet, so that you can save the folder first; `tabella share copy` publishes it
    #[arg(long, conflicts_with = "hook")]
    pub keep: bool,
    /// Called by the repository's post-receive hook
    #[arg(long, hide = true)]
    pub hook: bool,
}

/// Check, sign and seal orders, and push them in a commit of their own
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella git push-orders rome.yaml --key ~/.ssh/id_ed25519")]
pub struct PushOrdersArgs {
    /// The order file
    pub file: PathBuf,
    /// Your private key, which signs the commit, and the orders if they are not signed yet
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Push the orders unsealed, so that everybody can read them; the gate allows this only if nobody else is asked
    #[arg(long)]
    pub open: bool,
}

/// Sign a pending change, and push the signature in a commit of its own
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella git push-consent notices/0007/01-vacation.yaml --as rome --key ~/.ssh/id_ed25519\n  tabella git push-consent notices/0007/01-key.yaml --as rome --key old --heir new   # a new key signs too"
)]
pub struct PushConsentArgs {
    /// The change, in the clone, or its short name, such as `01-key` or `key`
    pub file: PathBuf,
    /// Your seat
    #[arg(long = "as", value_name = "SEAT")]
    pub name: String,
    /// Your private key: it signs the change and the commit
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// The private key of the new key that the change registers, if that key is yours
    #[arg(long, value_name = "KEY")]
    pub heir: Option<PathBuf>,
}

engine::words! {
    /// Forges for which workflows come with the program.
    #[derive(ValueEnum)]
    pub enum Forge {
        /// GitHub Actions.
        Github = "github",
        /// Forgejo Actions.
        Forgejo = "forgejo",
        /// Gitea Actions.
        Gitea = "gitea",
        /// GitLab CI.
        Gitlab = "gitlab",
    }
}

/// Where a workflow that resolves runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Where {
    /// On the referee's own runner, where the private folder is kept.
    Machine,
    /// On the forge's runners, with the private folder and the referee's key from its secrets.
    Forge,
}

/// The commits that bypassed the gate, a line each with the remedy below it.
fn past_the_gate(refusals: &[Refusal]) -> impl Iterator<Item = String> {
    const SHOWN: usize = 20;
    let more = refusals.len().saturating_sub(SHOWN);
    let shown = refusals.iter().take(SHOWN);
    let lines = shown.map(|refusal| {
        format!("pushed without passing the gate: {refusal}\n  -> {}", refusal.way_out())
    });
    lines.chain((more > 0).then(|| format!("and {more} more of these")))
}

/// The stray commits that the referee set right, a line each.
fn set_right(mended: &[Mended]) -> impl Iterator<Item = String> {
    mended.iter().map(|mended| {
        format!(
            "the referee repaired the branch in commit {}: {}",
            &mended.commit[..10],
            record::visible(&mended.reason)
        )
    })
}

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::cli::gate::{GateArgs, Hook};
use crate::cli::seal::SealArgs;
use crate::gate::Refusal;
use crate::packed;
use crate::store::git::{self, Ignored, Mended, Repository};
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, environment, files};
use crate::verify::{Finding, Note, Verdict};
use clap::{Args, Subcommand, ValueEnum};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// # Errors
/// No game there; a git command that fails, a file or a key that cannot be read or written.
pub fn run(dir: Option<&Path>, command: &GitCommand) -> CommandResult {
    match command {
        GitCommand::Init(args) => referee::init(dir, args),
        GitCommand::Pull(args) => {
            let folder = common::folder(dir)?;
            if folder.is_referees()? {
                referee::round(&folder, args)
            } else {
                player::pull(&folder, args)
            }
        }
        GitCommand::Mend { reason } => referee::mend(dir, reason),
        GitCommand::PushOrders(args) => player::push_orders(dir, args),
        GitCommand::PushConsent(args) => player::push_consent(dir, args),
        GitCommand::Seal(args) => crate::cli::seal::run(dir, args),
        GitCommand::Gate(args) => crate::cli::gate::run(dir, args),
        GitCommand::Hook(act) => crate::cli::gate::hook(dir, act),
        GitCommand::Workflows { forge, referee, out } => {
            let out = match out {
                Some(out) => out.clone(),
                None => top()?,
            };
            let folder = common::folder(dir)?;
            for path in workflows(&folder, *forge, *referee, &out)? {
                common::tell(&path);
            }
            Ok(Exit::Done)
        }
    }
}

/// Finds, in a clone, pushed orders that the referee never answered, or receipted but did not count; also notes if the
/// clone's host took commits back. Does nothing in a folder that is not a clone.
///
/// # Errors
/// A git command that fails.
pub fn ignored(folder: &Path, verdict: &mut Verdict) -> Result<(), Error> {
    let (true, Some(start)) = (folder.join(".git").exists(), verdict.start) else { return Ok(()) };
    if let Some(rewound) = rewound(&Folder::find(folder)?)? {
        verdict.notes.push(Note(rewound.replace("\n  -> ", "; ")));
    }
    let repository = Repository::read_only(folder)?;
    let Ignored { found, unsigned } = match git::ignored(&repository, start) {
        Err(store::Error::GitLacks(why)) => {
            let what = "the history of this clone cannot be read, so it is not known whether the referee answered all orders";
            verdict.notes.push(Note(format!("{what}: {why}")));
            return Ok(());
        }
        other => other?,
    };
    let finding = |(number, commit, path): (u32, String, String)| {
        let what = format!(
            "the referee published record {number} in commit {}, which already held this file, \
             but neither filed nor refused the file",
            &commit[..commit.len().min(10)]
        );
        Finding::new("V-ignored", path, what)
    };
    verdict.findings.extend(found.into_iter().map(finding));
    verdict.notes.extend(unsigned.into_iter().map(|(number, commit)| {
        let commit = &commit[..commit.len().min(10)];
        Note(format!(
            "record {number} was added in commit {commit}, which the referee did not sign, so it \
             is not known whether all orders were answered"
        ))
    }));
    Ok(())
}

/// This folder, where it is the top of a working tree: nowhere else does a forge look for workflows.
fn top() -> Result<PathBuf, Error> {
    let here = environment::current_folder()?;
    let what = match Repository::top(&here)? {
        Some((_, below)) if below.is_empty() => return Ok(here),
        Some((top, _)) => {
            format!("not the top folder of its working tree, which is {}", top.display())
        }
        None => "not a git working tree".to_owned(),
    };
    Err(Error::usage(format!(
        "{}: {what}, and a forge runs only workflows at the top of the repository: go to the top of a clone of the game's repository, or \
         name another folder with --out",
        here.display()
    )))
}

/// Writes the workflows of a forge into a folder, with this game's start in them; gives their paths.
///
/// # Errors
/// A file that is there already.
fn workflows(
    folder: &Folder,
    forge: Forge,
    referee: Option<Where>,
    out: &Path,
) -> Result<Vec<String>, Error> {
    let start = Sealed::open(folder, 0)?.digest.to_string();
    let game = folder.charter()?.game;
    let second = referee.map(|place| match place {
        Where::Machine => "tabella-referee.yml",
        Where::Forge => "tabella-robot.yml",
    });
    let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
    for name in ["tabella.yml"].into_iter().chain(second) {
        let path = format!("templates/forge/{}/{name}", forge.word());
        let text = packed::get(&path).expect("every forge has the same templates");
        // GitLab reads one file.
        let below = match forge {
            Forge::Gitlab => PathBuf::from(".gitlab-ci.yml"),
            Forge::Github | Forge::Forgejo | Forge::Gitea => {
                Path::new(&format!(".{}", forge.word())).join("workflows").join(name)
            }
        };
        *texts.entry(below).or_default() +=
            &text.replace("@START@", &start).replace("@GAME@", &game);
    }
    let mut written = Vec::new();
    for (below, text) in texts {
        let path = out.join(below);
        if let Some(parent) = path.parent() {
            files::make_folder(parent, files::FOLDER_MODE)?;
        }
        files::place_new(&path, text.as_bytes(), files::OPEN_MODE)?;
        written.push(path.display().to_string());
    }
    Ok(written)
}
