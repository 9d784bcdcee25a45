//! Checks that the program played its seats itself: once the secret of its choices is out, their orders are worked out
//! again.

use super::record_files::RecordFiles;
use super::{Finding, Verdict};
use crate::session::Session;
use record::sums::record_name;
use record::turn_file::{TURN_FILE, TurnFile};
use record::{Charter, Digest, Secret};

/// Checks that the revealed secret matches the charter's commitment, and that the last record reveals it.
pub(super) fn reveal(charter: &Charter, folder: &str, turn: &TurnFile, verdict: &mut Verdict) {
    let path = format!("{folder}/{TURN_FILE}");
    let message = match (&charter.program, &turn.players) {
        (Some(program), Some(secret)) if !secret.opens(&program.seed) => {
            "the secret of the program's choices is not the one that the charter committed to"
        }
        (Some(_), None) if turn.outcome.is_some() => {
            "the game is over, but the secret of the program's choices is withheld"
        }
        (None, Some(_)) => {
            "it reveals a secret behind the program's choices, but the program played no seat"
        }
        (Some(_), Some(_) | None) | (None, None) => return,
    };
    verdict.find(Finding::new("V-secret", path, message));
}

/// Works out again what the program ordered for the open phase, and compares. Returns the number of files it gave.
pub(super) fn recompute(
    session: &Session,
    files: &RecordFiles,
    secret: &Secret,
    verdict: &mut Verdict,
) -> u32 {
    let Some(program) = &session.charter.program else { return 0 };
    let mut same = 0;
    if program.player != session.play.player() {
        let (charter, here) = (program.player, session.play.player());
        verdict.note(format!(
            "the program's orders in record {} were not recomputed: the charter names version \
             {charter} of the built-in player, but this program has version {here}",
            files.number
        ));
        return 0;
    }
    let awaited = session.awaited_of_program();
    for name in program.seats.keys() {
        let seat = engine::Seat::new(name);
        let found = files.orders.get(&seat).map(|(orders, _)| orders.digest);
        let expected = awaited
            .contains(&seat)
            .then(|| session.orders_of_program(secret, &seat))
            .flatten()
            .map(|text| Digest::of(text.as_bytes()));
        if found != expected {
            let path = format!("turns/{}/orders/{name}.yaml", record_name(files.number));
            let message =
                "these are not the orders that follow from the seat's view and the revealed secret";
            verdict.find(Finding::new("V-player", path, message));
        } else if found.is_some() {
            same += 1;
        }
    }
    same
}

#[cfg(test)]
#[path = "players_tests.rs"]
mod tests;
