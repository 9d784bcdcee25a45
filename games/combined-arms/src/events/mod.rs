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

/// One thing that happened, with its whole result. Which group an event is of cannot be seen in a record: `kind` says all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// Armies and the field before the first turn.
    SetUp(SetUp),
    /// Moves of a Move Phase.
    Movement(Movement),
    /// Attacks and their consequences.
    Combat(Combat),
    /// Entries of a list that did nothing.
    Listing(Listing),
    /// Phases, turns, draws and the end.
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
        /// The side whose it is.
        seat: Side,
        /// The ready army's name, if it is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ready: Option<Name>,
        /// Its units by type, in roster order.
        units: Vec<Levy>,
        /// Those that are veterans.
        veterans: Vec<UnitId>,
    },
    /// A side lays terrain (H3).
    Terrain {
        /// The side whose choice it was.
        seat: Side,
        hills: Vec<Square>,
        plateaus: Vec<Square>,
    },
    /// It is decided who places and moves first.
    FirstSeat {
        seat: Side,
        /// The way in which it was found.
        method: First,
        /// The sums of printed Move of both armies.
        sums: Sums,
        /// The share of the mobility allowed by its list that each army uses, in percent, if that decides.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        shares: Option<Sums>,
    },
    /// A unit is put on the board.
    Placed {
        /// The side whose it is.
        seat: Side,
        unit: UnitId,
        /// The square on which it happens.
        square: Square,
        facing: Facing,
    },
}

/// Moves of a Move Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Movement {
    Moved {
        unit: UnitId,
        /// The square that it leaves.
        from: Square,
        /// The square that it reaches.
        to: Square,
        /// Through which squares, the last included.
        way: Vec<Square>,
        was: Facing,
        facing: Facing,
    },
    /// A unit turns where it stands.
    Turned { unit: UnitId, square: Square, was: Facing, facing: Facing },
    /// A charge is declared.
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
    /// The target does not fall back.
    Holds {
        target: UnitId,
        /// The damage that it has now.
        damage: u8,
        /// The Defense that it has now.
        defense: u8,
    },
    /// The target falls back.
    Retreat {
        unit: UnitId,
        /// The square that it leaves.
        from: Square,
        /// The square that it reaches.
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
    /// A unit is destroyed.
    Destroyed {
        unit: UnitId,
        /// The side whose it is.
        seat: Side,
        /// The square on which it happens.
        square: Square,
        turn: u32,
        /// The cause of the loss.
        cause: Cause,
        /// All units that damaged it this turn.
        helpers: Vec<UnitId>,
    },
    /// A unit has helped to destroy another.
    Credit {
        unit: UnitId,
        /// The number of its credits now.
        number: u8,
    },
    /// A unit becomes a veteran.
    Veteran {
        unit: UnitId,
        /// The number of its credits.
        number: u8,
    },
}

/// Entries of a list that did nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Listing {
    /// An entry could not be carried out.
    Void(Void),
    /// An entry was passed over as its author meant it to be.
    Skipped {
        /// The side whose it is.
        seat: Side,
        /// Its number in the list, from 1.
        entry: u32,
        /// The unit it is for.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        unit: Option<UnitId>,
        /// The reason for which it was passed over.
        reason: Passed,
    },
}

/// Phases, turns, draws and the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sequence {
    /// A phase other than a turn's first begins.
    PhaseBegins {
        /// The phase that begins.
        stage: Stage,
        /// The side, if the event is one side's.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<Side>,
    },
    /// A side is asked where a unit of its own falls back to.
    Asked {
        seat: Side,
        unit: UnitId,
        /// The squares among which it can choose.
        squares: Vec<Square>,
    },
    /// A side has answered, or did not.
    Answered { seat: Side },
    TurnBegins {
        turn: u32,
        /// Which turn of its side it is, from 1.
        round: u32,
        /// The side whose turn it is.
        seat: Side,
        /// The position it begins from, where repetition counts.
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
    /// A draw is offered.
    DrawOffer {
        /// The side that offers it.
        seat: Side,
        /// The number of the turn.
        turn: u32,
    },
    /// The offer of a side has lapsed.
    DrawLapsed {
        /// The side whose it is.
        seat: Side,
    },
    /// A position stands too often.
    Repetition {
        /// The number of times that it has now stood.
        count: u32,
    },
    /// Nothing has been destroyed for too long.
    Stall {
        /// For how many turns of each side.
        rounds: u32,
    },
    /// The last turns are over.
    Limit {
        /// The number of rounds played.
        rounds: u32,
        /// Points each side has destroyed.
        points: Sums,
    },
    Over {
        result: Finish,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        winner: Option<Side>,
        /// The condition that ended it.
        reason: Ending,
    },
}

/// An entry of an order file, or a part of one, that could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Void {
    /// The side whose entry it is.
    pub seat: Side,
    /// Its number in the list, from 1; none in a set-up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub entry: Option<u32>,
    /// The unit it is for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit: Option<UnitId>,
    /// The reason why it came to nothing.
    pub reason: Reason,
    /// The squares that were tried.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub squares: Vec<Square>,
    /// The targets that were tried.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub targets: Vec<UnitId>,
}

impl Void {
    /// Something of a side's that came to nothing.
    pub fn new(seat: Side, reason: Reason) -> Self {
        let (squares, targets) = (Vec::new(), Vec::new());
        Self { seat, entry: None, unit: None, reason, squares, targets }
    }

    /// In this entry of a list.
    #[must_use]
    pub fn entry(self, number: u32) -> Self {
        Self { entry: Some(number), ..self }
    }

    /// The same, about this unit.
    #[must_use]
    pub fn unit(self, unit: UnitId) -> Self {
        Self { unit: Some(unit), ..self }
    }

    /// Adds the squares that were tried.
    #[must_use]
    pub fn squares(self, squares: Vec<Square>) -> Self {
        Self { squares, ..self }
    }

    /// Adds the targets that were tried.
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

/// An attack, with every modifier by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: UnitId,
    /// The square from which it attacks.
    pub from: Square,
    /// Its facing.
    pub facing: Facing,
    pub target: UnitId,
    /// The square of the target.
    pub square: Square,
    /// The number of squares between them.
    pub distance: u8,
    /// The weapon used: what limits reach, and what is used up.
    pub means: Means,
    /// Pila left after it, if it was a pilum.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pila: Option<u8>,
    /// From which side of an adjacent target.
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
    /// The points that it gives.
    pub points: u8,
}

/// The units of one type in an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levy {
    #[serde(rename = "type")]
    pub kind: TypeName,
    /// The number of units of that type.
    pub count: u8,
    pub ids: Vec<UnitId>,
    /// Pila that each starts with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pila: Option<u8>,
}
