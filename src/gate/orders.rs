//! Order files that a seat pushes.

use super::paths::{Place, place};
use super::{ORDERS_MAX, Position, Refusal, Step, unfit};
use engine::{Complaints, Kind, Seat};
use record::exchange::order_file::LIMIT;
use record::exchange::{accept, receive};
use std::collections::BTreeSet;

/// Most bytes of sealed orders.
const SEALED_MAX: usize = 128 * 1024;
/// Most bytes of orders with their signature below them.
const SIGNED_MAX: usize = LIMIT + 16 * 1024;

/// A commit that adds order files: one seat's own, for the open phase, and nothing else.
pub(super) fn judge(added: &[&Vec<u8>], step: &Step<'_>, position: &Position) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut seats = BTreeSet::new();
    if added.len() > ORDERS_MAX {
        let what =
            format!("{} files in one commit; a seat needs at most {ORDERS_MAX}", added.len());
        return vec![Refusal::new("G-many", what)];
    }
    for path in added {
        let entry = &step.after.entries[*path];
        let Some(Place::Orders { phase, seat, sealed }) = place(path) else {
            let what = "it was committed together with order files";
            refusals.push(Refusal::at("G-mixed", path, what));
            continue;
        };
        seats.insert(seat);
        let max = if sealed { SEALED_MAX } else { SIGNED_MAX };
        if let Some(refusal) = unfit(path, entry) {
            refusals.push(refusal);
        } else if position.charter.seat(seat).is_none() {
            let known: Vec<&str> = position.charter.seat_names().collect();
            let what = format!("no seat `{seat}`; the seats are {}", known.join(", "));
            refusals.push(Refusal::at("G-name", path, what));
        } else if phase != position.phase || position.asked.is_empty() {
            refusals.push(position.not_open(path));
        } else if entry.size > max as u64 {
            let what = format!("it has {} bytes; such files have at most {max}", entry.size);
            refusals.push(Refusal::at("G-size", path, what));
        } else if sealed {
            refusals.extend(ciphertext(path, seat, step, position));
        } else {
            refusals.extend(readable(path, seat, step, position));
        }
    }
    if let Some(other) = seats.iter().nth(1) {
        let first = seats.first().expect("there are two");
        let what = format!("the commit adds files from both {first} and {other}");
        refusals.push(Refusal::new("G-mixed", what));
    }
    refusals
}

/// Checks what the gate can check of a sealed file: its name, its size, that it is an age file, and who pushed it.
fn ciphertext(path: &[u8], seat: &str, step: &Step<'_>, position: &Position) -> Option<Refusal> {
    if !position.is_by(step.signature, seat) {
        let what = match step.signature {
            Some(_) => format!("the commit is not signed with the key of {seat}"),
            None => "the commit is not signed".to_owned(),
        };
        return Some(Refusal::at("G-signer", path, what));
    }
    let text = std::str::from_utf8(path).ok()?;
    let bytes = step.after.source.read(text, SEALED_MAX).unwrap_or_default();
    let what = if position.charter.seal.is_none() {
        "this game has no key for sealing orders (`seal:` in game.yaml)"
    } else if !ciphertext::is_sealed(&bytes) {
        "it is not an age file"
    } else {
        return None;
    };
    Some(Refusal::at("G-sealed", path, what))
}

/// Orders that everybody can read: they must be in order as far as everybody can know.
fn readable(path: &[u8], seat: &str, step: &Step<'_>, position: &Position) -> Vec<Refusal> {
    if position.shown < position.phase {
        let what = "the events of this game are shown later (`public:` in game.yaml), but \
             unsealed orders would reveal them";
        return vec![Refusal::at("G-open", path, what)];
    }
    let asked: BTreeSet<&String> = position.asked.iter().collect();
    if asked.len() > 1 {
        let names: Vec<&str> = asked.iter().map(|name| name.as_str()).collect();
        let what =
            format!("{} are asked at the same time, so orders must be sealed", names.join(", "));
        return vec![Refusal::at("G-open", path, what)];
    }
    let Some(bytes) = std::str::from_utf8(path)
        .ok()
        .and_then(|text| step.after.source.read(text, SIGNED_MAX).ok())
    else {
        return vec![Refusal::at("G-orders", path, "it cannot be read")];
    };
    let file = match receive(&bytes, None, &position.signers) {
        Ok(received) => received.file,
        Err(complaints) => return told(path, &complaints),
    };
    let mut complaints = match accept(&file, &position.expectation()) {
        Ok(_) => match position.unlawful(step.after.source, &file) {
            Ok(complaints) => complaints,
            Err(why) => return vec![Refusal::at("G-orders", path, why)],
        },
        Err(complaints) => complaints,
    };
    complaints.0.retain(|complaint| complaint.kind() != Kind::Warning);
    let mut refusals = told(path, &complaints);
    if file.seat != Seat::new(seat) {
        let what = format!("its name says {seat}, but {} signed it", file.seat);
        refusals.push(Refusal::at("G-name", path, what));
    }
    refusals
}

fn told(path: &[u8], complaints: &Complaints) -> Vec<Refusal> {
    let refusal = |complaint: &engine::Complaint| Refusal {
        line: complaint.span.map(|span| span.line as usize).filter(|line| *line > 0),
        ..Refusal::at("G-orders", path, complaint.to_string())
    };
    complaints.0.iter().filter(|one| one.kind() != Kind::Warning).map(refusal).collect()
}
