//! Decides who sees an event. The game is open, so everybody sees everything; each field says so by standing here.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{Attack, Combat, Event, Listing, Movement, Sequence, SetUp, Void};
use crate::state::State;
use engine::{Sight, Viewer};

/// The part of an event that a viewer sees: the whole.
pub(crate) fn witness(_: &State, event: &Event, _: &Viewer) -> Sight<Event> {
    match event {
        Event::SetUp(event) => set_up(event),
        Event::Movement(event) => movement(event),
        Event::Combat(event) => combat(event),
        Event::Listing(event) => listing(event),
        Event::Sequence(event) => sequence(event),
    }
}

/// Armies are shown together, and placing is done in the open or shown together.
fn set_up(event: &SetUp) -> Sight<Event> {
    match event {
        SetUp::Army { seat: _, ready: _, units: _, veterans: _ }
        | SetUp::Terrain { seat: _, hills: _, plateaus: _ }
        | SetUp::FirstSeat { seat: _, method: _, sums: _, shares: _ }
        | SetUp::Placed { seat: _, unit: _, square: _, facing: _ } => Sight::Whole,
    }
}

/// Every move is made on the board.
fn movement(event: &Movement) -> Sight<Event> {
    match event {
        Movement::Moved { unit: _, from: _, to: _, way: _, was: _, facing: _ }
        | Movement::Turned { unit: _, square: _, was: _, facing: _ }
        | Movement::Charge { unit: _, turn: _ } => Sight::Whole,
    }
}

/// Every blow is struck on the board.
fn combat(event: &Combat) -> Sight<Event> {
    match event {
        Combat::Attack(Attack {
            attacker: _,
            from: _,
            facing: _,
            target: _,
            square: _,
            distance: _,
            means: _,
            pila: _,
            side: _,
            damage: _,
            points: _,
            total: _,
            defense: _,
            needed: _,
            moving: _,
        })
        | Combat::Holds { target: _, damage: _, defense: _ }
        | Combat::Retreat {
            unit: _,
            from: _,
            to: _,
            candidates: _,
            decided: _,
            facing: _,
            attackers: _,
        }
        | Combat::Destroyed { unit: _, seat: _, square: _, turn: _, cause: _, helpers: _ }
        | Combat::Credit { unit: _, number: _ }
        | Combat::Veteran { unit: _, number: _ } => Sight::Whole,
    }
}

/// Both sides are told of entries that came to nothing, as they would see it at a table.
fn listing(event: &Listing) -> Sight<Event> {
    match event {
        Listing::Void(Void { seat: _, entry: _, unit: _, reason: _, squares: _, targets: _ })
        | Listing::Skipped { seat: _, entry: _, unit: _, reason: _ } => Sight::Whole,
    }
}

/// Turns, offers and results are called out.
fn sequence(event: &Sequence) -> Sight<Event> {
    match event {
        Sequence::PhaseBegins { stage: _, seat: _ }
        | Sequence::Asked { seat: _, unit: _, squares: _ }
        | Sequence::Answered { seat: _ }
        | Sequence::TurnBegins { turn: _, round: _, seat: _, position: _ }
        | Sequence::TurnEnds { turn: _, lapsed: _, quiet: _ }
        | Sequence::DrawOffer { seat: _, turn: _ }
        | Sequence::DrawLapsed { seat: _ }
        | Sequence::Repetition { count: _ }
        | Sequence::Stall { rounds: _ }
        | Sequence::Limit { rounds: _, points: _ }
        | Sequence::Over { result: _, winner: _, reason: _ } => Sight::Whole,
    }
}
