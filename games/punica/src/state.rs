//! Everything that is on the table.

use crate::events::Ending;
use crate::names::{AreaId, CardId, Losses, Side, Unit, UnitId};
use crate::policy::{EffectPolicy, Play};
use engine::Tempo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The whole position. A viewer's view is the same type with the sealed choices of others left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct State {
    /// How often the game waits for a player's decision.
    pub tempo: Tempo,
    pub options: Options,
    /// The turn being played, from 1.
    pub turn: u32,
    /// The side whose turn it is.
    pub active: Side,
    pub stage: Stage,
    pub rome: Camp,
    pub carthage: Camp,
    /// Battles that are not finished, in the order in which they arose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<Pending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
    /// Battles begun this turn, by area.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fought: BTreeMap<AreaId, u32>,
    /// True if a battle was fought in the turn before this one.
    pub battle_before: bool,
    /// True if a unit has been removed this turn.
    pub bled: bool,
    /// Turns running in which no unit was removed.
    pub quiet: u32,
    /// The side whose offer of a draw is not yet answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Side>,
    /// Positions seen at the ends of turns, with how often; only with the option `repetition`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seen: BTreeMap<String, u32>,
    /// The choices of each seat that the other does not know.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sealed: BTreeMap<Side, Sealed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

impl State {
    pub fn camp(&self, side: Side) -> &Camp {
        match side {
            Side::Rome => &self.rome,
            Side::Carthage => &self.carthage,
        }
    }

    pub(crate) fn camp_mut(&mut self, side: Side) -> &mut Camp {
        match side {
            Side::Rome => &mut self.rome,
            Side::Carthage => &mut self.carthage,
        }
    }

    pub fn pending_at(&self, area: AreaId) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.area == area)
    }
}

/// Options. Rules O1 to O4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// A position reached for the third time draws the game.
    pub repetition: bool,
    /// Turns without a removed unit that draw the game; 0 for never.
    pub quiet: u32,
    /// The turn after which the game is judged; 0 for never.
    pub clock: u32,
    /// True if an army may go along with Hannibal free.
    pub escort: bool,
}

/// Units and cards of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Camp {
    pub units: BTreeMap<UnitId, AreaId>,
    /// Fleets off the board, which can come back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sunk: Vec<UnitId>,
    /// Cards in hand, in the order of the deck.
    pub hand: Vec<CardId>,
    /// Cards that lie face-up, in the order played.
    pub face_up: Vec<CardId>,
    /// All cards of the deck in order, which says where a card goes when it is taken back.
    pub deck: Vec<CardId>,
}

impl Camp {
    /// Ids of the units of a kind in an area, lowest first.
    pub fn ids(&self, unit: Unit, area: AreaId) -> impl Iterator<Item = UnitId> + '_ {
        self.units
            .iter()
            .filter(move |(id, at)| **at == area && unit_of(**id) == unit)
            .map(|(id, _)| *id)
    }

    pub fn all_ids(&self, area: AreaId) -> Vec<UnitId> {
        self.units.iter().filter(|(_, at)| **at == area).map(|(id, _)| *id).collect()
    }
}

/// The kind of a unit, by its id: the second letter of `ra1` and `cf3`.
pub(crate) fn unit_of(id: UnitId) -> Unit {
    match id.as_str().as_bytes() {
        [_, b'f', ..] => Unit::Fleet,
        [b'h', ..] => Unit::Hannibal,
        _ => Unit::Army,
    }
}

/// The questions of the game, and the seats to which they are put.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Stage {
    Action {},
    /// The order of several battles, from the active seat; only in tempo full (B2).
    Order {},
    /// A card from each of these seats.
    Battle {
        asked: Vec<Side>,
    },
    /// The movements of a star card.
    Effect {
        seat: Side,
    },
    /// A loss or a retreat.
    Aftermath {
        seat: Side,
        /// True if the seat must choose the unit that falls.
        lose: bool,
        /// Places of retreat to choose from; empty if there is nothing to choose.
        retreat: Vec<AreaId>,
    },
    Over {},
}

impl Stage {
    /// Names of the phases in which somebody is asked.
    pub const ASKING: [&str; 5] = ["action", "order", "battle", "effect", "aftermath"];

    pub fn name(&self) -> &'static str {
        match self {
            Self::Action {} => "action",
            Self::Order {} => "order",
            Self::Battle { .. } => "battle",
            Self::Effect { .. } => "effect",
            Self::Aftermath { .. } => "aftermath",
            Self::Over {} => "over",
        }
    }
}

/// A battle that is not finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    pub area: AreaId,
    /// The side whose units entered.
    pub attacker: Side,
    /// The areas from which they entered.
    pub from: Vec<AreaId>,
}

/// The battle being fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    pub area: AreaId,
    pub attacker: Side,
    /// The number of the battle among those in this area this turn, from 1.
    pub nth: u32,
    /// Cards revealed, Rome's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<[CardId; 2]>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settled: BTreeMap<Side, Settled>,
}

impl Fight {
    pub fn card(&self, side: Side) -> Option<CardId> {
        self.cards.map(|cards| cards[side.at()])
    }
}

/// The choices of a seat in the aftermath.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// The unit that falls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lose: Option<Unit>,
    /// The area to which the other units go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreat: Option<AreaId>,
}

/// The choices of a seat that the other does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// The order in which the active seat has battles fought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<AreaId>,
    /// The card for the battle being fought, with what goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
}

/// A card chosen for a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// A card, or a lot among cards in hand that is drawn at the reveal.
    pub play: Play,
    /// The source of the choice: `order`, `ahead`, `standing` or `default`.
    pub by: String,
    /// The number of the rule there, from 1; 0 for an order.
    pub rule: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectPolicy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreat: Option<Vec<AreaId>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// The winner; none if drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    pub by: Ending,
    pub rule: String,
}
