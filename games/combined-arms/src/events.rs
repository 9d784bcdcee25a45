//! What can happen. Number and rule stand in the entry, turn, phase and seat in the chapter around it.

use super::names::{Name, Position, Side, Stage, Sums, TypeName, UnitId};
use super::state::First;
use engine::kit::{Facing, Slug, Square};
use serde::{Deserialize, Serialize};

/// One thing that happened, with its whole result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A side's army is shown.
    Army {
        /// Whose.
        seat: Side,
        /// The ready army's name, if it is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ready: Option<Name>,
        /// Its units by type, in roster order.
        units: Vec<Levy>,
        /// Those that are veterans.
        veterans: Vec<UnitId>,
    },
    /// Who places and moves first.
    FirstSeat {
        /// The side.
        seat: Side,
        /// How it was found.
        method: First,
        /// The sums of printed Move of both armies.
        sums: Sums,
    },
    /// A phase other than a turn's first begins.
    PhaseBegins {
        /// Which.
        stage: Stage,
        /// Whose, if it is one side's.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<Side>,
    },
    /// A unit is put on the board.
    Placed {
        /// Whose.
        seat: Side,
        /// The unit.
        unit: UnitId,
        /// Where.
        square: Square,
        /// Looking where.
        facing: Facing,
    },
    /// A turn begins.
    TurnBegins {
        /// Its number.
        turn: u32,
        /// The round it belongs to.
        round: u32,
        /// Whose it is.
        seat: Side,
        /// The position it begins from, where repetition counts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        position: Option<Position>,
    },
    /// A unit moves.
    Moved {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Through which squares, the last included.
        way: Vec<Square>,
        /// Its facing before.
        was: Facing,
        /// Its facing after.
        facing: Facing,
    },
    /// A unit turns where it stands.
    Turned {
        /// The unit.
        unit: UnitId,
        /// Where it stands.
        square: Square,
        /// Its facing before.
        was: Facing,
        /// Its facing after.
        facing: Facing,
    },
    /// A charge is declared.
    Charge {
        /// The unit.
        unit: UnitId,
        /// The turn in which it is spent.
        turn: u32,
    },
    /// An attack.
    Attack(Attack),
    /// The target stands.
    Holds {
        /// The target.
        target: UnitId,
        /// Its damage now.
        damage: u8,
        /// Its current Defense.
        defense: u8,
    },
    /// The target falls back.
    Retreat {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// The squares it could choose from, in the final order.
        candidates: Vec<Square>,
        /// What decided: a criterion, `only` for a single square, `order` for the final order.
        decided: Slug<12>,
        /// Where it now looks.
        facing: Facing,
        /// The nearest of its attackers, from whom it turns away.
        attackers: Vec<UnitId>,
    },
    /// A unit is destroyed.
    Destroyed {
        /// The unit.
        unit: UnitId,
        /// Whose.
        seat: Side,
        /// Where.
        square: Square,
        /// The turn.
        turn: u32,
        /// Why.
        cause: Cause,
        /// All units that damaged it this turn.
        helpers: Vec<UnitId>,
    },
    /// A unit has helped to destroy another.
    Credit {
        /// The unit.
        unit: UnitId,
        /// Its credits now.
        number: u8,
    },
    /// A unit becomes a veteran.
    Veteran {
        /// The unit.
        unit: UnitId,
        /// Its credits.
        number: u8,
    },
    /// An entry could not be carried out.
    Void {
        /// Whose.
        seat: Side,
        /// Its number in the list, from 1; none in a set-up.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        entry: Option<u32>,
        /// The unit it is for.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        unit: Option<UnitId>,
        /// Why.
        reason: Reason,
        /// The squares tried.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        squares: Vec<Square>,
        /// The targets tried.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        targets: Vec<UnitId>,
    },
    /// An entry was passed over as its author meant it to be.
    Skipped {
        /// Whose.
        seat: Side,
        /// Its number in the list, from 1.
        entry: u32,
        /// The unit it is for.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        unit: Option<UnitId>,
        /// Why.
        reason: Passed,
    },
    /// A turn ends.
    TurnEnds {
        /// Its number.
        turn: u32,
        /// Units whose damage lapses.
        lapsed: Vec<UnitId>,
        /// Full rounds without a loss.
        quiet: u32,
    },
    /// A draw is offered.
    DrawOffer {
        /// By whom.
        seat: Side,
        /// In which turn.
        turn: u32,
    },
    /// The offer of a side has lapsed.
    DrawLapsed {
        /// Whose.
        seat: Side,
    },
    /// A position stands too often.
    Repetition {
        /// How often it now stands.
        count: u32,
    },
    /// Nothing has been destroyed for too long.
    Stall {
        /// For how many rounds.
        rounds: u32,
    },
    /// The last round is over.
    Limit {
        /// How many it were.
        rounds: u32,
        /// Points each side has destroyed.
        points: Sums,
    },
    /// The game ends.
    Over {
        /// Won or drawn.
        result: Finish,
        /// The winner.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        winner: Option<Side>,
        /// What ended it.
        reason: Ending,
    },
}

