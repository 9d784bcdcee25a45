//! Sets of squares as one word a row: what floods and reaches are counted with.

use crate::kit::Square;
use crate::kit::square::SIZE_MAX;

const ROWS: usize = SIZE_MAX as usize;

/// A set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells([u32; ROWS]);

impl Cells {
    /// No squares.
    pub(super) const fn new() -> Self {
        Self([0; ROWS])
    }

    /// True if a square is in it.
    pub(super) const fn has(&self, square: Square) -> bool {
        self.0[square.row as usize] >> square.col & 1 != 0
    }

    /// Puts a square in.
    pub(super) const fn add(&mut self, square: Square) {
        self.0[square.row as usize] |= 1 << square.col;
    }

    /// Takes a square out.
    pub(super) const fn remove(&mut self, square: Square) {
        self.0[square.row as usize] &= !(1 << square.col);
    }

    /// Both sets together, on a board of `size`.
    pub(super) fn with(&self, other: &Self, size: u8) -> Self {
        let mut all = *self;
        for (row, more) in all.0.iter_mut().zip(&other.0).take(usize::from(size)) {
            *row |= more;
        }
        all
    }

    /// What is in this set and not in the other, on a board of `size`.
    pub(super) fn without(&self, other: &Self, size: u8) -> Self {
        let mut rest = *self;
        for (row, less) in rest.0.iter_mut().zip(&other.0).take(usize::from(size)) {
            *row &= !less;
        }
        rest
    }

    /// The set and all its neighbours on a board of `size`, without those in `closed`.
    pub(super) fn grown(&self, closed: &Self, size: u8) -> Self {
        let (count, whole) = (usize::from(size), width(size));
        let wide = |row: u32| (row | row << 1 | row >> 1) & whole;
        let mut grown = Self::new();
        let (mut below, mut here) = (0, wide(self.0[0]));
        for row in 0..count {
            let above = if row + 1 < count { wide(self.0[row + 1]) } else { 0 };
            grown.0[row] = (below | here | above) & !closed.0[row] | self.0[row];
            (below, here) = (here, above);
        }
        grown
    }

    /// True if any square of the set lies within so many steps of `at`, as the crow flies.
    pub(super) fn near(&self, at: Square, steps: u8, size: u8) -> bool {
        let mask = band(at.col, steps);
        let (low, high) = (at.row.saturating_sub(steps), (at.row + steps).min(size - 1));
        self.0[usize::from(low)..=usize::from(high)].iter().any(|row| row & mask != 0)
    }

    /// How many squares of the set lie within so many steps of `at`, as the crow flies.
    pub(super) fn count(&self, at: Square, steps: u8, size: u8) -> u32 {
        let mask = band(at.col, steps);
        let (low, high) = (at.row.saturating_sub(steps), (at.row + steps).min(size - 1));
        self.0[usize::from(low)..=usize::from(high)].iter().map(|row| (row & mask).count_ones()).sum()
    }

    /// The squares within so many steps of `at`, as the crow flies; row by row from the south.
    pub(super) fn around(&self, at: Square, steps: u8, size: u8) -> impl Iterator<Item = Square> + use<> {
        let mask = band(at.col, steps);
        let (low, high) = (at.row.saturating_sub(steps), (at.row + steps).min(size - 1));
        let rows = self.0;
        (low..=high).flat_map(move |row| Bits(rows[usize::from(row)] & mask).map(move |col| Square::new(col, row)))
    }
}

/// The columns within so many steps of one.
fn band(col: u8, steps: u8) -> u32 {
    let span = (1 << (2 * u32::from(steps.min(15)) + 1)) - 1;
    if col >= steps { span << (col - steps) } else { span >> (steps - col) }
}

/// The columns of a board of `size`.
const fn width(size: u8) -> u32 {
    (1 << size) - 1
}

/// The places of the bits that are set, from the lowest.
#[derive(Clone, Copy)]
pub(super) struct Bits(pub(super) u32);

impl Iterator for Bits {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        u8::try_from(at).ok()
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
    fn a_set_grows_by_one_square_all_round_but_not_into_what_is_closed() {
        let grown = set("a1 l12").grown(&set("b2 k12"), 12);
        assert_eq!(grown, set("a1 a2 b1 l12 l11 k11"));
    }

    #[test]
    fn nearness_is_counted_as_the_crow_flies() {
        let some = set("c3 f6 l1");
        assert!(some.near(square("f9"), 3, 12) && !some.near(square("f10"), 3, 12));
        assert!(some.near(square("l4"), 3, 12) && !some.near(square("a1"), 1, 12));
        assert_eq!(some.count(square("d4"), 2, 12), 2);
        assert_eq!(some.around(square("d4"), 2, 12).collect::<Vec<_>>(), [square("c3"), square("f6")]);
    }
}
