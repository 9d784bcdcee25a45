//! What can happen in a battle. Every event carries its whole result; a line can be folded from them.

use super::chart::Fate;
use super::plan::{Manner, Plan, Sector};
use super::snapshot::Snapshot;
use crate::elements::{ArmyId, Host, Member};
use engine::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One thing that happened in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// How a battle runs: deployment, bounds, pips.
    Course(Course),
    /// How elements move.
    Manoeuvre(Manoeuvre),
    /// Fights, and whom they destroy.
    Blow(Blow),
    /// How a battle ends.
    Ending(Ending),
}

/// How a battle runs: deployment, bounds, pips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Course {
    /// Both armies stand in line.
    Deployed(Box<Deployed>),
    /// The edge die.
    Edge {
        /// What it shows.
        score: u8,
        /// Whether the features of the outer lanes change places.
        mirrored: bool,
    },
    /// A side's bound begins.
    Bound {
        /// Its number, both sides counted.
        bound: u8,
        /// Whose it is.
        army: ArmyId,
        /// Its number among its side's own.
        own: u8,
    },
    /// What a command may do in this bound.
    Pips {
        /// The army that it belongs to.
        army: ArmyId,
        /// The command's number, from 1.
        command: u8,
        seat: Seat,
        /// The die.
        score: u8,
        /// What is added.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        modifiers: Vec<Clause>,
        /// Pips to spend.
        pips: u8,
    },
    /// One who fled is back in the reserve.
    Rally {
        /// The element, with its army.
        who: Member,
        /// The command that pays, from 1.
        command: u8,
    },
    /// A command is shaken.
    Shaken {
        /// The army that it belongs to.
        army: ArmyId,
        /// The command's number, from 1.
        command: u8,
        seat: Seat,
        /// Elements lost.
        lost: u8,
        /// Elements it had.
        of: u8,
    },
    /// How the line stands at a turning point.
    Line(Box<Snapshot>),
}

/// How elements move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Manoeuvre {
    /// One who went round comes out.
    Arrive(Arrive),
    /// Reserves go in.
    Commit {
        /// The army that it belongs to.
        army: ArmyId,
        /// The entry's number in the plan, from 1.
        entry: u8,
        /// Into which sector.
        to: Sector,
        /// The lane, from 1.
        lane: u8,
        /// The manner in which they are put in.
        #[serde(rename = "as")]
        manner: Manner,
        /// Who, and where.
        placed: Vec<Placed>,
    },
    /// A sector goes forward.
    Advance {
        /// The army that it belongs to.
        army: ArmyId,
        /// The sector that moves.
        sector: Sector,
        /// The lane, from 1.
        lane: u8,
        /// The distance before.
        from: u8,
        /// The distance now.
        to: u8,
    },
    /// The lines of a lane meet.
    Contact {
        /// The lane, from 1.
        lane: u8,
        /// Who moved into it.
        army: ArmyId,
    },
    /// A sector falls back.
    FallBack {
        /// The army that it belongs to.
        army: ArmyId,
        /// The sector that moves.
        sector: Sector,
        /// The lane, from 1.
        lane: u8,
        /// The distance before.
        from: u8,
        /// The distance now.
        to: u8,
        /// Room left behind it.
        room: u8,
    },
    /// Files that stood apart meet again.
    CloseUp {
        /// Who closes up.
        army: ArmyId,
        /// The lane, from 1.
        lane: u8,
        files: Vec<i16>,
    },
    /// An element turns on a neighbour's flank.
    Turn {
        /// The element, with its army.
        who: Member,
        /// The lane, from 1.
        lane: u8,
        file: i16,
        /// On whom.
        on: Member,
        /// What it costs.
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
    /// An element is destroyed.
    Killed {
        /// The element, with its army.
        who: Member,
        /// The element that did it, with its army.
        by: Member,
        /// Whose troops did it.
        seat: Seat,
        /// What destroyed it.
        cause: Cause,
    },
    /// A C-in-C's element is destroyed.
    GeneralKilled {
        /// The element, with its army.
        who: Member,
        /// The element that did it, with its army.
        by: Member,
        /// Whose troops did it.
        seat: Seat,
    },
    /// An attack on a camp.
    CampFight {
        /// The attacker.
        who: Member,
        camp: ArmyId,
        die: u8,
        /// What is added to it.
        modifiers: Vec<Clause>,
        /// Its sum.
        score: i16,
        /// The camp's die.
        camp_die: u8,
        /// What is added to it.
        camp_modifiers: Vec<Clause>,
        /// The camp's sum.
        camp_score: i16,
    },
    /// A camp is looted.
    CampLooted {
        /// Whose camp.
        army: ArmyId,
        /// The element that did it, with its army.
        by: Member,
        /// Whose troops did it.
        seat: Seat,
        /// Losses it counts for.
        counts: u8,
    },
}

