//! Changes that wait for consent: `notices/NN-KIND.yaml` and the signatures of those who agree, for all to see. What is
//! complete when the open phase is resolved counts in its record; what is not goes to `rejected/`.

use crate::store::lock::PATIENCE;
use crate::store::orders::rejected::{self, Sender};
use crate::store::orders::submit;
use crate::store::records::called;
use crate::store::records::create::suits;
use crate::store::records::load::ground;
use crate::store::{Error, Folder, Game, Lock, SigningKey, clock, files, load};
use chrono::{DateTime, Utc};
use record::change::{
    Action, Agreed, CHANGE_MAX, CHANGES, Change, HEIR, History, MOST, Terms, Vacation, change_path,
};
use record::sums::record_name;
use record::{Digest, Namespace, REFEREE, Signers, verify};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the key file in a record that changes keys.
pub const SIGNERS: &str = "allowed_signers";
/// Maximum size of a signature, in bytes.
const SIGNATURE_MAX: usize = 64 * 1024;

/// A pending change, and whether it would count as things stand.
#[derive(Clone, Debug)]
pub struct Notice {
    pub path: PathBuf,
    pub change: Change,
    /// The bytes of the file, which were signed.
    pub bytes: Vec<u8>,
    /// Armored signatures by name.
    pub signatures: BTreeMap<String, String>,
    /// Those who agreed; or what is lacking, in words.
    pub agreed: Result<Agreed, String>,
    pub lacks_referee: bool,
}

/// What changes need to know of a game's position.
#[derive(Clone, Copy)]
pub(in crate::store) struct Open<'a> {
    pub folder: &'a Folder,
    pub game: &'a str,
    pub phase: u32,
    pub after: Digest,
    pub due: Option<DateTime<Utc>>,
    pub in_force: &'a History,
}

/// The pending changes in a game that was taken up.
///
/// # Errors
/// A file there that is no change; [`Error`] with the path.
pub fn waiting(game: &Game) -> Result<Vec<Notice>, Error> {
    notices(&game.open())
}

/// The changes that lack only the referee's signature, by their paths in the game's folder, and what each does.
///
/// # Errors
/// As [`waiting`].
pub fn for_the_referee(game: &Game) -> Result<Vec<(String, Action)>, Error> {
    let lacking = waiting(game)?.into_iter().filter(|notice| notice.lacks_referee);
    let named = lacking.map(|notice| {
        let path = notice.path.strip_prefix(game.folder.root()).unwrap_or(&notice.path);
        (path.display().to_string(), notice.change.action)
    });
    Ok(named.collect())
}

/// The pending changes that are agreed on, by their paths in the game's folder, and whether each counts with the record of the open phase
/// or makes one by itself.
///
/// # Errors
/// As [`waiting`].
pub fn agreed(game: &Game) -> Result<Vec<(String, bool)>, Error> {
    let agreed = waiting(game)?.into_iter().filter(|notice| notice.agreed.is_ok());
    let named = agreed.map(|notice| {
        let path = notice.path.strip_prefix(game.folder.root()).unwrap_or(&notice.path);
        (path.display().to_string(), notice.change.action.kind().rides())
    });
    Ok(named.collect())
}

/// The one of these changes that `name` means: by its file name, with or without the extension, or by its kind alone.
///
/// # Errors
/// None or several of that name, in words.
pub fn called<'a>(paths: &'a [PathBuf], name: &Path) -> Result<&'a Path, String> {
    let named = |path: &&PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let kind = stem.split_once('-').map(|(_, kind)| kind);
        path.file_name() == name.file_name() || [Some(stem), kind].contains(&name.to_str())
    };
    let found: Vec<&PathBuf> = paths.iter().filter(named).collect();
    let list = |paths: &[&PathBuf]| {
        paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    };
    match found[..] {
        [one] => Ok(one),
        [] if paths.is_empty() => Err(format!("{}: no change waits", name.display())),
        [] => {
            let waiting = list(&paths.iter().collect::<Vec<_>>());
            Err(format!("{}: no such change is pending; these are: {waiting}", name.display()))
        }
        _ => Err(format!("{}: several changes have this name: {}", name.display(), list(&found))),
    }
}

/// The key with which the referee signs.
///
/// # Errors
/// [`Error::NotReferee`] in a folder that is not the referee's.
pub fn referees_key(folder: &Folder) -> Result<SigningKey, Error> {
    crate::store::secrets::referee::key_if_there(folder)?
        .ok_or_else(|| Error::NotReferee(folder.private()))
}

/// The pending changes in a folder, which may be a copy that lacks what is sealed.
///
/// # Errors
/// As [`waiting`]; no game there.
pub fn waiting_in_copy(folder: &Folder) -> Result<Vec<Notice>, Error> {
    notices(&ground(folder)?.open(folder))
}

