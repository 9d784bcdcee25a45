//! The line battle: what the program fights when a battle is not fought on a table.
//!
//! A battle is called with two hosts and two plans ([`rules::Called`]); [`rules::fight`] plays it in a [`scene::Scene`],
//! which throws the dice and keeps the events, and gives back a [`report::Report`]. The line itself is written by events
//! alone, so that a picture of any moment can be folded from a record.
//!
//! Rule numbers BA1 to BA16.

#![expect(
    clippy::similar_names,
    reason = "the rules themselves use the words `line` and `lane`, `rule` and `role`"
)]

mod apply;
pub(crate) mod case;
pub(crate) mod chart;
pub(crate) mod data;
pub(crate) mod events;
pub(crate) mod form;
pub(crate) mod grammar;
pub(crate) mod judge;
pub(crate) mod line;
pub(crate) mod odds;
pub(crate) mod picture;
pub(crate) mod plan;
pub(crate) mod read;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod scene;
pub(crate) mod snapshot;
pub(crate) mod usual;
pub(crate) mod words;

pub(crate) use apply::write;
pub(crate) use chart::Chart;
pub(crate) use events::Event;
pub(crate) use report::Report;
pub(crate) use rules::{Called, fight};
pub(crate) use scene::{Scene, Trial};
