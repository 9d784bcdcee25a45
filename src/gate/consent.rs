//! Signatures under changes that a seat pushes.

use super::paths::{Place, place};
use super::{Position, Refusal, Step, unfit};
use record::change::{CHANGE_MAX, Change, HEIR};
use record::{Namespace, verify};

/// Most bytes of a signature.
const SIGNATURE_MAX: usize = 16 * 1024;

/// A commit that adds signatures of one seat under changes of the open phase, and those of the keys that they bring in.
pub(super) fn judge(added: &[&Vec<u8>], step: &Step<'_>, position: &Position) -> Vec<Refusal> {
    let mut seats = position.signers.seats().map(|(seat, _)| seat);
    let Some(seat) = seats.find(|seat| position.is_by(step.signature, seat)) else {
        return vec![Refusal::new("G-signer", "the commit is not signed with the key of a seat")];
    };
    added.iter().filter_map(|path| one(path, seat, step, position)).collect()
}

fn one(path: &[u8], seat: &str, step: &Step<'_>, position: &Position) -> Option<Refusal> {
    let Some(Place::Notice { phase, text, signer: Some(signer) }) = place(path) else {
        let what = "it was committed together with a signature on a change";
        return Some(Refusal::at("G-mixed", path, what));
    };
    if let Some(refusal) = unfit(path, &step.after.entries[path]) {
        return Some(refusal);
    }
    if phase != position.phase || position.asked.is_empty() {
        return Some(position.not_open(path));
    }
    // Several seats may have one key.
    let own =
        position.signers.key(signer).is_some_and(|key| position.signers.key(seat) == Some(key));
    if signer != HEIR && !own {
        let what = format!("the commit is signed with the key of {seat}");
        return Some(Refusal::at("G-signer", path, what));
    }
    let read = |path: &str, max| step.after.source.read(path, max).ok();
    let holds = || {
        let (bytes, armored) =
            (read(text, CHANGE_MAX)?, read(std::str::from_utf8(path).ok()?, SIGNATURE_MAX)?);
        let (change, armored) = (Change::parse(&bytes).ok()?, String::from_utf8(armored).ok()?);
        let key =
            if signer == HEIR { change.action.brings()? } else { position.signers.key(signer)? };
        verify(key, Namespace::Change, &bytes, &armored).ok()
    };
    match holds() {
        Some(()) => None,
        None => Some(Refusal::at(
            "G-consent",
            path,
            "it does not sign an existing change, or is not valid",
        )),
    }
}
