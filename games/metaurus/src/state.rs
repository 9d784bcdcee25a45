//! Everything there is on the table.
//!
//! The view of a seat has the same shape; in it a chit that the viewer may not know has no order.

use super::events::Pairing;
use super::names::{About, Id, Order, Side};
use engine::Tempo;
use engine::kit::{Bearing, Hex};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Game Turn, from 1; 0 during set-up.
    pub turn: u32,
    pub stage: Stage,
    pub options: Options,
    #[serde(default)]
    pub units: BTreeMap<Id, Unit>,
    #[serde(default)]
    pub chits: BTreeMap<Id, Chit>,
    /// Orders last given to units without a chit, by unit.
    #[serde(default)]
    pub given: BTreeMap<Id, Chit>,
    /// The pairs of units that are Engaged.
    #[serde(default)]
    pub links: BTreeSet<Link>,
    /// The side that goes first in this Game Turn, once chosen.
    #[serde(default)]
    pub first: Option<Side>,
    /// Commands, and units without a chit, that have acted in this Player Turn.
    #[serde(default)]
    pub acted: BTreeSet<Id>,
    /// Legions that may do nothing for the rest of this Game Turn (5.3).
    #[serde(default)]
    pub inactive: BTreeSet<Id>,
    /// Units lost, in order.
    #[serde(default)]
    pub lost: Vec<Loss>,
    /// Units that have left in the south, in order.
    #[serde(default)]
    pub exited: Vec<Id>,
    pub tally: Tally,
    /// True if anybody has attacked in this Game Turn.
    pub attacked: bool,
    /// Game Turns in a row without an attack.
    pub quiet: u32,
    /// The first threshold reached: it decides at the end of the Game Turn.
    #[serde(default)]
    pub decided: Option<Ending>,
    #[serde(default)]
    pub over: Option<Ending>,
    /// The question that an activation under way waits for (R58).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
}

/// A question to a side in the middle of an activation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub side: Side,
    pub query: Query,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Query {
    /// Which of these units fall back before combat?
    Retreat {
        /// Each in the order of the attacks.
        units: Vec<May>,
    },
    /// Which of these units strike back?
    Counter {
        /// The units that may.
        by: Vec<Id>,
        /// The units that all of them together would attack.
        against: Vec<Id>,
        /// The modifier if all of them do.
        drm: i8,
    },
    /// Is an attack continued, and against whom?
    Continue {
        /// The units that they can attack; the one that the rules would choose comes first.
        targets: Vec<Target>,
    },
    /// Which of these attacks is resolved next?
    Order {
        /// Those left, in the order of the rules.
        attacks: Vec<Pairing>,
    },
    /// The unit that enters a hex which an attack has emptied, and its facing.
    Advance {
        to: Hex,
        /// The units that can enter; the one that the rules would choose comes first.
        units: Vec<Id>,
        /// True if nobody has said how they face.
        face: bool,
    },
    /// Which of these Gallic units rolls next?
    Gauls {
        /// The units that have not rolled yet.
        units: Vec<Id>,
    },
    /// The unit that rampaging Elephants run to, of those equally near.
    Rampage {
        unit: Id,
        /// The nearest, the one that the rules would choose first.
        targets: Vec<Id>,
    },
}

impl Query {
    pub const fn about(&self) -> About {
        match self {
            Self::Retreat { .. } => About::Retreat,
            Self::Counter { .. } => About::Counter,
            Self::Continue { .. } => About::Continue,
            Self::Order { .. } => About::Order,
            Self::Advance { .. } => About::Advance,
            Self::Gauls { .. } => About::Gauls,
            Self::Rampage { .. } => About::Rampage,
        }
    }

    /// The rule that leaves the choice to the side.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Retreat { .. } => "9.0g",
            Self::Counter { .. } => "10.0m",
            Self::Continue { .. } => "10.0k",
            Self::Order { .. } => "9.1a",
            Self::Advance { .. } => "9.2a",
            Self::Gauls { .. } => "5.4a",
            Self::Rampage { .. } => "12.0c",
        }
    }
}

/// A unit that may fall back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct May {
    pub unit: Id,
    pub by: Vec<Id>,
    pub drm: i8,
    /// The hexes to which it can fall back in the present position.
    pub to: Vec<Hex>,
}

