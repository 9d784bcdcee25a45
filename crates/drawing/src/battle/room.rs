//! Places that are taken, and the search for free ones, in the field's measure.

use crate::{Frame, length};
use engine::map::Point;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    NorthWest,
    NorthEast,
    SouthEast,
    SouthWest,
}

/// Boxes that are taken within a window.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub(super) window: Frame,
    boxes: Vec<Frame>,
    /// The letters and figures that stand for units, which nothing may cover.
    pub(super) letters: Vec<Frame>,
}

pub(super) const fn around(at: Point, (wide, high): (i32, i32)) -> Frame {
    Frame {
        left: at.x - wide / 2,
        top: at.y - high / 2,
        right: at.x + wide / 2,
        bottom: at.y + high / 2,
    }
}

impl Room {
    pub(super) const fn new(window: Frame) -> Self {
        Self { window, boxes: Vec::new(), letters: Vec::new() }
    }

    pub(super) fn take(&mut self, at: Point, size: (i32, i32)) {
        self.boxes.push(around(at, size));
    }

    /// The number of taken boxes that a box would touch.
    pub(super) fn hits(&self, at: Point, size: (i32, i32)) -> usize {
        let one = around(at, size);
        let meets = |other: &&Frame| {
            other.left < one.right
                && other.right > one.left
                && other.top < one.bottom
                && other.bottom > one.top
        };
        self.boxes.iter().filter(meets).count()
    }

    /// The nearest place to a point where a box stands free within the window.
    pub(super) fn nearest(&self, to: Point, size: (i32, i32), reach: i32) -> Option<Point> {
        let inner = self.window.grown(-5);
        let mut best: Option<(i32, Point)> = None;
        for down in (-reach..=reach).step_by(15) {
            for right in (-reach..=reach).step_by(15) {
                let at = Point { x: to.x + right, y: to.y + down };
                let one = around(at, size);
                let inside = one.left >= inner.left
                    && one.right <= inner.right
                    && one.top >= inner.top
                    && one.bottom <= inner.bottom;
                let cost = length(to, at);
                let nearer = best.is_none_or(|(least, _)| cost < least);
                if inside && nearer && self.hits(at, size) == 0 {
                    best = Some((cost, at));
                }
            }
        }
        best.map(|(_, at)| at)
    }

    /// A free place in a corner, or along the upper or lower edge from it; the corners in order of preference.
    pub(super) fn along_edge(&self, (wide, high): (i32, i32), order: [Corner; 4]) -> Option<Point> {
        const PAD: i32 = 20;
        let window = self.window;
        let mut best: Option<(i32, Point)> = None;
        for (rank, corner) in (0..).zip(order) {
            let y = match corner {
                Corner::NorthWest | Corner::NorthEast => window.top + PAD + high / 2,
                Corner::SouthEast | Corner::SouthWest => window.bottom - PAD - high / 2,
            };
            let most = window.right - window.left - wide - 2 * PAD;
            for shift in (0..most.max(1)).step_by(15) {
                let x = match corner {
                    Corner::NorthWest | Corner::SouthWest => window.left + PAD + wide / 2 + shift,
                    Corner::NorthEast | Corner::SouthEast => window.right - PAD - wide / 2 - shift,
                };
                let at = Point { x, y };
                if self.hits(at, (wide + 14, high + 14)) == 0 {
                    let cost = rank * 200 + shift;
                    if best.is_none_or(|(least, _)| cost < least) {
                        best = Some((cost, at));
                    }
                    break;
                }
            }
        }
        best.map(|(_, at)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_not_given_again() {
        let mut room = Room::new(Frame { left: 0, top: 0, right: 400, bottom: 400 });
        let middle = Point { x: 200, y: 200 };
        room.take(middle, (100, 100));
        let free = room.nearest(middle, (60, 60), 200).expect("the margin has room for it");
        assert_eq!(room.hits(free, (60, 60)), 0);
        let order = [Corner::NorthWest, Corner::NorthEast, Corner::SouthEast, Corner::SouthWest];
        assert_eq!(room.along_edge((100, 60), order), Some(Point { x: 70, y: 50 }));
        room.take(middle, (400, 400));
        assert_eq!(room.along_edge((100, 60), order), None);
        assert_eq!(room.nearest(middle, (60, 60), 200), None);
    }
}
