//! Reports.

mod context;
mod escape;
mod phrases;
mod svg;
mod templates;
mod words;
mod wrap;
#[cfg(test)]
mod sample;
pub use context::{Context, FileNote, FormContext, Letter, Owed, Scene, SeatNote};
pub use templates::{Found, Loader, ReportError};
