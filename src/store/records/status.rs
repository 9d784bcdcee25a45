//! The state of a game: who is awaited, since when, until when, and who has filed. It never tells what was filed.

use crate::store::orders::pending;
use crate::store::orders::submit::FiledOrders;
use crate::store::records::changes;
use crate::store::records::newer::{self, Claim};
use crate::store::records::standing::Standing;
use crate::store::{Error, Folder, Game, clock, load};
use chrono::{DateTime, Utc};
use engine::{OpenPrompt, Outcome, Phase};
use record::Digest;
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub struct Status {
    pub game: String,
    pub title: String,
    /// Digest of the opening.
    pub start: Digest,
    /// Digest of the last record.
    pub head: Digest,
    pub record: u32,
    /// The place in the sequence of play.
    pub at: Phase,
    pub asked: Vec<OpenPrompt>,
    /// The prompts that nothing answers yet, neither a file nor orders in force.
    pub awaited: Vec<OpenPrompt>,
    pub filed: Vec<FiledOrders>,
    /// Files of the changes that wait for the referee's signature alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to_sign: Vec<String>,
    /// Files of the agreed changes, and whether each counts with the record of the open phase or makes one by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<(String, bool)>,
    pub opened: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    /// Seats whose letters about the newest record have not gone out, so that the phase's time stands still.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsent: Vec<String>,
    /// Until when late orders are taken; none before the deadline has passed, and none if the game waits for late
    /// seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
    /// A signature on a record that is not here: the folder is older than that record, and nothing is resolved in it.
    #[serde(skip)]
    pub older: Option<Claim>,
    pub now: DateTime<Utc>,
    /// The result, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// The state of the game in a folder.
///
/// # Errors
/// As [`load()`].
pub fn status(folder: &Folder) -> Result<Status, Error> {
    of(&load(folder)?)
}

/// The state of a loaded game.
///
/// # Errors
/// [`Error`] with the path of a filed file.
pub fn of(game: &Game) -> Result<Status, Error> {
    let filed: Vec<FiledOrders> = pending::all(&game.folder, &game.signers)?
        .iter()
        .filter(|one| one.received.file.phase == game.open_phase())
        .map(|one| FiledOrders::of(game, &one.received.file, one.time))
        .collect();
    let (session, now) = (&game.session, clock::now()?);
    let standing = Standing::at(game, now)?;
    let mut unsent = Vec::new();
    if standing.deadline.is_none() && game.deadline().is_some() {
        unsent = [&standing.delivery.waiting[..], &standing.delivery.failed].concat();
    }
    Ok(Status {
        game: session.charter.game.clone(),
        title: session.charter.title.clone(),
        start: session.start,
        head: session.head,
        record: session.number,
        at: session.play.phase(),
        asked: session.play.asked(),
        awaited: session
            .play
            .asked()
            .into_iter()
            .filter(|asked| open(game, &filed, asked))
            .collect(),
        filed,
        to_sign: changes::for_the_referee(game)?.into_iter().map(|(file, _)| file).collect(),
        agreed: changes::agreed(game)?,
        opened: game.turn.resolved,
        deadline: standing.deadline.or(game.deadline()),
        unsent,
        until: standing.until(game, now),
        older: newer::claim(game)?,
        now,
        outcome: session.outcome(),
    })
}

/// True if a prompt is awaited and nothing answers it, neither the file of its seat nor the orders in force.
fn open(game: &Game, filed: &[FiledOrders], asked: &OpenPrompt) -> bool {
    match filed.iter().find(|filing| filing.seat == asked.seat) {
        Some(filing) => filing.open.contains(&asked.prompt),
        None => game.session.play.reply(&asked.seat, None).open().contains(&asked.prompt.as_str()),
    }
}
