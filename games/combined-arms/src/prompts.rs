//! The questions that seats must answer, and the place of a position in the sequence of play.

use super::CombinedArms;
use super::names::{Side, Stage, UnitId};
use super::rules::{Field, setup};
use super::state::{Asked, State};
use engine::{Phase, Prompt};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The questions of this title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// The units of the army, and its veterans.
    Muster,
    /// This many units with their squares.
    Place {
        /// Units that must be placed now.
        due: u8,
    },
    /// All units with their squares.
    Deploy {
        /// True if the army is asked for as well.
        army: bool,
    },
    Move,
    Attack,
    Retreat {
        unit: UnitId,
    },
}

pub(crate) const RETREAT: &str = "retreat";

pub(super) fn prompts(rules: &CombinedArms, state: &State) -> Vec<Prompt<Question>> {
    let ask =
        |side: Side, question| Prompt::new(rules.seat(side).clone(), state.stage.word(), question);
    if let Some(Asked { seat, unit, squares: _ }) = state.asked {
        let question = Question::Retreat { unit };
        return vec![Prompt::new(rules.seat(seat).clone(), RETREAT, question)];
    }
    match (state.stage, state.active) {
        (Stage::Muster, _) => Side::BOTH.map(|side| ask(side, Question::Muster)).to_vec(),
        (Stage::Deploy, _) => {
            let question = Question::Deploy { army: state.first.is_none() };
            Side::BOTH.map(|side| ask(side, question)).to_vec()
        }
        (Stage::Place, _) => setup::due(state)
            .map(|(side, due)| ask(side, Question::Place { due }))
            .into_iter()
            .collect(),
        (Stage::Move, Some(side)) => vec![ask(side, Question::Move)],
        (Stage::Attack, Some(side)) if Field::new(&rules.chart, state).any_attack(side) => {
            vec![ask(side, Question::Attack)]
        }
        _ => Vec::new(),
    }
}

pub(super) fn phase(rules: &CombinedArms, state: &State) -> Phase {
    let side = match state.stage {
        Stage::Move | Stage::Attack => state.active,
        Stage::Place => setup::due(state).map(|(side, _)| side),
        _ => None,
    };
    Phase {
        name: Cow::Borrowed(state.stage.word()),
        turn: state.turn,
        seat: side.map(|side| rules.seat(side).clone()),
    }
}
