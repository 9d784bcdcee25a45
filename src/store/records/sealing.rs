//! The values from which the reports of a record are rendered.

use crate::session::{Counted, Session};
use engine::Seat;
use engine::title::{Play, TurnSummary};
use record::charter::Charter;
use record::notes::Notes;
use record::{Digest, PublicKey, Secret, Signers, TurnFile, salt};
use std::collections::BTreeMap;
use std::error::Error;

/// A record about to be sealed, or played again, after its phase.
pub struct Sealing<'a> {
    pub charter: &'a Charter,
    /// The game after the record, with the record's chapters.
    pub play: &'a dyn Play,
    /// The contents of the record's `turn.yaml`: its number, times, who is awaited next and until when.
    pub turn: &'a TurnFile,
    /// A summary of the run; none in record 0.
    pub done: Option<&'a TurnSummary>,
    /// The game's start; none in record 0, which makes it.
    pub start: Option<Digest>,
    /// The digest of the record before; none in record 0.
    pub previous: Option<Digest>,
    /// True if seats may not see everything: each seat's reports are then sealed, each with its own salt.
    pub hidden: bool,
    /// The order files that it counts.
    pub orders: &'a [OrderNote],
    /// The notes between players in these files, if the charter takes notes.
    pub notes: Option<&'a Notes>,
    /// The changes that count from it on, one line each.
    pub changes: &'a [String],
    pub(in crate::store) secret: Option<&'a Secret>,
}

/// An order file that a record counts, and who signed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderNote {
    pub seat: Seat,
    /// The revision of the file, from 1.
    pub revision: u32,
    pub digest: Digest,
    /// Fingerprint of the seat's key.
    pub signer: String,
}

impl OrderNote {
    /// The files that a session's last resolution counted.
    pub(in crate::store) fn all(session: &Session, signers: &Signers) -> Vec<Self> {
        let signer =
            |seat: &Seat| signers.key(seat.name()).map(PublicKey::fingerprint).unwrap_or_default();
        let note = |counted: &Counted| {
            let Counted { seat, revision, digest } = counted.clone();
            Self { signer: signer(&seat), seat, revision, digest }
        };
        session.counted.iter().map(note).collect()
    }
}

impl Sealing<'_> {
    /// The salt of a sealed file of this record, to be written into it as 64 hexadecimal digits; none if
    /// `h` is not known.
    pub fn salt(&self, path: &str) -> Option<Digest> {
        self.secret.map(|hidden| salt(hidden, &self.charter.game, self.turn.phase, path))
    }
}

/// Renders a record's reports and pictures: file name in the record, and bytes.
pub type Reports<'a> =
    dyn Fn(&Sealing<'_>) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error + Send + Sync>> + 'a;

/// No reports at all.
///
/// # Errors
/// Never.
pub fn no_reports(
    _: &Sealing<'_>,
) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error + Send + Sync>> {
    Ok(BTreeMap::new())
}
