//! Sets of squares as one word a row: what floods and reaches are counted with.

use engine::kit::Square;
use engine::kit::square::SIZE_MAX;

const ROWS: usize = SIZE_MAX as usize;

/// A set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells([u32; ROWS]);

impl Cells {
    pub(super) const fn new() -> Self {
        Self([0; ROWS])
    }

    pub(super) const fn has(&self, square: Square) -> bool {
        self.0[square.row as usize] >> square.col & 1 != 0
    }

    pub(super) const fn add(&mut self, square: Square) {
        self.0[square.row as usize] |= 1 << square.col;
    }

    pub(super) const fn remove(&mut self, square: Square) {
        self.0[square.row as usize] &= !(1 << square.col);
    }

    /// The union of both sets, on a board of `size`.
    pub(super) fn with(&self, other: &Self, size: u8) -> Self {
        let mut all = *self;
        for (row, more) in all.0.iter_mut().zip(&other.0).take(usize::from(size)) {
            *row |= more;
        }
        all
    }

    /// The squares that are in this set and not in the other, on a board of `size`.
    pub(super) fn without(&self, other: &Self, size: u8) -> Self {
        let mut rest = *self;
        for (row, less) in rest.0.iter_mut().zip(&other.0).take(usize::from(size)) {
            *row &= !less;
        }
        rest
    }

    /// The set and all squares within this many steps of it, as the crow flies, on a board of `size`.
    pub(super) fn spread(&self, steps: u8, size: u8) -> Self {
        let whole = width(size);
        let mut all = *self;
        for _ in 0..steps {
            let mut below = 0;
            for row in 0..usize::from(size) {
                let here = all.0[row];
                let above = if row + 1 < usize::from(size) { all.0[row + 1] } else { 0 };
                let tall = below | here | above;
                all.0[row] = (tall | tall << 1 | tall >> 1) & whole;
                below = here;
            }
        }
        all
    }

    /// The squares that can be reached from `start` in this many steps, itself included, on a board of `size` and
    /// without crossing `closed`.
    pub(super) fn flood(start: Square, steps: u8, closed: &Self, size: u8) -> Self {
        let whole = width(size);
        let wide = |row: u32| (row | row << 1 | row >> 1) & whole;
        let mut all = Self::new();
        all.add(start);
        for step in 1..=steps {
            let (low, high) = (start.row.saturating_sub(step), (start.row + step).min(size - 1));
            let (mut below, mut here, mut grown) = (0, wide(all.0[usize::from(low)]), 0);
            for row in usize::from(low)..=usize::from(high) {
                let above = if row + 1 < ROWS { wide(all.0[row + 1]) } else { 0 };
                let now = (below | here | above) & !closed.0[row] | all.0[row];
                grown |= now ^ all.0[row];
                all.0[row] = now;
                (below, here) = (here, above);
            }
            if grown == 0 {
                break;
            }
        }
        all
    }

    /// True if any square of the set lies within so many steps of `at`, as the crow flies.
    pub(super) fn near(&self, at: Square, steps: u8, size: u8) -> bool {
        let mask = band(at.col, steps);
        let (low, high) = (at.row.saturating_sub(steps), (at.row + steps).min(size - 1));
        self.0[usize::from(low)..=usize::from(high)].iter().any(|row| row & mask != 0)
    }

    /// The number of squares of the set within so many steps of `at`, in a straight line.
    pub(super) fn count(&self, at: Square, steps: u8, size: u8) -> u32 {
        let mask = band(at.col, steps);
        let (low, high) = (at.row.saturating_sub(steps), (at.row + steps).min(size - 1));
        self.0[usize::from(low)..=usize::from(high)]
            .iter()
            .map(|row| (row & mask).count_ones())
            .sum()
    }

    /// The squares within so many steps of `at`, as the crow flies; row by row from the south.
    pub(super) fn around(
        &self,
        at: Square,
        steps: u8,
        size: u8,
    ) -> impl Iterator<Item = Square> + use<> {
        let mask = band(at.col, steps);
        let (low, high) = (at.row.saturating_sub(steps), (at.row + steps).min(size - 1));
        let rows = self.0;
        (low..=high).flat_map(move |row| {
            Bits(rows[usize::from(row)] & mask).map(move |col| Square::new(col, row))
        })
    }
}

/// The columns within this many steps of one, as bits.
const fn band(col: u8, steps: u8) -> u32 {
    let high = col.saturating_add(steps);
    u32::MAX << col.saturating_sub(steps) & u32::MAX >> 31u8.saturating_sub(high)
}

/// The columns of a board of `size`, as bits.
const fn width(size: u8) -> u32 {
    (1 << size) - 1
}

/// The positions of the set bits, lowest first.
#[derive(Clone)]
pub(super) struct Bits(pub(super) u32);

impl Iterator for Bits {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(u8::try_from(at).expect("the place has a bit"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, Square};

    fn square(text: &str) -> Square {
        Square::parse(text).expect(text)
    }

    fn set(text: &str) -> Cells {
        let mut set = Cells::new();
        text.split_whitespace().for_each(|text| set.add(square(text)));
        set
    }

    #[test]
    fn a_flood_runs_one_square_a_step_all_round_but_not_into_what_is_closed() {
        assert_eq!(Cells::flood(square("a1"), 1, &set("b2"), 12), set("a1 a2 b1"));
        assert_eq!(Cells::flood(square("l12"), 1, &set("k12"), 12), set("l12 l11 k11"));
        assert_eq!(Cells::flood(square("l1"), 2, &set("k1 k2 l2"), 12), set("l1"));
        assert_eq!(
            Cells::flood(square("c3"), 2, &Cells::new(), 12).count(square("c3"), 11, 12),
            25
        );
    }

    #[test]
    fn a_set_spreads_over_everything_in_its_way() {
        assert_eq!(set("a1 l12").spread(1, 12), set("a1 a2 b1 b2 l12 l11 k12 k11"));
        assert_eq!(set("f6").spread(3, 12).count(square("f6"), 11, 12), 49);
    }

    #[test]
    fn nearness_is_counted_as_the_crow_flies() {
        let some = set("c3 f6 l1");
        assert!(some.near(square("f9"), 3, 12) && !some.near(square("f10"), 3, 12));
        assert!(some.near(square("l4"), 3, 12) && !some.near(square("a1"), 1, 12));
        assert_eq!(some.count(square("d4"), 2, 12), 2);
        assert_eq!(
            some.around(square("d4"), 2, 12).collect::<Vec<_>>(),
            [square("c3"), square("f6")]
        );
    }
}
