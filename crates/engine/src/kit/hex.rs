//! Hexes of a grid of straight lines, in both common lays, with vertex and side facings.
//!
//! A hex is named by two pairs of digits: the line it lies in and its place in that line. With a *point*
//! at the top of each hex, lines are rows counted to the north and places run to the east; with a *flat*
//! top, lines are columns counted to the east and places run to the south. Every second line is shifted by
//! half a hex towards the higher places.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A compass point: a side or a vertex of a hex, depending on the grid's lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bearing {
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

impl Bearing {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] =
        [Self::N, Self::Ne, Self::E, Self::Se, Self::S, Self::Sw, Self::W, Self::Nw];

    /// The bearing of one or two letters, or of a whole word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|b| text == b.letters() || text == b.word())
    }

    /// One or two letters, as files write it: `ne`.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::N => "n",
            Self::Ne => "ne",
            Self::E => "e",
            Self::Se => "se",
            Self::S => "s",
            Self::Sw => "sw",
            Self::W => "w",
            Self::Nw => "nw",
        }
    }

    /// As an arrow, for maps in text.
    pub const fn arrow(self) -> char {
        match self {
            Self::N => '↑',
            Self::Ne => '↗',
            Self::E => '→',
            Self::Se => '↘',
            Self::S => '↓',
            Self::Sw => '↙',
            Self::W => '←',
            Self::Nw => '↖',
        }
    }

    /// The word that files may write for it too: `north-east`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::N => "north",
            Self::Ne => "north-east",
            Self::E => "east",
            Self::Se => "south-east",
            Self::S => "south",
            Self::Sw => "south-west",
            Self::W => "west",
            Self::Nw => "north-west",
        }
    }
}

impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

/// A hex: its line and its place in it, both from 1. Written with two digits each: `0504`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The row or column of hexes that it lies in, from 1.
    pub line: u8,
    /// The place in the line.
    pub place: u8,
}

impl Hex {
    /// The hex of a line and place.
    pub const fn new(line: u8, place: u8) -> Self {
        Self { line, place }
    }

    /// The hex of this name, on a grid of any size. The leading zero may be missing, since spreadsheets drop it.
    pub fn parse(text: &str) -> Option<Self> {
        if !(3..=4).contains(&text.len()) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: u16 = text.parse().ok()?;
        let (line, place) = (u8::try_from(number / 100).ok()?, u8::try_from(number % 100).ok()?);
        (line > 0 && place > 0).then_some(Self { line, place })
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:02}{:02}", self.line, self.place))
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &"a hex such as 0504"))
    }
}

/// The two ways to lay a hex grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lay {
    /// A point at the top: rows are straight, counted to the north; places run to the east.
    Point,
    /// A flat top: columns are straight, counted to the east; places run to the south.
    Flat,
}

/// A grid of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of lines.
    pub lines: u8,
    /// The number of hexes in each line.
    pub places: u8,
    /// The direction in which the hexes lie.
    pub lay: Lay,
    /// True if the odd lines are shifted towards the higher places, false if the even ones are.
    pub odd_shifted: bool,
}

impl Grid {
    /// The six sides, clockwise, the northernmost (and easternmost) first.
    pub const fn sides(&self) -> [Bearing; 6] {
        match self.lay {
            Lay::Point => {
                [Bearing::Ne, Bearing::E, Bearing::Se, Bearing::Sw, Bearing::W, Bearing::Nw]
            }
            Lay::Flat => {
                [Bearing::N, Bearing::Ne, Bearing::Se, Bearing::S, Bearing::Sw, Bearing::Nw]
            }
        }
    }

    /// The six vertices, clockwise; the vertex at index `i` lies just before (anticlockwise of) the side at index `i`.
    pub const fn vertices(&self) -> [Bearing; 6] {
        match self.lay {
            Lay::Point => {
                [Bearing::N, Bearing::Ne, Bearing::Se, Bearing::S, Bearing::Sw, Bearing::Nw]
            }
            Lay::Flat => {
                [Bearing::Nw, Bearing::Ne, Bearing::E, Bearing::Se, Bearing::Sw, Bearing::W]
            }
        }
    }

