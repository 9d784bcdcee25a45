//! The question that a resolution under way waits for (R62).

use super::events::Cast;
use super::names::{AskName, Id, Side};
use super::policy::Policy;
use engine::kit::{Bearing, Hex};
use serde::{Deserialize, Serialize};

/// Who is asked what in the middle of an impulse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The side asked.
    pub side: Side,
    pub query: Query,
}

/// A question. All of it lies open: chips are counted as they lie, the false one among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Query {
    /// Whether a die is thrown again.
    Fortuna {
        /// What the die is for.
        cast: Cast,
        /// Whose fight or shot it is, or which leader.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Id>,
        /// What it shows.
        die: u8,
        /// One's own total with it and the other's, where two are compared.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        totals: Option<(u8, u8)>,
    },
    /// Whether the target of an attack falls back.
    Withdraw {
        attacker: Id,
        /// Who may fall back.
        target: Id,
        /// Where to.
        ways: Vec<Open>,
    },
    /// The defender's Combat point and supports.
    Defend {
        attacker: Id,
        /// Who is attacked.
        target: Id,
        /// Whether a Combat point may be given.
        command: bool,
        /// Who may support; nobody where a standing order decides.
        support: Vec<Id>,
    },
    /// Whether horse is held back.
    Pursuit {
        /// The pursuer.
        unit: Id,
        /// Who flees.
        fugitive: Id,
    },
    /// What furious elephants do.
    Furious {
        /// The elephants.
        unit: Id,
    },
    /// Whether an attacker enters the hex that its attack has emptied, and how it then faces.
    Advance {
        unit: Id,
        /// The hex that is empty.
        to: Hex,
        /// Whether it may stay, and nobody has said if it does.
        stay: bool,
        /// Whether nobody has said how it faces.
        face: bool,
    },
    /// Where a leader goes who is attacked alone, whose unit broke, or who may leave a unit that is attacked.
    Leader {
        leader: Id,
        /// Where he stands.
        from: Hex,
        /// The hexes open to him, the best by R36 first.
        to: Vec<Hex>,
        /// Whether he may stay with his unit.
        stay: bool,
    },
    /// For which elephants Rome rolls next.
    Roll {
        /// Those that can be rolled for.
        units: Vec<Id>,
    },
}

/// A way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// In this direction.
    pub way: Bearing,
    /// To this hex.
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

    /// Whether a side's own standing orders answer it.
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
