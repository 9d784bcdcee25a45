//! The traces of a record: former places of units, their ways, their fights and losses, and the units that are Engaged
//! with each other.

use super::blows::fights;
use super::counters::{class, written};
use super::field::Field;
use super::room::{Room, around};
use super::shapes::ENLARGED;
use crate::lines::Pen;
use crate::{Xml, along, length};
use engine::map::{Point, Stroke, StrokeKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

pub(super) const CROSS: &str = "M-27-27L27 27M27-27L-27 27";

/// Drawings that lie below the counters, and those that lie above.
#[derive(Default)]
pub(super) struct Traces {
    pub(super) below: String,
    pub(super) above: String,
    pub(super) numbers: Vec<Point>,
}

/// The point that lies `by` before the end of a way.
pub(super) fn before(from: Point, to: Point, by: i32) -> Point {
    let far = length(from, to).max(1);
    along(to, from, by.min(far), far)
}

/// A point moved sideways from the line between two others, to the same side whichever way the line runs.
pub(super) fn beside(point: Point, (from, to): (Point, Point), by: i32) -> Point {
    let (from, to) = (from.min(to), from.max(to));
    let far = length(from, to).max(1);
    Point { x: point.x - (to.y - from.y) * by / far, y: point.y + (to.x - from.x) * by / far }
}

/// A way through middles of cells whose bends are cut off at a third.
fn rounded(points: &[Point]) -> Vec<Point> {
    let Some((last, _)) = points.split_last() else { return Vec::new() };
    let mut out = vec![points[0]];
    for bend in points.windows(3) {
        let [from, at, to] = bend else { continue };
        let middle = Point { x: (from.x + 6 * at.x + to.x) / 8, y: (from.y + 6 * at.y + to.y) / 8 };
        out.extend([along(*from, *at, 2, 3), middle, along(*to, *at, 2, 3)]);
    }
    out.push(*last);
    out
}

pub(super) fn line(points: &[Point]) -> String {
    let mut pen = Pen::default();
    pen.through(points);
    pen.data().to_owned()
}

/// An arrow of some width, or one that grows towards its head.
pub(super) fn arrow(points: &[Point], class: &str, half: i32, head: i32, grows: bool) -> String {
    let total: i32 = points.windows(2).map(|pair| length(pair[0], pair[1])).sum::<i32>().max(1);
    let stop = (total - head).max(total * 3 / 10);
    let mut steps = Vec::new();
    for pair in points.windows(2) {
        let count = (length(pair[0], pair[1]) / if total < 160 { 11 } else { 27 }).max(1);
        steps.extend((0..count).map(|step| along(pair[0], pair[1], step, count)));
    }
    let tip = points[points.len() - 1];
    steps.push(tip);
    let (mut left, mut right, mut run, mut foot) = (Vec::new(), Vec::new(), 0, steps[0]);
    for (at, point) in steps.iter().enumerate() {
        if at > 0 {
            run += length(*point, steps[at - 1]);
        }
        if run > stop && !left.is_empty() {
            break;
        }
        let (one, other) = (steps[at.saturating_sub(1)], steps[(at + 1).min(steps.len() - 1)]);
        let far = length(one, other).max(1);
        let wide = if grows { 14 + (10 * half - 14) * run / total } else { 10 * half };
        let (x, y) = ((one.y - other.y) * wide / far / 10, (other.x - one.x) * wide / far / 10);
        left.push(Point { x: point.x + x, y: point.y + y });
        right.push(Point { x: point.x - x, y: point.y - y });
        foot = *point;
    }
    let far = length(foot, tip).max(1);
    let wide = half * 22 / 10;
    let (x, y) = ((foot.y - tip.y) * wide / far, (tip.x - foot.x) * wide / far);
    left.extend([
        Point { x: foot.x + x, y: foot.y + y },
        tip,
        Point { x: foot.x - x, y: foot.y - y },
    ]);
    left.extend(right.into_iter().rev());
    left.push(left[0]);
    let data = line(&left);
    if class == "b-ht" {
        return format!(
            "<path class=\"{class}\" stroke-width=\"4\" stroke-linejoin=\"round\" d=\"{data}\"/>"
        );
    }
    format!(
        "<path class=\"b-hl\" stroke-width=\"9\" d=\"{data}\"/><path class=\"{class}\" stroke-width=\"3\" stroke-linejoin=\"round\" d=\"{data}\"/>"
    )
}

/// The letter that tells the sides' marches apart.
fn shade(side: &str) -> char {
    if crate::dark(side) { 'c' } else { 'r' }
}

struct Way<'a> {
    stroke: &'a Stroke,
    points: Vec<Point>,
}

