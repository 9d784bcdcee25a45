//! How a game stands: who is awaited, since when, until when, and what has been filed. Never what it says.

use super::receipts::Receipted;
use super::submit::FiledOrders;
use super::{Error, Folder, Game, changes, clock, load, pending};
use chrono::{DateTime, Utc};
use engine::title::OpenPrompt;
use engine::{Complaints, Outcome, Phase};
use record::Digest;
use serde::Serialize;
use std::collections::BTreeMap;

/// How a game stands.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// Id of the game.
    pub game: String,
    /// Name of its title.
    pub title: String,
    /// Digest of the opening.
    pub start: Digest,
    /// Digest of the last record.
    pub head: Digest,
    /// Number of the last record.
    pub record: u32,
    /// Where in the sequence of play it stands.
    pub at: Phase,
    /// Everybody who is asked something.
    pub asked: Vec<OpenPrompt>,
    /// The prompts that wait for fresh orders.
    pub awaited: Vec<OpenPrompt>,
    /// What has been filed for the open phase.
    pub filed: Vec<FiledOrders>,
    /// Changes that wait for the referee's signature alone: their files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to_sign: Vec<String>,
    /// When the open phase was opened.
    pub opened: DateTime<Utc>,
    /// When its orders are due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    /// The time at which it was asked.
    pub now: DateTime<Utc>,
    /// The result, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// How the game in a folder stands.
///
/// # Errors
/// As [`load()`].
pub fn status(folder: &Folder) -> Result<Status, Error> {
    of(&load(folder)?)
}

/// How a game that was taken up stands.
///
/// # Errors
/// [`Error`] with what was filed.
pub fn of(game: &Game) -> Result<Status, Error> {
    let filed = pending::all(&game.folder, &game.signers)?.into_iter().map(|one| FiledOrders {
        phase: one.received.file.phase,
        revision: one.received.file.revision,
        digest: one.received.file.digest,
        final_: one.received.file.final_,
        seat: one.seat,
        time: one.time,
        standing: BTreeMap::new(),
        receipt: Receipted::NotHere,
        warnings: Complaints::new(),
    });
    let session = &game.session;
    Ok(Status {
        game: session.charter.game.clone(),
        title: session.charter.title.clone(),
        start: session.start,
        head: session.head,
        record: session.number,
        at: session.play.phase(),
        asked: session.play.asked(),
        awaited: session.play.awaited(),
        filed: filed.filter(|filing| filing.phase == game.open_phase()).collect(),
        to_sign: changes::for_the_referee(game)?.into_iter().map(|(file, _)| file).collect(),
        opened: game.turn.resolved,
        deadline: game.deadline(),
        now: clock::now()?,
        outcome: session.outcome(),
    })
}
