//! Checks the conditions that hold after every phase, and those of them that hold in the middle of one, while a
//! question is open (R62).

use super::data::Printed;
use super::names::{CommandBox, Side};
use super::rules::strategic;
use super::state::{Impulse, Place, Stage, State};
use std::collections::{BTreeMap, BTreeSet};

/// The first invariant that does not hold, in words.
pub(super) fn sound(printed: &Printed, state: &State) -> Result<(), String> {
    units(printed, state)?;
    armies(printed, state)?;
    panics(state)?;
    for side in Side::BOTH {
        camp(printed, state, side)?;
    }
    sequence(printed, state)
}

fn demand(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Each unit is one of the battle's, in a hex of its own that it may stand in, or lawfully off the map. In the middle of a
/// phase a unit may just have reached its morale, so that it panics next, and in the hex of a friend that it crosses.
fn units(printed: &Printed, state: &State) -> Result<(), String> {
    let note = printed.battle(state.battle);
    let midway = state.asked.is_some();
    let mut hexes = BTreeMap::new();
    for (id, unit) in &state.units {
        let counter = printed.roster.unit(*id);
        demand(counter == Some((unit.kind, unit.side)), || {
            format!("{id} is not a {} of {}", unit.kind, unit.side)
        })?;
        demand(printed.grid.sides().contains(&unit.facing), || format!("{id} has no facing"))?;
        if let Some(hex) = unit.hex() {
            demand(printed.grid.has(hex) && note.cost(hex).is_some(), || {
                format!("{id} may not stand in {hex}")
            })?;
            let other = hexes
                .insert(hex, (id, unit.side))
                .filter(|(_, side)| !midway || *side != unit.side);
            demand(other.is_none(), || {
                format!("{id} and {} share {hex}", other.map_or("?", |(id, _)| id.as_str()))
            })?;
        }
        let broken = unit.dp >= printed.kind(unit.kind).morale;
        let there = unit.hex().is_some();
        let breaks = broken && midway;
        demand(!there || breaks || broken == unit.panic.is_some(), || {
            format!(
                "{id} has {} Disorder Points, which does not agree with whether it is In fugam",
                unit.dp
            )
        })?;
        match unit.place {
            Place::Off(hex) => {
                let edge = hex.place == 1 || hex.place == printed.grid.places;
                let rides = printed.kind(unit.kind).pursues() && unit.panic.is_none();
                demand(edge && rides, || format!("{id} cannot have pursued off the map by {hex}"))?;
            }
            Place::Reserve => {
                let ambush = note
                    .ambush
                    .is_some_and(|ambush| ambush.side == unit.side && ambush.kind == unit.kind);
                demand(ambush && unit.dp == 0, || format!("{id} cannot lie in ambush"))?;
            }
            Place::Exited => {
                demand(note.exit == Some(unit.side) && unit.panic.is_none(), || {
                    format!("{id} cannot have left the map")
                })?;
            }
            Place::Fled | Place::Removed | Place::Eliminated => {
                demand(unit.panic.is_some(), || {
                    format!("{id} is {}, but has never panicked", unit.place)
                })?;
            }
            Place::On(_) => {}
        }
    }
    Ok(())
}

/// Once a battle has been set up, each army has the units that the battle lists.
fn armies(printed: &Printed, state: &State) -> Result<(), String> {
    let note = printed.battle(state.battle);
    let deployed = state.turn > 0;
    for side in Side::BOTH.into_iter().filter(|_| deployed) {
        let army: BTreeSet<_> =
            note.ids(&printed.roster, side).into_iter().map(|(id, _)| id).collect();
        let there: BTreeSet<_> =
            state.units.iter().filter(|(_, unit)| unit.side == side).map(|(id, _)| *id).collect();
        demand(army == there, || {
            format!("the army of {side} is not the one that this battle prescribes")
        })?;
    }
    Ok(())
}

/// Panics are numbered one by one.
fn panics(state: &State) -> Result<(), String> {
    let mut numbers: Vec<u32> = state.units.values().filter_map(|unit| unit.panic).collect();
    numbers.sort_unstable();
    let whole = numbers.iter().copied().eq(1..=state.panics);
    demand(whole, || format!("panics {numbers:?} of {}", state.panics))
}

/// Rout points are those of the panicked, the exits and the leader; chips are no more than the leader's.
fn camp(printed: &Printed, state: &State, side: Side) -> Result<(), String> {
    let camp = &state.camps[side];
    let whose = printed.battle(state.battle).leaders[side];
    demand(camp.leader.id == whose, || format!("{} leads {side}", camp.leader.id))?;
    let own = || state.units.values().filter(move |unit| unit.side == side);
    let value = |unit: &super::state::Unit| printed.kind(unit.kind).pr;
    let broken: u32 =
        own().filter(|unit| unit.panic.is_some()).map(|unit| u32::from(value(unit))).sum();
    let left: u32 =
        own().filter(|unit| unit.place == Place::Exited).map(|unit| u32::from(value(unit))).sum();
    let leader = if camp.leader.lost { u32::from(printed.leader(camp.leader.id).pr) } else { 0 };
    let (most, least) = (broken + leader, (broken + leader).saturating_sub(left));
    let pr = u32::from(camp.pr);
    demand((least..=most).contains(&pr), || {
        format!("{side} has {pr} rout points; it should have {least} to {most}")
    })?;
    demand(camp.panicked == own().any(|unit| unit.panic.is_some()), || {
        format!("the record of whether {side} has panicked is wrong")
    })?;
    demand(!camp.leader.lost || (camp.leader.hex.is_none() && camp.chips.is_empty()), || {
        format!("{side}'s lost leader")
    })?;
    if let Some(hex) = camp.leader.hex {
        let enemy = state.units.values().any(|unit| unit.side != side && unit.hex() == Some(hex));
        let lawful =
            printed.grid.has(hex) && printed.battle(state.battle).cost(hex).is_some() && !enemy;
        demand(lawful, || format!("{side}'s leader may not stand in {hex}"))?;
    }
    let chips: u8 = camp.chips.values().sum();
    demand(chips <= printed.points(state.battle, side) + 1, || {
        format!("{side} has {chips} chips")
    })?;
    for (place, count) in &camp.chips {
        let max = printed.boxes.note(*place).max;
        demand(strategic::open(printed, state, side, *place), || {
            format!("{side} has no box {place}")
        })?;
        demand(*count > 0 && *count <= max, || format!("{place} has {count} chips"))?;
    }
    let lies = camp.vacuus.is_none_or(|place| camp.chips(place) > 0);
    demand(lies, || format!("the blank of {side} is in a box that has no chips"))?;
    let charges = printed.boxes.note(CommandBox::Furor).serves;
    demand(camp.charges < charges && (camp.charges == 0 || side == Side::Carthage), || {
        format!("{} charges left", camp.charges)
    })
}

/// The stage fits the turn.
fn sequence(printed: &Printed, state: &State) -> Result<(), String> {
    let setting_up = matches!(state.stage, Stage::SetUp { .. });
    demand(setting_up == (state.turn == 0) || state.over.is_some(), || {
        "the turn must be 0 during set-up".to_owned()
    })?;
    let turns = u32::from(printed.battle(state.battle).turns);
    demand(state.turn <= turns, || format!("turn {} of {turns}", state.turn))?;
    let halves = matches!(state.stage, Stage::Impulse { .. } | Stage::Interphase);
    demand(!halves || state.first.is_some(), || "neither side has the first half".to_owned())?;
    let combat = state.stage.impulse() == Some(Impulse::Combat);
    let fights = state
        .units
        .values()
        .any(|unit| unit.impulse.attacked || unit.impulse.supported || unit.impulse.withdrew);
    demand(combat || !fights || state.over.is_some(), || {
        "combat is recorded outside a combat impulse".to_owned()
    })
}
