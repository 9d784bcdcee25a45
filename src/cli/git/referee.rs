//! The referee's side of a game in a public repository.

use crate::cli::common::{self, CommandResult, Error, Exit, blocker, reports};
use crate::cli::git::{InitArgs, PullArgs};
use crate::cli::{check, resolve as told};
use crate::store::git::public::{self, Public};
use crate::store::git::referee::{self, Published, Taken};
use crate::store::git::{Guard, Repository};
use crate::store::records::sealed::Sealed;
use crate::store::{self, Absences, Folder, Resolution, Submission};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// `tabella git init`.
///
/// # Errors
/// No game there, or not the referee's; a folder that is not empty.
pub(super) fn init(dir: Option<&Path>, args: &InitArgs) -> CommandResult {
    let folder = match &args.game {
        Some(game) => common::folder(Some(game))?,
        None => common::folder(dir)?,
    };
    if let Some(public) = Public::of(&folder)? {
        let what = format!("this game is already public: {}", public.repository.display());
        return Err(Error::files(what));
    }
    let repository = args.repository.clone().unwrap_or_else(|| beside(folder.root()));
    let public = Public { repository, remote: args.remote.clone(), branch: args.branch.clone() };
    let public = Public::init(&folder, public)?;
    let repository = Repository::own(&public.repository)?;
    let round = public.remote.is_none().then(|| std::path::absolute(folder.root()).ok()).flatten();
    public::install_hooks(&repository, round.as_deref())?;
    publish(&folder, &public, false)?;
    if let Some(remote) = &public.remote {
        common::print(&format!("{}: public at {remote}\n", folder.charter()?.game))?;
        common::tell(&format!("players run `git clone {remote}`"));
    } else {
        common::print(&format!("{}\n", public.repository.display()))?;
        common::tell(&format!(
            "a bare repository with its gate; players run `git clone {}`",
            public.repository.display()
        ));
    }
    Ok(Exit::Done)
}

/// The repository beside a folder: `zama.git` beside `zama`.
fn beside(root: &Path) -> PathBuf {
    let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    root.with_extension("git")
}

/// Publishes what is new, with a form of the open phase for every seat; tells what came late, and whom no parcel reaches.
///
/// # Errors
/// A git command that fails, a file or a key that cannot be read or written.
pub fn publish(folder: &Folder, public: &Public, hook: bool) -> Result<Published, Error> {
    let published = publish_new(folder, public)?;
    for taken in &published.late {
        answer(taken, hook)?;
    }
    for seat in &published.unreachable {
        common::tell(&unreachable(seat));
    }
    if !published.unjudged.is_empty() {
        common::tell(&no_gate(folder, public, published.unjudged.len()));
    }
    Ok(published)
}

/// Publishes what is new, and tells nobody.
fn publish_new(folder: &Folder, public: &Public) -> Result<Published, Error> {
    let game = store::load(folder)?;
    let mut forms = BTreeMap::new();
    if game.session.outcome().is_none() {
        for seat in game.session.charter.seat_names() {
            forms.insert(seat.to_owned(), reports::form(&game, seat)?);
        }
    }
    referee::leave_forms(folder, &forms)?;
    Ok(referee::publish(folder, public)?)
}

/// The warning that the gate of the repository on this machine let commits pass unjudged, and the remedy.
fn no_gate(folder: &Folder, public: &Public, commits: usize) -> String {
    let repository = public.repository.display();
    let commits = if commits == 1 { "1 commit".to_owned() } else { format!("{commits} commits") };
    format!(
        "{repository}: the gate did not run on a push of {commits}, which was checked only \
         now\n  -> `tabella git hook install {repository} --game {} --round` puts the gate back; \
         `git -C {repository} config --show-origin core.hooksPath` shows what turned it off",
        folder.root().display()
    )
}

