//! Prompts: the questions to the seats, and the place in a file that answers each.

use super::node::Path;
use super::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A place in the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Name of the phase: `move`.
    pub name: Cow<'static, str>,
    /// Game turn, from 1; 0 before the first.
    pub turn: u32,
    /// The seat whose turn it is; none if it is not one seat's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<Seat>,
}

/// A named question to a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt<Q> {
    /// The seat that must answer.
    pub seat: Seat,
    /// The name under which a file answers it.
    pub name: String,
    /// The question.
    pub question: Q,
    /// True if nobody waits for the answer.
    pub optional: bool,
}

impl<Q> Prompt<Q> {
    /// A question whose answer is awaited.
    pub fn new(seat: Seat, name: impl Into<String>, question: Q) -> Self {
        Self { seat, name: name.into(), question, optional: false }
    }
}

/// One prompt that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenPrompt {
    /// The seat that must answer.
    pub seat: Seat,
    /// Name of the prompt.
    pub prompt: String,
    /// True if the game does not wait for an answer.
    pub optional: bool,
}

impl OpenPrompt {
    pub(super) fn of<Q>(prompt: Prompt<Q>) -> Self {
        Self { seat: prompt.seat, prompt: prompt.name, optional: prompt.optional }
    }
}

/// The places in a file where orders can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Below `orders`, for the phase that is open.
    Orders,
    /// Below `ahead`, for a later one.
    Ahead,
}

/// The place in a file of the answer to a prompt: below `orders`, or below `orders.NAME` for a seat that is asked
/// several things, or below `ahead.NAME`.
pub fn path_of<Q>(prompts: &[Prompt<Q>], name: &str, place: Place) -> Path {
    match place {
        Place::Orders if prompts.len() == 1 => Path::top().then("orders"),
        Place::Orders => Path::top().then("orders").then(name),
        Place::Ahead => Path::top().then("ahead").then(name),
    }
}
