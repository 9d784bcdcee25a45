//! Squares of a board of up to 26 by 26, named by a letter and a number.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The largest board: as many columns as letters.
pub const SIZE_MAX: u8 = 26;

/// One of the eight directions; north is towards the higher rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// North.
    N,
    /// North-east.
    Ne,
    /// East.
    E,
    /// South-east.
    Se,
    /// South.
    S,
    /// South-west.
    Sw,
    /// West.
    W,
    /// North-west.
    Nw,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] =
        [Self::N, Self::Ne, Self::E, Self::Se, Self::S, Self::Sw, Self::W, Self::Nw];

    /// One step: columns to the east, rows to the north.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::N => (0, 1),
            Self::Ne => (1, 1),
            Self::E => (1, 0),
            Self::Se => (1, -1),
            Self::S => (0, -1),
            Self::Sw => (-1, -1),
            Self::W => (-1, 0),
            Self::Nw => (-1, 1),
        }
    }
}

/// A square: column from the west and row from the south, both from 0. Written `e7` (column 4, row 6).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Column, 0 in the west.
    pub col: u8,
    /// Row, 0 in the south.
    pub row: u8,
}

impl Square {
    /// The square of a column and row.
    pub const fn new(col: u8, row: u8) -> Self {
        Self { col, row }
    }

    /// The square of this name, on a board of any size.
    pub fn parse(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let letter = chars.next().filter(char::is_ascii_lowercase)?;
        let digits = chars.as_str();
        if digits.starts_with('0')
            || digits.len() > 2
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        let number: u8 = digits.parse().ok()?;
        (number <= SIZE_MAX).then(|| Self { col: letter as u8 - b'a', row: number - 1 })
    }

    /// The square a step away, unless it lies beyond the south or west edge.
    pub fn offset(self, step: (i8, i8)) -> Option<Self> {
        Some(Self {
            col: self.col.checked_add_signed(step.0)?,
            row: self.row.checked_add_signed(step.1)?,
        })
    }

    /// The neighbour in a direction, on a board of `size`.
    pub fn towards(self, direction: Direction, size: u8) -> Option<Self> {
        self.offset(direction.step()).filter(|square| square.on(size))
    }

    /// The neighbours on a board of `size`, clockwise from north.
    pub fn neighbours(self, size: u8) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |direction| self.towards(direction, size))
    }

    /// True if it lies on a board of `size`.
    pub const fn on(self, size: u8) -> bool {
        self.col < size && self.row < size
    }

    /// Steps between two squares when a diagonal step counts one (Chebyshev distance).
    pub const fn distance(self, other: Self) -> u8 {
        let (cols, rows) = (self.col.abs_diff(other.col), self.row.abs_diff(other.row));
        if cols > rows { cols } else { rows }
    }

    /// The way from `other` to here: columns to the east, rows to the north.
    #[expect(clippy::cast_possible_wrap, reason = "coordinates are below 26")]
    pub const fn minus(self, other: Self) -> (i8, i8) {
        (self.col as i8 - other.col as i8, self.row as i8 - other.row as i8)
    }

    /// Its place in a list of all squares of the largest board.
    pub const fn index(self) -> usize {
        self.row as usize * SIZE_MAX as usize + self.col as usize
    }

    /// All squares of a board in reading order: north to south, west to east.
    pub fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size).rev().flat_map(move |row| (0..size).map(move |col| Self { col, row }))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", (b'a' + self.col % SIZE_MAX) as char, u16::from(self.row) + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &"a square such as e7"))
    }
}

/// Words of 64 bits that hold one bit for each square of the largest board.
const WORDS: usize = (SIZE_MAX as usize * SIZE_MAX as usize).div_ceil(64);

/// A set of squares, cheap to copy and to ask. Written as a list in reading order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Squares([u64; WORDS]);

impl Squares {
    /// A set without squares.
    pub const fn new() -> Self {
        Self([0; WORDS])
    }

    /// True if the square is in the set.
    pub const fn has(&self, square: Square) -> bool {
        let at = square.index();
        at / 64 < WORDS && self.0[at / 64] & (1 << (at % 64)) != 0
    }

    /// Puts a square in; squares beyond the largest board are left out.
    pub fn add(&mut self, square: Square) {
        let at = square.index();
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        let at = square.index();
        if let Some(word) = self.0.get_mut(at / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The squares in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Square> {
        Square::all(SIZE_MAX).filter(|square| self.has(*square))
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::new();
        squares.into_iter().for_each(|square| set.add(square));
        set
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Square>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Square, Squares};

    fn square(text: &str) -> Square {
        Square::parse(text).expect(text)
    }

    #[test]
    fn names_and_squares_are_one_to_one() {
        for square in Square::all(26) {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        assert_eq!(square("e7"), Square::new(4, 6));
        for text in ["", "e", "7", "e0", "e07", "e27", "E7", "e-1", "ee7", "e7 "] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
    }

    #[test]
    fn neighbours_come_clockwise_from_north_and_stay_on_the_board() {
        let around: Vec<String> = square("b2").neighbours(12).map(|s| s.to_string()).collect();
        assert_eq!(around, ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"]);
        let corner: Vec<String> = square("l12").neighbours(12).map(|s| s.to_string()).collect();
        assert_eq!(corner, ["l11", "k11", "k12"]);
    }

    #[test]
    fn a_diagonal_step_counts_one() {
        assert_eq!(square("a1").distance(square("d3")), 3);
        assert_eq!(square("d3").minus(square("a1")), (3, 2));
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: Squares = [square("e7"), square("z26")].into_iter().collect();
        assert!(set.has(square("e7")) && set.has(square("z26")) && !set.has(square("e8")));
        set.remove(square("e7"));
        assert_eq!(set.iter().collect::<Vec<_>>(), [square("z26")]);
    }
}
