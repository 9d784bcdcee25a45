//! Card against card: what each pair gives, and a mixed choice that the enemy cannot read.

use super::value::quick;
use crate::Punica;
use crate::board::Board;
use crate::check::spend;
use crate::data::chart::{Area, bit};
use crate::names::{CardId, EffectWord, PlayWord, Side, Unit};
use crate::policy::{EffectPolicy, Play, Weights};
use crate::rules::effect::{Scope, planned};
use crate::rules::retreat::{Field, preferred, ways};

/// Rounds of fictitious play.
const ROUNDS: u32 = 120;

/// Weights of a side's cards in a battle, and what the battle is then worth to it.
pub(crate) fn weigh(
    rules: &Punica,
    board: &Board,
    field: &Field,
    side: Side,
) -> (Vec<(CardId, u32)>, i32) {
    let (mine, theirs) = (rules.ranked(board, side), rules.ranked(board, side.other()));
    let value = |own: CardId, other: CardId| {
        let cards = if side == Side::Rome { [own, other] } else { [other, own] };
        quick(rules, &clash(rules, board, field, cards), side)
    };
    let matrix: Vec<Vec<i32>> = mine
        .iter()
        .map(|(own, _)| theirs.iter().map(|(other, _)| value(*own, *other)).collect())
        .collect();
    let (counts, worth) = solve(&matrix);
    let least = ROUNDS / 12;
    let weights = mine
        .iter()
        .zip(&counts)
        .filter(|(_, count)| **count >= least)
        .map(|((card, _), count)| (*card, *count));
    (weights.collect(), worth)
}

/// Fictitious play: each side answers best what the other has played so far. Returns how often each row was played, and
/// the value.
fn solve(matrix: &[Vec<i32>]) -> (Vec<u32>, i32) {
    let columns = matrix.first().map_or(0, Vec::len);
    if columns == 0 {
        return (vec![ROUNDS; matrix.len()], 0);
    }
    let (mut rows, mut sum_rows, mut sum_columns) =
        (vec![0; matrix.len()], vec![0_i64; matrix.len()], vec![0_i64; columns]);
    let mut row = 0;
    for _ in 0..ROUNDS {
        rows[row] += 1;
        for (sum, value) in sum_columns.iter_mut().zip(&matrix[row]) {
            *sum += i64::from(*value);
        }
        let column = (0..columns).min_by_key(|at| sum_columns[*at]).expect("a matrix has columns");
        for (sum, values) in sum_rows.iter_mut().zip(matrix) {
            *sum += i64::from(values[column]);
        }
        row = (0..matrix.len())
            .rev()
            .max_by_key(|at| sum_rows[*at])
            .expect("a matrix has at least one row");
    }
    // The mean of what both averages promise; the division rounds towards zero.
    let (low, high) = (
        sum_columns.iter().min().copied().expect("a matrix has columns"),
        sum_rows.iter().max().copied().expect("a matrix has at least one row"),
    );
    (
        rows,
        i32::try_from((low + high) / i64::from(2 * ROUNDS))
            .expect("the mean of 32-bit numbers has 32 bits"),
    )
}

/// The play that draws a card by these weights.
pub(super) fn play(weights: &[(CardId, u32)]) -> Play {
    match weights {
        [] => Play::Word(PlayWord::Middle),
        [(card, _)] => Play::First(vec![Play::Card(*card), Play::Word(PlayWord::Middle)]),
        _ => Play::First(vec![
            Play::Mix { mix: Weights(weights.to_vec()) },
            Play::Word(PlayWord::Middle),
        ]),
    }
}

/// The board after a battle with these cards, effects by the policy `win`, losses and retreats as owners would choose.
pub(crate) fn clash(rules: &Punica, board: &Board, field: &Field, cards: [CardId; 2]) -> Board {
    let (chart, worth) = (rules.chart(), rules.worth());
    let mut after = *board;
    for side in Side::BOTH {
        spend(rules, &mut after, side, cards[side.at()]);
    }
    let strength = |side: Side| rules.of_deck(cards[side.at()]).strength;
    let total =
        |board: &Board, side: Side| board.strength(chart, worth, side, field.area) + strength(side);
    for side in [field.attacker, field.attacker.other()] {
        let Some(card) = rules.card(cards[side.at()]).filter(|card| card.symbol) else { continue };
        let behind = total(&after, side.other()) - total(&after, side);
        let scope = Scope { rules, area: field.area, side, card, behind };
        for movement in planned(&scope, &after, &EffectPolicy::Word(EffectWord::Win)) {
            after.shift(side, movement.unit, chart.index(movement.from), chart.index(movement.to));
        }
    }
    let (att, dfn) = (total(&after, field.attacker), total(&after, field.attacker.other()));
    let (losers, goes): (&[Side], Side) = match att.cmp(&dfn) {
        std::cmp::Ordering::Greater => (&[field.attacker.other()], field.attacker.other()),
        std::cmp::Ordering::Less => (&[field.attacker], field.attacker),
        std::cmp::Ordering::Equal => (&Side::BOTH, field.attacker),
    };
    for loser in losers {
        let plain = after.has(*loser, Unit::Army, field.area);
        after.take(*loser, if plain { Unit::Army } else { Unit::Hannibal }, field.area);
    }
    if after.victory(chart, worth, field.attacker).is_none() {
        leave(rules, &mut after, field, goes);
    }
    after
}

/// The retreat of a side's units.
fn leave(rules: &Punica, board: &mut Board, field: &Field, side: Side) {
    let (chart, worth) = (rules.chart(), rules.worth());
    let areas = ways(chart, board, field, side).areas;
    let place = preferred(chart, |at| board.strength(chart, worth, side, at), areas, side, &[])
        .into_iter()
        .next();
    while board.units(side, field.area) > 0 {
        let plain = board.has(side, Unit::Army, field.area);
        let unit = if plain { Unit::Army } else { Unit::Hannibal };
        board.take(side, unit, field.area);
        if let Some(place) = place {
            board.add(side, unit, place);
        }
    }
}

/// A board on which a side has brought some strength into an area.
pub(crate) fn imagined(
    rules: &Punica,
    board: &Board,
    side: Side,
    area: Area,
    strength: i32,
) -> Board {
    let mut after = *board;
    let mut left = strength;
    let unit = if rules.chart().is_sea(area) { Unit::Fleet } else { Unit::Army };
    let each = if unit == Unit::Fleet { rules.worth().fleet } else { rules.worth().army }.max(1);
    while left > 0 {
        // Units are taken from where most stand, so that the whole stays what it is.
        let element = if unit == Unit::Fleet { rules.chart().seas } else { rules.chart().regions };
        let from = crate::data::chart::each(after.held[side.at()] & element & !bit(area))
            .max_by_key(|area| (after.count[side.at()][*area], std::cmp::Reverse(*area)));
        match from.filter(|area| after.has(side, unit, *area)) {
            Some(from) => after.shift(side, unit, from, area),
            None => after.add(side, unit, area),
        }
        left -= each;
    }
    after
}
