//! `tabella git`: a game in a public repository, from the referee's side and from a player's.

mod player;
mod referee;

pub use player::{news, rewound};
pub(super) use referee::guard;
pub use referee::publish;
#[cfg(feature = "mail")]
pub use referee::{is_elsewhere, show_new, take_pushed};

/// What passed the gate by, a line each with the way out below it.
fn past_the_gate(refusals: &[Refusal]) -> impl Iterator<Item = String> {
    const SHOWN: usize = 20;
    let more = refusals.len().saturating_sub(SHOWN);
    let shown = refusals.iter().take(SHOWN);
    let lines =
        shown.map(|refusal| format!("pushed past the gate: {refusal}\n  -> {}", refusal.way_out()));
    lines.chain((more > 0).then(|| format!("and {more} more of these")))
}

/// What the referee set right, a line each.
fn set_right(mended: &[Mended]) -> impl Iterator<Item = String> {
    mended.iter().map(|mended| {
        format!(
            "the referee set the branch right in commit {}: {}",
            &mended.commit[..10],
            record::visible(&mended.reason)
        )
    })
}

use super::args::{Forge, GitCommand, Where};
use super::{CommandResult, Error, Exit};
use crate::gate::Refusal;
use crate::packed;
use crate::store::git::{self, Ignored, Mended, Repository};
use crate::store::{self, Folder, environment, files, sealed::Sealed};
use crate::verify::{Finding, Note, Verdict};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// No game there; a git command that fails, a file or a key that cannot be read or written.
pub fn run(dir: Option<&Path>, command: &GitCommand) -> CommandResult {
    match command {
        GitCommand::Init(args) => referee::init(dir, args),
        GitCommand::Pull(args) => {
            let folder = super::folder(dir)?;
            if folder.is_referees()? {
                referee::round(&folder, args)
            } else {
                player::pull(&folder, args)
            }
        }
        GitCommand::Mend { reason } => referee::mend(dir, reason),
        GitCommand::PushOrders(args) => player::push_orders(dir, args),
        GitCommand::PushConsent(args) => player::push_consent(dir, args),
        GitCommand::Seal(args) => super::seal::run(dir, args),
        GitCommand::Gate(args) => super::gate::run(dir, args),
        GitCommand::Hook(act) => super::gate::hook(dir, act),
        GitCommand::Workflows { forge, referee, out } => {
            let out = match out {
                Some(out) => out.clone(),
                None => top()?,
            };
            let folder = super::folder(dir)?;
            for path in workflows(&folder, *forge, *referee, &out)? {
                super::tell(&path);
            }
            Ok(Exit::Done)
        }
    }
}

/// Finds orders that were pushed and that the referee never answered, or receipted and did not count, as a clone shows it; notes
/// that its host took commits back. Nothing in a folder that is no clone.
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
            "the referee showed record {number} in commit {}, which already held this file, but neither filed nor refused the file",
            &commit[..commit.len().min(10)]
        );
        Finding::new("V-ignored", path, what)
    };
    verdict.findings.extend(found.into_iter().map(finding));
    verdict.notes.extend(unsigned.into_iter().map(|(number, commit)| {
        let commit = &commit[..commit.len().min(10)];
        Note(format!(
            "record {number} came in commit {commit}, which the referee did not sign, so it is not known whether all orders were answered"
        ))
    }));
    Ok(())
}

/// This folder, where it is the top of a working tree: nowhere else does a forge look for workflows.
fn top() -> Result<PathBuf, Error> {
    let here = environment::current_folder()?;
    let what = match Repository::top(&here)? {
        Some((_, below)) if below.is_empty() => return Ok(here),
        Some((top, _)) => format!("not the top of its working tree, which is {}", top.display()),
        None => "not a working tree of git".to_owned(),
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
