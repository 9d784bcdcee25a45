//! The rules, one file per chapter. Reading is done on a [`Field`]; acting on the engine's table.

pub(crate) mod at_will;
pub(crate) mod attack;
pub(crate) mod board;
pub(crate) mod facing;
pub(crate) mod guards;
pub(crate) mod movement;
pub(crate) mod muster;
pub(crate) mod retreat;
pub(crate) mod setup;
pub(crate) mod turn;
pub(crate) mod values;
pub(crate) mod victory;

use super::names::{Side, UnitId};
use super::state::{State, Unit};
use crate::data::chart::{Chart, Kind};

/// A position beside the chart that gives its units their values: what the rules read.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// The position.
    pub state: &'a State,
}

impl<'a> Field<'a> {
    /// A position, to be read.
    pub(crate) const fn new(chart: &'a Chart, state: &'a State) -> Self {
        Self { chart, state }
    }

    /// A unit's type.
    pub(crate) fn kind(&self, unit: &Unit) -> &'a Kind {
        self.chart.kind(unit.kind)
    }

    /// The unit of this id, if it is on the board and one of the side's.
    pub(crate) fn own(&self, side: Side, id: UnitId) -> Option<&'a Unit> {
        self.state.unit(id).filter(|unit| unit.side == side)
    }

    /// The units of a side, in roster order.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = &'a Unit> + use<'a> {
        self.state.units.iter().filter(move |unit| unit.side == side)
    }

    /// A side's General, if he is on the board.
    pub(crate) fn general(&self, side: Side) -> Option<&'a Unit> {
        let id = self.chart.general(side).prefix;
        self.own(side, id)
    }
}