/// When the orders of the open phase are due, counting vacations and agreed pending changes, in a folder that may be a
/// copy.
///
/// # Errors
/// As [`waiting`]; no game there.
pub fn due_in_copy(folder: &Folder) -> Result<Option<DateTime<Utc>>, Error> {
    let ground = ground(folder)?;
    let Some(next) = &ground.turn.next else { return Ok(None) };
    let in_force = complete(&ground.open(folder))?.1;
    Ok(in_force.deadline(next.deadline, &next.awaited))
}

/// The keys whose signatures count now, after the pending changes that are agreed on, in a folder that may be a copy.
///
/// # Errors
/// The same as of [`waiting`]; no game there.
pub fn signers(folder: &Folder) -> Result<Signers, Error> {
    Ok(complete(&ground(folder)?.open(folder))?.1.signers)
}

/// The pending changes of the open phase and the signatures under them, by their paths in a copy. Each phase has its
/// own place there, since nothing is ever taken out of a copy.
///
/// # Errors
/// As [`waiting`].
pub(in crate::store) fn shown(open: &Open<'_>) -> Result<Files, Error> {
    let mut shown = Files::new();
    for notice in notices(open)?.into_iter().filter(|notice| notice.change.phase == open.phase) {
        let Some(name) = notice.path.file_name().and_then(|name| name.to_str()) else { continue };
        let path = format!("notices/{}/{name}", record_name(open.phase));
        let signed = notice.signatures.into_iter();
        shown.extend(
            signed.map(|(who, armored)| (format!("{path}.{who}.sig"), armored.into_bytes())),
        );
        shown.insert(path, notice.bytes);
    }
    Ok(shown)
}

pub(in crate::store) fn notices(open: &Open<'_>) -> Result<Vec<Notice>, Error> {
    let place = place(open.folder);
    let mut found = lying_in(open, &place)?;
    // In a copy those of the open phase lie by themselves.
    found.extend(lying_in(open, &place.join(record_name(open.phase)))?);
    Ok(found)
}

fn lying_in(open: &Open<'_>, place: &Path) -> Result<Vec<Notice>, Error> {
    let names = files::names(place)?;
    let mut found = Vec::new();
    for name in names.iter().filter(|name| name.strip_suffix(".yaml").is_some()) {
        let path = place.join(name);
        let bytes = files::read(&path, CHANGE_MAX)?;
        let change = Change::parse(&bytes)
            .map_err(|what| Error::broken(&path, what, "move it away, with its signatures"))?;
        let mut signatures = BTreeMap::new();
        for beside in &names {
            let who =
                beside.strip_prefix(&format!("{name}.")).and_then(|rest| rest.strip_suffix(".sig"));
            if let Some(who) = who {
                let armored = files::read_text(&place.join(beside), SIGNATURE_MAX)?;
                signatures.insert(who.to_owned(), armored);
            }
        }
        let mut lacks_referee = false;
        let agreed = if change.game != open.game {
            Err(format!("it belongs to the game {}", change.game))
        } else if change.phase != open.phase || change.after != open.after {
            Err("it is for a different phase from the one that is open".to_owned())
        } else {
            lacks_referee = open.in_force.lacks_referee(&bytes, &change, open.due, &signatures);
            open.in_force.agree(&bytes, change.clone(), open.due, &signatures)
        };
        found.push(Notice { path, change, bytes, signatures, agreed, lacks_referee });
    }
    Ok(found)
}

/// The files below `changes/` of a record.
pub(in crate::store) type Files = BTreeMap<String, Vec<u8>>;

/// The files below `changes/` of the record of the open phase, and what counts from it on: every agreed change that
/// comes with a record. Where two decide the same thing, the first counts.
pub(in crate::store) fn complete(open: &Open<'_>) -> Result<(Files, History), Error> {
    let mut files = Files::new();
    let mut in_force = open.in_force.unchanged();
    let mut count = 0;
    for notice in notices(open)? {
        let kind = notice.change.action.kind();
        if notice.agreed.is_err() || !kind.rides() || count == MOST {
            continue;
        }
        let mut with = files.clone();
        with.extend(named(count + 1, notice));
        // A record cannot hold what it decides twice: that one waits, and is void with its phase.
        if let Ok(next) = judged(open, &with) {
            (files, in_force, count) = (with, next, count + 1);
        }
    }
    Ok((files, in_force))
}

