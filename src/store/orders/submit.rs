//! Filing orders, and checking them before they are sent.

mod judge;

pub use judge::{Replaced, check};
pub(in crate::store) use judge::{judge, leaves_out, says, sealed_expectation};

use crate::store::copies::ignored;
use crate::store::lock::PATIENCE;
use crate::store::orders::receipts::{self, About, Receipted};
use crate::store::orders::rejected::Sender;
use crate::store::orders::vouch::Vouch;
use crate::store::orders::{pending, rejected, vouch};
use crate::store::records::{changes, newer, staging};
use crate::store::secrets::referee;
use crate::store::secrets::seal::{self, Arrived};
use crate::store::{Error, Folder, Game, Lock, clock, load};
use chrono::{DateTime, Utc};
use engine::title::RawOrders;
use engine::{Complaint, Complaints, Kind, Path, Seat};
use judge::{Asker, expectation, replaced, taken_back, with_orders};
use record::Digest;
use record::exchange::codes::Code;
use record::exchange::{Acceptance, OrderFile, authenticate, order_file, receive, take_apart};
use record::receipt::Fate;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The result of handing in orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submission {
    /// The orders are filed and count from now on.
    Filed(FiledOrders),
    /// The same bytes were filed before; nothing has changed.
    Same(FiledOrders),
    Returned {
        complaints: Complaints,
        kept: PathBuf,
        /// The referee's signed word that they came and were refused, where a seat's key signed them.
        receipt: Receipted,
    },
}

impl Submission {
    pub const fn receipt(&self) -> &Receipted {
        match self {
            Self::Filed(filing) | Self::Same(filing) => &filing.receipt,
            Self::Returned { receipt, .. } => receipt,
        }
    }
}

/// A filed order file, as a receipt describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FiledOrders {
    pub seat: Seat,
    pub phase: u32,
    /// The revision of the file, from 1.
    pub revision: u32,
    pub digest: Digest,
    /// True if its author lets the phase be resolved early.
    #[serde(rename = "final")]
    pub final_: bool,
    pub time: DateTime<Utc>,
    /// Names of the questions to its seat that nothing answers while it counts; told to its author and the referee.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// True if it says that these are left open on purpose.
    #[serde(skip_serializing_if = "is_false")]
    pub hold: bool,
    /// Its sure results, for the title's template; null if the title does not say. Told to its author alone.
    #[serde(skip)]
    pub does: serde_json::Value,
    /// The keys of the standing orders that are in force once it counts, each with the phase whose file gave it;
    /// told to its author alone.
    #[serde(skip)]
    pub standing: BTreeMap<String, u32>,
    /// The referee's signed word for it, where this is the referee's folder.
    #[serde(skip)]
    pub receipt: Receipted,
    /// Warnings about orders that are lawful, but probably not meant.
    #[serde(skip)]
    pub warnings: Complaints,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_false(what: &bool) -> bool {
    !*what
}

impl FiledOrders {
    /// A file that counts, as `status` reports it: nothing of its contents.
    pub(in crate::store) fn of(game: &Game, file: &OrderFile, time: DateTime<Utc>) -> Self {
        let reply = game.session.play.reply(&file.seat, Some(&file.sheet));
        Self {
            seat: file.seat.clone(),
            phase: file.phase,
            revision: file.revision,
            digest: file.digest,
            final_: file.final_,
            time,
            open: reply.open().into_iter().map(str::to_owned).collect(),
            hold: reply.hold,
            does: serde_json::Value::Null,
            standing: BTreeMap::new(),
            receipt: Receipted::NotHere,
            warnings: Complaints::new(),
        }
    }
}

/// Files orders for the open phase, or keeps them in `rejected/` with the reason. The signature stands at the end of the
/// text, or comes separately.
///
/// # Errors
/// Error with the folder; that the orders are wrong is no error.
pub fn submit(
    folder: &Folder,
    bytes: &[u8],
    signature: Option<&[u8]>,
) -> Result<Submission, Error> {
    submit_signed(folder, &SignedOrders { bytes, signature, ..SignedOrders::default() })
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SignedOrders<'a> {
    pub bytes: &'a [u8],
    pub signature: Option<&'a [u8]>,
    /// Signatures that may vouch for the head, beside one that the orders carry.
    pub heads: &'a [&'a str],
    /// The seat that sent them, if the road by which they came proves it: then that seat can be answered about a sealed
    /// file that does not open.
    pub from: Option<&'a Seat>,
}

