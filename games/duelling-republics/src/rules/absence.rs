//! Z3 to Z5: missed deadlines, vacant seats, substitutes, resignation; letters between players.

use super::{by, say};
use crate::codes::Code;
use crate::elements::Side;
use crate::events::{Event, Players};
use crate::orders::Orders;
use crate::state::{Letter, State};
use crate::{DuellingRepublics, Table};
use engine::rules::AnswersOf;
use engine::{Seat, Source};

/// Takes note of who answered, and of what was said beside the orders.
pub(crate) fn attend(table: &mut Table<'_>, answers: &AnswersOf<DuellingRepublics>) {
    let before = table.entries().len();
    for answer in &answers.0 {
        let (seat, name) = (&answer.prompt.seat, answer.prompt.name.as_str());
        substitutes(table, (seat, name), &answer.orders);
        by(table, seat, name, "");
        letters(table, seat, &answer.orders);
        table.by_order(None);
        if table.state().player(seat).is_none() {
            continue;
        }
        match answer.source {
            Source::Fallback => missed(table, seat, before),
            Source::Fresh => answered(table, seat),
            Source::Ahead { .. } | Source::Standing { .. } => {}
        }
        if answer.orders.word().resign
            && table.state().player(seat).is_some_and(|player| !player.vacant)
        {
            by(table, seat, name, "resign");
            say(table, "Z5", Players::Vacant { seat: seat.clone(), resigned: true });
            table.by_order(None);
        }
    }
}

/// Counts a missed deadline, once even if it had several prompts: events from `before` on belong to it.
fn missed(table: &mut Table<'_>, seat: &Seat, before: usize) {
    let Some(player) = table.state().player(seat).filter(|player| !player.vacant) else { return };
    let missed = |event: &Event| {
        let Event::Players(event) = event else { return false };
        matches!(&**event, Players::Missed { seat: other, times } if other == seat && *times > 0)
    };
    let already = table.entries()[before..].iter().any(|entry| missed(&entry.event));
    if already {
        return;
    }
    let times = player.missed.saturating_add(1);
    let limit = table.state().options.misses;
    say(table, "Z3", Players::Missed { seat: seat.clone(), times });
    if times >= limit {
        say(table, "Z3", Players::Vacant { seat: seat.clone(), resigned: false });
    }
}

fn answered(table: &mut Table<'_>, seat: &Seat) {
    if table.state().player(seat).is_some_and(|player| player.missed > 0) {
        say(table, "Z3", Players::Missed { seat: seat.clone(), times: 0 });
    }
}

/// The events by which a seat gets a new player after a change of the game: it is vacant no longer, and the deadlines
/// missed were another's.
pub(crate) fn taken_over(state: &State, seat: &Seat) -> Vec<(&'static str, Event)> {
    let event = match state.player(seat) {
        Some(player) if player.vacant => Players::Substitute { seat: seat.clone() },
        Some(player) if player.missed > 0 => Players::Missed { seat: seat.clone(), times: 0 },
        Some(_) | None => return Vec::new(),
    };
    vec![("Z4", event.into())]
}

/// The referee gives vacant seats to new players.
fn substitutes(table: &mut Table<'_>, (from, name): (&Seat, &str), orders: &Orders) {
    let Orders::Seats(seats) = orders else { return };
    if *from != Seat::referee() {
        return;
    }
    for (at, seat) in seats.substitute.iter().enumerate() {
        by(table, from, name, &format!("substitute[{at}]"));
        match table.state().player(seat) {
            Some(player) if player.vacant => {
                say(table, "Z4", Players::Substitute { seat: seat.clone() });
            }
            _ => {
                let (order, why) =
                    (format!("substitute {seat}"), "the seat is not vacant".to_owned());
                let void = Players::Void { seat: from.clone(), army: None, order, why };
                table.void("Z4", Code::Vacant, void.into());
            }
        }
    }
    table.by_order(None);
}

fn letters(table: &mut Table<'_>, from: &Seat, orders: &Orders) {
    for note in orders.word().note {
        say(table, "head", Players::Note { letter: Letter { from: from.clone(), note } });
    }
}

/// The side whose players have all left of their own will.
pub(crate) fn deserted(table: &Table<'_>) -> Option<Side> {
    let gone =
        |side: &Side| table.state().of_side(*side).all(|player| player.vacant && player.resigned);
    Side::BOTH.into_iter().find(gone)
}
