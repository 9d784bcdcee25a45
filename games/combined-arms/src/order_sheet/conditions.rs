//! Pages of conditions: what must be so of which unit before an order, a square or a target is tried.

use super::{Draft, listing::described, words};
use crate::names::UnitId;
use crate::orders::{Condition, Guard, Test, UnitState};
use engine::kit::Square;
use engine::{Edit, Offer, Spot};

/// The tests that need no square.
const STATES: [UnitState; 4] =
    [UnitState::Here, UnitState::Retreated, UnitState::Hurt, UnitState::Destroyed];

impl Draft<'_> {
    /// Offers about the conditions for something: each can be removed, and every unit can be asked about.
    pub(super) fn conditions(
        &self,
        path: &str,
        when: &[Guard],
        write: &dyn Fn(Vec<Guard>) -> Vec<Edit>,
    ) -> Vec<Offer> {
        let said = |guard: &Guard| {
            let left = when.iter().filter(|other| *other != guard).copied().collect();
            Offer::new("Only if", words::guard(guard), true, write(left))
        };
        let field = self.field();
        let side = |side, group: &'static str| {
            field.of(side).map(move |unit| {
                let lead = Offer::new(group, described(&field, unit), false, Vec::new());
                let at = Spot::Piece(unit.id.to_string());
                lead.on(at).leads(format!("{path}/{}", unit.id))
            })
        };
        let enemy = side(self.side.other(), "A condition on an enemy");
        let own = side(self.side, "A condition on a unit of yours");
        when.iter().map(said).chain(enemy).chain(own).collect()
    }

    /// The conditions that can be set on one unit.
    pub(super) fn conditions_on(
        &self,
        unit: UnitId,
        when: &[Guard],
        write: &dyn Fn(Vec<Guard>) -> Vec<Edit>,
    ) -> Vec<Offer> {
        let own: Vec<Test> =
            when.iter().filter(|guard| guard.unit == unit).map(|guard| guard.test).collect();
        let write = |tests: Vec<Test>| {
            let others = when.iter().filter(|guard| guard.unit != unit).copied();
            write(others.chain(tests.into_iter().map(|test| Guard { unit, test })).collect())
        };
        self.tests(&format!("Only if {unit}"), &own, false, &write)
    }

    /// Tests of a unit that is known; `target`: it is one, which an attack may break.
    pub(super) fn tests(
        &self,
        group: &str,
        when: &[Test],
        target: bool,
        write: &dyn Fn(Vec<Test>) -> Vec<Edit>,
    ) -> Vec<Offer> {
        let offer = |group: String, test: Test, spot: Option<Spot>| {
            let chosen = when.contains(&test);
            let mut tests: Vec<Test> = when.iter().filter(|one| **one != test).copied().collect();
            tests.extend((!chosen).then_some(test));
            Offer { spot, ..Offer::new(group, words::test(test), chosen, write(tests)) }
        };
        let mut offers = Vec::new();
        for state in target.then_some(UnitState::Breaks).into_iter().chain(STATES) {
            for not in [false, true] {
                let test = Test { not, state: Condition::Is(state) };
                offers.push(offer(group.to_owned(), test, None));
            }
        }
        for not in [false, true] {
            let word = if not { "is not on" } else { "is on" };
            for square in self.squares() {
                let spot = (!not).then(|| Spot::Cell(square.to_string()));
                let test = Test { not, state: Condition::At(square) };
                offers.push(offer(format!("{group} {word}"), test, spot));
            }
        }
        offers
    }

    /// The squares that a unit can stand on.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let board = self.state.board;
        Square::all(board.size).filter(move |square| !board.plateaus.has(*square))
    }
}
