//! Everybody meets everybody, by the Berger tables.

use super::Draw;

/// The round of an index, from 0. The last number sits still and takes the second seat in odd rounds, the first in even ones; of
/// each other pair the first seat goes to the one who comes first when counting on from whoever the last number meets. With an
/// odd number of entrants whoever would meet the last one sits out. Each further leg is the first one with seats exchanged.
pub(super) fn draw(entrants: usize, at: usize) -> Draw {
    let all = entrants + entrants % 2;
    let (leg, round) = (at / (all - 1), at % (all - 1));
    let others = all - 1;
    let pivot = round * (all / 2) % others;
    let mut pairs = vec![if round % 2 == 0 { (pivot, others) } else { (others, pivot) }];
    for step in 1..all / 2 {
        pairs.push(((pivot + step) % others, (pivot + others - step) % others));
    }
    if leg % 2 == 1 {
        for (first, second) in &mut pairs {
            std::mem::swap(first, second);
        }
    }
    let mut draw = Draw::default();
    for (first, second) in pairs {
        match (first < entrants, second < entrants) {
            (true, true) => draw.pairs.push((first, second)),
            (true, false) => draw.byes.push(first),
            (false, _) => draw.byes.push(second),
        }
    }
    draw
}
