//! The only writer: what happened is stored, nothing is reckoned.

#![deny(clippy::wildcard_enum_match_arm)]

mod war;

use super::{Encounter, Event, Movement, Players, Politics, Sequence};
use crate::asked::Asked;
use crate::elements::{ArmyId, ElementId, Side};
use crate::names::{Name, Rank, Season, Way};
use crate::orders::{Item, VpWord};
use crate::state::{Army, Body, Player, Political, Stage, State};
use engine::Seat;

pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Sequence(event) => sequence(state, event),
        Event::Politics(event) => politics(state, event),
        Event::Movement(event) => movement(state, event),
        Event::Encounter(event) => encounter(state, event),
        Event::Players(event) => players(state, event),
        Event::Battles(event) => war::battles(state, event),
        Event::Reports(event) => war::reports(state, event),
        Event::Sieges(event) => war::sieges(state, event),
        Event::Fought(fought) => war::fought(state, fought),
    }
}

fn sequence(state: &mut State, event: &Sequence) {
    match event {
        Sequence::Stage { stage } => {
            state.stage = *stage;
            if *stage == Stage::Close {
                state.entry = None;
            }
        }
        Sequence::Year { year } => {
            state.year = *year;
            state.season = Season::Spring;
            state.wins = [0, 0];
        }
        Sequence::NextSeason { season } => state.season = *season,
        Sequence::Season { season } => begin_season(state, *season),
        Sequence::SeasonOver { provinces: _ } => {}
        Sequence::Initiative { wins: _, side, passes: _ } => state.initiative = *side,
        Sequence::YearOver { year: _, commands } => {
            for player in &mut state.players {
                let held = commands.iter().find(|(seat, _)| *seat == player.seat);
                player.last = held.map(|(_, army)| *army);
            }
        }
        Sequence::Asked { seat, query } => {
            state.asked = Some(Asked { seat: seat.clone(), query: query.clone() });
        }
        Sequence::Answered { seat: _ } => state.asked = None,
        Sequence::GameOver { finish } => {
            state.result = Some(finish.clone());
            state.stage = Stage::Over;
        }
    }
}

fn begin_season(state: &mut State, season: Season) {
    state.season = season;
    state.fallen.clear();
    state.minor_wars = 0;
    for army in state.armies.values_mut() {
        army.done = false;
        army.port = None;
    }
    state.sieges.values_mut().for_each(|siege| siege.fought = false);
}

fn politics(state: &mut State, event: &Politics) {
    match event {
        Politics::Control { seat: _, score: _ }
        | Politics::RankThrow { seat: _, score: _ }
        | Politics::PassedOver { seat: _, item: _, why: _ } => {}
        Politics::Drawn { side, order, armies } => {
            state.order[*side as usize].clone_from(order);
            for (id, seat) in armies {
                army_mut(state, *id).seat = Some(seat.clone());
            }
        }
        Politics::Mustered { army, size, body } => {
            let army = army_mut(state, *army);
            army.size = *size;
            army.body = body.clone();
        }
        Politics::Rank { side, order } => state.order[*side as usize].clone_from(order),
        Politics::Political { turns, before } => {
            state.political = Some(Political { turns: *turns, before: before.clone() });
            state.armies.values_mut().for_each(|army| army.shown.clear());
        }
        Politics::Resource { done, element, general } => {
            allocated(state, &done.item, *element, *general);
        }
        Politics::Raised { seat: _, army, at, size, body } => {
            raised(state, *army, *at, *size, body);
        }
        Politics::Disclosed { known: _ } => {
            state.arrivals += Side::BOTH.map(|side| raised_by(state, side)).iter().sum::<u32>();
            state.political = None;
        }
        Politics::Command { seat, army, rank, barred: _ } => command(state, seat, *army, *rank),
    }
}

fn raised(state: &mut State, id: ArmyId, at: Name, size: u16, body: &Body) {
    let since = state.arrivals + raised_by(state, id.side()) + 1;
    let body = body.clone();
    let (shown, done) = (Vec::new(), false);
    let raised = Army { at, since, rank: None, seat: None, size, body, shown, done, port: None };
    state.armies.insert(id, raised);
}

/// The number of armies that a side has raised in this political phase. Each side counts only its own, since neither
/// may know yet what the other raised; all of them count once all is disclosed (P7).
fn raised_by(state: &State, side: Side) -> u32 {
    let Some(political) = &state.political else { return 0 };
    let new = |id: &&ArmyId| id.side() == side && !political.before.sizes.contains_key(*id);
    u32::try_from(state.armies.keys().filter(new).count()).expect("few armies")
}

/// Gives an army a C-in-C of this seat and rank, and takes both from the side's other armies.
fn command(state: &mut State, seat: &Seat, id: ArmyId, rank: Rank) {
    for (other, army) in &mut state.armies {
        if other.side() == id.side()
            && *other != id
            && (army.rank == Some(rank) || army.seat.as_ref() == Some(seat))
        {
            army.rank = army.rank.filter(|held| *held != rank);
            army.seat = army.seat.take().filter(|held| held != seat);
        }
    }
    let army = army_mut(state, id);
    army.seat = Some(seat.clone());
    army.rank = Some(rank);
}

