//! The names of seats in texts for people.

use record::Charter;

/// A seat of a game by its side.
pub(in crate::cli) fn of(charter: &Charter, seat: &str) -> String {
    let seats = &charter.seats;
    let Some(own) = seats.iter().find(|line| line.seat == seat) else { return seat.to_owned() };
    let alone = seats.iter().filter(|line| line.side == own.side).count() == 1;
    by_side(seat, &own.side, alone)
}

/// A seat by the side that it plays for, and by its own name too if it is not alone on that side.
pub(in crate::cli) fn by_side(seat: &str, side: &str, alone: bool) -> String {
    if alone { capital(side) } else { format!("{} ({seat})", capital(side)) }
}

pub(in crate::cli) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
