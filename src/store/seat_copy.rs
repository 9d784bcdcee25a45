//! The copy of one seat: what serves that seat is answered from its own view, without the state of the game.
//!
//! Beside the records such a copy holds `view.yaml`: the seat's hand ([`engine::hand`]) as the newest record left it. It is
//! the referee's word and no part of the chain.

use super::index::Entry;
use super::load::{Ground, ground};
use super::{Error, Folder, Game, changes, files, pending, submit};
use chrono::{DateTime, Utc};
use engine::hand::Adviser;
use engine::{Complaints, Seat};
use record::change::History;
use record::exchange::{Expectation, Filed, OrderFile, receive, take_apart, yaml};
use record::{Digest, SignedText, TurnFile};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The file's name in the folder.
pub const VIEW_FILE: &str = "view.yaml";
/// Most of its bytes.
pub(super) const VIEW_MAX: usize = 16 << 20;
/// The version of its form.
const VERSION: u32 = 1;

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct View {
    tabella: u32,
    game: String,
    phase: u32,
    seat: String,
    after: Digest,
    /// The newest file of the seat that counted for this phase when this was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    filed: Option<Newest>,
    hand: Value,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Newest {
    revision: u32,
    digest: Digest,
}

/// The view of a seat for the open phase, as its copy holds it; none once the game is over.
///
/// # Errors
/// What was filed cannot be read.
pub(super) fn view(game: &Game, seat: &str) -> Result<Option<Vec<u8>>, Error> {
    if game.session.outcome().is_some() {
        return Ok(None);
    }
    // The session that was taken up holds no chapters: those are of the record played again.
    let again = game.again(game.session.number)?;
    let filed = pending::all(&game.folder, &game.signers)?;
    let newest = filed.iter().map(|one| &one.received.file).find(|file| file.seat.name() == seat);
    let view = View {
        tabella: VERSION,
        game: game.session.charter.game.clone(),
        phase: game.open_phase(),
        seat: seat.to_owned(),
        after: game.session.head,
        filed: newest.map(|file| Newest { revision: file.revision, digest: file.digest }),
        hand: again.session.play.hand(&Seat::new(seat)),
    };
    Ok(Some(serde_yaml::to_string(&view).expect("a hand is plain data").into_bytes()))
}

/// Reads what lies beside the chain of a copy by the strict reader, which has bounds and knows no references.
///
/// # Errors
/// What is wrong with it.
pub(super) fn strictly<T: DeserializeOwned>(path: &Path, bytes: Vec<u8>) -> Result<T, String> {
    let text = files::text(path, bytes).map_err(|fault| fault.to_string())?;
    let tree = yaml::parse(&text).map_err(|told| told.to_string())?;
    serde_json::from_value(tree.plain_value()).map_err(|fault| fault.to_string())
}

/// A seat's copy taken up: all that serves the seat in the open phase.
pub struct SeatCopy {
    /// Where it lies.
    pub folder: Folder,
    /// The seat whose copy it is.
    pub seat: Seat,
    /// What counts for the open phase.
    pub in_force: History,
    /// `turn.yaml` of the last record.
    pub turn: TurnFile,
    /// Number of the last record.
    pub number: u32,
    /// Digest of the last record's list.
    pub head: Digest,
    /// Digest of the opening's list.
    pub start: Digest,
    /// The title's name, for people.
    pub title_name: String,
    /// What the seat knows, from which everything that serves it is answered.
    pub hand: Box<dyn Adviser>,
    /// The hand as plain data.
    pub plain: Value,
    filed: Option<Newest>,
    /// What each record comes to, by its number.
    entries: Vec<Entry>,
}

impl SeatCopy {
    /// The copy of one seat that a folder is; none in the referee's folder, in a copy for everybody, and once the game is over.
    ///
    /// # Errors
    /// A view that is not of the newest record, or that cannot be read; what is missing or altered.
    pub fn find(folder: &Folder) -> Result<Option<Self>, Error> {
        let path = folder.root().join(VIEW_FILE);
        if folder.is_referees()? {
            return Ok(None);
        }
        let Some(bytes) = files::read_if_there(&path, VIEW_MAX)? else { return Ok(None) };
        let ground = ground(folder)?;
        let Ground { loaded, last, timeline, turn, .. } = &ground;
        if turn.outcome.is_some() {
            return Ok(None);
        }
        let fix = "ask the referee for a new copy of your seat (`tabella publish --seat SEAT`), or fetch again";
        let broken = |what: String| Error::broken(&path, what, fix);
        // By the strict reader: in a clone a parcel brings it.
        let view: View = strictly(&path, bytes)
            .map_err(|fault| broken(format!("no view of a seat: {fault}")))?;
        let newest = timeline.newest();
        let (game, phase) = (&newest.charter.game, last.number + 1);
        if view.tabella != VERSION
            || view.game != *game
            || newest.charter.seat(&view.seat).is_none()
        {
            return Err(broken(format!("it is of no seat of {game}, or of another version")));
        }
        if (view.phase, view.after) != (phase, last.digest) {
            let what = format!("it is of phase {}, and phase {phase} is open here", view.phase);
            return Err(broken(what));
        }
        let hand = loaded.take_up(&view.hand).map_err(broken)?;
        if hand.seat().name() != view.seat {
            return Err(broken(format!(
                "it says {}, and holds the hand of {}",
                view.seat,
                hand.seat()
            )));
        }
        let in_force = changes::complete(&ground.open(folder))?.1;
        let title_name = loaded.prospectus().title;
        let Ground { start, last, turn, entries, .. } = ground;
        Ok(Some(Self {
            folder: folder.clone(),
            seat: Seat::new(&view.seat),
            in_force,
            turn,
            number: last.number,
            head: last.digest,
            start,
            title_name,
            hand,
            plain: view.hand,
            filed: view.filed,
            entries,
        }))
    }

    /// Number of the open phase.
    pub fn open_phase(&self) -> u32 {
        self.number + 1
    }

    /// When its orders are due, vacations and changes of the deadline counted.
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        let next = self.turn.next.as_ref()?;
        self.in_force.deadline(next.deadline, &next.awaited)
    }

    /// The revision that the seat's next file must have, as far as was known when the copy was made.
    pub fn revision(&self) -> u32 {
        self.filed.map_or(1, |filed| filed.revision + 1)
    }

    /// Everything wrong with an order file of the seat, signed or not yet, as far as the seat may know it.
    ///
    /// # Errors
    /// A file of another seat; a file that cannot be read or written.
    pub fn check(
        &self,
        bytes: &[u8],
        signature: Option<&[u8]>,
    ) -> Result<(Option<OrderFile>, Complaints), Error> {
        let apart = take_apart(bytes, signature).ok();
        let glance = OrderFile::glance(apart.as_ref().map_or(bytes, |parts| &parts.bytes));
        if let Some((author, _)) = glance.as_ref().filter(|(author, _)| *author != self.seat) {
            let what = format!("the view of {}, and the file is of {author}", self.seat);
            let fix = "check it in the copy of the seat whose orders it holds";
            return Err(Error::broken(&self.folder.root().join(VIEW_FILE), what, fix));
        }
        let signers = &self.in_force.signers;
        let read = if signature.is_some() || SignedText::is_signed(bytes) {
            receive(bytes, signature, signers).map(|received| received.file)
        } else {
            OrderFile::read(bytes)
        };
        match read {
            Ok(file) => {
                let judged =
                    submit::judge(&|_, sheet| self.hand.check(sheet), &file, &self.expectation());
                Ok((Some(file), judged.1))
            }
            Err(mut complaints) => {
                complaints
                    .0
                    .extend(glance.map(|(_, sheet)| self.hand.check(&sheet).0).unwrap_or_default());
                complaints.sort();
                Ok((None, complaints))
            }
        }
    }

    fn expectation(&self) -> Expectation {
        let mut expected =
            submit::sealed_expectation(&self.entries, &self.in_force, self.open_phase());
        let filed = self.filed.map(|Newest { revision, digest }| vec![Filed { revision, digest }]);
        expected.filed = BTreeMap::from([(self.seat.clone(), filed.unwrap_or_default())]);
        expected
    }
}
