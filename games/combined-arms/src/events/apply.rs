//! The only writer: what each event stores, adds and removes.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{Attack, Combat, Event, Levy, Listing, Movement, Sequence, SetUp, Void};
use crate::names::{Side, Stage, UnitId};
use crate::state::{Asked, GameResult, Lost, Offer, State, Unit, Waiting};

/// Applies an event to the state.
///
/// # Panics
/// If it names a unit that is not there; no rule makes such an event.
pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::SetUp(event) => set_up(state, event),
        Event::Movement(event) => movement(state, event),
        Event::Combat(event) => combat(state, event),
        Event::Listing(event) => listing(event),
        Event::Sequence(event) => sequence(state, event),
    }
}

fn set_up(state: &mut State, event: &SetUp) {
    match event {
        SetUp::Army { seat, ready: _, units, veterans } => enlist(state, *seat, units, veterans),
        SetUp::Terrain { seat: _, hills, plateaus } => {
            for square in hills {
                state.board.hills.add(*square);
            }
            for square in plateaus {
                state.board.plateaus.add(*square);
            }
        }
        SetUp::FirstSeat { seat, method: _, sums: _, shares: _ } => {
            state.first = Some(*seat);
            state.active = Some(*seat);
        }
        SetUp::Placed { seat: _, unit, square, facing } => {
            let at = state.waiting.iter().position(|waiting| waiting.id == *unit);
            let waiting = state.waiting.remove(at.expect("only a unit that waits is placed"));
            let unit = Unit::placed(&waiting, *square, *facing);
            let at = state
                .units
                .partition_point(|other| (other.side, other.rank) < (unit.side, unit.rank));
            state.units.insert(at, unit);
        }
    }
}

fn movement(state: &mut State, event: &Movement) {
    match event {
        Movement::Moved { unit, from: _, to, way: _, was: _, facing } => {
            let unit = unit_of(state, *unit);
            (unit.square, unit.facing, unit.moved) = (*to, *facing, true);
        }
        Movement::Turned { unit, square: _, was: _, facing } => {
            let unit = unit_of(state, *unit);
            (unit.facing, unit.moved) = (*facing, true);
        }
        Movement::Charge { unit, turn } => unit_of(state, *unit).charged = Some(*turn),
    }
}

fn combat(state: &mut State, event: &Combat) {
    match event {
        Combat::Attack(attack) => strike(state, attack),
        Combat::Retreat { unit, from: _, to, candidates: _, decided: _, facing, attackers: _ } => {
            let unit = unit_of(state, *unit);
            (unit.square, unit.facing, unit.damage) = (*to, *facing, 0);
            unit.made_by.clear();
            unit.routs_phase += 1;
            unit.routs_turn += 1;
        }
        Combat::Destroyed { unit: id, seat: side, square, turn, cause, helpers: _ } => {
            let at = state.units.iter().position(|other| other.id == *id);
            let kind = state.units.remove(at.expect("only a unit on the board is destroyed")).kind;
            let (id, side, square) = (*id, *side, *square);
            state.lost.push(Lost { id, kind, side, square, turn: *turn, cause: *cause });
            state.quiet_since = *turn;
            state.past.clear();
        }
        Combat::Credit { unit, number } => unit_of(state, *unit).credits = *number,
        Combat::Veteran { unit, number: _ } => unit_of(state, *unit).veteran = true,
        Combat::Holds { target: _, damage: _, defense: _ } => {}
    }
}

/// An entry that did nothing changes nothing.
fn listing(event: &Listing) {
    match event {
        Listing::Void(Void { seat: _, entry: _, unit: _, reason: _, squares: _, targets: _ })
        | Listing::Skipped { seat: _, entry: _, unit: _, reason: _ } => {}
    }
}

fn sequence(state: &mut State, event: &Sequence) {
    match event {
        Sequence::PhaseBegins { stage, seat: _ } => begin_phase(state, *stage),
        Sequence::Asked { seat, unit, squares } => {
            let (seat, unit, squares) = (*seat, *unit, squares.clone());
            state.asked = Some(Asked { seat, unit, squares });
        }
        Sequence::Answered { seat: _ } => state.asked = None,
        Sequence::TurnBegins { turn, round: _, seat, position } => {
            state.turn = *turn;
            state.active = Some(*seat);
            state.past.extend(*position);
            begin_phase(state, Stage::Move);
            state.units.iter_mut().for_each(|unit| unit.began = unit.square);
        }
        Sequence::TurnEnds { turn: _, lapsed: _, quiet: _ } => {
            state.units.iter_mut().for_each(forget_turn);
        }
        Sequence::DrawOffer { seat, turn } => {
            state.offer = Some(Offer { seat: *seat, turn: *turn });
        }
        Sequence::DrawLapsed { seat: _ } => state.offer = None,
        Sequence::Over { result: _, winner, reason } => {
            state.stage = Stage::Over;
            state.result = Some(GameResult { winner: *winner, reason: *reason });
        }
        Sequence::Repetition { count: _ }
        | Sequence::Stall { rounds: _ }
        | Sequence::Limit { rounds: _, points: _ } => {}
    }
}

fn unit_of(state: &mut State, id: UnitId) -> &mut Unit {
    let unit = state.units.iter_mut().find(|unit| unit.id == id);
    unit.expect("only a unit on the board acts or is affected")
}

fn enlist(state: &mut State, side: Side, units: &[Levy], veterans: &[UnitId]) {
    let ids = units.iter().flat_map(|levy| levy.ids.iter().map(move |id| (levy, *id)));
    for (rank, (levy, id)) in (0u8..).zip(ids) {
        let Levy { kind, count: _, ids: _, pila } = levy;
        // A type without pila has none.
        let (pila, veteran) = (pila.unwrap_or(0), veterans.contains(&id));
        state.waiting.push(Waiting { id, kind: *kind, side, rank, pila, veteran });
    }
}

fn strike(state: &mut State, attack: &Attack) {
    let Attack {
        attacker: by,
        from: _,
        facing: _,
        target,
        square: _,
        distance: _,
        means: _,
        pila,
        side: _,
        damage: _,
        points: _,
        total,
        defense: _,
        needed: _,
        moving: _,
    } = attack;
    let attacker = unit_of(state, *by);
    attacker.attacked = true;
    attacker.pila = pila.unwrap_or(attacker.pila);
    let target = unit_of(state, *target);
    target.damage = *total;
    for list in [&mut target.made_by, &mut target.hurt_by] {
        if !list.contains(by) {
            list.push(*by);
        }
    }
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
