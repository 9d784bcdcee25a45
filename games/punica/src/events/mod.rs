//! The events, each with its whole result. [`apply`] is the only writer of the state; [`sight`] says who sees what.

pub(crate) mod apply;
pub(crate) mod sight;
mod words;

use crate::names::{AreaId, CardId, Side, Unit, UnitId};
use crate::state::{Choice, Stage};
use serde::{Deserialize, Serialize};

pub(crate) use words::{ActionWord, Ending, Priority, Removal, Victor};

/// An event. A record holds it flat: `kind` says which of any group it is, so no two groups share a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    Turn(TurnEvent),
    Units(UnitEvent),
    Battle(BattleEvent),
}

engine::groups! {
    Event: Turn(TurnEvent), Units(UnitEvent), Battle(BattleEvent)
}

/// The course of a turn: actions, hands, decisions that are asked for, the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TurnEvent {
    Turn {
        seat: Side,
        action: ActionWord,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        card: Option<CardId>,
    },
    /// The order of battles that the active seat wishes, which it alone knows.
    BattlesOrdered {
        /// The side that orders them; nobody else sees this.
        seat: Side,
        /// The areas, the one to be fought first at the head.
        battles: Vec<AreaId>,
    },
    /// A plan given ahead was carried out; only its author knows it.
    AheadUsed {
        seat: Side,
        /// Its number in the list.
        order: u32,
        /// The order in words.
        why: String,
    },
    /// An order could not be carried out; only its author knows it.
    Void {
        seat: Side,
        /// The order, as its author might write it.
        order: String,
        why: String,
        code: String,
    },
    /// A hand is empty and taken up again.
    Refill {
        seat: Side,
        /// The card just played, which stays out.
        kept_out: CardId,
    },
    /// The resolution waits for an answer.
    Awaits {
        /// The question, and the seats to which it is put.
        stage: Stage,
    },
    TurnOver {
        seat: Side,
        /// The turn that begins.
        begins: u32,
        /// Turns running without a removed unit.
        quiet: u32,
        /// The position, where repetition counts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        position: Option<String>,
        /// The number of times that it has now been reached.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        times: Option<u32>,
    },
    DrawOffered {
        seat: Side,
    },
    /// An offer was not taken up.
    OfferLapsed {
        seat: Side,
    },
    Victory {
        seat: Side,
        by: Ending,
        /// The rule of that condition.
        law: String,
    },
    Draw {
        by: Ending,
        /// The rule of that reason.
        law: String,
    },
}

/// Units that come, go and fall, and what changes hands by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum UnitEvent {
    Move {
        seat: Side,
        unit: Unit,
        /// The unit, which is the lowest-numbered that can.
        id: UnitId,
        from: AreaId,
        to: AreaId,
        /// The chain of seas that carried it.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        seas: Vec<AreaId>,
        /// The army that went along free.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        escort: Option<UnitId>,
        /// True if it is the effect of a card in battle.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        effect: bool,
    },
    Removed {
        seat: Side,
        unit: Unit,
        id: UnitId,
        area: AreaId,
        why: Removal,
    },
    /// A fleet comes back.
    Deployed {
        seat: Side,
        id: UnitId,
        /// Its home sea, where it comes back.
        area: AreaId,
    },
    Retreat {
        seat: Side,
        units: u32,
        ids: Vec<UnitId>,
        from: AreaId,
        to: AreaId,
        /// The chain of seas that carried them.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        seas: Vec<AreaId>,
        /// By which priority: 1 to 4 are for defending armies.
        priority: Priority,
    },
    /// Units have no place of retreat.
    LostInRetreat {
        seat: Side,
        units: u32,
        ids: Vec<UnitId>,
        area: AreaId,
    },
    /// Control of a region has changed.
    Control {
        area: AreaId,
        /// The side that controls it now; none if both or neither stand there.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<Side>,
        /// Enemy areas of influence that this seat now controls; without a seat, those that the last one still
        /// controls.
        count: u32,
    },
}

/// Battles, from the first meeting to the last retreat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BattleEvent {
    /// Units of both sides are in an area.
    BattlePending {
        area: AreaId,
        /// The side that entered.
        attacker: Side,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        from: Option<AreaId>,
    },
    /// More units enter a pending battle.
    BattleJoined {
        area: AreaId,
        seat: Side,
        from: AreaId,
    },
    Battle {
        area: AreaId,
        /// The side whose units entered (B1).
        attacker: Side,
        /// Strength of the attacker's units.
        att: i32,
        /// Strength of the defender's units.
        dfn: i32,
        /// The number of the battle among those in this area this turn.
        nth: u32,
    },
    /// A policy asks its seat.
    Asked {
        /// The side that is to choose its card itself.
        seat: Side,
        area: AreaId,
    },
    /// A seat has chosen; only it knows what.
    Sealed {
        /// The side that has chosen; nobody else sees this.
        seat: Side,
        area: AreaId,
        /// The card, or the lot, and what goes with it.
        choice: Choice,
    },
    /// A lot among cards is drawn.
    Die {
        /// The side whose card it chooses.
        seat: Side,
        /// The label of the roll.
        why: String,
        /// Sides of the die: the sum of the weights.
        sides: u32,
        face: u32,
    },
    /// Both cards are turned over.
    Reveal {
        area: AreaId,
        rome: CardId,
        carthage: CardId,
    },
    /// The totals are compared.
    Result {
        area: AreaId,
        att: i32,
        dfn: i32,
        /// The figures that make up the attacker's total.
        att_parts: Vec<Part>,
        /// The figures that make up the defender's total.
        dfn_parts: Vec<Part>,
        winner: Victor,
        attacker: Side,
    },
    /// A seat has decided a loss or a retreat.
    Settled {
        seat: Side,
        area: AreaId,
        /// The unit that falls, where there was a choice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        lose: Option<Unit>,
        /// The area to which the other units go, if there was a choice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        retreat_to: Option<AreaId>,
    },
    BattleOver {
        area: AreaId,
    },
}

/// One summand of a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub what: String,
    pub points: i32,
}
