//! The copy of one seat: what serves that seat is answered from its own view, without the state of the game.
//!
//! It is answered from the seat's hand ([`engine::hand`]) in the newest record, to which that record commits. Beside the
//! records such a copy holds `view.yaml`: whose copy it is, and what the seat had filed. That is the referee's word and no part
//! of the chain.

use crate::store::orders::{pending, submit};
use crate::store::records::changes;
use crate::store::records::index::Entries;
use crate::store::records::load::{Ground, ground};
use crate::store::{Error, Folder, Game, files};
use chrono::{DateTime, Utc};
use engine::hand::Adviser;
use engine::reply::Reply;
use engine::{Common, Complaint, Complaints, Seat};
use record::change::History;
use record::exchange::{Expectation, Filed, OrderFile, receive, take_apart, yaml};
use record::receipt::{RECEIPT_MAX, Receipt};
use record::sums::record_name;
use record::{Digest, Namespace, REFEREE, SignedText, Signers, TurnFile, view_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

pub const VIEW_FILE: &str = "view.yaml";
/// Maximum bytes of the file.
pub(in crate::store) const VIEW_MAX: usize = 16 << 20;
const VERSION: u32 = 1;
const FIX: &str = "ask the referee for a new copy of your seat (`tabella share copy --seat SEAT`), or fetch again";

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
}

impl View {
    /// Checks that it is of a seat of this game, and of the newest record.
    fn fits(&self, ground: &Ground) -> Result<(), String> {
        let Ground { last, timeline, .. } = ground;
        let charter = &timeline.newest().charter;
        let (game, phase) = (&charter.game, last.number + 1);
        if self.tabella != VERSION || self.game != *game || charter.seat(&self.seat).is_none() {
            return Err(format!(
                "it belongs to no seat of {game}, or is in another version of the format"
            ));
        }
        if (self.phase, self.after) != (phase, last.digest) {
            return Err(format!(
                "it belongs to phase {}, but phase {phase} is open here",
                self.phase
            ));
        }
        Ok(())
    }

