//! Moves, attacks, retreats and losses.

use super::{Xml, along, length, path};
use engine::map::{Map, Point, Stroke, StrokeKind};
use std::fmt::{self, Write};

/// Distance from a counter's centre at which a line begins and ends. Lines stay clear of the counters, but attacks
/// touch them.
const fn clear(kind: StrokeKind) -> i32 {
    match kind {
        StrokeKind::Attack => 38,
        StrokeKind::Move | StrokeKind::Volley | StrokeKind::Retreat | StrokeKind::Loss => 46,
    }
}

/// Half the extent of the cross over what is lost.
const CROSS: i32 = 24;

/// Draws the lines of moves, then retreats, then attacks, below the counters.
pub(crate) fn draw(out: &mut String, map: &Map) -> fmt::Result {
    for kind in [StrokeKind::Move, StrokeKind::Retreat, StrokeKind::Volley, StrokeKind::Attack] {
        for stroke in map.strokes.iter().filter(|stroke| stroke.kind == kind) {
            line(out, stroke)?;
        }
    }
    Ok(())
}

/// Draws the heads of attacks and the crosses, above the counters: an attack on a neighbour shows little else.
pub(crate) fn heads(out: &mut String, map: &Map) -> fmt::Result {
    for stroke in &map.strokes {
        let points = trimmed(&stroke.points, clear(stroke.kind));
        let [.., before, last] = points.as_slice() else { continue };
        if matches!(stroke.kind, StrokeKind::Attack | StrokeKind::Volley) {
            head(out, *before, *last, stroke.kind)?;
            out.push('\n');
        }
    }
    for stroke in map.strokes.iter().filter(|stroke| stroke.kind == StrokeKind::Loss) {
        let Some(Point { x, y }) = stroke.points.last() else { continue };
        writeln!(out, "<g><title>{}</title>{}</g>", Xml(&stroke.words), cross(*x, *y, CROSS))?;
    }
    Ok(())
}

pub(crate) fn cross(x: i32, y: i32, half: i32) -> String {
    let d = format!(
        "M{} {}L{} {}M{} {}L{} {}",
        x - half,
        y - half,
        x + half,
        y + half,
        x + half,
        y - half,
        x - half,
        y + half
    );
    format!(
        "<path class=\"m-halo\" stroke-width=\"12\" d=\"{d}\"/><path class=\"m-loss\" d=\"{d}\"/>"
    )
}

fn line(out: &mut String, stroke: &Stroke) -> fmt::Result {
    let points = trimmed(&stroke.points, clear(stroke.kind));
    let [first, .., _] = points.as_slice() else { return Ok(()) };
    write!(out, "<g><title>{}</title>", Xml(&stroke.words))?;
    sample(out, stroke.kind, &points)?;
    match stroke.kind {
        StrokeKind::Move => {
            write!(
                out,
                "<circle class=\"m-open\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
                first.x, first.y
            )?;
        }
        StrokeKind::Retreat => {
            head(out, points[points.len() - 2], points[points.len() - 1], stroke.kind)?;
        }
        StrokeKind::Attack | StrokeKind::Volley | StrokeKind::Loss => {}
    }
    out.push_str("</g>\n");
    Ok(())
}

/// The line of a kind, without its head.
pub(crate) fn sample(out: &mut String, kind: StrokeKind, points: &[Point]) -> fmt::Result {
    let class = match kind {
        StrokeKind::Move => "m-move",
        StrokeKind::Retreat => "m-retreat",
        StrokeKind::Attack | StrokeKind::Volley | StrokeKind::Loss => "m-attack",
    };
    if kind != StrokeKind::Move {
        out.push_str("<path class=\"m-halo\" stroke-width=\"9\" d=\"");
        path(out, points);
        out.push_str("\"/>");
    }
    write!(out, "<path class=\"{class}\" d=\"")?;
    path(out, points);
    out.push_str("\"/>");
    Ok(())
}

/// An arrow head at `tip`, solid for an attack, open for a retreat.
pub(crate) fn head(out: &mut String, from: Point, tip: Point, kind: StrokeKind) -> fmt::Result {
    let far = length(from, tip).max(1);
    let back =
        Point { x: tip.x - (tip.x - from.x) * 18 / far, y: tip.y - (tip.y - from.y) * 18 / far };
    let (across_x, across_y) = ((tip.y - from.y) * 8 / far, (from.x - tip.x) * 8 / far);
    let left = Point { x: back.x + across_x, y: back.y + across_y };
    let right = Point { x: back.x - across_x, y: back.y - across_y };
    let class =
        if matches!(kind, StrokeKind::Attack | StrokeKind::Volley) { "m-head" } else { "m-open" };
    write!(out, "<path class=\"{class}\" d=\"")?;
    path(out, &[left, tip, right]);
    out.push_str("z\"/>");
    Ok(())
}

/// The line with both its ends drawn in by `by`; none if nothing would be left of it.
fn trimmed(points: &[Point], by: i32) -> Vec<Point> {
    let mut line: Vec<Point> = points.to_vec();
    line.dedup();
    if line.len() < 2 {
        return Vec::new();
    }
    for _ in 0..2 {
        let far = length(line[0], line[1]).max(1);
        // A short line keeps a third of its length.
        let cut = by.min(far / 3);
        line[0] = along(line[0], line[1], cut, far);
        line.reverse();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    #[test]
    fn lines_end_before_the_counters() {
        assert_eq!(trimmed(&[at(50, 50), at(350, 50)], 38), [at(88, 50), at(312, 50)]);
        assert_eq!(trimmed(&[at(50, 50), at(50, 150)], 38), [at(50, 83), at(50, 128)]);
        assert!(trimmed(&[at(50, 50), at(50, 50)], 38).is_empty());
    }
}
