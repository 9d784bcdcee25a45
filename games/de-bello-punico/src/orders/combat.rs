//! The parts of an order file about volleys and attacks.

use super::{Listed, Several};
use crate::names::{Id, unset};
use crate::policy::{Cmp, Face, Support};
use engine::kit::Hex;
use engine::{as_text, words};
use serde::Serialize;
use std::fmt;

/// Targets of volleys, in the order of shooting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VolleyOrders {
    /// The aim of each shooter; those that are not listed follow the policy.
    pub volley: Listed<Aim>,
    /// True if the list is complete: at full tempo the side is asked for no more, and the others follow at once.
    #[serde(skip_serializing_if = "unset")]
    pub last: bool,
}

/// The orders for a shooter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Aim {
    Word(AimWord),
    /// The first of these that can be shot at.
    At(Several<Target>),
}

words! {
    /// A word in place of a shooter's targets.
    pub enum AimWord {
        Hold = "hold",
        /// The policy chooses the target.
        Auto = "auto",
    }
}

/// A target, by name, hex, or whichever is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Unit(Id),
    /// The unit or leader in this hex.
    Hex(Hex),
    /// The enemy with the best edge; if equal, by id.
    Any,
}

impl Target {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "any" => Some(Self::Any),
            _ => Hex::parse(text).map(Self::Hex).or_else(|| Id::new(text).map(Self::Unit)),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(id) => write!(f, "{id}"),
            Self::Hex(hex) => write!(f, "{hex}"),
            Self::Any => f.write_str("any"),
        }
    }
}
as_text! { Target: "target" }

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CombatOrders {
    /// The attacks in their order; after them the standing `attack` rules go on.
    pub attacks: Vec<AttackOrder>,
    /// True if these are all: at full tempo the side is asked for no more in this impulse.
    #[serde(skip_serializing_if = "unset")]
    pub last: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackOrder {
    pub unit: Id,
    /// The first of these that stands in its front.
    pub target: Several<Target>,
    /// True gives it a Combat point, false keeps the standing `command` rules from giving it one; none: they decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<bool>,
    /// True if Mercenaries charge.
    #[serde(skip_serializing_if = "unset")]
    pub charge: bool,
    /// The units that support; none leaves it to the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// Whether it advances, if it has the choice; none leaves it to the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<YesNo>,
    /// The facing after an advance; none leaves it to the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    /// The conditions; all must hold.
    #[serde(skip_serializing_if = "Several::is_empty", rename = "if")]
    pub when: Several<Condition>,
}

impl AttackOrder {
    /// An attack on the first of these targets that stands in the unit's front, with all else left to the policy.
    pub fn new(unit: Id, targets: Vec<Target>) -> Self {
        Self {
            unit,
            target: Several(targets),
            command: None,
            charge: false,
            support: None,
            advance: None,
            face: None,
            when: Several::default(),
        }
    }
}

/// Yes or no. Written as a truth value: the bare words mean different things to different readers of YAML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "bool")]
pub enum YesNo {
    Yes,
    No,
}

impl YesNo {
    pub const ALL: &'static [Self] = &[Self::Yes, Self::No];
}

impl From<bool> for YesNo {
    fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

impl From<YesNo> for bool {
    fn from(word: YesNo) -> Self {
        word == YesNo::Yes
    }
}

/// A condition that must hold when the attack is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Condition {
    Unit(UnitCondition),
    Hex(HexCondition),
}

/// A condition on a unit or leader; all that is named must hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitCondition {
    /// The unit, or the leader, by name.
    pub unit: Id,
    /// Its Disorder Points: `>=2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dp: Option<Bound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<Being>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Hex>,
}

words! {
    /// The state of a unit.
    pub enum Being {
        /// On the map and steady.
        Play = "play",
        /// On the map, In fugam.
        Panic = "panic",
        Gone = "gone",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HexCondition {
    pub hex: Hex,
    pub holds: Holds,
}

words! {
    /// The possible contents of a hex.
    pub enum Holds {
        Enemy = "enemy",
        Friend = "friend",
        None = "none",
    }
}

/// A bound on a number: `>=2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    pub cmp: Cmp,
    pub number: i8,
}

impl Bound {
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (cmp, number) = match text.strip_prefix("<=") {
            Some(number) => (Cmp::AtMost, number),
            None => (Cmp::AtLeast, text.strip_prefix(">=")?),
        };
        let number = number.trim_start();
        let number = number
            .strip_prefix('+')
            .unwrap_or(number)
            .parse()
            .ok()
            .filter(|n| (-99..=99).contains(n))?;
        Some(Self { cmp, number })
    }

    pub fn holds(self, number: i16) -> bool {
        match self.cmp {
            Cmp::AtMost => number <= i16::from(self.number),
            Cmp::AtLeast => number >= i16::from(self.number),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.cmp == Cmp::AtMost { "<=" } else { ">=" };
        write!(f, "{sign}{}", self.number)
    }
}
as_text! { Bound: "bound such as >=2" }