    /// True if the hex is on the grid.
    pub const fn has(&self, hex: Hex) -> bool {
        hex.line >= 1 && hex.line <= self.lines && hex.place >= 1 && hex.place <= self.places
    }

    /// The number of hexes.
    pub const fn len(&self) -> usize {
        self.lines as usize * self.places as usize
    }

    /// True if it has none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A hex's place in a list of all hexes: line by line from the first. Only for hexes on the grid.
    pub const fn index(&self, hex: Hex) -> usize {
        (hex.line as usize - 1) * self.places as usize + hex.place as usize - 1
    }

    /// All hexes, line by line from the first.
    pub fn all(&self) -> impl Iterator<Item = Hex> + use<> {
        let (lines, places) = (self.lines, self.places);
        (1..=lines).flat_map(move |line| (1..=places).map(move |place| Hex { line, place }))
    }

    /// The neighbour across a side, if it is on the grid; none for a bearing that is no side.
    pub fn step(&self, hex: Hex, side: Bearing) -> Option<Hex> {
        let (lines, along): (i16, i16) = match (self.lay, side) {
            (Lay::Point, Bearing::E) | (Lay::Flat, Bearing::S) => (0, 1),
            (Lay::Point, Bearing::W) | (Lay::Flat, Bearing::N) => (0, -1),
            (Lay::Point, Bearing::Ne) | (Lay::Flat, Bearing::Se) => (1, 1),
            (Lay::Point, Bearing::Nw) | (Lay::Flat, Bearing::Ne) => (1, -1),
            (Lay::Point, Bearing::Se) | (Lay::Flat, Bearing::Sw) => (-1, 1),
            (Lay::Point, Bearing::Sw) | (Lay::Flat, Bearing::Nw) => (-1, -1),
            _ => return None,
        };
        let shifted = i16::from((hex.line % 2 == 1) == self.odd_shifted);
        // A step to the next line goes half a hex along: from a shifted line the higher place is one more.
        let places = match (lines, along) {
            (0, along) => along,
            (_, 1) => shifted,
            _ => shifted - 1,
        };
        let (line, place) = (i16::from(hex.line) + lines, i16::from(hex.place) + places);
        let next = Hex { line: u8::try_from(line).ok()?, place: u8::try_from(place).ok()? };
        self.has(next).then_some(next)
    }

    /// The neighbours that are on the grid, clockwise as [`Grid::sides`].
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        let grid = *self;
        self.sides().into_iter().filter_map(move |side| grid.step(hex, side))
    }

    /// The side of `from` across which its neighbour `to` lies.
    pub fn side_to(&self, from: Hex, to: Hex) -> Option<Bearing> {
        self.sides().into_iter().find(|side| self.step(from, *side) == Some(to))
    }

    /// Steps from one hex to another on an empty grid.
    pub fn distance(&self, a: Hex, b: Hex) -> u8 {
        let axial = |hex: Hex| {
            let (line, place) = (i16::from(hex.line), i16::from(hex.place));
            let odd = line % 2;
            let half = (if self.odd_shifted { line - odd } else { line + odd }) / 2;
            (place - half, line)
        };
        let ((aq, ar), (bq, br)) = (axial(a), axial(b));
        let (dq, dr) = (aq - bq, ar - br);
        let far = dq.abs().max(dr.abs()).max((dq + dr).abs());
        u8::try_from(far).unwrap_or(u8::MAX)
    }

    /// The aspect of a side for a unit that faces a vertex; none if either is not a direction of this lay.
    pub fn aspect(&self, facing: Bearing, side: Bearing) -> Option<Aspect> {
        let vertex = self.vertices().into_iter().position(|v| v == facing)?;
        let side = self.sides().into_iter().position(|s| s == side)?;
        // The two sides at the faced vertex are those at its own index and the one before.
        Some(match (side + 6 - vertex) % 6 {
            0 | 5 => Aspect::Front,
            1 | 4 => Aspect::Flank,
            _ => Aspect::Rear,
        })
    }

    /// Vertices turned through from one facing to another (0 to 3), and whether clockwise is the shorter or equal way.
    pub fn turn(&self, from: Bearing, to: Bearing) -> (u8, bool) {
        let place = |b: Bearing| self.vertices().into_iter().position(|v| v == b);
        let place = |b: Bearing| place(b).expect("the facing is a vertex of this hex orientation");
        let clockwise = (place(to) + 6 - place(from)) % 6;
        let steps = clockwise.min(6 - clockwise);
        (u8::try_from(steps).expect("a turn is at most half a circle"), clockwise <= 3)
    }
}

