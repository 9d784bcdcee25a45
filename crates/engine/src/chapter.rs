//! The parts of a record: events in chapters, and the result.

use super::answer::{Answered, Retired};
use super::dice::Roll;
use super::origin::OrderRef;
use super::prompt::Phase;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One event with its number in the record, its rule, and its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<E> {
    /// Number in the record, from 1.
    pub n: u32,
    /// The rule it rests on.
    pub rule: Cow<'static, str>,
    /// The event, with its whole result.
    #[serde(flatten)]
    pub event: E,
    /// The dice it explains.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub roll: Option<Roll>,
    /// The order it came from, where the title gave it; not recorded, because a replay finds it again.
    #[serde(skip)]
    pub order: Option<OrderRef>,
    /// The code under which an order came to nothing, if the event is about one; not recorded, as the order is not.
    /// Titles that record a code in the event itself write there what their revision had.
    #[serde(skip)]
    pub code: Option<&'static str>,
}

/// One phase of a record: who answered what, and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter<E> {
    /// The place in the sequence of play.
    pub phase: Phase,
    /// The origins of the answers to its prompts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
    /// The events of the phase, in order.
    pub events: Vec<Entry<E>>,
}

/// The phases that one run resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<E> {
    /// The phases, in order.
    pub chapters: Vec<Chapter<E>>,
    /// Orders given in advance or standing that withdrew, with the reason for their author.
    pub retired: Vec<Retired>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The side that won; none if drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<String>,
    /// A word for the reason, which templates put into words.
    pub reason: String,
    /// The rule that ends it.
    pub rule: Cow<'static, str>,
}
