//! The only code that writes a state.

use super::{Event, Movement, Rage};
use crate::names::{CommandBox, Id, Side};
use crate::state::{
    Ending, HalfMarks, Impulse, ImpulseMarks, Leader, Place, Stage, State, TurnMarks, Unit,
};
use engine::kit::{Bearing, Hex};

/// The only writer.
pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Placed { unit, side, code, place, facing, dp } => {
            state.units.insert(*unit, Unit { dp: *dp, ..Unit::new(*code, *side, *place, *facing) });
        }
        Event::LeaderPlaced { side, hex, .. }
        | Event::LeaderWithdraws { side, to: hex, .. }
        | Event::LeaderFollows { side, to: hex, .. } => state.camps[*side].leader.hex = Some(*hex),
        Event::LeaderLost { side, .. } => {
            let camp = &mut state.camps[*side];
            camp.leader = Leader { hex: None, lost: true, ..camp.leader };
            camp.chips.clear();
            camp.vacuus = None;
            camp.charges = 0;
        }
        Event::Chips { side, boxes, vacuus } => {
            state.camps[*side].chips.clone_from(boxes);
            state.camps[*side].vacuus = *vacuus;
        }
        Event::Chip { side, place, vacuus } => {
            let camp = &mut state.camps[*side];
            *camp.chips.entry(*place).or_insert(0) += 1;
            camp.vacuus = if *vacuus == Some(true) { Some(*place) } else { camp.vacuus };
        }
        Event::Command { side, place, units } => command(state, *side, *place, units),
        Event::Charge { unit, left } => {
            if let Some(side) = state.units.get(unit).map(|unit| unit.side) {
                state.camps[side].charges = *left;
            }
        }
        Event::Pr { side, total, .. } => state.camps[*side].pr = *total,
        Event::Draw { seat, offered } => state.camps[*seat].draw = *offered,
        Event::GameOver { winner, reason, .. } => {
            state.over = Some(Ending { winner: *winner, how: *reason })
        }
        Event::Turn { .. } | Event::Stage { .. } | Event::Choice { .. } => sequence(state, event),
        Event::Panic { unit, number, .. } => {
            state.panics = *number;
            change(state, *unit, |unit| unit.panic = Some(*number));
            if let Some(side) = state.units.get(unit).map(|unit| unit.side) {
                state.camps[side].panicked = true;
            }
        }
        other => on_unit(state, other),
    }
}

/// A point goes out of its box, to the units that it is for.
fn command(state: &mut State, side: Side, place: CommandBox, units: &[Id]) {
    let camp = &mut state.camps[side];
    if let Some(left) =
        camp.chips.remove(&place).and_then(|chips| chips.checked_sub(1)).filter(|left| *left > 0)
    {
        camp.chips.insert(place, left);
    }
    // Only these three are given to units (R8); the others merely name them.
    if matches!(place, CommandBox::Combat | CommandBox::Recovery | CommandBox::Movement) {
        for unit in units {
            change(state, *unit, |unit| unit.impulse.point = true);
        }
    }
}

/// The events that move the sequence of play.
fn sequence(state: &mut State, event: &Event) {
    match event {
        Event::Turn { turn } => {
            state.turn = *turn;
            state.first = None;
            for side in Side::BOTH {
                let camp = &mut state.camps[side];
                camp.chips.clear();
                camp.vacuus = None;
                camp.charges = 0;
                camp.fought = false;
            }
            state.units.values_mut().for_each(|unit| unit.turn = TurnMarks::default());
            new_half(state);
        }
        Event::Choice { first, .. } => state.first = Some(*first),
        Event::Stage { stage } => {
            if let Stage::Impulse { mover, impulse: Impulse::Combat } = state.stage {
                state.camps[mover].fought = true;
            }
            if state.stage.mover() != stage.mover() {
                new_half(state);
            }
            state.fled |= state.stage.impulse() == Some(Impulse::Elephants)
                && stage.impulse() == Some(Impulse::Movement);
            state.units.values_mut().for_each(|unit| unit.impulse = ImpulseMarks::default());
            state.stage = *stage;
        }
        _ => {}
    }
}

