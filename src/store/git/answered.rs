//! The referee's answer to an order file, as the branch shows it right after the push.

use super::objects::Tree;
use super::opener::Opener;
use super::player::parcel_of;
use crate::gate::{self, Position};
use crate::store::copies::tar;
use crate::verify::FileSource;
use record::receipt::{Fate, Receipt};

/// Most bytes of a parcel that brings a refusal.
const PARCEL_MAX: usize = 1 << 20;

/// The referee's answer to an order file that was pushed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// It counts, until a higher revision is filed: by the receipt of this path.
    Filed(String),
    Refused {
        /// The receipt, or the parcel that holds it.
        path: String,
        /// The code of its first fault; none where the parcel does not open.
        code: Option<String>,
    },
    /// No answer that the branch shows yet.
    Nothing,
}

/// An order file that was pushed, and where its answer is looked for.
pub(super) struct Sent<'a> {
    pub phase: u32,
    pub seat: &'a str,
    pub bytes: &'a [u8],
    /// The tree in which it was pushed.
    pub before: &'a Tree,
    /// The tree of the newest commit.
    pub after: &'a Tree,
    pub position: &'a Position,
    pub opener: Option<&'a Opener>,
}

impl Sent<'_> {
    pub(super) fn answer(&self) -> Word {
        let Self { phase, position, .. } = *self;
        let digests = gate::names(self.bytes);
        let names = |receipt: &Receipt| {
            let digest = receipt.arrived.unwrap_or(receipt.digest);
            self.own(&receipt.seat) && digests.contains(&digest)
        };
        let mut refused = None;
        let receipts = gate::receipts(self.after, position, phase..=position.phase);
        for (path, receipt) in receipts.into_iter().filter(|(_, receipt)| names(receipt)) {
            match receipt.receipt {
                Fate::Filed => return Word::Filed(path),
                Fate::Refused => refused = Some(Word::Refused { path, code: receipt.code }),
            }
        }
        refused.or_else(|| self.parcel(&names)).unwrap_or(Word::Nothing)
    }

    /// True if the seat is the one that sent it, or another that the same key holds.
    fn own(&self, seat: &str) -> bool {
        let key = |seat: &str| self.position.signers.key(seat);
        seat == self.seat || key(seat).is_some_and(|own| key(self.seat) == Some(own))
    }

    /// The refusal in a parcel of the seat. A parcel that does not open and came after the file counts as its answer.
    fn parcel(&self, names: &dyn Fn(&Receipt) -> bool) -> Option<Word> {
        let mut closed = None;
        for path in self.after.entries.keys() {
            let phases = self.phase..=self.position.phase;
            let own =
                parcel_of(path).filter(|(phase, seat)| self.own(seat) && phases.contains(phase));
            let Some((phase, seat)) = own else { continue };
            if path.ends_with(b"-0.age") {
                continue;
            }
            let new = !self.before.entries.contains_key(path);
            let path = String::from_utf8_lossy(path).into_owned();
            match self.opened(phase, &path) {
                Some(receipts) => {
                    if let Some(receipt) = receipts.into_iter().find(names) {
                        return Some(Word::Refused { path, code: receipt.code });
                    }
                }
                None if new && seat == self.seat => {
                    closed = Some(Word::Refused { path, code: None });
                }
                None => {}
            }
        }
        closed
    }

    /// The receipts that a parcel of a phase holds; nothing where it does not open.
    fn opened(&self, phase: u32, path: &str) -> Option<Vec<Receipt>> {
        let bytes = self.after.read(path, PARCEL_MAX).ok()?;
        let files = tar::unpack(&self.opener?.open(&bytes)?)?;
        let signers = self.position.keys_of(phase);
        let receipts = files.iter().filter_map(|(name, text)| {
            let armored = files.get(&format!("{name}.sig"))?;
            gate::signed(text, armored, &signers)
        });
        Some(receipts.collect())
    }
}
