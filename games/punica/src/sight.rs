//! Who sees what: sealed choices and policies are their owner's until they show; all else is public.

use super::chart::Side;
use super::events::Event;
use super::state::State;
use engine::{Sight, Viewer};

/// What a viewer sees of an event.
pub(super) fn witness(event: &Event, viewer: &Viewer) -> Sight<Event> {
    let owner = match event {
        Event::BattlesOrdered { seat, .. }
        | Event::Sealed { seat, .. }
        | Event::AheadUsed { seat, .. }
        | Event::Void { seat, .. } => *seat,
        _ => return Sight::Whole,
    };
    if sees(viewer, owner) { Sight::Whole } else { Sight::Nothing }
}

/// Whether a viewer sees what a side keeps to itself.
fn sees(viewer: &Viewer, owner: Side) -> bool {
    match viewer {
        Viewer::Public => false,
        Viewer::Seat(seat) => Side::of(seat) == Some(owner),
        Viewer::Referee => true,
    }
}

/// What a viewer may know of a position, built up from nothing.
pub(super) fn view(state: &State, viewer: &Viewer) -> State {
    State {
        tempo: state.tempo,
        options: state.options,
        turn: state.turn,
        active: state.active,
        stage: state.stage.clone(),
        rome: state.rome.clone(),
        carthage: state.carthage.clone(),
        pending: state.pending.clone(),
        fight: state.fight.clone(),
        fought: state.fought.clone(),
        battle_before: state.battle_before,
        bled: state.bled,
        quiet: state.quiet,
        offer: state.offer,
        seen: state.seen.clone(),
        sealed: state
            .sealed
            .iter()
            .filter(|(side, _)| sees(viewer, **side))
            .map(|(side, sealed)| (*side, sealed.clone()))
            .collect(),
        ended: state.ended.clone(),
    }
}
