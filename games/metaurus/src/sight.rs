//! Who sees what (5.2b): chits that lie face down, and orders not yet shown, are their owner's alone.

use super::Metaurus;
use super::events::Event;
use super::names::{Id, Side};
use super::state::{Chit, State};
use engine::{Sight, Viewer};
use std::collections::BTreeMap;

/// What a viewer sees of an event.
pub(super) fn witness(event: &Event, viewer: &Viewer) -> Sight<Event> {
    if *viewer == Viewer::Referee {
        return Sight::Whole;
    }
    let own = |side: &Side| viewer.seat().is_some_and(|seat| seat.name() == side.name());
    match event {
        Event::OrdersSet { seat, .. } if !own(seat) => {
            Sight::Blurred(Event::OrdersSet { seat: *seat, chits: Vec::new(), units: Vec::new() })
        }
        Event::OrdersChanged { seat, .. } if !own(seat) => {
            Sight::Blurred(Event::OrdersChanged { seat: *seat, changes: None })
        }
        Event::Void { seat, .. } | Event::RetreatBarred { seat, .. } if !own(seat) => {
            Sight::Nothing
        }
        _ => Sight::Whole,
    }
}

/// What a viewer may know, built up from nothing.
pub(super) fn view(rules: &Metaurus, state: &State, viewer: &Viewer) -> State {
    let printed = &rules.printed;
    let sees = |side: Option<Side>| {
        *viewer == Viewer::Referee || side.is_some() && viewer.seat().and_then(Side::of) == side
    };
    let of_command = |id: &Id| printed.roster.command(*id).map(|note| note.side);
    let of_unit = |id: &Id| printed.roster.unit(*id).map(|counter| counter.side);
    State {
        turn: state.turn,
        stage: state.stage,
        options: state.options,
        units: state.units.clone(),
        chits: shown(&state.chits, |id| sees(of_command(id))),
        given: shown(&state.given, |id| sees(of_unit(id))),
        links: state.links.clone(),
        first: state.first,
        acted: state.acted.clone(),
        inactive: state.inactive.clone(),
        lost: state.lost.clone(),
        exited: state.exited.clone(),
        tally: state.tally,
        attacked: state.attacked,
        quiet: state.quiet,
        decided: state.decided,
        over: state.over,
    }
}

/// Chits, without the orders that lie face down and are not the viewer's.
fn shown(chits: &BTreeMap<Id, Chit>, own: impl Fn(&Id) -> bool) -> BTreeMap<Id, Chit> {
    let show = |id: &Id, chit: &Chit| Chit {
        order: chit.order.filter(|_| chit.up || own(id)),
        up: chit.up,
    };
    chits.iter().map(|(id, chit)| (*id, show(id, chit))).collect()
}
