//! The questions in the middle of a phase, and the seats to which they are put.

use super::elements::ArmyId;
use super::names::Name;
use super::orders::battle::BattleId;
use engine::Seat;
use serde::{Deserialize, Serialize};

/// A question that a resolution waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The C-in-C who is asked.
    pub seat: Seat,
    pub query: Query,
}

/// A question to a C-in-C. Everybody hears it, so it holds nothing that only one side knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Query {
    /// To seek or to avoid battle, with an army that rests in Transalpine Gaul (G1).
    Gaul {
        /// The army that rests.
        army: ArmyId,
        /// The enemy that has come, or that seeks it.
        by: ArmyId,
    },
    /// To starve an army that stands siege, or to go back (E3).
    Siege {
        /// The army that has come.
        army: ArmyId,
        /// The army behind its walls.
        besieged: ArmyId,
        at: Name,
    },
    /// The province to which an army retreats (E6).
    Retreat {
        army: ArmyId,
        /// The provinces that are open to it.
        places: Vec<Name>,
        /// Before whom or after what, in words.
        why: String,
    },
    /// The elements that an army loses (T4).
    Losses { army: ArmyId, number: u16 },
    /// The elements that a second army sends to its friend's battle (B2).
    Contingent {
        army: ArmyId,
        battle: BattleId,
        /// The largest number of elements.
        most: u16,
    },
    /// The elements that a resting army gives to a friendly one that passes (M5).
    HandOver {
        army: ArmyId,
        /// The army that passes.
        to: ArmyId,
        at: Name,
    },
}

impl Query {
    /// The army that it is about; its C-in-C is asked.
    pub fn army(&self) -> ArmyId {
        match self {
            Self::Gaul { army, .. }
            | Self::Siege { army, .. }
            | Self::Retreat { army, .. }
            | Self::Losses { army, .. }
            | Self::Contingent { army, .. }
            | Self::HandOver { army, .. } => *army,
        }
    }

    /// The name of its prompt.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Gaul { .. } => "gaul",
            Self::Siege { .. } => "siege",
            Self::Retreat { .. } => "retreat",
            Self::Losses { .. } => "losses",
            Self::Contingent { .. } => "contingent",
            Self::HandOver { .. } => "hand-over",
        }
    }

    /// The rule that leaves the choice to the C-in-C.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Gaul { .. } => "G1",
            Self::Siege { .. } => "E3",
            Self::Retreat { .. } => "E6",
            Self::Losses { .. } => "T4",
            Self::Contingent { .. } => "B2",
            Self::HandOver { .. } => "M5",
        }
    }
}
