//! The only writer: what happened is stored, nothing is reckoned.

mod clash;

use super::elements::{ArmyId, ElementId};
use super::events::{Event, Happening};
use super::names::Season;
use super::state::{Army, Body, Political, Stage, State};
use engine::Seat;

/// Writes an event into the state.
pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Campaign(happening) => {
            if !politics(state, happening) && !marches(state, happening) {
                others(state, happening);
            }
        }
        Event::War(clash) => {
            if !clash::battles(state, clash) {
                clash::sieges(state, clash);
            }
        }
        // The blows of a battle are told; what they come to stands in its end.
        Event::Battle(_) => {}
    }
}

fn politics(state: &mut State, happening: &Happening) -> bool {
    match happening {
        Happening::Drawn { side, order, armies } => {
            state.order[*side as usize].clone_from(order);
            for (id, seat) in armies {
                if let Some(army) = state.armies.get_mut(id) {
                    army.seat = Some(seat.clone());
                }
            }
        }
        Happening::Mustered { army, size, body } => {
            if let Some(army) = state.armies.get_mut(army) {
                army.size = *size;
                army.body = body.clone();
            }
        }
        Happening::Year { year } => {
            state.year = *year;
            state.season = Season::Spring;
            state.wins = [0, 0];
        }
        Happening::Rank { side, order } => state.order[*side as usize].clone_from(order),
        Happening::Political { turns, before } => {
            state.political = Some(Political { turns: *turns, before: before.clone() });
            state.armies.values_mut().for_each(|army| army.shown.clear());
        }
        Happening::Resource { done, element, general } => {
            allocated(state, &done.item, *element, *general)
        }
        Happening::Raised { army, at, size, body, .. } => {
            state.arrivals += 1;
            let since = state.arrivals;
            let raised = Army {
                at: *at,
                since,
                rank: None,
                seat: None,
                size: *size,
                body: body.clone(),
                shown: Vec::new(),
                done: false,
                port: None,
            };
            state.armies.insert(*army, raised);
        }
        Happening::Disclosed { .. } => state.political = None,
        Happening::Command { seat, army, rank, .. } => command(state, seat, *army, *rank),
        _ => return false,
    }
    true
}

/// A new C-in-C: nobody else holds the rank, and he holds no other army.
fn command(state: &mut State, seat: &Seat, id: ArmyId, rank: super::names::Rank) {
    for (other, army) in &mut state.armies {
        if other.side() == id.side()
            && *other != id
            && (army.rank == Some(rank) || army.seat.as_ref() == Some(seat))
        {
            army.rank = army.rank.filter(|held| *held != rank);
            army.seat = army.seat.take().filter(|held| held != seat);
        }
    }
    if let Some(army) = state.armies.get_mut(&id) {
        army.seat = Some(seat.clone());
        army.rank = Some(rank);
    }
}

fn allocated(
    state: &mut State,
    item: &super::orders::Item,
    element: Option<ElementId>,
    general: bool,
) {
    use super::orders::Item;
    match item {
        Item::Repeat { repeat } => allocated(state, repeat, element, general),
        Item::Gold { gold } => {
            if let Some(army) = state.armies.get_mut(gold) {
                army.body.chest += 1;
            }
        }
        Item::Element { element: what } => {
            if let (Some(army), Some(id)) = (state.armies.get_mut(&what.army), element) {
                join(army, id);
                if general {
                    army.body.allied_general = Some(id);
                }
            }
        }
        Item::Vp(_) | Item::Raise { .. } => {}
    }
}

/// An element joins.
fn join(army: &mut Army, id: ElementId) {
    let body = &mut army.body;
    let (list, numbers) = if id.allied {
        (&mut body.allied, &mut body.allied_numbers)
    } else {
        (&mut body.core, &mut body.numbers)
    };
    list.push(id);
    let highest = numbers.entry(id.troop).or_default();
    *highest = id.number.max(*highest);
    army.size += 1;
}

/// Elements are gone. Whoever may not know which still knows how many.
fn lose(state: &mut State, id: ArmyId, gone: &[ElementId], number: u16) {
    let Some(army) = state.armies.get_mut(&id) else { return };
    let Body { core, allied, general, allied_general, .. } = &mut army.body;
    core.retain(|element| !gone.contains(element));
    allied.retain(|element| !gone.contains(element));
    *general = general.filter(|element| !gone.contains(element));
    *allied_general = allied_general.filter(|element| !gone.contains(element));
    army.shown.retain(|element| !gone.contains(element));
    army.size = army.size.saturating_sub(number);
}

fn count(elements: &[ElementId]) -> u16 {
    u16::try_from(elements.len()).unwrap_or(u16::MAX)
}

