//! `message TO`: words from one player to another, passed on by the referee's machine, which keeps addresses to itself.

use super::super::Error;
use super::super::notes::{self, Draft};
use crate::mail::Purpose;
use crate::store::Game;
use chrono::{DateTime, Utc};
use record::{Digest, REFEREE};
use serde_json::{Value, json};

/// To everybody at once.
const ALL: &str = "all";

/// Passes words on; tells what became of them: `to` the seats that they went to, or what is `wrong`.
///
/// # Errors
/// A template at fault, an address that cannot be used, trouble with files.
pub(super) fn pass_on(
    game: &Game,
    from: &str,
    to: &str,
    words: &str,
    letter: &Digest,
    now: DateTime<Utc>,
) -> Result<Value, Error> {
    let seats: Vec<&str> = game.session.charter.seat_names().collect();
    let receivers: Vec<&str> = match to {
        ALL => seats.iter().copied().filter(|seat| *seat != from).chain([REFEREE]).collect(),
        one if one == REFEREE || seats.contains(&one) => vec![one],
        _ => return Ok(json!({ "wrong": "receiver", "named": to, "seats": seats })),
    };
    if words.is_empty() {
        return Ok(json!({ "wrong": "empty" }));
    }
    let mut reached = Vec::new();
    for seat in receivers {
        let draft = Draft {
            purpose: Purpose::Message,
            about: *letter,
            template: "message",
            seat,
            says: json!({ "from": from, "words": words }),
            answered: None,
            enclosed: Vec::new(),
        };
        if notes::leave(game, draft, now)?.is_some() {
            reached.push(seat);
        }
    }
    if reached.is_empty() {
        return Ok(json!({ "wrong": "address", "named": to }));
    }
    Ok(json!({ "to": reached }))
}
