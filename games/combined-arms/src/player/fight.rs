//! The Attack Phase in small figures: attacks at will with pila, as the rules carry them out.

use super::sketch::{PIECES, Sketch};
use crate::names::Side;
use std::cmp::Reverse;

/// The damage that each piece of a side can do to each enemy, and its total.
struct Guns {
    points: [[u8; PIECES]; PIECES],
    sums: [u32; PIECES],
}

impl Sketch<'_> {
    /// Carries out attacks at will for a side, throwing pila.
    pub(super) fn at_will(&mut self, side: Side) {
        let mut guns = Guns { points: [[0; PIECES]; PIECES], sums: [0; PIECES] };
        for (at, _) in self.of_side(side.other()) {
            self.aim(side, at, &mut guns);
        }
        while let Some(target) = self.next_victim(side, &guns) {
            self.break_one(side, target, &mut guns);
            if self.general(side.other()).is_none() {
                return;
            }
        }
    }

    /// Recomputes what each piece can do to one enemy.
    fn aim(&self, side: Side, target: usize, guns: &mut Guns) {
        let mut sum = 0;
        for (at, _) in self.of_side(side) {
            let points = self.can_do(at, target);
            guns.points[target][at] = points;
            sum += u32::from(points);
        }
        guns.sums[target] = sum;
    }

    /// The damage that a piece can do to an enemy in the Attack Phase from where it stands.
    pub(super) fn can_do(&self, by: usize, target: usize) -> u8 {
        let (piece, enemy) = (&self.pieces[by], &self.pieces[target]);
        let near = !enemy.gone && piece.square.distance(enemy.square) <= piece.throw;
        if near && !piece.gone && piece.ready() {
            self.points(piece, enemy.square, enemy.facing)
        } else {
            0
        }
    }

    /// True if the pieces can do an enemy as much damage as its Defense.
    fn breakable(&self, target: usize, guns: &Guns) -> bool {
        let sum = guns.sums[target];
        sum > 0 && sum >= u32::from(self.needed(target)).max(1)
    }

    /// The enemy to break next: the General, then what would be destroyed, then what needs least.
    fn next_victim(&self, side: Side, guns: &Guns) -> Option<usize> {
        let able = self.of_side(side.other()).filter(|(at, _)| self.breakable(*at, guns));
        able.min_by_key(|(at, enemy)| {
            (!enemy.general, !self.doomed(*at), self.needed(*at), enemy.rank)
        })
        .map(|(at, _)| at)
    }

    pub(super) fn doomed(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        piece.elephant || piece.routs > 0 || self.escapes(at).next().is_none()
    }

    /// Attacks one enemy until it falls back or is destroyed; attackers with the least choice go first.
    fn break_one(&mut self, side: Side, target: usize, guns: &mut Guns) {
        let mut breakable = [0; PIECES];
        let mut many = 0;
        for (at, _) in self.of_side(side.other()).filter(|(at, _)| self.breakable(*at, guns)) {
            breakable[many] = at;
            many += 1;
        }
        let choices =
            |by: usize| breakable[..many].iter().filter(|at| guns.points[**at][by] > 0).count();
        let mut order = [(0, Reverse(0), 0); PIECES];
        let mut count = 0;
        for (by, _) in self.of_side(side).filter(|(by, _)| guns.points[target][*by] > 0) {
            order[count] = (choices(by), Reverse(guns.points[target][by]), by);
            count += 1;
        }
        order[..count].sort_unstable();
        let before = self.pieces[target].routs;
        for (_, _, by) in order.into_iter().take(count) {
            self.attack(by, target);
            for (row, sum) in guns.points.iter_mut().zip(&mut guns.sums) {
                *sum -= u32::from(row[by]);
                row[by] = 0;
            }
            if self.pieces[target].gone || self.pieces[target].routs != before {
                break;
            }
        }
        self.aim(side, target, guns);
    }
}
