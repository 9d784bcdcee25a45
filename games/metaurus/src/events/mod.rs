//! The events, each with its whole result.

mod apply;
mod sight;

pub(crate) use apply::apply;
pub(crate) use sight::{view, witness};

use super::data::{CombatResult, ElephantResult};
use super::names::{Go, Id, Order, Side};
use super::state::{How, Link, Query, Stage, Tally};
use engine::kit::{Bearing, Hex};
use serde::{Deserialize, Serialize};

/// One thing that happened. In a record the groups do not show: each event is a map that begins with its `kind`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// Set-up (13.0).
    SetUp(SetUp),
    /// Chits, and who acts under them (4.1b, 5.0, 12.0).
    Command(Command),
    /// Movement and facing (6.0, 7.0).
    Movement(Movement),
    /// Attacks (9.0, 10.0k, 10.0m).
    Combat(Combat),
    /// Disorder, losses and recovery of units (10.0, 11.0).
    Effect(Effect),
    /// The sequence of play, and how the game ends (4.0, 14.0).
    Sequence(Sequence),
}

/// Set-up (13.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[allow(clippy::enum_variant_names, reason = "the names are recorded")]
pub enum SetUp {
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
}

/// Chits, and who acts under them (4.1b, 5.0, 12.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Command {
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
    /// A Gallic unit rolls for its obedience.
    Gaul { unit: Id, die: u8, acts: bool },
    /// Elephants roll on their table.
    ElephantTable { unit: Id, die: u8, drm: i8, total: i8, result: ElephantResult },
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
}

/// Movement and facing (6.0, 7.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Movement {
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
}

/// Events of attacks (9.0, 10.0k, 10.0m).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Combat {
    /// The attackers and defenders are named.
    Announced {
        attacks: Vec<Pairing>,
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
    RetreatBarred {
        seat: Side,
        unit: Id,
    },
    Attack(Fight),
    /// A counter-attack of the defenders.
    CounterAttack(Fight),
    /// An attack with which the attackers go on.
    ContinuedAttack(Fight),
    /// A counter-attack or continued attack that is not made.
    Declined {
        what: Follow,
        by: Vec<Id>,
        against: Vec<Id>,
        drm: i8,
    },
    /// A unit advances into a vacated hex.
    Advance {
        unit: Id,
        from: Hex,
        to: Hex,
        facing: Bearing,
    },
}

/// Events of disorder, losses and recovery (10.0, 11.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Effect {
    /// A unit checks for disorder.
    Check { unit: Id, die: u8, against: u8, outcome: Fate },
    /// A unit is Disordered.
    Disordered { unit: Id, cause: Cause },
    /// A unit is eliminated.
    Eliminated { unit: Id, hex: Hex, cause: Cause, tally: Tally },
    Engaged {
        pairs: Vec<Link>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        frozen: Vec<Id>,
    },
    /// Units are Engaged no longer.
    Disengaged { pairs: Vec<Link> },
    /// A Disordered unit tries to recover.
    Reform { unit: Id, die: u8, against: u8, success: bool },
}

/// The sequence of play, and how the game ends (4.0, 14.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Sequence {
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
    /// A side is asked in the middle of an activation, aloud.
    Asked { seat: Side, query: Query },
    /// The side has answered.
    Answered { seat: Side },
    /// A Player Turn is over.
    TurnOver { seat: Side, next: Stage },
    /// A Game Turn is over.
    TurnEnds { turn: u32, quiet: u32 },
    /// A victory threshold is reached.
    Threshold { winner: Side, how: How, tally: Tally },
    /// The game is over.
    GameOver { winner: Side, how: How, tally: Tally },
}

engine::groups! {
    Event: SetUp(SetUp), Command(Command), Movement(Movement), Combat(Combat), Effect(Effect),
        Sequence(Sequence)
}

/// An order given to a Command or unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The Command, or the unit without a chit.
    pub to: Id,
    pub order: Order,
}

/// A chit whose order was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The Command whose chit it is.
    pub command: Id,
    /// The order before the change.
    pub old: Order,
    /// The order after the change.
    pub new: Order,
}

/// The reasons for which an order becomes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Its Command, or the unit, is activated.
    Activated,
    /// One of its units is attacked.
    Attacked,
}

/// The causes of a unit's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// An order to this unit.
    Ordered,
    /// The march of its Command.
    March,
    /// The rules, for want of a lawful order.
    Default,
    /// The rampage of Elephants.
    Rampage,
}

/// The reasons for which a unit that should move stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StayedWhy {
    /// No hex that it may enter.
    CannotMove,
    /// No enemy within one step.
    NoEnemyInReach,
}

/// The attackers and defenders of one attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    pub by: Vec<Id>,
    pub against: Vec<Id>,
    /// True if ordered so; false if the rules assign it.
    pub listed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// The cause, as a word.
    pub what: String,
    /// The points that it adds to the die; negative if it takes away.
    pub points: i8,
}

/// A combat with its arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    pub by: Vec<Id>,
    pub against: Vec<Id>,
    /// The number on the die.
    pub die: u8,
    pub modifiers: Vec<Modifier>,
    /// The sum of the modifiers.
    pub drm: i8,
    /// The number on the die with all modifiers.
    pub total: i8,
    pub results: Vec<CombatResult>,
}

/// The results of a check or a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// The unit is as it was.
    Unharmed,
    Disordered,
    /// The unit was Disordered already, and stays where it is.
    Stays,
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

/// The causes of disorder and elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    Combat,
    /// A retreat before combat.
    Retreat,
    /// The drivers killed their Elephants.
    Drivers,
    /// Leaving by an edge that is not the way out (6.0c).
    Edge,
}
