//! The rules, one file per chapter. Reading is done on a [`Field`]; acting on the engine's table.
#![deny(clippy::wildcard_enum_match_arm)]

pub(crate) mod at_will;
pub(crate) mod attack;
pub(crate) mod board;
pub(crate) mod facing;
pub(crate) mod guards;
pub(crate) mod movement;
pub(crate) mod muster;
pub(crate) mod retreat;
pub(crate) mod setup;
pub(crate) mod terrain;
pub(crate) mod turn;
pub(crate) mod values;
pub(crate) mod victory;

use super::Table;
use super::codes::Code;
use super::events::{Reason, Void};
use super::names::{Side, UnitId};
use super::state::{State, Unit};
use crate::CombinedArms;
use crate::data;
use crate::data::chart::{Chart, Kind};
use crate::events::{self, Event};
use crate::names::Stage;
use crate::opening;
use crate::orders::{Camp, Orders, Policy};
use crate::player;
use crate::prompts::{self, Question};
use crate::soundness;
use engine::kit::Pair;
use engine::prelude::*;
use std::borrow::Cow;

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

    fn load(data: &Data, _: Revision) -> Result<Self, Vec<DataFault>> {
        let scale = player::Scale::read(Self::WEIGHTS);
        let seats = Pair::from_fn(Side::seat);
        Ok(Self { chart: data::load(data)?, seats, scale })
    }

    fn prospectus(&self) -> Prospectus {
        opening::prospectus(self)
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        opening::open(self, setup)
    }

    fn phase(&self, state: &State) -> Phase {
        prompts::phase(self, state)
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<Question>> {
        prompts::prompts(self, state)
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
                let (side, _) = due.expect("units are due only during this phase");
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
            // If nothing can be attacked nobody is asked, but a list given ahead is still carried out: it may speak of
            // a draw.
            (Stage::Attack, Some(side)) => {
                let brisk = table.state().options.tempo == Tempo::Brisk;
                let ahead = table.ahead(self.seat(side), stage.word()).filter(|_| brisk);
                turn::attacks(table, side, of(side).or(ahead));
            }
            (Stage::Move | Stage::Attack | Stage::Over, _) => {}
        }
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
}

/// The part of an answer about army and set-up; a list has none.
pub(super) fn camp_of(orders: Option<&Orders>) -> Cow<'_, Camp> {
    match orders {
        Some(Orders::Camp(camp)) => Cow::Borrowed(camp),
        Some(Orders::List(_) | Orders::FallBack(_)) | None => Cow::Owned(Camp::default()),
    }
}

/// The reason why an order is not carried out: the same code and rule as the checker's refusal.
pub(crate) type Refusal = engine::Refusal<Code>;

/// Records what comes to nothing, under its code.
pub(crate) fn void(table: &mut Table<'_>, rule: &'static str, void: Void) {
    let code = code(table.state(), &void);
    table.void(rule, code, void.into());
}

/// The code of what comes to nothing: that of the refusal, if the check could have told it before.
fn code(state: &State, void: &Void) -> Code {
    match void.reason {
        Reason::Unreachable | Reason::AttackSquare => Code::Way,
        Reason::NoTarget => Code::Arc,
        Reason::OnagerMoved => Code::Onager,
        Reason::NoSkirmisher => Code::Skirmish,
        Reason::NoCharge => Code::Charge,
        Reason::NoUnit => Code::Unit,
        Reason::Misplaced => Code::Phase,
        Reason::NoOffer => Code::Draw,
        Reason::Army => Code::Army,
        Reason::Veterans => Code::Veteran,
        Reason::Terrain => Code::Terrain,
        Reason::Layout => Code::Layout,
        Reason::Square => {
            let mut squares = void.squares.iter();
            let obstacle = squares.find_map(|at| setup::obstacle(state, void.seat, *at));
            obstacle.expect("a square is refused only if something bars it").code()
        }
        Reason::NotDue => Code::Due,
    }
}

/// A position with the chart that gives its units their values: what the rules read.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub chart: &'a Chart,
    pub state: &'a State,
}

impl<'a> Field<'a> {
    pub(crate) const fn new(chart: &'a Chart, state: &'a State) -> Self {
        Self { chart, state }
    }

    pub(crate) fn kind(&self, unit: &Unit) -> &'a Kind {
        self.chart.kind(unit.kind)
    }

    /// The unit of this id, if it is on the board and one of the side's.
    pub(crate) fn own(&self, side: Side, id: UnitId) -> Option<&'a Unit> {
        self.state.unit(id).filter(|unit| unit.side == side)
    }

    /// The units of a side, in roster order.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = &'a Unit> + use<'a> {
        self.state.units.iter().filter(move |unit| unit.side == side)
    }

    pub(crate) fn general(&self, side: Side) -> Option<&'a Unit> {
        let id = self.chart.general(side).prefix;
        self.own(side, id)
    }
}
