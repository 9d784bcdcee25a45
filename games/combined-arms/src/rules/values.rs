//! Units and their values: U1, U2, U3, U4, A1, H1, X2.

use super::super::events::Clause;
use super::super::state::Unit;
use super::Field;
use crate::names::UnitId;

impl Field<'_> {
    /// The figures that make up a unit's Defense: the printed figure, one for an adjacent friendly General (never for
    /// himself), one on a hill, one for a veteran (U4).
    pub(crate) fn defense_clauses(&self, unit: &Unit) -> Vec<Clause> {
        let clause = |what, points| Clause { what, points };
        let mut clauses = Vec::with_capacity(4);
        clauses.push(clause(UnitId::of("printed"), self.kind(unit).defense));
        if let Some(general) = self.general_beside(unit) {
            clauses.push(clause(general.id, self.chart.figures.general));
        }
        if self.state.board.hills.has(unit.square) {
            clauses.push(clause(UnitId::of("hill"), 1));
        }
        if unit.veteran {
            clauses.push(clause(UnitId::of("veteran"), 1));
        }
        clauses
    }

    /// A unit's current Defense (U4).
    pub(crate) fn defense(&self, unit: &Unit) -> u8 {
        let general =
            if self.general_beside(unit).is_some() { self.chart.figures.general } else { 0 };
        let hill = u8::from(self.state.board.hills.has(unit.square));
        self.kind(unit)
            .defense
            .saturating_add(general)
            .saturating_add(hill)
            .saturating_add(u8::from(unit.veteran))
    }

    /// The damage that would still force a unit to fall back.
    pub(crate) fn needed(&self, unit: &Unit) -> u8 {
        self.defense(unit).saturating_sub(unit.damage)
    }

    /// The friendly General next to a unit (A1).
    fn general_beside(&self, unit: &Unit) -> Option<&Unit> {
        self.general(unit.side)
            .filter(|general| general.id != unit.id && general.square.distance(unit.square) == 1)
    }

    /// Squares that a unit may go this turn (U1, A5).
    pub(crate) fn allowance(&self, unit: &Unit, charging: bool) -> u8 {
        let kind = self.kind(unit);
        if charging && kind.abilities.charge {
            self.chart.figures.charge_move
        } else {
            kind.movement
        }
    }

    /// Greatest distance of a unit's attack now, with or without pila (U2, A4).
    pub(crate) fn reach(&self, unit: &Unit, with_pila: bool) -> u8 {
        let kind = self.kind(unit);
        let pila = kind.abilities.pila && with_pila && unit.pila > 0;
        if pila { kind.range.max(self.chart.figures.pila_range) } else { kind.range }
    }

    /// True if a unit charges in this turn (A5).
    pub(crate) fn charging(&self, unit: &Unit) -> bool {
        unit.charged == Some(self.state.turn)
    }
}
