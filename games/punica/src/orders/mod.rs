//! What an order file may say, typed. Its serialised form is the order grammar.

pub(crate) mod plans;
pub(crate) mod read;
pub(crate) mod words;

use crate::names::{AreaId, CardId, DrawWord, Losses, Unit};
use crate::policy::{EffectPolicy, Guards, Play, PlayRule};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Orders to one prompt, or orders given ahead under one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Orders {
    /// `ahead.action`: plans for the seat's next action.
    Plans(Vec<Plan>),
    /// `ahead.battle`: rules that choose a card.
    Rules(Vec<PlayRule>),
    /// `ahead.retreat`: regions in order of preference.
    Retreat(Vec<AreaId>),
    /// `ahead.losses`.
    Losses(Losses),
    /// `ahead.effect`.
    Policy(EffectPolicy),
    /// An answer to an open prompt. It is used at once and never kept.
    Answer(Box<Answer>),
}

/// An answer to an open prompt. Every key is optional here; which of them a phase takes is checked when read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The action of a turn.
    #[serde(flatten)]
    pub deed: Option<Deed>,
    /// The order in which battles are fought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<AreaId>,
    /// The card for a battle.
    #[serde(flatten)]
    pub stake: Option<Stake>,
    /// The movements of an effect.
    #[serde(flatten)]
    pub effect: Option<EffectMoves>,
    /// What is lost and where the rest retreats.
    #[serde(flatten)]
    pub aftermath: Aftermath,
    /// Resigns the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// Offers or accepts a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawWord>,
    /// Which plan given ahead this is, and why the plans before it were not carried out.
    #[serde(skip)]
    pub planned: Option<Planned>,
}

/// A plan given ahead that has come due.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Planned {
    /// Its number in the list, from 1.
    pub entry: usize,
    /// Plans before it whose guards held and whose order was not lawful: number, reason and its code.
    pub void: Vec<(usize, String, &'static str)>,
}

/// The action of a turn. Rule T1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Deed {
    Move {
        #[serde(rename = "move")]
        movement: Movement,
    },
    /// The movements of a card.
    Card {
        card: CardId,
        /// The movements, in the order made.
        moves: Vec<Movement>,
    },
    /// An army for a fleet.
    Deploy {
        /// The army given up.
        remove: Spot,
    },
    /// A discard.
    Pass {
        /// The card: an id, `lowest`, `middle` or `highest`.
        discard: Play,
    },
}

impl Deed {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Card { .. } => "card",
            Self::Deploy { .. } => "deploy",
            Self::Pass { .. } => "pass",
        }
    }
}

/// The `battle` order: a card and what goes with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stake {
    /// The battle answered.
    pub battle: AreaId,
    /// The card, or how to choose it.
    pub card: Play,
    /// What a star card does.
    #[serde(rename = "effect", skip_serializing_if = "Option::is_none")]
    pub policy: Option<EffectPolicy>,
    /// Which unit falls first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// Where to retreat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<Vec<AreaId>>,
}

/// The `effect` order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectMoves {
    /// The movements, in the order made.
    pub moves: Vec<Movement>,
}

/// The `aftermath` order: only what was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Aftermath {
    /// The unit that falls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lose: Option<Unit>,
    /// Where the others go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat_to: Option<AreaId>,
}

/// One entry of `ahead.action`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// When it is meant.
    #[serde(rename = "if", skip_serializing_if = "Guards::is_empty")]
    pub guards: Guards,
    /// What to do then.
    #[serde(rename = "do")]
    pub order: PlannedDeed,
}

/// The order of a plan: an action with the order of its battles, written in one map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedDeed {
    #[serde(flatten)]
    pub deed: Deed,
    /// The order in which battles are fought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<AreaId>,
}

/// A movement: `army roma sicilia`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Movement {
    /// What moves.
    pub unit: Unit,
    /// The area left.
    pub from: AreaId,
    /// The area entered.
    pub to: AreaId,
}

impl std::fmt::Display for Movement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.unit.word(), self.from, self.to)
    }
}

impl Serialize for Movement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Movement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let parse = || {
            let [unit, from, to] = words[..] else { return None };
            Some(Self { unit: Unit::named(unit)?, from: AreaId::new(from)?, to: AreaId::new(to)? })
        };
        parse().ok_or_else(|| D::Error::custom(format!("`{text}` is not a movement")))
    }
}

/// A unit in an area: `army gallia-cisalpina`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// What it is.
    pub unit: Unit,
    /// Where it is.
    pub area: AreaId,
}

impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.unit.word(), self.area)
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
