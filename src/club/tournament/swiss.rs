//! A Swiss draw: those who stand alike meet, and nobody twice.

use super::progress::Entrant;
use super::{Draw, Tournament};
use std::cmp::Reverse;

/// Pairs that are tried before the search gives up.
const STEPS_MAX: u32 = 200_000;

/// Draws a round. Entrants stand in the order of points, and of starting numbers among equal ones. If their number is odd, the
/// last who has not sat out yet sits out. Then whoever stands highest of those without an opponent meets one of the same points:
/// the first of the lower half of these, else the next after that one, else the last of the upper half, and so on upwards;
/// and if none is left there, the highest of those with fewer points. A pair that has met is passed over; where the rest cannot be
/// paired, the next choice is tried. None if no round without a second meeting was found.
pub(super) fn draw(tournament: &Tournament, entrants: &[Entrant]) -> Option<Draw> {
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    order.sort_by_key(|who| (Reverse(entrants[*who].points), *who));
    let byes: Vec<Option<usize>> = if order.len().is_multiple_of(2) {
        vec![None]
    } else {
        let mut last: Vec<usize> = order.iter().rev().copied().collect();
        last.sort_by_key(|who| entrants[*who].byes);
        last.into_iter().map(Some).collect()
    };
    for bye in byes {
        let mut left = order.clone();
        left.retain(|who| Some(*who) != bye);
        let (mut pairs, mut steps) = (Vec::new(), STEPS_MAX);
        if pair(entrants, &left, &mut pairs, &mut steps) {
            let seated = pairs.iter().map(|(high, low)| seats(tournament, entrants, *high, *low));
            return Some(Draw { pairs: seated.collect(), byes: bye.into_iter().collect() });
        }
    }
    None
}

fn pair(
    entrants: &[Entrant],
    left: &[usize],
    pairs: &mut Vec<(usize, usize)>,
    steps: &mut u32,
) -> bool {
    let Some((highest, rest)) = left.split_first() else { return true };
    for other in choices(entrants, left) {
        if entrants[*highest].met.contains(&other) {
            continue;
        }
        let Some(fewer) = steps.checked_sub(1) else { return false };
        *steps = fewer;
        pairs.push((*highest, other));
        let remaining: Vec<usize> = rest.iter().copied().filter(|who| *who != other).collect();
        if pair(entrants, &remaining, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// Opponents of the highest, the most fitting first.
fn choices(entrants: &[Entrant], left: &[usize]) -> Vec<usize> {
    let points = entrants[left[0]].points;
    let alike = left.iter().take_while(|who| entrants[**who].points == points).count();
    let half = (alike / 2).max(1);
    let lower = left.get(half..alike).unwrap_or_default().iter();
    let upper = left.get(1..half).unwrap_or_default().iter().rev();
    lower.chain(upper).chain(&left[alike..]).copied().collect()
}

/// The two players of a pair, first seat first. The first seat goes to the one who had it less often; else to the one
/// who had it longer ago; else the player who stands higher gets the other seat than the last time. In the first round
/// odd starting numbers have the seat that a lot gives to number 1, even ones the other.
fn seats(tournament: &Tournament, entrants: &[Entrant], high: usize, low: usize) -> (usize, usize) {
    let surplus = |who: usize| i64::from(entrants[who].firsts) - i64::from(entrants[who].seconds);
    let first = match (entrants[high].last, entrants[low].last) {
        _ if surplus(high) != surplus(low) => surplus(high) < surplus(low),
        (Some(last), Some(other)) if last != other => other,
        (Some(last), _) => !last,
        (None, Some(other)) => other,
        (None, None) => {
            let lot = tournament.lot("seat", "1")[0].is_multiple_of(2);
            high.is_multiple_of(2) == lot
        }
    };
    if first { (high, low) } else { (low, high) }
}
