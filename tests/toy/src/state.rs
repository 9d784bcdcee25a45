//! Everything on the table, and what each may know of it.

use super::names::{Player, Square, Stage};
use engine::{Outcome, Tempo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The state of the game. A seat's view is the same without the enemy's trap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub stage: Stage,
    /// The turn, from 1; 0 while traps are hidden.
    pub turn: u32,
    /// How often the game waits for a player's decision.
    pub tempo: Tempo,
    pub traps: BTreeMap<Player, Square>,
    pub marks: BTreeMap<Square, Player>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub outcome: Option<Outcome>,
}

impl State {
    pub(crate) fn new(tempo: Tempo) -> Self {
        let (traps, marks) = (BTreeMap::new(), BTreeMap::new());
        Self { stage: Stage::Trap, turn: 0, tempo, traps, marks, outcome: None }
    }
}

/// The answer to either prompt: a square. Written as the grammar reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Orders {
    pub square: Square,
}

/// The standing orders of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Policy {
    /// Squares in order of preference.
    pub prefer: Vec<Square>,
}
