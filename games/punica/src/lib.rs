//! Punica: a duel without dice over 11 regions and 8 seas, with seven cards a side that are spent for their action or for
//! their strength. The sequence of play on one screen:
//!
//! an `action` of the active seat (move, card, deploy, pass), then each battle it has caused: both choose a card in secret
//! (`battle`), the attacker's star card takes effect, then the defender's (`effect`), totals, losses and retreat
//! (`aftermath`), until no battle is pending; then the other seat is active. In tempo brisk only the action is awaited, and
//! what a policy asks for.

mod board;
mod by_hand;
mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod events;
mod explain;
mod form;
mod grammar;
mod lookup;
mod names;
mod narrative;
mod opening;
mod orders;
mod picture;
mod player;
mod policy;
mod prompts;
mod report_context;
mod rules;
mod soundness;
mod state;
#[cfg(test)]
mod tests;

use engine::Table;
use engine::prelude::*;
use events::Event;
use orders::Orders;
use orders::words::Words;
use policy::Policy;
use prompts::Question;
use state::{Stage, State};
use std::borrow::Cow;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<Punica>::new();
/// What takes up hands of this title, for order sheets.
pub static SHEET: &dyn SheetTitle = &TitleOf::<Punica>::new();

/// A seat at its place in a game of Punica.
type At<'a> = AtSeat<'a, Punica>;

/// The laws of Punica, with the data they were loaded from.
#[derive(Clone, Debug)]
pub struct Punica {
    book: data::Book,
    /// What the strong player weighs positions by.
    scale: player::Scale,
}

impl Punica {
    fn words(&self) -> Words<'_> {
        Words { chart: &self.book.chart, decks: &self.book.decks, battles: true }
    }
}

impl Rules for Punica {
    type State = State;
    type View = State;
    type Question = Question;
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "punica";
    const REVISION: u32 = 1;
    const PLAYER: u32 = 4;
    const CODES: &'static [CodeEntry] = codes::Code::TABLE;
    const OPEN: bool = false;

    fn load(data: &Data, _: Revision) -> Result<Self, Vec<DataFault>> {
        let scale = player::Scale::read(Self::WEIGHTS);
        data::load(data).map(|book| Self { book, scale })
    }

    fn prospectus(&self) -> Prospectus {
        opening::prospectus(self)
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        opening::open(self, setup)
    }

    fn phase(&self, state: &State) -> Phase {
        let seat = match &state.stage {
            Stage::Action {} | Stage::Order {} => Some(state.active.seat()),
            Stage::Effect { seat } | Stage::Aftermath { seat, .. } => Some(seat.seat()),
            Stage::Battle { .. } | Stage::Over {} => None,
        };
        Phase { name: Cow::Borrowed(state.stage.name()), turn: state.turn, seat }
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<Question>> {
        prompts::prompts(state)
    }

    fn read_orders(
        &self,
        name: &str,
        place: Place,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Orders> {
        let known = complaints.0.len();
        let orders = match place {
            Place::Orders => self
                .words()
                .answer(name, reader, complaints)
                .map(|answer| Orders::Answer(Box::new(answer))),
            Place::Ahead => self.words().ahead(name, reader, complaints),
        };
        orders::words::complete(complaints, known);
        orders
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        orders::read::AHEAD.to_vec()
    }

    fn read_policy(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Policy> {
        let known = complaints.0.len();
        let policy = self.words().policy(reader, complaints);
        orders::words::complete(complaints, known);
        policy
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        check::check(self, at, filing)
    }

    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value {
        form::form(self, at)
    }

    fn ahead(&self, view: &State, prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
        match kept {
            Orders::Plans(plans) if prompt.question == Question::Action => {
                orders::plans::due(self, view, &prompt.seat, plans)
            }
            _ => AheadAnswer::Wait,
        }
    }

    fn outdated(&self, prompt: &Prompt<Question>) -> bool {
        prompt.question == Question::Action
    }

    fn lapsed(&self, state: &State, _seat: &Seat, name: &str, _kept: &Orders) -> bool {
        name != "action" && matches!(state.stage, Stage::Action {} | Stage::Over {})
    }

    fn standing(
        &self,
        _: &State,
        _: &Prompt<Question>,
        _: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        // Policies are consulted inside the resolution: they choose a card only once the battle is known to come.
        StandingAnswer::Pass
    }

    fn fallback(&self, _: &State, _: &Prompt<Question>, _: Option<&Policy>) -> Orders {
        // An empty answer: the resolution passes with the lowest card, or goes by the policies.
        Orders::Answer(Box::default())
    }

    fn resolve(&self, table: &mut Table<'_, Self>, answers: &AnswersOf<Self>) {
        rules::turn::resolve(table, answers);
    }

    fn apply(state: &mut State, event: &Event) {
        events::apply::apply(state, event);
    }

    fn witness(_: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
        events::sight::witness(event, viewer)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> State {
        events::sight::view(state, viewer)
    }

    fn report_context(&self, view: &State) -> serde_json::Value {
        report_context::report_context(self, view)
    }

    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        picture::picture(self, view, chapters)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ended.as_ref().map(|ended| Outcome {
            winner: ended.winner.map(|side| side.word().to_owned()),
            reason: ended.by.word().to_owned(),
            rule: Cow::Owned(ended.rule.clone()),
        })
    }

    fn sound(&self, state: &State) -> Result<(), Unsound> {
        soundness::sound(self, state).map_err(Unsound)
    }

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        player::propose(self, at, style, rng)
    }

    fn case(&self, case: &Case<'_>) -> CaseResult {
        case::play(self, *case)
    }
}

impl Assistance for Punica {
    fn grammar(&self) -> Option<Grammar> {
        Some(self.words().grammar())
    }

    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../weights.yaml");

    fn weigh_by(&mut self, text: &str) {
        self.scale = player::Scale::read(text);
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        // Cards against cards, effects and losses are weighed by the built-in player already.
        if matches!(at.view.stage, Stage::Action {}) {
            engine::search::propose(self, at, rng)
        } else {
            self.propose(at, BotStyle::Sensible, rng)
        }
    }

    fn missed(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<bool> {
        let thinks = matches!(at.view.stage, Stage::Action {});
        thinks.then(|| engine::search::missed(self, at, rng)).flatten()
    }

    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        Some(engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        // In a battle cards lie sealed that nobody can draw again.
        let open = matches!(at.view.stage, Stage::Action {});
        open.then(|| engine::search::imagined(self, at, seed))
    }

    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(narrative::narrative(self, told))
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        narrative::remember(ledger, chapters);
    }

    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        explain::counsel(self, at, filing)
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        dry_run::dry_run(self, at, filing)
    }

    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<Foreseen<Self>> {
        by_hand::foresee(self, at, filing)
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        by_hand::offers(self, at, filing, picked)
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<serde_json::Value, Vec<Complaint>> {
        explain::imagine::answer(self, at, draft, question)
    }
}
