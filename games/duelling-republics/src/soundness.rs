//! Checks the conditions that hold after every phase.

use super::DuellingRepublics;
use super::elements::{ArmyId, Host, Member, Side};
use super::rules::Field;
use super::state::{Army, Stage, State};
use engine::Unsound;
use std::collections::BTreeSet;

/// Checks every invariant of the state.
///
/// # Errors
/// The first invariant that does not hold, in words.
pub(super) fn sound(rules: &DuellingRepublics, state: &State) -> Result<(), Unsound> {
    let field = Field::new(&rules.chart, state);
    owners(&field)?;
    for (id, army) in &state.armies {
        require(field.chart.find(army.at).is_some(), || format!("{id} is in no province"))?;
        one_army(&field, *id, army)?;
    }
    commands(state)?;
    // At a question in the middle of a phase not everything is where it will be at its end.
    if state.asked.is_none() {
        sieges(&field)?;
        battles(state)?;
        contacts(&field)?;
    }
    require(state.line.is_none(), || "a battle must begin and end within one phase".to_owned())?;
    require((state.stage == Stage::Over) == state.result.is_some(), || {
        "the stage does not match the result".to_owned()
    })?;
    let ranked = state.result.as_ref().is_none_or(|finish| !finish.ranking.is_empty());
    require(ranked, || "the result ranks nobody".to_owned())?;
    require(state.year <= state.options.years, || {
        format!("year {} of {}", state.year, state.options.years)
    })
}

fn require(holds: bool, message: impl FnOnce() -> String) -> Result<(), Unsound> {
    if holds { Ok(()) } else { Err(Unsound(message())) }
}

/// S3: every province but the wild one has an owner.
fn owners(field: &Field<'_>) -> Result<(), Unsound> {
    for province in &field.chart.provinces {
        let owned = field.state.owners.contains_key(&province.id);
        require(owned == province.theater.is_some(), || {
            format!("{}: the owner does not match the theater", province.id)
        })?;
    }
    require(field.state.owners.keys().all(|id| field.chart.find(*id).is_some()), || {
        "a province is not on the map".to_owned()
    })
}

/// S7, P4: elements fit their lists; the general is there; names are used once.
fn one_army(field: &Field<'_>, id: ArmyId, army: &Army) -> Result<(), Unsound> {
    let body = &army.body;
    let mustered = !matches!(field.state.stage, Stage::Control | Stage::Setup);
    require(usize::from(army.size) == body.all().count(), || {
        format!("{id}: size {} differs from its elements", army.size)
    })?;
    require(!mustered || !body.core.is_empty(), || format!("{id} has no core element"))?;
    require(body.core.iter().all(|e| !e.allied) && body.allied.iter().all(|e| e.allied), || {
        format!("{id} mixes core and allied elements")
    })?;
    require(field.core(id.side()).slots.fits(&body.core_troops()), || {
        format!("{id}: its core does not fit the list")
    })?;
    let general = body.general.is_some_and(|general| body.core.contains(&general));
    require(general || !mustered, || format!("{id} has no general"))?;
    require(body.allied_general.is_none_or(|general| body.allied.contains(&general)), || {
        format!("{id}: the allied general is missing")
    })?;
    let names: BTreeSet<_> = body.all().collect();
    require(names.len() == usize::from(army.size), || format!("{id} has an element twice"))?;
    let list = field.chart.allied(id.side(), field.chart.theater(army.at));
    let fits =
        body.allied.is_empty() || list.is_some_and(|list| list.slots.fits(&body.allied_troops()));
    require(fits, || format!("{id}: its allies do not belong to {}", army.at))?;
    let numbered = body.all().all(|e| {
        let numbers = if e.allied { &body.allied_numbers } else { &body.numbers };
        numbers.get(&e.troop).is_some_and(|highest| e.number <= *highest)
    });
    require(numbered, || format!("{id}: an element has a number that was never given out"))
}