/// How a battle ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ending {
    /// An army breaks.
    Broken {
        /// The army that this is about.
        army: ArmyId,
        losses: u8,
        enemy_losses: u8,
        /// The losses that break it.
        limit: u8,
        /// Whether its C-in-C has fallen.
        general_lost: bool,
        /// Most that the pursuit may destroy.
        pursuit_limit: u8,
    },
    /// A pursuer's die.
    Pursuit {
        /// The element, with its army.
        who: Member,
        /// What it shows.
        score: u8,
        /// What it must show.
        needed: u8,
        /// Whom it catches.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        hit: Option<Member>,
    },
    /// An army leaves the field.
    Withdrew {
        /// The army that this is about.
        army: ArmyId,
        losses: u8,
        enemy_losses: u8,
    },
    /// The die of one who leaves a fight.
    Withdrawal {
        /// The element, with its army.
        who: Member,
        /// The lane, from 1.
        lane: u8,
        file: i16,
        /// Its opponent.
        from: Member,
        /// What the die shows.
        score: u8,
        /// It is destroyed on this or less.
        caught_on: u8,
        /// Whether it is.
        caught: bool,
    },
    /// It is night: nobody has won.
    Night {
        /// The last bound.
        bound: u8,
    },
}

engine::groups! {
    Event: Course(Course), Manoeuvre(Manoeuvre), Blow(Blow), Ending(Ending)
}

/// Both armies in line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployed {
    /// The battle's name.
    pub name: String,
    /// The terrain type.
    pub country: String,
    /// The lanes, from the attacker's left.
    pub lanes: [LaneGround; 3],
    /// Hundreds of paces between the lines.
    pub distance: u8,
    /// How far a sector may fall back in all.
    pub room: u8,
    pub attacker: Array,
    pub defender: Array,
}

/// One army in line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Array {
    /// Who stands there.
    pub host: Host,
    /// The plan by which it stands.
    pub plan: Plan,
    /// The losses that break it.
    pub limit: u8,
}

/// The ground of a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneGround {
    /// Its features by name.
    pub features: Vec<String>,
    /// Bad going.
    pub bad: bool,
    /// The defender stands higher.
    pub uphill: bool,
    /// A river runs through it.
    pub river: bool,
}

/// One figure of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// What gives it: `factor`, `flank`, `uphill`.
    pub what: Cow<'static, str>,
    /// How many points.
    pub points: i16,
}

impl Clause {
    /// So many points for this.
    pub const fn new(what: &'static str, points: i16) -> Self {
        Self { what: Cow::Borrowed(what), points }
    }
}

/// One who went round comes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrive {
    /// The element, with its army.
    pub who: Member,
    /// The lane, from 1.
    pub lane: u8,
    /// The sector that it now belongs to.
    pub sector: Sector,
    /// Its file; none if it joins the reserve.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<i16>,
    /// The enemy that it now faces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub facing: Option<Member>,
    /// Whether that brought the lane into contact.
    pub contact: bool,
}

/// One who was put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The element, with its army.
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
    /// The army that they belong to.
    pub army: ArmyId,
    /// The sector they leave.
    pub sector: Sector,
    /// The lane they leave, from 1.
    pub lane: u8,
    /// Who, the first first.
    pub who: Vec<Member>,
    /// The lane they make for, from 1; none for the camp.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<u8>,
}

/// A fight, with every modifier by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that may come of a fight")]
pub struct Fight {
    /// The lane, from 1.
    pub lane: u8,
    pub file: i16,
    /// The side whose bound it is.
    pub first: Fighter,
    /// The other.
    pub second: Fighter,
    /// The dice with their labels, in the order thrown.
    pub dice: Vec<(String, u8)>,
    /// The loser; none if the sums are equal.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loser: Option<Member>,
    /// Whether the winner has at least twice its sum.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub doubled: bool,
    /// Whether the loser was turned on, so that giving ground destroys it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub turned_on: bool,
    /// What befalls it.
    pub fate: Fate,
    /// Whether the file now stands apart.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub apart: bool,
    /// Whether the winner follows up, so that it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub follows: bool,
    /// Whether the river of the lane is now crossed.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub crossed: bool,
}

/// One of two who fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    /// The element, with its army.
    pub who: Member,
    pub die: u8,
    /// Its factor against this enemy.
    pub factor: i16,
    /// What is added, in the order of the chart.
    pub modifiers: Vec<Clause>,
    /// The sum.
    pub score: i16,
    /// The element behind it, if it helps.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub helped_by: Option<Member>,
}

/// How an element was destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// In a fight.
    Fight,
    /// Behind one that was destroyed in a fight, and helping it.
    Rear,
    /// In the pursuit.
    Pursuit,
    /// While its army left the field.
    Withdrawal,
}