/// Files orders with all that came beside them.
///
/// # Errors
/// As [`submit`].
pub fn submit_signed(folder: &Folder, signed: &SignedOrders<'_>) -> Result<Submission, Error> {
    let SignedOrders { bytes, signature, heads, from } = *signed;
    let _lock = Lock::take(folder, PATIENCE)?;
    let game = &settled(folder)?;
    ignored::ignore(folder, game.session.outcome().is_some())?;
    let now = clock::now()?;
    match seal::arrived(folder, &game.in_force, bytes)? {
        Arrived::Plain => {
            Arrival { game, bytes, signature, heads, arrived: None, from, now }.take()
        }
        #[cfg(feature = "git")]
        Arrived::Sealed { text, arrived } => {
            let arrived = Some(arrived);
            Arrival { game, bytes: &text, signature, heads, arrived, from, now }.take()
        }
        Arrived::Closed { complaints, arrived } => {
            let arrival =
                Arrival { game, bytes, signature, heads, arrived: Some(arrived), from, now };
            let receipt = arrival.unread(None, fatal_code(&complaints));
            let sender = if from.is_some() { Sender::Known } else { Sender::Stranger };
            arrival.reject(complaints, sender, receipt)
        }
    }
}

/// An order file that has arrived, unsealed.
struct Arrival<'a> {
    game: &'a Game,
    bytes: &'a [u8],
    signature: Option<&'a [u8]>,
    /// Signatures beside it that may vouch for the head.
    heads: &'a [&'a str],
    /// Digest of the sealed file that it came in.
    arrived: Option<Digest>,
    /// The seat that sent it, by the road on which it came.
    from: Option<&'a Seat>,
    now: DateTime<Utc>,
}

impl Arrival<'_> {
    fn take(&self) -> Result<Submission, Error> {
        let Self { game, bytes, signature, now, .. } = *self;
        let received = match receive(bytes, signature, &game.signers) {
            Ok(received) => received,
            Err(complaints) => {
                let complaints = replaced(game, bytes, signature, complaints);
                let complaints = with_orders(game, bytes, signature, Asker::Anybody, complaints);
                let author = author(game, bytes, signature, self.from);
                let sender = if author.is_some() { Sender::Known } else { Sender::Stranger };
                let receipt = self.unread(author.as_ref(), fatal_code(&complaints));
                return self.reject(complaints, sender, receipt);
            }
        };
        let file = &received.file;
        self.tell_bringer(&file.seat);
        let filed = pending::all(&game.folder, &game.signers)?;
        let check = |seat: &Seat, sheet: &RawOrders| game.session.play.check(seat, sheet);
        let heads: Vec<&str> =
            received.second.iter().map(String::as_str).chain(self.heads.iter().copied()).collect();
        newer::heed(game, file, &heads)?;
        let (acceptance, mut complaints) = judge(&check, file, &expectation(game, &filed, file)?);
        let vouch = Vouch::among(game, file.seat.name(), &heads);
        if acceptance.is_some() {
            complaints.0.extend(vouch.complaint(game, file.seat.name())?);
            complaints.0.extend(taken_back(game, &filed, file));
        }
        let filing = |time, warnings| FiledOrders {
            receipt: receipts::issue(game, &self.about(Fate::Filed, file, None, time)),
            does: game.session.play.dry_run(&file.seat, &file.sheet),
            standing: game.session.play.standing_after(&file.seat, file.phase, &file.sheet),
            warnings,
            ..FiledOrders::of(game, file, time)
        };
        let vouched = |vouch: &Vouch| match vouch {
            Vouch::Holds(armored) => vouch::keep(&game.folder, file.seat.name(), armored),
            Vouch::None | Vouch::Unfit => Ok(()),
        };
        match acceptance {
            Some(Acceptance::Same) if !complaints.fatal() => {
                vouched(&vouch)?;
                let before = filed.iter().find(|one| one.received.file.digest == file.digest);
                Ok(Submission::Same(filing(before.map_or(now, |one| one.time), complaints)))
            }
            Some(Acceptance::New) if !complaints.fatal() => {
                vouched(&vouch)?;
                pending::file(&game.folder, &received, now)?;
                Ok(Submission::Filed(filing(now, complaints)))
            }
            _ => {
                // That no receipt could be signed changes nothing about the answer.
                let code = fatal_code(&complaints);
                let receipt = receipts::issue(game, &self.about(Fate::Refused, file, code, now));
                self.reject(complaints, Sender::Known, receipt)
            }
        }
    }

    /// The referee's receipt for a file in which no orders of a seat could be read: to the seat whose key signed it,
    /// with the digest of what was signed, else to the one by whose road it came.
    fn unread(&self, author: Option<&(Seat, Digest)>, code: Option<&str>) -> Receipted {
        match (author, self.from) {
            (Some((seat, digest)), _) => {
                self.tell_bringer(seat);
                self.refused(seat, *digest, code)
            }
            (None, Some(from)) => self.refused(from, self.came(), code),
            (None, None) => Receipted::NotHere,
        }
    }

    /// Tells the seat that brought the orders that they are another seat's; only their author is told the result. If
    /// both seats have one key, they are the same person's, and nothing is told.
    fn tell_bringer(&self, author: &Seat) {
        let key = |seat: &Seat| self.game.signers.key(seat.name());
        if let Some(from) = self.from.filter(|from| key(from) != key(author)) {
            self.refused(from, self.came(), Some(Code::KeyOther.code()));
        }
    }

    /// Digest of what came, sealed or not.
    fn came(&self) -> Digest {
        self.arrived.unwrap_or_else(|| Digest::of(self.bytes))
    }

    fn refused(&self, seat: &Seat, digest: Digest, code: Option<&str>) -> Receipted {
        let (fate, arrived, at) = (Fate::Refused, self.arrived, self.now);
        receipts::issue(self.game, &About { fate, seat, revision: None, digest, arrived, code, at })
    }

    fn reject(
        &self,
        complaints: Complaints,
        sender: Sender,
        receipt: Receipted,
    ) -> Result<Submission, Error> {
        let Self { game, bytes, signature, now, .. } = *self;
        let reason = told(&complaints);
        let why = (sender, reason.as_str());
        let kept = rejected::keep(&game.folder, game.open_phase(), bytes, signature, why, now)?;
        Ok(Submission::Returned { complaints, kept, receipt })
    }

    fn about<'a>(
        &self,
        fate: Fate,
        file: &'a OrderFile,
        code: Option<&'a str>,
        at: DateTime<Utc>,
    ) -> About<'a> {
        let revision = (fate == Fate::Filed).then_some(file.revision);
        let (digest, arrived) = (file.digest, self.arrived);
        About { fate, seat: &file.seat, revision, digest, arrived, code, at }
    }
}

