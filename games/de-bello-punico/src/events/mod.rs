//! The events, each with its whole result.
//!
//! Every die is an event of its own, [`Note::Die`]; the event of its result follows without one.

mod apply;
mod sight;

pub(super) use apply::apply;
pub(super) use sight::{view, witness};

use super::asked::Query;
use super::names::{CommandBox, Id, Kind, Pair, Rank, Side, unset};
use super::state::{How, Place, Stage};
use engine::kit::{Bearing, Hex};
use engine::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One thing that happened. Written, the groups do not show: an event is a map with its `kind` first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// Deployment (17).
    SetUp(SetUp),
    /// The sequence of play (3), from turn to turn and to the end.
    Sequence(Sequence),
    /// Command points (4).
    Points(Points),
    /// Elephants that lose control (15.1).
    Elephants(Elephants),
    /// Moves and entries (6).
    Movement(Movement),
    /// Volleys and attacks (9, 10).
    Combat(Combat),
    /// Disorder, panic and rout (10.7, 11, 12, 16).
    Morale(Morale),
    /// Events of leaders (13).
    Leaders(Leaders),
    /// Notes, which change nothing.
    Note(Note),
}

engine::groups! {
    Event: SetUp(SetUp), Sequence(Sequence), Points(Points), Elephants(Elephants),
        Movement(Movement), Combat(Combat), Morale(Morale), Leaders(Leaders), Note(Note)
}

/// Deployment (17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum SetUp {
    /// A unit is set up, on the map or in reserve.
    Placed {
        unit: Id,
        side: Side,
        #[serde(rename = "type")]
        code: Kind,
        place: Place,
        facing: Bearing,
        #[serde(default, skip_serializing_if = "unset")]
        dp: u8,
    },
    /// A leader is set up.
    LeaderPlaced { leader: Id, side: Side, hex: Hex },
    /// A side's set-up is complete.
    #[serde(rename = "set-up-done")]
    Complete { seat: Side },
}

/// The sequence of play (3), from turn to turn and to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Sequence {
    /// A turn begins.
    Turn { turn: u32 },
    /// A stage begins; what an earlier one left behind is cleared.
    Stage { stage: Stage },
    /// The initiative is even.
    InitiativeTie { carthage: u8, rome: u8, total: u8 },
    /// The initiative is won.
    Initiative { carthage: Bid, rome: Bid, winner: Side },
    /// The winner has chosen.
    Choice { winner: Side, choice: Rank, first: Side },
    /// A draw is offered, or no longer.
    Draw { seat: Side, offered: bool },
    /// A side is asked in the middle of an impulse, aloud.
    Asked { seat: Side, query: Query },
    /// The side has answered.
    Answered { seat: Side },
    /// The turn is over: rout points, and how many are missing to each level.
    Interphase { turn: u32, pr: Pair<u8>, margin: Pair<u8> },
    /// The game is over.
    GameOver {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        reason: How,
        pr: Pair<u8>,
    },
}

/// Command points (4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Points {
    /// A side's chips of this turn lie, all at once. Others do not see which is false.
    Chips {
        side: Side,
        boxes: BTreeMap<CommandBox, u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        vacuus: Option<CommandBox>,
    },
    /// One chip is laid. Others do not see whether it is the false one.
    Chip {
        side: Side,
        #[serde(rename = "box")]
        place: CommandBox,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        vacuus: Option<bool>,
    },
    /// A point is used: it goes out of its box.
    #[serde(rename = "command")]
    Used {
        side: Side,
        #[serde(rename = "box")]
        place: CommandBox,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Id>,
    },
    /// Mercenaries charge; `left` charges remain of the Furor points spent.
    Charge { unit: Id, left: u8 },
}

/// Elephants that lose control (15.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Elephants {
    /// A unit rolls on the elephants table.
    ElephantTable { unit: Id, die: u8, result: Rage },
    /// Enraged elephants run straight ahead.
    EnragedRun { unit: Id, from: Hex, path: Vec<Hex>, face: Bearing, stop: Stop },
    /// Rome has moved furious elephants; with a target they have run into it.
    Furious {
        unit: Id,
        from: Hex,
        path: Vec<Hex>,
        face: Bearing,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Id>,
    },
}

