//! What happens: every event with its whole result. [`apply`] is the only writer of the state; [`sight`] says who sees what.

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
    /// The course of a turn.
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
    /// A seat takes its action.
    Turn {
        /// The side that acts.
        seat: Side,
        /// What it does.
        action: ActionWord,
        /// The card laid face-up.
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
        /// The author of the plan.
        seat: Side,
        /// Its number in the list.
        order: u32,
        /// The order in words.
        why: String,
    },
    /// An order could not be carried out; only its author knows it.
    Void {
        /// The author of the order.
        seat: Side,
        /// The order, as its author might write it.
        order: String,
        /// Why it could not be carried out, in words.
        why: String,
        /// The code of the reason.
        code: String,
    },
    /// A hand is empty and taken up again.
    Refill {
        /// The side whose hand it is.
        seat: Side,
        /// The card just played, which stays out.
        kept_out: CardId,
    },
    /// Somebody is asked.
    Awaits {
        /// What is asked now, and of whom.
        stage: Stage,
    },
    /// A turn is over.
    TurnOver {
        /// The side whose turn it was.
        seat: Side,
        /// The turn that begins.
        begins: u32,
        /// Turns running without a removed unit.
        quiet: u32,
        /// The position, where repetition counts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        position: Option<String>,
        /// How often it has now been reached.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        times: Option<u32>,
    },
    /// A draw is offered.
    DrawOffered {
        /// The side that offers it.
        seat: Side,
    },
    /// An offer was not taken up.
    OfferLapsed {
        /// The side whose offer it was.
        seat: Side,
    },
    /// A side has won.
    Victory {
        /// The winner.
        seat: Side,
        /// The condition.
        by: Ending,
        /// The rule of that condition.
        law: String,
    },
    /// Nobody has won.
    Draw {
        /// The reason.
        by: Ending,
        /// The rule of that reason.
        law: String,
    },
}

/// Units that come, go and fall, and what changes hands by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum UnitEvent {
    /// A unit moves.
    Move {
        /// The side that moves it.
        seat: Side,
        /// The kind of unit.
        unit: Unit,
        /// The unit, which is the lowest-numbered that can.
        id: UnitId,
        /// The area left.
        from: AreaId,
        /// The area entered.
        to: AreaId,
        /// The chain of seas that carried it.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        seas: Vec<AreaId>,
        /// The army that went along free.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        escort: Option<UnitId>,
        /// Whether it is the effect of a card in battle.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        effect: bool,
    },
    /// A unit leaves the board.
    Removed {
        /// The side that loses it.
        seat: Side,
        /// The kind of unit.
        unit: Unit,
        id: UnitId,
        /// The area where it stood.
        area: AreaId,
        /// What for.
        why: Removal,
    },
    /// A fleet comes back.
    Deployed {
        /// The side that gets it.
        seat: Side,
        id: UnitId,
        /// Its home sea.
        area: AreaId,
    },
    /// Units retreat together.
    Retreat {
        /// The side that retreats.
        seat: Side,
        /// How many units go.
        units: u32,
        ids: Vec<UnitId>,
        /// The area left.
        from: AreaId,
        /// The area entered.
        to: AreaId,
        /// The chain of seas that carried them.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        seas: Vec<AreaId>,
        /// By which priority: 1 to 4 are for defending armies.
        priority: Priority,
    },
    /// Units have no place of retreat.
    LostInRetreat {
        /// The side that loses them.
        seat: Side,
        /// How many units fall.
        units: u32,
        ids: Vec<UnitId>,
        /// The area of the battle.
        area: AreaId,
    },
    /// Control of a region has changed.
    Control {
        area: AreaId,
        /// Who controls it now; nobody if both or neither stand there.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<Side>,
        /// Enemy areas of influence that this seat now controls; without a seat, that the last one has left.
        count: u32,
    },
}

/// Battles, from the first meeting to the last retreat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BattleEvent {
    /// Units of both sides are in an area.
    BattlePending {
        /// The area that both sides are in.
        area: AreaId,
        /// The side that entered.
        attacker: Side,
        /// The area from which it entered.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        from: Option<AreaId>,
    },
    /// More units enter a pending battle.
    BattleJoined {
        /// The area of the pending battle.
        area: AreaId,
        /// The side that brings more units.
        seat: Side,
        /// The area from which they entered.
        from: AreaId,
    },
    /// A battle begins.
    Battle {
        /// The area fought over.
        area: AreaId,
        /// The side whose units entered (B1).
        attacker: Side,
        /// Strength of the attacker's units.
        att: i32,
        /// Strength of the defender's units.
        dfn: i32,
        /// Which battle in this area this turn.
        nth: u32,
    },
    /// A policy asks its seat.
    Asked {
        /// The side that is to choose its card itself.
        seat: Side,
        /// The area fought over.
        area: AreaId,
    },
    /// A seat has chosen; only it knows what.
    Sealed {
        /// The side that has chosen; nobody else sees this.
        seat: Side,
        /// The area fought over.
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
        /// The face that fell.
        face: u32,
    },
    /// Both cards are turned over.
    Reveal {
        /// The area fought over.
        area: AreaId,
        rome: CardId,
        carthage: CardId,
    },
    /// The totals are compared.
    Result {
        /// The area fought over.
        area: AreaId,
        /// The attacker's total.
        att: i32,
        /// The defender's total.
        dfn: i32,
        /// What makes up the attacker's.
        att_parts: Vec<Part>,
        /// What makes up the defender's.
        dfn_parts: Vec<Part>,
        /// Whose is the higher.
        winner: Victor,
        /// The attacker.
        attacker: Side,
    },
    /// A seat has decided a loss or a retreat.
    Settled {
        /// The side that decides.
        seat: Side,
        /// The area fought over.
        area: AreaId,
        /// The unit that falls, where there was a choice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        lose: Option<Unit>,
        /// Where the others go, where there was a choice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        retreat_to: Option<AreaId>,
    },
    /// A battle is finished.
    BattleOver {
        /// The area fought over.
        area: AreaId,
    },
}

/// One summand of a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is.
    pub what: String,
    /// What it adds.
    pub points: i32,
}
