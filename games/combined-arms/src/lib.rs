//! Combined Arms (Punic Wars): two armies of cohorts, no dice; many weak attacks on one square.
//!
//! This file is the sequence of play; the chapters of the rules are in `rules`.

mod by_hand;
mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod events;
mod explain;
mod forecast;
mod form;
mod grammar;
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

use codes::Code;
use data::chart::{Chart, Scenario};
use engine::kit::Pair;
use engine::prelude::*;
use events::Event;
use names::{Side, Stage};
use orders::camp::{self, CampOf, camp};
use orders::read::{ListOf, fall_back, list};
use orders::{Camp, Orders, Policy};
use prompts::Question;
use rules::{muster, setup, turn, victory};
use state::State;
use std::borrow::Cow;

/// A table at which this title is played.
type Table<'a> = engine::Table<'a, CombinedArms>;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<CombinedArms>::new();
/// What takes up hands of this title, for order sheets.
pub static SHEET: &dyn SheetTitle = &TitleOf::<CombinedArms>::new();

/// The title, with its data read.
pub struct CombinedArms {
    /// Types, armies, layouts, boards, scenarios, options.
    chart: Chart,
    seats: Pair<Seat>,
    /// What the strong player weighs positions by.
    scale: player::Scale,
}

impl CombinedArms {
    /// A side's seat.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side]
    }

    /// The scenario that a game was made from.
    ///
    /// # Panics
    /// If there is none of this name, which `sound` asserts.
    pub fn scenario(&self, state: &State) -> &Scenario {
        self.chart.scenario(state.options.scenario).expect("a state holds only a known scenario")
    }
}

impl Rules for CombinedArms {
    type State = State;
    type View = State;
    type Question = Question;
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "combined-arms";
    const REVISION: u32 = 1;
    const CODES: &'static [CodeEntry] = Code::TABLE;
    const OPEN: bool = true;
    const PLAYER: u32 = 3;

    fn load(data: &Data, _: Revision) -> Result<Self, Vec<DataFault>> {
        let scale = player::Scale::read(Self::WEIGHTS);
        let seats = Pair::from_fn(Side::seat);
        Ok(Self { chart: data::load(data)?, seats, scale })
    }

