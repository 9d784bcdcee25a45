//! The files that a referee may add: sealed records, receipts, parcels, and the files of git itself.

use super::paths::{Place, place};
use super::{Position, Refusal, Snapshot, Step, added, signed, unanswered, unfit};
use crate::verify::{self, Expected};
use record::Digest;
use record::receipt::{RECEIPT_MAX, Receipt};
use record::sums::record_number;

/// Most bytes of a parcel.
const PARCEL_MAX: u64 = 64 << 20;
/// The content of the only file of attributes that is permitted.
const ATTRIBUTES: &[u8] = b"* -text\n";

/// A commit that must be the referee's.
pub(super) fn judge(
    before: &Snapshot<'_>,
    step: &Step<'_>,
    position: &Position,
    start: Digest,
) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let added = added(before, &step.after);
    let first = step.parents.is_empty();
    for path in &added {
        refusals.extend(unfit(path, &step.after.entries[*path]));
        refusals.extend(misplaced(path, step, first));
    }
    let referee = position.signers.referee();
    // A record may bring in the referee's new key: from then on that one signs.
    let newer = super::position(step.after.source, start).ok();
    let keys = [Some(referee), newer.as_ref().map(|newer| newer.signers.referee())];
    let signed =
        keys.into_iter().flatten().any(|key| step.signature.is_some_and(|by| by.is_by(key)));
    if !signed {
        let what = "the commit is not signed with the referee's key";
        let refusal = match added.first() {
            Some(path) => Refusal::at("G-referee", path, what),
            None => Refusal::new("G-referee", format!("it adds no orders, but {what}")),
        };
        refusals.insert(0, refusal);
    }
    if !refusals.is_empty() {
        return refusals;
    }
    if added.iter().any(|path| place(path) == Some(Place::Record)) {
        refusals.extend(records(step, start));
    }
    let keys = newer.as_ref().map_or(position, |newer| newer);
    for phase in position.phase..keys.phase {
        for path in unanswered(&step.after, keys, phase) {
            let what = format!(
                "this was pushed before record {phase}, but the referee has not answered it"
            );
            refusals.push(Refusal::at("G-answer", path.as_bytes(), what));
        }
    }
    for path in added {
        if let Some(Place::Receipt { signature: false }) = place(path) {
            refusals.extend(receipt(path, step, keys));
        }
    }
    refusals
}

/// The refusal of a file that may not lie where it lies, in a commit of the referee; none if it may.
fn misplaced(path: &[u8], step: &Step<'_>, first: bool) -> Option<Refusal> {
    let what = match place(path) {
        None => return Some(Refusal::at("G-name", path, "no file of a game has such a name")),
        Some(Place::Orders { .. }) => {
            return Some(Refusal::at("G-mixed", path, "only the seat itself may add its orders"));
        }
        Some(Place::Foundation) if !first => "charter, keys and data never change",
        Some(Place::Parcel) if step.after.entries[path].size > PARCEL_MAX => "it is too large",
        Some(Place::Receipt { signature }) => {
            let text = String::from_utf8_lossy(path);
            let other = match text.strip_suffix(".sig").filter(|_| signature) {
                Some(receipt) => receipt.to_owned(),
                None => format!("{text}.sig"),
            };
            if step.after.entries.contains_key(other.as_bytes()) {
                return None;
            }
            "a receipt and its signature must be added together"
        }
        Some(Place::Attributes) => {
            let read = step.after.source.read(".gitattributes", 1024);
            if read.is_ok_and(|bytes| bytes == ATTRIBUTES) {
                return None;
            }
            "it may say only that git must leave line endings alone"
        }
        Some(
            Place::Record | Place::Foundation | Place::Parcel | Place::Notice { .. } | Place::House,
        ) => return None,
    };
    Some(Refusal::at("G-referee", path, what))
}

/// The records, with those that came: everything in them must hold as far as it is open, and no receipt of the referee's own
/// that lies beside them may say otherwise.
fn records(step: &Step<'_>, start: Digest) -> Vec<Refusal> {
    let told = Expected { start: Some(start), ..Expected::default() };
    let mut verdict = verify::verify(step.after.source, told);
    verify::receipts_inside(step.after.source, &mut verdict);
    let refusal = |finding: &verify::Finding| Refusal {
        line: finding.line,
        ..Refusal::at(
            "G-referee",
            finding.path.as_bytes(),
            format!("{}: {}", finding.code, finding.message),
        )
    };
    let newer = verdict.newer.iter();
    let newer = newer.map(|it| Refusal::at("G-referee", it.path.as_bytes(), it.to_string()));
    verdict.findings.iter().map(refusal).chain(newer).collect()
}

/// The refusal of a receipt that the referee did not sign: it convicts nobody, and deceives its reader.
fn receipt(path: &[u8], step: &Step<'_>, keys: &Position) -> Option<Refusal> {
    let text = std::str::from_utf8(path).ok()?;
    let read = |path: &str| step.after.source.read(path, RECEIPT_MAX).ok();
    let (bytes, signature) = (read(text)?, read(&format!("{text}.sig"))?);
    let phase = text.split('/').nth(1).and_then(record_number)?;
    let held = signed(&bytes, &signature, &keys.keys_of(phase));
    let what = match Receipt::parse(&bytes) {
        Err(why) => why,
        Ok(receipt) if receipt.game != keys.charter.game => "it belongs to another game".to_owned(),
        Ok(_) if held.is_none() => "the referee did not sign it".to_owned(),
        Ok(_) => return None,
    };
    Some(Refusal::at("G-referee", path, what))
}
