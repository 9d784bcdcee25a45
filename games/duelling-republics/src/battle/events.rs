//! The events of a battle. Each carries its whole result, so that a line can be folded from them.

use super::chart::Fate;
use super::plan::{Manner, Plan, Sector};
use super::snapshot::Snapshot;
use crate::elements::{ArmyId, Host, Member};
use engine::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    Course(Course),
    Manoeuvre(Manoeuvre),
    Blow(Blow),
    Ending(Ending),
}

/// Events of deployment, bounds and pips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Course {
    Deployed(Box<Deployed>),
    /// The edge die is thrown.
    Edge {
        /// The number on the die.
        score: u8,
        /// True if the features of the outer lanes change places.
        mirrored: bool,
    },
    /// A side's bound begins.
    Bound {
        /// Its number, both sides counted.
        bound: u8,
        army: ArmyId,
        /// Its number among its side's own.
        own: u8,
    },
    /// A command throws for its pips in this bound.
    Pips {
        army: ArmyId,
        /// The command's number, from 1.
        command: u8,
        seat: Seat,
        /// The number on the die.
        score: u8,
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        modifiers: Vec<Clause>,
        pips: u8,
    },
    /// An element that fled is back in the reserve.
    Rally {
        who: Member,
        /// The command that pays, from 1.
        command: u8,
    },
    Shaken {
        army: ArmyId,
        /// The command's number, from 1.
        command: u8,
        seat: Seat,
        lost: u8,
        /// The number of elements that it had.
        of: u8,
    },
    /// The line at a turning point.
    Line(Box<Snapshot>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Manoeuvre {
    /// An element that went round comes out.
    Arrive(Arrive),
    /// Reserves go into the line.
    Commit {
        army: ArmyId,
        /// The entry's number in the plan, from 1.
        entry: u8,
        to: Sector,
        /// The lane, from 1.
        lane: u8,
        #[serde(rename = "as")]
        manner: Manner,
        placed: Vec<Placed>,
    },
    Advance {
        army: ArmyId,
        sector: Sector,
        /// The lane, from 1.
        lane: u8,
        /// The distance before the move.
        from: u8,
        /// The distance after the move.
        to: u8,
    },
    Contact {
        /// The lane, from 1.
        lane: u8,
        /// The army that moved into it.
        army: ArmyId,
    },
    FallBack {
        army: ArmyId,
        sector: Sector,
        /// The lane, from 1.
        lane: u8,
        /// The distance before the move.
        from: u8,
        /// The distance after the move.
        to: u8,
        /// Room left behind it.
        room: u8,
    },
    /// Files that stood apart meet again.
    CloseUp {
        army: ArmyId,
        /// The lane, from 1.
        lane: u8,
        files: Vec<i16>,
    },
    /// An element turns on a neighbour's flank.
    Turn {
        who: Member,
        /// The lane, from 1.
        lane: u8,
        file: i16,
        /// The element on whose flank it turns.
        on: Member,
        pips: u8,
    },
    /// Horse leaves a wing.
    RideRound(Departure),
    /// A free sector goes into another lane.
    RollUp(Departure),
    /// Elements go for the enemy camp.
    ToCamp(Departure),
}

/// Fights, and whom they destroy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Blow {
    Fight(Box<Fight>),
    Killed {
        who: Member,
        by: Member,
        /// The seat whose troops did it.
        seat: Seat,
        cause: Cause,
    },
    /// A C-in-C's element is destroyed.
    GeneralKilled {
        who: Member,
        by: Member,
        /// The seat whose troops did it.
        seat: Seat,
    },
    CampFight {
        who: Member,
        camp: ArmyId,
        die: u8,
        modifiers: Vec<Clause>,
        /// The die with its modifiers.
        score: i16,
        /// The number on the camp's die.
        camp_die: u8,
        camp_modifiers: Vec<Clause>,
        /// The camp's die with its modifiers.
        camp_score: i16,
    },
    CampLooted {
        /// The army whose camp it is.
        army: ArmyId,
        by: Member,
        /// The seat whose troops did it.
        seat: Seat,
        /// Losses it counts for.
        counts: u8,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ending {
    Broken {
        army: ArmyId,
        losses: u8,
        enemy_losses: u8,
        /// The losses that break it.
        limit: u8,
        /// True if its C-in-C has fallen.
        general_lost: bool,
        /// The most elements that the pursuit may destroy.
        pursuit_limit: u8,
    },
    Pursuit {
        who: Member,
        /// The number on the die.
        score: u8,
        /// The number that it must show.
        needed: u8,
        /// The element that it catches, if any.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        hit: Option<Member>,
    },
    Withdrew {
        army: ArmyId,
        losses: u8,
        enemy_losses: u8,
    },
    /// An element that leaves a fight throws its die.
    Withdrawal {
        who: Member,
        /// The lane, from 1.
        lane: u8,
        file: i16,
        /// The element that faced it.
        from: Member,
        /// The number on the die.
        score: u8,
        /// It is destroyed on this or less.
        caught_on: u8,
        /// True if it is caught, and so destroyed.
        caught: bool,
    },
    /// It is night: nobody has won.
    Night {
        bound: u8,
    },
}

engine::groups! {
    Event: Course(Course), Manoeuvre(Manoeuvre), Blow(Blow), Ending(Ending)
}

/// Both armies in line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployed {
    pub name: String,
    /// The terrain type.
    pub country: String,
    /// The lanes, from the attacker's left.
    pub lanes: [LaneGround; 3],
    /// Hundreds of paces between the lines.
    pub distance: u8,
    /// The total distance that a sector may fall back.
    pub room: u8,
    pub attacker: Array,
    pub defender: Array,
}

/// One army in line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Array {
    pub host: Host,
    pub plan: Plan,
    /// The losses that break it.
    pub limit: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneGround {
    pub features: Vec<String>,
    /// True if it is bad going.
    pub bad: bool,
    /// The defender stands higher.
    pub uphill: bool,
    pub river: bool,
}

/// One figure of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// The source of the points: `factor`, `flank`, `uphill`.
    pub what: Cow<'static, str>,
    pub points: i16,
}

