//! Games as pages speak of them: by their players, where folders and charters have slugs.

use crate::club::{Game, GameResult, Seat};
use chrono::{DateTime, Utc};
use serde::Serialize;

/// A game in the words in which pages speak of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Shown<'a> {
    id: &'a str,
    title_name: &'a str,
    scenario: &'a str,
    /// Digests of its first and its newest record.
    start: &'a str,
    head: &'a str,
    /// The number of records after the opening.
    turns: usize,
    outcome: Option<&'a GameResult>,
    delay: Option<&'a str>,
    deadline: Option<DateTime<Utc>>,
    versus: String,
    /// The seats that are awaited, as far as it is public.
    awaited: Vec<String>,
    due: Option<String>,
    won_by: Option<String>,
    reason: Option<String>,
}

impl<'a> Shown<'a> {
    pub(super) fn of(game: &'a Game) -> Self {
        let outcome = game.outcome.as_ref();
        let winner = outcome.and_then(|outcome| outcome.winner.as_deref());
        Self {
            id: &game.id,
            title_name: &game.title_name,
            scenario: &game.scenario,
            start: &game.start,
            head: &game.head,
            turns: game.records.len().saturating_sub(1),
            outcome,
            delay: game.delay.as_deref(),
            deadline: game.deadline,
            versus: versus(game),
            awaited: game.asked.iter().map(|name| sitting(game, name)).collect(),
            due: game.deadline.as_ref().map(moment),
            won_by: winner.map(|winner| won_by(game, winner)),
            reason: outcome.map(|outcome| outcome.reason.replace('-', " ")),
        }
    }

    pub(super) fn state(&self) -> String {
        match (self.outcome, &self.won_by) {
            (None, _) => "running".to_owned(),
            (Some(_), Some(winner)) => format!("won by {winner}"),
            (Some(_), None) => "drawn".to_owned(),
        }
    }
}

/// The players of a game, each once, in the order of the seats; the sides if its charter names nobody.
pub(super) fn versus(game: &Game) -> String {
    let mut names: Vec<String> = Vec::new();
    let nameless = !game.seats.iter().any(|seat| named(game, seat));
    for seat in &game.seats {
        let name = match named(game, seat) {
            true => seat.name.clone(),
            false if nameless => capital(&seat.side),
            false => chair(game, seat),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(if names.len() > 2 { ", " } else { " – " })
}

/// A seat in words: its side, and which seat of it where the side has several.
pub(super) fn chair(game: &Game, seat: &Seat) -> String {
    let side = capital(&seat.side);
    let alone = game.seats.iter().filter(|other| other.side == seat.side).count() == 1;
    if alone { side } else { format!("{} of {side}", seat.seat) }
}

/// The player of a seat, and the seat, as one text.
pub(super) fn sitting(game: &Game, name: &str) -> String {
    let Some(seat) = game.seats.iter().find(|seat| seat.seat == name) else {
        return name.to_owned();
    };
    entitled(game, seat, seat)
}

pub(super) fn sat(game: &Game, name: &str, record: u32) -> String {
    let seat = game.seats.iter().find(|seat| seat.seat == name);
    let (Some(seat), Some(holder)) = (seat, game.holder(name, record)) else {
        return name.to_owned();
    };
    entitled(game, seat, holder)
}

/// Somebody with the seat in which they sit or sat.
fn entitled(game: &Game, seat: &Seat, holder: &Seat) -> String {
    let chair = chair(game, seat);
    if named(game, holder) { format!("{} ({chair})", holder.name) } else { chair }
}

/// True if the charter names the seat's player, and not only the seat.
fn named(game: &Game, seat: &Seat) -> bool {
    seat.name != format!("{} of {}", seat.seat, game.id)
}

/// The winner in words: a side with its players, or a seat with its player.
fn won_by(game: &Game, winner: &str) -> String {
    if game.seats.iter().any(|seat| seat.seat == winner) {
        return sitting(game, winner);
    }
    let mut names: Vec<&str> = Vec::new();
    for seat in game.seats.iter().filter(|seat| seat.side == winner && named(game, seat)) {
        if !names.contains(&seat.name.as_str()) {
            names.push(&seat.name);
        }
    }
    let side = capital(winner);
    if names.is_empty() { side } else { format!("{side} ({})", names.join(", ")) }
}

fn moment(at: &DateTime<Utc>) -> String {
    at.format("%-d %B %Y, %H:%M UTC").to_string()
}

pub(super) fn capital(slug: &str) -> String {
    let mut letters = slug.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