/// The files of a change that makes a record by itself, and what counts from that on.
///
/// # Errors
/// [`Error::Broken`], if it is not agreed on or comes with another record.
pub(in crate::store) fn alone(open: &Open<'_>, path: &Path) -> Result<(Files, History), Error> {
    let found =
        notices(open)?.into_iter().find(|notice| notice.path.file_name() == path.file_name());
    let Some(notice) = found else {
        let fix = "`tabella change list` shows the pending changes".to_owned();
        return Err(Error::Missing { path: path.to_owned(), fix });
    };
    let path = notice.path.clone();
    if let Err(lacking) = &notice.agreed {
        return Err(Error::broken(
            &path,
            lacking.clone(),
            "get the signatures of those who must agree",
        ));
    }
    if notice.change.action.kind().rides() {
        let what = "the change takes effect with the record of the open phase";
        return Err(Error::broken(&path, what, "run `tabella resolve` when all have filed"));
    }
    let files: Files = named(1, notice).collect();
    let next =
        judged(open, &files).map_err(|what| Error::broken(&path, what, "propose another"))?;
    Ok((files, next))
}

fn named(number: usize, notice: Notice) -> impl Iterator<Item = (String, Vec<u8>)> {
    let path = change_path(number, notice.change.action.kind());
    let text = (path.clone(), notice.bytes);
    let signed = move |(name, armored): (String, String)| {
        (format!("{path}.{name}.sig"), armored.into_bytes())
    };
    std::iter::once(text).chain(notice.signatures.into_iter().map(signed))
}

fn judged(open: &Open<'_>, files: &Files) -> Result<History, String> {
    let Open { game, phase: number, after, due, in_force, .. } = *open;
    let changes = record::change::Changes { game, number, after, due, files };
    in_force.after(&changes).map_err(|fault| fault.to_string())
}

/// Writes a change, to be signed by those who must agree; returns its file.
///
/// # Errors
/// An unknown seat, or words that no change may hold; [`Error`] with the path.
pub fn propose(folder: &Folder, action: Action, reason: &str) -> Result<PathBuf, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    write(&load(folder)?, action, reason)
}

pub(in crate::store) fn write(game: &Game, action: Action, reason: &str) -> Result<PathBuf, Error> {
    keep(game, &draft(game, action, reason)?)
}

/// A change of the open phase that could be agreed on as things stand; nothing is written.
///
/// # Errors
/// An unknown seat, or words that no change may hold.
pub fn draft(game: &Game, action: Action, reason: &str) -> Result<Change, Error> {
    let charter = &game.session.charter;
    if let Some(seat) =
        action.seat().filter(|seat| *seat != REFEREE && charter.seat(seat).is_none())
    {
        let known = charter.seat_names().collect::<Vec<_>>().join(", ");
        return Err(Error::Seat { seat: seat.to_owned(), known });
    }
    let change = Change {
        game: charter.game.clone(),
        phase: game.open_phase(),
        after: game.session.head,
        reason: reason.to_owned(),
        action,
    };
    possible(game, &change).map_err(Error::Change)?;
    Ok(change)
}

/// Why a vacation moves no deadline and is only announced: the charter leaves its seat too few days. None if the
/// vacation counts.
pub fn only_told(game: &Game, action: &Action) -> Option<String> {
    let Action::Vacation { seat, from, to } = action else { return None };
    let vacation = Vacation { seat: seat.clone(), from: *from, to: *to };
    let counts = &game.in_force;
    if counts.vacations.contains(&vacation) || counts.granted(&vacation) {
        return None;
    }
    let budget = game.session.charter.vacations.unwrap_or(0);
    Some(format!(
        "the charter gives each seat {budget} days of vacation, and this vacation would exceed \
         them: the other players are told, but no deadline moves; `extend` asks for more time"
    ))
}

fn possible(game: &Game, change: &Change) -> Result<(), String> {
    if game.session.outcome().is_some() {
        return Err("the game is over".to_owned());
    }
    called::newcomer(game, &change.action)?;
    if let Action::Charter { terms: Terms { schedule: Some(schedule), .. } } = &change.action {
        suits(schedule, game.loaded.as_ref()).map_err(|fault| fault.to_string())?;
    }
    change.check().and_then(|()| game.open().in_force.possible(change, game.open().due))
}

/// Adds a change to the pending ones, if it is new; returns its file.
fn keep(game: &Game, change: &Change) -> Result<PathBuf, Error> {
    let place = place(&game.folder);
    files::make_folder(&place, files::FOLDER_MODE)?;
    let text = change.render();
    for number in 1..=MOST {
        let name = change_path(number, change.action.kind());
        let path = place.join(name.trim_start_matches(CHANGES));
        match files::read_if_there(&path, CHANGE_MAX)? {
            Some(before) if before == text.as_bytes() => return Ok(path),
            Some(_) => {}
            None => {
                files::replace(&path, text.as_bytes(), files::OPEN_MODE)?;
                return Ok(path);
            }
        }
    }
    Err(Error::broken(&place, "it is full", "resolve the phase first"))
}