/// An attack, with every modifier by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The attacker.
    pub attacker: UnitId,
    /// Where it stands.
    pub from: Square,
    /// Where it looks.
    pub facing: Facing,
    /// The target.
    pub target: UnitId,
    /// Where that stands.
    pub square: Square,
    /// Squares between them.
    pub distance: u8,
    /// With what.
    pub means: Means,
    /// Pila left after it, if it was a pilum.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pila: Option<u8>,
    /// From which side of an adjacent target.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Aspect>,
    /// The clauses that set the damage; the highest counts.
    pub damage: Vec<Clause>,
    /// The damage done.
    pub points: u8,
    /// The target's damage now.
    pub total: u8,
    /// What makes up the target's current Defense.
    pub defense: Vec<Clause>,
    /// The current Defense.
    pub needed: u8,
    /// During the attacker's move.
    pub moving: bool,
}

/// One figure of a sum or a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// What gives it: `base`, `rear`, `printed`, `hill`, or the General's id.
    pub what: UnitId,
    /// How many points.
    pub points: u8,
}

/// The units of one type in an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levy {
    /// The type.
    #[serde(rename = "type")]
    pub kind: TypeName,
    /// How many.
    pub count: u8,
    /// Their ids.
    pub ids: Vec<UnitId>,
    /// Pila that each starts with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pila: Option<u8>,
}

/// With what an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// Hand to hand.
    Melee,
    /// Slings and light javelins.
    Missile,
    /// A pilum, which is spent.
    Pilum,
    /// An engine's stones.
    Stones,
}

/// From which side an adjacent target is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// The target faces the attacker.
    Front,
    /// Diagonally, which counts as neither side nor rear.
    Corner,
    /// Left or right of the target.
    Side,
    /// Behind the target.
    Rear,
}

/// Why a unit was destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// An Elephant that had to fall back.
    Elephant,
    /// No square to fall back to.
    Blocked,
    /// Driven over its own edge.
    OffBoard,
    /// Thrown back twice in one phase.
    DoubleWhammy,
}

/// Why an entry was void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// No destination left that it can reach.
    Unreachable,
    /// It cannot get to a square to attack from.
    AttackSquare,
    /// No target left that it can attack.
    NoTarget,
    /// An Onager that has moved or turned.
    OnagerMoved,
    /// The game had ended.
    Over,
    /// Not a skirmish unit.
    NoSkirmisher,
    /// It cannot charge, or has charged before.
    NoCharge,
    /// No such unit of this side is on the board.
    NoUnit,
    /// An entry that belongs to another phase.
    Misplaced,
    /// There is no offer to accept.
    NoOffer,
    /// Not a lawful army: a ready army is taken instead.
    Army,
    /// Not a lawful choice of veterans.
    Veterans,
    /// No such layout for this side.
    Layout,
    /// Outside the zone, taken, or a plateau.
    Square,
    /// Not among the units that are due.
    NotDue,
}

/// Why an entry was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passed {
    /// Its guard does not hold.
    Guard,
    /// The unit has already moved.
    Moved,
    /// The unit has already attacked.
    Attacked,
}

/// Won or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// One side has won.
    Won,
    /// Neither.
    Drawn,
}

/// What ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A General's fall.
    General,
    /// Resignation.
    Resignation,
    /// Agreement.
    Agreement,
    /// The same position for the third time.
    Repetition,
    /// No loss for too long.
    Stall,
    /// The last round.
    Limit,
}

impl Ending {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Repetition => "repetition",
            Self::Stall => "stall",
            Self::Limit => "limit",
        }
    }

    /// The rule behind it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::General => "V1",
            Self::Resignation => "V2",
            Self::Agreement => "V3",
            Self::Repetition => "V4",
            Self::Stall => "V5",
            Self::Limit => "V6",
        }
    }
}
