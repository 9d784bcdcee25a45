//! Built-in players. Everything they know is the view; everything they give is a filing like a person's.
//!
//! `imagined` is what forecasts ask for. `aimless` plays lawfully and without a plan, `plain` is the sensible
//! player: `judge` weighs what it could do, `steps` says where its units go. Before the strong one orders anything, `strong` tries several
//! ways, and `raid` counts on the map of `lattice` what either army could do then.

mod aimless;
mod imagined;
mod judge;
mod lattice;
mod plain;
mod raid;
mod scale;
mod steps;
mod strong;

pub(super) use scale::{Scale, scale_of};

use super::Metaurus;
use super::field::Field;
use super::names::{Go, Id, Side};
use super::orders::{Choice, Orders};
use super::rules::question;
use super::state::{Stage, State};
use engine::kit::{Bearing, Hex};
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, BotStyle, Rng};

impl BuiltInPlayer for Metaurus {
    const PLAYER: u32 = 2;
    const STRONG: bool = true;
    const WEIGHTS: &'static str = include_str!("../../weights.yaml");

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        let side = Side::of(at.seat).expect("a seat of this title has a side");
        file(self, at, style, &scale::fair(side), rng)
    }

    fn strong(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> ParsedOrdersOf<Self> {
        let side = Side::of(at.seat).expect("a seat of this title has a side");
        file(self, at, BotStyle::Sensible, &self.scales[side.at()], rng)
    }

    fn weigh_by(&mut self, text: &str) {
        self.scales = Side::BOTH.map(|side| scale_of(side, text));
    }

    fn forecast(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        // An activation that waits for an answer goes on only in the game itself.
        let waits = at.view.asked.is_some();
        (!waits).then(|| engine::search::forecast(self, at, filing, games, seed))
    }

    fn imagined(&self, at: &AtSeat<'_, Self>, seed: u64) -> Option<GameStateOf<Self>> {
        at.view.asked.is_none().then(|| engine::search::imagined(self, at, seed))
    }
}

fn file(
    rules: &Metaurus,
    at: &AtSeat<'_, Metaurus>,
    style: BotStyle,
    scale: &Scale,
    rng: &mut Rng,
) -> ParsedOrdersOf<Metaurus> {
    let mut filing = ParsedOrdersOf::<Metaurus>::default();
    let AtSeat { view, seat, prompts, in_force: _ } = *at;
    let Some(side) = Side::of(seat) else { return filing };
    let me = Player { rules, view, side, scale };
    for prompt in prompts {
        let query = view.question(side);
        let orders = match style {
            BotStyle::Random if let Some(query) = query => aimless::says(query, rng),
            BotStyle::Sensible if let Some(query) = query => {
                let policy = plain::policy(&me);
                question::by_policy(rules, view, query, Some(&policy))
            }
            BotStyle::Random => aimless::answer(&me, rng),
            BotStyle::Sensible => plain::answer(&me, rng),
        };
        filing.orders.insert(prompt.name.clone(), orders);
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
    rules: &'a Metaurus,
    view: &'a State,
    side: Side,
    scale: &'a Scale,
}

impl<'a> Player<'a> {
    fn field(&self) -> Field<'a> {
        Field::new(&self.rules.printed, self.view)
    }

    /// Own Commands that may still act.
    fn ready(&self) -> Vec<Id> {
        let idle = |id: &Id| self.view.acted.contains(id) || self.view.inactive.contains(id);
        let left = |units: &[Id]| {
            units.iter().any(|unit| self.view.units.contains_key(unit) && !idle(unit))
        };
        let notes = self.rules.printed.roster.of(self.side);
        notes.filter(|note| !idle(&note.id) && left(&note.units)).map(|note| note.id).collect()
    }
}

fn choice(go: Go) -> Orders {
    Orders::Choice(Choice { go })
}

/// The distance to the nearest enemy, and where it stands.
fn nearest(field: &Field<'_>, side: Side, hex: Hex) -> Option<(u8, Hex)> {
    let grid = field.printed.ground.grid;
    field
        .army(side.other())
        .filter_map(|id| field.hex(id))
        .map(|enemy| (grid.distance(hex, enemy), enemy))
        .min()
}

/// The vertex that looks most towards a hex: the one whose two Frontal hexes are nearest to it; of equal ones the first
/// clockwise from north.
fn towards(field: &Field<'_>, from: Hex, to: Hex) -> Bearing {
    let grid = field.printed.ground.grid;
    let far = |facing: Bearing| -> u16 {
        let ahead = grid
            .sides()
            .into_iter()
            .filter(|side| grid.aspect(facing, *side) == Some(engine::kit::Aspect::Front));
        ahead
            .map(|side| grid.step(from, side).map_or(200, |hex| u16::from(grid.distance(hex, to))))
            .sum()
    };
    grid.vertices().into_iter().min_by_key(|facing| far(*facing)).unwrap_or(Bearing::N)
}
