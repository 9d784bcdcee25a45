//! What reports remember of earlier records, kept so that a long game is told as fast as a short one: `.tabella/ledger`. It may be
//! deleted at any time: what it lacks is read from the records. One that another program wrote, that was torn or altered, or
//! that tells of another history than the folder's counts as not there.

use super::{PROGRAM, files};
use crate::session::EVENTS_FILE;
use engine::story::Ledger;
use engine::title::Play;
use record::Digest;
use record::exchange::yaml;
use record::sums::{SUMS_FILE, record_name};
use std::path::{Path, PathBuf};

/// Most bytes of a ledger: far more than any game has.
const LEDGER_MAX: usize = 64 << 20;
const EVENTS_MAX: usize = 1 << 24;
const SUMS_MAX: usize = 1 << 20;
/// It is written anew behind so many more records, whose lists of events are read in a moment.
const STEP: u32 = 8;

/// What everybody saw happen before a record, folded from the records' own lists as one goes on.
#[derive(Clone, Debug, Default)]
pub struct Recollection {
    ledger: Ledger,
    /// The first record that it lacks.
    next: u32,
}

impl Recollection {
    /// What is remembered before record `number`. A list that cannot be read is not remembered: whoever reads the record is not
    /// kept from it by an older one.
    ///
    /// # Panics
    /// If more is remembered already.
    pub fn before(&mut self, number: u32, root: &Path, play: &dyn Play) -> &Ledger {
        assert!(self.next <= number, "record {} is remembered before {number}", self.next);
        for earlier in self.next..number {
            if let Some(events) = events(root, earlier) {
                // As above.
                let _ = play.recall(&mut self.ledger, &events);
            }
        }
        self.next = number;
        &self.ledger
    }
}

/// What everybody saw happen before record `number`, for whoever trusts this folder; a proof is made from the records
/// ([`Recollection`]).
pub fn ledger(root: &Path, play: &dyn Play, number: u32) -> Ledger {
    let mut known = kept(root, number).unwrap_or_default();
    let first = known.next;
    known.before(number, root, play);
    if number - first >= STEP {
        // Who may write nothing here reads the records again the next time.
        let _ = keep(root, number, &known.ledger);
    }
    known.ledger
}

fn events(root: &Path, number: u32) -> Option<engine::Node> {
    let file = root.join("turns").join(record_name(number)).join(EVENTS_FILE);
    let bytes = files::read_if_there(&file, EVENTS_MAX).ok()??;
    yaml::parse(std::str::from_utf8(&bytes).ok()?).ok()
}

fn path(root: &Path) -> PathBuf {
    root.join(".tabella").join("ledger")
}

/// The head behind a record: the digest of its list.
fn head(root: &Path, number: u32) -> Option<Digest> {
    let list = root.join("turns").join(record_name(number)).join(SUMS_FILE);
    Some(Digest::of(&files::read_if_there(&list, SUMS_MAX).ok()??))
}

/// What was kept, if it stands before record `number`.
fn kept(root: &Path, number: u32) -> Option<Recollection> {
    let text = String::from_utf8(files::read_if_there(&path(root), LEDGER_MAX).ok()??).ok()?;
    let mut lines = text.splitn(5, '\n');
    let (program, next, last) = (lines.next()?, lines.next()?.parse().ok()?, lines.next()?);
    let (check, content) = (lines.next()?, lines.next()?);
    let fits = program == PROGRAM
        && (1..=number).contains(&next)
        && head(root, next - 1)?.to_string() == last
        && Digest::of(content.as_bytes()).to_string() == check;
    let ledger = || serde_json::from_str(content).ok();
    fits.then(ledger).flatten().map(|ledger| Recollection { ledger, next })
}

/// Keeps what stands before record `number`.
fn keep(root: &Path, number: u32, ledger: &Ledger) -> Option<()> {
    let last = head(root, number - 1)?;
    let content = serde_json::to_string(ledger).expect("a ledger is plain data");
    let check = Digest::of(content.as_bytes());
    let text = format!("{PROGRAM}\n{number}\n{last}\n{check}\n{content}");
    files::place(&path(root), text.as_bytes(), files::SECRET_MODE).ok()
}
