//! The orders of players about battles: plans, reports of battles on the table, minor wars.

use super::Note;
use crate::battle::plan::{CommandOrders, Draft};
use crate::elements::{Member, Side, Troop};
use crate::names::{Name, Resolve};
use engine::Seat;
use engine::kit::Slug;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of a battle: `etruria-217-summer`; `any` in orders given ahead.
pub(crate) type BattleId = Slug<48>;

/// Every battle not named.
pub(crate) const ANY: BattleId = BattleId::of("any");

/// One entry of a plan prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleOrders {
    /// The battle; may be left out if there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleId>,
    /// The C-in-C's wish about the way to decide it (B7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolve: Option<Resolve>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Draft>,
    /// The orders that the commander of a contingent or of a delegated command adds, by sector.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub command: CommandOrders,
    /// Whether a player without a command wishes to fight a minor war (N1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minor_war: Option<Elect>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

engine::words! {
    /// A player's wish about a minor war.
    pub enum Elect {
        Elect = "elect",
        /// The seat does not wish it.
        Stay = "stay",
    }
}

engine::words! {
    /// A side, or none.
    pub enum Whose {
        /// Rome, or in a minor war its initiator.
        Rome = "rome",
        /// Carthage, or in a minor war its opponent.
        Carthage = "carthage",
        Nobody = "none",
    }
}

impl Whose {
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Rome => Some(Side::Rome),
            Self::Carthage => Some(Side::Carthage),
            Self::Nobody => None,
        }
    }

    pub const fn of(side: Option<Side>) -> Self {
        match side {
            Some(Side::Rome) => Self::Rome,
            Some(Side::Carthage) => Self::Carthage,
            None => Self::Nobody,
        }
    }
}

/// The course and the result of a battle on the table (BT2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    pub battle: BattleId,
    pub winner: Whose,
    /// The side that broke it off.
    #[serde(default = "nobody")]
    pub withdrew: Whose,
    /// Elements destroyed, by the side that lost them.
    #[serde(default)]
    pub lost: BTreeMap<Side, Vec<Member>>,
    /// Sides whose general fell.
    #[serde(default)]
    pub general_killed: Vec<Side>,
    /// The seats that looted camps, by the side that lost its camp.
    #[serde(default)]
    pub camp_looted: BTreeMap<Side, Seat>,
    /// Elements destroyed by each seat's troops.
    #[serde(default)]
    pub kills: BTreeMap<Seat, u16>,
    /// The number of elements of each side whose loss is to nobody's credit.
    #[serde(default)]
    pub other: BTreeMap<Side, u16>,
    /// The seat whose troops took each fallen general, by his element. For generals left out it is the enemy C-in-C's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub general_by: BTreeMap<Member, Seat>,
    /// Players besides the C-in-Cs who had a command at the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_table: Vec<Seat>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

fn nobody() -> Whose {
    Whose::Nobody
}

/// Both parts of a minor war: the initiator's and the opponent's (N4, N5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MinorOrders {
    /// The row, for the initiator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// The initiator's army, of the row's left column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<Name>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Troop>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Draft>,
    /// For the opponent: the army for each row, of the right column.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub against: BTreeMap<u8, Against>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

/// The opponent's army against one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Against {
    Army(Name),
    Detailed(Box<Opposing>),
}

/// The opponent's army with elements and plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opposing {
    pub army: Name,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Troop>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Draft>,
}

impl Against {
    pub fn army(&self) -> Name {
        match self {
            Self::Army(name) => *name,
            Self::Detailed(all) => all.army,
        }
    }

    pub fn elements(&self) -> &[Troop] {
        match self {
            Self::Army(_) => &[],
            Self::Detailed(all) => &all.elements,
        }
    }

    pub fn plan(&self) -> Option<&Draft> {
        match self {
            Self::Army(_) => None,
            Self::Detailed(all) => all.plan.as_ref(),
        }
    }
}