/// The code of the first complaint for which a file goes back.
fn fatal_code(complaints: &Complaints) -> Option<&str> {
    complaints.0.iter().find(|one| one.kind() != Kind::Warning).map(|one| one.code)
}

/// The seat whose key signed what came as orders, readable or not, and the digest of what it signed. If several seats
/// share the key: the one that the text names, else the one by whose road it came, else the first.
fn author(
    game: &Game,
    bytes: &[u8],
    signature: Option<&[u8]>,
    from: Option<&Seat>,
) -> Option<(Seat, Digest)> {
    let parts = take_apart(bytes, signature).ok();
    let apart = parts.as_ref().map(|parts| (parts.bytes.as_slice(), parts.armored.as_str()));
    let beside = signature.and_then(|armored| Some((bytes, std::str::from_utf8(armored).ok()?)));
    apart.into_iter().chain(beside).find_map(|(bytes, armored)| {
        let named = OrderFile::glance(bytes).map(|(seat, _)| seat);
        let all = game.signers.seats().map(|(seat, _)| Seat::new(seat));
        named.into_iter().chain(from.cloned()).chain(all).find_map(|seat| {
            let signed = authenticate(bytes, armored, &game.signers, &seat).ok()?;
            Some((seat, Digest::of(&signed)))
        })
    })
}

/// The game, once what an interrupted command left has been repaired.
pub(in crate::store) fn settled(folder: &Folder) -> Result<Game, Error> {
    staging::recover(folder)?;
    pending::recover(folder)?;
    let game = load(folder)?;
    pending::settle(folder, &game.last)?;
    let counted = |bytes: &[u8]| game.last.counts_change(bytes);
    changes::settle(folder, game.last.number, &counted)?;
    pending::retire(folder, game.sealed_history(), &game.in_force, game.session.number + 1)?;
    referee::adopt(folder, &game.sealed_history().charter.dice)?;
    Ok(game)
}

fn told(complaints: &Complaints) -> String {
    let line = |complaint: &Complaint| {
        let place = complaint
            .span
            .map(|span| format!("line {}, column {}: ", span.line, span.column))
            .unwrap_or_default();
        let kind = if complaint.kind() == Kind::Warning { "(warning) " } else { "" };
        let rule = complaint.rule.map(|rule| format!(" (rule {rule})")).unwrap_or_default();
        let fix = complaint.fix.as_ref().map(|fix| format!("\n    {fix}")).unwrap_or_default();
        format!("{place}{kind}{complaint}{rule}{fix}")
    };
    complaints.0.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub fn too_large(length: u64) -> Complaints {
    let message =
        format!("the file has {length} bytes; an order file has at most {}", order_file::LIMIT);
    let complaint = Code::Size.at(Path::top(), message);
    Complaints(vec![
        complaint.fix("order files are never that long: perhaps the wrong file was sent"),
    ])
}