/// Moves and entries (6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Movement {
    /// A unit or leader has moved or turned.
    Move(Moved),
    /// A pursuer, or the ambush, enters the map.
    Return { unit: Id, hex: Hex, face: Bearing, spent: u8, halted: bool, ambush: bool },
}

/// Volleys and attacks (9, 10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Combat {
    /// A shot and what it did.
    Volley { unit: Id, target: Id, distance: u8, number: u8, die: u8, hit: bool },
    /// An attack is announced; without a defender it falls on a lone leader.
    Attack {
        attacker: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defender: Option<Id>,
        hex: Hex,
        rear: bool,
    },
    /// A fight, with its arithmetic.
    #[serde(rename = "combat")]
    Fought(Fight),
    /// A target falls back before the dice.
    Withdrawal { unit: Id, from: Hex, to: Hex, face: Bearing },
    /// An attacker enters the vacated hex; `free` if it had the choice.
    Advance { unit: Id, from: Hex, to: Hex, face: Bearing, free: bool },
    /// An attacker that has the choice stays.
    NoAdvance { unit: Id, to: Hex },
    /// A pursuer is held back.
    Hold { unit: Id, fugitive: Id },
    /// A pursuer rides after fugitives; with `exit`, off the map by the last hex.
    Pursuit {
        unit: Id,
        fugitive: Id,
        from: Hex,
        path: Vec<Hex>,
        face: Bearing,
        stop: Stop,
        exit: bool,
    },
}

/// Disorder, panic and rout (10.7, 11, 12, 16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Morale {
    /// A unit has Disorder Points more; `total` is what it has now.
    Disorder { unit: Id, points: u8, total: u8, cause: Cause },
    /// A unit recovers; `total` is what it has left.
    Recovery { unit: Id, total: u8 },
    /// A unit panics: `number` counts all panics.
    Panic { unit: Id, cause: Cause, number: u32 },
    /// A unit in panic runs.
    Flight { unit: Id, from: Hex, path: Vec<Hex>, face: Bearing, exit: bool },
    /// Panicked elephants or skirmishers are removed.
    Removed { unit: Id, hex: Hex },
    /// A unit is eliminated.
    Eliminated { unit: Id, hex: Hex, cause: Doom },
    /// Rout points; `points` may be negative (17.1.4), `total` is what the side has now.
    Pr {
        side: Side,
        points: i8,
        total: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Id>,
    },
}

/// Events of leaders (13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Leaders {
    /// The die for a leader whose unit took Disorder Points.
    #[serde(rename = "leader-die")]
    Die { leader: Id, side: Side, unit: Id, die: u8, lost: bool },
    /// A leader steps away from an attack, or from a unit that is gone (R36).
    #[serde(rename = "leader-withdraws")]
    Withdraws { leader: Id, side: Side, from: Hex, to: Hex, why: Step },
    /// A leader goes along with the unit in the same hex.
    #[serde(rename = "leader-follows")]
    Follows { leader: Id, side: Side, unit: Id, from: Hex, to: Hex },
    /// A leader is lost; the side's chips come off.
    #[serde(rename = "leader-lost")]
    Lost { leader: Id, side: Side, hex: Hex, why: Loss },
}

/// Notes, which change nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Note {
    /// A die is thrown, or thrown again (4.9).
    Die {
        side: Side,
        cast: Cast,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Id>,
        #[serde(default, skip_serializing_if = "unset")]
        fortuna: bool,
        die: u8,
    },
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

words! {
    /// The purposes of a die.
    pub enum Cast {
        Initiative = "initiative",
        /// The elephants table.
        Elephants = "elephants",
        /// A unit shoots.
        Volley = "volley",
        /// The attacker throws in a fight.
        Attack = "attack",
        /// The defender throws in a fight.
        Defence = "defence",
        /// A leader may be lost.
        Leader = "leader",
    }
}

/// The throw of one side for the initiative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bid {
    pub die: u8,
    /// Points in the box.
    pub points: u8,
    /// Die and modifiers, never below 0.
    pub total: u8,
}

