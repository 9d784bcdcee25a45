//! The seats that have filed for the open phase, as a copy tells it: never what they filed, and never who is awaited.
//! The referee states it, and it is no part of the chain.

use crate::store::copies::seat_copy::strictly;
use crate::store::orders::pending;
use crate::store::records::changes;
use crate::store::records::load::Ground;
use crate::store::{Error, Folder, files};
use record::Digest;
use serde::{Deserialize, Serialize};

pub const FILED_FILE: &str = "filed.yaml";
/// Maximum size of `filed.yaml`, in bytes.
const FILED_MAX: usize = 64 << 10;
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filings {
    tabella: u32,
    game: String,
    phase: u32,
    /// The head behind which the phase is open.
    after: Digest,
    /// The seats with a file that counts as things stand, in the charter's order.
    filed: Vec<String>,
}

/// The list that a copy made now would hold: in the referee's folder it is made from the files there, in a copy it is
/// that copy's own list. None once the game is over, and if an earlier copy has none.
///
/// # Errors
/// A filed file that cannot be read.
pub(in crate::store) fn told(folder: &Folder, ground: &Ground) -> Result<Option<Vec<u8>>, Error> {
    if ground.turn.outcome.is_some() {
        return Ok(None);
    }
    let now = ground.timeline.newest();
    let (phase, after) = (ground.last.number + 1, ground.last.digest);
    let seats: Vec<String> = now.charter.seat_names().map(str::to_owned).collect();
    let filed = if folder.is_referees()? {
        let signers = changes::complete(&ground.open(folder))?.1.signers;
        let files = pending::all(folder, &signers)?;
        let of_phase = |seat: &String| {
            let mut theirs = files.iter().map(|one| &one.received.file);
            theirs.any(|file| file.seat.name() == seat && file.phase == phase)
        };
        Some(seats.into_iter().filter(of_phase).collect())
    } else {
        read(folder, phase, after)?
    };
    let game = now.charter.game.clone();
    Ok(filed.map(|filed| {
        let told = Filings { tabella: VERSION, game, phase, after, filed };
        serde_yaml::to_string(&told).expect("names are plain data").into_bytes()
    }))
}

/// The seats that have filed for the open phase, as a copy tells it; none where it does not say, or speaks of another phase.
///
/// # Errors
/// A file that is not of this kind.
pub fn read(folder: &Folder, phase: u32, after: Digest) -> Result<Option<Vec<String>>, Error> {
    let path = folder.root().join(FILED_FILE);
    let Some(bytes) = files::read_if_there(&path, FILED_MAX)? else { return Ok(None) };
    let charter = folder.charter()?;
    let fix = "ask the referee for a new copy (`tabella share copy`), or remove it";
    let broken = |what: String| Error::broken(&path, what, fix);
    let told: Filings = strictly(&path, bytes)
        .map_err(|fault| broken(format!("not a list of those who have filed: {fault}")))?;
    let stranger = told.filed.iter().any(|seat| charter.seat(seat).is_none());
    if told.tabella != VERSION || told.game != charter.game || stranger {
        let what = format!(
            "it belongs to no phase of {}, or is in another version of the format",
            charter.game
        );
        return Err(broken(what));
    }
    Ok(((told.phase, told.after) == (phase, after)).then_some(told.filed))
}
