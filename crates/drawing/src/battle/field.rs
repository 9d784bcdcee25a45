//! The field of a battle: how its cells lie, which part of it a battle map shows, and how large.

use crate::{Frame, lines::sides};
use engine::map::{Cell, Map, Point, Stroke, StrokeKind};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lay {
    /// Hexes with a corner to the north; units look at corners.
    Point,
    /// Hexes with a side to the north; units look at sides.
    Flat,
    Square,
}

/// Width of the inner field of a battle map, and its greatest height, on a sheet that is 1000 wide.
pub(super) const WIDE: i32 = 946;
const HIGH: i32 = 740;
/// Width that a board of squares leaves for the lost beside it.
pub(super) const ASIDE: i32 = 226;
/// A cell's least and greatest width on the sheet. At the least, on a sheet shown 1240 wide (in a window of 1280), the
/// letters on a counter are more than 9 high.
const CELL: [i32; 2] = [35, 56];

/// The cells, with their neighbours.
pub(super) struct Field<'a> {
    pub(super) map: &'a Map,
    pub(super) lay: Lay,
    /// The index of each cell, by the cell's name.
    pub(super) named: BTreeMap<&'a str, usize>,
    /// The neighbours of each cell across its sides.
    pub(super) beside: Vec<Vec<usize>>,
    /// The sides on the edge of the field, as pairs of corners in either direction.
    pub(super) rim: BTreeSet<(Point, Point)>,
    pub(super) extent: Frame,
}

