//! The seats that the program plays: their keys and the secret of their choices, and their orders, signed and filed as
//! everybody's are.

use crate::store::orders::vouch;
use crate::store::records::changes;
use crate::store::secrets::{locked, referee};
use crate::store::{
    Error, Folder, Game, SignedOrders, SigningKey, Submission, entropy, files, load, submit_signed,
};
use engine::Seat;
use record::change::{Action, Enlisted, HEIR};
use record::charter::Charter;
use record::player::Strength;
use record::{Digest, Namespace, PrivateKey, REFEREE, Secret, SecretFault};
use std::path::{Path, PathBuf};

/// File with the secret of the program's choices, among the referee's secrets.
pub(in crate::store) const SEED_FILE: &str = "players.seed";
/// Maximum size of that file in bytes, even when sealed to an age key.
const SEED_MAX: usize = 4096;
/// Maximum size of a key that was drawn here, in bytes.
const KEY_MAX: usize = 4096;
/// The file in `.tabella/` that marks a game of one person against the program.
const PRACTICE_FILE: &str = "practice";

/// Path of the private key of a seat that is played from this folder; it lies where the referee's secrets do.
///
/// # Errors
/// [`Error::Missing`], if they were put away and that folder is not there.
pub fn key_path(folder: &Folder, seat: &str) -> Result<PathBuf, Error> {
    Ok(folder.vault()?.join(format!("seat-{seat}.key")))
}

/// Names of the files in a folder of secrets that hold keys of seats played from here.
pub(in crate::store) fn key_files(vault: &Path) -> Result<Vec<String>, Error> {
    let is_key =
        |name: &String| name.strip_suffix(".key").is_some_and(|stem| stem.starts_with("seat-"));
    Ok(files::names(vault)?.into_iter().filter(is_key).collect())
}

/// A key for a seat that the program plays.
///
/// # Errors
/// No randomness.
pub fn draw_key(seat: &str) -> Result<PrivateKey, Error> {
    Ok(PrivateKey::generate(&entropy::draw()?, seat))
}

/// Keeps the key of a seat that is played from this folder.
///
/// # Errors
/// [`Error`] with the path.
pub fn keep_key(folder: &Folder, seat: &str, key: &PrivateKey) -> Result<(), Error> {
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    files::replace(&key_path(folder, seat)?, key.to_openssh().as_bytes(), files::SECRET_MODE)
}

/// Keeps the secret of the program's choices.
///
/// # Errors
/// [`Error`] with the path.
pub fn keep_seed(folder: &Folder, seed: &Secret) -> Result<(), Error> {
    locked::write(&folder.vault()?.join(SEED_FILE), format!("{}\n", seed.reveal()).as_bytes())
}

/// The secret from which the program's choices follow, checked against the charter; none if the program plays no seat.
///
/// # Errors
/// [`Error::Secrets`]; [`Error`] with the path.
pub fn seed(folder: &Folder, charter: &Charter) -> Result<Option<Secret>, Error> {
    let Some(program) = &charter.program else { return Ok(None) };
    let path = folder.vault()?.join(SEED_FILE);
    let missing = || Error::Missing {
        path: path.clone(),
        fix: "restore it: the last record must reveal the secret behind the program's choices"
            .to_owned(),
    };
    let text = files::text(&path, locked::read(&path, SEED_MAX)?.ok_or_else(missing)?)?;
    let read: Option<Secret> = text.trim().parse().ok();
    match read.filter(|secret| secret.opens(&program.seed)) {
        Some(secret) => Ok(Some(secret)),
        None => Err(Error::Secrets { path, what: SecretFault::OtherCommitment }),
    }
}

