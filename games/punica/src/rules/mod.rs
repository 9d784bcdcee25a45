//! The rules, one file per chapter: `victory` (V, C), `movement` (M, K2, K3), `turn` (T, K, D, P, O), `battle` (B),
//! `choice` (which card a policy plays), `effect` (E), `retreat` (W).
#![deny(clippy::wildcard_enum_match_arm)]

pub(crate) mod aftermath;
pub(crate) mod battle;
pub(crate) mod choice;
pub(crate) mod effect;
pub(crate) mod movement;
pub(crate) mod retreat;
pub(crate) mod turn;
pub(crate) mod victory;

use crate::Punica;
use crate::codes::Code;
use crate::data;
use crate::events::{self, Event};
use crate::names::Side;
use crate::opening;
use crate::orders::Orders;
use crate::player;
use crate::policy::Policy;
use crate::prompts::{self, Question};
use crate::soundness;
use crate::state::{Stage, State};
use engine::prelude::*;
use engine::{OrderRef, Rules, Table};
use std::borrow::Cow;

pub(crate) type GameTable<'t, 'a> = &'t mut Table<'a, Punica>;

impl Rules for Punica {
    type State = State;
    type View = State;
    type Question = Question;
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "punica";
    const REVISION: u32 = 1;
    const CODES: &'static [CodeEntry] = Code::TABLE;
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

    fn resolve(&self, table: &mut Table<'_, Self>, answers: &AnswersOf<Self>) {
        turn::resolve(table, answers);
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
}

/// The reason why an order is not carried out: the same code and rule as the checker's refusal.
pub(crate) type Refusal = engine::Refusal<Code>;

/// The place in the file of a side's answer to the question that is open now.
pub(crate) fn answered(table: GameTable<'_, '_>, side: Side) -> Option<OrderRef> {
    let prompts = table.rules().prompts(table.state());
    let asked = prompts.iter().find(|prompt| prompt.seat == side.seat())?;
    table.order_of(&asked.seat, &asked.name)
}

/// The ways in which a resolution goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next step follows.
    On,
    /// Somebody must be asked.
    Wait,
    /// The game is over: nothing further is carried out.
    Over,
}
