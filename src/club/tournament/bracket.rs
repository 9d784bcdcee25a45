//! The systems with pairings by place: knock-outs and ladders.

use super::progress::Progress;
use super::{Draw, Tournament};

/// Draws a round of a knock-out. In the first round number 1 meets the last, 2 the last but one and so on, so that the
/// first two can meet only in the final; where the bracket is larger than the field, the lowest numbers get a bye.
/// Later the winners of neighbouring pairs meet. The seats are drawn by lot.
pub(super) fn knock_out(tournament: &Tournament, progress: &Progress<'_>, at: usize) -> Draw {
    let order = tournament.starting_order();
    let left = survivors(tournament, progress, at);
    let mut draw = Draw::default();
    for pair in left.chunks_exact(2) {
        match (pair[0], pair[1]) {
            (Some(one), Some(other)) => {
                let lot = |who: usize| tournament.lot(&format!("seat {}", at + 1), order[who]);
                let first = lot(one) <= lot(other);
                draw.pairs.push(if first { (one, other) } else { (other, one) });
            }
            (Some(through), None) | (None, Some(through)) => draw.byes.push(through),
            (None, None) => {}
        }
    }
    draw
}

/// The players who are left before a round, in the order of the bracket.
pub(super) fn survivors(
    tournament: &Tournament,
    progress: &Progress<'_>,
    at: usize,
) -> Vec<Option<usize>> {
    let order = tournament.starting_order();
    let mut left: Vec<Option<usize>> =
        bracket(order.len()).into_iter().map(|who| (who < order.len()).then_some(who)).collect();
    for round in 0..at {
        let pairs = left.chunks_exact(2);
        left = pairs
            .map(|pair| match (pair[0], pair[1]) {
                (Some(one), Some(other)) => winner(tournament, progress, round, one, other),
                (through, None) | (None, through) => through,
            })
            .collect();
    }
    left
}

/// Which of two entrants goes on; a lot decides a drawn meeting.
fn winner(
    tournament: &Tournament,
    progress: &Progress<'_>,
    round: usize,
    one: usize,
    other: usize,
) -> Option<usize> {
    let meeting = progress
        .round(round)
        .iter()
        .find(|meeting| [(one, other), (other, one)].contains(&(meeting.first, meeting.second)))?;
    let points = meeting.points?;
    Some(match points.first.cmp(&points.second) {
        std::cmp::Ordering::Greater => meeting.first,
        std::cmp::Ordering::Less => meeting.second,
        std::cmp::Ordering::Equal => {
            let order = tournament.starting_order();
            let lot = |who: usize| tournament.lot(&format!("drawn {}", round + 1), order[who]);
            if lot(one) <= lot(other) { one } else { other }
        }
    })
}

/// Starting numbers, less one, in the order of a bracket.
fn bracket(entrants: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < entrants {
        let all = order.len() * 2;
        order = order.iter().flat_map(|who| [*who, all - 1 - who]).collect();
    }
    order
}

/// Draws a round of a ladder: neighbours from the top in odd rounds, from the second rung in even ones. Who stands lower has the
/// first seat in two rounds, the second in the next two, and so on.
pub(super) fn ladder(rungs: &[usize], at: usize) -> Draw {
    let from = rungs.get(at % 2..).unwrap_or_default();
    let seat = |pair: &[usize]| {
        if (at / 2).is_multiple_of(2) { (pair[1], pair[0]) } else { (pair[0], pair[1]) }
    };
    Draw { pairs: from.chunks_exact(2).map(seat).collect(), byes: Vec::new() }
}
