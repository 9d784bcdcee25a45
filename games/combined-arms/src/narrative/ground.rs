//! Words for places: the third of the board, and the square among the lines of foot.

use crate::data::chart::{Chart, Class};
use crate::names::Side;
use crate::state::State;
use engine::kit::Square;

/// Rows that two lines must be apart before a square can be said to lie before one of them.
const APART: u8 = 3;
/// Rows before a line that still count as in front of it.
const NEAR: u8 = 2;

/// The third of the board in which a square lies, whoever stands there. Rome looks north.
pub(super) fn wing(square: Square, size: u8) -> &'static str {
    match u16::from(square.col) * 3 / u16::from(size.max(1)) {
        0 => "on the Roman left",
        1 => "in the centre",
        _ => "on the Roman right",
    }
}

/// The row of a side's line: the median of its heavy foot.
fn line(chart: &Chart, state: &State, of: Side) -> Option<u8> {
    let heavy =
        |unit: &&crate::state::Unit| unit.side == of && chart.kind(unit.kind).class == Class::Heavy;
    let mut rows: Vec<u8> = state.units.iter().filter(heavy).map(|unit| unit.square.row).collect();
    rows.sort_unstable();
    rows.get(rows.len() / 2).copied()
}

/// True if heavy foot of a side stands in this column or on both sides of it.
fn within(chart: &Chart, state: &State, of: Side, square: Square) -> bool {
    let heavy =
        |unit: &&crate::state::Unit| unit.side == of && chart.kind(unit.kind).class == Class::Heavy;
    let columns = || state.units.iter().filter(heavy).map(|unit| unit.square.col);
    columns().any(|column| column <= square.col) && columns().any(|column| column >= square.col)
}

/// The place of a unit deep in the enemy's ground, in words: behind his line, in it, or close before it.
pub(super) fn deep(chart: &Chart, state: &State, of: Side, square: Square) -> Option<&'static str> {
    let (rome, carthage) = (line(chart, state, Side::Rome)?, line(chart, state, Side::Carthage)?);
    if carthage < rome + APART {
        return None;
    }
    let ahead = match of {
        Side::Rome => i16::from(square.row) - i16::from(carthage),
        Side::Carthage => i16::from(rome) - i16::from(square.row),
    };
    // A square that is nearer to its own line is not close before the enemy's line.
    let (between, twice) = (i16::from(rome) + i16::from(carthage), 2 * i16::from(square.row));
    let nearer = match of {
        Side::Rome => twice > between,
        Side::Carthage => twice < between,
    };
    if ahead == 0 && !within(chart, state, of.other(), square) {
        return None;
    }
    match (of, ahead) {
        (Side::Rome, 1..) => Some("behind the Carthaginian line"),
        (Side::Rome, 0) => Some("in the Carthaginian line"),
        (Side::Rome, _) if nearer && -ahead <= i16::from(NEAR) => {
            Some("in front of the Carthaginian line")
        }
        (Side::Carthage, 1..) => Some("behind the Roman line"),
        (Side::Carthage, 0) => Some("in the Roman line"),
        (Side::Carthage, _) if nearer && -ahead <= i16::from(NEAR) => {
            Some("in front of the Roman line")
        }
        (Side::Rome | Side::Carthage, _) => None,
    }
}
