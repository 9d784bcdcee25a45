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
    /// What one viewer may know of it, built up from nothing. Open games may use the state itself.
    type View: Stored;
    /// What a prompt asks.
    type Question: Stored;
    /// What an order file may say to one prompt. Its serialised form is the order grammar itself, so
    /// that what [`BuiltInPlayer::propose`](super::BuiltInPlayer::propose) gives can be written as an order file and read again.
    type Orders: Plain;
    /// Standing orders. Serialised in the order grammar, like orders.
    type Policy: Plain;
    /// What happened, with its whole result. Serialised as a map with `kind` first, no YAML tags.
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

    /// Scenarios, options, tempos.
    fn prospectus(&self) -> Prospectus;

    /// The state before the first phase.
    ///
    /// # Errors
    /// Unknown scenario, option or value; wrong seats. Paths are those of the charter.
    fn open(&self, setup: &Setup) -> Result<Self::State, Vec<Complaint>>;

    /// Where in the sequence of play the state stands.
    fn phase(&self, state: &Self::State) -> Phase;

    /// Who must answer what; none: the phase runs by itself.
    fn prompts(&self, state: &Self::State) -> Vec<Prompt<Self::Question>>;

    /// What a title takes note of when a seat has a new player, each with its rule: it happens before the phase of the record from
    /// which on they play. A title in which a seat can fall vacant gives it back to them. A phase that waits in its middle is
    /// finished as it began.
    fn taken_over(&self, state: &Self::State, seat: &Seat) -> Vec<(&'static str, Self::Event)> {
        let _ = (state, seat);
        Vec::new()
    }

    /// The sequence of play, top to bottom.
    fn resolve(&self, table: &mut Table<'_, Self>, answers: &AnswersOf<Self>);

    /// The only writer. It sees no chart and does nothing beyond store, add and remove.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// What a viewer sees of an event that is about to be applied to `state`.
    fn witness(state: &Self::State, event: &Self::Event, viewer: &Viewer) -> Sight<Self::Event>;

    /// What a viewer may know, built up from nothing.
    fn view(&self, state: &Self::State, viewer: &Viewer) -> Self::View;

    /// The result, once there is one.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether the state waits for an answer in the middle of a phase ([`Table::ask`]).
    fn midway(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Invariants, asserted after every phase and at every question in the middle of one, in release too. Where the state is
    /// [`Rules::midway`], only those count that hold between any two events.
    ///
    /// # Errors
    /// What does not hold.
    fn sound(&self, state: &Self::State) -> Result<(), Unsound>;
}

/// A seat at its place: what it sees, what it is asked, and what it has in force. All that serves a seat is made of this,
/// so that nothing can betray what the seat may not know.
pub struct AtSeat<'a, R: Rules> {
    /// What the seat may know.
    pub view: &'a R::View,
    /// The seat that is served.
    pub seat: &'a Seat,
    /// What the seat is asked.
    pub prompts: &'a [Prompt<R::Question>],
    /// What it has in force, if anything.
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
/// What is in force for one seat of a title.
pub type InForceOf<R> = InForce<<R as Rules>::Orders, <R as Rules>::Policy>;
/// The answers of a title.
pub type AnswersOf<R> = Answers<<R as Rules>::Question, <R as Rules>::Orders>;
/// The game of a title.
pub type GameStateOf<R> =
    GameState<<R as Rules>::State, <R as Rules>::Orders, <R as Rules>::Policy>;

/// What a viewer sees of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight<E> {
    /// All of it, with its roll.
    Whole,
    /// Part of it, without its roll.
    Blurred(E),
    /// The viewer does not learn that anything happened.
    Nothing,
}