/// The place of a neighbouring hex as seen by a unit that faces a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// One of the two hexes at the faced vertex.
    Front,
    /// One of the two beside them.
    Flank,
    /// One of the two behind.
    Rear,
}

#[cfg(test)]
mod tests {
    use super::{Aspect, Bearing, Grid, Hex, Lay};

    const POINTED: Grid = Grid { lines: 19, places: 26, lay: Lay::Point, odd_shifted: true };
    const FLAT: Grid = Grid { lines: 26, places: 19, lay: Lay::Flat, odd_shifted: false };

    fn hex(text: &str) -> Hex {
        Hex::parse(text).expect(text)
    }

    fn opposite(side: Bearing) -> Bearing {
        Bearing::ALL[(side as usize + 4) % 8]
    }

    #[test]
    fn names_and_hexes_are_one_to_one() {
        for hex in POINTED.all() {
            assert_eq!(Hex::parse(&hex.to_string()), Some(hex));
        }
        assert_eq!(hex("504"), hex("0504"));
        for text in ["", "04", "0004", "0500", "05041", "5o4", "-504"] {
            assert_eq!(Hex::parse(text), None, "{text}");
        }
    }

    #[test]
    fn stepping_across_and_back_comes_home_and_a_neighbour_is_one_away() {
        for grid in [POINTED, FLAT] {
            for hex in grid.all() {
                for side in grid.sides() {
                    let Some(next) = grid.step(hex, side) else { continue };
                    assert_eq!(grid.step(next, opposite(side)), Some(hex));
                    assert_eq!(
                        (grid.distance(hex, next), grid.side_to(hex, next)),
                        (1, Some(side))
                    );
                }
            }
        }
    }

    #[test]
    fn a_flat_grid_with_even_columns_lower() {
        let around: Vec<String> = FLAT.neighbours(hex("0305")).map(|h| h.to_string()).collect();
        assert_eq!(around, ["0304", "0404", "0405", "0306", "0205", "0204"]);
        let around: Vec<String> = FLAT.neighbours(hex("0405")).map(|h| h.to_string()).collect();
        assert_eq!(around, ["0404", "0505", "0506", "0406", "0306", "0305"]);
    }

    #[test]
    fn the_two_hexes_at_a_vertex_are_the_front() {
        let of = |facing, aspect| -> Vec<Bearing> {
            POINTED
                .sides()
                .into_iter()
                .filter(|side| POINTED.aspect(facing, *side) == Some(aspect))
                .collect()
        };
        assert_eq!(of(Bearing::N, Aspect::Front), [Bearing::Ne, Bearing::Nw]);
        assert_eq!(of(Bearing::Se, Aspect::Front), [Bearing::E, Bearing::Se]);
        assert_eq!(of(Bearing::Se, Aspect::Flank), [Bearing::Ne, Bearing::Sw]);
        assert_eq!(of(Bearing::Nw, Aspect::Rear), [Bearing::E, Bearing::Se]);
        assert_eq!(POINTED.aspect(Bearing::E, Bearing::Se), None);
        assert_eq!(FLAT.aspect(Bearing::E, Bearing::Se), Some(Aspect::Front));
    }

    #[test]
    fn turning_counts_vertices_the_shorter_way() {
        assert_eq!(POINTED.turn(Bearing::N, Bearing::Ne), (1, true));
        assert_eq!(POINTED.turn(Bearing::N, Bearing::Nw), (1, false));
        assert_eq!(POINTED.turn(Bearing::N, Bearing::S), (3, true));
        assert_eq!(POINTED.turn(Bearing::Sw, Bearing::Sw), (0, true));
    }
}