/// The ways of all units: consecutive strokes of one unit are joined.
fn ways<'a>(strokes: &'a [Stroke]) -> Vec<Way<'a>> {
    let mut all: Vec<Way<'a>> = Vec::new();
    for stroke in strokes {
        let goes = matches!(stroke.kind, StrokeKind::Move | StrokeKind::Retreat);
        if !goes || stroke.points.is_empty() {
            continue;
        }
        let joins = |way: &&mut Way<'a>| {
            way.stroke.kind == stroke.kind
                && !stroke.unit.is_empty()
                && way.stroke.unit == stroke.unit
                && way.points.last() == stroke.points.first()
        };
        match all.iter_mut().find(joins) {
            Some(way) => way.points.extend(&stroke.points[1..]),
            None => all.push(Way { stroke, points: stroke.points.clone() }),
        }
    }
    all.retain(|way| way.points.windows(2).any(|pair| pair[0] != pair[1]));
    all
}

pub(super) fn draw(field: &Field<'_>, room: &mut Room) -> Result<Traces, fmt::Error> {
    let map = field.map;
    let mut traces = Traces::default();
    let held: BTreeSet<Point> = map.pieces.iter().map(|piece| piece.at).collect();
    let ways = ways(&map.strokes);
    let names = origins(&mut traces.below, &ways, &held, room)?;
    for way in &ways {
        for point in &way.points[..way.points.len() - 1] {
            room.take(*point, (40, 40));
        }
        write!(traces.below, "<g><title>{}</title>", Xml(&way.stroke.words))?;
        match way.stroke.kind {
            StrokeKind::Retreat => flight(&mut traces, way, &held)?,
            StrokeKind::Move | StrokeKind::Attack | StrokeKind::Volley | StrokeKind::Loss => {
                let far = if held.contains(&way.points[way.points.len() - 1]) { 49 } else { 12 };
                march(&mut traces.below, way, far);
            }
        }
        traces.below.push_str("</g>");
    }
    traces.below.push_str(&names);
    losses(&mut traces, field, room, &held)?;
    links(&mut traces.above, field)?;
    traces.numbers = fights(&mut traces.above, field, room)?;
    Ok(traces)
}

