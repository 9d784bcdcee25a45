//! The questions that seats must answer.

use crate::names::Side;
use crate::state::{Stage, State};
use engine::Prompt;

engine::words! {
    /// The question of a prompt; what it is about stands in the position. Its word is the prompt's name.
    pub enum Question {
        /// The action of a turn (T1).
        Action = "action",
        /// The order of several battles (B2).
        Order = "order",
        /// A card for a battle (B3).
        Battle = "battle",
        /// The movements of a star card (E1).
        Effect = "effect",
        /// A loss or a retreat (B6, W5).
        Aftermath = "aftermath",
        /// Nothing is awaited; a seat may still resign or answer an offer of a draw (X1, X2).
        Parley = "parley",
    }
}

/// All open prompts: those who are not asked anything may still resign, or answer a draw.
pub(crate) fn prompts(state: &State) -> Vec<Prompt<Question>> {
    let (question, asked) = match &state.stage {
        Stage::Action {} => (Question::Action, vec![state.active]),
        Stage::Order {} => (Question::Order, vec![state.active]),
        Stage::Battle { asked } => (Question::Battle, asked.clone()),
        Stage::Effect { seat } => (Question::Effect, vec![*seat]),
        Stage::Aftermath { seat, .. } => (Question::Aftermath, vec![*seat]),
        Stage::Over {} => return Vec::new(),
    };
    let prompt = |side: Side| {
        let awaited = asked.contains(&side);
        let question = if awaited { question } else { Question::Parley };
        let name = question.word().to_owned();
        Prompt { seat: side.seat(), name, question, optional: !awaited }
    };
    Side::BOTH.map(prompt).to_vec()
}
