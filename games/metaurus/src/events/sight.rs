//! Decides who sees each event (5.2b): chits that lie face down, and orders not yet shown, are seen only by their
//! owner. Every event and every field is named here, so that for a new one it must be said who may see it.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{Combat, Command, Effect, Event, Fight, Movement, Sequence, SetUp};
use crate::Metaurus;
use crate::names::{Id, Side};
use crate::state::{Chit, State};
use engine::{Sight, Viewer};
use std::collections::BTreeMap;

/// The part of an event that a viewer sees.
pub(crate) fn witness(event: &Event, viewer: &Viewer) -> Sight<Event> {
    if *viewer == Viewer::Referee {
        return Sight::Whole;
    }
    let own = |side: Side| viewer.seat().is_some_and(|seat| seat.name() == side.word());
    match event {
        Event::SetUp(event) => set_up(event, own),
        Event::Command(event) => command(event, own),
        Event::Movement(event) => movement(event),
        Event::Combat(event) => combat(event, own),
        Event::Effect(event) => effect(event),
        Event::Sequence(event) => sequence(event),
    }
}

fn set_up(event: &SetUp, own: impl Fn(Side) -> bool) -> Sight<Event> {
    match event {
        SetUp::OrdersSet { seat, chits: _, units: _ } if !own(*seat) => Sight::Blurred(
            SetUp::OrdersSet { seat: *seat, chits: Vec::new(), units: Vec::new() }.into(),
        ),
        SetUp::OrdersSet { seat: _, chits: _, units: _ }
        | SetUp::Placed { unit: _, hex: _, facing: _ }
        | SetUp::SetUpDone { seat: _ } => Sight::Whole,
    }
}

fn command(event: &Command, own: impl Fn(Side) -> bool) -> Sight<Event> {
    match event {
        Command::OrdersChanged { seat, changes: _ } if !own(*seat) => {
            Sight::Blurred(Command::OrdersChanged { seat: *seat, changes: None }.into())
        }
        Command::Void { seat, part: _, unit: _, code: _, reason: _, fix: _ } if !own(*seat) => {
            Sight::Nothing
        }
        Command::OrdersChanged { seat: _, changes: _ }
        | Command::Void { seat: _, part: _, unit: _, code: _, reason: _, fix: _ }
        | Command::ChitsDown { first: _ }
        | Command::ChitRevealed { command: _, order: _, why: _ }
        | Command::OrderShown { unit: _, order: _, why: _ }
        | Command::Activation { seat: _, commands: _, units: _, order: _ }
        | Command::Combined { pair: _, die: _, success: _ }
        | Command::Gaul { unit: _, die: _, acts: _ }
        | Command::ElephantTable { unit: _, die: _, drm: _, total: _, result: _ } => Sight::Whole,
    }
}

/// All movement is made in the open.
fn movement(event: &Movement) -> Sight<Event> {
    match event {
        Movement::Rampage { unit: _, target: _, mp: _ }
        | Movement::Moved { unit: _, from: _, way: _, mp: _, facing: _, manner: _ }
        | Movement::Turned { unit: _, from: _, to: _ }
        | Movement::Stayed { unit: _, why: _ }
        | Movement::Exited { unit: _, from: _, way: _, mp: _, exits: _, needed: _ } => Sight::Whole,
    }
}

fn combat(event: &Combat, own: impl Fn(Side) -> bool) -> Sight<Event> {
    match event {
        // That a unit would have fallen back tells of its side's standing orders.
        Combat::RetreatBarred { seat, unit: _ } if !own(*seat) => Sight::Nothing,
        Combat::RetreatBarred { seat: _, unit: _ }
        | Combat::Announced { attacks: _ }
        | Combat::Retreat { unit: _, from: _, way: _, die: _, drm: _, morale: _, outcome: _ }
        | Combat::Attack(Fight {
            by: _,
            against: _,
            die: _,
            modifiers: _,
            drm: _,
            total: _,
            results: _,
        })
        | Combat::CounterAttack(Fight {
            by: _,
            against: _,
            die: _,
            modifiers: _,
            drm: _,
            total: _,
            results: _,
        })
        | Combat::ContinuedAttack(Fight {
            by: _,
            against: _,
            die: _,
            modifiers: _,
            drm: _,
            total: _,
            results: _,
        })
        | Combat::Declined { what: _, by: _, against: _, drm: _ }
        | Combat::Advance { unit: _, from: _, to: _, facing: _ } => Sight::Whole,
    }
}

/// Everybody sees what happens to units.
fn effect(event: &Effect) -> Sight<Event> {
    match event {
        Effect::Check { unit: _, die: _, against: _, outcome: _ }
        | Effect::Disordered { unit: _, cause: _ }
        | Effect::Eliminated { unit: _, hex: _, cause: _, tally: _ }
        | Effect::Engaged { pairs: _, frozen: _ }
        | Effect::Disengaged { pairs: _ }
        | Effect::Reform { unit: _, die: _, against: _, success: _ } => Sight::Whole,
    }
}

/// Everybody sees events of the sequence of play.
fn sequence(event: &Sequence) -> Sight<Event> {
    match event {
        Sequence::Asked { seat: _, query: _ }
        | Sequence::Answered { seat: _ }
        | Sequence::GameTurn { turn: _ }
        | Sequence::Initiative { rome: _, carthage: _, winner: _ }
        | Sequence::TurnOrder { winner: _, choice: _, first: _ }
        | Sequence::TurnOver { seat: _, next: _ }
        | Sequence::TurnEnds { turn: _, quiet: _ }
        | Sequence::Threshold { winner: _, how: _, tally: _ }
        | Sequence::GameOver { winner: _, how: _, tally: _ } => Sight::Whole,
    }
}

/// The part of a state that a viewer may know, built up from nothing.
pub(crate) fn view(rules: &Metaurus, state: &State, viewer: &Viewer) -> State {
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
        asked: state.asked.clone(),
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
