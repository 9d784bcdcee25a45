//! Terrain that the players distribute: H3.

use super::super::Table;
use super::super::events::{Reason, SetUp, Void};
use super::super::names::Side;
use super::super::orders::Camp;
use super::super::state::{Board, State};
use super::{Refusal, void};
use crate::codes::Code;
use engine::kit::Square;

/// The terrain that a side lays, and that which it cannot lay.
#[derive(Debug, Default)]
pub(crate) struct Laid {
    pub hills: Vec<Square>,
    pub plateaus: Vec<Square>,
    /// The squares on which nothing can be laid, in the written order.
    pub faults: Vec<Fault>,
}

#[derive(Debug)]
pub(crate) struct Fault {
    /// The key of the list: `hills` or `plateaus`.
    pub key: &'static str,
    /// Its place in that list, from 0.
    pub at: usize,
    pub square: Square,
    pub no: Refusal,
}

/// The rows in which a side lays terrain, as they are numbered on the board: those between its deployment zone and the
/// middle, so that no unit can be placed on what the enemy has laid unseen.
pub(crate) const fn rows(board: &Board, side: Side) -> [u8; 2] {
    let (near, far) = (board.zone + 1, board.size / 2);
    match side {
        Side::Rome => [near, far],
        Side::Carthage => [board.size + 1 - far, board.size + 1 - near],
    }
}

/// Sorts a side's terrain into what can be laid and what cannot (H3).
pub(crate) fn sort(state: &State, side: Side, camp: &Camp) -> Laid {
    let mut laid = Laid::default();
    let lists = [
        ("hills", &camp.hills, state.options.hills),
        ("plateaus", &camp.plateaus, state.options.plateaus),
    ];
    for (key, squares, most) in lists {
        let mut good: Vec<Square> = Vec::new();
        for (at, square) in squares.iter().enumerate() {
            let taken = laid.hills.contains(square) || good.contains(square);
            let full = good.len() >= usize::from(most);
            match unlawful(state, side, *square, taken, full.then_some((key, most))) {
                Some(no) => laid.faults.push(Fault { key, at, square: *square, no }),
                None => good.push(*square),
            }
        }
        if key == "hills" { laid.hills = good } else { laid.plateaus = good }
    }
    laid
}

/// The reason why terrain cannot be laid on a square; none if it can.
fn unlawful(
    state: &State,
    side: Side,
    square: Square,
    taken: bool,
    full: Option<(&str, u8)>,
) -> Option<Refusal> {
    let board = &state.board;
    let [low, high] = rows(board, side);
    let no =
        |message: String, fix: String| Some(Refusal::new(Code::Terrain, "H3", message).fix(fix));
    let elsewhere = || format!("choose a square of rows {low} to {high}");
    if let Some((key, 0)) = full {
        return no(format!("no {key} are placed in this game"), format!("leave `{key}` out"));
    }
    if !square.on(board.size) {
        return no(format!("{square} is not on the board"), elsewhere());
    }
    if !(low..=high).contains(&(square.row + 1)) {
        return no(format!("{square} is outside rows {low}-{high}"), elsewhere());
    }
    if taken || board.hills.has(square) || board.plateaus.has(square) {
        return no(format!("{square} has terrain already"), "choose a free square".to_owned());
    }
    let (key, most) = full?;
    no(format!("{square} is one too many: {most} {key} may be placed"), "leave it out".to_owned())
}

/// Lays a side's terrain; what cannot be laid is void.
pub(crate) fn lay(table: &mut Table<'_>, side: Side, camp: &Camp) {
    let Laid { hills, plateaus, faults } = sort(table.state(), side, camp);
    for fault in faults {
        void(table, "H3", Void::new(side, Reason::Terrain).squares(vec![fault.square]));
    }
    if !hills.is_empty() || !plateaus.is_empty() {
        table.record("H3", SetUp::Terrain { seat: side, hills, plateaus }.into());
    }
}

/// Squares on which a side could lay something, in reading order.
pub(crate) fn open(state: &State, side: Side) -> impl Iterator<Item = Square> {
    Square::all(state.board.size)
        .filter(move |square| unlawful(state, side, *square, false, None).is_none())
}
