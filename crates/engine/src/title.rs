//! Object-safe traits for a title, its rules and its games, by which the rest of the program works on any title alike.

use super::answer::{Answered, Retired};
use super::case::{Case, CaseResult, Cases};
use super::chapter::Outcome;
use super::codes::CodeEntry;
use super::complaint::{Complaint, Complaints};
use super::data::{Data, DataFault, Prospectus, Setup};
use super::dice::Dice;
use super::frames::Frame;
use super::grammar::Grammar;
use super::hand::Adviser;
use super::map::Map;
use super::narrative::Narrative;
use super::node::Node;
use super::offers::Offers;
use super::order_help::OrderHelp;
use super::origin::OrderRef;
use super::picture::Picture;
use super::player::{BotStyle, BuiltInPlayer, Skill, Supposed};
use super::prompt::{OpenPrompt, Phase};
pub use super::raw_orders::RawOrders;
use super::reply::Reply;
use super::revision::Revision;
use super::rng::Rng;
use super::seat::{Seat, Viewer};
use super::selfplay::{CheckLevel, Ending, Played};
use super::stop::Stop;
use super::story::{Ledger, Report};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// All that a title implements.
pub trait TitleRules: OrderHelp + Narrative + Picture + BuiltInPlayer + Cases {}
impl<R: OrderHelp + Narrative + Picture + BuiltInPlayer + Cases> TitleRules for R {}

/// A title of the catalogue, before its data is read.
pub trait Title: Send + Sync {
    /// Name in charters and folders.
    fn slug(&self) -> &'static str;
    /// Newest rules revision; all from 1 to it can be played.
    fn revision(&self) -> Revision;
    /// The codes of its own complaints.
    fn codes(&self) -> &'static [CodeEntry];
    /// Reads the data, to play by a revision from 1 to the newest.
    ///
    /// # Errors
    /// Everything missing or inconsistent.
    fn load(&self, data: &Data, revision: Revision)
    -> Result<Box<dyn LoadedTitle>, Vec<DataFault>>;
}

