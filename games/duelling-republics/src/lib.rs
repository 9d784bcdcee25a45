//! Duelling Republics: a campaign of the Second Punic War for four to eight players.
//!
//! The sequence of play is in `rules::sequence`; the chapters of the rules are in `rules`, the line battle in `battle`.

mod asked;
mod battle;
mod by_hand;
mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod elements;
mod events;
mod explain;
mod forecast;
mod form;
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
use data::chart::Chart;
use engine::prelude::*;
use events::Event;
use events::sight::View;
use names::Season;
use orders::Orders;
use policy::Policy;
use prompts::Question;
use rules::Field;
use state::{BattleStage, Ending, Stage, State};
use std::borrow::Cow;

/// A table at which this title is played.
pub type Table<'a> = engine::Table<'a, DuellingRepublics>;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<DuellingRepublics>::new();
/// What takes up hands of this title, for order sheets.
pub static SHEET: &dyn SheetTitle = &TitleOf::<DuellingRepublics>::new();

/// The title, with its data read.
pub struct DuellingRepublics {
    /// Map, lists, numbers, options.
    pub chart: Chart,
    /// What the strong player weighs positions by.
    scale: player::Scale,
}

impl DuellingRepublics {
    /// Data and state as a viewer knows them.
    fn field<'a>(&'a self, view: &'a View) -> Field<'a> {
        Field::new(&self.chart, &view.state)
    }
}

impl Rules for DuellingRepublics {
    type State = State;
    type View = View;
    type Question = Question;
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "duelling-republics";
    const REVISION: u32 = 1;
    const PLAYER: u32 = 3;
    const CODES: &'static [CodeEntry] = Code::TABLE;
    const OPEN: bool = false;

    fn load(data: &Data, _: Revision) -> Result<Self, Vec<DataFault>> {
        let scale = player::Scale::read(Self::WEIGHTS);
        Ok(Self { chart: data::load(data)?, scale })
    }

    fn prospectus(&self) -> Prospectus {
        opening::prospectus(self)
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        opening::open(self, setup)
    }

