//! The titles. One folder each; a title knows the engine and the kit, never another title.

pub mod combined_arms;
pub mod de_bello_punico;
pub mod duelling_republics;
pub mod metaurus;
pub mod punica;
