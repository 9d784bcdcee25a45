//! Checks the conditions that hold after every phase.

use super::data::Printed;
use super::field::Field;
use super::names::Side;
use super::state::{Stage, State};
use std::collections::BTreeSet;

/// The first invariant that does not hold, in words.
pub(super) fn sound(printed: &Printed, state: &State) -> Result<(), String> {
    units(printed, state)?;
    links(printed, state)?;
    tally(printed, state)?;
    let roster = &printed.roster;
    let begun = state.turn > 0;
    for note in roster.commands.iter().filter(|_| begun) {
        let known = state.chits.get(&note.id).is_some_and(|chit| chit.order.is_some());
        demand(known == note.chit, || format!("chit of {}", note.id))?;
        let given = note
            .units
            .iter()
            .all(|unit| state.given.get(unit).is_some_and(|chit| chit.order.is_some()));
        demand(given != note.chit, || format!("the orders of the units of {} are wrong", note.id))?;
    }
    let legions =
        state.inactive.iter().all(|id| roster.command(*id).is_some_and(|note| note.legion));
    demand(legions, || "only legions can be Inactive".to_owned())?;
    let turn = matches!(state.stage, Stage::Turn { .. } | Stage::End | Stage::Orders);
    demand(!turn || state.first.is_some(), || "nobody goes first".to_owned())?;
    demand(
        state.acted.is_empty() || matches!(state.stage, Stage::Turn { .. }) || state.over.is_some(),
        || "a unit has acted outside a Player Turn".to_owned(),
    )
}

fn demand(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Every unit is in one place: on the map, lost, gone, or not yet set up.
fn units(printed: &Printed, state: &State) -> Result<(), String> {
    let mut hexes = BTreeSet::new();
    for (id, unit) in &state.units {
        let Some(counter) = printed.roster.unit(*id) else { return Err(format!("no unit {id}")) };
        let grid = printed.ground.grid;
        demand(grid.has(unit.hex) && printed.open_to(counter.class, unit.hex), || {
            format!("{id} may not stand in {}", unit.hex)
        })?;
        demand(grid.vertices().contains(&unit.facing), || format!("{id} does not face a corner"))?;
        demand(hexes.insert(unit.hex), || format!("two units in {}", unit.hex))?;
        demand(!unit.disordered || counter.faces.back.is_some(), || {
            format!("{id} cannot be Disordered")
        })?;
    }
    let mut off = BTreeSet::new();
    for id in state.lost.iter().map(|loss| loss.unit).chain(state.exited.iter().copied()) {
        demand(off.insert(id) && !state.units.contains_key(&id), || {
            format!("{id} is in two places")
        })?;
    }
    let set_up = |side: Side| match state.stage {
        Stage::SetUp { side: now } => now == Side::Rome && side == Side::Carthage,
        _ => true,
    };
    for counter in &printed.roster.units {
        let there = state.units.contains_key(&counter.id) || off.contains(&counter.id);
        demand(there == set_up(counter.side) || state.over.is_some(), || {
            format!("{} has no place, or was placed too early", counter.id)
        })?;
    }
    Ok(())
}

/// Links join a Roman and a Carthaginian who stand next to each other.
fn links(printed: &Printed, state: &State) -> Result<(), String> {
    let field = Field::new(printed, state);
    let mut pairs = BTreeSet::new();
    for link in &state.links {
        let sides = (field.side(link.rome), field.side(link.carthage));
        demand(sides == (Some(Side::Rome), Some(Side::Carthage)), || {
            format!("link {} {}", link.rome, link.carthage)
        })?;
        let near = field
            .hex(link.rome)
            .zip(field.hex(link.carthage))
            .is_some_and(|(a, b)| printed.ground.grid.distance(a, b) == 1);
        demand(near, || {
            format!(
                "{} and {} are Engaged, but are not next to each other",
                link.rome, link.carthage
            )
        })?;
        demand(pairs.insert((link.rome, link.carthage)), || {
            format!("{} and {} are linked twice", link.rome, link.carthage)
        })?;
    }
    Ok(())
}

/// The tally counts what is lost and gone.
fn tally(printed: &Printed, state: &State) -> Result<(), String> {
    let of = |side: Side| {
        state
            .lost
            .iter()
            .filter_map(move |loss| printed.roster.unit(loss.unit))
            .filter(move |c| c.side == side)
    };
    let rome = of(Side::Rome).count();
    let carthage =
        of(Side::Carthage).filter(|c| !printed.battle.uncounted_losses.contains(&c.arm)).count();
    let exits = state.exited.iter().filter_map(|id| printed.roster.unit(*id));
    let exits = exits.filter(|c| !printed.battle.uncounted_exits.contains(&c.arm)).count();
    let told = [state.tally.rome, state.tally.carthage, state.tally.exits].map(usize::from);
    demand(told == [rome, carthage, exits], || {
        format!("the tally is {told:?}, but should be {:?}", [rome, carthage, exits])
    })
}
