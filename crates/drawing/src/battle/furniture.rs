//! The parts of a battle map beside the battle: the cartouche with the title, the whole field small, rose and scale,
//! and the double frame with its coordinates. All in the sheet's measure.

use super::field::{Field, Lay, View, WIDE};
use crate::lines::{Pen, rims};
use crate::{Frame, Xml, dark};
use engine::map::{Map, Marginalia, Point};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// Width and height of the cartouche over a field, and beside a board.
pub(super) const CARTOUCHE: (i32, i32) = (290, 86);
pub(super) const CARTOUCHE_ASIDE: (i32, i32) = (196, 88);

/// The outline of the cartouche, inset by `by`.
fn shell(at: Point, (wide, high): (i32, i32), by: i32) -> String {
    const CUT: i32 = 11;
    let (x, y, half, rise) = (at.x, at.y, wide / 2 - by, high / 2 - by);
    format!(
        "M{} {}H{}q0 {CUT} {CUT} {CUT}V{}q-{CUT} 0 -{CUT} {CUT}H{}q0-{CUT}-{CUT}-{CUT}V{}q{CUT} 0 {CUT}-{CUT}z",
        x - half + CUT,
        y - rise,
        x + half - CUT,
        y + rise - CUT,
        x - half + CUT,
        y - rise + CUT,
    )
}

/// The title of the battle map: battle, year, turn and side.
pub(super) fn cartouche(
    out: &mut String,
    marginalia: &Marginalia,
    at: Point,
    size: (i32, i32),
) -> fmt::Result {
    let (wide, high) = size;
    for (class, width, by) in [("b-ca", "0", 0), ("b-ln", "2.2", 0), ("b-ln", ".8", 4)] {
        write!(
            out,
            "<path class=\"{class}\" stroke-width=\"{width}\" d=\"{}\"/>",
            shell(at, size, by)
        )?;
    }
    let narrow = wide < 250;
    let letters = marginalia.heading.chars().count();
    let (font, gap) = match (narrow, letters) {
        (true, 0..=11) => (17, 2),
        (true, _) => (14, 1),
        (false, 0..=16) => (20, 3),
        (false, _) => (15, 1),
    };
    let (x, top) = (at.x, at.y - high / 2);
    write!(
        out,
        "<text font-size=\"{font}\" letter-spacing=\"{gap}\" x=\"{}\" y=\"{}\">{}</text>",
        x + gap / 2,
        top + 31,
        Xml(&marginalia.heading.to_uppercase())
    )?;
    write!(
        out,
        "<text class=\"b-it\" font-size=\"13\" x=\"{x}\" y=\"{}\">{}</text>\
         <path class=\"b-ln\" stroke-width=\"1\" d=\"M{} {y}H{}M{} {y}H{}M{x} {}l3 3-3 3-3-3z\"/>\
         <text font-size=\"13.5\" x=\"{x}\" y=\"{}\">{}</text>",
        top + 47,
        Xml(&marginalia.when),
        x - wide * 3 / 10,
        x - 7,
        x + 7,
        x + wide * 3 / 10,
        top + 52,
        top + 71,
        Xml(&marginalia.moment),
        y = top + 55,
    )
}

/// The size of the whole field drawn `wide` across, its frame included.
pub(super) fn inset_size(field: &Field<'_>, wide: i32) -> (i32, i32) {
    let all = field.extent;
    (wide + 8, wide * (all.bottom - all.top) / (all.right - all.left).max(1) + 8)
}

