//! The rules, one file per chapter.
#![deny(clippy::wildcard_enum_match_arm)]

pub(super) mod attack;
pub(super) mod combat;
pub(super) mod combat_points;
pub(super) mod crossing;
pub(super) mod destination;
pub(super) mod elephants;
pub(super) mod flight;
pub(super) mod fortuna;
pub(super) mod furious;
pub(super) mod initiative;
pub(super) mod leaders;
pub(super) mod movement;
pub(super) mod panic;
pub(super) mod points;
pub(super) mod pursuit;
pub(super) mod question;
pub(super) mod recovery;
pub(super) mod sequence;
pub(super) mod set_up;
pub(super) mod strategic;
pub(super) mod support;
pub(super) mod targets;
pub(super) mod terms;
pub(super) mod victory;
pub(super) mod volley;
pub(super) mod ways;
pub(super) mod withdrawal;

use super::DeBelloPunico;
use super::codes::Code;
use super::events::Note;
use super::field::Field;
use super::names::{Id, Side};
use crate::data::Printed;
use crate::events::{self, Event};
use crate::opening;
use crate::orders::Orders;
use crate::player;
use crate::policy::Policy;
use crate::soundness;
use crate::state::{Stage, State};
use engine::Table;
use engine::prelude::*;
use std::borrow::Cow;

pub(super) type GameTable<'a> = Table<'a, DeBelloPunico>;

pub(super) fn field<'b>(board: &'b GameTable<'_>) -> Field<'b> {
    Field::new(&board.rules().printed, board.state())
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
    const CODES: &'static [CodeEntry] = Code::TABLE;

    fn load(data: &Data, _: Revision) -> Result<Self, Vec<DataFault>> {
        let scales = player::weigh(Self::WEIGHTS);
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
}

/// The reason why an order is not carried out: the same code and rule as the checker's refusal.
pub(super) type Refusal = engine::Refusal<Code>;

/// Records the events that follow as carrying out, voiding or altering this part of a side's answer.
pub(super) fn by(board: &mut GameTable<'_>, side: Side, part: &str) {
    let order = board.order_of(&side.seat(), sequence::name(board.state().stage).word());
    board.by_order(order.map(|order| order.at(part)));
}

/// Records the events that follow as results of a side's standing order, or of the defaults if it has none.
pub(super) fn by_standing(board: &mut GameTable<'_>, side: Side, key: &str) {
    board.by_order(board.standing_order(&side.seat(), key));
}

/// Does what a side's standing order under `key` says; then the order that was being carried out goes on.
pub(super) fn as_standing(
    board: &mut GameTable<'_>,
    side: Side,
    key: &str,
    act: impl FnOnce(&mut GameTable<'_>),
) {
    let before = board.current_order().cloned();
    by_standing(board, side, key);
    act(board);
    board.by_order(before);
}

/// Notes that part of an order file comes to nothing. Events recorded afterwards still belong to that order, until
/// a rule names another.
pub(super) fn void(
    board: &mut GameTable<'_>,
    seat: Side,
    part: &str,
    unit: Option<Id>,
    no: Refusal,
) {
    by(board, seat, part);
    let event = Note::Void {
        seat,
        part: part.to_owned(),
        unit,
        code: no.code.code().to_owned(),
        reason: no.reason,
        fix: no.fix,
    }
    .into();
    board.void(no.rule, no.code, event);
}

/// A friend that is named and may not support.
pub(super) fn unsupported(why: String) -> Refusal {
    Refusal::new(Code::Support, "10.4", why).fix(
        "name only friendly units of the same type group in its rear hexes, with the same facing \
         and outside enemy ZdC",
    )
}
