//! Places and lengths finer than the outline's unit, as whole numbers of hundredths, so that the same map gives the same
//! bytes everywhere.

use engine::map::Point;
use std::fmt::{self, Write};

/// A place on the sheet, or the way from one to another, in hundredths of the outline's unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Spot {
    /// A place in whole units.
    pub(super) fn at(x: i32, y: i32) -> Self {
        Self { x: i64::from(x) * 100, y: i64::from(y) * 100 }
    }

    pub(super) fn of(point: Point) -> Self {
        Self::at(point.x, point.y)
    }

    /// The nearest point of whole units.
    pub(super) fn point(self) -> Point {
        let whole = |value: i64| {
            i32::try_from((value + 50).div_euclid(100)).expect("a sheet is not so large")
        };
        Point { x: whole(self.x), y: whole(self.y) }
    }

    pub(super) fn plus(self, x: i64, y: i64) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }

    pub(super) fn to(self, other: Self) -> Self {
        Self { x: other.x - self.x, y: other.y - self.y }
    }

    /// Length of the way, rounded down.
    pub(super) fn length(self) -> i64 {
        (self.x * self.x + self.y * self.y).isqrt()
    }

    /// The place `part`/`whole` of the way to another.
    pub(super) fn along(self, other: Self, part: i64, whole: i64) -> Self {
        let way = self.to(other);
        self.plus(way.x * part / whole, way.y * part / whole)
    }

    /// The place `by` along the way to another, possibly beyond it.
    pub(super) fn toward(self, other: Self, by: i64) -> Self {
        self.along(other, by, self.to(other).length().max(1))
    }

    /// The place `by` to the left of this one, as seen along `way`.
    pub(super) fn aside(self, way: Self, by: i64) -> Self {
        let far = way.length().max(1);
        self.plus(way.y * by / far, -way.x * by / far)
    }

    pub(super) fn middle(self, other: Self) -> Self {
        self.along(other, 1, 2)
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Num(self.x), Num(self.y))
    }
}

/// A length in hundredths, written to a tenth, as short as it can be.
#[derive(Clone, Copy)]
pub(super) struct Num(pub(super) i64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 + 5).div_euclid(10);
        if tenths < 0 {
            f.write_str("-")?;
        }
        let (whole, part) = (tenths.abs() / 10, tenths.abs() % 10);
        if whole != 0 || part == 0 {
            write!(f, "{whole}")?;
        }
        if part != 0 {
            write!(f, ".{part}")?;
        }
        Ok(())
    }
}

/// A curve with one control point, as 40 straight pieces.
pub(super) fn curve(from: Spot, control: Spot, to: Spot) -> Vec<Spot> {
    const PIECES: i64 = 40;
    let at = |t: i64| from.along(control, t, PIECES).along(control.along(to, t, PIECES), t, PIECES);
    (0..=PIECES).map(at).collect()
}

/// A smooth line through places (Catmull-Rom): each tangent follows the neighbours; eight pieces between two places.
pub(super) fn smooth(places: &[Spot]) -> Vec<Spot> {
    const PIECES: i64 = 8;
    let mut line = Vec::new();
    for (at, pair) in places.windows(2).enumerate() {
        let [from, to] = [pair[0], pair[1]];
        let before = if at == 0 { from } else { places[at - 1] };
        let after = places.get(at + 2).copied().unwrap_or(to);
        // The same curve by its two control points.
        let one = from.plus((to.x - before.x) / 6, (to.y - before.y) / 6);
        let two = to.plus((from.x - after.x) / 6, (from.y - after.y) / 6);
        for t in i64::from(at > 0)..=PIECES {
            let between = one.along(two, t, PIECES);
            let first = from.along(one, t, PIECES).along(between, t, PIECES);
            let second = between.along(two.along(to, t, PIECES), t, PIECES);
            line.push(first.along(second, t, PIECES));
        }
    }
    line
}

pub(super) fn length(line: &[Spot]) -> i64 {
    line.windows(2).map(|pair| pair[0].to(pair[1]).length()).sum()
}

/// The line shortened by `start` and `end`, but never to less than a third of it.
pub(super) fn trimmed(line: &[Spot], start: i64, end: i64) -> Vec<Spot> {
    let third = length(line) / 3;
    let mut line = line.to_vec();
    for cut in [start.min(third), end.min(third)] {
        let mut left = cut;
        while line.len() > 2 && line[0].to(line[1]).length() < left {
            left -= line[0].to(line[1]).length();
            line.remove(0);
        }
        line[0] = line[0].toward(line[1], left);
        line.reverse();
    }
    line
}

pub(super) fn path(places: &[Spot], close: bool) -> String {
    let mut data = String::new();
    let tenths = |spot: Spot| ((spot.x + 5).div_euclid(10), (spot.y + 5).div_euclid(10));
    let mut last = None;
    for place in places {
        let (x, y) = tenths(*place);
        match last {
            None => {
                let _ = write!(data, "M{} {}l", Num(x * 10), Num(y * 10));
            }
            Some((a, b)) => {
                for value in [x - a, y - b] {
                    if value >= 0 && !data.ends_with('l') {
                        data.push(' ');
                    }
                    data += &Num(value * 10).to_string();
                }
            }
        }
        last = Some((x, y));
    }
    if close {
        data.push('z');
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let said: Vec<String> =
            [0, 4, 5, 100, 1234, -7, -4, -150, 99].map(|number| Num(number).to_string()).into();
        assert_eq!(said, ["0", "0", ".1", "1", "12.3", "-.1", "0", "-1.5", "1"]);
    }

    #[test]
    fn lines_are_cut_at_both_ends() {
        let line: Vec<Spot> = (0..=10).map(|x| Spot::at(x * 10, 0)).collect();
        let cut = trimmed(&line, 1500, 2500);
        assert_eq!((cut[0], cut[cut.len() - 1]), (Spot::at(15, 0), Spot::at(75, 0)));
        let short = trimmed(&line[..2], 900, 900);
        assert_eq!(length(&short), 1000 - 2 * 333);
        assert_eq!(path(&[Spot::at(1, 2), Spot::at(3, 1), Spot::at(4, 4)], true), "M1 2l2-1 1 3z");
    }

    #[test]
    fn a_smooth_line_goes_through_its_places() {
        let places = [Spot::at(0, 0), Spot::at(50, 80), Spot::at(120, 10)];
        let line = smooth(&places);
        assert_eq!([line[0], line[8], line[16]], places);
    }
}