/// The whole field in small: slopes and water by tone, each unit a dot, the part that the battle map shows framed.
pub(super) fn inset(
    out: &mut String,
    field: &Field<'_>,
    shown: Frame,
    at: Point,
    wide: i32,
) -> fmt::Result {
    let all = field.extent;
    let (full, high) = inset_size(field, wide);
    let corner = Point { x: at.x - wide / 2, y: at.y - high / 2 + 4 };
    let scale = |point: Point| Point {
        x: corner.x + (point.x - all.left) * wide / (all.right - all.left).max(1),
        y: corner.y + (point.y - all.top) * wide / (all.right - all.left).max(1),
    };
    boxed(out, "b-pp", at.x - full / 2, at.y - high / 2, (full, high))?;
    boxed(out, "b-ld", corner.x, corner.y, (wide, high - 8))?;
    let of = |words: &[&str]| field.cells(|cell| words.contains(&cell.terrain.as_str()));
    let tones = [
        ("b-hi", field.cells(|cell| cell.level >= 2)),
        ("b-wa", of(&["river", "ravine"])),
        ("b-gn", of(&["bushes", "rocky", "vineyard"])),
    ];
    for (class, cells) in tones {
        area(out, field, class, &cells, &scale)?;
    }
    for side_dark in [false, true] {
        let mut data = String::new();
        for piece in field.map.pieces.iter().filter(|piece| dark(&piece.side) == side_dark) {
            let Point { x, y } = scale(piece.at);
            write!(data, "M{} {}h4v4h-4z", x - 2, y - 2)?;
        }
        let class = if side_dark { "b-mc" } else { "b-mr" };
        write!(out, "<path class=\"{class}\" stroke-width=\".8\" d=\"{data}\"/>")?;
    }
    let (from, to) = (
        scale(Point { x: shown.left.max(all.left), y: shown.top.max(all.top) }),
        scale(Point { x: shown.right.min(all.right), y: shown.bottom.min(all.bottom) }),
    );
    let lines = [
        ("b-ln", "1", corner.x, corner.y, (wide, high - 8)),
        ("b-hl", "4", from.x, from.y, (to.x - from.x, to.y - from.y)),
        ("b-ln", "2.2", from.x, from.y, (to.x - from.x, to.y - from.y)),
        ("b-ln", "1.6", at.x - full / 2, at.y - high / 2, (full, high)),
    ];
    for (class, width, x, y, (wide, high)) in lines {
        write!(
            out,
            "<rect class=\"{class}\" stroke-width=\"{width}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>"
        )?;
    }
    Ok(())
}

fn area(
    out: &mut String,
    field: &Field<'_>,
    class: &str,
    cells: &BTreeSet<usize>,
    scale: &impl Fn(Point) -> Point,
) -> fmt::Result {
    let mut pen = Pen::default();
    for ring in rims(cells.iter().map(|at| &field.map.cells[*at])) {
        pen.through(&ring.into_iter().map(scale).collect::<Vec<Point>>());
    }
    if pen.data().is_empty() {
        return Ok(());
    }
    write!(out, "<path class=\"{class}\" d=\"{}\"/>", pen.data())
}

