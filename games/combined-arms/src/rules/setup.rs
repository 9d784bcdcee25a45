//! Setup: S1, S2, S3, S4, with what fills the gaps of a set-up.

use super::super::Table;
use super::super::codes::Code;
use super::super::events::{Ending, Reason, SetUp, Void};
use super::super::names::{Edges, Side, UnitId};
use super::super::orders::{Camp, Spot};
use super::super::state::{State, Waiting};
use super::{Field, turn, victory};
use crate::data::chart::{Layout, Scenario};
use engine::kit::{Facing, Square};
use std::borrow::Cow;

/// The order in which the rows of a zone are filled, counted from the own edge; further rows follow.
const FILL: [u8; 4] = [2, 3, 1, 4];

/// The side that places now, and how many units (S4).
pub(crate) fn due(state: &State) -> Option<(Side, u8)> {
    let first = state.first?;
    let placed = |side| state.units.iter().filter(|unit| unit.side == side).count();
    let waiting = |side| state.waiting.iter().filter(|unit| unit.side == side).count();
    let before_other = placed(first) <= placed(first.other()) || waiting(first.other()) == 0;
    let side = if waiting(first) > 0 && before_other { first } else { first.other() };
    let count = waiting(side).min(usize::from(state.options.placement));
    (count > 0).then(|| (side, u8::try_from(count).expect("the option gives the upper limit")))
}

/// The obstacle to a unit of a side on a square now; none if it can stand there (S1, S2, B3).
pub(crate) fn obstacle(state: &State, side: Side, square: Square) -> Option<Obstacle> {
    let board = &state.board;
    match () {
        () if !square.on(board.size) => Some(Obstacle::OffBoard),
        () if board.plateaus.has(square) => Some(Obstacle::Plateau),
        () if !board.in_zone(side, square) => Some(Obstacle::Zone),
        () if state.on(square).is_some() => Some(Obstacle::Taken),
        () => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    OffBoard,
    Plateau,
    /// Outside the deployment zone.
    Zone,
    Taken,
}

impl Obstacle {
    pub(crate) const fn code(self) -> Code {
        match self {
            Self::OffBoard => Code::Square,
            Self::Plateau => Code::Plateau,
            Self::Zone => Code::Zone,
            Self::Taken => Code::Taken,
        }
    }
}

/// Puts the units that are due on the board (S4). When the last is placed, the first turn begins.
pub(crate) fn place(table: &mut Table<'_>, camp: &Camp) {
    if table.state().result.is_some() {
        return;
    }
    let (side, count) = due(table.state()).expect("units are due only during this phase");
    by_order_of(table, side);
    let mut left = usize::from(count);
    for (unit, spot) in &camp.units {
        let waits = left > 0 && waiting(table.state(), side, *unit).is_some();
        if waits && obstacle(table.state(), side, spot.square).is_none() {
            put(table, side, *unit, spot.square, spot.facing.unwrap_or(side.front()));
            left -= 1;
        } else {
            let reason = if waits { Reason::Square } else { Reason::NotDue };
            void(table, side, *unit, reason, spot.square);
        }
    }
    let layout = table.rules().scenario(table.state()).layouts_of(side).first().copied();
    let layout = layout.and_then(|name| table.rules().chart.layout(name));
    let next: Vec<UnitId> = of(table.state(), side).map(|unit| unit.id).take(left).collect();
    if let Some(layout) = layout {
        from_layout(table, side, layout, &next);
    }
    fill(table, side, &next);
    table.by_order(None);
    if table.state().waiting.is_empty() {
        begin(table);
    }
}

/// Puts both armies on the board; then the first turn begins.
pub(crate) fn deploy_both(table: &mut Table<'_>, camps: &[(Side, Cow<'_, Camp>)]) {
    if table.state().result.is_some() {
        return;
    }
    for (side, camp) in camps {
        by_order_of(table, *side);
        deploy(table, *side, camp);
    }
    table.by_order(None);
    begin(table);
}

