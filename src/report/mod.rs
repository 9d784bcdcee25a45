//! Reports.

mod escape;
mod phrases;
mod svg;
#[cfg(test)]
mod sample;
