//! The question that a resolution under way waits for (R62).

use super::events::Cast;
use super::names::{AskName, Id, Side};
use super::policy::Policy;
use engine::kit::{Bearing, Hex};
use serde::{Deserialize, Serialize};

/// A question to a side in the middle of an impulse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub side: Side,
    pub query: Query,
}

/// A question. All of it is public: chips are counted as they lie, the false one among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Query {
    /// A decision to throw a die again.
    Fortuna {
        cast: Cast,
        /// The unit that fights or shoots, or the leader.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Id>,
        die: u8,
        /// The side's own total with it and the other's, if totals are compared.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        totals: Option<(u8, u8)>,
    },
    /// A decision to fall back before an attack.
    Withdraw { attacker: Id, target: Id, ways: Vec<Open> },
    /// The defender's Combat point and supports.
    Defend {
        attacker: Id,
        target: Id,
        /// True if a Combat point may be given.
        command: bool,
        /// The units that may support; empty if a standing order decides.
        support: Vec<Id>,
    },
    /// A decision to hold horse back from pursuit.
    Pursuit { unit: Id, fugitive: Id },
    /// The course of furious elephants.
    Furious { unit: Id },
    /// A decision to enter the hex that the attack has emptied, and the facing there.
    Advance {
        unit: Id,
        /// The hex that is empty.
        to: Hex,
        /// True if it may stay, and no order says whether it does.
        stay: bool,
        /// True if no order says how it faces.
        face: bool,
    },
    /// The hex for a leader who is attacked alone, whose unit broke, or who may leave a unit that is attacked.
    Leader {
        leader: Id,
        from: Hex,
        /// The hexes open to him, the best by R36 first.
        to: Vec<Hex>,
        /// True if he may stay with his unit.
        stay: bool,
    },
    /// Which elephants Rome rolls for next.
    Roll { units: Vec<Id> },
}

/// A way by which a unit can fall back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    pub way: Bearing,
    pub hex: Hex,
}

impl Query {
    /// The name under which files answer it.
    pub const fn name(&self) -> AskName {
        match self {
            Self::Fortuna { .. } => AskName::Fortuna,
            Self::Withdraw { .. } => AskName::Withdraw,
            Self::Defend { .. } => AskName::Defend,
            Self::Pursuit { .. } => AskName::Pursuit,
            Self::Furious { .. } => AskName::Furious,
            Self::Advance { .. } => AskName::Advance,
            Self::Leader { .. } => AskName::Leader,
            Self::Roll { .. } => AskName::Roll,
        }
    }

    /// True if a side's own standing orders answer it.
    pub fn settled(&self, policy: &Policy) -> bool {
        match self {
            Self::Fortuna { .. } => policy.fortuna.is_some(),
            Self::Withdraw { .. } => policy.withdraw.is_some(),
            Self::Defend { command, support, .. } => {
                (!command || policy.command.is_some())
                    && (support.is_empty() || policy.support.is_some())
            }
            Self::Pursuit { .. } => policy.pursuit.is_some(),
            Self::Furious { .. } => policy.furious.is_some(),
            Self::Advance { stay, face, .. } => policy.advance.is_some_and(|rule| {
                (!stay || rule.optional.is_some()) && (!face || rule.face.is_some())
            }),
            Self::Leader { stay, .. } => {
                policy.leader.as_ref().is_some_and(|rule| !stay || rule.leave.is_some())
            }
            Self::Roll { .. } => policy.elephants.is_some(),
        }
    }
}
