//! The interface that every game implements, and the machine that runs it.
//!
//! Three sentences hold it together. Rules read; events write. The machine runs until it must ask.
//! Everything that serves one seat is made from that seat's view, so it cannot know more.
//!
//! No game, no file, no clock in here.

#![warn(missing_docs)]

mod answer;
mod attempt;
pub mod case;
mod chapter;
pub mod codes;
pub mod complaint;
pub mod data;
pub mod dice;
mod filing;
mod frames;
mod game;
mod gather;
pub mod grammar;
mod groups;
pub mod halt;
pub mod hand;
pub mod kit;
pub mod language;
mod loaded;
pub mod map;
mod narrative;
pub mod node;
pub mod offers;
mod order_help;
mod order_rules;
pub mod origin;
mod parse;
mod picture;
mod plain;
mod play;
mod player;
pub mod prelude;
mod prompt;
mod raw_orders;
pub mod reader;
pub mod refusal;
pub mod reply;
pub mod revision;
pub mod rng;
pub mod rules;
pub mod run;
mod saved;
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

pub use answer::{AheadAnswer, Answer, Answered, Answers, Retired, Source, StandingAnswer};
pub use case::{Case, CaseResult, Cases};
pub use chapter::{Chapter, Entry, Outcome, Turn};
pub use codes::{CodeEntry, Common};
pub use complaint::{Complaint, Complaints, Kind};
pub use data::{Data, DataFile, POSITION_FILE, Prospectus, Setup, Tempo};
pub use dice::{Dice, Roll, Secrecy};
pub use filing::{Filed, InForce, ParsedOrders};
pub use frames::Frame;
pub use game::GameState;
pub use hand::{Hand, SheetTitle};
pub use loaded::TitleOf;
pub use narrative::Narrative;
pub use node::{Node, Path, Span, Step};
pub use offers::{Edit, Offer, Offers, Slot, Spot, Subject, Writing};
pub use order_help::{Foreseen, OrderHelp};
pub use order_rules::OrderRules;
pub use origin::OrderRef;
pub use picture::Picture;
pub use plain::{Plain, Stored};
pub use player::{BotStyle, BuiltInPlayer, Figure, Skill, Supposed};
pub use prompt::{OpenPrompt, Phase, Place, Prompt, path_of};
pub use reader::{Reader, Whole, apart, each};
pub use refusal::Refusal;
pub use reply::{Extent, Reply};
pub use revision::{Gate, Revision};
pub use rng::Rng;
pub use rules::{AtSeat, GameStateOf, Rules, Sight};
pub use search::{Effort, Imagine, Search};
pub use seat::{Seat, Viewer};
pub use stop::{Stop, Unsound};
pub use table::Table;
pub use words::Word;

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use serde_json;
