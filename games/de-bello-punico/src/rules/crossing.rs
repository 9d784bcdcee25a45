//! 7.1: crossing friends. Rule 14, ruling R25.

use super::GameTable;
use super::panic::{Hit, Ran, harm};
use crate::events::Cause;
use crate::field::Field;
use crate::names::Id;
use crate::state::Unit;

/// 7.1: mover and crossed take one point each for every crossing that costs, once the move is over: the mover first.
pub(crate) fn settle(
    board: &mut GameTable<'_>,
    mover: Id,
    crossed: &[Id],
    cause: Cause,
) -> Vec<Ran> {
    if crossed.is_empty() {
        return Vec::new();
    }
    let points = u8::try_from(crossed.len()).expect("a route crosses few units");
    let mut hits = vec![Hit { unit: mover, points, cause }];
    hits.extend(crossed.iter().map(|unit| Hit { unit: *unit, points: 1, cause }));
    harm(board, &hits, &[])
}

/// True if a mover that has crossed so many friends at a cost has reached its morale: it stops and breaks where it is (R25).
pub(crate) fn breaks(field: &Field<'_>, mover: &Unit, crossed: usize) -> bool {
    crossed > 0 && usize::from(mover.dp) + crossed >= usize::from(field.printed_on(mover).morale)
}