impl Clause {
    pub const fn new(what: &'static str, points: i16) -> Self {
        Self { what: Cow::Borrowed(what), points }
    }
}

/// An element that went round comes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrive {
    pub who: Member,
    /// The lane, from 1.
    pub lane: u8,
    pub sector: Sector,
    /// Its file; none if it joins the reserve.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<i16>,
    /// The enemy that it now faces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub facing: Option<Member>,
    /// True if that brought the lane into contact.
    pub contact: bool,
}

/// An element that was put into the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    pub who: Member,
    pub file: i16,
    /// The friend that it stands behind.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub behind: Option<Member>,
    /// The enemy that it now faces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub facing: Option<Member>,
}

/// Elements leave a lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departure {
    pub army: ArmyId,
    pub sector: Sector,
    /// The lane they leave, from 1.
    pub lane: u8,
    /// The elements that leave, in their order.
    pub who: Vec<Member>,
    /// The lane they make for, from 1; none for the camp.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<u8>,
}

/// A fight, with every modifier by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that may result from a fight")]
pub struct Fight {
    /// The lane, from 1.
    pub lane: u8,
    pub file: i16,
    /// The element of the side whose bound it is.
    pub first: Fighter,
    /// The element of the other side.
    pub second: Fighter,
    /// The dice with their labels, in the order thrown.
    pub dice: Vec<(String, u8)>,
    /// The loser; none if the sums are equal.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loser: Option<Member>,
    /// True if the winner's sum is at least twice the loser's.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub doubled: bool,
    /// True if an enemy had turned on the loser, so that giving ground destroys it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub turned_on: bool,
    pub fate: Fate,
    /// True if the two elements of the file now stand apart.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub apart: bool,
    /// True if the winner follows up, so that they do not stand apart.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub follows: bool,
    /// True if the river of the lane is now crossed.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub crossed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    pub who: Member,
    pub die: u8,
    /// Its factor against this enemy.
    pub factor: i16,
    /// The modifiers, in the order of the chart.
    pub modifiers: Vec<Clause>,
    /// The die with factor and modifiers.
    pub score: i16,
    /// The element behind it, if it helps.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub helped_by: Option<Member>,
}

/// The causes of an element's destruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    Fight,
    /// It stood behind an element that was destroyed in a fight, and helped it.
    Rear,
    Pursuit,
    /// It was caught while its army left the field.
    Withdrawal,
}
