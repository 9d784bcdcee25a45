//! What happens: every event with its whole result. [`apply`] is the only writer of the state; [`sight`] says who sees what.

pub(crate) mod apply;
pub(crate) mod sight;

use crate::names::{AreaId, CardId, Side, Unit, UnitId};
use crate::state::{Choice, Stage};
use serde::{Deserialize, Serialize};

/// An event. A record holds it flat: `kind` says which of any group it is, so no two groups share a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// The course of a turn.
    Turn(TurnEvent),
    /// Units.
    Units(UnitEvent),
    /// Battles.
    Battle(BattleEvent),
}

impl From<TurnEvent> for Event {
    fn from(event: TurnEvent) -> Self {
        Self::Turn(event)
    }
}

impl From<UnitEvent> for Event {
    fn from(event: UnitEvent) -> Self {
        Self::Units(event)
    }
}

impl From<BattleEvent> for Event {
    fn from(event: BattleEvent) -> Self {
        Self::Battle(event)
    }
}

/// The course of a turn: actions, hands, decisions that are asked for, the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TurnEvent {
    /// A seat takes its action.
    Turn {
        /// Whose.
        seat: Side,
        /// `move`, `card`, `deploy` or `pass`.
        action: String,
        /// The card laid face-up.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        card: Option<CardId>,
    },
    /// The order of battles that the active seat wishes; only he knows it.
    BattlesOrdered {
        /// Whose.
        seat: Side,
        /// The areas.
        battles: Vec<AreaId>,
    },
    /// A plan given ahead was carried out; only its author knows it.
    AheadUsed {
        /// Whose.
        seat: Side,
        /// Its number in the list.
        order: u32,
        /// The order in words.
        why: String,
    },
    /// An order could not be carried out; only its author knows it.
    Void {
        /// Whose.
        seat: Side,
        /// The order, as its author might write it.
        order: String,
        /// Why it could not be carried out, in words.
        why: String,
        /// The code of the reason, from revision 2 on.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        code: Option<String>,
    },
    /// A hand is empty and taken up again.
    Refill {
        /// Whose.
        seat: Side,
        /// The card just played, which stays out.
        kept_out: CardId,
    },
    /// Somebody is asked.
    Awaits {
        /// What.
        stage: Stage,
    },
    /// A turn is over.
    TurnOver {
        /// Whose it was.
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
        /// By whom.
        seat: Side,
    },
    /// An offer was not taken up.
    OfferLapsed {
        /// Whose.
        seat: Side,
    },
    /// A side has won.
    Victory {
        /// Who.
        seat: Side,
        /// By what.
        by: String,
        /// The rule.
        law: String,
    },
    /// Nobody has won.
    Draw {
        /// By what.
        by: String,
        /// The rule.
        law: String,
    },
}

/// Units that come, go and fall, and what changes hands by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum UnitEvent {
    /// A unit moves.
    Move {
        /// Whose.
        seat: Side,
        /// Its kind.
        unit: Unit,
        /// Its id.
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
        /// Whose.
        seat: Side,
        /// Its kind.
        unit: Unit,
        /// Its id.
        id: UnitId,
        /// Where it was.
        area: AreaId,
        /// `deploy` or `battle`.
        why: String,
    },
    /// A fleet comes back.
    Deployed {
        /// Whose.
        seat: Side,
        /// Its id.
        id: UnitId,
        /// Where.
        area: AreaId,
    },
    /// Units retreat together.
    Retreat {
        /// Whose.
        seat: Side,
        /// How many.
        units: u32,
        /// Which.
        ids: Vec<UnitId>,
        /// The area left.
        from: AreaId,
        /// The area entered.
        to: AreaId,
        /// The chain of seas that carried them.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        seas: Vec<AreaId>,
        /// `1` to `4` for defending armies, `attacked-from` for attacking ones, `home` for fleets.
        priority: String,
    },
    /// Units have no place of retreat.
    LostInRetreat {
        /// Whose.
        seat: Side,
        /// How many.
        units: u32,
        /// Which.
        ids: Vec<UnitId>,
        /// Where they were.
        area: AreaId,
    },
    /// Control of a region has changed.
    Control {
        /// The region.
        area: AreaId,
        /// Who controls it now.
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
        /// Where.
        area: AreaId,
        /// The side that entered.
        attacker: Side,
        /// The area from which it entered.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        from: Option<AreaId>,
    },
    /// More units enter a pending battle.
    BattleJoined {
        /// Where.
        area: AreaId,
        /// Whose units.
        seat: Side,
        /// The area from which they entered.
        from: AreaId,
    },
    /// A battle begins.
    Battle {
        /// Where.
        area: AreaId,
        /// The attacker.
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
        /// Whom.
        seat: Side,
        /// The battle.
        area: AreaId,
    },
    /// A seat has chosen; only it knows what.
    Sealed {
        /// Who.
        seat: Side,
        /// The battle.
        area: AreaId,
        /// What.
        choice: Choice,
    },
    /// A lot among cards is drawn.
    Die {
        /// For whom.
        seat: Side,
        /// What for.
        why: String,
        /// Sides of the die.
        sides: u32,
        /// The face.
        face: u32,
    },
    /// Both cards are turned over.
    Reveal {
        /// The battle.
        area: AreaId,
        /// Rome's card.
        rome: CardId,
        /// Carthage's card.
        carthage: CardId,
    },
    /// The totals are compared.
    Result {
        /// The battle.
        area: AreaId,
        /// The attacker's total.
        att: i32,
        /// The defender's total.
        dfn: i32,
        /// What makes up the attacker's.
        att_parts: Vec<Part>,
        /// What makes up the defender's.
        dfn_parts: Vec<Part>,
        /// The winner's side, or `tie`.
        winner: String,
        /// The attacker, from revision 2 on.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        attacker: Option<Side>,
    },
    /// A seat has decided a loss or a retreat.
    Settled {
        /// Who.
        seat: Side,
        /// The battle.
        area: AreaId,
        /// What falls.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        lose: Option<Unit>,
        /// Where the others go.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        retreat_to: Option<AreaId>,
    },
    /// A battle is finished.
    BattleOver {
        /// Where.
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