/// `tabella git mend`.
///
/// # Errors
/// A game that is not public; a git command that fails, a file or a key that cannot be read or written.
pub(super) fn mend(dir: Option<&Path>, reason: &str) -> CommandResult {
    let folder = common::folder(dir)?;
    let Some(public) = Public::of(&folder)? else {
        return Err(Error::files("this game has no public repository yet: run `tabella git init`"));
    };
    let reason = reason.trim();
    if reason.is_empty() || reason.chars().any(char::is_control) {
        return Err(Error::usage("--reason: write one line of text, which everybody will read"));
    }
    let Some(mended) = store::git::mend(&folder, &public, reason)? else {
        common::tell("nothing is wrong with the public branch");
        return Ok(Exit::NotYet);
    };
    common::print(&format!(
        "repaired in commit {}: nothing between {} and that commit counts\n",
        &mended.commit[..10],
        &mended.right[..10]
    ))?;
    common::tell(
        "next, run `tabella git pull`, which files the orders that were pushed and publishes what \
         is new",
    );
    Ok(Exit::Done)
}

fn unreachable(seat: &str) -> String {
    format!(
        "{seat}: parcels can be sealed only to ed25519 keys, and this seat's key is of another \
         type. The reasons for refusing its orders are public, and its reports and forms must be \
         sent another way: with `tabella share copy --seat {seat} OUT`, or by mail. If the \
         player has an age key, parcels can be sealed to that: run `tabella change key {seat} \
         KEY.pub --age age1...`"
    )
}

/// Takes what was pushed to a public game, before a round resolves its phase. Returns what it did, one line each; none
/// if the game is not public.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written.
#[cfg(feature = "mail")]
pub fn take_pushed(folder: &Folder) -> Result<Vec<String>, Error> {
    let Some(public) = Public::of(folder)? else { return Ok(Vec::new()) };
    let round = referee::take(folder, &public)?;
    let pushed = |one: &Taken| match &one.submission {
        Submission::Filed(filing) => {
            format!("{}: filed, revision {}", one.path, filing.revision)
        }
        Submission::Same(_) => format!("{}: already filed", one.path),
        Submission::Returned { .. } => {
            format!("{}: refused; the reason is in a parcel for its seat", one.path)
        }
    };
    let unjudged = round.unjudged.len();
    let gate = (unjudged > 0).then(|| no_gate(folder, &public, unjudged));
    let past = super::past_the_gate(&round.refusals).chain(gate);
    let consents = round.consents.iter().map(|path| format!("{path}: taken"));
    Ok(past.chain(round.taken.iter().map(pushed)).chain(consents).collect())
}

/// Publishes what is new, after a round has resolved the phase. Returns what it did, one line each.
///
/// # Errors
/// A git command that fails, a file or a key that cannot be read or written.
#[cfg(feature = "mail")]
pub fn show_new(folder: &Folder) -> Result<Vec<String>, Error> {
    let Some(public) = Public::of(folder)? else { return Ok(Vec::new()) };
    let published = publish_new(folder, &public)?;
    let line = |commit: &String| {
        format!("published {} files in commit {}", published.files, &commit[..10])
    };
    Ok(published.commit.iter().map(line).collect())
}

/// True if orders may have been pushed without a change in the game's folder.
///
/// # Errors
/// A note that cannot be read.
#[cfg(feature = "mail")]
pub fn is_elsewhere(folder: &Folder) -> Result<bool, Error> {
    Ok(Public::of(folder)?.is_some_and(|public| public.remote.is_some()))
}

