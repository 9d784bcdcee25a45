//! Public repositories: git is called as a program, and its objects are never read by any other way.
//!
//! Nothing is checked out of what others pushed, so that no filter, hook, link or line end of theirs is at work here: trees are
//! listed, files are read by their names in the object store, and commits are made without a working tree.

mod answered;
mod commit;
mod copies;
mod fetched;
mod judge;
mod mended;
mod notices;
mod objects;
mod opener;
mod parcel;
mod passed_over;
pub mod player;
pub mod public;
pub mod referee;
mod repository;
mod seen;
mod strays;
mod unpublished;
mod watching;
mod word;

pub use answered::Word;
pub use copies::copies;
pub use judge::{Pushed, Update, accepts, range};
pub use mended::Mended;
pub use passed_over::{Ignored, ignored};
pub use repository::{Guard, Repository};
pub use seen::Rewound;
pub use strays::mend;