impl<'a> Field<'a> {
    pub(super) fn of(map: &'a Map) -> Self {
        let lay = match map.cells.first() {
            Some(cell) if cell.outline.len() == 4 => Lay::Square,
            Some(cell) if cell.outline.iter().any(|corner| corner.x == cell.centre.x) => Lay::Point,
            _ => Lay::Flat,
        };
        let mut sharing: BTreeMap<(Point, Point), Vec<usize>> = BTreeMap::new();
        let mut extent = Frame { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
        for (at, cell) in map.cells.iter().enumerate() {
            for (from, to) in sides(&cell.outline) {
                sharing.entry((from.min(to), from.max(to))).or_default().push(at);
                extent.take(from, 0);
            }
        }
        let mut beside = vec![Vec::new(); map.cells.len()];
        let mut rim = BTreeSet::new();
        for ((from, to), cells) in sharing {
            match cells.as_slice() {
                [one, other] => {
                    beside[*one].push(*other);
                    beside[*other].push(*one);
                }
                _ => rim.extend([(from, to), (to, from)]),
            }
        }
        let named = map.cells.iter().enumerate().map(|(at, cell)| (cell.id.as_str(), at)).collect();
        Self { map, lay, named, beside, rim, extent }
    }

    pub(super) fn cells(&self, holds: impl Fn(&Cell) -> bool) -> BTreeSet<usize> {
        let all = self.map.cells.iter().enumerate();
        all.filter(|(_, cell)| holds(cell)).map(|(at, _)| at).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// Width of a cell on the sheet.
    pub(super) cell: i32,
    /// The part that is shown, in the field's measure.
    pub(super) frame: Frame,
}

impl View {
    /// Converts a length of the field to the sheet.
    pub(super) const fn small(self, length: i32) -> i32 {
        length * self.cell / 100
    }

    /// Converts a length of the sheet to the field.
    pub(super) const fn large(self, length: i32) -> i32 {
        length * 100 / self.cell
    }

    /// Converts a point of the field to the sheet, from the corner of what is shown.
    pub(super) const fn place(self, at: Point) -> Point {
        Point { x: self.small(at.x - self.frame.left), y: self.small(at.y - self.frame.top) }
    }

    /// Width and height on the sheet.
    pub(super) const fn size(self) -> (i32, i32) {
        (
            self.small(self.frame.right - self.frame.left),
            self.small(self.frame.bottom - self.frame.top),
        )
    }

    /// True if a part of the field lies outside the view.
    pub(super) fn cuts(self, field: &Field<'_>) -> bool {
        let (shown, all) = (self.frame, field.extent);
        all.left < shown.left
            || all.top < shown.top
            || all.right > shown.right
            || all.bottom > shown.bottom
    }
}

/// The places that a battle map should show, with their weights.
fn weights(map: &Map) -> BTreeMap<Point, i32> {
    let mut all: BTreeMap<Point, i32> = BTreeMap::new();
    for piece in &map.pieces {
        *all.entry(piece.at).or_default() += 1;
    }
    for Stroke { kind, points, .. } in &map.strokes {
        let (points, each, last) = match kind {
            StrokeKind::Move => (points.as_slice(), 1, 2),
            // Flights may go on beyond what matters.
            StrokeKind::Retreat => (&points[..points.len().min(5)], 1, 2),
            StrokeKind::Attack => (points.as_slice(), 9, 9),
            StrokeKind::Volley | StrokeKind::Loss => (points.as_slice(), 2, 2),
        };
        for (at, point) in points.iter().enumerate() {
            *all.entry(*point).or_default() += if at + 1 == points.len() { last } else { each };
        }
    }
    all
}

/// The window over the armies at the largest scale at which all of them fit; failing that, at the least scale, the
/// window with most of what happens.
pub(super) fn choose(field: &Field<'_>) -> View {
    let weights = weights(field.map);
    let mut shown = Frame { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
    for point in weights.keys() {
        shown.take(*point, 92);
    }
    if weights.is_empty() || field.lay == Lay::Square {
        shown = field.extent.grown(20);
    }
    let (wide, high) = (shown.right - shown.left, shown.bottom - shown.top);
    if field.lay == Lay::Square {
        let cell =
            ((WIDE - ASIDE) * 100 / wide.max(1)).min(HIGH * 100 / high.max(1)).clamp(CELL[0], 60);
        let across = WIDE * 100 / cell;
        return View { cell, frame: Frame { left: shown.right - across, ..shown } };
    }
    let cell = (CELL[0]..=CELL[1])
        .rev()
        .find(|cell| wide * cell <= WIDE * 100 && high * cell <= HIGH * 100)
        .unwrap_or(CELL[0]);
    let (across, most) = (WIDE * 100 / cell, HIGH * 100 / cell);
    let down = high.min(most);
    let (left, top) = if wide <= across && high <= most {
        (i32::midpoint(shown.left, shown.right) - across / 2, shown.top)
    } else {
        heaviest(&weights, shown, (across, down))
    };
    let all = field.extent.grown(20);
    let (left, top) =
        (within(left, across, (all.left, all.right)), within(top, down, (all.top, all.bottom)));
    View { cell, frame: Frame { left, top, right: left + across, bottom: top + down } }
}

/// The window of this size that contains the greatest weight, by its left upper corner.
fn heaviest(
    weights: &BTreeMap<Point, i32>,
    shown: Frame,
    (across, down): (i32, i32),
) -> (i32, i32) {
    let range = |from: i32, to: i32, size: i32| {
        (from - size / 4..(to - size * 3 / 4).max(from - size / 4 + 1)).step_by(50)
    };
    let worth = |left: i32, top: i32| -> i32 {
        let inside = |point: &Point| {
            point.x > left + 50
                && point.x < left + across - 50
                && point.y > top + 50
                && point.y < top + down - 50
        };
        weights.iter().filter(|(point, _)| inside(point)).map(|(_, weight)| weight).sum()
    };
    let places = range(shown.left, shown.right, across)
        .flat_map(|left| range(shown.top, shown.bottom, down).map(move |top| (left, top)));
    let mut best = (i32::MIN, (shown.left, shown.top));
    for (left, top) in places {
        let value = worth(left, top);
        // Of equals the north-western.
        if value > best.0 {
            best = (value, (left, top));
        }
    }
    best.1
}

/// A window's position, moved so that the window lies in the field; one larger than the field is centred on it.
fn within(at: i32, size: i32, (low, high): (i32, i32)) -> i32 {
    if high - low <= size { low + (high - low - size) / 2 } else { at.clamp(low, high - size) }
}
