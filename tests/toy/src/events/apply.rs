//! The only code that writes a state.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Event;
use crate::names::Stage;
use crate::state::State;

pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Hidden { seat, square } => {
            state.traps.insert(*seat, square.expect("an event that is applied is whole"));
        }
        Event::Begins { turn } => {
            state.turn = *turn;
            state.stage = Stage::Mark;
        }
        Event::Marked { seat, square } => {
            state.marks.insert(*square, *seat);
        }
        Event::Sprung { seat, square: _ } => {
            let owner = state.traps.keys().copied().find(|owner| owner != seat);
            state.traps.remove(&owner.expect("only an enemy's trap is stepped on"));
        }
        Event::Ended { outcome } => state.outcome = Some(outcome.clone()),
        Event::Contested { square: _, winner: _ } | Event::Void { seat: _, square: _ } => {}
    }
}
