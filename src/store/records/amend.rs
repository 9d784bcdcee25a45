//! Changes that make a record by themselves: proposed with what they need, and sealed once all have agreed.

use crate::session::{self, Amendment};
use crate::store::copies::folder_source::FolderSource;
use crate::store::load;
use crate::store::lock::PATIENCE;
use crate::store::orders::submit::settled;
use crate::store::records::resolve::{Step, Work};
use crate::store::records::sealed::Sealed;
use crate::store::records::{changes, load, memory, staging};
use crate::store::secrets::referee::{self, Referee};
use crate::store::{Error, Folder, Game, Lock, Reports, SigningKey, clock, environment};
use crate::verify;
use record::PublicKey;
use record::change::{self, Action, Operation};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Proposes a ruling; each operation that replaces or removes a value is preceded by a test of the value there.
///
/// # Errors
/// An operation that cannot be carried out; [`Error`] with the path.
pub fn rule(folder: &Folder, patch: &[Operation], reason: &str) -> Result<PathBuf, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = load(folder)?;
    let whole = session::tree(&game.session.text()).map_err(told)?;
    let patch = change::guarded(patch, &whole).map_err(|fault| told(fault.to_string()))?;
    tried(folder, game, Action::Ruling { patch }, reason)
}

/// Proposes other options, or another tempo, with the changes of state that follow from them.
///
/// # Errors
/// The title does not have this choice, the choice shaped the opening, or it is already so; [`Error`]
/// with the path.
pub fn choose(
    folder: &Folder,
    options: BTreeMap<String, String>,
    tempo: Option<String>,
    reason: &str,
) -> Result<PathBuf, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let mut game = load(folder)?;
    let whole = session::tree(&game.session.text()).map_err(told)?;
    if whole.get(session::HALTED).is_some() {
        return Err(told(session::WAITS.to_owned()));
    }
    let charter = game.session.charter.clone();
    let chosen = (&options, tempo.as_deref());
    let patch = session::options_patch(game.loaded.as_ref(), &charter, chosen, &whole);
    let patch = patch.map_err(told)?;
    game.session.charter.choose(options.clone(), tempo.clone());
    tried(folder, game, Action::Options { options, tempo, patch }, reason)
}

/// Proposes a change of the state. Before anybody is asked, it is tried on a copy that is dropped, under a secret that
/// is nobody's.
fn tried(folder: &Folder, mut game: Game, action: Action, reason: &str) -> Result<PathBuf, Error> {
    let secret = &record::Secret::from_bytes([0; 32]);
    let change = Amendment { action: &action, back: None, secret };
    game.session.amend(game.loaded.as_ref(), change)?;
    changes::write(&load(folder)?, action, reason)
}

fn told(what: String) -> Error {
    Error::Session(session::SessionFault::Ruling(what))
}

/// Proposes to go back to how the game stood after a record.
///
/// # Errors
/// Hidden dice that would not be rolled anew; [`Error`] with the path.
pub fn go_back(folder: &Folder, to: u32, reason: &str) -> Result<PathBuf, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = load(folder)?;
    if let Some(number) = verify::hidden_roll(&FolderSource::at(folder.root()), to) {
        let what = format!(
            "record {number} rolled hidden dice, for example for the order of a deck, that cannot \
             be rolled again"
        );
        let fix = "correct the mistake with a ruling";
        return Err(Error::broken(&folder.record(to), what, fix));
    }
    changes::write(&game, Action::Rollback { to }, reason)
}

/// Proposes another referee, and draws their secrets in this folder. If the title hides something, the old referee's
/// secrets must have been handed over with the folder, since the last record opens all of them.
///
/// # Errors
/// Secrets that are not here; [`Error`] with the path.
pub fn succeed(
    folder: &Folder,
    key: PublicKey,
    name: Option<String>,
    reason: &str,
) -> Result<PathBuf, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = load(folder)?;
    whole(&game)?;
    let dice = &game.sealed_history().charter.dice;
    if game.loaded.hides() && referee::hidden_if_there(folder, &dice.hidden)?.is_none() {
        return Err(Error::NotReferee(folder.vault()?.join(referee::SECRETS_FILE)));
    }
    let dice = referee::draw_heirs(folder, game.open_phase(), dice.phases)?;
    changes::write(&game, Action::Referee { key, name, dice }, reason)
}

/// Checks that the newest record is complete, since the next one is sealed behind it.
fn whole(game: &Game) -> Result<(), Error> {
    let lacks =
        |(name, _): (&str, _)| (!game.last.holds(name)).then(|| game.last.path().join(name));
    let Some(path) = game.last.sums.local().find_map(lacks) else { return Ok(()) };
    let fix = "this copy leaves out some files, but a new record can be sealed only in a complete \
         folder. If the game hides nothing, the copies of all seats together hold every file";
    Err(Error::Missing { path, fix: fix.to_owned() })
}

/// Seals the record of an agreed change with the key of the referee, or of whoever becomes referee.
///
/// # Errors
/// Somebody has not agreed yet; a change that comes with the open phase's record; [`Error`] with the
/// path.
pub fn apply(
    folder: &Folder,
    file: &Path,
    key: Option<&Path>,
    reports: &Reports<'_>,
) -> Result<Step, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = settled(folder)?;
    if game.session.outcome().is_some() {
        return Err(Error::broken(
            folder.root(),
            "the game is over",
            "it can no longer be changed",
        ));
    }
    memory::continues(&game)?;
    whole(&game)?;
    let (changes, in_force) = changes::alone(&game.open(), file)?;
    let number = game.open_phase();
    let now = clock::now()?.max(game.turn.resolved);
    let action =
        in_force.own().expect("the change makes a record of its own").change.action.clone();
    let other = matches!(action, Action::Referee { .. });
    let named = environment::variable(referee::REFEREE_KEY).map(PathBuf::from);
    let key = key.or(named.as_deref());
    let referee = match (other, key) {
        (true, Some(path)) => Referee::heir(folder, SigningKey::open(path)?)?,
        (true, None) => {
            let fix =
                "name the new referee's private key: --key FILE, or TABELLA_REFEREE_KEY".to_owned();
            return Err(Error::Missing { path: PathBuf::from("the new key"), fix });
        }
        (false, _) => Referee::load(folder)?,
    };
    let mut work = Work::on(game, (changes, in_force), &referee, now)?;
    let back = load::back(folder, &action)?;
    let change = Amendment { action: &action, back: back.as_deref(), secret: &work.secret };
    let resolved = work.session.amend(work.loaded.as_ref(), change)?;
    let step = work.conclude(&resolved, &[], reports);
    if step.is_err() {
        staging::discard(folder, number);
    }
    let step = step?;
    if let Some(path) = key.filter(|_| other) {
        referee::key_lies(folder, path)?;
    }
    referee::adopt(folder, &step.session.charter.dice)?;
    crate::store::orders::pending::settle(folder, &Sealed::open(folder, number)?)?;
    Ok(step)
}
