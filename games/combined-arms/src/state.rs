//! Everything there is on the table. It is an open game: the view of every viewer is the state itself.

use super::events::{Cause, Ending};
use super::names::{Name, Position, Side, Stage, TypeName, UnitId};
use engine::Tempo;
use engine::kit::{Facing, Pair, Square, Squares};
use serde::{Deserialize, Serialize};

/// The whole position, with what the rules remember of the past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub options: Options,
    pub board: Board,
    pub stage: Stage,
    /// Game turn, from 1; 0 before the first.
    pub turn: u32,
    /// The side on turn; before the first turn the side that begins, once it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub active: Option<Side>,
    /// The side that places and moves first, once it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first: Option<Side>,
    /// Units not yet on the board, in roster order, Rome's before Carthage's.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub waiting: Vec<Waiting>,
    /// Units on the board, in roster order, Rome's before Carthage's.
    pub units: Vec<Unit>,
    /// Units destroyed, in the order of their loss.
    pub lost: Vec<Lost>,
    /// The turn of the last loss; 0 before the first.
    pub quiet_since: u32,
    /// The positions at the start of each turn since the last loss: older ones cannot recur.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub past: Vec<Position>,
    /// The question to a side in the middle of a phase.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asked: Option<Asked>,
    /// The side that has offered a draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offer: Option<Offer>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<GameResult>,
}

/// The choices of the charter, resolved against scenario and defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Options {
    pub scenario: Name,
    /// How often the game waits for a player's decision.
    pub tempo: Tempo,
    /// The way to place units: all at once and unseen (0), or this many at a time.
    pub placement: u8,
    pub first: First,
    pub flank: Flank,
    /// The board, by name.
    pub map: Name,
    /// Veterans each side may name.
    pub veterans: u8,
    /// Units that each side has fewer than the scenario says (Y1).
    #[serde(skip_serializing_if = "even", default)]
    pub handicap: Pair<u8>,
    /// Hills that each side may lay (H3).
    #[serde(skip_serializing_if = "none", default)]
    pub hills: u8,
    /// Plateaus that each side may lay (H3).
    #[serde(skip_serializing_if = "none", default)]
    pub plateaus: u8,
    /// True if units can become veterans.
    pub experienced: bool,
    /// Credits that make a veteran.
    pub experience_kills: u8,
    /// Turns of each side after which the game ends; 0 for none.
    pub round_limit: u16,
    pub limit_result: LimitResult,
    /// Turns of each side without a loss after which the game is drawn; 0 for none.
    pub stall_limit: u16,
    /// Times that a position must stand for a draw; 0 for none.
    pub repetition: u8,
}

engine::words! {
    /// The ways to find the side that goes first.
    pub enum First {
        Rome = "rome",
        Carthage = "carthage",
        /// The army with the higher sum of printed Move, Carthage if equal.
        Mobility = "mobility",
    }
}

engine::words! {
    /// The attacks that count as side or rear attacks.
    pub enum Flank {
        /// Squarely across that edge.
        Direct = "direct",
        /// From any of the squares on that side, diagonals included.
        Wide = "wide",
    }
}

engine::words! {
    pub enum LimitResult {
        Draw = "draw",
        /// The side that has destroyed more points wins.
        Points = "points",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Squares along each edge.
    pub size: u8,
    /// Rows of a deployment zone.
    pub zone: u8,
    pub hills: Squares,
    pub plateaus: Squares,
}

impl Board {
    /// The row's number as its side counts, 1 being its own edge row.
    pub const fn row_of(&self, side: Side, square: Square) -> u8 {
        match side {
            Side::Rome => square.row + 1,
            Side::Carthage => self.size.saturating_sub(square.row),
        }
    }

    pub const fn in_zone(&self, side: Side, square: Square) -> bool {
        square.on(self.size) && self.row_of(side, square) <= self.zone
    }
}

/// A unit that has still to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    pub id: UnitId,
    #[serde(rename = "type")]
    pub kind: TypeName,
    pub side: Side,
    /// Its place in its army's roster, from 0.
    pub rank: u8,
    /// Pila it starts with.
    pub pila: u8,
    pub veteran: bool,
}

/// A unit on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unit {
    pub id: UnitId,
    #[serde(rename = "type")]
    pub kind: TypeName,
    pub side: Side,
    /// Its place in its army's roster, from 0: the last tie-break.
    pub rank: u8,
    pub square: Square,
    pub facing: Facing,
    /// The square on which it began the turn.
    pub began: Square,
    #[serde(skip_serializing_if = "none", default)]
    pub pila: u8,
    /// The turn in which it charged.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub charged: Option<u32>,
    #[serde(skip_serializing_if = "not", default)]
    pub veteran: bool,
    /// Enemy units that it has helped to destroy.
    #[serde(skip_serializing_if = "none", default)]
    pub credits: u8,
    #[serde(skip_serializing_if = "none", default)]
    pub damage: u8,
    /// The units that made up this damage since it last fell back.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub made_by: Vec<UnitId>,
    /// All units that damaged it this turn.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub hurt_by: Vec<UnitId>,
    /// Has attacked this turn.
    #[serde(skip_serializing_if = "not", default)]
    pub attacked: bool,
    /// Has changed square or facing this turn by its own move.
    #[serde(skip_serializing_if = "not", default)]
    pub moved: bool,
    /// Times it has fallen back in this phase.
    #[serde(skip_serializing_if = "none", default)]
    pub routs_phase: u8,
    /// Times it has fallen back in this turn.
    #[serde(skip_serializing_if = "none", default)]
    pub routs_turn: u8,
}

impl Unit {
    pub fn placed(from: &Waiting, square: Square, facing: Facing) -> Self {
        Self {
            id: from.id,
            kind: from.kind,
            side: from.side,
            rank: from.rank,
            square,
            facing,
            began: square,
            pila: from.pila,
            charged: None,
            veteran: from.veteran,
            credits: 0,
            damage: 0,
            made_by: Vec::new(),
            hurt_by: Vec::new(),
            attacked: false,
            moved: false,
            routs_phase: 0,
            routs_turn: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    pub id: UnitId,
    #[serde(rename = "type")]
    pub kind: TypeName,
    pub side: Side,
    pub square: Square,
    pub turn: u32,
    pub cause: Cause,
}

/// A side is asked where one of its units falls back to (D5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub seat: Side,
    pub unit: UnitId,
    /// The squares among which it can choose, in the final order (D3).
    pub squares: Vec<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub seat: Side,
    pub turn: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner; none if drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<Side>,
    pub reason: Ending,
}

impl State {
    /// The unit of this id, if it is on the board.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    pub fn on(&self, square: Square) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.square == square)
    }

    pub fn fallen(&self, id: UnitId) -> Option<&Lost> {
        self.lost.iter().find(|unit| unit.id == id)
    }

    /// How many turns each side has begun.
    pub const fn round(&self) -> u32 {
        self.turn.div_ceil(2)
    }
}

/// True for a number that serde leaves out of the file.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn none(number: &u8) -> bool {
    *number == 0
}

/// True for a flag that serde leaves out of the file.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn not(flag: &bool) -> bool {
    !*flag
}

/// True for numbers that serde leaves out of the file.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn even(numbers: &Pair<u8>) -> bool {
    *numbers == Pair::default()
}
