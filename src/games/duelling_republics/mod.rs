//! Duelling Republics: a campaign of the Second Punic War for four to eight players.

pub mod battle;
pub mod elements;
