//! The orders of a file, each part declared once: its readers, the schema for editors and the choices of the order
//! sheet follow from that. The serialised form is the order grammar.

pub(crate) mod plans;
pub(crate) mod read;
pub(crate) mod words;

use crate::names::{AreaId, CardId, DrawWord, Losses, Unit};
use crate::policy::{Discard, EffectPolicy, Guards, OwnPlay, Play, PlayRule, Rules};
use engine::language::{Several, Truth};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use words::{AreaName, CardName, Movements, Plans, RegionName};

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
    /// The unit that falls: `ahead.losses`.
    Losses(Losses),
    /// The effect of a star card: `ahead.effect`.
    Policy(EffectPolicy),
    /// An answer to an open prompt. It is used at once and never kept.
    Answer(Box<Answer>),
}

/// An answer to an open prompt. Every key is optional here; which of them a phase takes is checked when read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    pub action: Option<Action>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<AreaId>,
    #[serde(flatten)]
    pub stake: Option<Stake>,
    #[serde(flatten)]
    pub effect: Option<EffectMoves>,
    /// The unit that falls, and the area to which the rest retreats.
    #[serde(flatten)]
    pub aftermath: Aftermath,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawWord>,
    /// The plan given ahead that this is, and the reasons why the plans before it were not carried out.
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

engine::given_ahead! { Orders {
    Plans = "action", "Plans for the next action", Plans;
    Rules = "battle", "Cards for this turn's battles", Rules;
    Policy = "effect", "What a star card does", EffectPolicy;
    Losses = "losses", "Which unit is lost first", Losses;
    Retreat = "retreat", "Where to retreat, in order of preference", Several<RegionName>;
} }

engine::tagged! {
    /// The action of a turn. Rule T1.
    pub enum Action by "action" {
        Move = "move", "Move one unit" {
            must movement: Movement = "move", "Movement", "the unit, the area it leaves, the area it enters";
        }
        /// The movements of a card.
        Card = "card", "Play a card" {
            must card: CardId as CardName = "card", "Card", "the card";
            lenient moves: Vec<Movement> as Movements = "moves", "Movements, one after the other", "the movements, in the order in which they are made";
        }
        /// An army for a fleet.
        Deploy = "deploy", "Deploy a fleet for an army" {
            must remove: Spot = "remove", "Give up", "the army given up";
        }
        /// Discards a card.
        Pass = "pass", "Pass" {
            must discard: Play as Discard = "discard", "Discard", "a card";
        }
    }
}

engine::keys! {
    /// Resignation and draw, which every phase takes.
    pub struct Ending = "orders", "a map of orders" {
        default resign: bool as Truth = "resign", "Resign", "resigns the game";
        maybe draw: DrawWord = "draw", "A draw", "offers a draw, or accepts it";
    }

    /// The answer to the prompt `order`.
    pub struct BattleOrder = "an order of battles", "a map of orders" {
        must battles: Vec<AreaId> as Several<AreaName> = "battles", "Order of the battles", "the order in which battles are fought";
    }

    /// The `battle` order: a card and what goes with it.
    pub struct Stake = "a battle order", "a map of orders" {
        must battle: AreaId as AreaName = "battle", "Battle", "the battle answered";
        must card: Play as OwnPlay = "card", "Card", "the card, or how to choose it";
        maybe policy: EffectPolicy = "effect", "What a star card does", "what a star card does";
        maybe losses: Losses = "losses", "Which unit is lost first", "which unit is lost first";
        maybe retreat: Vec<AreaId> as Several<RegionName> = "retreat", "Where to retreat, in order of preference", "where to retreat";
    }

    /// The answer to the prompt `effect`.
    pub struct EffectMoves = "an effect order", "a map of orders" {
        must moves: Vec<Movement> as Movements = "moves", "Movements, one after the other", "the movements, in the order in which they are made";
    }

    /// The `aftermath` order: only what was asked.
    #[derive(Copy, Default)]
    pub struct Aftermath = "an aftermath order", "a map of orders" {
        maybe lose: Unit = "lose", "Which unit is lost", "the unit that is lost";
        maybe retreat_to: AreaId as AreaName = "retreat-to", "Retreat to", "the area to which the \
                                                                            others retreat";
    }

    /// One entry of `ahead.action`.
    pub struct Plan = "a plan", "a plan such as {if: {no-battle: true}, do: {...}}", "plan" {
        default guards: Guards = "if", "Only if", "the conditions under which the plan is used";
        must order: PlannedAction = "do", "Action", "the action";
    }
}

/// The order of a plan: an action with the order of its battles, written in one map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedAction {
    #[serde(flatten)]
    pub action: Action,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<AreaId>,
}

/// A movement: `army roma sicilia`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Movement {
    pub unit: Unit,
    pub from: AreaId,
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
    pub unit: Unit,
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