fn new_half(state: &mut State) {
    state.fled = false;
    for unit in state.units.values_mut() {
        unit.impulse = ImpulseMarks::default();
        unit.half = HalfMarks::default();
    }
    for side in Side::BOTH {
        let leader = &mut state.camps[side].leader;
        (leader.spent, leader.halted) = (0, false);
    }
}

/// The events that change one unit, or a few.
fn on_unit(state: &mut State, event: &Event) {
    match event {
        Event::ElephantTable { unit, result, .. } => change(state, *unit, |unit| {
            unit.turn.rolled = true;
            match result {
                Rage::NoEffect => {}
                Rage::Motionless => unit.turn.motionless = true,
                Rage::Enraged => unit.half.enraged = true,
                Rage::Furious => unit.turn.furious = true,
            }
        }),
        Event::EnragedRun { unit, path, face, .. } => change(state, *unit, |unit| {
            unit.half.straight = u8::try_from(path.len()).unwrap_or(u8::MAX);
            stand(unit, path.last().copied(), *face);
        }),
        Event::Furious { unit, path, face, .. }
        | Event::Flight { unit, path, face, exit: false, .. } => {
            change(state, *unit, |unit| stand(unit, path.last().copied(), *face));
        }
        Event::Flight { unit, exit: true, .. } => {
            change(state, *unit, |unit| unit.place = Place::Fled)
        }
        Event::Move(movement) => moved(state, movement),
        Event::Return { unit, hex, face, spent, halted, .. } => change(state, *unit, |unit| {
            stand(unit, Some(*hex), *face);
            (unit.half.spent, unit.half.halted) = (*spent, *halted);
        }),
        Event::Disorder { unit, total, .. } | Event::Recovery { unit, total } => {
            change(state, *unit, |unit| unit.dp = *total)
        }
        Event::Volley { unit, .. } => change(state, *unit, |unit| unit.impulse.shot = true),
        Event::Attack { attacker, .. } => {
            change(state, *attacker, |unit| unit.impulse.attacked = true)
        }
        Event::Combat(fight) => {
            for unit in fight.attacker.support.iter().chain(&fight.defender.support) {
                change(state, *unit, |unit| unit.impulse.supported = true);
            }
        }
        Event::Withdrawal { unit, to, face, .. } => change(state, *unit, |unit| {
            unit.impulse.withdrew = true;
            stand(unit, Some(*to), *face);
        }),
        Event::Advance { unit, to, face, .. } => {
            change(state, *unit, |unit| stand(unit, Some(*to), *face))
        }
        Event::Pursuit { unit, from, path, face, exit, .. } => change(state, *unit, |unit| {
            stand(unit, path.last().copied(), *face);
            unit.place =
                if *exit { Place::Off(path.last().copied().unwrap_or(*from)) } else { unit.place };
        }),
        Event::Removed { unit, .. } => change(state, *unit, |unit| unit.place = Place::Removed),
        Event::Eliminated { unit, .. } => {
            change(state, *unit, |unit| unit.place = Place::Eliminated)
        }
        _ => {}
    }
}

fn moved(state: &mut State, movement: &Movement) {
    let end = movement.path.last().copied();
    if let Some(side) = state.leads(movement.unit) {
        let leader = &mut state.camps[side].leader;
        leader.hex = end.or(leader.hex);
        (leader.spent, leader.halted) = (movement.spent, movement.halted);
        return;
    }
    change(state, movement.unit, |unit| {
        stand(unit, end, movement.face.unwrap_or(unit.facing));
        unit.half.spent = movement.spent;
        unit.half.halted = movement.halted;
        unit.half.left_zone = movement.left_zone;
        unit.half.straight = movement.straight;
        unit.place = if movement.exit { Place::Exited } else { unit.place };
    });
}

fn change(state: &mut State, id: Id, how: impl FnOnce(&mut Unit)) {
    if let Some(unit) = state.units.get_mut(&id) {
        how(unit);
    }
}

/// A new hex, if any, and a new facing.
fn stand(unit: &mut Unit, hex: Option<Hex>, facing: Bearing) {
    unit.place = hex.map_or(unit.place, Place::On);
    unit.facing = facing;
}
