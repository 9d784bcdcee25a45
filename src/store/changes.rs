//! Changes that wait for consent: `notices/NN-KIND.yaml` and the signatures of those who agree, for all to see. What is
//! complete when the open phase is resolved counts in its record; what is not goes to `rejected/`.

use super::lock::PATIENCE;
use super::rejected::{self, Sender};
use super::{Error, Folder, Game, Lock, SigningKey, clock, files, load, submit};
use record::change::{
    Agreed, CHANGE_MAX, CHANGES, Change, HEIR, KeyHistory, Kind, MOST, change_path,
};
use record::charter::VERSION;
use record::{Digest, Namespace, PublicKey, REFEREE, verify};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the keys' file in a record that changes them.
pub const SIGNERS: &str = "allowed_signers";
/// Most bytes of a signature.
const SIGNATURE_MAX: usize = 64 * 1024;

/// A change that waits, and whether it would count as things stand.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Its file.
    pub path: PathBuf,
    /// What it says.
    pub change: Change,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Armored signatures by name.
    pub signatures: BTreeMap<String, String>,
    /// Who agreed; or what is lacking.
    pub agreed: Result<Agreed, String>,
}

/// A key that is to be replaced.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// The seat concerned, or `referee`.
    pub seat: String,
    /// The key that is to answer for it.
    pub key: PublicKey,
    /// Name of the player who takes the seat over, if another does.
    pub player: Option<String>,
    /// Why, in one line.
    pub reason: String,
}

/// Where a game stands, as far as changes need it.
#[derive(Clone, Copy)]
pub(super) struct Open<'a> {
    pub folder: &'a Folder,
    pub game: &'a str,
    pub phase: u32,
    pub after: Digest,
    pub keys: &'a KeyHistory,
}

/// The changes that wait in a folder.
///
/// # Errors
/// A file there that is no change; [`Error`] with the path.
pub fn waiting(game: &Game) -> Result<Vec<Notice>, Error> {
    notices(&game.open())
}

/// The changes that wait.
pub(super) fn notices(open: &Open<'_>) -> Result<Vec<Notice>, Error> {
    let place = place(open.folder);
    let names = files::names(&place)?;
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
        let agreed = if change.game != open.game {
            Err(format!("it is of the game {}", change.game))
        } else if change.phase != open.phase || change.after != open.after {
            Err("it is of another phase than the one that is open".to_owned())
        } else {
            open.keys.agree(&bytes, change.clone(), &signatures)
        };
        found.push(Notice { path, change, bytes, signatures, agreed });
    }
    Ok(found)
}

/// The files below `changes/` of the record to come, and the keys that count from it on.
pub(super) fn complete(open: &Open<'_>) -> Result<(BTreeMap<String, Vec<u8>>, KeyHistory), Error> {
    let mut files = BTreeMap::new();
    let mut seats = Vec::new();
    for notice in notices(open)? {
        let seat = notice.change.seat.clone();
        if notice.agreed.is_err() || seats.contains(&seat) || seats.len() == MOST {
            continue;
        }
        seats.push(seat);
        let path = change_path(seats.len(), notice.change.change);
        for (name, armored) in notice.signatures {
            files.insert(format!("{path}.{name}.sig"), armored.into_bytes());
        }
        files.insert(path, notice.bytes);
    }
    let changes = record::change::Changes {
        game: open.game,
        number: open.phase,
        after: open.after,
        files: &files,
    };
    let next = open.keys.after(&changes).map_err(|fault| Error::Unsound(fault.to_string()))?.0;
    Ok((files, next))
}

/// Writes a change of a key, for those to sign who must agree.
///
/// # Errors
/// A seat or key that cannot be; [`Error`] with the path.
pub fn propose(folder: &Folder, new: &NewKey) -> Result<PathBuf, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = load(folder)?;
    let NewKey { seat, key, player, reason } = new;
    if seat != REFEREE && game.session.charter.seat(seat).is_none() {
        let known = game.session.charter.seat_names().collect::<Vec<_>>().join(", ");
        return Err(Error::Seat { seat: seat.clone(), known });
    }
    let change = Change {
        tabella: VERSION,
        game: game.session.charter.game.clone(),
        phase: game.open_phase(),
        after: game.session.head,
        change: if player.is_some() { Kind::Player } else { Kind::Key },
        reason: reason.clone(),
        seat: seat.clone(),
        key: key.clone(),
        name: player.clone(),
    };
    let path = place(folder).join("change.yaml");
    change.check().map_err(|what| Error::broken(&path, what, "say it otherwise"))?;
    files::make_folder(&place(folder), files::FOLDER_MODE)?;
    for number in 1..=MOST {
        let name = change_path(number, change.change);
        let path = place(folder).join(name.trim_start_matches(CHANGES));
        if files::metadata(&path)?.is_none() {
            files::replace(&path, change.render().as_bytes(), files::OPEN_MODE)?;
            return Ok(path);
        }
    }
    Err(Error::broken(&place(folder), "it is full", "resolve the phase first"))
}

/// Signs a change as somebody who agrees, or as `heir` with the new key.
///
/// # Errors
/// A file that is no change; a key that does not answer for that name.
pub fn sign(file: &Path, name: &str, key: &SigningKey) -> Result<PathBuf, Error> {
    let bytes = files::read_named(file, CHANGE_MAX)?;
    let change = Change::parse(&bytes)
        .map_err(|what| Error::broken(file, what, "sign the file as it was written"))?;
    let armored = key.sign(Namespace::Change, &bytes)?;
    if name == HEIR && verify(&change.key, Namespace::Change, &bytes, &armored).is_err() {
        let what = format!("the change brings another key in, {}", change.key.fingerprint());
        return Err(Error::Key { path: file.to_owned(), what });
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
    files::replace(&path, armored.as_bytes(), files::OPEN_MODE)?;
    Ok(path)
}

/// Takes up what was signed: files under a key that no longer answers go back to their authors.
///
/// # Errors
/// [`Error`] with the folder.
pub fn take_up(folder: &Folder) -> Result<Vec<Notice>, Error> {
    let _lock = Lock::take(folder, PATIENCE)?;
    waiting(&submit::settled(folder)?)
}

/// Clears the changes of phases up to `number`, which is sealed: what did not count in its record is kept in `rejected/`.
pub(super) fn settle(
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
