//! Everything on the table, and what each may know of it.

use super::names::{Player, Square, Stage};
use engine::{Outcome, Tempo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The table. A seat's view is the same without the enemy's trap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What is asked now.
    pub stage: Stage,
    /// The turn, from 1; 0 while traps are hidden.
    pub turn: u32,
    /// How often the game stops to ask.
    pub tempo: Tempo,
    /// Traps that nobody has stepped on.
    pub traps: BTreeMap<Player, Square>,
    /// Marks by square.
    pub marks: BTreeMap<Square, Player>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub outcome: Option<Outcome>,
}

impl State {
    /// The empty board.
    pub(crate) fn new(tempo: Tempo) -> Self {
        let (traps, marks) = (BTreeMap::new(), BTreeMap::new());
        Self { stage: Stage::Trap, turn: 0, tempo, traps, marks, outcome: None }
    }
}

/// What a file says to either prompt: a square. Written as the grammar reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Orders {
    /// The square named.
    pub square: Square,
}

/// Standing orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Policy {
    /// Squares in order of preference.
    pub prefer: Vec<Square>,
}