/// Takes a change that came signed by `name`, who belongs to this game; tells what it waits for, or what is wrong.
///
/// # Errors
/// [`Error`] with the folder; that the change cannot be made is no error.
#[cfg(any(feature = "git", feature = "mail"))]
pub fn receive(
    folder: &Folder,
    bytes: &[u8],
    name: &str,
    armored: &str,
) -> Result<Result<Notice, String>, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = &submit::settled(folder)?;
    let change = match Change::parse(bytes) {
        Ok(change) => change,
        Err(what) => return Ok(Err(what)),
    };
    if change.phase != game.open_phase() || change.after != game.session.head {
        let open = game.open_phase();
        return Ok(Err(format!("it belongs to phase {}, but phase {open} is open", change.phase)));
    }
    if let Err(what) = possible(game, &change) {
        return Ok(Err(what));
    }
    let path = keep(game, &change)?;
    let mut beside = path.clone().into_os_string();
    beside.push(format!(".{name}.sig"));
    signed(Path::new(&beside), armored)?;
    let notice = waiting(game)?.into_iter().find(|notice| notice.path == path);
    Ok(Ok(notice.expect("the file has just been written")))
}

/// Signs a change as somebody who agrees, or as `heir` with the new key.
///
/// # Errors
/// A file that is no change; a key that does not answer for that name.
pub fn sign(file: &Path, name: &str, key: &SigningKey) -> Result<PathBuf, Error> {
    let bytes = files::read_named(file, CHANGE_MAX)?;
    let change = Change::parse(&bytes).map_err(|what| {
        Error::broken(file, what, "sign the file exactly as the program wrote it")
    })?;
    let armored = key.sign(Namespace::Change, &bytes)?;
    if name == HEIR {
        let what = match change.action.brings() {
            None => Some("the change registers no key".to_owned()),
            Some(new) if verify(new, Namespace::Change, &bytes, &armored).is_err() => {
                Some(format!("the change registers another key, {}", new.fingerprint()))
            }
            Some(_) => None,
        };
        if let Some(what) = what {
            return Err(Error::Key { path: file.to_owned(), what });
        }
    }
    if record::names::check_id(name).is_err() {
        return Err(Error::Seat {
            seat: name.to_owned(),
            known: format!("the seats, {REFEREE}, {HEIR}"),
        });
    }
    let mut path = file.as_os_str().to_owned();
    path.push(format!(".{name}.sig"));
    let path = PathBuf::from(path);
    signed(&path, &armored)?;
    Ok(path)
}

/// Writes a consent; its time is that of the file.
fn signed(path: &Path, armored: &str) -> Result<(), Error> {
    files::replace(path, armored.as_bytes(), files::OPEN_MODE)?;
    files::set_time(path, clock::now()?)
}

/// When the last consent came to an agreed pending change that gives a seat to another player; none without such a
/// change.
pub(in crate::store) fn taken_over(game: &Game) -> Result<Option<DateTime<Utc>>, Error> {
    let mut last = None;
    for notice in waiting(game)? {
        let player = matches!(notice.change.action, Action::Player { .. });
        if !player || notice.agreed.is_err() {
            continue;
        }
        for who in notice.signatures.keys() {
            let mut path = notice.path.clone().into_os_string();
            path.push(format!(".{who}.sig"));
            last = last.max(Some(files::time_of(Path::new(&path))?));
        }
    }
    Ok(last)
}

/// Takes up what was signed: files under a key that no longer answers go back to their authors.
///
/// # Errors
/// [`Error`] with the folder.
pub fn take_up(folder: &Folder) -> Result<Vec<Notice>, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    waiting(&submit::settled(folder)?)
}

/// Clears the changes of phases up to `number`, which is sealed; those that did not count go to
/// `rejected/`.
pub(in crate::store) fn settle(
    folder: &Folder,
    number: u32,
    counted: &dyn Fn(&[u8]) -> bool,
) -> Result<(), Error> {
    let place = place(folder);
    let names = files::names(&place)?;
    for name in names.iter().filter(|name| name.strip_suffix(".yaml").is_some()) {
        let path = place.join(name);
        let bytes = files::read(&path, CHANGE_MAX)?;
        if !Change::parse(&bytes).is_ok_and(|change| change.phase <= number) {
            continue;
        }
        if !counted(&bytes) {
            let reason = format!("the change was not agreed on when phase {number} was resolved");
            rejected::keep(folder, number, &bytes, None, (Sender::Known, &reason), clock::now()?)?;
        }
        for beside in names.iter().filter(|beside| beside.starts_with(&format!("{name}."))) {
            files::remove(&place.join(beside))?;
        }
        files::remove(&path)?;
    }
    Ok(())
}

fn place(folder: &Folder) -> PathBuf {
    folder.root().join("notices")
}
