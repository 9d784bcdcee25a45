//! Combined Arms (Punic Wars): two armies of cohorts, no dice; many weak attacks on one square.

pub mod events;
pub mod names;
pub mod orders;
pub mod state;
