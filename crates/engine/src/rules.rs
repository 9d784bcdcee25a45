//! The interface that every game implements.

pub use super::assistance::{Assistance, Foreseen};
use super::case::{Case, CaseResult};
use super::codes::CodeEntry;
use super::complaint::{Complaint, Complaints};
use super::data::{Data, DataFault, Prospectus, Setup};
pub use super::force::{Filed, InForce};
use super::map::Map;
use super::reader::Reader;
use super::revision::Revision;
use super::rng::Rng;
use super::run::Chapter;
pub use super::search::BotStyle;
use super::seat::{Seat, Viewer};
use super::table::Table;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// Plain data: comparable, printable, writable. Ordered maps and fixed-size integers only.
pub trait Plain: Clone + Eq + Debug + Serialize + Send + Sync + 'static {}
impl<T: Clone + Eq + Debug + Serialize + Send + Sync + 'static> Plain for T {}

/// Plain data that is read back from a record as it was written. Orders and standing orders are not: one grammar reads
/// them, whether a player or the program wrote the text.
pub trait Stored: Plain + DeserializeOwned {}
impl<T: Plain + DeserializeOwned> Stored for T {}

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
    /// that what [`Rules::propose`] gives can be written as an order file and read again.
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

    /// Reads what a file says to the prompt `name`: below `orders` if it is open, below `ahead` if not.
    fn read_orders(
        &self,
        name: &str,
        place: Place,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Self::Orders>;

    /// Names that `ahead` may hold.
    fn ahead_names(&self) -> Vec<&'static str>;

    /// Reads standing orders.
    fn read_policy(&self, reader: &Reader<'_>, complaints: &mut Complaints)
    -> Option<Self::Policy>;

    /// Everything unlawful or doubtful in a filing, as far as the seat can know: the very code that
    /// resolves, run on the seat's view. Paths start at the top of the order file; see [`super::title::path_of`].
    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint>;

    /// What the order form of a seat shows: a value for the title's form template.
    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value;

    /// Whether orders given ahead answer a prompt now.
    fn ahead(
        &self,
        view: &Self::View,
        prompt: &Prompt<Self::Question>,
        kept: &Self::Orders,
    ) -> AheadAnswer<Self::Orders> {
        let _ = (view, prompt);
        AheadAnswer::Answer(kept.clone())
    }

    /// Whether a fresh answer to this prompt spends what an earlier file gave ahead for it. Without, it stays for
    /// the next prompt of that name.
    fn outdated(&self, prompt: &Prompt<Self::Question>) -> bool {
        let _ = prompt;
        false
    }

    /// Whether orders given ahead under `name` have lost their use; tested after each phase.
    fn lapsed(&self, state: &Self::State, seat: &Seat, name: &str, kept: &Self::Orders) -> bool {
        let _ = (state, seat, name, kept);
        false
    }

    /// Whether a standing order, or what the title does without one, answers a prompt by itself.
    fn standing(
        &self,
        view: &Self::View,
        prompt: &Prompt<Self::Question>,
        policy: Option<&Self::Policy>,
    ) -> StandingAnswer<Self::Orders>;

    /// The orders of a seat that is declared absent.
    fn fallback(
        &self,
        view: &Self::View,
        prompt: &Prompt<Self::Question>,
        policy: Option<&Self::Policy>,
    ) -> Self::Orders;

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

    /// What the narrative and page templates need beside events: positions in words, totals, names. Without more, the view.
    fn report_context(&self, view: &Self::View) -> serde_json::Value {
        serde_json::to_value(view).expect("a view is plain data")
    }

    /// What the map shows: the position of `view` with the moves and attacks of `chapters`.
    fn picture(&self, view: &Self::View, chapters: &[Chapter<Self::Event>]) -> Map;

    /// How much an event decided, for the turning points of a record's map: the heaviest are shown; 0 is none.
    fn weight(&self, event: &Self::Event) -> u32 {
        let _ = event;
        0
    }

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

    /// Version of the built-in player: it rises whenever [`Rules::propose`] gives other orders for the same view and choices.
    const PLAYER: u32 = 1;

    /// Plausible orders of a built-in player.
    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self>;

    /// Plays one conformance case in the title's own form and compares.
    fn case(&self, case: &Case<'_>) -> CaseResult;
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

/// The orders of a file, typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParsedOrders<O, P> {
    /// Answers to open prompts, by prompt name.
    pub orders: BTreeMap<String, O>,
    /// Replaces the seat's whole `ahead` if present.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<BTreeMap<String, O>>,
    /// Replaces the seat's standing orders if present, key by key ([`super::standing`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<P>,
    /// Keys of the standing orders that are withdrawn.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub withdrawn: BTreeSet<String>,
}

impl<O, P> Default for ParsedOrders<O, P> {
    fn default() -> Self {
        Self { orders: BTreeMap::new(), ahead: None, standing: None, withdrawn: BTreeSet::new() }
    }
}

/// Where in a file orders stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Below `orders`, for the phase that is open.
    Orders,
    /// Below `ahead`, for a later one.
    Ahead,
}

/// The filing of a title.
pub type ParsedOrdersOf<R> = ParsedOrders<<R as Rules>::Orders, <R as Rules>::Policy>;
/// What is in force for one seat of a title.
pub type InForceOf<R> = InForce<<R as Rules>::Orders, <R as Rules>::Policy>;
/// The answers of a title.
pub type AnswersOf<R> = Answers<<R as Rules>::Question, <R as Rules>::Orders>;

/// The orders of the one kind that a phase asks for, as an `Option`; `None` where nothing was said.
///
/// # Panics
/// If they are of another kind. Each prompt is read by its own grammar, so that this is an error of the program.
#[macro_export]
macro_rules! orders_for {
    ($said:expr, $kind:path) => {
        match $said {
            None => None,
            Some($kind(orders)) => Some(orders),
            Some(other) => panic!("{} are asked for, not {other:?}", stringify!($kind)),
        }
    };
}

/// Where in the sequence of play a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Name of the phase: `move`.
    pub name: Cow<'static, str>,
    /// Game turn, from 1; 0 before the first.
    pub turn: u32,
    /// Whose turn it is, if it is one seat's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<Seat>,
}

