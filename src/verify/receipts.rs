//! Checks receipts against the history that a folder shows: a file with a receipt must count, or a later one of its
//! seat.

use super::file_source::{FileSource, Unread};
use super::{Finding, Note, Verdict};
use record::change::{Action, CHANGE_MAX, CHANGES, Change};
use record::exchange::OrderFile;
use record::exchange::order_file::LIMIT;
use record::receipt::{Fate, RECEIPT_MAX, Receipt};
use record::sums::{SUMS_FILE, Sums, record_name};
use record::{Digest, Namespace, PublicKey, REFEREE, SignedText, Signers, as_utf8, lf_only};
use std::collections::BTreeMap;

const LIST_MAX: usize = 256 << 10;

/// The first line of a list of receipts under one signature.
const BATCH: &[u8] = b"tabella/2 receipts";

/// What a receipt means for a folder.
enum Word {
    /// It agrees with the records, or says nothing yet.
    Fits(String),
    /// It proves nothing to anybody.
    Nothing(String),
    /// It proves a breach by whoever sealed the record.
    Convicts { path: String, what: String },
}

/// Checks receipts, each with a name for messages, against a folder; what they prove becomes a finding. A receipt holds
/// by the referee's key of its own phase: `verify` has proved along the chain whose that was.
pub fn receipts(source: &dyn FileSource, shown: &[(String, Vec<u8>)], verdict: &mut Verdict) {
    let signers = keys(source, verdict);
    for (name, bytes) in shown {
        match word(source, &signers, &verdict.game, bytes, None) {
            Word::Fits(what) => verdict.notes.push(Note(format!("receipt {name}: {what}"))),
            Word::Nothing(why) => {
                verdict.notes.push(Note(format!("receipt {name} proves nobody at fault: {why}")));
            }
            Word::Convicts { path, what } => verdict.findings.push(convicts(name, path, &what)),
        }
    }
}

/// Maximum number of meaningless receipts in a folder that are named one by one.
const NAMED_MAX: usize = 20;

/// Checks the receipts that the referee left in a folder against its records; what they prove becomes a finding. One
/// whose signature does not hold or that belongs to another game is noted; those that agree are not mentioned.
pub fn receipts_inside(source: &dyn FileSource, verdict: &mut Verdict) {
    let signers = keys(source, verdict);
    let mut idle = Vec::new();
    for number in 1..=verdict.records() {
        let folder = format!("receipts/{}", record_name(number));
        for item in source.list(&folder).unwrap_or_default() {
            let path = format!("{folder}/{}", item.name);
            if item.name.strip_suffix(".yaml").is_none() {
                continue;
            }
            let read = |path: &str| source.read(path, RECEIPT_MAX).ok();
            let signature =
                read(&format!("{path}.sig")).and_then(|text| String::from_utf8(text).ok());
            let (Some(text), Some(signature)) = (read(&path), signature) else {
                idle.push(format!("{path}: it has no signature"));
                continue;
            };
            let signed = SignedText::join(&text, &signature);
            match word(source, &signers, &verdict.game, &signed, Some(number)) {
                Word::Nothing(why) => idle.push(format!("{path}: {why}")),
                // Whoever showed the same receipt has it told already.
                Word::Convicts { path: place, what } if !told(verdict, &place, &what) => {
                    verdict.findings.push(convicts(&path, place, &what));
                }
                Word::Fits(_) | Word::Convicts { .. } => {}
            }
        }
    }
    let more = idle.len().saturating_sub(NAMED_MAX);
    for what in idle.into_iter().take(NAMED_MAX) {
        verdict.note(format!("a receipt that proves nothing: {what}"));
    }
    if more > 0 {
        verdict.note(format!("... and {more} more receipts that prove nothing"));
    }
}

fn told(verdict: &Verdict, place: &str, what: &str) -> bool {
    let same =
        |one: &Finding| one.code == "V-receipt" && one.path == place && one.message.ends_with(what);
    verdict.findings.iter().any(same)
}

fn convicts(name: &str, path: String, what: &str) -> Finding {
    Finding::new("V-receipt", path, format!("{name}: {what}"))
}

/// The lists of keys, by the record that brings each.
fn keys(source: &dyn FileSource, verdict: &Verdict) -> BTreeMap<u32, Signers> {
    let folder = |number: u32| (number, format!("turns/{}/", record_name(number)));
    std::iter::once((0, String::new()))
        .chain((0..verdict.records()).map(folder))
        .filter_map(|(number, folder)| {
            let bytes = source.read(&format!("{folder}allowed_signers"), LIST_MAX).ok()?;
            Some((number, Signers::parse(&bytes).ok()?))
        })
        .collect()
}

