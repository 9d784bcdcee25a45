//! What happens, with its whole result; and the only code that writes a state.

use super::data::{CombatResult, ElephantResult};
use super::names::{Go, Id, Order, Side};
use super::state::{Chit, Ending, Link, Loss, Stage, State, Tally, Unit};
use engine::kit::{Bearing, Hex};
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event {
    /// A unit is set up.
    Placed { unit: Id, hex: Hex, facing: Bearing },
    /// A side has chosen its first orders; others see that it has, not which.
    OrdersSet {
        seat: Side,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chits: Vec<Given>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Given>,
    },
    /// A side's set-up is complete.
    SetUpDone { seat: Side },
    /// A Game Turn begins.
    GameTurn { turn: u32 },
    /// Dice for the initiative; no winner on a tie.
    Initiative {
        rome: u8,
        carthage: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
    },
    /// The winner has chosen.
    TurnOrder { winner: Side, choice: Go, first: Side },
    /// A side has changed chits; others see that it has filed, not which or how many.
    OrdersChanged {
        seat: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        changes: Option<Vec<Change>>,
    },
    /// All chits lie face down, and the first Player Turn begins.
    ChitsDown { first: Side },
    /// A chit is turned up.
    ChitRevealed { command: Id, order: Order, why: Why },
    /// The order of a unit without a chit becomes known, or is given.
    OrderShown { unit: Id, order: Order, why: Why },
    /// A Command, two legions, or units without a chit begin to act.
    Activation {
        seat: Side,
        commands: Vec<Id>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Id>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Order>,
    },
    /// Two legions try to act as one.
    Combined { pair: [Id; 2], die: u8, success: bool },
    /// Whether a Gaul does as he is told.
    Gaul { unit: Id, die: u8, acts: bool },
    /// What the Elephants do.
    ElephantTable { unit: Id, die: u8, drm: i8, total: i8, result: ElephantResult },
    /// The unit that rampaging Elephants make for.
    Rampage { unit: Id, target: Id, mp: u8 },
    /// A unit has moved.
    Moved { unit: Id, from: Hex, way: Vec<Hex>, mp: u8, facing: Bearing, manner: Manner },
    /// A unit has turned.
    Turned { unit: Id, from: Bearing, to: Bearing },
    /// A unit that should move stays.
    Stayed { unit: Id, why: StayedWhy },
    /// A unit has left the field in the south.
    Exited { unit: Id, from: Hex, way: Vec<Hex>, mp: u8, exits: u8, needed: u8 },
    /// Who attacks whom.
    Announced { attacks: Vec<Pairing> },
    /// Part of an order file comes to nothing; told to its author alone.
    Void {
        seat: Side,
        part: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Id>,
        code: String,
        reason: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fix: Option<String>,
    },
    /// A defender falls back before combat.
    Retreat {
        unit: Id,
        from: Hex,
        way: Vec<Hex>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        drm: i8,
        morale: u8,
        outcome: Fate,
    },
    /// A defender would fall back and cannot; told to its owner alone.
    RetreatBarred { seat: Side, unit: Id },
    /// An attack.
    Attack(Fight),
    /// Defenders strike back.
    CounterAttack(Fight),
    /// Attackers go on.
    ContinuedAttack(Fight),
    /// A counter-attack or continued attack that is not made.
    Declined { what: Follow, by: Vec<Id>, against: Vec<Id>, drm: i8 },
    /// A unit checks for disorder.
    Check { unit: Id, die: u8, against: u8, outcome: Fate },
    /// A unit is Disordered.
    Disordered { unit: Id, cause: Cause },
    /// A unit is eliminated.
    Eliminated { unit: Id, hex: Hex, cause: Cause, tally: Tally },
    /// Units become Engaged.
    Engaged {
        pairs: Vec<Link>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        frozen: Vec<Id>,
    },
    /// Units are Engaged no longer.
    Disengaged { pairs: Vec<Link> },
    /// A unit advances into a vacated hex.
    Advance { unit: Id, from: Hex, to: Hex, facing: Bearing },
    /// A Disordered unit tries to recover.
    Reform { unit: Id, die: u8, against: u8, success: bool },
    /// A victory threshold is reached.
    Threshold { winner: Side, how: super::state::How, tally: Tally },
    /// A Player Turn is over.
    TurnOver { seat: Side, next: Stage },
    /// A Game Turn is over.
    TurnEnds { turn: u32, quiet: u32 },
    /// The game is over.
    GameOver { winner: Side, how: super::state::How, tally: Tally },
}

/// An order given to a Command or unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// To whom.
    pub to: Id,
    /// What.
    pub order: Order,
}

/// A changed chit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Whose.
    pub command: Id,
    /// From.
    pub old: Order,
    /// To.
    pub new: Order,
}

/// Why an order becomes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Its Command, or the unit, is activated.
    Activated,
    /// It is attacked.
    Attacked,
}

/// What made a unit move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// Its own order.
    Ordered,
    /// The march of its Command.
    March,
    /// The rules, for want of a lawful order.
    Default,
    /// Elephants out of hand.
    Rampage,
}

/// Why a unit that should move stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StayedWhy {
    /// No hex that it may enter.
    CannotMove,
    /// No enemy within one step.
    NoEnemyInReach,
}

/// Who attacks whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The attackers.
    pub by: Vec<Id>,
    /// The defenders.
    pub against: Vec<Id>,
    /// True if ordered so; false if the rules assign it.
    pub listed: bool,
}

/// One modifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// Why, as a word.
    pub what: String,
    /// How much.
    pub points: i8,
}

