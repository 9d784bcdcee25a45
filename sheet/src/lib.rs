//! The module of an order sheet: what `sheet` answers, with the titles that are built in, behind a door for WebAssembly.

pub mod abi;
mod titles;

#[cfg(test)]
mod tests;

pub use titles::titles;
