//! The rules, one file per chapter. Reading is done on a [`Field`]; acting on the engine's table.
#![deny(clippy::wildcard_enum_match_arm)]

pub(crate) mod at_will;
pub(crate) mod attack;
pub(crate) mod board;
pub(crate) mod facing;
pub(crate) mod guards;
pub(crate) mod movement;
pub(crate) mod muster;
pub(crate) mod retreat;
pub(crate) mod setup;
pub(crate) mod terrain;
pub(crate) mod turn;
pub(crate) mod values;
pub(crate) mod victory;

use super::Table;
use super::codes::Code;
use super::events::{Reason, Void};
use super::names::{Side, UnitId};
use super::state::{State, Unit};
use crate::data::chart::{Chart, Kind};

/// Why something that was ordered is not done: the code and rule of the checker's refusal.
pub(crate) type Refusal = engine::Refusal<Code>;

/// Notes what comes to nothing, under its code.
pub(crate) fn void(table: &mut Table<'_>, rule: &'static str, void: Void) {
    let code = code(table.state(), &void);
    table.void(rule, code, void.into());
}

/// The code of what comes to nothing: that of the refusal, where the check could tell it before.
fn code(state: &State, void: &Void) -> Code {
    match void.reason {
        Reason::Unreachable | Reason::AttackSquare => Code::Way,
        Reason::NoTarget => Code::Arc,
        Reason::OnagerMoved => Code::Onager,
        Reason::NoSkirmisher => Code::Skirmish,
        Reason::NoCharge => Code::Charge,
        Reason::NoUnit => Code::Unit,
        Reason::Misplaced => Code::Phase,
        Reason::NoOffer => Code::Draw,
        Reason::Army => Code::Army,
        Reason::Veterans => Code::Veteran,
        Reason::Terrain => Code::Terrain,
        Reason::Layout => Code::Layout,
        Reason::Square => {
            let mut squares = void.squares.iter();
            let obstacle = squares.find_map(|at| setup::obstacle(state, void.seat, *at));
            obstacle.expect("a square is given up for what bars it").code()
        }
        Reason::NotDue => Code::Due,
    }
}

/// A position beside the chart that gives its units their values: what the rules read.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub chart: &'a Chart,
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
