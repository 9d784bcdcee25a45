//! The Attack Phase in small figures: attacks at will with pila, as the rules carry them out.

use super::sketch::{PIECES, Sketch};
use crate::games::combined_arms::names::Side;
use std::cmp::Reverse;

/// Damage that each piece of a side can do to each enemy.
type Guns = [[u8; PIECES]; PIECES];

impl Sketch<'_> {
    /// Carries attacks at will out for a side, pila thrown.
    pub(super) fn at_will(&mut self, side: Side) {
        let mut guns: Guns = [[0; PIECES]; PIECES];
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

    /// Works out anew what each piece can do to one enemy.
    fn aim(&self, side: Side, target: usize, guns: &mut Guns) {
        let enemy = &self.pieces[target];
        for (at, piece) in self.of_side(side) {
            guns[target][at] = if piece.ready() && !enemy.gone { self.points(piece, enemy.square, enemy.facing) } else { 0 };
        }
    }

    /// Whether the pieces can bring an enemy to its Defense.
    fn breakable(&self, target: usize, guns: &Guns) -> bool {
        let sum: u32 = guns[target].iter().map(|points| u32::from(*points)).sum();
        sum > 0 && sum >= u32::from(self.needed(target)).max(1)
    }

    /// The enemy to break next (6.6 of the orders: the General, what would be destroyed, what needs least).
    fn next_victim(&self, side: Side, guns: &Guns) -> Option<usize> {
        let able = self.of_side(side.other()).filter(|(at, _)| self.breakable(*at, guns));
        able.min_by_key(|(at, enemy)| (!enemy.general, !self.doomed(*at), self.needed(*at), enemy.rank)).map(|(at, _)| at)
    }

    /// Whether a piece that must fall back now would be destroyed.
    pub(super) fn doomed(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        piece.elephant || piece.routs > 0 || self.escapes(at).next().is_none()
    }

    /// Attacks one enemy until it falls back or is destroyed.
    fn break_one(&mut self, side: Side, target: usize, guns: &mut Guns) {
        let mut breakable = 0u64;
        for (at, _) in self.of_side(side.other()).filter(|(at, _)| self.breakable(*at, guns)) {
            breakable |= 1 << at;
        }
        let choices = |by: usize| {
            let (mut left, mut count) = (breakable, 0u8);
            while left != 0 {
                count += u8::from(guns[left.trailing_zeros() as usize][by] > 0);
                left &= left - 1;
            }
            count
        };
        let mut order = [(0, Reverse(0), 0); PIECES];
        let mut count = 0;
        for (by, _) in self.of_side(side).filter(|(by, _)| guns[target][*by] > 0) {
            order[count] = (choices(by), Reverse(guns[target][by]), by);
            count += 1;
        }
        order[..count].sort_unstable();
        let before = self.pieces[target].routs;
        for (_, _, by) in order.into_iter().take(count) {
            self.attack(by, target);
            guns.iter_mut().for_each(|row| row[by] = 0);
            if self.pieces[target].gone || self.pieces[target].routs != before {
                break;
            }
        }
        self.aim(side, target, guns);
    }
}
