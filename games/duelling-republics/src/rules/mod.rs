//! The rules, one file per chapter. Each opens with its rule numbers.
#![deny(clippy::wildcard_enum_match_arm)]

pub(crate) mod absence;
pub(crate) mod attrition;
pub(crate) mod battles;
pub(crate) mod call;
pub(crate) mod choices;
pub(crate) mod commands;
pub(crate) mod contact;
pub(crate) mod control;
pub(crate) mod end;
pub(crate) mod entered;
pub(crate) mod exchange;
pub(crate) mod gaul;
pub(crate) mod hands;
pub(crate) mod march;
pub(crate) mod minor;
pub(crate) mod political;
pub(crate) mod question;
pub(crate) mod reports;
pub(crate) mod retreat;
pub(crate) mod score;
pub(crate) mod season;
pub(crate) mod sequence;
pub(crate) mod siege;

use super::Table;
use super::codes::Code;
use super::data::chart::Chart;
use super::elements::{ArmyId, ElementId, Side};
use super::events::{Event, Players};
use super::names::{City, Name};
use super::policy::{ArmyPolicy, Policy};
use super::state::State;
use crate::DuellingRepublics;
use crate::data;
use crate::events;
use crate::events::sight::View;
use crate::opening;
use crate::orders::Orders;
use crate::player;
use crate::prompts::{self, Question};
use crate::soundness;
use crate::state::Ending;
use engine::Seat;
use engine::prelude::*;
use std::borrow::Cow;

impl Rules for DuellingRepublics {
    type State = State;
    type View = View;
    type Question = Question;
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "duelling-republics";
    const REVISION: u32 = 1;
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
        prompts::phase(state)
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<Question>> {
        prompts::prompts(&Field::new(&self.chart, state))
    }

    fn taken_over(&self, state: &State, seat: &Seat) -> Vec<(&'static str, Event)> {
        absence::taken_over(state, seat)
    }

    fn resolve(&self, table: &mut Table<'_>, answers: &AnswersOf<Self>) {
        sequence::resolve(table, answers);
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
}

/// The reason why an order is not carried out: the same code and rule as the checker's refusal.
pub(crate) type Refusal = engine::Refusal<Code>;

/// The data and the state that rules read, or as much of the state as a seat may know.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub chart: &'a Chart,
    pub state: &'a State,
}

impl<'a> Field<'a> {
    pub(crate) const fn new(chart: &'a Chart, state: &'a State) -> Self {
        Self { chart, state }
    }

    pub(crate) fn core(&self, side: Side) -> &'a data::chart::Roll {
        self.chart.core(self.state.options.expanded, side)
    }

    /// Elements of a full core army of a side.
    pub(crate) fn full(&self, side: Side) -> usize {
        self.core(side).slots.0.len()
    }

    /// True if a province has an enemy-owned major city, seen from a side.
    pub(crate) fn enemy_major(&self, place: Name, side: Side) -> bool {
        self.chart.province(place).city == City::Major && self.state.owned(place, side.other())
    }

    /// True if an army of the enemy is in a province, besieged ones included.
    pub(crate) fn enemy_in(&self, place: Name, side: Side) -> bool {
        self.state.armies_of(side.other()).any(|(_, army)| army.at == place)
    }

    pub(crate) fn owns_in(&self, theater: Name, side: Side) -> bool {
        let of = |province: &&data::chart::Province| province.theater == Some(theater);
        self.chart.provinces.iter().filter(of).any(|province| self.state.owned(province.id, side))
    }
}

pub(crate) fn field<'a>(table: &'a Table<'_>) -> Field<'a> {
    Field::new(&table.rules().chart, table.state())
}

pub(crate) fn say(table: &mut Table<'_>, rule: &'static str, event: impl Into<Event>) {
    table.record(rule, event.into());
}

/// Records that an army's order comes to nothing, with the rule and the code.
pub(crate) fn void(table: &mut Table<'_>, id: ArmyId, order: impl Into<String>, no: Refusal) {
    let Some(seat) = table.state().army(id).and_then(|army| army.seat.clone()) else { return };
    let event = Players::Void { seat, army: Some(id), order: order.into(), why: no.reason };
    table.void(no.rule, no.code, event.into());
}

/// Attributes the events that follow to this part of a seat's answer to a prompt: carried out, voided or altered.
pub(crate) fn by(table: &mut Table<'_>, seat: &Seat, name: &str, part: &str) {
    let order = table.order_of(seat, name);
    table.by_order(order.map(|order| order.at(part)));
}

/// Attributes the events that follow to the standing orders of an army's C-in-C.
pub(crate) fn by_standing(table: &mut Table<'_>, id: ArmyId) {
    let seat = commander(table.state(), id).cloned();
    let order = seat.and_then(|seat| table.standing_order(&seat, id.word()));
    table.by_order(order);
}

pub(crate) fn commander(state: &State, id: ArmyId) -> Option<&Seat> {
    state.army(id)?.seat.as_ref()
}

/// The standing orders of an army's C-in-C for it; none if the seat is vacant, as they are then no longer in force.
pub(crate) fn policy<'a>(table: &Table<'a>, id: ArmyId) -> Option<&'a ArmyPolicy> {
    let seat = commander(table.state(), id)?.clone();
    let there = table.state().player(&seat).is_some_and(|player| !player.vacant);
    if there { table.policy(&seat).and_then(|policy: &Policy| policy.army(id)) } else { None }
}

/// One key of an army's standing orders, else of the default ones.
pub(crate) fn wish<T: Clone>(
    chart: &Chart,
    own: Option<&ArmyPolicy>,
    id: ArmyId,
    key: impl Fn(&ArmyPolicy) -> Option<T>,
) -> Option<T> {
    own.and_then(&key).or_else(|| chart.standing.army(id).and_then(&key))
}

/// The number of elements, in the type that events use.
pub(crate) fn count(elements: &[ElementId]) -> u16 {
    u16::try_from(elements.len()).expect("an army has few elements")
}
