//! The General: where the enemy cannot throw him back twice.

use super::plan::{Plan, Step};
use super::reach::Reach;
use super::sketch::Sketch;
use crate::names::{Edges, Side};
use crate::rules::retreat;
use engine::kit::{Facing, Square};

/// Squares that the General looks at first.
const NEAR: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Peril {
    /// The enemy cannot even throw him back.
    Safe,
    /// He can be thrown back, once.
    Shaken,
    /// He may be thrown back twice, or find no square to fall back to.
    Lost,
}

impl Sketch<'_> {
    /// The danger of a side's General on a square, against all that the enemy could bring.
    pub(super) fn peril(
        &self,
        side: Side,
        reaches: &[Reach],
        at: Square,
        looks: Facing,
    ) -> (Peril, u8) {
        let Some(general) = self.general(side) else { return (Peril::Safe, 0) };
        let (storm, defense) = (self.storm(reaches, at, looks), self.defense_on(general, at));
        let peril = match () {
            () if storm < defense => Peril::Safe,
            () if storm < defense.saturating_mul(2)
                && self.has_way_out(side, reaches, general.square, at) =>
            {
                Peril::Shaken
            }
            () => Peril::Lost,
        };
        (peril, storm)
    }

    /// True if a square behind `at` is open and the enemy cannot take it first.
    fn has_way_out(&self, side: Side, reaches: &[Reach], from: Square, at: Square) -> bool {
        let behind = retreat::squares(at, side).into_iter().flatten().filter(|to| to.row != at.row);
        let mut open = behind.filter(|to| to.on(self.size) && (self.open(*to) || *to == from));
        open.any(|to| !reaches.iter().any(|reach| reach.stops.has(to)))
    }
}

impl Plan<'_> {
    /// Moves the General, last of all, to where he is safest after the attacks, whose result is `after`; among equally
    /// safe squares, to the one with most friends around it. Returns how he stands there.
    pub(super) fn shelter(&mut self, after: &mut Sketch<'_>, side: Side) -> (Peril, Vec<Reach>) {
        let Some(who) = self.now.generals[side.at()].filter(|who| !self.now.pieces[*who].gone)
        else {
            return (Peril::Lost, Vec::new());
        };
        let general = self.now.pieces[who];
        after.taken[side.at()].remove(general.square);
        let reaches = after.reaches(side.other());
        if self.has_moved(who) {
            after.taken[side.at()].add(general.square);
            return (after.peril(side, &reaches, general.square, general.facing).0, reaches);
        }
        let mut best = None;
        // Near squares will do unless he might fall there.
        for steps in [NEAR.min(general.movement), general.movement] {
            let stops = self.now.stops(who, steps);
            let squares = stops
                .around(general.square, steps, self.now.size)
                .filter(|square| after.open(*square));
            let mut squares: Vec<(i32, Square)> = squares
                .map(|square| (-after.refuge(side, square, general.square), square))
                .collect();
            squares.sort_unstable();
            best = safest(after, side, &reaches, squares.into_iter().map(|(_, square)| square));
            if best.is_some_and(|(peril, ..)| peril < Peril::Lost) {
                break;
            }
        }
        let (peril, _, to, looks) =
            best.unwrap_or((Peril::Lost, 0, general.square, general.facing));
        after.taken[side.at()].add(general.square);
        after.shift(who, to, looks);
        self.play(Step { who, charge: false, shot: None, to, looks });
        (peril, reaches)
    }
}

/// The first square where the General is safe, else the one where he is in least danger.
fn safest(
    after: &Sketch<'_>,
    side: Side,
    reaches: &[Reach],
    squares: impl Iterator<Item = Square>,
) -> Option<(Peril, u8, Square, Facing)> {
    let mut best: Option<(Peril, u8, Square, Facing)> = None;
    for square in squares {
        let looks = after.look_out(side, square);
        let (peril, storm) = after.peril(side, reaches, square, looks);
        if best.is_none_or(|(least, weakest, ..)| (peril, storm) < (least, weakest)) {
            best = Some((peril, storm, square, looks));
        }
        if peril == Peril::Safe {
            break;
        }
    }
    best
}

impl Sketch<'_> {
    /// The value of a square as a refuge: among friends, off the edges, not far.
    fn refuge(&self, side: Side, square: Square, from: Square) -> i32 {
        let friends =
            i32::try_from(self.taken[side.at()].count(square, 1, self.size)).expect("few units");
        let company =
            i32::try_from(self.taken[side.at()].count(square, 3, self.size)).expect("few units");
        let enemies = i32::try_from(self.taken[side.other() as usize].count(square, 4, self.size))
            .expect("few units");
        let (_, back) = side.back().ahead().step();
        let behind = square.offset((0, back)).filter(|to| to.on(self.size));
        let way = behind.is_some_and(|to| self.open(to));
        3 * friends.min(4) + company + 4 * i32::from(way)
            - 8 * i32::from(behind.is_none())
            - 3 * enemies
            - i32::from(square.distance(from))
    }
}
