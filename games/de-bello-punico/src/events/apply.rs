//! The only code that writes a state.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{
    Combat, Elephants, Event, Leaders, Morale, Moved, Movement, Note, Points, Rage, Sequence, SetUp,
};
use crate::asked::Asked;
use crate::names::{CommandBox, Id, Side};
use crate::state::{
    Ending, HalfMarks, Impulse, ImpulseMarks, Leader, Place, Stage, State, TurnMarks, Unit,
};
use engine::kit::{Bearing, Hex};

/// Changes the state by an event. No other code changes it.
pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::SetUp(event) => set_up(state, event),
        Event::Sequence(event) => sequence(state, event),
        Event::Points(event) => points(state, event),
        Event::Elephants(event) => elephants(state, event),
        Event::Movement(event) => movement(state, event),
        Event::Combat(event) => combat(state, event),
        Event::Morale(event) => morale(state, event),
        Event::Leaders(event) => leaders(state, event),
        // The event of its result follows a die; what is void was never done.
        Event::Note(
            Note::Die { side: _, cast: _, unit: _, fortuna: _, die: _ }
            | Note::Void { seat: _, part: _, unit: _, code: _, reason: _, fix: _ },
        ) => {}
    }
}

fn set_up(state: &mut State, event: &SetUp) {
    match event {
        SetUp::Placed { unit, side, code, place, facing, dp } => {
            state.units.insert(*unit, Unit { dp: *dp, ..Unit::new(*code, *side, *place, *facing) });
        }
        SetUp::LeaderPlaced { leader: _, side, hex } => {
            state.camps[*side].leader.hex = Some(*hex);
        }
        // The stage that follows says who sets up next.
        SetUp::Complete { seat: _ } => {}
    }
}

fn sequence(state: &mut State, event: &Sequence) {
    match event {
        Sequence::Turn { turn } => new_turn(state, *turn),
        Sequence::Stage { stage } => new_stage(state, *stage),
        Sequence::Choice { winner: _, choice: _, first } => state.first = Some(*first),
        Sequence::Asked { seat, query } => {
            state.asked = Some(Asked { side: *seat, query: query.clone() });
        }
        Sequence::Answered { seat: _ } => state.asked = None,
        Sequence::Draw { seat, offered } => state.camps[*seat].draw = *offered,
        Sequence::GameOver { winner, reason, pr: _ } => {
            state.over = Some(Ending { winner: *winner, how: *reason });
        }
        // Sums that are told: the stage or the end that follows from them is an event of its own.
        Sequence::InitiativeTie { carthage: _, rome: _, total: _ }
        | Sequence::Initiative { carthage: _, rome: _, winner: _ }
        | Sequence::Interphase { turn: _, pr: _, margin: _ } => {}
    }
}

fn new_turn(state: &mut State, turn: u32) {
    state.turn = turn;
    state.first = None;
    for side in Side::BOTH {
        clear_chips(state, side);
        state.camps[side].fought = false;
    }
    state.units.values_mut().for_each(|unit| unit.turn = TurnMarks::default());
    new_half(state);
}