fn boxed(out: &mut String, class: &str, x: i32, y: i32, (wide, high): (i32, i32)) -> fmt::Result {
    write!(out, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>")
}

pub(super) fn rose(out: &mut String, at: Point, north: &str) -> fmt::Result {
    write!(
        out,
        "<g transform=\"translate({} {})scale(.8)\"><circle r=\"31\" class=\"b-ca\"/><circle r=\"31\" class=\"b-ln\" stroke-width=\"1.2\"/><circle r=\"27\" class=\"b-ln\" stroke-width=\".8\"/>",
        at.x, at.y
    )?;
    for (far, wide, turn) in [(28, 5, 45), (50, 8, 0)] {
        for quarter in 0..4 {
            write!(
                out,
                "<g transform=\"rotate({})\"><path class=\"b-ca\" d=\"M0-{far}L-{wide}-{wide}L0 0Z\"/><path class=\"b-ik\" d=\"M0-{far}L{wide}-{wide}L0 0Z\"/><path class=\"b-ln\" stroke-width=\"1.1\" d=\"M0-{far}L-{wide}-{wide}L0 0L{wide}-{wide}z\"/></g>",
                90 * quarter + turn
            )?;
        }
    }
    write!(
        out,
        "<text y=\"-56\" font-size=\"21\" class=\"b-h\" stroke-width=\"4\">{}</text></g>",
        Xml(north)
    )
}

/// A bar of four cells.
pub(super) fn scale(out: &mut String, lay: Lay, view: View, at: Point, words: &str) -> fmt::Result {
    let step = view.small(if lay == Lay::Flat { 87 } else { 100 });
    write!(out, "<g transform=\"translate({} {})\">", at.x, at.y)?;
    for part in 0..4 {
        let class = if part % 2 == 0 { "b-ik" } else { "b-ca" };
        boxed(out, class, step * part, 0, (step, 5))?;
    }
    write!(out, "<rect class=\"b-ln\" stroke-width=\"1.1\" width=\"{}\" height=\"5\"/>", 4 * step)?;
    for part in [0, 2, 4] {
        write!(
            out,
            "<text class=\"b-h\" stroke-width=\"3\" font-size=\"11\" x=\"{}\" y=\"-4\">{part}</text>",
            step * part
        )?;
    }
    write!(
        out,
        "<text class=\"b-st b-it b-h\" stroke-width=\"3\" font-size=\"12\" x=\"{}\" y=\"6\">{}</text></g>",
        4 * step + 8,
        Xml(words)
    )
}

/// The names at the edges of the field: those of columns by their place across, those of rows by theirs down.
fn coordinates(map: &Map, field: &Field<'_>) -> [BTreeMap<i32, String>; 2] {
    let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
    let all = field.extent;
    for label in &map.labels {
        if label.at.y < all.top {
            columns.insert(label.at.x, label.text.clone());
        } else if label.at.x < all.left {
            rows.insert(label.at.y, label.text.clone());
        }
    }
    [columns, rows]
}

/// Neat lines, a band in black and white, and the coordinates of what is shown.
pub(super) fn frame(out: &mut String, field: &Field<'_>, view: View) -> fmt::Result {
    const BAND: i32 = 7;
    let (wide, high) = (WIDE, view.size().1);
    write!(
        out,
        "<path class=\"b-pp\" fill-rule=\"evenodd\" d=\"M-27-27H{}V{}H-27ZM0 0V{high}H{wide}V0Z\"/>",
        wide + 27,
        high + 27
    )?;
    let [columns, rows] = coordinates(field.map, field);
    let across = |at: i32| view.small(at - view.frame.left);
    let down = |at: i32| view.small(at - view.frame.top);
    let mut bars = String::new();
    for (from, to) in alternate(&columns, &across, wide) {
        write!(bars, "M{from}-5h{0}v3h-{0}zM{from} {1}h{0}v3h-{0}z", to - from, high + 2)?;
    }
    for (from, to) in alternate(&rows, &down, high) {
        write!(bars, "M-5 {from}h3v{0}h-3zM{1} {from}h3v{0}h-3z", to - from, wide + 2)?;
    }
    write!(out, "<path class=\"b-ik\" d=\"{bars}\"/>")?;
    for (by, thick) in [(0, "1.2"), (BAND, "1.2"), (BAND + 3, "3")] {
        write!(
            out,
            "<rect class=\"b-ln\" stroke-width=\"{thick}\" x=\"-{by}\" y=\"-{by}\" width=\"{}\" height=\"{}\"/>",
            wide + 2 * by,
            high + 2 * by
        )?;
    }
    out.push_str("<g font-size=\"11\">");
    for (at, name) in &columns {
        let x = across(*at);
        if x > 6 && x < wide - 6 {
            write!(
                out,
                "<text x=\"{x}\" y=\"-14\">{0}</text><text x=\"{x}\" y=\"{1}\">{0}</text>",
                Xml(name),
                high + 22
            )?;
        }
    }
    for (at, name) in &rows {
        let y = down(*at);
        if y > 6 && y < high - 6 {
            write!(
                out,
                "<text class=\"b-en\" x=\"-12\" y=\"{1}\">{0}</text><text class=\"b-st\" x=\"{2}\" y=\"{1}\">{0}</text>",
                Xml(name),
                y + 4,
                wide + 12
            )?;
        }
    }
    out.push_str("</g>");
    Ok(())
}

/// Every second interval between the middles of neighbouring names, cut to what is shown.
fn alternate(
    names: &BTreeMap<i32, String>,
    place: &impl Fn(i32) -> i32,
    most: i32,
) -> Vec<(i32, i32)> {
    let all: Vec<i32> = names.keys().copied().collect();
    let Some(step) = all.windows(2).map(|pair| pair[1] - pair[0]).min() else { return Vec::new() };
    let bars = all.iter().step_by(2).map(|at| {
        let (from, to) = (place(at - step / 2), place(at + step - step / 2));
        (from.max(0), to.min(most))
    });
    bars.filter(|(from, to)| to > from).collect()
}
