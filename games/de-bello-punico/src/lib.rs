//! De Bello Punico: four battles of the Second Punic War with facing, disorder and command points laid in secret.
//!
//! The sequence of play is `rules::sequence`; each file below `rules` holds one chapter of the rulebook.

mod asked;
mod by_hand;
mod case;
mod check;
mod codes;
mod counsel;
mod data;
mod dry_run;
mod events;
mod explain;
mod field;
mod form;
mod geometry;
mod names;
mod narrative;
mod odds;
mod opening;
mod orders;
mod picture;
mod player;
mod policy;
mod reading;
mod report_context;
mod rules;
mod soundness;
mod state;
#[cfg(test)]
mod tests;

use data::Printed;
use engine::Table;
use engine::prelude::*;
use events::Event;
use names::{Pair, PhaseName, Side};
use orders::{Orders, PlaceOrders, Says, Several};
use policy::Policy;
use reading::Reading;
use rules::{sequence, strategic, victory};
use state::{Stage, State};
use std::borrow::Cow;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<DeBelloPunico>::new();
/// What takes up hands of this title, for order sheets.
pub static SHEET: &dyn SheetTitle = &TitleOf::<DeBelloPunico>::new();

/// The laws, with everything printed.
pub struct DeBelloPunico {
    printed: Printed,
    /// What the strong player of each side weighs by.
    scales: Pair<player::Scale>,
}

impl DeBelloPunico {
    fn reading(&self) -> Reading<'_> {
        Reading { roster: &self.printed.roster, grid: self.printed.grid }
    }
}

/// The weights of both sides.
fn weigh(text: &str) -> Pair<player::Scale> {
    let of = |side| player::scale_of(side, text);
    Pair { rome: of(Side::Rome), carthage: of(Side::Carthage) }
}

impl Rules for DeBelloPunico {
    type State = State;
    type View = State;
    type Question = ();
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "de-bello-punico";
    const REVISION: u32 = 1;
    const OPEN: bool = false;
    const PLAYER: u32 = 2;
    const CODES: &'static [CodeEntry] = codes::Code::TABLE;

    fn load(data: &Data, _: Revision) -> Result<Self, Vec<DataFault>> {
        let scales = weigh(Self::WEIGHTS);
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
            Stage::SetUp { side } | Stage::Strategic { side } => side,
            Stage::Choice { side } | Stage::Impulse { mover: side, .. } => Some(side),
            Stage::Initiative | Stage::Interphase => None,
        };
        let side = state.asked.as_ref().map(|asked| asked.side).or(seat);
        let name = Cow::Borrowed(sequence::asks(state));
        Phase { name, turn: state.turn, seat: side.map(Side::seat) }
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<()>> {
        let name = sequence::asks(state);
        let prompt = |side: Side| Prompt::new(side.seat(), name, ());
        sequence::asked(&self.printed, state).into_iter().map(prompt).collect()
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
        vec!["strategic", "choice", "elephants", "movement", "volley", "combat", "recovery"]
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

    fn ahead(&self, view: &State, _prompt: &Prompt<()>, kept: &Orders) -> AheadAnswer<Orders> {
        // In full chips go one at a time: the first of them answers, the others stay for the next prompts.
        let chips = match (&view.stage, &kept.says) {
            (Stage::Strategic { side: Some(_) }, Says::Place(places)) => places.place.0.clone(),
            (Stage::Strategic { side: Some(_) }, Says::Chips(chips)) => strategic::in_turn(chips),
            _ => return AheadAnswer::Answer(kept.clone()),
        };
        let place = |chips: &[orders::NextChip]| Orders {
            says: Says::Place(PlaceOrders { place: Several(chips.to_vec()) }),
            resign: kept.resign,
            draw: kept.draw,
        };
        match &chips[..] {
            [] => AheadAnswer::Retire("no chips are named".to_owned()),
            [_] => AheadAnswer::Answer(place(&chips)),
            [one, rest @ ..] => AheadAnswer::Partly(place(&[*one]), place(rest)),
        }
    }

    fn outdated(&self, _prompt: &Prompt<()>) -> bool {
        true
    }

    fn lapsed(&self, state: &State, _seat: &Seat, name: &str, _kept: &Orders) -> bool {
        // A turn has just begun: no chip lies yet.
        let fresh = matches!(state.stage, Stage::Strategic { .. } | Stage::Initiative)
            && Side::BOTH.into_iter().all(|side| state.camps[side].chips.is_empty());
        fresh && state.turn > 1 && name != PhaseName::Strategic.word()
    }

    fn standing(
        &self,
        view: &State,
        prompt: &Prompt<()>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        if let Some(query) = Side::of(&prompt.seat).and_then(|side| view.question(side)) {
            let settled = policy.is_some_and(|policy| query.settled(policy));
            return if settled {
                StandingAnswer::Answer(sequence::silence())
            } else {
                StandingAnswer::Pass
            };
        }
        let name = PhaseName::parse(&prompt.name);
        let reacts = matches!(
            name,
            Some(
                PhaseName::Choice
                    | PhaseName::Elephants
                    | PhaseName::Volley
                    | PhaseName::Combat
                    | PhaseName::Recovery
            )
        );
        let waits =
            policy.and_then(|policy| policy.wait.as_ref()).or(self.printed.defaults.wait.as_ref());
        let waits = name.is_some_and(|name| waits.is_some_and(|waits| waits.contains(&name)));
        if view.tempo == Tempo::Brisk && reacts && !waits {
            StandingAnswer::Answer(sequence::silence())
        } else {
            StandingAnswer::Pass
        }
    }

    fn fallback(&self, _view: &State, _prompt: &Prompt<()>, _policy: Option<&Policy>) -> Orders {
        sequence::silence()
    }

    fn resolve(&self, table: &mut Table<'_, Self>, answers: &AnswersOf<Self>) {
        sequence::play(table, answers);
    }

    fn apply(state: &mut State, event: &Event) {
        events::apply(state, event);
    }

    fn witness(_state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
        events::witness(event, viewer)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> State {
        events::view(state, viewer)
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
        let rule = Cow::Borrowed(victory::rule(ending.how));
        Some(Outcome {
            winner: ending.winner.map(|side| side.word().to_owned()),
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

impl Assistance for DeBelloPunico {
    fn grammar(&self) -> Option<Grammar> {
        Some(self.reading().grammar())
    }

    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../weights.yaml");

    fn weigh_by(&mut self, text: &str) {
        self.scales = weigh(text);
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
        // Only once all chips lie can it be imagined where the false one does.
        // What waits for an answer goes on only in the game itself.
        let placed = matches!(at.view.stage, Stage::Impulse { .. }) && at.view.asked.is_none();
        placed.then(|| engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        let placed = matches!(at.view.stage, Stage::Impulse { .. }) && at.view.asked.is_none();
        placed.then(|| engine::search::imagined(self, at, seed))
    }

    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(narrative::narrative(self, told))
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        narrative::remember(ledger, chapters);
    }

    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        counsel::counsel(self, at, filing)
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        dry_run::facts(self, at, filing)
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
        explain::answer(self, at, draft, question)
    }
}
