//! Finds signatures for a record above the newest one: then the folder is older than what somebody saw. It was put back
//! from an older copy, or is one of two folders of one game, and going on from here would make a second history.
//!
//! ```text
//! .tabella/newer   a line for each seat and record that somebody vouched for: `rome 7`, and `accepted 7` once the referee went on
//! ```

use crate::store::{Error, Folder, Game, files};
use engine::Seat;
use record::exchange::OrderFile;
use record::receipt::{RECEIPT_MAX, Receipt};
use record::signed_text::mend_armor;
use record::sums::{record_name, record_number};
use record::{Digest, Namespace, REFEREE, Signers, head_text};
use std::fmt;
use std::path::{Path, PathBuf};

/// Maximum size of the file, in bytes.
const FILE_MAX: usize = 1 << 20;
/// Maximum number of receipts looked at per phase.
const RECEIPTS_MAX: usize = 100;
/// Stands in place of a seat in the entry after which earlier claims no longer count.
const ACCEPTED: &str = "accepted";

/// Somebody's signature for a record that is not here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The signer: a seat, or `referee`.
    pub by: String,
    pub record: u32,
    /// The number of the newest record that is here.
    pub newest: u32,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, record, newest } = self;
        write!(
            f,
            "this folder is out of date: {by} has signed the head of record {record}, but the \
             newest record here is {newest}. The folder was restored from an older copy, or it \
             is one of two folders of this game. Nothing was resolved: use the newer folder, or \
             fetch the later records from players' copies (`tabella referee recover --from \
             COPY`). Only if they are lost for good, run `tabella resolve --despite REASON` to \
             go on from here, and tell the players"
        )
    }
}

/// Notes the claim made by a signature over a head, beside orders for a later phase. Such orders are right, and the
/// folder is behind: they are not kept here as refused.
///
/// # Errors
/// [`Error::Older`], if there is such a claim; [`Error`] with the path.
pub(in crate::store) fn heed(
    game: &Game,
    file: &OrderFile,
    signatures: &[&str],
) -> Result<(), Error> {
    match vouched(game, &file.seat, (file.phase, file.after), signatures) {
        None => Ok(()),
        Some(claim) => {
            note(&game.folder, &claim)?;
            Err(Error::Older(claim))
        }
    }
}

/// The claim made by a seat's signature over a head, beside orders for a later phase; none if the signature does not
/// hold.
fn vouched(
    game: &Game,
    seat: &Seat,
    (phase, after): (u32, Digest),
    signatures: &[&str],
) -> Option<Claim> {
    let (newest, record) = (game.session.number, phase.checked_sub(1)?);
    let text = head_text(&game.session.charter.game, record, &after);
    let holds = |armored: &&str| {
        let armored = mend_armor(armored);
        matches!(
            game.signers.verify(seat.name(), Namespace::Head, text.as_bytes(), &armored),
            Some(Ok(()))
        )
    };
    let claim = Claim { by: seat.to_string(), record, newest };
    (record > newest && signatures.iter().any(holds)).then_some(claim)
}

/// Notes a claim.
///
/// # Errors
/// [`Error`] with the path.
fn note(folder: &Folder, claim: &Claim) -> Result<(), Error> {
    let line = format!("{} {}", claim.by, claim.record);
    let path = path(folder);
    let known = files::read_if_there(&path, FILE_MAX)?.unwrap_or_default();
    if String::from_utf8_lossy(&known).lines().any(|one| one == line) {
        return Ok(());
    }
    files::append_line(&path, &line, files::SECRET_MODE)
}

/// The claim for the latest record above the newest one, unless the referee has gone on in spite of it.
///
/// # Errors
/// [`Error`] with the path.
pub fn claim(game: &Game) -> Result<Option<Claim>, Error> {
    let newest = game.session.number;
    let bytes = files::read_if_there(&path(&game.folder), FILE_MAX)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let line = |line: &str| {
        let (by, record) = line.split_once(' ')?;
        Some((record.parse().ok()?, by.to_owned()))
    };
    let mut claims: Vec<(u32, String)> = text.lines().filter_map(line).collect();
    let accepted: Vec<(u32, String)> = claims.extract_if(.., |(_, by)| by == ACCEPTED).collect();
    claims.extend(receipted(game)?.map(|record| (record, REFEREE.to_owned())));
    let accepted = accepted.into_iter().map(|(record, _)| record).max().unwrap_or(0);
    let latest = claims.into_iter().max().filter(|(record, _)| *record > newest.max(accepted));
    Ok(latest.map(|(record, by)| Claim { by, record, newest }))
}

/// Goes on from here in spite of what was signed.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn accept(game: &Game) -> Result<(), Error> {
    match claim(game)? {
        None => Ok(()),
        Some(claim) => note(&game.folder, &Claim { by: ACCEPTED.to_owned(), ..claim }),
    }
}

/// The latest record above the newest one after which the referee gave a receipt that lies here.
fn receipted(game: &Game) -> Result<Option<u32>, Error> {
    let place = game.folder.root().join("receipts");
    let number = |(name, _): &(String, _)| record_number(name);
    let mut phases: Vec<u32> = files::kinds(&place)?.iter().filter_map(number).collect();
    phases.retain(|phase| *phase > game.open_phase());
    phases.sort_unstable();
    while let Some(phase) = phases.pop() {
        let folder = place.join(record_name(phase));
        for name in files::names(&folder)?.iter().take(RECEIPTS_MAX) {
            if name.strip_suffix(".yaml").is_some()
                && is_referees(&game.signers, &folder.join(name), game)?
            {
                return Ok(Some(phase - 1));
            }
        }
    }
    Ok(None)
}

fn is_referees(signers: &Signers, path: &Path, game: &Game) -> Result<bool, Error> {
    let text = files::read(path, RECEIPT_MAX)?;
    let Some(signature) = files::read_if_there(&path.with_extension("yaml.sig"), RECEIPT_MAX)?
    else {
        return Ok(false);
    };
    let armored = String::from_utf8_lossy(&signature);
    let held = signers.verify(REFEREE, Namespace::Receipt, &text, &armored);
    let ours = Receipt::parse(&text).is_ok_and(|one| one.game == game.session.charter.game);
    Ok(ours && matches!(held, Some(Ok(()))))
}

fn path(folder: &Folder) -> PathBuf {
    folder.private().join("newer")
}
