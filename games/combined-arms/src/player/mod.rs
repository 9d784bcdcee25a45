//! Built-in players. Everything they know is the view; everything they give is a filing like a person's.
//!
//! `aimless` plays lawfully and without a plan, `plain` is the
//! sensible player. Each answers one prompt; this file puts a filing together. The sensible player thinks in small
//! figures: `sketch` and `fight` play a position, `reach` counts what a side can bring to bear, `plan` makes turns,
//! `guard` shelters the General, `judge` says what a position is worth. `strong` is what the search asks for.

mod aimless;
mod cells;
mod fight;
mod guard;
mod judge;
mod plain;
mod plan;
mod reach;
mod sketch;
mod strong;

pub(super) use judge::Scale;

use super::names::Side;
use super::orders::{Camp, Item, MoveItem, Orders};
use super::rules::movement::{self, Line};
use super::state::State;
use super::{CombinedArms, Question, check};
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, BotStyle, Effort, Imagine, Rng, Search, Seat, Tempo};

impl BuiltInPlayer for CombinedArms {
    const PLAYER: u32 = 3;
    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../../weights.yaml");

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        let mut filing = ParsedOrdersOf::<CombinedArms>::default();
        let side = Side::of(at.seat).expect("the charter has exactly one seat for each side");
        let me = Player { rules: self, state: at.view, side };
        for prompt in at.prompts {
            let orders = match style {
                BotStyle::Random => aimless::answer(&me, prompt.question, rng),
                BotStyle::Sensible => plain::answer(&me, prompt.question, rng),
            };
            if prompt.question == Question::Move && at.view.options.tempo == Tempo::Brisk {
                let attacks = match style {
                    BotStyle::Random => {
                        aimless::attacks(&Player { state: &me.after(&orders), ..me }, rng)
                    }
                    BotStyle::Sensible => Some(plain::attacks()),
                };
                filing.ahead = attacks.map(|attacks| [("attack".to_owned(), attacks)].into());
            }
            filing.orders.insert(prompt.name.clone(), orders);
        }
        filing
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        // A phase that is halted in its middle goes on only in the game itself.
        if at.view.asked.is_some() {
            return self.propose(at, BotStyle::Sensible, rng);
        }
        engine::search::propose(self, at, rng)
    }

    fn weigh_by(&mut self, text: &str) {
        self.scale = Scale::read(text);
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
}

impl Imagine for CombinedArms {
    fn imagine(&self, at: &AtSeat<'_, Self>, _: &mut Rng) -> State {
        at.view.clone()
    }

    fn figures(&self, state: &State, seat: &Seat) -> Vec<(&'static str, i64)> {
        let side = Side::of(seat).expect("the charter has exactly one seat for each side");
        strong::figures(self, state, side)
    }
}

impl Search for CombinedArms {
    const EFFORT: Effort =
        Effort { positions: 240, turns: 2, records: 8, proposals: 3, samples: 2 };

    fn decisive(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<ParsedOrdersOf<Self>> {
        strong::decisive(self, at, rng)
    }

    fn candidates(&self, at: &AtSeat<'_, Self>, _: &mut Rng) -> Vec<ParsedOrdersOf<Self>> {
        strong::candidates(self, at)
    }

    fn vary(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        rng: &mut Rng,
    ) -> Option<ParsedOrdersOf<Self>> {
        strong::vary(self, at, filing, rng)
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        let side = Side::of(seat).expect("the charter has exactly one seat for each side");
        strong::worth(self, state, side)
    }
}

#[derive(Clone, Copy)]
struct Player<'a> {
    rules: &'a CombinedArms,
    state: &'a State,
    side: Side,
}

impl Player<'_> {
    /// The position after a list of moves, as far as it can be foreseen.
    fn after(&self, orders: &Orders) -> State {
        check::run(self.rules, self.state, |table| {
            super::rules::turn::moves(table, self.side, Some(orders));
        })
        .0
    }

    fn after_one(&self, state: &State, item: &MoveItem) -> State {
        let line = Line { side: self.side, number: 1, unit: item.unit };
        check::run(self.rules, state, |table| {
            movement::carry_out(table, line, item, &mut Vec::new());
        })
        .0
    }
}

fn list(items: Vec<MoveItem>) -> Orders {
    Orders::List(items.into_iter().map(Item::Move).collect())
}

/// An army and a layout by name, at random among the ready ones.
fn ready(me: &Player<'_>, with_army: bool, rng: &mut Rng) -> Camp {
    let scenario = me.rules.scenario(me.state);
    let army = rng.pick(scenario.armies_of(me.side)).copied().filter(|_| with_army);
    let layout = rng.pick(scenario.layouts_of(me.side)).copied();
    Camp { army: army.map(super::orders::ArmyChoice::Ready), layout, ..Camp::default() }
}
