//! The interface that every game implements, and the machine that runs it.
//!
//! Three sentences hold it together. Rules read; events write. The machine runs until it must ask.
//! Everything that serves one seat is made from that seat's view, so it cannot know more.
//!
//! No game, no file, no clock in here.

mod assistance;
mod attempt;
pub mod case;
pub mod codes;
pub mod complaint;
pub mod data;
pub mod dice;
mod force;
mod frames;
mod gather;
pub mod grammar;
mod groups;
pub mod halt;
pub mod hand;
pub mod kit;
pub mod map;
pub mod node;
pub mod offers;
pub mod origin;
mod parse;
mod play;
pub mod prelude;
mod raw_orders;
pub mod reader;
pub mod refusal;
pub mod reply;
pub mod revision;
pub mod rng;
pub mod rules;
pub mod run;
pub mod search;
pub mod seat;
pub mod selfplay;
mod stages;
pub mod standing;
mod stop;
pub mod story;
pub mod table;
pub mod text;
pub mod title;
pub mod words;

pub use case::{Case, CaseResult};
pub use codes::{CodeEntry, Common};
pub use complaint::{Complaint, Complaints, Kind};
pub use data::{Data, DataFile, POSITION_FILE, Prospectus, Setup, Tempo};
pub use dice::{Dice, Roll, Secrecy};
pub use frames::Frame;
pub use hand::{Hand, SheetTitle};
pub use node::{Node, Path, Span, Step};
pub use offers::{Edit, Offer, Offers, Slot, Spot, Subject, Writing};
pub use origin::OrderRef;
pub use reader::{Reader, Whole, apart, each};
pub use refusal::Refusal;
pub use reply::{Extent, Reply};
pub use revision::{Gate, Revision};
pub use rng::Rng;
pub use rules::{
    AheadAnswer, Answer, Answers, Assistance, AtSeat, BotStyle, Filed, InForce, Outcome,
    ParsedOrders, Phase, Plain, Prompt, Rules, Sight, Source, Stored, Unsound,
};
pub use run::{Chapter, Entry, GameState, GameStateOf, Stop, Turn};
pub use search::{Effort, Imagine, Search, Skill};
pub use seat::{Seat, Viewer};
pub use table::Table;
pub use words::Word;

#[doc(hidden)]
pub use serde;
