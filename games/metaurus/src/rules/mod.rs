//! The rules, one file per chapter.
#![deny(clippy::wildcard_enum_match_arm)]

pub(super) mod activation;
pub(super) mod advance;
pub(super) mod announcement;
pub(super) mod combat;
pub(super) mod elephants;
pub(super) mod facing;
pub(super) mod follow;
pub(super) mod gauls;
pub(super) mod losses;
pub(super) mod movement;
pub(super) mod question;
pub(super) mod reform;
pub(super) mod results;
pub(super) mod retreat;
pub(super) mod sequence;
pub(super) mod set_up;
pub(super) mod victory;
pub(super) mod ways;

use super::Metaurus;
use super::codes::Code;
use super::events::{Command, Event};
use super::field::Field;
use super::names::{Id, Side};
use crate::data::Printed;
use crate::events;
use crate::opening;
use crate::orders::Orders;
use crate::player;
use crate::policy::Policy;
use crate::soundness;
use crate::state::{Stage, State};
use engine::prelude::*;
use engine::{Secrecy, Table};
use std::borrow::Cow;

pub(super) type GameTable<'a> = Table<'a, Metaurus>;

pub(super) fn field<'b>(board: &'b GameTable<'_>) -> Field<'b> {
    Field::new(&board.rules().printed, board.state())
}

impl Rules for Metaurus {
    type State = State;
    type View = State;
    type Question = ();
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "metaurus";
    const CODES: &'static [CodeEntry] = Code::TABLE;
    const REVISION: u32 = 1;
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
}

/// The reason why an order is not carried out: the same code and rule as the checker's refusal.
pub(super) type Refusal = engine::Refusal<Code>;

/// Records that part of an order file comes to nothing. Later events still belong to that order, until its activation
/// says otherwise.
pub(super) fn void(
    board: &mut GameTable<'_>,
    seat: Side,
    part: &str,
    unit: Option<Id>,
    no: Refusal,
) {
    let order = board.order_of(&seat.seat(), sequence::name(board.state()));
    board.by_order(order.map(|order| order.at(part)));
    let event = Command::Void {
        seat,
        part: part.to_owned(),
        unit,
        code: no.code.code().to_owned(),
        reason: no.reason,
        fix: no.fix,
    };
    board.void(no.rule, no.code, event.into());
}

/// Throws one ten-sided die, 0 to 9: the face 10 is read as 0 (2.1).
pub(super) fn throw<E: Into<Event>>(
    board: &mut GameTable<'_>,
    rule: &'static str,
    label: &str,
    read: impl FnOnce(u8) -> E,
) {
    board.settle(rule, label, Secrecy::Open, 10, 1, |_, faces| read(die(faces, 0)).into());
}

/// The die at a place among the faces thrown.
pub(super) fn die(faces: &[u32], at: usize) -> u8 {
    u8::try_from(faces[at] % 10).expect("a digit")
}