fn new_stage(state: &mut State, stage: Stage) {
    if let Stage::Impulse { mover, impulse: Impulse::Combat } = state.stage {
        state.camps[mover].fought = true;
    }
    if state.stage.mover() != stage.mover() {
        new_half(state);
    }
    state.fled |= state.stage.impulse() == Some(Impulse::Elephants)
        && stage.impulse() == Some(Impulse::Movement);
    state.units.values_mut().for_each(|unit| unit.impulse = ImpulseMarks::default());
    state.stage = stage;
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

fn points(state: &mut State, event: &Points) {
    match event {
        Points::Chips { side, boxes, vacuus } => {
            state.camps[*side].chips.clone_from(boxes);
            state.camps[*side].vacuus = *vacuus;
        }
        Points::Chip { side, place, vacuus } => {
            let camp = &mut state.camps[*side];
            *camp.chips.entry(*place).or_insert(0) += 1;
            if *vacuus == Some(true) {
                camp.vacuus = Some(*place);
            }
        }
        Points::Used { side, place, units } => used(state, *side, *place, units),
        Points::Charge { unit, left } => {
            let side = state.units.get(unit).expect(IN_PLAY).side;
            state.camps[side].charges = *left;
        }
    }
}

/// Takes a point out of its box and gives it to the units that it is for.
fn used(state: &mut State, side: Side, place: CommandBox, units: &[Id]) {
    let chips = &mut state.camps[side].chips;
    let lying = chips.get_mut(&place).expect("a point is taken only from a box that holds one");
    *lying -= 1;
    if *lying == 0 {
        chips.remove(&place);
    }
    // Only these three are given to units (R8); the others merely name them.
    if matches!(place, CommandBox::Combat | CommandBox::Recovery | CommandBox::Movement) {
        for unit in units {
            change(state, *unit, |unit| unit.impulse.point = true);
        }
    }
}

fn clear_chips(state: &mut State, side: Side) {
    let camp = &mut state.camps[side];
    camp.chips.clear();
    camp.vacuus = None;
    camp.charges = 0;
}

fn elephants(state: &mut State, event: &Elephants) {
    match event {
        Elephants::ElephantTable { unit, die: _, result } => change(state, *unit, |unit| {
            unit.turn.rolled = true;
            match result {
                Rage::NoEffect => {}
                Rage::Motionless => unit.turn.motionless = true,
                Rage::Enraged => unit.half.enraged = true,
                Rage::Furious => unit.turn.furious = true,
            }
        }),
        Elephants::EnragedRun { unit, from: _, path, face, stop: _ } => {
            change(state, *unit, |unit| {
                unit.half.straight = u8::try_from(path.len()).expect("a flight enters few hexes");
                stand(unit, path.last().copied(), *face);
            });
        }
        Elephants::Furious { unit, from: _, path, face, target: _ } => {
            change(state, *unit, |unit| stand(unit, path.last().copied(), *face));
        }
    }
}

fn movement(state: &mut State, event: &Movement) {
    match event {
        Movement::Move(moved) => moves(state, moved),
        Movement::Return { unit, hex, face, spent, halted, ambush: _ } => {
            change(state, *unit, |unit| {
                stand(unit, Some(*hex), *face);
                (unit.half.spent, unit.half.halted) = (*spent, *halted);
            });
        }
    }
}

fn moves(state: &mut State, moved: &Moved) {
    let Moved { unit, from: _, path, face, exit, spent, halted, left_zone, straight } = moved;
    let end = path.last().copied();
    if let Some(side) = state.leads(*unit) {
        let leader = &mut state.camps[side].leader;
        leader.hex = end.or(leader.hex);
        (leader.spent, leader.halted) = (*spent, *halted);
        return;
    }
    change(state, *unit, |unit| {
        stand(unit, end, face.unwrap_or(unit.facing));
        unit.half.spent = *spent;
        unit.half.halted = *halted;
        unit.half.left_zone = *left_zone;
        unit.half.straight = *straight;
        unit.place = if *exit { Place::Exited } else { unit.place };
    });
}

fn combat(state: &mut State, event: &Combat) {
    match event {
        Combat::Volley { unit, target: _, distance: _, number: _, die: _, hit: _ } => {
            change(state, *unit, |unit| unit.impulse.shot = true);
        }
        Combat::Attack { attacker, defender: _, hex: _, rear: _ } => {
            change(state, *attacker, |unit| unit.impulse.attacked = true);
        }
        Combat::Fought(fight) => {
            for unit in fight.attacker.support.iter().chain(&fight.defender.support) {
                change(state, *unit, |unit| unit.impulse.supported = true);
            }
        }
        Combat::Withdrawal { unit, from: _, to, face } => change(state, *unit, |unit| {
            unit.impulse.withdrew = true;
            stand(unit, Some(*to), *face);
        }),
        Combat::Advance { unit, from: _, to, face, free: _ } => {
            change(state, *unit, |unit| stand(unit, Some(*to), *face));
        }
        Combat::Pursuit { unit, fugitive: _, from, path, face, stop: _, exit } => {
            change(state, *unit, |unit| {
                let end = path.last().copied();
                stand(unit, end, *face);
                unit.place = if *exit { Place::Off(end.unwrap_or(*from)) } else { unit.place };
            });
        }
        // Units that stay where they are.
        Combat::NoAdvance { unit: _, to: _ } | Combat::Hold { unit: _, fugitive: _ } => {}
    }
}

fn morale(state: &mut State, event: &Morale) {
    match event {
        Morale::Disorder { unit, points: _, total, cause: _ }
        | Morale::Recovery { unit, total } => change(state, *unit, |unit| unit.dp = *total),
        Morale::Panic { unit, cause: _, number } => {
            state.panics = *number;
            change(state, *unit, |unit| unit.panic = Some(*number));
            let side = state.units.get(unit).expect(IN_PLAY).side;
            state.camps[side].panicked = true;
        }
        Morale::Flight { unit, from: _, path, face, exit } => change(state, *unit, |unit| {
            if *exit {
                unit.place = Place::Fled;
            } else {
                stand(unit, path.last().copied(), *face);
            }
        }),
        Morale::Removed { unit, hex: _ } => {
            change(state, *unit, |unit| unit.place = Place::Removed);
        }
        Morale::Eliminated { unit, hex: _, cause: _ } => {
            change(state, *unit, |unit| unit.place = Place::Eliminated);
        }
        Morale::Pr { side, points: _, total, unit: _ } => state.camps[*side].pr = *total,
    }
}

fn leaders(state: &mut State, event: &Leaders) {
    match event {
        Leaders::Withdraws { leader: _, side, from: _, to, why: _ }
        | Leaders::Follows { leader: _, side, unit: _, from: _, to } => {
            state.camps[*side].leader.hex = Some(*to);
        }
        Leaders::Lost { leader: _, side, hex: _, why: _ } => {
            let leader = &mut state.camps[*side].leader;
            *leader = Leader { hex: None, lost: true, ..*leader };
            clear_chips(state, *side);
        }
        // The loss is an event of its own.
        Leaders::Die { leader: _, side: _, unit: _, die: _, lost: _ } => {}
    }
}

/// Why a unit that an event names must be there.
const IN_PLAY: &str = "an event names units that were set up";

fn change(state: &mut State, id: Id, how: impl FnOnce(&mut Unit)) {
    how(state.units.get_mut(&id).expect(IN_PLAY));
}

fn stand(unit: &mut Unit, hex: Option<Hex>, facing: Bearing) {
    unit.place = hex.map_or(unit.place, Place::On);
    unit.facing = facing;
}
