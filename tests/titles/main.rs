//! Tests of every title of the catalogue, and of what a single title shows only through the program: its pages, its
//! folders, its commands. Tests of a title's rules are in its own crate.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests work on folders and start programs"
)]

mod cases;
#[cfg(feature = "de-bello-punico")]
mod de_bello_punico;
#[cfg(feature = "duelling-republics")]
mod duelling_republics;
mod forms;
mod maps;
mod messages;
#[cfg(feature = "metaurus")]
mod metaurus;
mod narrative;
#[path = "../pages/mod.rs"]
mod pages;
mod properties;
#[cfg(feature = "punica")]
mod punica;
mod recorded;
mod rendered;
mod second_route;
mod secrecy;
#[path = "../table/mod.rs"]
mod table;
mod toy;
mod translated;
mod why;
