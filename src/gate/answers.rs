//! Checks that the referee has answered what was pushed.

use super::paths::orders_at;
use super::{Entry, Position, Snapshot};
use crate::verify::FileSource;
use record::exchange::take_apart;
use record::receipt::{RECEIPT_MAX, Receipt};
use record::sums::record_name;
use record::{Digest, Namespace, REFEREE, Signers, forms};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Most bytes of an order file of either kind.
const ORDERS_MAX: usize = 128 * 1024;

/// The order files for a phase to which the tree holds no answer of the referee: no signed receipt that names what came, and
/// no parcel for its seat that could hold a refusal. What no gate lets in, for its size or kind, needs no answer. What came late
/// is answered in the phase that is open at this position, that of the tree.
pub fn unanswered(tree: &Snapshot<'_>, position: &Position, phase: u32) -> Vec<String> {
    let phases = phase..=position.phase;
    let signers = position.keys_of(phase);
    let receipts = receipts(tree.source, position, phases.clone()).into_iter();
    let known: BTreeSet<Digest> =
        receipts.map(|(_, receipt)| receipt.arrived.unwrap_or(receipt.digest)).collect();
    let mut left: BTreeMap<String, BTreeMap<Digest, String>> = BTreeMap::new();
    for (path, entry) in tree.entries {
        let Some((_, seat, _)) = orders_at(path).filter(|(at, ..)| *at == phase) else { continue };
        let Some((path, digests)) = came(tree.source, path, entry) else { continue };
        let plays = signers.iter().any(|signers| signers.key(seat).is_some());
        if plays && digests.iter().all(|digest| !known.contains(digest)) {
            // One refusal answers one signed text, however many files carry it.
            let text = *digests.last().expect("the digest was computed from the file itself");
            left.entry(seat.to_owned()).or_default().entry(text).or_insert(path);
        }
    }
    // A parcel is closed to everybody but its seat: each may hold the refusal of one file.
    let left = left.into_iter().flat_map(|(seat, files)| {
        let closed = parcels(tree, &seat, phases.clone());
        files.into_values().skip(closed).collect::<Vec<_>>()
    });
    left.collect()
}

/// The path of a file that came, and the digests by which a receipt may name it.
fn came(source: &dyn FileSource, path: &[u8], entry: &Entry) -> Option<(String, Vec<Digest>)> {
    if entry.mode != "100644" || entry.size > ORDERS_MAX as u64 {
        return None;
    }
    let path = std::str::from_utf8(path).ok()?.to_owned();
    let bytes = source.read(&path, ORDERS_MAX).ok()?;
    Some((path, names(&bytes)))
}

/// The digests by which a receipt may name an order file: of the file, and of its signed text in each form for which a signature may
/// hold, for in that form it is filed and receipted.
pub fn names(file: &[u8]) -> Vec<Digest> {
    let signed = take_apart(file, None)
        .ok()
        .into_iter()
        .flat_map(|parts| forms(&parts.bytes).map(|form| Digest::of(&form)).collect::<Vec<_>>());
    std::iter::once(Digest::of(file)).chain(signed).collect()
}

/// The receipts of these phases that lie in a game and hold by a referee's key of their own phase, each with its path.
pub fn receipts(
    source: &dyn FileSource,
    position: &Position,
    phases: RangeInclusive<u32>,
) -> Vec<(String, Receipt)> {
    let read = |path: &str| source.read(path, RECEIPT_MAX).ok();
    let mut found = Vec::new();
    for at in phases {
        let folder = format!("receipts/{}", record_name(at));
        let signers = position.keys_of(at);
        for item in source.list(&folder).unwrap_or_default() {
            let path = format!("{folder}/{}", item.name);
            if item.name.strip_suffix(".yaml").is_none() {
                continue;
            }
            let (Some(bytes), Some(armored)) = (read(&path), read(&format!("{path}.sig"))) else {
                continue;
            };
            found.extend(signed(&bytes, &armored, &signers).map(|receipt| (path, receipt)));
        }
    }
    found
}

/// A receipt that holds by the referee's key in one of these lists.
pub fn signed(bytes: &[u8], armored: &[u8], signers: &[&Signers]) -> Option<Receipt> {
    let armored = String::from_utf8_lossy(armored);
    let held = |signers: &&Signers| {
        let held = signers.verify(REFEREE, Namespace::Receipt, bytes, &armored);
        matches!(held, Some(Ok(())))
    };
    Receipt::parse(bytes).ok().filter(|_| signers.iter().any(held))
}

/// The number of a seat's parcels that may hold refusals: all but `SEAT-0.age`, which brings the record.
fn parcels(tree: &Snapshot<'_>, seat: &str, phases: RangeInclusive<u32>) -> usize {
    let refusal = |name: &str| {
        let number =
            name.strip_prefix(&format!("{seat}-")).and_then(|rest| rest.strip_suffix(".age"));
        number.is_some_and(|number| number != "0" && number.parse::<u32>().is_ok())
    };
    let folders = phases.map(|at| format!("parcels/{}", record_name(at)));
    let listed = folders.flat_map(|folder| tree.source.list(&folder).unwrap_or_default());
    listed.filter(|item| refusal(&item.name)).count()
}
