//! The order sheet: what a page in a browser asks, answered by the engine itself. One call, JSON in and JSON out.
//!
//! A sheet is opened with a **turn**: the title's data, a seat's hand ([`engine::hand`]) and the envelope of its order file,
//! and nothing else of the game. [`SheetSession::call`] is all there is, and [`page`] the page round it; which titles it knows is for the
//! one who builds it to say.

mod keys;
pub mod page;
mod samples;
mod session;

pub use session::SheetSession;

/// The version of the turns that this sheet opens: raised with each change that would keep an older page from reading a
/// newer turn, or a newer page from reading an older one.
pub const TURN_VERSION: u32 = 2;
