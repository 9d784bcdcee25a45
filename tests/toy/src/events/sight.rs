//! Decides who sees what of an event.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Event;
use engine::{Sight, Viewer};

/// The part of an event that a viewer sees: everything except the place of another's trap.
pub(crate) fn witness(event: &Event, viewer: &Viewer) -> Sight<Event> {
    match event {
        Event::Hidden { seat, square: _ } => match viewer {
            Viewer::Referee => Sight::Whole,
            Viewer::Seat(own) if *own == seat.seat() => Sight::Whole,
            Viewer::Seat(_) | Viewer::Public => {
                Sight::Blurred(Event::Hidden { seat: *seat, square: None })
            }
        },
        Event::Begins { turn: _ }
        | Event::Contested { square: _, winner: _ }
        | Event::Void { seat: _, square: _ }
        | Event::Marked { seat: _, square: _ }
        | Event::Sprung { seat: _, square: _ }
        | Event::Ended { outcome: _ } => Sight::Whole,
    }
}
