//! Lines as short as an SVG path can say them: neighbours share their sides, steps are told from the last point.

use engine::map::{Cell, Point};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One side of a cell, from one corner to the next.
pub(crate) type Edge = (Point, Point);

/// Writes the data of a path: the first point absolute, every step relative, level and upright lines by one number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pen {
    data: String,
    /// The position of the pen, and the start of its present line.
    at: Option<(Point, Point)>,
    /// The command that a bare number would repeat.
    last: char,
}

impl Pen {
    /// Moves the pen to a point without drawing.
    pub(crate) fn go(&mut self, to: Point) {
        match self.at {
            None => self.number('M', &[to.x, to.y]),
            Some((here, _)) => self.step('m', here, to),
        }
        self.at = Some((to, to));
    }

    pub(crate) fn line(&mut self, to: Point) {
        let Some((here, start)) = self.at else { return self.go(to) };
        match (to.x == here.x, to.y == here.y) {
            (true, true) => {}
            (true, false) => self.number('v', &[to.y - here.y]),
            (false, true) => self.number('h', &[to.x - here.x]),
            (false, false) => self.step('l', here, to),
        }
        self.at = Some((to, start));
    }

    /// Draws through points; a line that ends where it began is closed.
    pub(crate) fn through(&mut self, points: &[Point]) {
        let [first, rest @ ..] = points else { return };
        self.go(*first);
        let closed = rest.len() > 1 && rest.last() == Some(first);
        let open = if closed { &rest[..rest.len() - 1] } else { rest };
        for point in open {
            self.line(*point);
        }
        if closed {
            self.close();
        }
    }

    pub(crate) fn close(&mut self) {
        self.data.push('z');
        self.last = 'z';
        self.at = self.at.map(|(_, start)| (start, start));
    }

    pub(crate) fn data(&self) -> &str {
        &self.data
    }

    fn step(&mut self, command: char, from: Point, to: Point) {
        self.number(command, &[to.x - from.x, to.y - from.y]);
    }

    /// Writes a command with its numbers; a minus sign separates numbers as well as a blank does.
    fn number(&mut self, command: char, numbers: &[i32]) {
        let repeated = self.last == command;
        if !repeated {
            self.data.push(command);
        }
        for (at, number) in numbers.iter().enumerate() {
            let gap = if *number >= 0 && (at > 0 || repeated) { " " } else { "" };
            write!(self.data, "{gap}{number}").expect("writing to a string never fails");
        }
        // Numbers that follow those of a move, without a command of their own, are lines.
        self.last = if command == 'm' { 'l' } else { command };
    }
}

pub(crate) fn sides(outline: &[Point]) -> impl Iterator<Item = Edge> {
    outline.iter().zip(outline.iter().cycle().skip(1)).map(|(from, to)| (*from, *to))
}

/// The outlines of everything that some cells cover together: closed lines, all in the same sense, so that cells that
/// overlap without sharing a side stay filled.
pub(crate) fn rims<'c>(cells: impl Iterator<Item = &'c Cell>) -> Vec<Vec<Point>> {
    let mut edges: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for cell in cells {
        let clockwise = area(&cell.outline) >= 0;
        for (from, to) in sides(&cell.outline) {
            let (from, to) = if clockwise { (from, to) } else { (to, from) };
            // Two neighbours go along their common side in opposite directions: there is no rim.
            match edges
                .get_mut(&to)
                .and_then(|ends| ends.iter().position(|end| *end == from).map(|at| ends.remove(at)))
            {
                Some(_) => {}
                None => edges.entry(from).or_default().push(to),
            }
        }
    }
    let mut all = Vec::new();
    while let Some(start) = edges.iter().find(|(_, ends)| !ends.is_empty()).map(|(from, _)| *from) {
        let mut line = vec![start];
        while let Some(next) = edges.get_mut(&line[line.len() - 1]).and_then(Vec::pop) {
            line.push(next);
        }
        all.push(line);
        edges.retain(|_, ends| !ends.is_empty());
    }
    all
}