/// A1: at most one army a player, at most one player a rank.
fn commands(state: &State) -> Result<(), Unsound> {
    for side in Side::BOTH {
        let seats: Vec<_> =
            state.armies_of(side).filter_map(|(_, army)| army.seat.as_ref()).collect();
        let ranks: Vec<_> = state.armies_of(side).filter_map(|(_, army)| army.rank).collect();
        require(seats.len() < 2 || seats[0] != seats[1], || {
            format!("one player leads both armies of {side}")
        })?;
        require(ranks.len() < 2 || ranks[0] != ranks[1], || {
            format!("both armies of {side} have the same rank")
        })?;
        let own =
            |seat: &&engine::Seat| state.player(seat).is_some_and(|player| player.side == side);
        require(seats.iter().all(own), || {
            format!("an army of {side} has a C-in-C who is not one of its players")
        })?;
        let led = matches!(
            state.stage,
            Stage::Move { .. } | Stage::Answer { .. } | Stage::Battle | Stage::Close
        );
        require(!led || seats.len() == state.armies_of(side).count(), || {
            format!("an army of {side} has no C-in-C")
        })?;
    }
    Ok(())
}

/// Q1 to Q5: besiegers of one side and besieged of the other, all where the siege is.
fn sieges(field: &Field<'_>) -> Result<(), Unsound> {
    for (at, siege) in &field.state.sieges {
        let Some(side) = siege.besiegers.first().map(|id| id.side()) else {
            return Err(Unsound(format!("the siege of {at} has no besiegers")));
        };
        let here = |id: &ArmyId| field.state.army(*id).is_some_and(|army| army.at == *at);
        require(siege.besiegers.iter().all(|id| id.side() == side && here(id)), || {
            format!("siege of {at}: a besieger is not there")
        })?;
        require(siege.besieged.iter().all(|id| id.side() != side && here(id)), || {
            format!("siege of {at}: a besieged army is not there")
        })?;
        let object = !siege.besieged.is_empty() || field.enemy_major(*at, side);
        require(object, || format!("the siege of {at} has nothing to besiege"))?;
        require(field.state.owned(*at, side.other()) || siege.besieged.is_empty(), || {
            format!("an army stands siege in {at}, which does not belong to its side")
        })?;
    }
    Ok(())
}

/// A battle's armies stand in its province, and every element in it is one of its army's.
fn battles(state: &State) -> Result<(), Unsound> {
    for battle in state.battles.iter().filter(|battle| battle.minor.is_none()) {
        for id in [battle.attacker, battle.defender]
            .iter()
            .chain(&battle.seconds)
            .chain(&battle.behind_walls)
        {
            let there = state.army(*id).is_some_and(|army| army.at == battle.place);
            require(there, || format!("{}: {id} is not in that province", battle.id))?;
        }
        let stands = |who: Member| {
            state.army(who.army).is_some_and(|army| army.body.all().any(|one| one == who.element))
        };
        let mut standing = battle.hosts.iter().flat_map(Host::all).map(|soldier| soldier.id);
        require(standing.all(stands), || {
            format!("{}: an element in the battle is not in its army", battle.id)
        })?;
        require(battle.attacker.side() != battle.defender.side(), || {
            format!("{}: one side only", battle.id)
        })?;
    }
    let quiet = !matches!(state.stage, Stage::Move { .. } | Stage::Answer { .. } | Stage::Battle);
    require(!quiet || state.battles.is_empty(), || {
        "a battle continues after the end of its season".to_owned()
    })?;
    require(matches!(state.stage, Stage::Answer { .. }) == state.entry.is_some(), || {
        "an answer is due at the wrong time".to_owned()
    })
}

/// Enemies share a province only in a siege, a battle, or Transalpine Gaul.
fn contacts(field: &Field<'_>) -> Result<(), Unsound> {
    if field.state.entry.is_some() {
        return Ok(());
    }
    for province in field.chart.provinces.iter().filter(|province| province.theater.is_some()) {
        let open = |side| {
            field.state.in_the_open(province.id, side).iter().any(|id| !field.state.engaged(*id))
        };
        let both = open(Side::Rome) && open(Side::Carthage);
        require(!both, || {
            format!("armies of both sides are in {} without a battle or siege", province.id)
        })?;
    }
    Ok(())
}
