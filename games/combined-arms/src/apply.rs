//! The only writer: what each event stores, adds and removes.

use super::events::{Attack, Event};
use super::names::{Stage, UnitId};
use super::state::{GameResult, Lost, Offer, State, Unit, Waiting};

/// Lets an event happen.
pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Army { seat, units, veterans, .. } => {
            let ids = units.iter().flat_map(|levy| levy.ids.iter().map(move |id| (levy, *id)));
            for (rank, (levy, id)) in (0u8..).zip(ids) {
                let (pila, veteran) = (levy.pila.unwrap_or_default(), veterans.contains(&id));
                state.waiting.push(Waiting {
                    id,
                    kind: levy.kind,
                    side: *seat,
                    rank,
                    pila,
                    veteran,
                });
            }
        }
        Event::FirstSeat { seat, .. } => {
            state.first = Some(*seat);
            state.active = Some(*seat);
        }
        Event::PhaseBegins { stage, .. } => begin_phase(state, *stage),
        Event::Placed { unit, square, facing, .. } => {
            let Some(at) = state.waiting.iter().position(|waiting| waiting.id == *unit) else {
                return;
            };
            let unit = Unit::placed(&state.waiting.remove(at), *square, *facing);
            let at = state
                .units
                .partition_point(|other| (other.side, other.rank) < (unit.side, unit.rank));
            state.units.insert(at, unit);
        }
        Event::TurnBegins { turn, seat, position, .. } => {
            state.turn = *turn;
            state.active = Some(*seat);
            state.past.extend(*position);
            begin_phase(state, Stage::Move);
            state.units.iter_mut().for_each(|unit| unit.began = unit.square);
        }
        Event::DrawOffer { seat, turn } => state.offer = Some(Offer { seat: *seat, turn: *turn }),
        Event::DrawLapsed { .. } => state.offer = None,
        Event::Over { winner, reason, .. } => {
            state.stage = Stage::Over;
            state.result = Some(GameResult { winner: *winner, reason: *reason });
        }
        Event::TurnEnds { .. } => state.units.iter_mut().for_each(forget_turn),
        Event::Destroyed { unit, seat, square, turn, cause, .. } => {
            let Some(at) = state.units.iter().position(|other| other.id == *unit) else { return };
            let kind = state.units.remove(at).kind;
            state.lost.push(Lost {
                id: *unit,
                kind,
                side: *seat,
                square: *square,
                turn: *turn,
                cause: *cause,
            });
            state.quiet_since = *turn;
            state.past.clear();
        }
        Event::Attack(attack) => strike(state, attack),
        Event::Void { .. }
        | Event::Skipped { .. }
        | Event::Holds { .. }
        | Event::Repetition { .. }
        | Event::Stall { .. }
        | Event::Limit { .. } => {}
        other => change_unit(state, other),
    }
}

/// What happens to one unit that stays on the board.
fn change_unit(state: &mut State, event: &Event) {
    match event {
        Event::Moved { unit, to, facing, .. } => with(state, *unit, |unit| {
            (unit.square, unit.facing, unit.moved) = (*to, *facing, true);
        }),
        Event::Turned { unit, facing, .. } => with(state, *unit, |unit| {
            (unit.facing, unit.moved) = (*facing, true);
        }),
        Event::Charge { unit, turn } => with(state, *unit, |unit| unit.charged = Some(*turn)),
        Event::Retreat { unit, to, facing, .. } => with(state, *unit, |unit| {
            (unit.square, unit.facing, unit.damage) = (*to, *facing, 0);
            unit.made_by.clear();
            unit.routs_phase = unit.routs_phase.saturating_add(1);
            unit.routs_turn = unit.routs_turn.saturating_add(1);
        }),
        Event::Credit { unit, number } => with(state, *unit, |unit| unit.credits = *number),
        Event::Veteran { unit, .. } => with(state, *unit, |unit| unit.veteran = true),
        _ => {}
    }
}

fn with(state: &mut State, id: UnitId, change: impl FnOnce(&mut Unit)) {
    if let Some(unit) = state.units.iter_mut().find(|unit| unit.id == id) {
        change(unit);
    }
}

fn strike(state: &mut State, attack: &Attack) {
    with(state, attack.attacker, |unit| {
        unit.attacked = true;
        unit.pila = attack.pila.unwrap_or(unit.pila);
    });
    with(state, attack.target, |unit| {
        unit.damage = attack.total;
        for list in [&mut unit.made_by, &mut unit.hurt_by] {
            if !list.contains(&attack.attacker) {
                list.push(attack.attacker);
            }
        }
    });
}

fn begin_phase(state: &mut State, stage: Stage) {
    state.stage = stage;
    state.units.iter_mut().for_each(|unit| unit.routs_phase = 0);
}

fn forget_turn(unit: &mut Unit) {
    unit.damage = 0;
    unit.made_by.clear();
    unit.hurt_by.clear();
    (unit.attacked, unit.moved) = (false, false);
    (unit.routs_phase, unit.routs_turn) = (0, 0);
}