/// An enemy that attackers may go on against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    pub by: Vec<Id>,
    pub against: Id,
    /// The modifier, by what lies open.
    pub drm: i8,
}

impl State {
    /// The question to a side in the middle of an activation; none if it is not asked.
    pub fn question(&self, side: Side) -> Option<&Query> {
        self.asked.as_ref().filter(|asked| asked.side == side).map(|asked| &asked.query)
    }

    /// The table before the first phase: nobody has set up.
    pub fn new(options: Options) -> Self {
        Self {
            turn: 0,
            stage: Stage::SetUp { side: Side::Carthage },
            options,
            units: BTreeMap::new(),
            chits: BTreeMap::new(),
            given: BTreeMap::new(),
            links: BTreeSet::new(),
            first: None,
            acted: BTreeSet::new(),
            inactive: BTreeSet::new(),
            lost: Vec::new(),
            exited: Vec::new(),
            tally: Tally::default(),
            attacked: false,
            quiet: 0,
            decided: None,
            over: None,
            asked: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum Stage {
    SetUp {
        side: Side,
    },
    Initiative,
    /// The winner of the roll chooses to go first or last.
    Choice {
        side: Side,
    },
    /// Both sides change chits.
    Orders,
    Turn {
        side: Side,
    },
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Rule 5.4 is in force.
    pub gauls: bool,
    pub tempo: Tempo,
    /// Game Turns without an attack after which Carthage wins.
    pub stall_turns: u32,
    /// The last Game Turn; none if there is no limit.
    #[serde(default)]
    pub turn_limit: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub hex: Hex,
    /// The vertex it looks at.
    pub facing: Bearing,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disordered: bool,
}

/// An order, and whether everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chit {
    /// The order on it; none if the viewer may not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// True if it lies face up.
    pub up: bool,
}

/// Two Engaged units (10.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Link {
    pub rome: Id,
    pub carthage: Id,
    /// The side whose unit it freezes; none if it freezes neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freezes: Option<Side>,
}

impl Link {
    /// The link of two units; the first belongs to `side`.
    pub fn between(side: Side, one: Id, other: Id) -> Self {
        match side {
            Side::Rome => Self { rome: one, carthage: other, freezes: None },
            Side::Carthage => Self { rome: other, carthage: one, freezes: None },
        }
    }

    /// The unit at the other end, if `id` is at one.
    pub fn other(&self, id: Id) -> Option<Id> {
        if self.rome == id {
            Some(self.carthage)
        } else {
            (self.carthage == id).then_some(self.rome)
        }
    }

    /// True if it joins the same two units.
    pub fn joins(&self, other: &Self) -> bool {
        (self.rome, self.carthage) == (other.rome, other.carthage)
    }

    /// True if it freezes this unit.
    pub fn holds(&self, id: Id) -> bool {
        match self.freezes {
            Some(Side::Rome) => self.rome == id,
            Some(Side::Carthage) => self.carthage == id,
            None => false,
        }
    }
}

/// A unit that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub unit: Id,
    pub turn: u32,
    pub hex: Hex,
}

/// Counts towards victory (14.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of Roman units eliminated.
    pub rome: u8,
    /// Carthaginian units eliminated that count.
    pub carthage: u8,
    /// Units that have left in the south and count.
    pub exits: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    pub winner: Side,
    pub how: How,
}

engine::words! {
    /// The ways to win.
    pub enum How {
        /// Rome has eliminated enough.
        Eliminations = "eliminations",
        /// Rome has lost too many.
        Losses = "losses",
        /// Enough Carthaginians have left in the south.
        Exits = "exits",
        /// Rome can no longer eliminate enough.
        OutOfReach = "out-of-reach",
        /// Too long without an attack.
        Stall = "stall",
        TurnLimit = "turn-limit",
        Resignation = "resignation",
        Agreement = "agreement",
    }
}

impl How {
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Eliminations | Self::Losses => "14.0a",
            Self::Exits => "14.0c",
            Self::OutOfReach | Self::Stall | Self::TurnLimit => "R38",
            Self::Resignation | Self::Agreement => "14.0",
        }
    }
}
