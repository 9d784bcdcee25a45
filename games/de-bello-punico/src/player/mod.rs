//! Built-in players. Everything they know is the view; everything they give is a filing like a person's.
//!
//! `plain` is the player of plans, which moves by `march`, fights by `fights` and lays its chips by `chips`, all of it by the
//! weights of `scale`: the fair one by its own, the strong one by those of its side. Before that one moves, `strong` tries several
//! ways, each of which `foresight` follows some halves ahead. `aimless` plays lawfully and without a plan. `imagined` is what
//! forecasts ask for.

mod aimless;
mod book;
mod chips;
mod fights;
mod foresight;
mod imagined;
mod lead;
mod march;
mod plain;
mod reach;
mod scale;
mod strong;
mod survey;

use super::DeBelloPunico;
use super::check::with_board;
use super::names::{CommandBox, Side};
use super::rules::GameTable;
use super::state::{Stage, State};
use crate::names::Pair;
use engine::kit::Hex;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, BotStyle, Rng};
use std::collections::BTreeMap;

pub(super) use reach::reach;
pub(super) use scale::{Scale, scale_of};

pub(super) fn weigh(text: &str) -> Pair<Scale> {
    let of = |side| scale_of(side, text);
    Pair { rome: of(Side::Rome), carthage: of(Side::Carthage) }
}

impl BuiltInPlayer for DeBelloPunico {
    const PLAYER: u32 = 2;
    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../../weights.yaml");

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        file(self, at, style, &scale::FAIR, rng)
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        let side = Side::of(at.seat).expect("a seat of this title has a side");
        file(self, at, BotStyle::Sensible, &self.scales[side], rng)
    }

    fn weigh_by(&mut self, text: &str) {
        self.scales = weigh(text);
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
}

/// Orders of a player that weighs by a scale.
fn file(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    style: BotStyle,
    scale: &Scale,
    rng: &mut Rng,
) -> ParsedOrdersOf<DeBelloPunico> {
    let AtSeat { view, seat, prompts, .. } = *at;
    let mut filing = ParsedOrdersOf::<DeBelloPunico>::default();
    let Some(side) = Side::of(seat) else { return filing };
    let book = book::Book::new(scale.rout, scale.arms, scale.chief);
    let me = Player { rules, view, side, scale, book };
    for prompt in prompts {
        let query = view.question(side);
        let (orders, ahead) = match style {
            BotStyle::Random if let Some(query) = query => {
                (aimless::reply(&me, query, rng), BTreeMap::new())
            }
            BotStyle::Sensible if let Some(query) = query => {
                (plain::reply(&me, query), BTreeMap::new())
            }
            BotStyle::Random => (aimless::answer(&me, rng), BTreeMap::new()),
            BotStyle::Sensible => plain::answer(&me, rng),
        };
        filing.orders.insert(prompt.name.clone(), orders);
        filing.ahead = (!ahead.is_empty()).then_some(ahead);
    }
    let setting_up = matches!(view.stage, Stage::SetUp { .. });
    filing.standing = match style {
        BotStyle::Random if setting_up => Some(aimless::policy(&me, rng)),
        BotStyle::Sensible if setting_up => Some(plain::policy(&me)),
        _ => None,
    };
    filing
}

#[derive(Clone, Copy)]
struct Player<'a> {
    rules: &'a DeBelloPunico,
    view: &'a State,
    side: Side,
    scale: &'a Scale,
    book: book::Book,
}

impl Player<'_> {
    /// True if a box is open to the side in this battle.
    fn open(&self, place: CommandBox) -> bool {
        let closed = place == CommandBox::Elephants
            && self.rules.printed.battle(self.view.battle).no_elephants;
        self.rules.printed.boxes.note(place).sides.contains(&self.side) && !closed
    }

    /// True if flights are still to run in the movement impulse that is open.
    fn flights(&self) -> bool {
        !self.view.fled
    }
}

/// Runs something on a copy of the table.
fn scratch<T>(me: &Player<'_>, state: &mut State, work: impl FnOnce(&mut GameTable<'_>) -> T) -> T {
    with_board(me.rules, state, work)
}

/// The distance in hexes from the hex of an index to another.
fn apart(survey: &survey::Survey<'_>, from: usize, to: Hex) -> u8 {
    survey.grid().distance(survey.lattice.hexes[from], to)
}