/// Puts a whole army on the board: first units with a square of their own, then the layout's free cells, then the rest
/// row by row. If there are neither squares nor a layout, the first ready layout is used.
fn deploy(table: &mut Table<'_>, side: Side, camp: &Camp) {
    for (unit, spot) in camp.place.iter().chain(&camp.units) {
        one(table, side, *unit, *spot);
    }
    let rules = table.rules();
    let scenario: &Scenario = rules.scenario(table.state());
    let known = camp.layout.filter(|name| scenario.layouts_of(side).contains(name));
    if camp.layout.is_some() && known.is_none() {
        super::void(table, "S1", Void::new(side, Reason::Layout));
    }
    let by_default = camp.place.is_empty() && camp.units.is_empty() || camp.layout.is_some();
    let name = known.or_else(|| scenario.layouts_of(side).first().copied().filter(|_| by_default));
    let all: Vec<UnitId> = of(table.state(), side).map(|unit| unit.id).collect();
    if let Some(layout) = name.and_then(|name| rules.chart.layout(name)) {
        from_layout(table, side, layout, &all);
    }
    fill(table, side, &all);
}

/// Records the events that follow as results of a side's answer to the open phase.
pub(crate) fn by_order_of(table: &mut Table<'_>, side: Side) {
    let (seat, stage) = (table.rules().seat(side).clone(), table.state().stage);
    table.by_order(table.order_of(&seat, stage.word()));
}

/// Begins the first turn of the first side, once all units stand (S5, T1).
fn begin(table: &mut Table<'_>) {
    let first = table.state().first.expect("the first player is known before any unit is placed");
    turn::begin(table, first);
}

/// Carries out words about draw and resignation in a set-up, in the order of the seats (V2, V3).
pub(crate) fn words(table: &mut Table<'_>, camps: &[(Side, Cow<'_, Camp>)]) {
    for (side, camp) in camps {
        if table.state().result.is_some() {
            return;
        }
        if camp.resign {
            victory::won(table, side.other(), Ending::Resignation);
        } else if let Some(word) = camp.draw {
            victory::draw(table, *side, None, word);
        }
    }
}

/// The units of a side that wait, in roster order.
pub(crate) fn of(state: &State, side: Side) -> impl Iterator<Item = &Waiting> {
    state.waiting.iter().filter(move |unit| unit.side == side)
}

fn waiting(state: &State, side: Side, id: UnitId) -> Option<&Waiting> {
    of(state, side).find(|unit| unit.id == id)
}

/// Puts a unit on a square of its own.
fn one(table: &mut Table<'_>, side: Side, unit: UnitId, spot: Spot) {
    if waiting(table.state(), side, unit).is_none() {
        void(table, side, unit, Reason::NoUnit, spot.square);
    } else if obstacle(table.state(), side, spot.square).is_some() {
        void(table, side, unit, Reason::Square, spot.square);
    } else {
        put(table, side, unit, spot.square, spot.facing.unwrap_or(side.front()));
    }
}

/// Places those of `units` that have a free cell in a layout.
fn from_layout(table: &mut Table<'_>, side: Side, layout: &Layout, units: &[UnitId]) {
    for (unit, square, facing) in &layout.cells {
        let waits = units.contains(unit) && waiting(table.state(), side, *unit).is_some();
        if waits && obstacle(table.state(), side, *square).is_none() {
            put(table, side, *unit, *square, *facing);
        }
    }
}

/// Places those of `units` that still wait on the first free squares of the zone, west to east.
fn fill(table: &mut Table<'_>, side: Side, units: &[UnitId]) {
    for unit in units {
        if waiting(table.state(), side, *unit).is_none() {
            continue;
        }
        let board = table.state().board;
        let rows = FILL.into_iter().filter(|row| *row <= board.zone).chain(5..=board.zone);
        let squares = rows.flat_map(|row| {
            let row = if side == Side::Rome { row - 1 } else { board.size - row };
            (0..board.size).map(move |col| Square::new(col, row))
        });
        let free =
            squares.into_iter().find(|square| obstacle(table.state(), side, *square).is_none());
        let square = free.expect("a zone has more free squares than an army has units");
        put(table, side, *unit, square, side.front());
    }
}

fn put(table: &mut Table<'_>, seat: Side, unit: UnitId, square: Square, facing: Facing) {
    table.record("S1", SetUp::Placed { seat, unit, square, facing }.into());
}

fn void(table: &mut Table<'_>, seat: Side, unit: UnitId, reason: Reason, square: Square) {
    super::void(table, "S1", Void::new(seat, reason).unit(unit).squares(vec![square]));
}

impl Field<'_> {
    /// The squares where a unit of a side may be placed now, in reading order.
    pub(crate) fn free_squares(&self, side: Side) -> impl Iterator<Item = Square> {
        Square::all(self.state.board.size)
            .filter(move |square| obstacle(self.state, side, *square).is_none())
    }
}
