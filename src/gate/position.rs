//! The position of a game in a tree, by the start that the gate was told.

use super::{CommitSignature, Refusal};
use crate::session::{self, HIDDEN_FILE, STATE_FILE, Session};
use crate::verify::{self, FileSource, ItemKind};
use engine::{Complaints, Seat};
use record::change::{CHANGE_MAX, Change, HEIR};
use record::charter::{CHARTER_FILE, CHARTER_MAX};
use record::disclosure::Disclosure;
use record::exchange::{self, Expectation, OrderFile, accept, receive};
use record::sums::{
    CHARTER_PATH, LAST_NUMBER, SIGNERS_PATH, SUMS_FILE, Sums, record_name, record_number,
};
use record::turn_file::{TURN_FILE, TURN_FILE_MAX};
use record::{
    Charter, Digest, Namespace, PublicKey, REFEREE, Seed, Signers, TurnFile,
    verify as verify_signature,
};
use std::collections::{BTreeMap, BTreeSet};

/// Most bytes of a state.
const STATE_MAX: usize = 8 << 20;
/// Most bytes of a list, of the keys, or of a data file.
const FILE_MAX: usize = 4 << 20;

pub struct Position {
    /// The charter that holds after the newest record.
    pub charter: Charter,
    /// The keys in force.
    pub signers: Signers,
    /// All keys that were ever in force, by the record that brought them.
    brought: BTreeMap<u32, Signers>,
    /// Number of the open phase.
    pub phase: u32,
    /// The number of records that the tree shows: fewer than exist if the charter shows them later.
    pub shown: u32,
    /// Digest of the newest record's list.
    pub head: Digest,
    /// Keys that changes bring to seats in the open phase, where the referee and the key itself have agreed; whether
    /// enough others have agreed shows only in the record.
    pub heirs: Vec<(String, PublicKey)>,
    /// The seats that are asked; none once the game is over.
    pub asked: Vec<String>,
    start: Digest,
}

/// The number of records, from 0 on without a gap.
pub(super) fn records(source: &dyn FileSource) -> u32 {
    let items = source.list("turns").unwrap_or_default();
    let numbers: BTreeSet<u32> = items
        .iter()
        .filter(|item| item.kind == ItemKind::Folder)
        .filter_map(|item| record_number(&item.name))
        .collect();
    (0..).zip(&numbers).take_while(|(expected, number)| expected == *number).map(|_| 1).sum()
}

/// The number of records that there are, as far as a tree tells. Where the charter shows them later to others than the players
/// (`public:`), a parcel to a seat, which the referee adds, says that there is one.
pub fn reached(source: &dyn FileSource, charter: &Charter) -> u32 {
    let shown = records(source);
    if charter.public() == Disclosure::AtOnce {
        return shown;
    }
    let parcel = |number: &u32| {
        let listed = source.list(&format!("parcels/{}", record_name(*number)));
        listed.unwrap_or_default().iter().any(|item| item.name.ends_with("-0.age"))
    };
    (shown..=LAST_NUMBER).take_while(parcel).last().map_or(shown, |newest| newest + 1)
}

/// The position, in a tree, of the game that began with `start`.
///
/// # Errors
/// `G-start`, where the tree holds another game, or one that was altered in its foundation.
pub fn position(source: &dyn FileSource, start: Digest) -> Result<Position, Refusal> {
    let other = |what: &str| Refusal::new("G-start", what);
    let read = |path: &str, max| source.read(path, max).ok();
    let opening = read(&format!("turns/0000/{SUMS_FILE}"), FILE_MAX)
        .ok_or_else(|| other("the opening record is missing"))?;
    if Digest::of(&opening) != start {
        let what = format!("its start is {}, but the gate guards {start}", Digest::of(&opening));
        return Err(other(&what));
    }
    let sums = Sums::parse(&opening).map_err(|_| other("its opening cannot be read"))?;
    let held = |listed: &str, path: &str, max| {
        let bytes = read(path, max)?;
        (sums.lines.get(listed) == Some(&Digest::of(&bytes))).then_some(bytes)
    };
    let charter = held(CHARTER_PATH, CHARTER_FILE, CHARTER_MAX)
        .and_then(|bytes| Charter::parse(&bytes).ok())
        .ok_or_else(|| other("game.yaml is not the one with which the game was opened"))?;
    let signers = held(SIGNERS_PATH, "allowed_signers", FILE_MAX)
        .and_then(|bytes| Signers::parse(&bytes).ok())
        .ok_or_else(|| other("allowed_signers is not the one with which the game was opened"))?;
    let count = records(source);
    let brought = verify::keys_by_record(source, &charter, &signers, count);
    let signers = brought.last_key_value().map_or(signers, |(_, newest)| newest.clone());
    let newest = format!("turns/{}", record_name(count - 1));
    let unread = || other(&format!("{newest} cannot be read"));
    let list = read(&format!("{newest}/{SUMS_FILE}"), FILE_MAX).ok_or_else(unread)?;
    let turn = read(&format!("{newest}/{TURN_FILE}"), TURN_FILE_MAX)
        .and_then(|bytes| TurnFile::parse(&bytes).ok())
        .ok_or_else(unread)?;
    let asked = turn.next.map(|next| next.awaited).unwrap_or_default();
    let phase = reached(source, &charter);
    let heirs = heirs(source, &signers, phase);
    Ok(Position {
        charter,
        signers,
        brought,
        phase,
        shown: count,
        heirs,
        head: Digest::of(&list),
        asked,
        start,
    })
}

