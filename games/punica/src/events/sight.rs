//! Decides who sees an event. Sealed choices, and what becomes of an order, are seen only by their owner until they are
//! shown; all else is public.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{BattleEvent, Event, TurnEvent, UnitEvent};
use crate::names::Side;
use crate::state::State;
use engine::{Sight, Viewer};

/// The part of an event that a viewer sees: all of it or nothing.
pub(crate) fn witness(event: &Event, viewer: &Viewer) -> Sight<Event> {
    let owner = match event {
        Event::Turn(event) => turn(event),
        Event::Units(event) => units(event),
        Event::Battle(event) => battle(event),
    };
    match owner {
        Some(owner) if !sees(viewer, owner) => Sight::Nothing,
        Some(_) | None => Sight::Whole,
    }
}

/// The side that alone sees an event; none if it is public.
fn turn(event: &TurnEvent) -> Option<Side> {
    match event {
        TurnEvent::BattlesOrdered { seat, battles: _ }
        | TurnEvent::AheadUsed { seat, order: _, why: _ }
        | TurnEvent::Void { seat, order: _, why: _, code: _ } => Some(*seat),
        // Actions, hands and the end are played openly on the table.
        TurnEvent::Turn { seat: _, action: _, card: _ }
        | TurnEvent::Refill { seat: _, kept_out: _ }
        | TurnEvent::Awaits { stage: _ }
        | TurnEvent::TurnOver { seat: _, begins: _, quiet: _, position: _, times: _ }
        | TurnEvent::DrawOffered { seat: _ }
        | TurnEvent::OfferLapsed { seat: _ }
        | TurnEvent::Victory { seat: _, by: _, law: _ }
        | TurnEvent::Draw { by: _, law: _ } => None,
    }
}

/// As [`turn`]: every unit stands openly on the board.
fn units(event: &UnitEvent) -> Option<Side> {
    match event {
        UnitEvent::Move {
            seat: _,
            unit: _,
            id: _,
            from: _,
            to: _,
            seas: _,
            escort: _,
            effect: _,
        }
        | UnitEvent::Removed { seat: _, unit: _, id: _, area: _, why: _ }
        | UnitEvent::Deployed { seat: _, id: _, area: _ }
        | UnitEvent::Retreat { seat: _, units: _, ids: _, from: _, to: _, seas: _, priority: _ }
        | UnitEvent::LostInRetreat { seat: _, units: _, ids: _, area: _ }
        | UnitEvent::Control { area: _, seat: _, count: _ } => None,
    }
}

/// As [`turn`]: a card is secret until it is turned over (B3).
fn battle(event: &BattleEvent) -> Option<Side> {
    match event {
        BattleEvent::Sealed { seat, area: _, choice: _ } => Some(*seat),
        // A lot is drawn at the reveal, when nobody can choose any more.
        BattleEvent::Die { seat: _, why: _, sides: _, face: _ }
        | BattleEvent::BattlePending { area: _, attacker: _, from: _ }
        | BattleEvent::BattleJoined { area: _, seat: _, from: _ }
        | BattleEvent::Battle { area: _, attacker: _, att: _, dfn: _, nth: _ }
        | BattleEvent::Asked { seat: _, area: _ }
        | BattleEvent::Reveal { area: _, rome: _, carthage: _ }
        | BattleEvent::Result {
            area: _,
            att: _,
            dfn: _,
            att_parts: _,
            dfn_parts: _,
            winner: _,
            attacker: _,
        }
        | BattleEvent::Settled { seat: _, area: _, lose: _, retreat_to: _ }
        | BattleEvent::BattleOver { area: _ } => None,
    }
}

/// True if a viewer sees what a side keeps to itself.
fn sees(viewer: &Viewer, owner: Side) -> bool {
    match viewer {
        Viewer::Public => false,
        Viewer::Seat(seat) => Side::of(seat) == Some(owner),
        Viewer::Referee => true,
    }
}

/// The part of a position that a viewer may know, built up from nothing.
pub(crate) fn view(state: &State, viewer: &Viewer) -> State {
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