/// A move or a turn of a unit, or of a leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The unit, or the leader, by name.
    pub unit: Id,
    /// The hex that it leaves.
    pub from: Hex,
    /// The hexes entered, in order.
    pub path: Vec<Hex>,
    /// Facing afterwards; none for leaders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Bearing>,
    /// It leaves the map for good by the last hex (17.1.4).
    #[serde(default, skip_serializing_if = "unset")]
    pub exit: bool,
    /// Movement points used in this half, this move's included.
    pub spent: u8,
    /// It has entered an enemy ZdC.
    #[serde(default, skip_serializing_if = "unset")]
    pub halted: bool,
    /// It has left a hex in an enemy ZdC in this half.
    #[serde(default, skip_serializing_if = "unset")]
    pub left_zone: bool,
    /// Last steps in one direction without a turn.
    #[serde(default, skip_serializing_if = "unset")]
    pub straight: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// The cause: `combat`, `command`, `charge`, `elephants`, `leader`, `support`, `disorder`, `rear`.
    pub what: String,
    /// The points that it adds to the die; negative if it takes away.
    pub points: i8,
    /// The unit it comes from, if another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Id>,
}

/// One side of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// The unit whose effort it is.
    pub unit: Id,
    /// The die that counts.
    pub die: u8,
    /// Every modifier, the combat points first.
    pub modifiers: Vec<Modifier>,
    /// Die and modifiers, never below 0.
    pub total: u8,
    /// Units whose support is used up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<Id>,
    /// Disorder Points it takes, those of its charge included.
    pub dp: u8,
}

/// A fight with its arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    pub attacker: Effort,
    pub defender: Effort,
    /// True if the attacker charged.
    #[serde(default, skip_serializing_if = "unset")]
    pub charge: bool,
    /// Disorder Points of the charge itself (31).
    #[serde(default, skip_serializing_if = "unset")]
    pub furor: u8,
    /// The odds before the dice.
    pub odds: Odds,
}

/// Of 36 throws of two dice, how many end how, as the attacker sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// It has at least double.
    pub double: u8,
    /// It has more, and less than double.
    pub win: u8,
    /// Both totals are equal.
    pub tie: u8,
    /// It has less, and more than half.
    pub lose: u8,
    /// The other has at least double.
    pub doubled: u8,
}

words! {
    /// A row of the elephants table (15.1).
    pub enum Rage {
        /// The elephants stay as they are.
        NoEffect = "no-effect",
        /// Finis: the unit cannot move in this turn.
        Motionless = "motionless",
        /// The unit runs straight ahead.
        Enraged = "enraged",
        /// Rome moves the unit.
        Furious = "furious",
    }
}

words! {
    /// The causes of disorder, and so of panic.
    pub enum Cause {
        /// A fight with another unit.
        Combat = "combat",
        Charge = "charge",
        /// A shot that hit it.
        Volley = "volley",
        /// It crossed a friend, or a friend crossed it (7.1).
        Crossing = "crossing",
        /// A friend in flight or pursuit crossed it, or it crossed one so.
        Flight = "flight",
        /// Its drivers' loss of control (15.1).
        Enraged = "enraged",
        /// Elephants that ran amok (15.1).
        Furious = "furious",
        /// The winter river (17.1.3).
        Cold = "cold",
    }
}

words! {
    /// The reasons for which a run or a pursuit ends.
    pub enum Stop {
        /// No movement points are left.
        Spent = "spent",
        /// It is in an enemy ZdC.
        Zone = "zone",
        /// An enemy is in the next hex.
        Enemy = "enemy",
        /// The next hex is closed terrain.
        Terrain = "terrain",
        /// The edge of the map.
        Edge = "edge",
        /// A friend ahead with no empty hex behind it.
        Friend = "friend",
        /// It has come to where the fugitive went no further.
        End = "end",
    }
}

words! {
    /// The reasons for which a leader steps away.
    pub enum Step {
        /// By policy, before a fight.
        Policy = "policy",
        /// He was attacked alone.
        Alone = "alone",
        /// His unit panicked or is gone.
        Unit = "unit",
    }
}

words! {
    /// The ways in which a leader is lost.
    pub enum Loss {
        Die = "die",
        /// No hex to step to.
        Trapped = "trapped",
    }
}

words! {
    /// The causes of elimination.
    pub enum Doom {
        /// An attack on a fugitive.
        Attacked = "attacked",
        /// A Veteran's front in its way.
        Veterans = "veterans",
        /// It cannot leave its hex.
        NoWay = "no-way",
    }
}