/// What a receipt means for a folder. A receipt holds by the keys in force while its phase was open, or by those that
/// the record of this phase brings: a former referee signs nothing later, and a successor nothing earlier. `lies` is
/// the phase in whose folder it lies, inside a game.
fn word(
    source: &dyn FileSource,
    signers: &BTreeMap<u32, Signers>,
    game: &str,
    bytes: &[u8],
    lies: Option<u32>,
) -> Word {
    let convicts_nobody = |why: &str| Word::Nothing(why.to_owned());
    if bytes.starts_with(BATCH) {
        return convicts_nobody(
            "this program neither makes nor accepts several receipts under one signature; show \
             the receipt for each file",
        );
    }
    // There is one way to write a receipt, so that what an editor or a mail program made of it can be undone.
    let Ok(text) = SignedText::split(&lf_only(&as_utf8(bytes))) else {
        return convicts_nobody("it has no signature");
    };
    let receipt = match Receipt::parse(&text.signed) {
        Ok(receipt) => receipt,
        Err(why) => return convicts_nobody(&why),
    };
    let phase = lies.unwrap_or(receipt.phase);
    let mut lists =
        [phase - 1, phase].into_iter().filter_map(|at| signers.range(..=at).next_back());
    let held = |(_, signers): (&u32, &Signers)| {
        let held = signers.verify(REFEREE, Namespace::Receipt, &text.signed, &text.signature);
        matches!(held, Some(Ok(())))
    };
    if !lists.any(held) {
        return convicts_nobody("the referee of its phase did not sign it");
    }
    if receipt.game != game {
        return convicts_nobody("it belongs to another game");
    }
    let before = list(source, receipt.phase - 1);
    if before.as_ref().is_some_and(|(digest, _)| *digest != receipt.after) {
        return Word::Convicts {
            path: sums(receipt.phase - 1),
            what: format!(
                "the referee signed that phase {} was open, but after a different history, {}",
                receipt.phase, receipt.after
            ),
        };
    }
    match receipt.receipt {
        Fate::Filed => filed(source, &receipt),
        Fate::Refused => {
            let code = receipt.code.as_deref().unwrap_or("no code");
            Word::Fits(format!("a file from {} was refused ({code})", receipt.seat))
        }
    }
}

/// Checks that a file that was filed counts in its record, or a later revision by the same seat does.
fn filed(source: &dyn FileSource, receipt: &Receipt) -> Word {
    let Receipt { phase, seat, .. } = receipt;
    let Some((_, list)) = list(source, *phase) else {
        return Word::Fits(format!("phase {phase} has not been resolved in this copy"));
    };
    let name = format!("orders/{seat}.yaml");
    let path = format!("turns/{}/{name}", record_name(*phase));
    let ours = receipt.revision.expect("a receipt for a filed revision names that revision");
    if key(source, *phase, seat) != key(source, phase - 1, seat) {
        return Word::Fits(format!("it is void: record {phase} replaces the key of {seat}"));
    }
    if let Some(what) = voided(source, *phase, &list, seat) {
        return Word::Fits(format!("it is void: {what}"));
    }
    let Some(counted) = list.lines.get(&name) else {
        let what =
            format!("revision {ours} of {seat} was filed, but the record counts no file of {seat}");
        return Word::Convicts { path: sums(*phase), what };
    };
    if *counted == receipt.digest {
        return Word::Fits(format!("the file counts in record {phase}"));
    }
    match source.read(&path, LIMIT) {
        Ok(bytes) => match OrderFile::read(&bytes) {
            Ok(file) if file.revision > ours => {
                Word::Fits(format!("revision {} of {seat} took its place", file.revision))
            }
            _ => Word::Convicts {
                path,
                what: format!(
                    "revision {ours} of {seat} was filed, but the record counts another file"
                ),
            },
        },
        Err(Unread::Missing) => Word::Fits(format!(
            "another file from {seat} counts in record {phase}; whether its revision is higher \
             will be known when that file is opened"
        )),
        Err(_) => Word::Fits("the file that counts cannot be read".to_owned()),
    }
}

/// The change for which a record counts no file of a seat: one that makes the record by itself, or leaves the seat vacant.
fn voided(source: &dyn FileSource, phase: u32, list: &Sums, seat: &str) -> Option<String> {
    let texts = list.local().filter(|(name, _)| name.starts_with(CHANGES));
    for (name, _) in texts.filter(|(name, _)| name.strip_suffix(".yaml").is_some()) {
        let path = format!("turns/{}/{name}", record_name(phase));
        let Some(change) =
            source.read(&path, CHANGE_MAX).ok().and_then(|bytes| Change::parse(&bytes).ok())
        else {
            continue;
        };
        let own = !change.action.kind().rides();
        let vacates = matches!(&change.action, Action::Resign { seat: left } if left == seat);
        if own || vacates {
            let signed = format!("{name}.");
            let by: Vec<&str> = list
                .local()
                .filter_map(|(other, _)| other.strip_prefix(&signed)?.strip_suffix(".sig"))
                .collect();
            return Some(format!(
                "record {phase} holds the change `{}`, signed by {}",
                change.action.kind().word(),
                by.join(", ")
            ));
        }
    }
    None
}

/// The key that answers for a seat in a record: from the newest list of keys up to it.
fn key(source: &dyn FileSource, number: u32, seat: &str) -> Option<PublicKey> {
    let records = (0..=number).rev().map(|number| format!("turns/{}/", record_name(number)));
    let mut lists = records
        .chain([String::new()])
        .filter_map(|folder| source.read(&format!("{folder}allowed_signers"), LIST_MAX).ok());
    Signers::parse(&lists.next()?).ok()?.key(seat).cloned()
}

fn sums(number: u32) -> String {
    format!("turns/{}/{SUMS_FILE}", record_name(number))
}

fn list(source: &dyn FileSource, number: u32) -> Option<(Digest, Sums)> {
    let bytes = source.read(&sums(number), LIST_MAX).ok()?;
    Some((Digest::of(&bytes), Sums::parse(&bytes).ok()?))
}
