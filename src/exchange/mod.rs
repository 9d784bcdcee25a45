//! What comes in: order files, their signatures, strict YAML, which orders count, and what an author is told.
//!
//! Pure functions over bytes and text. Nothing is accepted half: a file is understood whole or goes back with all
//! that is wrong with it.

pub mod yaml;