    fn written(&self) -> Vec<u8> {
        serde_yaml::to_string(self).expect("a view is plain data").into_bytes()
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Newest {
    revision: u32,
    digest: Digest,
    /// The parts of the file that a later one may leave out; unknown if only a receipt tells of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    says: Vec<String>,
}

impl Newest {
    fn of(file: &OrderFile, reply: &Reply) -> Self {
        let (revision, digest) = (file.revision, file.digest);
        Self { revision, digest, says: submit::says(file, reply) }
    }
}

/// The seat of a copy, and what that seat has filed for the open phase, as `view.yaml` holds it; none once the game is
/// over.
///
/// # Errors
/// A filed file that cannot be read.
pub(in crate::store) fn view(game: &Game, seat: &str) -> Result<Option<Vec<u8>>, Error> {
    if game.session.outcome().is_some() {
        return Ok(None);
    }
    let filed = pending::all(&game.folder, &game.signers)?;
    let newest = filed.iter().map(|one| &one.received.file).find(|file| file.seat.name() == seat);
    let view = View {
        tabella: VERSION,
        game: game.session.charter.game.clone(),
        phase: game.open_phase(),
        seat: seat.to_owned(),
        after: game.session.head,
        filed: newest
            .map(|file| Newest::of(file, &game.session.play.reply(&file.seat, Some(&file.sheet)))),
    };
    Ok(Some(view.written()))
}

/// Reads what lies beside the chain of a copy by the strict reader, which has bounds and knows no references.
///
/// # Errors
/// A message that says what is wrong with it.
pub(in crate::store) fn strictly<T: DeserializeOwned>(
    path: &Path,
    bytes: Vec<u8>,
) -> Result<T, String> {
    let text = files::text(path, bytes).map_err(|fault| fault.to_string())?;
    record::read_plain(&text)
}

/// The newest file of a seat for a phase, by the receipts that lie beside the records: in a clone these come before a
/// newer view does.
fn receipted(
    folder: &Folder,
    game: &str,
    phase: u32,
    (seat, signers): (&str, &Signers),
) -> Result<Option<Newest>, Error> {
    let place = folder.root().join("receipts").join(record_name(phase));
    let mut newest: Option<Newest> = None;
    for name in files::names(&place)? {
        let read = |name: &str| files::read_if_there(&place.join(name), RECEIPT_MAX);
        let (Some(bytes), Some(armored)) = (read(&name)?, read(&format!("{name}.sig"))?) else {
            continue;
        };
        let armored = String::from_utf8_lossy(&armored);
        let Some(Ok(())) = signers.verify(REFEREE, Namespace::Receipt, &bytes, &armored) else {
            continue;
        };
        let Ok(receipt) = Receipt::parse(&bytes) else { continue };
        if (receipt.game.as_str(), receipt.phase, receipt.seat.as_str()) != (game, phase, seat) {
            continue;
        }
        let (digest, says) = (receipt.digest, Vec::new());
        let filed = receipt.revision.map(|revision| Newest { revision, digest, says });
        newest = newest.into_iter().chain(filed).max_by_key(|newest| newest.revision);
    }
    Ok(newest)
}

/// The loaded copy of a seat: everything that serves the seat in the open phase.
pub struct SeatCopy {
    pub folder: Folder,
    pub seat: Seat,
    /// The keys, charter and absences for the open phase.
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
    /// The seat's hand, from which everything that serves it is answered.
    pub hand: Box<dyn Adviser>,
    /// The hand as plain data.
    pub plain: Value,
    filed: Option<Newest>,
    /// The facts about all records.
    entries: Entries,
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
        let (game, phase) = (&timeline.newest().charter.game, last.number + 1);
        if turn.outcome.is_some() {
            return Ok(None);
        }
        // By the strict reader: in a clone a parcel brings it.
        let view = strictly(&path, bytes).map_err(|fault| format!("not a view of a seat: {fault}"));
        let view: View = view
            .and_then(|view: View| view.fits(&ground).map(|()| view))
            .map_err(|what| Error::broken(&path, what, FIX))?;
        let name = view_file(&view.seat);
        let shown = last.path().join(&name);
        let broken = |what: String| Error::broken(&shown, what, FIX);
        let text = last.text(&name)?;
        let mut tree = yaml::parse(&text).map_err(|told| broken(told.to_string()))?.plain_value();
        let plain = tree["hand"].take();
        let hand = loaded.take_up(&plain).map_err(broken)?;
        if hand.seat().name() != view.seat {
            return Err(broken(format!("it holds the hand of {}", hand.seat())));
        }
        let in_force = changes::complete(&ground.open(folder))?.1;
        let receipted = receipted(folder, game, phase, (&view.seat, &in_force.signers))?;
        // Of one revision the view tells more.
        let filed = receipted.into_iter().chain(view.filed).max_by_key(|newest| newest.revision);
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
            plain,
            filed,
            entries,
        }))
    }

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
        self.filed.as_ref().map_or(1, |filed| filed.revision + 1)
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
            let what = format!(
                "this copy has the view of {}, but the file holds orders from {author}",
                self.seat
            );
            let fix = "check it in that seat's own copy";
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
                let (accepted, mut complaints) = submit::judge(
                    &|_, sheet| self.hand.check(sheet),
                    &file,
                    &self.expectation(&file),
                );
                complaints.0.extend(accepted.and_then(|_| self.taken_back(&file)));
                Ok((Some(file), complaints))
            }
            Err(mut complaints) => {
                let said = glance.map(|(_, sheet)| self.hand.check(&sheet).0).unwrap_or_default();
                let said = said.into_iter().filter(|one| one.code != Common::Unanswered.code());
                complaints.0.extend(said);
                complaints.sort();
                Ok((None, complaints))
            }
        }
    }

    fn expectation(&self, file: &OrderFile) -> Expectation {
        let open = self.open_phase();
        let mut expected = submit::sealed_expectation(&self.entries, &self.in_force, open, file);
        let filed = |newest: &Newest| Filed { revision: newest.revision, digest: newest.digest };
        let filed = self.filed.iter().map(filed).collect();
        expected.filed = BTreeMap::from([(self.seat.clone(), filed)]);
        expected
    }

    /// Notes in the view what the seat has handed in, until the referee's next view says what counts.
    ///
    /// # Errors
    /// A file that cannot be written.
    #[cfg(feature = "git")]
    pub fn note_filed(&self, file: &OrderFile) -> Result<(), Error> {
        let view = View {
            tabella: VERSION,
            game: file.game.clone(),
            phase: self.open_phase(),
            seat: self.seat.name().to_owned(),
            after: self.head,
            filed: Some(Newest::of(file, &self.hand.reply(Some(&file.sheet)))),
        };
        files::replace(&self.folder.root().join(VIEW_FILE), &view.written(), files::SECRET_MODE)
    }

    /// The warning about a file that takes back parts of the one that the seat filed before, as far as the view tells.
    fn taken_back(&self, file: &OrderFile) -> Option<Complaint> {
        let before = self.filed.as_ref()?;
        let after = submit::says(file, &self.hand.reply(Some(&file.sheet)));
        submit::leaves_out((before.revision, &before.says), (file, &after))
    }
}
