//! Decides who sees an event (4, R4). Only the owner knows which chip is the false one; void orders are told to their
//! author.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{
    Combat, Elephants, Event, Fight, Leaders, Morale, Moved, Movement, Note, Points, Sequence,
    SetUp,
};
use crate::names::{Pair, Side};
use crate::state::{Camp, State};
use engine::{Sight, Viewer};

/// The part of an event that a viewer sees. An author who adds an event or a field says here who may see it.
pub(crate) fn witness(event: &Event, viewer: &Viewer) -> Sight<Event> {
    match event {
        Event::SetUp(event) => set_up(event),
        Event::Sequence(event) => sequence(event),
        Event::Points(event) => points(event, viewer),
        Event::Elephants(event) => elephants(event),
        Event::Movement(event) => movement(event),
        Event::Combat(event) => combat(event),
        Event::Morale(event) => morale(event),
        Event::Leaders(event) => leaders(event),
        Event::Note(event) => note(event, viewer),
    }
}

/// True if a viewer may know what belongs to a side alone.
fn owns(viewer: &Viewer, side: Side) -> bool {
    match viewer {
        Viewer::Referee => true,
        Viewer::Seat(seat) => seat.name() == side.word(),
        Viewer::Public => false,
    }
}

/// Both deployments are told when they are complete: nothing of them is hidden then.
fn set_up(event: &SetUp) -> Sight<Event> {
    match event {
        SetUp::Placed { unit: _, side: _, code: _, place: _, facing: _, dp: _ }
        | SetUp::LeaderPlaced { leader: _, side: _, hex: _ }
        | SetUp::Complete { seat: _ } => Sight::Whole,
    }
}

fn sequence(event: &Sequence) -> Sight<Event> {
    match event {
        // The sums are open; they tell whether the false point lies in the box (R4).
        Sequence::Turn { turn: _ }
        | Sequence::Stage { stage: _ }
        | Sequence::InitiativeTie { carthage: _, rome: _, total: _ }
        | Sequence::Initiative { carthage: _, rome: _, winner: _ }
        | Sequence::Choice { winner: _, choice: _, first: _ }
        | Sequence::Draw { seat: _, offered: _ }
        | Sequence::Asked { seat: _, query: _ }
        | Sequence::Answered { seat: _ }
        | Sequence::Interphase { turn: _, pr: _, margin: _ }
        | Sequence::GameOver { winner: _, reason: _, pr: _ } => Sight::Whole,
    }
}

fn points(event: &Points, viewer: &Viewer) -> Sight<Event> {
    match event {
        Points::Chips { side, boxes, vacuus: _ } => {
            if owns(viewer, *side) {
                return Sight::Whole;
            }
            let boxes = boxes.clone();
            Sight::Blurred(Points::Chips { side: *side, boxes, vacuus: None }.into())
        }
        Points::Chip { side, place, vacuus: _ } => {
            if owns(viewer, *side) {
                return Sight::Whole;
            }
            Sight::Blurred(Points::Chip { side: *side, place: *place, vacuus: None }.into())
        }
        Points::Used { side: _, place: _, units: _ } | Points::Charge { unit: _, left: _ } => {
            Sight::Whole
        }
    }
}

fn elephants(event: &Elephants) -> Sight<Event> {
    match event {
        Elephants::ElephantTable { unit: _, die: _, result: _ }
        | Elephants::EnragedRun { unit: _, from: _, path: _, face: _, stop: _ }
        | Elephants::Furious { unit: _, from: _, path: _, face: _, target: _ } => Sight::Whole,
    }
}

fn movement(event: &Movement) -> Sight<Event> {
    match event {
        Movement::Move(Moved {
            unit: _,
            from: _,
            path: _,
            face: _,
            exit: _,
            spent: _,
            halted: _,
            left_zone: _,
            straight: _,
        })
        | Movement::Return { unit: _, hex: _, face: _, spent: _, halted: _, ambush: _ } => {
            Sight::Whole
        }
    }
}

fn combat(event: &Combat) -> Sight<Event> {
    match event {
        Combat::Volley { unit: _, target: _, distance: _, number: _, die: _, hit: _ }
        | Combat::Attack { attacker: _, defender: _, hex: _, rear: _ }
        | Combat::Fought(Fight { attacker: _, defender: _, charge: _, furor: _, odds: _ })
        | Combat::Withdrawal { unit: _, from: _, to: _, face: _ }
        | Combat::Advance { unit: _, from: _, to: _, face: _, free: _ }
        | Combat::NoAdvance { unit: _, to: _ }
        | Combat::Hold { unit: _, fugitive: _ }
        | Combat::Pursuit { unit: _, fugitive: _, from: _, path: _, face: _, stop: _, exit: _ } => {
            Sight::Whole
        }
    }
}

fn morale(event: &Morale) -> Sight<Event> {
    match event {
        Morale::Disorder { unit: _, points: _, total: _, cause: _ }
        | Morale::Recovery { unit: _, total: _ }
        | Morale::Panic { unit: _, cause: _, number: _ }
        | Morale::Flight { unit: _, from: _, path: _, face: _, exit: _ }
        | Morale::Removed { unit: _, hex: _ }
        | Morale::Eliminated { unit: _, hex: _, cause: _ }
        | Morale::Pr { side: _, points: _, total: _, unit: _ } => Sight::Whole,
    }
}

fn leaders(event: &Leaders) -> Sight<Event> {
    match event {
        Leaders::Die { leader: _, side: _, unit: _, die: _, lost: _ }
        | Leaders::Withdraws { leader: _, side: _, from: _, to: _, why: _ }
        | Leaders::Follows { leader: _, side: _, unit: _, from: _, to: _ }
        | Leaders::Lost { leader: _, side: _, hex: _, why: _ } => Sight::Whole,
    }
}

fn note(event: &Note, viewer: &Viewer) -> Sight<Event> {
    match event {
        // Every die of this game falls in the open.
        Note::Die { side: _, cast: _, unit: _, fortuna: _, die: _ } => Sight::Whole,
        Note::Void { seat, part: _, unit: _, code: _, reason: _, fix: _ } => {
            if owns(viewer, *seat) { Sight::Whole } else { Sight::Nothing }
        }
    }
}

/// The part of a state that a viewer may know, built up from nothing.
pub(crate) fn view(state: &State, viewer: &Viewer) -> State {
    let camp = |side: Side| {
        let Camp { leader, chips, vacuus, charges, pr, panicked, fought, draw } =
            &state.camps[side];
        Camp {
            leader: *leader,
            chips: chips.clone(),
            vacuus: vacuus.filter(|_| owns(viewer, side)),
            charges: *charges,
            pr: *pr,
            panicked: *panicked,
            fought: *fought,
            draw: *draw,
        }
    };
    let State { battle, tempo, turn, stage, first, units, camps: _, panics, fled, over, asked } =
        state;
    State {
        battle: *battle,
        tempo: *tempo,
        turn: *turn,
        stage: *stage,
        first: *first,
        units: units.clone(),
        camps: Pair { rome: camp(Side::Rome), carthage: camp(Side::Carthage) },
        panics: *panics,
        fled: *fled,
        over: *over,
        asked: asked.clone(),
    }
}
