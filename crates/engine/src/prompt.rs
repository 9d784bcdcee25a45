//! What is asked, of whom, and where a file answers it.

use super::node::Path;
use super::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Where in the sequence of play a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Name of the phase: `move`.
    pub name: Cow<'static, str>,
    /// Game turn, from 1; 0 before the first.
    pub turn: u32,
    /// Whose turn it is, if it is one seat's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<Seat>,
}

/// A named question to a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt<Q> {
    /// Who is asked.
    pub seat: Seat,
    /// The name under which a file answers it.
    pub name: String,
    /// What is asked.
    pub question: Q,
    /// Nobody waits for an optional one.
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
    /// Who is asked.
    pub seat: Seat,
    /// Name of the prompt.
    pub prompt: String,
    /// Nobody waits for it.
    pub optional: bool,
}

impl OpenPrompt {
    /// A prompt without its question.
    pub(super) fn of<Q>(prompt: Prompt<Q>) -> Self {
        Self { seat: prompt.seat, prompt: prompt.name, optional: prompt.optional }
    }
}

/// Where in a file orders stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Below `orders`, for the phase that is open.
    Orders,
    /// Below `ahead`, for a later one.
    Ahead,
}

/// Where in the file the answer to a prompt stands: below `orders`, or below `orders.NAME` for a seat
/// that is asked several things, or below `ahead.NAME`.
pub fn path_of<Q>(prompts: &[Prompt<Q>], name: &str, place: Place) -> Path {
    match place {
        Place::Orders if prompts.len() == 1 => Path::top().then("orders"),
        Place::Orders => Path::top().then("orders").then(name),
        Place::Ahead => Path::top().then("ahead").then(name),
    }
}
