//! The only writer of the state: each event stores, adds or removes what it says.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{BattleEvent, Ending, Event, TurnEvent, UnitEvent};
use crate::names::{AreaId, CardId, Side, Unit, UnitId};
use crate::state::{Camp, Ended, Fight, Pending, Sealed, Settled, Stage, State, unit_of};
use std::collections::BTreeMap;

pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Turn(event) => turn(state, event),
        Event::Units(event) => units(state, event),
        Event::Battle(event) => battle(state, event),
    }
}

fn turn(state: &mut State, event: &TurnEvent) {
    match event {
        TurnEvent::Turn { seat, action: _, card } => {
            if let Some(card) = card {
                lay_down(state.camp_mut(*seat), *card);
            }
        }
        TurnEvent::BattlesOrdered { seat, battles } => {
            sealed(state, *seat).battles.clone_from(battles);
        }
        TurnEvent::Refill { seat, kept_out } => {
            let camp = state.camp_mut(*seat);
            assert!(camp.hand.is_empty(), "a new hand is taken up only when the old one is empty");
            camp.hand = camp.deck.iter().copied().filter(|card| card != kept_out).collect();
            camp.face_up = vec![*kept_out];
        }
        TurnEvent::Awaits { stage } => state.stage = stage.clone(),
        TurnEvent::TurnOver { seat, begins, quiet, position, times } => {
            state.turn = *begins;
            state.active = seat.other();
            state.stage = Stage::Action {};
            state.battle_before = !state.fought.is_empty();
            state.fought.clear();
            state.sealed.clear();
            state.bled = false;
            state.quiet = *quiet;
            if let (Some(position), Some(times)) = (position, times) {
                state.seen.insert(position.clone(), *times);
            }
        }
        TurnEvent::DrawOffered { seat } => state.offer = Some(*seat),
        TurnEvent::OfferLapsed { seat: _ } => state.offer = None,
        TurnEvent::Victory { seat, by, law } => end(state, Some(*seat), *by, law),
        TurnEvent::Draw { by, law } => end(state, None, *by, law),
        // They tell an author what became of an order; what it did stands in events of its own.
        TurnEvent::AheadUsed { seat: _, order: _, why: _ }
        | TurnEvent::Void { seat: _, order: _, why: _, code: _ } => {}
    }
}

fn units(state: &mut State, event: &UnitEvent) {
    match event {
        UnitEvent::Move { seat, unit: _, id, from, to, seas: _, escort, effect: _ } => {
            for id in [Some(id), escort.as_ref()].into_iter().flatten() {
                *unit_at(state.camp_mut(*seat), *id, *from) = *to;
            }
        }
        UnitEvent::Removed { seat, unit: _, id, area, why: _ } => {
            remove(state, *seat, *id, *area);
        }
        UnitEvent::Deployed { seat, id, area } => {
            let camp = state.camp_mut(*seat);
            let sunk = camp.sunk.iter().position(|sunk| sunk == id);
            camp.sunk.remove(sunk.expect("only a fleet off the board is deployed"));
            camp.units.insert(*id, *area);
        }
        UnitEvent::Retreat { seat, units: _, ids, from, to, seas: _, priority: _ } => {
            for id in ids {
                *unit_at(state.camp_mut(*seat), *id, *from) = *to;
            }
        }
        UnitEvent::LostInRetreat { seat, units: _, ids, area } => {
            for id in ids {
                remove(state, *seat, *id, *area);
            }
        }
        // The places of the units say who holds an area.
        UnitEvent::Control { area: _, seat: _, count: _ } => {}
    }
}

fn battle(state: &mut State, event: &BattleEvent) {
    match event {
        BattleEvent::BattlePending { area, attacker, from } => {
            let from = from.iter().copied().collect();
            state.pending.push(Pending { area: *area, attacker: *attacker, from });
        }
        BattleEvent::BattleJoined { area, seat, from } => {
            let pending = state.pending.iter_mut().find(|pending| pending.area == *area);
            let pending = pending.expect("a battle that is joined is pending");
            // Only attackers retreat to where they came from (W3).
            if pending.attacker == *seat && !pending.from.contains(from) {
                pending.from.push(*from);
            }
        }
        BattleEvent::Battle { area, attacker, att: _, dfn: _, nth } => {
            state.sealed.values_mut().for_each(|sealed| sealed.choice = None);
            state.fought.insert(*area, *nth);
            let settled = BTreeMap::new();
            state.fight =
                Some(Fight { area: *area, attacker: *attacker, nth: *nth, cards: None, settled });
        }
        BattleEvent::Sealed { seat, area: _, choice } => {
            sealed(state, *seat).choice = Some(choice.clone());
        }
        BattleEvent::Reveal { area: _, rome, carthage } => {
            lay_down(&mut state.rome, *rome);
            lay_down(&mut state.carthage, *carthage);
            fight(state).cards = Some([*rome, *carthage]);
        }
        BattleEvent::Settled { seat, area: _, lose, retreat_to } => {
            let settled = Settled { lose: *lose, retreat: *retreat_to };
            fight(state).settled.insert(*seat, settled);
        }
        BattleEvent::BattleOver { area } => {
            let over = state.pending.iter().position(|pending| pending.area == *area);
            state.pending.remove(over.expect("only a pending battle is over"));
            state.sealed.values_mut().for_each(|sealed| sealed.choice = None);
            state.sealed.retain(|_, sealed| !sealed.battles.is_empty());
            state.fight = None;
        }
        // The stage holds the question, and the revealed cards the result of a lot; totals follow from both.
        BattleEvent::Asked { seat: _, area: _ }
        | BattleEvent::Die { seat: _, why: _, sides: _, face: _ }
        | BattleEvent::Result {
            area: _,
            att: _,
            dfn: _,
            att_parts: _,
            dfn_parts: _,
            winner: _,
            attacker: _,
        } => {}
    }
}

/// The place of a unit on the board, which must be where the event says.
fn unit_at(camp: &mut Camp, id: UnitId, area: AreaId) -> &mut AreaId {
    let at = camp.units.get_mut(&id).expect("only a unit on the board moves or falls");
    assert_eq!(*at, area, "{id} is somewhere else");
    at
}

fn fight(state: &mut State) -> &mut Fight {
    state.fight.as_mut().expect("cards and decisions belong to the battle being fought")
}

/// The sealed choices of a seat; they are empty at first.
fn sealed(state: &mut State, seat: Side) -> &mut Sealed {
    state.sealed.entry(seat).or_default()
}

fn lay_down(camp: &mut Camp, card: CardId) {
    let held = camp.hand.iter().position(|held| *held == card);
    camp.hand.remove(held.expect("only a card in hand is laid down"));
    camp.face_up.push(card);
}

/// Takes a unit off the board; a fleet can come back.
fn remove(state: &mut State, seat: Side, id: UnitId, area: AreaId) {
    state.bled = true;
    let camp = state.camp_mut(seat);
    unit_at(camp, id, area);
    camp.units.remove(&id);
    if unit_of(id) == Unit::Fleet {
        camp.sunk.push(id);
        camp.sunk.sort_unstable();
    }
}

fn end(state: &mut State, winner: Option<Side>, by: Ending, law: &str) {
    state.stage = Stage::Over {};
    state.ended = Some(Ended { winner, by, rule: law.to_owned() });
}
