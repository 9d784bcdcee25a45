//! The memory of earlier records for reports, kept so that a long game is told as fast as a short one:
//! `.tabella/ledger`. What it lacks is read from the records, and it is used only as `derived` says, for the history that
//! lies in the folder.

use crate::session::EVENTS_FILE;
use crate::store::Folder;
use crate::store::records::derived;
use crate::store::records::sealed::Sealed;
use engine::Node;
use engine::story::Ledger;
use engine::title::Play;
use record::exchange::yaml;

const FILE: &str = "ledger";
/// Maximum size of a ledger, in bytes: far more than any game has.
const LEDGER_MAX: usize = 64 << 20;
/// The ledger is rewritten once it is this many records behind; their lists of events are read in a moment.
const STEP: u32 = 8;

/// The public events before a record, folded step by step from the records' own lists.
#[derive(Clone, Debug, Default)]
pub struct Recollection {
    ledger: Ledger,
    /// The first record not yet included.
    next: u32,
}

impl Recollection {
    /// The memory of the records before record `number`. A list of events that cannot be read is left out, so that an
    /// older record never prevents the reading of this one.
    ///
    /// # Panics
    /// If more is remembered already.
    pub fn before(&mut self, number: u32, folder: &Folder, play: &dyn Play) -> &Ledger {
        assert!(self.next <= number, "record {} is listed before record {number}", self.next);
        for earlier in self.next..number {
            if let Some(events) = events(folder, earlier) {
                // As above.
                let _ = play.recall(&mut self.ledger, &events);
            }
        }
        self.next = number;
        &self.ledger
    }
}

/// The memory of the records before record `number`, for commands that trust this folder; a proof uses the records
/// themselves ([`Recollection`]).
pub fn ledger(folder: &Folder, play: &dyn Play, number: u32) -> Ledger {
    let mut known = kept(folder, number).unwrap_or_default();
    let first = known.next;
    known.before(number, folder, play);
    if number - first >= STEP {
        // A user who may write nothing here reads the records again the next time.
        let _ = keep(folder, number, &known.ledger);
    }
    known.ledger
}

fn events(folder: &Folder, number: u32) -> Option<Node> {
    let bytes = Sealed::open(folder, number).ok()?.file(EVENTS_FILE).ok()?;
    yaml::parse(std::str::from_utf8(&bytes).ok()?).ok()
}

/// The stored memory, if it ends before record `number`.
fn kept(folder: &Folder, number: u32) -> Option<Recollection> {
    let text = derived::read(folder, FILE, LEDGER_MAX)?;
    let mut lines = text.splitn(3, '\n');
    let (next, last, content) = (lines.next()?.parse().ok()?, lines.next()?, lines.next()?);
    let fits = (1..=number).contains(&next)
        && Sealed::open(folder, next - 1).ok()?.digest.to_string() == last;
    let ledger = || serde_json::from_str(content).ok();
    fits.then(ledger).flatten().map(|ledger| Recollection { ledger, next })
}

fn keep(folder: &Folder, number: u32, ledger: &Ledger) -> Option<()> {
    let last = Sealed::open(folder, number - 1).ok()?.digest;
    let content = serde_json::to_string(ledger).expect("a ledger is plain data");
    derived::write(folder, FILE, &format!("{number}\n{last}\n{content}")).ok()
}
