//! The order sheet: what a page in a browser asks, answered by the engine itself. One call, JSON in and JSON out.
//!
//! A sheet is opened with a **turn**: the title's data, a seat's hand ([`engine::hand`]) and the envelope of its order file,
//! and nothing else of the game. [`Desk::call`] is all there is; [`abi`] is its door for WebAssembly, [`page`] the page
//! round it.

pub mod abi;
mod desk;
mod keys;
pub mod page;
mod samples;
mod titles;

#[cfg(test)]
mod tests;

pub use desk::Desk;
pub use titles::titles;
