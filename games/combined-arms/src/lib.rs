//! Combined Arms (Punic Wars): two armies of cohorts, no dice; many weak attacks on one square.
//!
//! This file is the sequence of play; the chapters of the rules are in [`rules`].

mod apply;
mod case;
pub mod chart;
mod check;
pub mod data;
pub mod events;
pub mod forecast;
mod form;
pub mod names;
mod open;
pub mod orders;
mod picture;
mod player;
mod policy;
mod report_context;
pub mod rules;
mod sound;
pub mod state;

use chart::{Chart, Scenario};
use engine::complaint::Complaint;
use engine::data::{DataFault, Prospectus};
use engine::map::Map;
use engine::rules::{AnswersOf, ParsedOrdersOf, Place, StandingAnswer};
use engine::title::{Title, TitleOf};
use engine::{
    AheadAnswer, Assistance, AtSeat, BotStyle, Case, CaseResult, Chapter, Complaints, Data,
    Outcome, Phase, Prompt, Reader, Revision, Rng, Rules, Seat, Setup, Sight, Source, Tempo,
    Unsound, Viewer,
};
use events::Event;
use names::{Side, Stage};
use orders::camp::{self, CampOf, camp};
use orders::read::{ListOf, list};
use orders::{Camp, Orders, Policy};
use rules::{Field, muster, setup, turn, victory};
use serde::{Deserialize, Serialize};
use state::State;
use std::borrow::Cow;

/// A table at which this title is played.
pub type Table<'a> = engine::Table<'a, CombinedArms>;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<CombinedArms>::new();

/// The title, with its data read.
pub struct CombinedArms {
    revision: Revision,
    /// Types, armies, layouts, boards, scenarios, options.
    pub chart: Chart,
    seats: [Seat; 2],
}

/// What a prompt asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// An army.
    Muster,
    /// So many units with their squares.
    Place {
        /// How many.
        due: u8,
    },
    /// All units with their squares.
    Deploy {
        /// And the army.
        army: bool,
    },
    /// Moves.
    Move,
    /// Attacks.
    Attack,
}

impl CombinedArms {
    /// A side's seat.
    pub const fn seat(&self, side: Side) -> &Seat {
        &self.seats[side as usize]
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
    const OPEN: bool = true;

    fn load(data: &Data, revision: Revision) -> Result<Self, Vec<DataFault>> {
        Ok(Self {
            revision,
            chart: data::load(data)?,
            seats: Side::BOTH.map(|side| Seat::new(side.word())),
        })
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
                let Some((side, _)) = setup::due(table.state()) else { return };
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
        let ask = |side: Side, question| Prompt {
            seat: self.seat(side).clone(),
            name: state.stage.word().to_owned(),
            question,
            optional: false,
        };
        match (state.stage, state.active) {
            (Stage::Muster, _) => Side::BOTH.map(|side| ask(side, Question::Muster)).to_vec(),
            (Stage::Deploy, _) => {
                let question = Question::Deploy { army: state.first.is_none() };
                Side::BOTH.map(|side| ask(side, question)).to_vec()
            }
            (Stage::Place, _) => setup::due(state)
                .map(|(side, due)| ask(side, Question::Place { due }))
                .into_iter()
                .collect(),
            (Stage::Move, Some(side)) => vec![ask(side, Question::Move)],
            (Stage::Attack, Some(side)) if Field::new(&self.chart, state).any_attack(side) => {
                vec![ask(side, Question::Attack)]
            }
            _ => Vec::new(),
        }
    }

    fn phase(&self, state: &State) -> Phase {
        let side = match state.stage {
            Stage::Move | Stage::Attack => state.active,
            Stage::Place => setup::due(state).map(|(side, _)| side),
            _ => None,
        };
        Phase {
            name: Cow::Borrowed(state.stage.word()),
            turn: state.turn,
            seat: side.map(|side| self.seat(side).clone()),
        }
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
        match prompt.question {
            Question::Attack if view.options.tempo == Tempo::Brisk => {
                AheadAnswer::Answer(kept.clone())
            }
            Question::Place { due } => policy::place_ahead(view, usize::from(due), kept),
            _ => AheadAnswer::Wait,
        }
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
        match prompt.question {
            Question::Attack if view.options.tempo == Tempo::Brisk => {
                StandingAnswer::Answer(self.attack_by_policy(policy))
            }
            _ => StandingAnswer::Pass,
        }
    }

    fn fallback(&self, _: &State, prompt: &Prompt<Question>, policy: Option<&Policy>) -> Orders {
        match prompt.question {
            Question::Muster | Question::Place { .. } | Question::Deploy { .. } => {
                Orders::Camp(Camp::default())
            }
            Question::Move => Orders::List(Vec::new()),
            Question::Attack => self.attack_by_policy(policy),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn witness(_: &State, _: &Event, _: &Viewer) -> Sight<Event> {
        Sight::Whole
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

    fn sound(&self, state: &State) -> Result<(), Unsound> {
        sound::sound(self, state)
    }

    fn prospectus(&self) -> Prospectus {
        open::prospectus(self)
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        open::open(self, setup)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        check::check(self, at.view, at.seat, at.prompts, filing)
    }

    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value {
        form::form(self, at.view, at.seat, at.prompts)
    }

    fn report_context(&self, view: &State) -> serde_json::Value {
        report_context::report_context(self, view)
    }

    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        picture::picture(self, view, chapters)
    }

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        player::propose(self, at.view, at.seat, at.prompts, style, rng)
    }

    fn case(&self, case: &Case<'_>) -> CaseResult {
        case::case(self, *case)
    }
}

impl Assistance for CombinedArms {}

/// What an answer says about army and set-up; a list says nothing.
fn camp_of(orders: Option<&Orders>) -> Cow<'_, Camp> {
    match orders {
        Some(Orders::Camp(camp)) => Cow::Borrowed(camp),
        _ => Cow::Owned(Camp::default()),
    }
}