fn allocated(state: &mut State, item: &Item, element: Option<ElementId>, general: bool) {
    match item {
        Item::Repeat { repeat } => allocated(state, repeat, element, general),
        Item::Gold { gold } => army_mut(state, *gold).body.chest += 1,
        Item::Element { element: what } => {
            let id = element.expect("an allocated element has its name");
            let army = army_mut(state, what.army);
            join(army, id);
            if general {
                army.body.allied_general = Some(id);
            }
        }
        Item::Vp(VpWord::Vp) | Item::Raise { raise: _ } => {}
    }
}

fn movement(state: &mut State, event: &Movement) {
    match event {
        Movement::Moved { army, from, to, way, ends: _ } => {
            arrive(state, *army, *to);
            army_mut(state, *army).port = (*way == Way::OpenSea).then_some(*from);
        }
        Movement::Stayed { army, forfeit: _ } => army_mut(state, *army).done = true,
        Movement::Recruited { army, at: _, elements, number: _, general, talents } => {
            let army = army_mut(state, *army);
            for id in elements {
                join(army, *id);
            }
            pay(army, *talents);
            army.body.allied_general = general.or(army.body.allied_general);
        }
        Movement::Given { from, to, at: _, elements, number: _, general, whole } => {
            given(state, [*from, *to], elements, *general, *whole);
        }
        Movement::AlliesDisbanded { army, elements, number: _ } => {
            lose(state, *army, elements);
            // The whole contingent is known to be gone, with those of it who had fallen before.
            army_mut(state, *army).shown.retain(|element| !element.allied);
        }
        Movement::Disbanded { army, size: _, surrender: _ }
        | Movement::Destroyed { army, why: _ } => remove(state, *army),
        Movement::Attrition {
            army,
            causes: _,
            black: _,
            modifiers: _,
            total: _,
            coloured: _,
            loses: _,
            lost,
        }
        | Movement::LossesChosen { army, number: _, lost } => lose(state, *army, lost),
        Movement::Retreated { army, from: _, to, way: _, why: _ } => {
            arrive(state, *army, *to);
            army_mut(state, *army).done = true;
        }
        Movement::Captured { province, from: _, to, city: _, army: _ } => {
            state.owners.insert(*province, *to);
        }
    }
}

fn encounter(state: &mut State, event: &Encounter) {
    match event {
        Encounter::EvasionThrow { army: _, score: _ }
        | Encounter::Evasion { armies: _, wants: _, prevails: _, battle: _ } => {}
        Encounter::Entering { entry } => state.entry = Some(*entry),
        Encounter::Entered { army: _, by: _, at: _, answer: _, line: _ } => state.entry = None,
    }
}

fn players(state: &mut State, event: &Players) {
    match event {
        Players::Void { seat: _, army: _, order: _, why: _ } | Players::Note { letter: _ } => {}
        Players::Vp { seat, delta: _, why: _, score } => player_mut(state, seat).vp = *score,
        Players::Missed { seat, times } => player_mut(state, seat).missed = *times,
        Players::Vacant { seat, resigned } => {
            let player = player_mut(state, seat);
            player.vacant = true;
            player.resigned = *resigned;
        }
        Players::Substitute { seat } => {
            let player = player_mut(state, seat);
            player.vacant = false;
            player.resigned = false;
            player.missed = 0;
        }
    }
}

fn army_mut(state: &mut State, id: ArmyId) -> &mut Army {
    state.armies.get_mut(&id).expect("an event names armies that are on the map")
}

fn player_mut<'a>(state: &'a mut State, seat: &Seat) -> &'a mut Player {
    let player = state.players.iter_mut().find(|player| player.seat == *seat);
    player.expect("an event names seats of the game")
}

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

fn pay(army: &mut Army, talents: u16) {
    let left = army.body.chest.checked_sub(talents);
    army.body.chest = left.expect("a treasury pays only what it holds");
}

/// Removes elements of an army that everybody sees leave.
fn fall(state: &mut State, id: ArmyId, gone: &[ElementId]) {
    lose(state, id, gone);
    army_mut(state, id).shown.retain(|element| !gone.contains(element));
}

/// Removes elements that an army has lost. Only their own side knows which.
fn lose(state: &mut State, id: ArmyId, gone: &[ElementId]) {
    let army = army_mut(state, id);
    let Body { core, allied, general, allied_general, chest: _, numbers: _, allied_numbers: _ } =
        &mut army.body;
    core.retain(|element| !gone.contains(element));
    allied.retain(|element| !gone.contains(element));
    *general = general.filter(|element| !gone.contains(element));
    *allied_general = allied_general.filter(|element| !gone.contains(element));
    let left = army.body.all().count();
    army.size = u16::try_from(left).expect("an army keeps to its lists");
}

/// Removes an army, with its sieges and its part in battles.
fn remove(state: &mut State, id: ArmyId) {
    state.armies.remove(&id).expect("an army that is disbanded was on the map");
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

fn arrive(state: &mut State, id: ArmyId, to: Name) {
    state.arrivals += 1;
    let since = state.arrivals;
    leave_sieges(state, id);
    let army = army_mut(state, id);
    army.at = to;
    army.since = since;
}

fn given(
    state: &mut State,
    [from, to]: [ArmyId; 2],
    elements: &[(ElementId, ElementId)],
    general: Option<ElementId>,
    whole: Option<u16>,
) {
    let gone: Vec<ElementId> = elements.iter().map(|(old, _)| *old).collect();
    lose(state, from, &gone);
    let army = army_mut(state, to);
    for (_, new) in elements {
        join(army, *new);
    }
    army.body.allied_general = general.or(army.body.allied_general);
    if let Some(talents) = whole {
        army.body.chest += talents;
        remove(state, from);
    }
}