/// The keys that changes which wait for consent bring to seats.
fn heirs(source: &dyn FileSource, signers: &Signers, phase: u32) -> Vec<(String, PublicKey)> {
    let folder = format!("notices/{}", record_name(phase));
    let items = source.list(&folder).unwrap_or_default();
    let brought = |name: &str| {
        let bytes = source.read(&format!("{folder}/{name}"), CHANGE_MAX).ok()?;
        let action = Change::parse(&bytes).ok()?.action;
        let (seat, key) = (action.seat()?.to_owned(), action.brings()?.clone());
        let held = |who: &str, key: &PublicKey| {
            let armored = source.read(&format!("{folder}/{name}.{who}.sig"), FILE_MAX).ok()?;
            let armored = String::from_utf8(armored).ok()?;
            verify_signature(key, Namespace::Change, &bytes, &armored).ok()
        };
        held(REFEREE, signers.referee())?;
        held(HEIR, &key)?;
        Some((seat, key))
    };
    let texts = items.iter().filter(|item| item.name.strip_suffix(".yaml").is_some());
    texts.filter_map(|item| brought(&item.name)).collect()
}

impl Position {
    /// The keys that may sign what is said of a phase: those in force while it was open, and those that its own record
    /// brings, because whoever takes over answers what came to the one before.
    pub fn keys_of(&self, phase: u32) -> Vec<&Signers> {
        let behind = |record: u32| self.brought.range(..=record).next_back().map(|(_, keys)| keys);
        let (before, after) = (phase.checked_sub(1).and_then(behind), behind(phase));
        let after = after.filter(|after| before != Some(*after));
        before.into_iter().chain(after).collect()
    }

    /// True if a commit is signed by the key of a seat, or by one that a change brings to it.
    pub(super) fn is_by(&self, signature: Option<&CommitSignature>, seat: &str) -> bool {
        let heirs = self.heirs.iter().filter(|(heir, _)| heir == seat).map(|(_, key)| key);
        let mut keys = self.signers.key(seat).into_iter().chain(heirs);
        signature.is_some_and(|by| keys.any(|key| by.is_by(key)))
    }

    pub(super) fn not_open(&self, path: &[u8]) -> Refusal {
        let what = if self.asked.is_empty() {
            "the game is over".to_owned()
        } else {
            format!("phase {} is open", self.phase)
        };
        Refusal::at("G-phase", path, what)
    }

    /// Signed orders as a player is about to send them: the file, and what is wrong with it as far as this tells.
    pub fn envelope(&self, text: &[u8]) -> (Option<OrderFile>, Complaints) {
        match receive(text, None, &self.signers) {
            Ok(received) => {
                let wrong = accept(&received.file, &self.expectation()).err().unwrap_or_default();
                (Some(received.file), wrong)
            }
            Err(complaints) => (None, complaints),
        }
    }

    /// The envelope that order files must have, as far as everybody can know.
    pub(super) fn expectation(&self) -> Expectation {
        Expectation {
            game: self.charter.game.clone(),
            phase: self.phase,
            seats: self.charter.seat_names().map(Seat::new).collect(),
            history: vec![self.head],
            filed: BTreeMap::new(),
            salts: BTreeSet::new(),
            over: self.asked.is_empty(),
            notes: self.charter.notes(),
        }
    }

    /// The unlawful parts of orders, as far as everybody can know; none if the newest record hides something, or the
    /// rules are not known here.
    ///
    /// # Errors
    /// The part of the game that cannot be read: then nothing can be said for the orders.
    pub(super) fn unlawful(
        &self,
        source: &dyn FileSource,
        file: &OrderFile,
    ) -> Result<Complaints, String> {
        let folder = format!("turns/{}", record_name(self.phase - 1));
        let unread = |path: &str| format!("{path} cannot be read, so orders cannot be checked");
        let text = |path: &str, max| {
            let bytes = source.read(path, max).map_err(|_| unread(path))?;
            String::from_utf8(bytes).map_err(|_| unread(path))
        };
        let list = format!("{folder}/{SUMS_FILE}");
        let sums = Sums::parse(text(&list, FILE_MAX)?.as_bytes()).map_err(|_| unread(&list))?;
        if sums.lines.contains_key(HIDDEN_FILE) {
            return Ok(Complaints::new());
        }
        let mut texts = Vec::new();
        for item in source.list("data").map_err(|_| unread("data"))? {
            let path = format!("data/{}", item.name);
            texts.push((item.name, text(&path, FILE_MAX)?));
        }
        let data = exchange::data::build(texts).map_err(|_| unread("data"))?;
        // Rules that this program does not know are no fault of the orders.
        let Ok(loaded) = session::load_title(&self.charter, &data) else {
            return Ok(Complaints::new());
        };
        let state = format!("{folder}/{STATE_FILE}");
        // No dice are thrown here: any seed will do.
        let at = session::Position {
            number: self.phase - 1,
            head: self.head,
            start: self.start,
            seed: Seed::start(self.start),
        };
        let session =
            Session::resume(self.charter.clone(), loaded.as_ref(), at, &text(&state, STATE_MAX)?)
                .map_err(|_| unread(&state))?;
        Ok(session.play.check(&file.seat, &file.sheet))
    }
}
