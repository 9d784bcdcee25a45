//! Keys and secrets: read, drawn, used, and kept out of everybody else's sight.

pub mod keys;
pub mod locked;
pub mod referee;
pub(super) mod seal;
pub mod vault;