    fn resolve(&self, table: &mut Table<'_>, answers: &AnswersOf<Self>) {
        for side in Side::BOTH {
            let mut own = answers.0.iter().filter(|answer| answer.prompt.seat == *self.seat(side));
            if own.any(|answer| answer.source == Source::Fresh) {
                victory::lapse_offer(table, side);
            }
        }
        let stage = table.state().stage;
        let of = |side| answers.of(self.seat(side), stage.word());
        let camps = || Side::BOTH.map(|side| (side, camp_of(of(side))));
        match (stage, table.state().active) {
            (Stage::Muster, _) => {
                muster::show_both(table, &camps());
                setup::words(table, &camps());
                muster::begin_placing(table);
            }
            (Stage::Place, _) => {
                let due = setup::due(table.state());
                let (side, _) = due.expect("units are due as long as the phase lasts");
                let camp = camp_of(of(side));
                setup::words(table, &[(side, camp.clone())]);
                setup::place(table, &camp);
            }
            (Stage::Deploy, _) => {
                if table.state().first.is_none() {
                    muster::show_both(table, &camps());
                }
                setup::words(table, &camps());
                setup::deploy_both(table, &camps());
            }
            (Stage::Move, Some(side)) => turn::moves(table, side, of(side)),
            // Where nothing can be attacked nobody is asked, and a list given ahead speaks all the same: of a draw, or in vain.
            (Stage::Attack, Some(side)) => {
                let brisk = table.state().options.tempo == Tempo::Brisk;
                let ahead = table.ahead(self.seat(side), stage.word()).filter(|_| brisk);
                turn::attacks(table, side, of(side).or(ahead));
            }
            (Stage::Move | Stage::Attack | Stage::Over, _) => {}
        }
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<Question>> {
        prompts::prompts(self, state)
    }

    fn phase(&self, state: &State) -> Phase {
        prompts::phase(self, state)
    }

    fn read_orders(
        &self,
        name: &str,
        _: Place,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Orders> {
        match name {
            "muster" => camp(reader, CampOf::Muster, complaints),
            "deploy" => camp(reader, CampOf::Deploy, complaints),
            "place" => camp(reader, CampOf::Place, complaints),
            prompts::RETREAT => fall_back(reader, complaints),
            "attack" => list(reader, ListOf::Attacks, complaints),
            _ => list(reader, ListOf::Moves, complaints),
        }
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        vec![Stage::Attack.word(), Stage::Place.word()]
    }

    fn read_policy(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Policy> {
        camp::policy(reader, complaints)
    }

    fn ahead(&self, view: &State, prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
        policy::ahead(view, prompt, kept)
    }

    fn lapsed(&self, state: &State, seat: &Seat, name: &str, _: &Orders) -> bool {
        let own = state.active.is_some_and(|side| self.seat(side) == seat);
        match name {
            "attack" => state.stage != Stage::Attack || !own,
            _ => !matches!(state.stage, Stage::Muster | Stage::Place),
        }
    }

    fn standing(
        &self,
        view: &State,
        prompt: &Prompt<Question>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        policy::standing(self, view, prompt, policy)
    }

    fn fallback(&self, _: &State, prompt: &Prompt<Question>, policy: Option<&Policy>) -> Orders {
        policy::fallback(self, prompt, policy)
    }

    fn apply(state: &mut State, event: &Event) {
        events::apply(state, event);
    }

    fn witness(state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
        events::witness(state, event, viewer)
    }

    fn view(&self, state: &State, _: &Viewer) -> State {
        state.clone()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.result.map(|result| Outcome {
            winner: result.winner.map(|side| side.word().to_owned()),
            reason: result.reason.word().to_owned(),
            rule: Cow::Borrowed(result.reason.rule()),
        })
    }

    fn midway(&self, state: &State) -> bool {
        state.asked.is_some()
    }

    fn sound(&self, state: &State) -> Result<(), Unsound> {
        soundness::sound(self, state)
    }

    fn prospectus(&self) -> Prospectus {
        opening::prospectus(self)
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        opening::open(self, setup)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        check::check(self, at, filing)
    }

    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value {
        form::form(self, at)
    }

    fn report_context(&self, view: &State) -> serde_json::Value {
        report_context::report_context(self, view)
    }

    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        picture::picture(self, view, chapters)
    }

    fn weight(&self, event: &Event) -> u32 {
        picture::weight(self, event)
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
        case::case(self, *case)
    }
}

impl Assistance for CombinedArms {
    fn grammar(&self) -> Option<Grammar> {
        Some(grammar::grammar())
    }

    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../weights.yaml");

    fn weigh_by(&mut self, text: &str) {
        self.scale = player::Scale::read(text);
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        // A phase that is halted in its middle goes on only in the game itself.
        if at.view.asked.is_some() {
            return self.propose(at, BotStyle::Sensible, rng);
        }
        engine::search::propose(self, at, rng)
    }

    fn missed(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<bool> {
        engine::search::missed(self, at, rng)
    }

    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        at.view.asked.is_none().then(|| engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        at.view.asked.is_none().then(|| engine::search::imagined(self, at, seed))
    }

    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(narrative::narrative(self, told))
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        narrative::remember(&self.chart, ledger, chapters);
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        dry_run::dry_run(self, at, filing)
    }

    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<(State, Vec<Chapter<Event>>)> {
        by_hand::foresee(self, at, filing)
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<serde_json::Value, Vec<Complaint>> {
        explain::answer(self, at, draft, question)
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        by_hand::offers(self, at, filing, picked)
    }
}

/// What an answer says about army and set-up; a list says nothing.
fn camp_of(orders: Option<&Orders>) -> Cow<'_, Camp> {
    match orders {
        Some(Orders::Camp(camp)) => Cow::Borrowed(camp),
        Some(Orders::List(_) | Orders::FallBack(_)) | None => Cow::Owned(Camp::default()),
    }
}
