//! The value of a position to a side. All numbers are hundredths of an army.

use super::cards::weigh;
use super::moves::Plan;
use crate::Punica;
use crate::board::Board;
use crate::data::chart::{Areas, bit, each};
use crate::explain::threat::{Threat, distances, threats_to};
use crate::names::{Side, Unit};
use crate::rules::retreat::Field;

pub(super) const WON: i32 = 100_000;
/// Worth of the enemy's areas of influence under control, by number.
const INFLUENCE: [i32; 6] = [0, 60, 170, 400, 400, 400];
const FLEET: i32 = 45;
/// Worth of each point of strength in hand.
const CARD: i32 = 4;

/// The value of a board without a look at what the enemy can do; contested areas count as they stand.
pub(super) fn quick(rules: &Punica, board: &Board, side: Side) -> i32 {
    let chart = rules.chart();
    match board.victory(chart, rules.worth(), side) {
        Some((Some(winner), ..)) => return if winner == side { WON } else { -WON },
        Some((None, ..)) => return 0,
        None => {}
    }
    let of = |side: Side| {
        let enemy = side.other();
        let armies: i32 = each(board.held[side.at()] & chart.regions)
            .map(|a| board.strength(chart, rules.worth(), side, a))
            .sum();
        let fleets = i32::try_from(board.fleets(chart, side)).expect("few fleets");
        let gains = INFLUENCE[board.gains(chart, side).min(5) as usize];
        // An attack under way: worth what the margin of units promises.
        let attacks: i32 = each(board.contested() & (chart.regions | chart.seas))
            .map(|area| {
                let margin = board.strength(chart, rules.worth(), side, area)
                    - board.strength(chart, rules.worth(), enemy, area);
                let prize = if area == chart.capital[enemy.at()] { 60 } else { 20 };
                prize + 12 * margin
            })
            .sum();
        let spread = i32::try_from((board.controlled(side) & chart.own(side)).count_ones())
            .expect("few areas");
        armies * 100
            + fleets * FLEET
            + gains
            + attacks / 2
            + spread * 6
            + hand(rules, board, side) * CARD
            + near(rules, board, side)
    };
    of(side) - of(side.other())
}

fn hand(rules: &Punica, board: &Board, side: Side) -> i32 {
    let cards = rules.deck(side).0.iter().enumerate();
    cards
        .filter(|(at, _)| board.hands[side.at()] & (1 << at) != 0)
        .map(|(_, card)| card.strength)
        .sum()
}

/// The value of armies that stand near the enemy's capital and threaten it.
fn near(rules: &Punica, board: &Board, side: Side) -> i32 {
    let chart = rules.chart();
    let goal = chart.capital[side.other().at()];
    each(chart.beside[goal] & board.controlled(side))
        .map(|area| 10 * i32::from(board.units(side, area)))
        .sum()
}

/// The value of an action: its battles weighed card against card, then what the enemy could do at once.
pub(super) fn outlook(rules: &Punica, plan: &Plan, side: Side) -> i32 {
    let settled = quick(rules, &plan.board, side);
    if settled.abs() >= WON {
        return settled;
    }
    if plan.fields.is_empty() {
        return settled - danger(rules, &plan.board, side);
    }
    let mut value = 0;
    let mut rest = plan.board;
    for field in &plan.fields {
        let (_, expected) = weigh(rules, &rest, field, side);
        value += expected - quick(rules, &rest, side);
        // The others are weighed as if this one had ended evenly: one unit of each side gone.
        thin(&mut rest, field, side);
    }
    settled + value - danger(rules, &plan.board, side)
}

/// Takes one unit of each side out of a battle.
fn thin(board: &mut Board, field: &Field, side: Side) {
    for side in [side, side.other()] {
        for unit in [Unit::Army, Unit::Hannibal] {
            if board.units(side, field.area) > 1 && board.has(side, unit, field.area) {
                board.take(side, unit, field.area);
                break;
            }
        }
    }
}

/// The possible cost of the enemy's next action.
pub(super) fn danger(rules: &Punica, board: &Board, side: Side) -> i32 {
    let (chart, enemy) = (rules.chart(), side.other());
    let capital = chart.capital[side.at()];
    let entries = threats_to(rules, board, enemy, capital);
    let mut cost = 0;
    if board.contested() & bit(capital) == 0 {
        cost += entries.iter().map(|threat| assault(rules, board, side, threat)).max().unwrap_or(0);
    }
    cost + grabs(rules, board, side)
}

/// The possible cost of one way in which the enemy could enter the capital.
fn assault(rules: &Punica, board: &Board, side: Side, threat: &Threat) -> i32 {
    let mine = board.strength(rules.chart(), rules.worth(), side, threat.area);
    if mine == 0 {
        return WON / 2;
    }
    let best = |side: Side, without| {
        rules
            .ranked(board, side)
            .iter()
            .filter(|(card, _)| Some(*card) != without)
            .map(|(_, s)| *s)
            .max()
            .unwrap_or(0)
    };
    let margin = threat.strength + best(side.other(), threat.card) - mine - best(side, None);
    match margin {
        ..=-2 => 0,
        -1 => 20,
        0 => 60,
        1 => 150,
        _ => 300,
    }
}

/// The possible gain of the enemy from walking into empty areas of influence.
fn grabs(rules: &Punica, board: &Board, side: Side) -> i32 {
    let (chart, enemy) = (rules.chart(), side.other());
    let gains = board.gains(chart, enemy);
    let open = chart.influence[side.at()] & !board.held[0] & !board.held[1];
    let needed = rules.worth().influence.saturating_sub(gains);
    let cards = rules
        .deck(enemy)
        .0
        .iter()
        .enumerate()
        .filter(|(at, _)| board.hands[enemy.at()] & (1 << at) != 0);
    let most = cards.map(|(_, card)| moves_of_armies(card)).max().unwrap_or(0).max(1);
    let mut near: Vec<u32> =
        each(open).filter_map(|area| steps_to(rules, board, enemy, area, most)).collect();
    near.sort_unstable();
    let sum = |n: u32| near.iter().take(n as usize).sum::<u32>();
    let reach = |n: u32| near.len() >= n as usize && sum(n) <= most;
    if needed > 0 && reach(needed) {
        return WON / 4;
    }
    if reach(1) { 30 * i32::try_from(gains + 1).expect("few areas") } else { 0 }
}

fn moves_of_armies(card: &crate::data::chart::Card) -> u32 {
    card.steps.iter().filter(|step| step.who.admits(Unit::Army)).map(|step| u32::from(step.n)).sum()
}

/// The movements that a side's nearest army needs to an area; none if it cannot be there.
fn steps_to(rules: &Punica, board: &Board, side: Side, area: usize, most: u32) -> Option<u32> {
    let rings: Vec<Areas> = distances(rules, board, side, area, most);
    let held = board.held[side.at()] & rules.chart().regions;
    rings.iter().position(|ring| ring & held != 0).map(|at| u32::try_from(at).expect("few steps"))
}
