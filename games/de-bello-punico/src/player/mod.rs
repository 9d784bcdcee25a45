//! Built-in players. Everything they know is the view; everything they give is a filing like a person's.
//!
//! `plain` is the sensible player, which moves by `march`, fights by `fights` and lays its chips by `chips`; `aimless` plays
//! lawfully and without a plan. `imagined` is what forecasts ask for.

mod aimless;
mod book;
mod chips;
mod fights;
mod imagined;
mod march;
mod plain;
mod reach;
mod survey;

use super::DeBelloPunico;
use super::check::with_board;
use super::names::{CommandBox, Side};
use super::orders::Orders;
use super::rules::GameTable;
use super::state::{Stage, State};
use engine::kit::Hex;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, BotStyle, Rng};
use std::collections::BTreeMap;

pub(super) use reach::reach;

/// Orders of a built-in player.
pub(super) fn propose(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    style: BotStyle,
    rng: &mut Rng,
) -> ParsedOrdersOf<DeBelloPunico> {
    let AtSeat { view, seat, prompts, .. } = *at;
    let mut filing = ParsedOrdersOf::<DeBelloPunico>::default();
    let Some(side) = Side::of(seat) else { return filing };
    let me = Player { rules, view, side, book: &book::BOOK };
    for prompt in prompts {
        let query = view.question(side);
        let (orders, ahead) = match style {
            BotStyle::Random if let Some(query) = query => {
                (aimless::reply(&me, query, rng), BTreeMap::new())
            }
            // Its standing orders know what to do.
            BotStyle::Sensible if query.is_some() => (Orders::default(), BTreeMap::new()),
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
struct Player<'a> {
    rules: &'a DeBelloPunico,
    view: &'a State,
    side: Side,
    book: &'static book::Book,
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
