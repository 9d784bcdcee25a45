//! The rules, one file per chapter: `victory` (V, C), `movement` (M, K2, K3), `turn` (T, K, D, P, O), `battle` (B),
//! `choice` (which card a policy plays), `effect` (E), `retreat` (W).
#![deny(clippy::wildcard_enum_match_arm)]

pub(crate) mod aftermath;
pub(crate) mod battle;
pub(crate) mod choice;
pub(crate) mod effect;
pub(crate) mod movement;
pub(crate) mod retreat;
pub(crate) mod turn;
pub(crate) mod victory;

use crate::Punica;
use crate::codes::Code;
use crate::names::Side;
use engine::{OrderRef, Rules, Table};

/// The table of this title.
pub(crate) type GameTable<'t, 'a> = &'t mut Table<'a, Punica>;

/// Why something that was ordered is not done: the code and rule of the checker's refusal.
pub(crate) type Refusal = engine::Refusal<Code>;

/// Where a side's answer to the question that is open now stands in its file.
pub(crate) fn answered(table: GameTable<'_, '_>, side: Side) -> Option<OrderRef> {
    let prompts = table.rules().prompts(table.state());
    let asked = prompts.iter().find(|prompt| prompt.seat == side.seat())?;
    table.order_of(&asked.seat, &asked.name)
}

/// How a resolution goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It goes on.
    On,
    /// Somebody must be asked.
    Wait,
    /// The game is over: nothing further is carried out.
    Over,
}