/// A combat with its arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The attackers.
    pub by: Vec<Id>,
    /// The defenders.
    pub against: Vec<Id>,
    /// The natural die.
    pub die: u8,
    /// Every modifier.
    pub modifiers: Vec<Modifier>,
    /// Their sum.
    pub drm: i8,
    /// The modified die.
    pub total: i8,
    /// The result.
    pub results: Vec<CombatResult>,
}

/// What comes of a check or a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Nothing.
    Unharmed,
    /// Disordered.
    Disordered,
    /// Disordered already, and still there.
    Stays,
    /// Eliminated.
    Eliminated,
}

/// Attacks that follow from an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Follow {
    /// The defenders strike back.
    CounterAttack,
    /// The attackers go on.
    ContinuedAttack,
}

/// What disorders or eliminates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A combat result.
    Combat,
    /// A retreat before combat.
    Retreat,
    /// The Elephants' drivers.
    Drivers,
}

/// The only writer.
pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Placed { unit, hex, facing } => {
            state.units.insert(*unit, Unit { hex: *hex, facing: *facing, disordered: false });
        }
        Event::OrdersSet { chits, units, .. } => {
            for given in chits {
                state.chits.insert(given.to, Chit { order: Some(given.order), up: false });
            }
            for given in units {
                state.given.insert(given.to, Chit { order: Some(given.order), up: false });
            }
        }
        Event::ChitRevealed { command, order, .. } => {
            state.chits.insert(*command, Chit { order: Some(*order), up: true });
        }
        Event::OrderShown { unit, order, .. } => {
            state.given.insert(*unit, Chit { order: Some(*order), up: true });
        }
        Event::Moved { unit, way, facing, .. } => {
            stand(state, *unit, way.last().copied(), Some(*facing))
        }
        Event::Turned { unit, to, .. } => stand(state, *unit, None, Some(*to)),
        Event::Retreat { unit, way, .. } => stand(state, *unit, way.last().copied(), None),
        Event::Advance { unit, to, facing, .. } => stand(state, *unit, Some(*to), Some(*facing)),
        Event::Exited { unit, exits, .. } => {
            remove(state, *unit);
            state.exited.push(*unit);
            state.tally.exits = *exits;
        }
        Event::Disordered { unit, .. } => disorder(state, *unit, true),
        Event::Reform { unit, success: true, .. } => disorder(state, *unit, false),
        Event::Eliminated { unit, hex, tally, .. } => {
            remove(state, *unit);
            state.lost.push(Loss { unit: *unit, turn: state.turn, hex: *hex });
            state.tally = *tally;
        }
        Event::Engaged { pairs, .. } => {
            for pair in pairs {
                state.links.retain(|link| !link.joins(pair));
                state.links.insert(*pair);
            }
        }
        Event::Disengaged { pairs } => {
            state.links.retain(|link| !pairs.iter().any(|pair| link.joins(pair)))
        }
        Event::Attack(_) | Event::CounterAttack(_) | Event::ContinuedAttack(_) => {
            state.attacked = true
        }
        other => sequence(state, other),
    }
}

/// The events that move the sequence of play.
fn sequence(state: &mut State, event: &Event) {
    match event {
        Event::SetUpDone { seat: Side::Carthage } => {
            state.stage = Stage::SetUp { side: Side::Rome }
        }
        Event::SetUpDone { seat: Side::Rome } => state.stage = Stage::Initiative,
        Event::GameTurn { turn } => state.turn = *turn,
        Event::Initiative { winner: Some(side), .. } => state.stage = Stage::Choice { side: *side },
        Event::TurnOrder { first, .. } => {
            state.first = Some(*first);
            state.stage = Stage::Orders;
        }
        Event::OrdersChanged { changes: Some(changes), .. } => {
            for change in changes {
                state.chits.insert(change.command, Chit { order: Some(change.new), up: false });
            }
        }
        Event::ChitsDown { first } => {
            state.chits.values_mut().for_each(|chit| chit.up = false);
            state.acted.clear();
            state.inactive.clear();
            state.attacked = false;
            state.stage = Stage::Turn { side: *first };
        }
        Event::Activation { commands, units, .. } => {
            state.acted.extend(commands.iter().copied().filter(|id| state.chits.contains_key(id)));
            state.acted.extend(units.iter().copied().filter(|id| state.given.contains_key(id)));
        }
        Event::Combined { pair, success: false, .. } => state.inactive.extend(pair),
        Event::Threshold { winner, how, .. } => {
            state.decided = Some(Ending { winner: *winner, how: *how })
        }
        Event::TurnOver { next, .. } => {
            state.acted.clear();
            state.stage = *next;
        }
        Event::TurnEnds { quiet, .. } => {
            state.quiet = *quiet;
            state.first = None;
            state.stage = Stage::Initiative;
        }
        Event::GameOver { winner, how, .. } => {
            state.over = Some(Ending { winner: *winner, how: *how })
        }
        _ => {}
    }
}

fn stand(state: &mut State, unit: Id, hex: Option<Hex>, facing: Option<Bearing>) {
    if let Some(unit) = state.units.get_mut(&unit) {
        unit.hex = hex.unwrap_or(unit.hex);
        unit.facing = facing.unwrap_or(unit.facing);
    }
}

fn disorder(state: &mut State, unit: Id, disordered: bool) {
    if let Some(unit) = state.units.get_mut(&unit) {
        unit.disordered = disordered;
    }
}

fn remove(state: &mut State, unit: Id) {
    state.units.remove(&unit);
    state.links.retain(|link| link.rome != unit && link.carthage != unit);
}