/// Draws the former places of units on which nobody stands now, and their names, which stand above all arrows.
fn origins(
    out: &mut String,
    ways: &[Way<'_>],
    held: &BTreeSet<Point>,
    room: &mut Room,
) -> Result<String, fmt::Error> {
    let mut names = String::new();
    let (mut drawn, mut units) = (held.clone(), BTreeSet::new());
    for Way { stroke, points } in ways {
        let Point { x, y } = points[0];
        if !units.insert(&stroke.unit) || stroke.unit.is_empty() || !drawn.insert(points[0]) {
            continue;
        }
        write!(
            out,
            "<use href=\"#b-G\" class=\"b-g{}\" x=\"{x}\" y=\"{y}\"/>",
            shade(&stroke.side)
        )?;
        write!(
            names,
            "<text class=\"b-sf b-h\" stroke-width=\"7\" font-size=\"23\" x=\"{x}\" y=\"{}\">{}</text>",
            y + 30,
            Xml(&stroke.unit)
        )?;
        room.letters.push(written(&stroke.unit, 23, Point { x, y: y + 30 }));
    }
    Ok(names)
}

/// The arrow of a march, which ends before the counter at its end.
fn march(out: &mut String, way: &Way<'_>, clear: i32) {
    let mut points = rounded(&way.points);
    let last = points.len() - 1;
    let step = length(points[last - 1], points[last]);
    points[last] = before(points[last - 1], points[last], clear.min((step - 8).max(0)));
    let start = length(points[0], points[1]);
    let lead = if points.len() < 3 { 6 } else { 22 };
    points[0] = before(points[1], points[0], lead.min(start / 3));
    out.push_str(&arrow(&points, &format!("b-a{}", shade(&way.stroke.side)), 7, 22, true));
}

/// The dotted way of one who falls back or flees.
fn flight(traces: &mut Traces, way: &Way<'_>, held: &BTreeSet<Point>) -> fmt::Result {
    let mut points = rounded(&way.points);
    let last = points.len() - 1;
    let clear = if held.contains(&points[last]) { 44 } else { 10 };
    points[last] = before(points[last - 1], points[last], clear);
    let data = line(&points);
    let shade = shade(&way.stroke.side);
    write!(
        traces.below,
        "<path class=\"b-hl\" stroke-width=\"14\" d=\"{data}\"/><path class=\"b-g{shade}\" stroke-width=\"6\" stroke-dasharray=\".2 11\" d=\"{data}\"/>"
    )?;
    let (tip, foot) = (points[last], before(points[last - 1], points[last], 20));
    let far = length(foot, tip).max(1);
    let (x, y) = ((foot.y - tip.y) * 11 / far, (tip.x - foot.x) * 11 / far);
    let head =
        [tip, Point { x: foot.x + x, y: foot.y + y }, Point { x: foot.x - x, y: foot.y - y }, tip];
    write!(traces.above, "<path class=\"b-a{shade}\" stroke-width=\"3\" d=\"{}\"/>", line(&head))
}

/// Draws losses: a cross over the place, or a tag beside it if another unit has taken the place.
fn losses(
    traces: &mut Traces,
    field: &Field<'_>,
    room: &mut Room,
    held: &BTreeSet<Point>,
) -> fmt::Result {
    let symbols: BTreeMap<&str, &str> = field
        .map
        .stages
        .iter()
        .flat_map(|stage| &stage.pieces)
        .map(|piece| (piece.id.as_str(), piece.symbol.as_str()))
        .collect();
    let lost = field.map.strokes.iter().filter(|stroke| stroke.kind == StrokeKind::Loss);
    let mut drawn = held.clone();
    for stroke in lost {
        let Some(at) = stroke.points.last() else { continue };
        if drawn.insert(*at) {
            let symbol = symbols.get(stroke.unit.as_str()).copied().unwrap_or_default();
            crossed(&mut traces.below, stroke, *at, symbol)?;
            room.take(*at, (90, 100));
            room.letters.push(written(&stroke.unit, 25, Point { x: at.x, y: at.y + 44 }));
            continue;
        }
        let spot = room.nearest(*at, (112, 42), 180).unwrap_or(Point { x: at.x, y: at.y - 70 });
        room.take(spot, (112, 42));
        room.letters.push(around(spot, (104, 36)));
        let data = line(&[*at, spot]);
        write!(
            traces.below,
            "<path class=\"b-hl\" stroke-width=\"9\" d=\"{data}\"/><path class=\"b-ln\" stroke-width=\"2.4\" d=\"{data}\"/>"
        )?;
        write!(
            traces.above,
            "<g class=\"{}\" transform=\"translate({} {}){ENLARGED}\"><title>{}</title><rect x=\"-23\" y=\"-8\" width=\"46\" height=\"16\" rx=\"2\" stroke-width=\"1.3\"/>\
             <path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" d=\"M-19-4L-11 4M-11-4L-19 4\"/><text class=\"b-id\" font-size=\"10\" x=\"6\" y=\"3.6\">{}</text></g>",
            class(&stroke.side),
            spot.x,
            spot.y,
            Xml(&stroke.words),
            Xml(&stroke.unit)
        )?;
    }
    Ok(())
}

fn crossed(out: &mut String, stroke: &Stroke, at: Point, symbol: &str) -> fmt::Result {
    write!(
        out,
        "<g transform=\"translate({} {})\"><title>{}</title><use href=\"#b-G\" class=\"b-g{}\"/>",
        at.x,
        at.y,
        Xml(&stroke.words),
        shade(&stroke.side)
    )?;
    if !symbol.is_empty() {
        write!(out, "<g class=\"b-sf\" opacity=\".5\"><use href=\"#b-{symbol}\"/></g>")?;
    }
    write!(
        out,
        "<path class=\"b-hl\" stroke-width=\"18\" d=\"{CROSS}\"/><path class=\"b-x\" stroke-width=\"9\" d=\"{CROSS}\"/>\
         <text class=\"b-id b-h\" stroke-width=\"8\" font-size=\"{}\" y=\"44\">{}</text></g>",
        // A long name stays within its place.
        if stroke.unit.chars().count() > 5 { 18 } else { 25 },
        Xml(&stroke.unit)
    )
}

/// A bar with two rivets between Engaged units; if one attacks the other, the bar lies beside the attack.
fn links(out: &mut String, field: &Field<'_>) -> fmt::Result {
    for link in field.map.links.iter().filter(|link| link.kind == "engaged") {
        let [from, to] = link.ends;
        let fought = field.map.strokes.iter().any(|stroke| {
            stroke.kind == StrokeKind::Attack
                && (stroke.points == [from, to] || stroke.points == [to, from])
        });
        let by = if fought { -17 } else { 0 };
        let ends = [along(from, to, 33, 100), along(from, to, 67, 100)]
            .map(|at| beside(at, (from, to), by));
        write!(out, "<g><title>{}</title>", Xml(&link.words))?;
        bar(out, ends)?;
        out.push_str("</g>");
    }
    Ok(())
}

pub(super) fn bar(out: &mut String, ends: [Point; 2]) -> fmt::Result {
    let data = line(&ends);
    for (class, width) in [("b-hl", 23), ("b-ln", 17), ("b-pl", 9)] {
        write!(out, "<path class=\"{class}\" stroke-width=\"{width}\" d=\"{data}\"/>")?;
    }
    for Point { x, y } in ends {
        write!(out, "<circle class=\"b-ik\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>")?;
    }
    Ok(())
}
