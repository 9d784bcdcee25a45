//! The rules, one file per chapter. Reading is done on a [`Field`]; acting on the engine's table.

pub mod at_will;
pub mod attack;
pub mod board;
pub mod facing;
pub mod guards;
pub mod movement;
pub mod muster;
pub mod retreat;
pub mod setup;
pub mod turn;
pub mod values;
pub mod victory;

use super::chart::{Chart, Kind};
use super::names::{Side, UnitId};
use super::state::{State, Unit};

/// A position beside the chart that gives its units their values: what the rules read.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// The position.
    pub state: &'a State,
}

impl<'a> Field<'a> {
    /// A position, to be read.
    pub const fn new(chart: &'a Chart, state: &'a State) -> Self {
        Self { chart, state }
    }

    /// A unit's type.
    pub fn kind(&self, unit: &Unit) -> &'a Kind {
        self.chart.kind(unit.kind)
    }

    /// The unit of this id, if it is on the board and one of the side's.
    pub fn own(&self, side: Side, id: UnitId) -> Option<&'a Unit> {
        self.state.unit(id).filter(|unit| unit.side == side)
    }

    /// The units of a side, in roster order.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &'a Unit> + use<'a> {
        self.state.units.iter().filter(move |unit| unit.side == side)
    }

    /// A side's General, if he is on the board.
    pub fn general(&self, side: Side) -> Option<&'a Unit> {
        let id = self.chart.general(side).prefix;
        self.own(side, id)
    }
}
