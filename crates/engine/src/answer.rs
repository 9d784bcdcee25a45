//! The answers to the prompts of a phase, and where each came from.

use super::prompt::Prompt;
use super::seat::Seat;
use serde::{Deserialize, Serialize};

/// A prompt with the orders that answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<Q, O> {
    /// The question, and the seat that it was put to.
    pub prompt: Prompt<Q>,
    /// The orders that answer it.
    pub orders: O,
    /// The file, standing order or fallback that the orders came from.
    pub source: Source,
}

/// The answers of one phase, in the order of its prompts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers<Q, O>(pub Vec<Answer<Q, O>>);

impl<Q, O> Answers<Q, O> {
    /// The orders with which a seat answered the prompt of this name.
    pub fn of(&self, seat: &Seat, name: &str) -> Option<&O> {
        self.0.iter().find(|a| a.prompt.seat == *seat && a.prompt.name == name).map(|a| &a.orders)
    }
}

/// The origin of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Source {
    /// A file for this phase.
    Fresh,
    /// Orders given in advance, in the file for phase `filed`.
    Ahead {
        /// The phase whose file gave them.
        filed: u32,
    },
    /// A standing order of the file for phase `filed`, or the title's own without one.
    Standing {
        /// The phase whose file gave it; none for the title's own.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        filed: Option<u32>,
    },
    /// The fallback for a seat declared absent.
    Fallback,
}

/// The effect of orders given in advance when their prompt comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AheadAnswer<O> {
    /// They answer and are used up.
    Answer(O),
    /// The first answers; the second stays for later.
    Partly(O, O),
    /// They do not apply to this prompt; they stay in force for a later one.
    Wait,
    /// They are withdrawn, because the position has changed so much that they no longer make sense. The author is told
    /// this reason.
    Retire(String),
}

/// The effect of a standing order when a prompt comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandingAnswer<O> {
    /// It answers the prompt.
    Answer(O),
    /// It says nothing about this prompt, so the game waits for the seat.
    Pass,
    /// It is withdrawn, because the position has changed too much for it. The author is told this reason.
    Retire(String),
}

/// A note for the record: which seat's prompt was answered, and from where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// Name of the prompt.
    pub prompt: String,
    /// The seat to which the prompt was put.
    pub seat: Seat,
    /// A file, orders given in advance, a standing order, or the fallback.
    #[serde(flatten)]
    pub source: Source,
}

/// An order given in advance, or a standing order, that was withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retired {
    /// The seat that filed it.
    pub seat: Seat,
    /// The prompt it was for.
    pub prompt: String,
    /// The reason, in words for its author.
    pub reason: String,
}

/// The orders of the one kind that a phase asks for, as an `Option`; `None` where nothing was said.
///
/// # Panics
/// If they are of another kind. Each prompt is read by its own grammar, so that this is an error of the program.
#[macro_export]
macro_rules! orders_for {
    ($said:expr, $kind:path) => {
        match $said {
            None => None,
            Some($kind(orders)) => Some(orders),
            Some(other) => panic!("the prompt asks for {}, not {other:?}", stringify!($kind)),
        }
    };
}
