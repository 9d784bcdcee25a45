//! The Battle of the Metaurus: a hex battle of secret order chits, compulsory attacks and Engaged lines.
//!
//! The sequence of play is `rules::sequence`; each file below `rules` holds one chapter of the rulebook.

mod by_hand;
mod case;
mod check;
mod codes;
mod data;
mod dry_run;
mod events;
mod explain;
mod field;
mod form;
mod grammar;
mod names;
mod narrative;
mod odds;
mod opening;
mod orders;
mod picture;
mod player;
mod policy;
mod report_context;
mod rules;
mod soundness;
mod state;
#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests read the recorded games and the data")]
mod tests;

use data::Printed;
use engine::Table;
use engine::prelude::*;
use events::Event;
use names::{Go, Side};
use orders::{Changes, Choice, Orders, Reading, SetUpOrders, TurnOrders};
use policy::Policy;
use rules::{question, sequence};
use state::{Stage, State};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<Metaurus>::new();
/// What takes up hands of this title, for order sheets.
pub static SHEET: &dyn SheetTitle = &TitleOf::<Metaurus>::new();

/// The laws, with everything printed.
pub struct Metaurus {
    printed: Printed,
    /// What the strong player of each side weighs by.
    scales: [player::Scale; 2],
}

impl Metaurus {
    fn reading(&self) -> Reading<'_> {
        Reading { printed: &self.printed }
    }
}

impl Rules for Metaurus {
    type State = State;
    type View = State;
    type Question = ();
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "metaurus";
    const CODES: &'static [CodeEntry] = codes::Code::TABLE;
    const REVISION: u32 = 1;
    const PLAYER: u32 = 2;
    const OPEN: bool = false;

    fn load(data: &Data, _: Revision) -> Result<Self, Vec<DataFault>> {
        let scales = Side::BOTH.map(|side| player::scale_of(side, Self::WEIGHTS));
        Printed::load(data).map(|printed| Self { printed, scales })
    }

    fn prospectus(&self) -> Prospectus {
        opening::prospectus(&self.printed)
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        opening::open(&self.printed, setup)
    }

    fn phase(&self, state: &State) -> Phase {
        let seat = match state.stage {
            Stage::SetUp { side } | Stage::Choice { side } | Stage::Turn { side } => {
                Some(side.seat())
            }
            Stage::Initiative | Stage::Orders | Stage::End => None,
        };
        let asked = state.asked.as_ref().map(|asked| asked.side.seat());
        let seat = asked.or(seat);
        Phase { name: Cow::Borrowed(sequence::name(state)), turn: state.turn, seat }
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<()>> {
        let name = sequence::name(state).to_owned();
        let prompt = |side: Side| Prompt::new(side.seat(), name.clone(), ());
        match state.stage {
            _ if state.over.is_some() => Vec::new(),
            Stage::Turn { .. } if let Some(asked) = &state.asked => vec![prompt(asked.side)],
            Stage::Orders => Side::BOTH.into_iter().map(prompt).collect(),
            Stage::SetUp { side } | Stage::Choice { side } | Stage::Turn { side } => {
                vec![prompt(side)]
            }
            Stage::Initiative | Stage::End => Vec::new(),
        }
    }

    fn read_orders(
        &self,
        name: &str,
        _place: Place,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Orders> {
        self.reading().orders(name, reader, complaints)
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        vec!["orders", "turn"]
    }

    fn read_policy(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Policy> {
        self.reading().policy(reader, complaints)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        check::check(self, at, filing)
    }

    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value {
        form::form(self, at)
    }

    fn standing(
        &self,
        view: &State,
        prompt: &Prompt<()>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        if let Some(query) = Side::of(&prompt.seat).and_then(|side| view.question(side)) {
            return if question::settled(&self.printed, query, policy) {
                StandingAnswer::Answer(question::by_policy(self, view, query, policy))
            } else {
                StandingAnswer::Pass
            };
        }
        if prompt.name != "initiative" {
            return StandingAnswer::Pass;
        }
        let choice =
            policy.and_then(|policy| policy.initiative).and_then(policy::Initiative::choice);
        let brisk = (view.options.tempo == Tempo::Brisk).then_some(Go::First);
        choice.or(brisk).map_or(StandingAnswer::Pass, |go| {
            StandingAnswer::Answer(Orders::Choice(Choice { go }))
        })
    }

    fn fallback(&self, view: &State, prompt: &Prompt<()>, policy: Option<&Policy>) -> Orders {
        if let Some(query) = Side::of(&prompt.seat).and_then(|side| view.question(side)) {
            return question::by_policy(self, view, query, policy);
        }
        match prompt.name.as_str() {
            "setup-carthage" | "setup-rome" => Orders::SetUp(SetUpOrders::default()),
            "initiative" => Orders::Choice(Choice { go: Go::First }),
            "orders" => Orders::Changes(Changes { change: BTreeMap::new(), agree: None }),
            _ => Orders::Turn(TurnOrders { activations: Vec::new(), finish: true }),
        }
    }

    fn resolve(&self, table: &mut Table<'_, Self>, answers: &AnswersOf<Self>) {
        let name = sequence::name(table.state());
        sequence::play(table, |seat| answers.of(seat, name).cloned());
    }

    fn apply(state: &mut State, event: &Event) {
        events::apply(state, event);
    }

    fn witness(_state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
        events::witness(event, viewer)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> State {
        events::view(self, state, viewer)
    }

    fn report_context(&self, view: &State) -> serde_json::Value {
        report_context::report_context(self, view)
    }

    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        picture::picture(self, view, chapters)
    }

    fn weight(&self, event: &Event) -> u32 {
        picture::weight(event)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.over?;
        let rule = Cow::Borrowed(ending.how.rule());
        Some(Outcome {
            winner: Some(ending.winner.word().to_owned()),
            reason: ending.how.word().to_owned(),
            rule,
        })
    }

    fn midway(&self, state: &State) -> bool {
        state.asked.is_some()
    }

    fn sound(&self, state: &State) -> Result<(), Unsound> {
        soundness::sound(&self.printed, state).map_err(Unsound)
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

impl Assistance for Metaurus {
    fn grammar(&self) -> Option<Grammar> {
        Some(self.reading().grammar())
    }

    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../weights.yaml");

    fn weigh_by(&mut self, text: &str) {
        self.scales = Side::BOTH.map(|side| player::scale_of(side, text));
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        player::well_weighed(self, at, rng)
    }

    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        // An activation that waits for an answer goes on only in the game itself.
        let waits = at.view.asked.is_some();
        (!waits).then(|| engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        at.view.asked.is_none().then(|| engine::search::imagined(self, at, seed))
    }

    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(narrative::narrative(self, told))
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        narrative::remember(ledger, chapters);
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
