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
use engine::kit::Hex;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, BotStyle, Rng};
use std::collections::BTreeMap;

pub(super) use reach::reach;
pub(super) use scale::{Scale, scale_of};

/// Orders of a built-in player.
pub(super) fn propose(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    style: BotStyle,
    rng: &mut Rng,
) -> ParsedOrdersOf<DeBelloPunico> {
    file(rules, at, style, &scale::FAIR, rng)
}

/// Orders of the strong player: the sensible one by weights of its side, which looks ahead before it moves.
pub(super) fn well_weighed(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    rng: &mut Rng,
) -> ParsedOrdersOf<DeBelloPunico> {
    let side = Side::of(at.seat).expect("a seat of this title has a side");
    file(rules, at, BotStyle::Sensible, &rules.scales[side], rng)
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

/// A player at work on one position.
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

/// Hexes between the hex of an index and another.
fn apart(survey: &survey::Survey<'_>, from: usize, to: Hex) -> u8 {
    survey.grid().distance(survey.lattice.hexes[from], to)
}
