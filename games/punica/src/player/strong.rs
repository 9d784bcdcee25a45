//! The search of the strong player: actions worth playing out, and the value of a position in the end.

use super::moves::{Plan, candidates};
use super::value::{WON, danger, outlook};
use super::{Punica, defence, filed};
use crate::data::chart::each;
use crate::names::Side;
use crate::policy::Policy;
use crate::state::{Stage, State};
use engine::rules::ParsedOrdersOf;
use engine::search::AtOnce;
use engine::{AtSeat, BotStyle, BuiltInPlayer, Effort, Imagine, Rng, Search, Seat};
use std::collections::BTreeMap;

/// The number of actions looked at: the best by the board alone.
const CLOSELY: usize = 28;
/// The number of actions played out: the best of these by their battles and dangers.
const KEPT: usize = 12;
/// A danger as grave as the loss of the game.
const RUIN: i32 = WON / 4;
/// The greatest weight of the gravest danger, in armies.
const GRAVEST: i32 = 20;

engine::weights! {
    /// The weights of a position's parts: `weights.yaml` says what each weight means.
    pub(crate) struct Scale {
        army,
        fleet,
        card,
        influence_one,
        influence_two,
        influence_three,
        home,
        press,
        alone,
        initiative,
    }
}

impl Imagine for Punica {
    fn imagine(&self, at: &AtSeat<'_, Self>, _: &mut Rng) -> State {
        // Nothing is hidden while an action is asked for: cards are sealed only once a battle is on, and the standing
        // orders of the enemy are supposed.
        at.view.clone()
    }

    fn suppose(&self, state: &State, own: &Seat) -> BTreeMap<Seat, Policy> {
        let enemy = Side::of(own).expect("a seat of this title has a side").other();
        BTreeMap::from([(enemy.seat(), defence(self, &self.board(state), enemy))])
    }

    fn figures(&self, state: &State, seat: &Seat) -> Vec<(&'static str, i64)> {
        counted(self, state, Side::of(seat).expect("a seat of this title has a side"))
    }
}

impl Search for Punica {
    const EFFORT: Effort =
        Effort { positions: 400, turns: 2, records: 40, proposals: 2, samples: 8 };

    fn decisive(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> Option<ParsedOrdersOf<Self>> {
        if !matches!(at.view.stage, Stage::Action {}) {
            return None;
        }
        let games = AtOnce::imagine(self, at, rng);
        let fair = self.propose(at, BotStyle::Sensible, rng);
        let mut tried = self.candidates(at, rng).into_iter().chain([fair]);
        tried.find(|filing| games.wins(filing))
    }

    fn candidates(&self, at: &AtSeat<'_, Self>, _: &mut Rng) -> Vec<ParsedOrdersOf<Self>> {
        let (Some(side), [prompt]) = (Side::of(at.seat), at.prompts) else { return Vec::new() };
        if !matches!(at.view.stage, Stage::Action {}) {
            return Vec::new();
        }
        let board = self.board(at.view);
        let plans = candidates(self, &board, side, at.view.options.escort, CLOSELY);
        let mut scored: Vec<(i32, Plan)> =
            plans.into_iter().map(|plan| (-outlook(self, &plan, side), plan)).collect();
        // The answers that are imagined make sense; what loses to one that makes none is out while anything else is there.
        let ruin = |plan: &Plan| danger(self, &plan.board, side) >= RUIN;
        if scored.iter().any(|(_, plan)| !ruin(plan)) {
            scored.retain(|(score, plan)| -score >= WON || !ruin(plan));
        }
        scored.sort_by_key(|(score, _)| *score);
        scored.truncate(KEPT);
        scored.iter().map(|(_, plan)| filed(self, at.view, side, prompt, Some(plan))).collect()
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        i64::from(weighed(self, state, Side::of(seat).expect("a seat of this title has a side")))
    }
}

/// The quantities that forecasts count on the board.
fn counted(rules: &Punica, state: &State, side: Side) -> Vec<(&'static str, i64)> {
    let (board, chart) = (rules.board(state), rules.chart());
    let strength = |side: Side| -> i64 {
        each(board.held[side.at()] & chart.regions)
            .map(|area| i64::from(board.strength(chart, rules.worth(), side, area)))
            .sum()
    };
    let fleets = |side: Side| i64::from(board.fleets(chart, side));
    let hand = |side: Side| i64::from(board.hands[side.at()].count_ones());
    let enemy = side.other();
    vec![
        ("own strength on land", strength(side)),
        ("enemy strength on land", strength(enemy)),
        ("own fleets", fleets(side)),
        ("enemy fleets", fleets(enemy)),
        ("own areas of influence overseas", i64::from(board.gains(chart, side))),
        ("enemy areas of influence overseas", i64::from(board.gains(chart, enemy))),
        ("own cards in hand", hand(side)),
        ("enemy cards in hand", hand(enemy)),
    ]
}

/// The value of a position to a side, in hundredths of an army.
fn weighed(rules: &Punica, state: &State, side: Side) -> i32 {
    let (board, chart, scale) = (rules.board(state), rules.chart(), &rules.scale);
    let of = |side: Side| {
        let (own, at) = (board.held[side.at()], side.at());
        let armies: i32 = each(own & chart.regions)
            .map(|area| board.strength(chart, rules.worth(), side, area))
            .sum();
        let fleets = i32::try_from(board.fleets(chart, side)).expect("there are few fleets");
        let hand: i32 = rules
            .deck(side)
            .0
            .iter()
            .enumerate()
            .filter(|(card, _)| board.hands[at] & (1 << card) != 0)
            .map(|(_, card)| card.strength)
            .sum();
        let gains = match board.gains(chart, side) {
            0 => 0,
            1 => scale.influence_one,
            2 => scale.influence_two,
            _ => scale.influence_three,
        };
        let home = (board.controlled(side) & chart.own(side)).count_ones();
        let capital = chart.capital[side.other().at()];
        let press: i32 = each(chart.beside[capital] & board.controlled(side))
            .map(|area| i32::from(board.units(side, area)))
            .sum();
        // A general without an army, before the enemy's next action.
        let alone = each(own & chart.regions)
            .filter(|area| board.hannibal_at(side, *area) && board.units(side, *area) == 1)
            .count();
        armies * scale.army - i32::try_from(alone).expect("one Hannibal") * scale.alone
            + fleets * scale.fleet
            + hand * scale.card
            + gains
            + i32::try_from(home).expect("there are few areas") * scale.home
            + press * scale.press
    };
    let (next, sign) = if state.active == side { (side.other(), 1) } else { (side, -1) };
    let peril = danger(rules, &board, next).min(GRAVEST * scale.army) * scale.initiative / 100;
    of(side) - of(side.other()) + sign * peril
}