/// Twice the area of an outline; positive if it runs clockwise as seen, y growing downwards.
fn area(outline: &[Point]) -> i64 {
    let cross = |(a, b): Edge| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y);
    sides(outline).map(cross).sum()
}

/// Long lines that draw each of the given sides once.
pub(crate) fn trails(edges: impl Iterator<Item = Edge>) -> Vec<Vec<Point>> {
    let mut open: BTreeMap<Point, BTreeSet<Point>> = BTreeMap::new();
    for (from, to) in edges.filter(|(from, to)| from != to) {
        open.entry(from).or_default().insert(to);
        open.entry(to).or_default().insert(from);
    }
    let mut all = Vec::new();
    // A line that begins where an odd number of sides meet need not come back there.
    while let Some(start) = open
        .iter()
        .find(|(_, ends)| ends.len() % 2 == 1)
        .or_else(|| open.iter().next())
        .map(|(at, _)| *at)
    {
        let mut line = vec![start];
        loop {
            let here = line[line.len() - 1];
            let Some(next) = open.get_mut(&here).and_then(BTreeSet::pop_last) else { break };
            if let Some(back) = open.get_mut(&next) {
                back.remove(&here);
            }
            line.push(next);
        }
        all.push(line);
        open.retain(|_, ends| !ends.is_empty());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    fn square(x: i32, y: i32) -> Cell {
        Cell {
            outline: vec![at(x, y), at(x + 10, y), at(x + 10, y + 10), at(x, y + 10)],
            ..Cell::default()
        }
    }

    fn drawn(lines: &[Vec<Point>]) -> String {
        let mut pen = Pen::default();
        for line in lines {
            pen.through(line);
        }
        pen.data().to_owned()
    }

    #[test]
    fn steps_are_short() {
        assert_eq!(
            drawn(&[vec![at(5, 6), at(8, 2), at(9, 3), at(9, 9), at(2, 9)]]),
            "M5 6l3-4 1 1v6h-7"
        );
        assert_eq!(
            drawn(&[vec![at(0, 0), at(4, 4)], vec![at(1, 9), at(4, 4)]]),
            "M0 0l4 4m-3 5 3-5"
        );
        assert_eq!(
            drawn(&[vec![at(0, 0), at(4, 0), at(4, 4), at(0, 0)], vec![at(1, 1), at(2, 2)]]),
            "M0 0h4v4zm1 1 1 1"
        );
    }

    #[test]
    fn neighbours_have_one_rim_whatever_their_sense() {
        let mut right = square(10, 0);
        right.outline.reverse();
        let cells = [square(0, 0), right, square(40, 0)];
        assert_eq!(drawn(&rims(cells.iter())), "M0 0h10 10v10h-10-10zm40 0h10v10h-10z");
    }

    #[test]
    fn a_hole_is_drawn_against_the_sense_of_the_rim() {
        let ring: Vec<Cell> =
            (0..9).filter(|n| *n != 4).map(|n| square(n % 3 * 10, n / 3 * 10)).collect();
        let lines = rims(ring.iter());
        let senses: Vec<bool> =
            lines.iter().map(|line| area(&line[..line.len() - 1]) > 0).collect();
        assert_eq!(senses, [true, false], "{lines:?}");
    }

    #[test]
    fn every_side_is_drawn_once() {
        let cells: Vec<Cell> = (0..16).map(|n| square(n % 4 * 10, n / 4 * 10)).collect();
        let lines = trails(cells.iter().flat_map(|cell| sides(&cell.outline)));
        let mut seen = BTreeSet::new();
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            assert!(seen.insert((pair[0].min(pair[1]), pair[0].max(pair[1]))), "{pair:?} twice");
        }
        assert_eq!(seen.len(), 40);
        assert!(lines.len() < 10, "{}", lines.len());
    }
}