/// A title with its data read: it opens games and resumes them.
pub trait LoadedTitle: Send + Sync {
    /// The scenarios, options and tempos that a charter may choose.
    fn prospectus(&self) -> Prospectus;
    /// A description of order files; see [`OrderHelp::grammar`].
    fn grammar(&self) -> Option<Grammar>;
    /// Version of the built-in player.
    fn player(&self) -> u32;
    /// True if some seat may not see everything.
    fn hides(&self) -> bool;
    /// Opens a game and runs it to its first question.
    ///
    /// # Errors
    /// Complaints about the charter's choices.
    fn open(&self, setup: &Setup) -> Result<Box<dyn Play>, Vec<Complaint>>;
    /// Takes up a game from its `hidden.yaml`, or from its `state.yaml` where nothing is hidden.
    ///
    /// # Errors
    /// The reason why that is not a state of this title.
    fn resume(&self, saved: &Node) -> Result<Box<dyn Play>, String>;
    /// Takes up the hand of a seat, as [`Play::hand`] gave it.
    ///
    /// # Errors
    /// A message that says what is wrong with it.
    fn take_up(&self, hand: &serde_json::Value) -> Result<Box<dyn Adviser>, String>;
    /// The state that recorded events lead to, as the text of its part of the record: the second, independent route to
    /// it. Nothing is resolved. `events` holds the whole of `chapters:`, from `hidden.yaml`, or from `events.yaml`
    /// where nothing is hidden.
    ///
    /// # Errors
    /// A message about the part that cannot be read as a state or as events of this title.
    fn fold(&self, before: Before<'_>, events: &Node) -> Result<String, String>;
    /// The game as recorded events leave it, with those events as its last record, so that the record can be followed.
    /// It has no orders in force, so nothing can be resolved from it.
    ///
    /// # Errors
    /// As [`LoadedTitle::fold`].
    fn retrace(&self, before: Before<'_>, events: &Node) -> Result<Box<dyn Play>, String>;
    /// The map of a record as everybody may see it, from its `state.yaml` and `events.yaml` alone: for copies, in which
    /// nothing can be played again. It has no stages.
    ///
    /// # Errors
    /// A message about the part that cannot be read as a view or as events of this title, or does not fit the rest.
    fn public_picture(&self, state: &Node, events: &Node) -> Result<Map, String>;
    /// Plays a conformance case.
    fn case(&self, case: &Case<'_>) -> CaseResult;
    /// Changes weights of the strong player, by name, for tuning it.
    ///
    /// # Errors
    /// A name that the title's `weights.yaml` does not have.
    fn reweigh(&mut self, changes: &BTreeMap<String, i32>) -> Result<(), String>;
    /// True if the title has a player that searches; if not, the strong player plays as the sensible one does.
    fn has_strong(&self) -> bool;
    /// Plays one game with built-in players.
    ///
    /// # Errors
    /// See [`super::selfplay::play`].
    fn self_play(
        &self,
        setup: &Setup,
        skills: &BTreeMap<Seat, Skill>,
        seed: u64,
        records_max: u32,
        level: CheckLevel,
    ) -> Result<Played, String>;
    /// Plays one game with built-in players, and finds the positions in which a seat could surely win at once; none in a
    /// title that has no such wins or does not search.
    ///
    /// # Errors
    /// See [`super::selfplay::play`].
    fn endings(
        &self,
        setup: &Setup,
        skills: &BTreeMap<Seat, Skill>,
        seed: u64,
        records_max: u32,
    ) -> Result<Vec<Ending>, String>;
}

/// The position before a record's events.
#[derive(Clone, Copy, Debug)]
pub enum Before<'a> {
    /// At the charter's choices: record 0.
    Opening(&'a Setup),
    /// At the state of the record before, which stands below `state:`.
    Record(&'a Node),
}

/// The order that an event came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Place of the event's chapter, from 0.
    pub chapter: usize,
    /// Place of the event in it, from 0.
    pub event: usize,
    /// The seat's order, and its place in the file.
    pub order: OrderRef,
    /// Its line, if its file was one of this record's.
    pub line: Option<u32>,
}

/// A summary of one run, for `turn.yaml` and the reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnSummary {
    /// Each phase with what answered its prompts.
    pub phases: Vec<(Phase, Vec<Answered>)>,
    /// Orders that were withdrawn because they no longer made sense in the position.
    pub retired: Vec<Retired>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// A game in progress.
pub trait Play: Send + Sync {
    /// Names of the title, its scenarios and options.
    fn prospectus(&self) -> Prospectus;
    /// The place of the game in the sequence of play.
    fn phase(&self) -> Phase;
    /// The open prompts of all seats.
    fn asked(&self) -> Vec<OpenPrompt>;
    /// The open prompts that nothing answers yet: who is awaited.
    fn awaited(&self) -> Vec<OpenPrompt>;
    /// Says how far a seat answers what it is asked, once this sheet counts; without a sheet, by what is in force.
    fn reply(&self, seat: &Seat, sheet: Option<&RawOrders>) -> Reply;
    /// Everything wrong with what a seat files, each complaint with its place in the file.
    fn check(&self, seat: &Seat, sheet: &RawOrders) -> Complaints;
    /// Notes the seats that have a new player from the next record on.
    fn welcome(&mut self, seats: &BTreeSet<Seat>);
    /// Resolves the open phase and all that then runs by itself. Sheets are taken as they are: what
    /// cannot be read in them does nothing.
    ///
    /// # Errors
    /// [`Stop`].
    fn turn(
        &mut self,
        number: u32,
        sheets: &BTreeMap<Seat, RawOrders>,
        absent: &BTreeSet<Seat>,
        dice: &mut Dice,
    ) -> Result<TurnSummary, Stop>;
    /// All that the seat's order sheet is made of, and nothing more of the game: see [`super::hand`].
    fn hand(&self, seat: &Seat) -> serde_json::Value;
    /// The order form of a seat, for the title's form template.
    fn form(&self, seat: &Seat) -> serde_json::Value;
    /// The sure results of a draft without errors, for the title's template; null if the title does not say.
    fn dry_run(&self, seat: &Seat, sheet: &RawOrders) -> serde_json::Value;
    /// The effect of a seat's orders in force, or of those of a file that it might send, in a case that it imagines.
    ///
    /// # Errors
    /// The part of the question that cannot be understood.
    fn explain(
        &self,
        seat: &Seat,
        draft: Option<&RawOrders>,
        question: &Node,
    ) -> Result<serde_json::Value, Complaints>;
    /// The keys of the standing orders that are in force for a seat once a file for phase `number` counts, each with the
    /// phase whose file gave it.
    fn standing_after(&self, seat: &Seat, number: u32, sheet: &RawOrders) -> BTreeMap<String, u32>;
    /// The facts that a viewer may know, for templates.
    fn report_context(&self, viewer: &Viewer) -> serde_json::Value;
    /// The chapters of the last record as a viewer sees them, for templates. An event that came from an order which the
    /// viewer may see has it as `by_order: {seat, phase, path}`, with its `line` where the file was one of this record's;
    /// an order that came to nothing has its `code`.
    fn chapters(&self, viewer: &Viewer) -> serde_json::Value;
    /// The orders that events of the last record came from and that a viewer may see, in the order of the events.
    fn origins(&self, viewer: &Viewer) -> Vec<Origin>;
    /// The orders in force of a seat, for templates. Only the seat itself and the referee may see them.
    fn in_force(&self, seat: &Seat) -> serde_json::Value;
    /// The map with the strokes of the last record.
    fn picture(&self, viewer: &Viewer) -> Map;
    /// The report of the last record for a viewer, which remembers what the ledger holds of earlier ones. `awaited`
    /// holds the open prompts that this viewer may know of.
    fn narrative(&self, viewer: &Viewer, ledger: &Ledger, awaited: &[OpenPrompt])
    -> Option<Report>;
    /// Folds the public events of the last record into the ledger.
    fn remember(&self, ledger: &mut Ledger);
    /// Folds the public events of an earlier record, from the text of its `events.yaml`, into the ledger.
    ///
    /// # Errors
    /// A message about the part that cannot be read as events of this title.
    fn recall(&self, ledger: &mut Ledger, events: &Node) -> Result<(), String>;
    /// The last record step by step as a viewer can follow it: the position before it, and that after each event which they
    /// saw, with its strokes.
    fn frames(&self, viewer: &Viewer) -> Vec<Frame>;
    /// The offers of the order sheet; see [`super::hand::Hand::offers`].
    fn offers(&self, seat: &Seat, sheet: &RawOrders, picked: Option<&str>) -> Offers;
    /// The result of the game; none while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// As [`Narrative::placing`]; empty while the game goes on.
    fn placing(&self) -> Vec<Vec<Seat>>;
    /// Version of the built-in player.
    fn player(&self) -> u32;
    /// Orders of a built-in player, as the YAML text of `orders`, `ahead` and `standing`.
    fn propose(&self, seat: &Seat, style: BotStyle, rng: &mut Rng) -> String;
    /// As [`Play::propose`], by the strong player.
    fn strong(&self, seat: &Seat, rng: &mut Rng) -> String;
    /// Plays on to the end with built-in players at every seat, with dice and choices that follow from the seed;
    /// `None` if there is no result within `records_max` records.
    fn finish(&mut self, seed: u64, records_max: u32) -> Option<Outcome>;
    /// As [`BuiltInPlayer::forecast`], of a sheet.
    fn forecast(
        &self,
        seat: &Seat,
        sheet: &RawOrders,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>>;
    /// The game's part of `state.yaml`: `state:` as the public sees it.
    fn public_state(&self) -> String;
    /// The game's part of `events.yaml`: `chapters:` as the public sees them.
    fn public_events(&self) -> String;
    /// The game's part of `hidden.yaml`: whole state, what is in force, whole events; none where
    /// nothing is hidden.
    fn hidden(&self) -> Option<String>;
    /// As [`Play::hidden`], but also where nothing is hidden.
    fn whole(&self) -> String;
    /// The whole position, with what is in force, as the text of a [`POSITION_FILE`](super::POSITION_FILE) from which another game can begin.
    fn position(&self) -> String;
    /// True if the events of the last record fold to the state.
    fn folds(&self) -> bool;
    /// A copy to try things on.
    fn copy(&self) -> Box<dyn Play>;
}
