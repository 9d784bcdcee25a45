//! The only writer: what each event does to the table. Every event and every field is named here, so that a new one must
//! be thought about.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{Combat, Command, Effect, Event, Fight, Movement, Sequence, SetUp};
use crate::names::{Id, Side};
use crate::state::{Asked, Chit, Ending, Loss, Stage, State, Unit};

pub(crate) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::SetUp(event) => set_up(state, event),
        Event::Command(event) => command(state, event),
        Event::Movement(event) => movement(state, event),
        Event::Combat(event) => combat(state, event),
        Event::Effect(event) => effect(state, event),
        Event::Sequence(event) => sequence(state, event),
    }
}

fn set_up(state: &mut State, event: &SetUp) {
    match event {
        SetUp::Placed { unit, hex, facing } => {
            state.units.insert(*unit, Unit { hex: *hex, facing: *facing, disordered: false });
        }
        SetUp::OrdersSet { seat: _, chits, units } => {
            for given in chits {
                state.chits.insert(given.to, Chit { order: Some(given.order), up: false });
            }
            for given in units {
                state.given.insert(given.to, Chit { order: Some(given.order), up: false });
            }
        }
        SetUp::SetUpDone { seat } => {
            state.stage = match seat {
                Side::Carthage => Stage::SetUp { side: Side::Rome },
                Side::Rome => Stage::Initiative,
            }
        }
    }
}

fn command(state: &mut State, event: &Command) {
    match event {
        Command::OrdersChanged { seat: _, changes } => {
            for change in changes.iter().flatten() {
                state.chits.insert(change.command, Chit { order: Some(change.new), up: false });
            }
        }
        Command::ChitsDown { first } => {
            state.chits.values_mut().for_each(|chit| chit.up = false);
            state.acted.clear();
            state.inactive.clear();
            state.attacked = false;
            state.stage = Stage::Turn { side: *first };
        }
        Command::ChitRevealed { command, order, why: _ } => {
            state.chits.insert(*command, Chit { order: Some(*order), up: true });
        }
        Command::OrderShown { unit, order, why: _ } => {
            state.given.insert(*unit, Chit { order: Some(*order), up: true });
        }
        Command::Activation { seat: _, commands, units, order: _ } => {
            state.acted.extend(commands.iter().copied().filter(|id| state.chits.contains_key(id)));
            state.acted.extend(units.iter().copied().filter(|id| state.given.contains_key(id)));
        }
        Command::Combined { pair, die: _, success } => {
            if !success {
                state.inactive.extend(pair);
            }
        }
        Command::Gaul { unit: _, die: _, acts: _ }
        | Command::ElephantTable { unit: _, die: _, drm: _, total: _, result: _ }
        | Command::Void { seat: _, part: _, unit: _, code: _, reason: _, fix: _ } => {}
    }
}

fn movement(state: &mut State, event: &Movement) {
    match event {
        Movement::Moved { unit, from: _, way, mp: _, facing, manner: _ } => {
            let stand = standing(state, *unit);
            stand.hex = *way.last().expect("a move enters a hex");
            stand.facing = *facing;
        }
        Movement::Turned { unit, from: _, to } => standing(state, *unit).facing = *to,
        Movement::Exited { unit, from: _, way: _, mp: _, exits, needed: _ } => {
            remove(state, *unit);
            state.exited.push(*unit);
            state.tally.exits = *exits;
        }
        Movement::Rampage { unit: _, target: _, mp: _ } | Movement::Stayed { unit: _, why: _ } => {}
    }
}

fn combat(state: &mut State, event: &Combat) {
    match event {
        Combat::Retreat { unit, from: _, way, die: _, drm: _, morale: _, outcome: _ } => {
            standing(state, *unit).hex = *way.last().expect("a retreat enters a hex");
        }
        Combat::Advance { unit, from: _, to, facing } => {
            let stand = standing(state, *unit);
            stand.hex = *to;
            stand.facing = *facing;
        }
        Combat::Attack(fight) | Combat::CounterAttack(fight) | Combat::ContinuedAttack(fight) => {
            let Fight { by: _, against: _, die: _, modifiers: _, drm: _, total: _, results: _ } =
                fight;
            state.attacked = true;
        }
        Combat::Announced { attacks: _ }
        | Combat::RetreatBarred { seat: _, unit: _ }
        | Combat::Declined { what: _, by: _, against: _, drm: _ } => {}
    }
}

fn effect(state: &mut State, event: &Effect) {
    match event {
        Effect::Disordered { unit, cause: _ } => standing(state, *unit).disordered = true,
        Effect::Reform { unit, die: _, against: _, success } => {
            if *success {
                standing(state, *unit).disordered = false;
            }
        }
        Effect::Eliminated { unit, hex, cause: _, tally } => {
            remove(state, *unit);
            state.lost.push(Loss { unit: *unit, turn: state.turn, hex: *hex });
            state.tally = *tally;
        }
        Effect::Engaged { pairs, frozen: _ } => {
            for pair in pairs {
                state.links.retain(|link| !link.joins(pair));
                state.links.insert(*pair);
            }
        }
        Effect::Disengaged { pairs } => {
            state.links.retain(|link| !pairs.iter().any(|pair| link.joins(pair)));
        }
        Effect::Check { unit: _, die: _, against: _, outcome: _ } => {}
    }
}

fn sequence(state: &mut State, event: &Sequence) {
    match event {
        Sequence::Asked { seat, query } => {
            state.asked = Some(Asked { side: *seat, query: query.clone() });
        }
        Sequence::Answered { seat: _ } => state.asked = None,
        Sequence::GameTurn { turn } => state.turn = *turn,
        Sequence::Initiative { rome: _, carthage: _, winner } => {
            if let Some(side) = winner {
                state.stage = Stage::Choice { side: *side };
            }
        }
        Sequence::TurnOrder { winner: _, choice: _, first } => {
            state.first = Some(*first);
            state.stage = Stage::Orders;
        }
        Sequence::TurnOver { seat: _, next } => {
            state.acted.clear();
            state.stage = *next;
        }
        Sequence::TurnEnds { turn: _, quiet } => {
            state.quiet = *quiet;
            state.first = None;
            state.stage = Stage::Initiative;
        }
        Sequence::Threshold { winner, how, tally: _ } => {
            state.decided = Some(Ending { winner: *winner, how: *how });
        }
        Sequence::GameOver { winner, how, tally: _ } => {
            state.over = Some(Ending { winner: *winner, how: *how });
            state.asked = None;
        }
    }
}

/// The unit of this id, which must be on the map.
fn standing(state: &mut State, unit: Id) -> &mut Unit {
    state.units.get_mut(&unit).expect("only a unit on the map can be affected")
}

/// Takes a unit off the map, and out of all its engagements.
fn remove(state: &mut State, unit: Id) {
    state.units.remove(&unit).expect("only a unit on the map leaves it");
    state.links.retain(|link| link.rome != unit && link.carthage != unit);
}
