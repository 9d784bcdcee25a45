//! The board and ways across it: B1, B2, B3, M2, M3, M4, A3, H2.

use super::super::state::Unit;
use super::Field;
use engine::kit::square::SIZE_MAX;
use engine::kit::{Direction, Square, Squares};

const CELLS: usize = SIZE_MAX as usize * SIZE_MAX as usize;
/// The distance of a square to which no way leads.
const FAR: u8 = u8::MAX;

/// The squares that a unit can reach from its own, and the ways there.
pub(crate) struct Ways {
    start: Square,
    steps: [u8; CELLS],
    from: [Option<Direction>; CELLS],
    stops: Squares,
}

impl Ways {
    /// Steps to a square where the unit may stop; 0 for its own.
    pub(crate) fn steps(&self, to: Square) -> Option<u8> {
        let steps = self.steps.get(to.index()).copied().filter(|steps| *steps != FAR)?;
        (self.stops.has(to) || to == self.start).then_some(steps)
    }

    /// The squares of the way, the last included; of several shortest ways the one found first.
    pub(crate) fn way(&self, to: Square) -> Vec<Square> {
        let mut way = Vec::new();
        let mut here = to;
        while let Some(direction) = self.from.get(here.index()).copied().flatten() {
            way.push(here);
            let (east, north) = direction.step();
            let Some(before) = here.offset((-east, -north)) else { break };
            here = before;
        }
        way.reverse();
        way
    }

    /// The squares where the unit may stop, its own not included.
    pub(crate) const fn stops(&self) -> &Squares {
        &self.stops
    }
}

impl Field<'_> {
    /// The ways of a unit with so many steps: through no enemy unit and no plateau, through friends only if it
    /// skirmishes, and stopping on no other unit (M2, M3, A3, H2).
    pub(crate) fn ways(&self, unit: &Unit, allowance: u8) -> Ways {
        self.ways_if(unit, allowance, &Squares::new())
    }

    /// The same if the units on some squares were gone.
    pub(crate) fn ways_if(&self, unit: &Unit, allowance: u8, gone: &Squares) -> Ways {
        let board = &self.state.board;
        let skirmish = self.kind(unit).abilities.skirmish;
        let (mut closed, mut taken) = (board.plateaus, Squares::new());
        let others = self.state.units.iter().filter(|other| other.id != unit.id);
        for other in others.filter(|other| !gone.has(other.square)) {
            taken.add(other.square);
            if !skirmish || other.side != unit.side {
                closed.add(other.square);
            }
        }
        let mut ways = Ways {
            start: unit.square,
            steps: [FAR; CELLS],
            from: [None; CELLS],
            stops: Squares::new(),
        };
        ways.steps[unit.square.index()] = 0;
        let mut queue = vec![unit.square];
        let mut next = 0;
        while let Some(here) = queue.get(next).copied() {
            next += 1;
            let steps = ways.steps[here.index()] + 1;
            if steps > allowance {
                break;
            }
            for direction in Direction::ALL {
                let Some(to) = here.towards(direction, board.size) else { continue };
                if ways.steps[to.index()] != FAR || closed.has(to) {
                    continue;
                }
                ways.steps[to.index()] = steps;
                ways.from[to.index()] = Some(direction);
                queue.push(to);
                if !taken.has(to) {
                    ways.stops.add(to);
                }
            }
        }
        ways
    }
}