/// Files the orders of every seat that the program plays, that is awaited and that has not filed yet; nothing in a copy
/// of the game. Returns these seats.
///
/// # Errors
/// Error with the folder. If the program's own orders are refused, that is a bug.
pub fn answer(folder: &Folder) -> Result<Vec<Seat>, Error> {
    let vault = match folder.vault() {
        Ok(vault) => vault,
        // Its secrets were put away: it answers once they are back, and whoever else files need not wait for them.
        Err(Error::Missing { .. }) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    // A change may have given it a seat later than the charter that lies here.
    let seeded = locked::is_there(&vault.join(SEED_FILE))?;
    let plays = seeded || folder.charter()?.program.is_some();
    if !plays || !folder.is_referees()? {
        return Ok(Vec::new());
    }
    let game = load(folder)?;
    let Some(seed) = seed(folder, &game.session.charter)? else { return Ok(Vec::new()) };
    let mut answered = Vec::new();
    for seat in game.session.awaited_of_program() {
        if files::metadata(&folder.pending().join(format!("{seat}.yaml")))?.is_some() {
            continue;
        }
        let text =
            game.session.orders_of_program(&seed, &seat).expect("the program plays this seat");
        let key = SigningKey::open(&key_path(folder, seat.name())?)?;
        let signature = key.sign(Namespace::Orders, text.as_bytes())?;
        let head = vouch::sign(&game, &key)?;
        let signed = SignedOrders {
            bytes: text.as_bytes(),
            signature: Some(signature.as_bytes()),
            heads: &[&head],
            from: None,
        };
        match submit_signed(folder, &signed)? {
            Submission::Filed(_) | Submission::Same(_) => answered.push(seat),
            Submission::Returned { complaints, .. } => {
                let lines: Vec<String> = complaints.0.iter().map(ToString::to_string).collect();
                return Err(Error::Unsound(format!(
                    "the program's orders for {seat} were refused: {}",
                    lines.join("; ")
                )));
            }
        }
    }
    Ok(answered)
}

/// Proposes that the program plays a seat from now on, with a key drawn here: the change, signed with that key.
///
/// # Errors
/// An unknown seat; a folder that is not the referee's.
pub fn enlist(
    folder: &Folder,
    seat: &str,
    strength: Strength,
    reason: &str,
) -> Result<PathBuf, Error> {
    if !folder.is_referees()? {
        let fix = "only the referee's program can play the seat: run this command in the \
             referee's folder"
            .to_owned();
        return Err(Error::Missing { path: folder.private(), fix });
    }
    let game = load(folder)?;
    let charter = &game.session.charter;
    let player = game.session.play.player();
    let seed = match seed(folder, charter)? {
        Some(seed) => seed,
        // One that was drawn for a change that came to nothing serves for the next.
        None => drawn(folder)?,
    };
    let program = Enlisted { player, seed: Digest::of(seed.bytes()), strength };
    // A key that lies here serves again: of a change that came to nothing, or of the time before a person had the seat.
    let path = key_path(folder, seat)?;
    let key = match files::read_if_there(&path, KEY_MAX)? {
        Some(bytes) => PrivateKey::parse(&files::text(&path, bytes)?)
            .map_err(|fault| Error::Key { path, what: fault.to_string() })?,
        None => draw_key(seat)?,
    };
    let action = Action::Program { seat: seat.to_owned(), key: key.public().clone(), program };
    let path = changes::propose(folder, action, reason)?;
    keep_key(folder, seat, &key)?;
    changes::sign(&path, HEIR, &SigningKey::Here(Box::new(key)))?;
    Ok(path)
}

/// Gives a seat that counts as vacant to the program, as far as the referee alone may, by a change that the referee
/// signs too. False if such a change already waits with the referee's signature; one that anybody else laid there does
/// not count.
///
/// # Errors
/// As [`enlist`].
pub fn stand_in(game: &Game, seat: &str, strength: Strength) -> Result<bool, Error> {
    let folder = &game.folder;
    let same = |action: &Action| matches!(action, Action::Program { seat: of, .. } if of == seat);
    let ours = |notice: &changes::Notice| {
        same(&notice.change.action) && notice.signatures.contains_key(REFEREE)
    };
    if changes::waiting(game)?.iter().any(ours) {
        return Ok(false);
    }
    let Some(key) = referee::key_if_there(folder)? else {
        return Err(Error::NotReferee(folder.private()));
    };
    let reason = "the charter lets the program play for a seat that has missed this many phases \
         in a row";
    let path = enlist(folder, seat, strength, reason)?;
    changes::sign(&path, REFEREE, &key)?;
    Ok(true)
}

/// The secret here for the program's choices, or a new one.
fn drawn(folder: &Folder) -> Result<Secret, Error> {
    let path = folder.vault()?.join(SEED_FILE);
    if let Some(bytes) = locked::read(&path, SEED_MAX)? {
        let text = files::text(&path, bytes)?;
        // A seed to which a change may already be committed is never overwritten.
        let read = text.trim().parse();
        return read.map_err(|_| Error::Secrets { path, what: SecretFault::OtherCommitment });
    }
    let secret = Secret::from_bytes(entropy::draw()?);
    keep_seed(folder, &secret)?;
    Ok(secret)
}

/// Makes a game a practice game in which the person plays this seat.
///
/// # Errors
/// [`Error`] with the path.
pub fn begin_practice(folder: &Folder, seat: &str) -> Result<(), Error> {
    let path = folder.private().join(PRACTICE_FILE);
    files::replace(&path, format!("{seat}\n").as_bytes(), files::SECRET_MODE)
}

/// The person's seat in a practice game; none in any other.
///
/// # Errors
/// [`Error`] with the path.
pub fn practised(folder: &Folder) -> Result<Option<String>, Error> {
    let path = folder.private().join(PRACTICE_FILE);
    let Some(bytes) = files::read_if_there(&path, 1024)? else { return Ok(None) };
    Ok(Some(files::text(&path, bytes)?.trim().to_owned()))
}
