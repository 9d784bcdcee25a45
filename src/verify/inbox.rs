//! Checks files that were sent sealed, once the last record has revealed the key: every file in `inbox/` is opened and
//! compared with what counted and with what the referee answered.

use super::file_source::{FileSource, Item, ItemKind};
use super::foundation::{Foundation, unread_finding};
use super::{Finding, Verdict, keys_in_force};
use ciphertext::Identity;
use record::exchange::{OrderFile, receive};
use record::receipt::{Fate, RECEIPT_MAX, Receipt};
use record::sums::{SUMS_FILE, Sums, record_name};
use record::{Digest, Namespace, REFEREE, Signers};
use std::collections::BTreeMap;

/// Maximum size of a list, in bytes.
const LIST_MAX: usize = 256 << 10;
/// Maximum number of files opened per phase.
const FILES_MAX: usize = 4096;

/// Opens what was sent for each phase, and compares it with what the records count.
pub(super) fn opened(
    source: &dyn FileSource,
    foundation: &Foundation,
    identity: &Identity,
    verdict: &mut Verdict,
) {
    for phase in 1..verdict.sealed {
        let folder = format!("inbox/{}", record_name(phase));
        let items = listed(source, &folder, verdict);
        if items.is_empty() {
            continue;
        }
        let signers = keys_in_force(source, &foundation.charter, &foundation.signers, phase + 1);
        let at = Phase {
            source,
            signers: &signers,
            number: phase,
            receipts: receipts(source, phase, &signers, verdict),
        };
        let sealed = items
            .iter()
            .filter(|item| item.kind == ItemKind::File && item.name.strip_suffix(".age").is_some());
        for item in sealed.take(FILES_MAX) {
            at.file(&format!("{folder}/{}", item.name), identity, verdict);
        }
    }
}

/// One phase, and what the referee answered in it.
struct Phase<'a> {
    source: &'a dyn FileSource,
    signers: &'a Signers,
    number: u32,
    /// Receipts that the referee signed, by the digest of what came.
    receipts: BTreeMap<Digest, Receipt>,
}

impl Phase<'_> {
    fn file(&self, path: &str, identity: &Identity, verdict: &mut Verdict) {
        let bytes = match self.source.read(path, ciphertext::SEALED_MAX) {
            Ok(bytes) => bytes,
            Err(unread) => return verdict.find(unread_finding(path, &unread)),
        };
        let receipt = self.receipts.get(&Digest::of(&bytes));
        let mut convicts =
            |what: String| verdict.findings.push(Finding::new("V-receipt", path, what));
        let Ok(text) = ciphertext::open(identity, &bytes) else {
            if receipt.is_some_and(|receipt| receipt.receipt == Fate::Filed) {
                convicts(
                    "the referee signed a receipt that this file was filed, but it cannot be \
                     opened"
                        .to_owned(),
                );
            }
            return;
        };
        verdict.inbox += 1;
        // A file that no seat signed, or that is for another phase, binds nobody.
        let Ok(received) = receive(&text, None, self.signers) else { return };
        let file = received.file;
        if let Some(receipt) = receipt {
            match receipt.receipt {
                Fate::Filed if receipt.digest != file.digest => {
                    convicts(format!(
                        "this file's text is not what the referee filed, {}",
                        receipt.digest
                    ));
                }
                Fate::Refused if receipt.code.as_deref() == Some("E-sealed") => {
                    convicts(format!(
                        "the referee said that this file cannot be opened, but it holds orders of \
                         {}",
                        file.seat
                    ));
                }
                Fate::Filed | Fate::Refused => {}
            }
        } else if file.phase == self.number && self.passed_over(&file) {
            verdict.note(format!(
                "{path} holds revision {} from {}, which did not count and which no receipt \
                 names: it may have come late",
                file.revision, file.seat
            ));
        }
    }

    /// True if a file would have counted, had it come in time.
    fn passed_over(&self, file: &OrderFile) -> bool {
        let folder = format!("turns/{}", record_name(self.number));
        let list = self.source.read(&format!("{folder}/{SUMS_FILE}"), LIST_MAX);
        let Some(list) = list.ok().and_then(|bytes| Sums::parse(&bytes).ok()) else { return false };
        let name = format!("orders/{}.yaml", file.seat);
        if list.lines.get(&name) == Some(&file.digest) {
            return false;
        }
        let counted = self.source.read(&format!("{folder}/{name}"), LIST_MAX);
        let counted = counted.ok().and_then(|bytes| OrderFile::read(&bytes).ok());
        counted.is_none_or(|counted| counted.revision < file.revision)
    }
}

/// The items in a folder beside the records. A folder that cannot be read is a finding, because its files might convict
/// somebody.
fn listed(source: &dyn FileSource, folder: &str, verdict: &mut Verdict) -> Vec<Item> {
    source.list(folder).unwrap_or_else(|unread| {
        verdict.find(unread_finding(folder, &unread));
        Vec::new()
    })
}

/// The receipts of a phase that lie in the folder and that the referee signed.
fn receipts(
    source: &dyn FileSource,
    phase: u32,
    signers: &Signers,
    verdict: &mut Verdict,
) -> BTreeMap<Digest, Receipt> {
    let folder = format!("receipts/{}", record_name(phase));
    let items = listed(source, &folder, verdict);
    let read = |name: &str| {
        let bytes = source.read(&format!("{folder}/{name}"), RECEIPT_MAX).ok()?;
        let armored = source.read(&format!("{folder}/{name}.sig"), RECEIPT_MAX).ok()?;
        let armored = String::from_utf8(armored).ok()?;
        let held = signers.verify(REFEREE, Namespace::Receipt, &bytes, &armored);
        let receipt = Receipt::parse(&bytes).ok().filter(|_| matches!(held, Some(Ok(()))))?;
        Some((receipt.arrived?, receipt))
    };
    let names = items.iter().filter(|item| item.name.strip_suffix(".yaml").is_some());
    let mut found: BTreeMap<Digest, Receipt> = BTreeMap::new();
    for (arrived, receipt) in names.filter_map(|item| read(&item.name)) {
        // Whoever pushed a copy of another's file has a refusal of it: that it was filed says more.
        if receipt.receipt == Fate::Filed || !found.contains_key(&arrived) {
            found.insert(arrived, receipt);
        }
    }
    found
}

#[cfg(test)]
#[path = "inbox_tests.rs"]
mod tests;