/// `tabella git pull` in the referee's folder: takes the orders, answers them, resolves if asked, publishes.
///
/// # Errors
/// A git command that fails, a file or a key that cannot be read or written.
pub(super) fn round(folder: &Folder, args: &PullArgs) -> CommandResult {
    let Some(public) = Public::of(folder)? else {
        return Err(Error::files("this game is not public yet: tabella git init"));
    };
    let round = referee::take(folder, &public)?;
    super::set_right(&round.mended).for_each(|line| common::tell(&line));
    super::past_the_gate(&round.refusals).for_each(|line| common::tell(&line));
    if !round.unjudged.is_empty() {
        common::tell(&no_gate(folder, &public, round.unjudged.len()));
    }
    for taken in &round.taken {
        answer(taken, args.hook)?;
    }
    for path in &round.consents {
        common::print(&format!("{path}: taken\n"))?;
    }
    if round.taken.is_empty() && round.consents.is_empty() && !args.hook {
        common::tell("no new orders");
    }
    let mut exit = Exit::Done;
    if args.resolve || args.deadline {
        exit = resolve(folder, args.deadline)?;
    }
    if args.keep {
        return Ok(exit);
    }
    let published = publish(folder, &public, args.hook)?;
    if let Some(commit) = &published.commit
        && !args.hook
    {
        common::print(&format!(
            "published {} files in commit {}\n",
            published.files,
            &commit[..10]
        ))?;
    }
    Ok(exit)
}

/// The result for a file. In a hook the pusher reads this, and may not learn why another seat's file was refused.
fn answer(taken: &Taken, hook: bool) -> Result<(), Error> {
    match &taken.submission {
        Submission::Filed(filing) => {
            common::print(&format!("{}: filed, revision {}\n", taken.path, filing.revision))
        }
        Submission::Same(_) => common::print(&format!("{}: already filed\n", taken.path)),
        Submission::Returned { .. } if hook => common::print(&format!(
            "{}: refused; the reason is in a parcel for this seat\n",
            taken.path
        )),
        Submission::Returned { complaints, .. } => {
            common::print(&format!("{}: refused\n", taken.path))?;
            check::report("", &taken.path, &[], complaints, false)
        }
    }
}

/// Resolves if everybody asked has filed, or by the deadline.
fn resolve(folder: &Folder, deadline: bool) -> CommandResult {
    let absences = if deadline { Absences::Deadline } else { Absences::None };
    if deadline && folder.charter()?.schedule.is_none() {
        common::tell(
            "this game has no deadline; to end the phase now, run `tabella resolve --deadline`",
        );
        return Ok(Exit::NotYet);
    }
    let renderer = reports::renderer(folder.root());
    match store::resolve(folder, &absences, &renderer)? {
        Resolution::Waiting(waiting) => {
            let names: Vec<&str> = [&waiting.missing, &waiting.holding, &waiting.tentative]
                .into_iter()
                .flatten()
                .map(engine::Seat::name)
                .collect();
            if !names.is_empty() {
                common::tell(&format!("phase {} waits for {}", waiting.phase, names.join(", ")));
            }
            blocker::tell(folder, &waiting)?;
            Ok(Exit::NotYet)
        }
        Resolution::Over(_) => {
            common::tell("the game is over; nothing is left to resolve");
            Ok(Exit::NotYet)
        }
        Resolution::Completed(number) => {
            common::tell(&format!(
                "record {number} was signed before an interruption, and is in place now"
            ));
            Ok(Exit::Done)
        }
        Resolution::Done(step) => {
            told::leave_letters(folder);
            common::print(&format!(
                "record {} is sealed, head {}\n",
                step.session.number, step.session.head
            ))?;
            Ok(Exit::Done)
        }
    }
}

/// The game that a gate is told to guard, given by its start or by its folder.
///
/// # Errors
/// Neither was named; no game there.
pub(in crate::cli) fn guard(
    start: Option<record::Digest>,
    game: Option<&Path>,
    branch: &str,
) -> Result<Guard, Error> {
    let start = match (start, game) {
        (Some(start), _) => start,
        (None, Some(game)) => Sealed::open(&common::folder(Some(game))?, 0)?.digest,
        (None, None) => {
            let what = "name the start of the game with --start (`tabella status` shows it), or \
                 the game's folder with --game";
            return Err(Error::usage(what));
        }
    };
    Ok(Guard { start, branch: branch.to_owned() })
}
