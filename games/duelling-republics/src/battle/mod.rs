//! The line battle: what the program fights when a battle is not fought on a table.
//!
//! A battle is called with two hosts and two plans ([`rules::Called`]); [`rules::fight`] plays it in a [`scene::Scene`],
//! which throws the dice and keeps the events, and gives back a [`report::Report`]. The line itself is written by events
//! alone, so that a picture of any moment can be folded from a record.
//!
//! Rule numbers BA1 to BA16.

#![expect(
    clippy::similar_names,
    reason = "`line` and `lane`, `rule` and `role` are the words of the rules"
)]

mod apply;
pub mod case;
pub mod chart;
pub mod data;
pub mod events;
pub mod form;
pub mod judge;
pub mod line;
pub mod odds;
pub mod picture;
pub mod plan;
pub mod player;
pub mod read;
pub mod report;
pub mod rules;
pub mod scene;
pub mod snapshot;
pub mod usual;
pub mod words;

pub use apply::write;
pub use chart::Chart;
pub use events::Event;
pub use report::Report;
pub use rules::{Called, fight};
pub use scene::{Logged, Scene, Trial};
