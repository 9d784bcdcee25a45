//! The events. Number and rule stand in the entry, turn, phase and seat in the chapter around it.

mod apply;
mod sight;
mod words;

pub(crate) use apply::apply;
pub(crate) use sight::witness;
pub(crate) use words::{Aspect, Cause, Ending, Finish, Means, Passed, Reason};

use crate::names::{Name, Position, Side, Stage, Sums, TypeName, UnitId};
use crate::state::First;
use engine::kit::{Facing, Slug, Square};
use serde::{Deserialize, Serialize};

/// One thing that happened, with its whole result. A record does not show the group of an event: `kind` is enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    SetUp(SetUp),
    Movement(Movement),
    Combat(Combat),
    Listing(Listing),
    Sequence(Sequence),
}

engine::groups! {
    Event: SetUp(SetUp), Movement(Movement), Combat(Combat), Listing(Listing), Sequence(Sequence)
}

/// Armies and the field before the first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SetUp {
    /// A side's army is shown.
    Army {
        seat: Side,
        /// The ready army's name, if it is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ready: Option<Name>,
        /// Its units by type, in roster order.
        units: Vec<Levy>,
        veterans: Vec<UnitId>,
    },
    /// A side lays terrain (H3).
    Terrain {
        seat: Side,
        hills: Vec<Square>,
        plateaus: Vec<Square>,
    },
    FirstSeat {
        seat: Side,
        method: First,
        /// The sums of printed Move of both armies.
        sums: Sums,
        /// The percentage that each army uses of the mobility allowed by its list, if that decides.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        shares: Option<Sums>,
    },
    Placed {
        seat: Side,
        unit: UnitId,
        square: Square,
        facing: Facing,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Movement {
    Moved {
        unit: UnitId,
        from: Square,
        to: Square,
        /// The squares it goes through, including the last.
        way: Vec<Square>,
        was: Facing,
        facing: Facing,
    },
    Turned {
        unit: UnitId,
        square: Square,
        was: Facing,
        facing: Facing,
    },
    Charge {
        unit: UnitId,
        /// The turn in which it is spent.
        turn: u32,
    },
}

/// Attacks and their consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Combat {
    Attack(Attack),
    Holds {
        target: UnitId,
        damage: u8,
        defense: u8,
    },
    Retreat {
        unit: UnitId,
        from: Square,
        to: Square,
        /// The squares it could choose from, in the final order.
        candidates: Vec<Square>,
        /// The reason for this square: a criterion, `only` for a single square, `order` for the final order.
        decided: Slug<12>,
        /// Its facing after the retreat.
        facing: Facing,
        /// The nearest of its attackers, from whom it turns away.
        attackers: Vec<UnitId>,
    },
    Destroyed {
        unit: UnitId,
        seat: Side,
        square: Square,
        turn: u32,
        cause: Cause,
        /// All units that damaged it this turn.
        helpers: Vec<UnitId>,
    },
    /// A unit has helped to destroy another.
    Credit {
        unit: UnitId,
        number: u8,
    },
    Veteran {
        unit: UnitId,
        number: u8,
    },
}

/// Entries of a list that did nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Listing {
    Void(Void),
    /// An entry was passed over as its author meant it to be.
    Skipped {
        seat: Side,
        /// Its number in the list, from 1.
        entry: u32,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        unit: Option<UnitId>,
        reason: Passed,
    },
}

/// Phases, turns, draws and the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sequence {
    /// A phase other than a turn's first begins.
    PhaseBegins {
        stage: Stage,
        /// The side, if the event is one side's.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<Side>,
    },
    /// A side is asked where a unit of its own falls back to.
    Asked {
        seat: Side,
        unit: UnitId,
        squares: Vec<Square>,
    },
    /// A side has answered, or has failed to.
    Answered {
        seat: Side,
    },
    TurnBegins {
        turn: u32,
        /// Which turn of its side it is, from 1.
        round: u32,
        seat: Side,
        /// The position it begins from, if repetitions count.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        position: Option<Position>,
    },
    TurnEnds {
        turn: u32,
        /// Units whose damage lapses.
        lapsed: Vec<UnitId>,
        /// Turns of each side without a loss.
        quiet: u32,
    },
    DrawOffer {
        seat: Side,
        turn: u32,
    },
    DrawLapsed {
        seat: Side,
    },
    /// A position has occurred too often.
    Repetition {
        /// How often it has now occurred.
        count: u32,
    },
    /// Nothing has been destroyed for too long.
    Stall {
        /// Turns of each side without a loss.
        rounds: u32,
    },
    Limit {
        rounds: u32,
        /// Points each side has destroyed.
        points: Sums,
    },
    Over {
        result: Finish,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        winner: Option<Side>,
        reason: Ending,
    },
}

/// An entry of an order file, or a part of one, that could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Void {
    pub seat: Side,
    /// Its number in the list, from 1; none in a set-up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub entry: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit: Option<UnitId>,
    pub reason: Reason,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub squares: Vec<Square>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub targets: Vec<UnitId>,
}

impl Void {
    pub fn new(seat: Side, reason: Reason) -> Self {
        let (squares, targets) = (Vec::new(), Vec::new());
        Self { seat, entry: None, unit: None, reason, squares, targets }
    }

    #[must_use]
    pub fn entry(self, number: u32) -> Self {
        Self { entry: Some(number), ..self }
    }

    #[must_use]
    pub fn unit(self, unit: UnitId) -> Self {
        Self { unit: Some(unit), ..self }
    }

    #[must_use]
    pub fn squares(self, squares: Vec<Square>) -> Self {
        Self { squares, ..self }
    }

    #[must_use]
    pub fn targets(self, targets: Vec<UnitId>) -> Self {
        Self { targets, ..self }
    }
}

impl From<Void> for Event {
    fn from(void: Void) -> Self {
        Self::Listing(Listing::Void(void))
    }
}

/// An attack, with each modifier listed by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: UnitId,
    pub from: Square,
    pub facing: Facing,
    pub target: UnitId,
    /// The square of the target.
    pub square: Square,
    pub distance: u8,
    /// The weapon used, which limits the reach and may be used up.
    pub means: Means,
    /// Pila left after it, if it was a pilum.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pila: Option<u8>,
    /// The side on which an adjacent target is attacked.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Aspect>,
    /// The clauses that set the damage; the highest counts.
    pub damage: Vec<Clause>,
    /// The damage that the attack does.
    pub points: u8,
    /// The target's damage now.
    pub total: u8,
    /// The figures that make up the target's Defense.
    pub defense: Vec<Clause>,
    /// The target's Defense.
    pub needed: u8,
    /// True if the attack was made during the attacker's move.
    pub moving: bool,
}

/// One figure of a sum or a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// The source of the figure: `base`, `rear`, `printed`, `hill`, or the General's id.
    pub what: UnitId,
    pub points: u8,
}

/// The units of one type in an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levy {
    #[serde(rename = "type")]
    pub kind: TypeName,
    pub count: u8,
    pub ids: Vec<UnitId>,
    /// Pila that each starts with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pila: Option<u8>,
}
