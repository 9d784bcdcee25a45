//! Who sees what (4, R4): which chip is the false one is its owner's alone; void orders are told to their author.

use super::events::Event;
use super::names::{Pair, Side};
use super::state::{Camp, State};
use engine::{Sight, Viewer};

/// What a viewer sees of an event.
pub(super) fn witness(event: &Event, viewer: &Viewer) -> Sight<Event> {
    let own = |side: Side| {
        *viewer == Viewer::Referee || viewer.seat().is_some_and(|seat| seat.name() == side.name())
    };
    match event {
        Event::Chips { side, boxes, .. } if !own(*side) => {
            Sight::Blurred(Event::Chips { side: *side, boxes: boxes.clone(), vacuus: None })
        }
        Event::Chip { side, place, .. } if !own(*side) => {
            Sight::Blurred(Event::Chip { side: *side, place: *place, vacuus: None })
        }
        Event::Void { seat, .. } if !own(*seat) => Sight::Nothing,
        _ => Sight::Whole,
    }
}

/// What a viewer may know, built up from nothing.
pub(super) fn view(state: &State, viewer: &Viewer) -> State {
    let camp = |side: Side| {
        let own = *viewer == Viewer::Referee
            || viewer.seat().is_some_and(|seat| seat.name() == side.name());
        let camp = &state.camps[side];
        Camp {
            leader: camp.leader,
            chips: camp.chips.clone(),
            vacuus: camp.vacuus.filter(|_| own),
            charges: camp.charges,
            pr: camp.pr,
            panicked: camp.panicked,
            fought: camp.fought,
            draw: camp.draw,
        }
    };
    State {
        battle: state.battle,
        tempo: state.tempo,
        turn: state.turn,
        stage: state.stage,
        first: state.first,
        units: state.units.clone(),
        camps: Pair { rome: camp(Side::Rome), carthage: camp(Side::Carthage) },
        panics: state.panics,
        fled: state.fled,
        over: state.over,
    }
}
