//! The map as `raid` counts on it: hexes by number, with their neighbours, heights and ground.

use crate::data::{Charts, CombatResult, Printed};
use engine::kit::{Aspect, Bearing, Hex};

/// No hex: what lies across the edge of the map.
pub(super) const OFF: usize = usize::MAX;
/// The lowest modifier that is distinguished from lower ones.
const LEAST: i8 = -12;
/// The highest modifier that is distinguished from higher ones.
const MOST: i8 = 16;

/// How many of the die's ten faces bring each part of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Faces {
    pub(super) own_disorder: i32,
    pub(super) own_check: i32,
    pub(super) check: i32,
    pub(super) disorder: i32,
    pub(super) gone: i32,
    pub(super) again: i32,
}

/// All that never changes in a battle.
pub(super) struct Lattice {
    pub(super) hexes: Vec<Hex>,
    /// The neighbours of each hex, in the order of the grid's sides.
    pub(super) near: Vec<[usize; 6]>,
    pub(super) level: Vec<u8>,
    /// The modifier of a defender's terrain.
    pub(super) defends: Vec<i8>,
    /// The modifier of attackers who all stand in such terrain.
    pub(super) out_of: Vec<i8>,
    /// The aspect of each side for a unit that faces each vertex, by their places in the grid's lists.
    pub(super) aspects: [[Aspect; 6]; 6],
    vertices: [Bearing; 6],
    /// The chances of each result, by modifier, from the lowest.
    faces: Vec<Faces>,
}

impl Lattice {
    pub(super) fn new(printed: &Printed) -> Self {
        let (ground, grid) = (&printed.ground, printed.ground.grid);
        let (sides, vertices) = (grid.sides(), grid.vertices());
        let step = |hex, side| grid.step(hex, side).map_or(OFF, |next| grid.index(next));
        let lies =
            |facing, side| grid.aspect(facing, side).expect("the pair is a vertex and a side");
        Self {
            hexes: grid.all().collect(),
            near: grid.all().map(|hex| sides.map(|side| step(hex, side))).collect(),
            level: grid.all().map(|hex| ground.level(hex)).collect(),
            defends: grid.all().map(|hex| ground.terrain(hex).defender).collect(),
            out_of: grid.all().map(|hex| ground.terrain(hex).out_of).collect(),
            aspects: vertices.map(|facing| sides.map(|side| lies(facing, side))),
            vertices,
            faces: (LEAST..=MOST).map(|drm| faces(&printed.charts, drm)).collect(),
        }
    }

    /// The place of a facing among the vertices.
    pub(super) fn facing(&self, facing: Bearing) -> usize {
        self.vertices.iter().position(|vertex| *vertex == facing).expect("units face vertices")
    }

    /// The results of the faces of the die with a modifier.
    pub(super) fn faces(&self, drm: i8) -> &Faces {
        let at = usize::try_from(drm.clamp(LEAST, MOST) - LEAST).expect("not below 0");
        &self.faces[at]
    }
}

fn faces(charts: &Charts, drm: i8) -> Faces {
    let mut faces = Faces::default();
    for die in 0..10_i8 {
        for part in charts.result(die.saturating_add(drm)) {
            match part {
                CombatResult::ADisordered => faces.own_disorder += 1,
                CombatResult::ACheck => faces.own_check += 1,
                CombatResult::DCheck => faces.check += 1,
                CombatResult::DDisordered => faces.disorder += 1,
                CombatResult::DEliminated => faces.gone += 1,
                CombatResult::Continued => faces.again += 1,
                CombatResult::Engaged => {}
            }
        }
    }
    faces
}