/// A named question to a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt<Q> {
    /// Who is asked.
    pub seat: Seat,
    /// The name under which a file answers it.
    pub name: String,
    /// What is asked.
    pub question: Q,
    /// Nobody waits for an optional one.
    pub optional: bool,
}

impl<Q> Prompt<Q> {
    /// A question whose answer is awaited.
    pub fn new(seat: Seat, name: impl Into<String>, question: Q) -> Self {
        Self { seat, name: name.into(), question, optional: false }
    }
}

/// One answered prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<Q, O> {
    /// What was asked, and of whom.
    pub prompt: Prompt<Q>,
    /// What was answered.
    pub orders: O,
    /// Where the answer came from.
    pub source: Source,
}

/// The answers of one phase, in the order of its prompts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers<Q, O>(pub Vec<Answer<Q, O>>);

impl<Q, O> Answers<Q, O> {
    /// The orders with which a seat answered the prompt of this name.
    pub fn of(&self, seat: &Seat, name: &str) -> Option<&O> {
        self.0.iter().find(|a| a.prompt.seat == *seat && a.prompt.name == name).map(|a| &a.orders)
    }
}

/// What answered a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Source {
    /// A file for this phase.
    Fresh,
    /// Orders given ahead, in the file for phase `filed`.
    Ahead {
        /// The phase whose file gave them.
        filed: u32,
    },
    /// A standing order of the file for phase `filed`, or the title's own without one.
    Standing {
        /// The phase whose file gave it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        filed: Option<u32>,
    },
    /// The fallback for a seat declared absent.
    Fallback,
}

/// What orders given ahead do when their prompt comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AheadAnswer<O> {
    /// They answer and are used up.
    Answer(O),
    /// The first answers; the second stays for later.
    Partly(O, O),
    /// Not yet: they stay.
    Wait,
    /// They can no longer be meant; the reason is told to their author.
    Retire(String),
}

/// What a standing order does when a prompt comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandingAnswer<O> {
    /// It answers.
    Answer(O),
    /// It does not speak to this prompt: the seat is awaited.
    Pass,
    /// It withdraws, because the ground has shifted; the reason is told to its author.
    Retire(String),
}

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

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The side that won; none if drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<String>,
    /// Why, as a word that templates put into words.
    pub reason: String,
    /// The rule that ends it.
    pub rule: Cow<'static, str>,
}

/// An invariant that does not hold: a fault of the program, never of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound(pub String);
