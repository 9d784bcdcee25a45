//! De Bello Punico: four battles of the Second Punic War with facing, disorder and command points laid in secret.
//!
//! The sequence of play is `rules::sequence`; each file below `rules` holds one chapter of the rulebook.
#![allow(dead_code, unreachable_pub)]

pub mod data;
mod events;
mod names;
mod orders;
mod policy;
mod reading;
mod state;