    fn phase(&self, state: &State) -> Phase {
        let brisk = state.options.tempo == Tempo::Brisk;
        let asked = state.asked.as_ref();
        let name = match state.stage {
            _ if let Some(asked) = asked => asked.query.name(),
            Stage::Control => "ready",
            Stage::Setup => "setup",
            Stage::Resources => "resources",
            Stage::Allocate { .. } => "allocate",
            Stage::Commands => "commands",
            Stage::Begin => "begin",
            Stage::Move { .. } if brisk => state.season.word(),
            Stage::Move { .. } => "move",
            Stage::Answer { .. } => "answer",
            Stage::Battle => battle_phase(state),
            Stage::Close => "close",
            Stage::Over => "over",
        };
        let seat = match state.stage {
            _ if asked.is_some() => asked.map(|asked| asked.seat.clone()),
            Stage::Move { slot } if !brisk => {
                state.mover(slot).and_then(|id| state.army(id)?.seat.clone())
            }
            Stage::Answer { .. } => {
                state.entry.as_ref().and_then(|entry| state.army(entry.target)?.seat.clone())
            }
            _ => None,
        };
        let season = Season::ALL.iter().take_while(|season| **season != state.season).count();
        let turn = u32::from(state.year.saturating_sub(1)) * 4
            + u32::try_from(season).expect("four seasons")
            + 1;
        Phase { name: Cow::Borrowed(name), turn: if state.year == 0 { 0 } else { turn }, seat }
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<Question>> {
        prompts::prompts(&Field::new(&self.chart, state))
    }

    fn read_orders(
        &self,
        name: &str,
        place: Place,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Orders> {
        orders::read::orders((name, place), reader, complaints)
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        let mut names = vec!["setup", "resources", "allocate", "commands"];
        names.extend(Season::WORDS);
        names.extend(["answer", "plan", "minor-war"]);
        names
    }

    fn read_policy(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Policy> {
        policy::read::policy(reader, complaints)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        check::check(&self.field(at.view), at, filing)
    }

    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value {
        form::form(&self.field(at.view), at)
    }

    fn ahead(&self, _: &View, prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
        check::ahead::kept(prompt, kept)
    }

    fn standing(
        &self,
        view: &View,
        prompt: &Prompt<Question>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        match &prompt.question {
            Question::Plan { .. } if view.state.options.plans_ahead => {
                StandingAnswer::Answer(Orders::Battles(Vec::new()))
            }
            // Whoever stood by an order of this kind was not asked: it has been filed since.
            Question::Asked { query } => {
                let own = policy.and_then(|policy| policy.army(query.army()));
                let says = rules::question::by_policy(&self.field(view), query, own);
                says.map_or(StandingAnswer::Pass, |says| {
                    StandingAnswer::Answer(Orders::Told(Box::new(says.into())))
                })
            }
            _ => StandingAnswer::Pass,
        }
    }

    fn fallback(&self, _: &View, _: &Prompt<Question>, _: Option<&Policy>) -> Orders {
        Orders::default()
    }

    fn taken_over(&self, state: &State, seat: &Seat) -> Vec<(&'static str, Event)> {
        rules::absence::taken_over(state, seat)
    }

    fn resolve(&self, table: &mut Table<'_>, answers: &AnswersOf<Self>) {
        rules::sequence::resolve(table, answers);
    }

    fn apply(state: &mut State, event: &Event) {
        events::apply::apply(state, event);
    }

    fn witness(state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
        events::sight::witness(state, event, viewer)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> View {
        events::sight::view(state, viewer)
    }

    fn report_context(&self, view: &View) -> serde_json::Value {
        report_context::report_context(&self.field(view), view)
    }

    fn picture(&self, view: &View, chapters: &[Chapter<Event>]) -> Map {
        picture::picture(&self.field(view), view, chapters)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let finish = state.result.as_ref()?;
        let rule = match finish.how {
            Ending::Capital => "X1",
            Ending::Time | Ending::Agreement => "X2",
            Ending::Resigned => "Z5",
        };
        // An end ranks all players; what was bent may rank nobody, and has no winner.
        let first = finish.ranking.first().map(Vec::as_slice).unwrap_or_default();
        let side = |seat: &Seat| state.player(seat).map(|player| player.side);
        let winner = first
            .first()
            .and_then(side)
            .filter(|won| first.iter().all(|seat| side(seat) == Some(*won)));
        let winner = winner.map(|side| side.word().to_owned());
        Some(Outcome { winner, reason: finish.how.word().to_owned(), rule: Cow::Borrowed(rule) })
    }

    fn midway(&self, state: &State) -> bool {
        state.asked.is_some()
    }

    fn sound(&self, state: &State) -> Result<(), Unsound> {
        soundness::sound(self, state)
    }

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        player::propose(&self.field(at.view), at, style, rng)
    }

    fn case(&self, case: &Case<'_>) -> CaseResult {
        case::case(self, *case)
    }
}

impl Assistance for DuellingRepublics {
    fn grammar(&self) -> Option<Grammar> {
        Some(orders::grammar::grammar(&self.chart))
    }

    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../weights.yaml");

    fn weigh_by(&mut self, text: &str) {
        self.scale = player::Scale::read(text);
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        if player::thinks(at) {
            engine::search::propose(self, at, rng)
        } else {
            self.propose(at, BotStyle::Sensible, rng)
        }
    }

    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        // Armies can be drawn; what lies half resolved, a battle above all, cannot.
        player::thinks(at).then(|| engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        player::thinks(at).then(|| engine::search::imagined(self, at, seed))
    }

    fn placing(&self, state: &State) -> Vec<Vec<Seat>> {
        state.result.as_ref().map(|finish| finish.ranking.clone()).unwrap_or_default()
    }

    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(narrative::narrative(self, told))
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        narrative::remember(ledger, chapters);
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
        explain::answer(self, at, draft, question)
    }

    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<Foreseen<Self>> {
        by_hand::foresee(self, at, filing)
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        dry_run::dry_run(&self.field(at.view), at, filing)
    }
}

/// What is awaited while battles are not over.
fn battle_phase(state: &State) -> &'static str {
    let any = |stage| state.battles.iter().any(|battle| battle.stage == stage);
    let reports = state.battles.iter().any(rules::battles::reports_due);
    match (any(BattleStage::Ruling), reports) {
        (_, true) => "report",
        (true, false) => "ruling",
        (false, false) => "plan",
    }
}