/// An army is gone, and whatever it did.
fn remove(state: &mut State, id: ArmyId) {
    state.armies.remove(&id);
    leave_sieges(state, id);
    for player in &mut state.players {
        player.last = player.last.filter(|army| *army != id);
    }
    for battle in &mut state.battles {
        battle.seconds.retain(|army| *army != id);
        battle.behind_walls.retain(|army| *army != id);
    }
}

fn leave_sieges(state: &mut State, id: ArmyId) {
    for siege in state.sieges.values_mut() {
        siege.besiegers.retain(|army| *army != id);
        siege.besieged.retain(|army| *army != id);
    }
}

fn arrive(state: &mut State, id: ArmyId, to: super::names::Name) {
    state.arrivals += 1;
    let since = state.arrivals;
    leave_sieges(state, id);
    if let Some(army) = state.armies.get_mut(&id) {
        army.at = to;
        army.since = since;
    }
}

fn marches(state: &mut State, happening: &Happening) -> bool {
    match happening {
        Happening::NextSeason { season } => state.season = *season,
        Happening::Season { season } => {
            state.season = *season;
            state.fallen.clear();
            state.minor_wars = 0;
            for army in state.armies.values_mut() {
                army.done = false;
                army.port = None;
            }
            state.sieges.values_mut().for_each(|siege| siege.fought = false);
        }
        Happening::Moved { army, from, to, way, .. } => {
            arrive(state, *army, *to);
            if let Some(army) = state.armies.get_mut(army) {
                army.port = (*way == super::names::Way::OpenSea).then_some(*from);
            }
        }
        Happening::Stayed { army, .. } => {
            if let Some(army) = state.armies.get_mut(army) {
                army.done = true;
            }
        }
        Happening::Recruited { army, elements, general, talents, .. } => {
            if let Some(army) = state.armies.get_mut(army) {
                for id in elements {
                    join(army, *id);
                }
                army.body.chest = army.body.chest.saturating_sub(*talents);
                army.body.allied_general = general.or(army.body.allied_general);
            }
        }
        Happening::Given { from, to, elements, general, whole, .. } => {
            given(state, [*from, *to], elements, *general, *whole)
        }
        Happening::AlliesDisbanded { army, elements, number } => {
            lose(state, *army, elements, *number)
        }
        Happening::Disbanded { army, .. } | Happening::Destroyed { army, .. } => {
            remove(state, *army)
        }
        Happening::Attrition { army, lost, loses, .. } => lose(state, *army, lost, *loses),
        Happening::Entering { entry } => state.entry = Some(*entry),
        Happening::Entered { .. } => state.entry = None,
        Happening::Retreated { army, to, .. } => {
            arrive(state, *army, *to);
            if let Some(army) = state.armies.get_mut(army) {
                army.done = true;
            }
        }
        _ => return false,
    }
    true
}

fn given(
    state: &mut State,
    [from, to]: [ArmyId; 2],
    elements: &[(ElementId, ElementId)],
    general: Option<ElementId>,
    whole: Option<u16>,
) {
    let gone: Vec<ElementId> = elements.iter().map(|(old, _)| *old).collect();
    lose(state, from, &gone, count(&gone));
    if let Some(army) = state.armies.get_mut(&to) {
        for (_, new) in elements {
            join(army, *new);
        }
        army.body.allied_general = general.or(army.body.allied_general);
        army.body.chest += whole.unwrap_or_default();
    }
    if whole.is_some() {
        remove(state, from);
    }
}

fn others(state: &mut State, happening: &Happening) {
    match happening {
        Happening::Stage { stage } => {
            state.stage = *stage;
            if *stage == Stage::Close {
                state.entry = None;
            }
        }
        Happening::Captured { province, to, .. } => drop(state.owners.insert(*province, *to)),
        Happening::Initiative { side, .. } => state.initiative = *side,
        Happening::YearOver { commands, .. } => {
            for player in &mut state.players {
                player.last =
                    commands.iter().find(|(seat, _)| *seat == player.seat).map(|(_, army)| *army);
            }
        }
        Happening::Vp { seat, score, .. } => with_player(state, seat, |player| player.vp = *score),
        Happening::Missed { seat, times } => {
            with_player(state, seat, |player| player.missed = *times)
        }
        Happening::Vacant { seat, resigned } => with_player(state, seat, |player| {
            player.vacant = true;
            player.resigned = *resigned;
        }),
        Happening::Substitute { seat } => with_player(state, seat, |player| {
            player.vacant = false;
            player.resigned = false;
            player.missed = 0;
        }),
        Happening::GameOver { finish } => {
            state.result = Some(finish.clone());
            state.stage = Stage::Over;
        }
        _ => {}
    }
}

fn with_player(state: &mut State, seat: &Seat, change: impl FnOnce(&mut super::state::Player)) {
    if let Some(player) = state.players.iter_mut().find(|player| player.seat == *seat) {
        change(player);
    }
}
