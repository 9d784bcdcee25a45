//! `message TO`: words from one player to another, passed on by the referee's machine, which keeps addresses to itself.

use crate::cli::common::Error;
use crate::cli::notes::{self, Draft};
use crate::mail::Purpose;
use crate::store::Game;
use chrono::{DateTime, Utc};
use record::charter::SeatLine;
use record::notes::{ALL, Authors};
use record::{Digest, REFEREE};
use serde_json::{Value, json};

pub(super) struct Words<'a> {
    /// A seat, a side, `referee`, or `all`.
    pub(super) to: &'a str,
    pub(super) text: &'a str,
    /// True if the sender's name is to be left out, which only a charter with anonymous notes allows.
    pub(super) anonymous: bool,
}

/// Passes words on; tells what became of them: `to` the seats that they went to, or what is `wrong`.
///
/// # Errors
/// A template at fault, an address that cannot be used, a file that cannot be read or written.
pub(super) fn pass_on(
    game: &Game,
    from: &str,
    Words { to, text: words, anonymous }: &Words<'_>,
    letter: &Digest,
    now: DateTime<Utc>,
) -> Result<Value, Error> {
    let charter = &game.session.charter;
    let seats: Vec<&str> = charter.seat_names().collect();
    let others = |reached: &dyn Fn(&SeatLine) -> bool| -> Vec<&str> {
        let lines = charter.seats.iter().filter(|line| line.seat != from && reached(line));
        lines.map(|line| line.seat.as_str()).collect()
    };
    let receivers: Vec<&str> = match *to {
        ALL => others(&|_| true).into_iter().chain([REFEREE]).collect(),
        REFEREE => vec![REFEREE],
        name => others(&|line| line.seat == name || line.side == name),
    };
    if receivers.is_empty() {
        return Ok(json!({ "wrong": "receiver", "named": to, "seats": seats }));
    }
    if *anonymous && charter.notes != Some(Authors::Anonymous) {
        return Ok(json!({ "wrong": "anonymous" }));
    }
    let from = (!anonymous).then_some(from);
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
