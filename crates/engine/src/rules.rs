//! The interface that every game implements.

use super::answer::Answers;
use super::chapter::Outcome;
use super::codes::CodeEntry;
use super::complaint::Complaint;
use super::data::{Data, DataFault, Prospectus, Setup};
use super::filing::{InForce, ParsedOrders};
use super::game::GameState;
use super::plain::{Plain, Stored};
use super::prompt::{Phase, Prompt};
use super::revision::Revision;
use super::seat::{Seat, Viewer};
use super::stop::Unsound;
use super::table::Table;

/// The laws of one title.
///
/// Reading methods take the state; what serves one seat (check, form, proposals, policies) takes
/// that seat's view, so that it cannot betray what the seat may not know. Only [`Rules::apply`]
/// writes a state.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Everything there is on the table.
    type State: Stored;
    /// The part of the state that one viewer may know, built up from nothing. Open games may use the state itself.
    type View: Stored;
    /// The question of a prompt.
    type Question: Stored;
    /// The answer to one prompt in an order file. Its serialised form is the order grammar itself, so that what
    /// [`BuiltInPlayer::propose`](super::BuiltInPlayer::propose) gives can be written as an order file and read again.
    type Orders: Plain;
    /// Standing orders. Serialised in the order grammar, like orders.
    type Policy: Plain;
    /// A change of the state, with its whole result. Serialised as a map with `kind` first, no YAML tags.
    type Event: Stored;

    /// Name of the title in charters and folders.
    const SLUG: &'static str;
    /// Newest rules revision: raised whenever a recorded result would change. All from 1 to this one can be played.
    const REVISION: u32;
    /// The codes of this title's own complaints ([`codes!`](crate::codes!)), as `docs/codes.md` lists them.
    const CODES: &'static [CodeEntry] = &[];
    /// True if every viewer sees the whole state and every event as it is.
    const OPEN: bool;

    /// Reads maps, charts and rosters, to play by `revision` of the rules, from 1 to [`Rules::REVISION`].
    ///
    /// # Errors
    /// Everything that is missing or inconsistent, with file and line.
    fn load(data: &Data, revision: Revision) -> Result<Self, Vec<DataFault>>;

    /// The scenarios, options and tempos that a charter may choose.
    fn prospectus(&self) -> Prospectus;

    /// The state before the first phase.
    ///
    /// # Errors
    /// Unknown scenario, option or value; wrong seats. Paths are those of the charter.
    fn open(&self, setup: &Setup) -> Result<Self::State, Vec<Complaint>>;

    /// The place of the state in the sequence of play.
    fn phase(&self, state: &Self::State) -> Phase;

    /// The questions that seats must answer; if there are none, the phase runs by itself.
    fn prompts(&self, state: &Self::State) -> Vec<Prompt<Self::Question>>;

    /// The events, each with its rule, by which a title notes that a seat has a new player. They come before the phase
    /// of the first record that the new player plays. A title in which a seat can fall vacant gives the seat back here.
    /// A phase that halted in its middle is finished without them.
    fn taken_over(&self, state: &Self::State, seat: &Seat) -> Vec<(&'static str, Self::Event)> {
        let _ = (state, seat);
        Vec::new()
    }

    /// The sequence of play, top to bottom.
    fn resolve(&self, table: &mut Table<'_, Self>, answers: &AnswersOf<Self>);

    /// The only writer. It sees no chart and does nothing beyond store, add and remove.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// The part of an event that a viewer sees, when the event is about to be applied to `state`.
    fn witness(state: &Self::State, event: &Self::Event, viewer: &Viewer) -> Sight<Self::Event>;

    /// The part of the state that a viewer may know, built up from nothing.
    fn view(&self, state: &Self::State, viewer: &Viewer) -> Self::View;

    /// The result, once there is one.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// True if the state waits for an answer in the middle of a phase ([`Table::ask`]).
    fn midway(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Checks the invariants after every phase and at every question in the middle of one, in release builds too. Where
    /// the state is [`Rules::midway`], it checks only those that hold between any two events.
    ///
    /// # Errors
    /// The first condition that does not hold.
    fn sound(&self, state: &Self::State) -> Result<(), Unsound>;
}

/// A seat at its place: what it sees, what it is asked, and what it has in force. All that serves a seat is made of this,
/// so that nothing can betray what the seat may not know.
pub struct AtSeat<'a, R: Rules> {
    /// The part of the state that the seat may know.
    pub view: &'a R::View,
    /// The seat that is served.
    pub seat: &'a Seat,
    /// The open prompts of the seat.
    pub prompts: &'a [Prompt<R::Question>],
    /// Its orders in force, if it has any.
    pub in_force: Option<&'a InForceOf<R>>,
}

impl<R: Rules> Clone for AtSeat<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for AtSeat<'_, R> {}

/// The filing of a title.
pub type ParsedOrdersOf<R> = ParsedOrders<<R as Rules>::Orders, <R as Rules>::Policy>;
/// The orders in force of one seat of a title.
pub type InForceOf<R> = InForce<<R as Rules>::Orders, <R as Rules>::Policy>;
/// The answers of a title.
pub type AnswersOf<R> = Answers<<R as Rules>::Question, <R as Rules>::Orders>;
/// The game of a title.
pub type GameStateOf<R> =
    GameState<<R as Rules>::State, <R as Rules>::Orders, <R as Rules>::Policy>;

/// The part of an event that a viewer sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight<E> {
    /// All of it, with its roll.
    Whole,
    /// Part of it, without its roll.
    Blurred(E),
    /// The viewer does not learn that anything happened.
    Nothing,
}
