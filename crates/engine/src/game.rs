//! A game in progress: the state, and what is in force beside it.

use super::answer::{Answer, Answers, Source};
use super::dice::Roll;
use super::filing::InForce;
use super::seat::Seat;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A game in progress: the state, and what is in force beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState<S, O, P> {
    /// Everything on the table, as the last event left it.
    pub state: S,
    /// Orders given in advance and standing orders, by seat.
    pub force: BTreeMap<Seat, InForce<O, P>>,
    /// The resolution in the middle of which `state` asks something.
    pub halted: Option<Halted<S, O, P>>,
    /// Seats that have a new player from the next record on. No record holds them: its changes do.
    pub newcomers: BTreeSet<Seat>,
}

impl<S, O, P> GameState<S, O, P> {
    /// A game in this state, with nothing in force.
    pub const fn new(state: S) -> Self {
        Self { state, force: BTreeMap::new(), halted: None, newcomers: BTreeSet::new() }
    }
}

/// A resolution that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Halted<S, O, P> {
    /// The state before its phase.
    pub(super) start: S,
    /// The inputs of the resolution: answers to the prompts of its phase, then to each question in the middle.
    pub(super) inputs: Vec<Input<O, P>>,
    /// The dice thrown so far, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rolls: Vec<Roll>,
    pub(super) events: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Input<O, P> {
    /// The number of the record that took them.
    pub(super) record: u32,
    /// Seats that had a new player from that record on.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) newcomers: BTreeSet<Seat>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) force: BTreeMap<Seat, InForce<O, P>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) answers: Vec<Given<O>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Given<O> {
    pub(super) prompt: String,
    pub(super) seat: Seat,
    #[serde(flatten)]
    pub(super) source: Source,
    pub(super) says: O,
}

impl<O: Clone, P: Clone> Input<O, P> {
    pub(super) fn new<Q>(
        record: u32,
        newcomers: BTreeSet<Seat>,
        force: &BTreeMap<Seat, InForce<O, P>>,
        answers: &Answers<Q, O>,
    ) -> Self {
        let in_force = |(_, force): &(&Seat, &InForce<O, P>)| {
            !force.ahead.is_empty() || force.standing.is_some()
        };
        let force = force.iter().filter(in_force);
        let given = |answer: &Answer<Q, O>| Given {
            prompt: answer.prompt.name.clone(),
            seat: answer.prompt.seat.clone(),
            source: answer.source.clone(),
            says: answer.orders.clone(),
        };
        Self {
            record,
            newcomers,
            force: force.map(|(seat, force)| (seat.clone(), force.clone())).collect(),
            answers: answers.0.iter().map(given).collect(),
        }
    }
}
