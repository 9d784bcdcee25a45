//! The ground of a battle: slopes with their hachures, water, roads, and the signs of vines, rocks and bushes.

use super::field::{Field, Lay, View};
use crate::lines::{Pen, rims};
use crate::{along, length};
use engine::map::{Cell, Point};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Signs of the ground, drawn once: tufts, vines, rocks, bushes. They stand in the sheet's measure.
pub(super) const SIGNS: &str = "\
<path id=\"b-t0\" class=\"b-sl\" stroke-width=\"2\" d=\"M-5 0l-2-6M0 0l1-9M5 0l2-6\"/>\
<path id=\"b-t1\" class=\"b-sl\" stroke-width=\"2\" d=\"M-5 0l-2-7M0 0v-9M5 0l3-5\"/>\
<path id=\"b-v0\" class=\"b-sl\" stroke-width=\"2\" d=\"M0 9V-3M-6-3l2 5 4-1 4 1 2-5\"/>\
<path id=\"b-k0\" class=\"b-ld b-ro\" d=\"M-6 3l3-8 5-1 4 8zM2-6l-1 7\"/>\
<path id=\"b-k1\" class=\"b-ld b-ro\" d=\"M-8 3l4-10 7-1 5 10zM3-8l-1 9M5-2l2 4\"/>\
<path id=\"b-k2\" class=\"b-ld b-ro\" d=\"M-10 3l5-11 8-2 7 12zM3-10l-1 11M6-3l2 5\"/>\
<path id=\"b-b0\" class=\"b-ld b-ro\" d=\"M0 8V0M-9 0q-3-5 1-8 1-6 6-6 2-4 7-1 5 1 5 6 4 3 0 8-9 2-19 1z\"/>\
<path id=\"b-b1\" class=\"b-ld b-ro\" d=\"M0 10V0M-11 0q-3-6 2-9 1-6 7-6 2-4 7-1 5 1 5 6 4 4 0 9-10 2-21 1z\"/>";

/// A pseudorandom number, the same for the same cell everywhere.
fn mixed(numbers: [i32; 4]) -> i32 {
    let fold =
        |hash: u32, number: i32| (hash ^ (number.unsigned_abs() & 0xffff)).wrapping_mul(16_777_619);
    let hash = numbers.into_iter().fold(2_166_136_261, fold);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0x5bd1_e995);
    i32::try_from((hash ^ (hash >> 15)) & 0xffff).expect("sixteen bits fit")
}

/// A closed line; each point says whether the side after it lies on the field's edge.
type Ring = Vec<(Point, bool)>;

struct Region {
    name: &'static str,
    rings: Vec<Ring>,
}

impl Region {
    fn of(field: &Field<'_>, name: &'static str, cells: &BTreeSet<usize>) -> Self {
        let lines = rims(cells.iter().map(|at| &field.map.cells[*at]));
        let ring = |line: &Vec<Point>| -> Ring {
            let edge = |pair: &[Point]| (pair[0], field.rim.contains(&(pair[0], pair[1])));
            line.windows(2).map(edge).collect()
        };
        Self { name, rings: lines.iter().map(ring).filter(|ring| ring.len() > 2).collect() }
    }

    fn used(&self, prefix: &str, class: &str, width: &str) -> String {
        if self.rings.is_empty() {
            return String::new();
        }
        let width =
            if width.is_empty() { String::new() } else { format!(" stroke-width=\"{width}\"") };
        format!("<use href=\"#{prefix}{}\" class=\"{class}\"{width}/>", self.name)
    }
}

const fn middle(one: Point, other: Point) -> Point {
    Point { x: i32::midpoint(one.x, other.x), y: i32::midpoint(one.y, other.y) }
}

/// A closed line that rounds every corner: from side middle to side middle with the corner as control point; along the
/// field's edge it stays straight.
fn curve(out: &mut String, ring: &Ring) -> fmt::Result {
    let count = ring.len();
    let middle = |at: usize| middle(ring[at].0, ring[(at + 1) % count].0);
    let mut at = middle(count - 1);
    write!(out, "M{} {}", at.x, at.y)?;
    for (place, (corner, edge)) in ring.iter().enumerate() {
        let next = middle(place);
        if *edge || ring[(place + count - 1) % count].1 {
            write!(out, "L{} {}L{} {}", corner.x, corner.y, next.x, next.y)?;
        } else {
            let (to, end) = ((corner.x - at.x, corner.y - at.y), (next.x - at.x, next.y - at.y));
            write!(out, "q{} {} {} {}", to.0, to.1, end.0, end.1)?;
        }
        at = next;
    }
    out.push('z');
    Ok(())
}

/// The line with every corner cut off at a quarter, twice; the field's edge stays.
fn smooth(ring: &Ring) -> Ring {
    let cut = |ring: &Ring| -> Ring {
        let mut out = Vec::with_capacity(2 * ring.len());
        for (at, (point, edge)) in ring.iter().enumerate() {
            let (next, _) = ring[(at + 1) % ring.len()];
            if *edge {
                out.push((*point, true));
            } else {
                out.extend([
                    (along(*point, next, 1, 4), false),
                    (along(*point, next, 3, 4), false),
                ]);
            }
        }
        out
    };
    cut(&cut(ring))
}

/// Strokes down a slope: those to the south-east in shadow, long and dark, the others short and light.
#[derive(Default)]
struct Hachures {
    dark: Pen,
    light: Pen,
}

impl Hachures {
    /// Adds strokes along a line; inward for ground lower than its surroundings.
    fn follow(&mut self, ring: &Ring, inward: bool, reach: i32, shown: &View) {
        const STEP: i32 = 11;
        let ring = smooth(ring);
        let mut rest = 0;
        for (at, (from, edge)) in ring.iter().enumerate() {
            let (to, _) = ring[(at + 1) % ring.len()];
            let far = length(*from, to).max(1);
            while rest < far {
                if !edge {
                    let foot = along(*from, to, rest, far);
                    // Outlines run clockwise, so that the outside is to the left.
                    let (mut x, mut y) =
                        ((to.y - from.y) * 1000 / far, (from.x - to.x) * 1000 / far);
                    if inward {
                        (x, y) = (-x, -y);
                    }
                    self.stroke(foot, (x, y), reach, shown);
                }
                rest += STEP;
            }
            rest -= far;
        }
    }

    fn stroke(&mut self, foot: Point, (x, y): (i32, i32), reach: i32, shown: &View) {
        let near = shown.frame.grown(40);
        if foot.x < near.left || foot.x > near.right || foot.y < near.top || foot.y > near.bottom {
            return;
        }
        let shadow = x * 10 + y * 12 > 0;
        let number = mixed([foot.x, foot.y, 7, reach]);
        let far = reach * if shadow { 100 } else { 62 } / 100 * (72 + number % 44) / 100;
        let lean = (number >> 8) % 240 - 120;
        let (x, y) = (x - y * lean / 1000, y + x * lean / 1000);
        let pen = if shadow { &mut self.dark } else { &mut self.light };
        pen.go(foot);
        pen.line(Point { x: foot.x + x * far / 1000, y: foot.y + y * far / 1000 });
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        for (pen, class, width) in [(&self.dark, "b-ln", "2.6"), (&self.light, "b-sl", "1.7")] {
            if !pen.data().is_empty() {
                write!(
                    out,
                    "<path class=\"{class}\" stroke-width=\"{width}\" d=\"{}\"/>",
                    pen.data()
                )?;
            }
        }
        Ok(())
    }
}

/// The regions of the ground, from the lowest layer up.
fn regions(field: &Field<'_>) -> [Region; 6] {
    let of = |name, holds: &dyn Fn(&Cell) -> bool| Region::of(field, name, &field.cells(holds));
    [
        of("d", &|_| true),
        of("h", &|cell| cell.level >= 2),
        of("p", &|cell| cell.level >= 3),
        of("l", &|cell| cell.terrain == "ravine"),
        of("v", &|cell| matches!(cell.terrain.as_str(), "vineyard" | "bushes")),
        of("r", &|cell| cell.terrain == "river"),
    ]
}

/// Draws all ground that a view shows. `prefix` makes the ids of its shapes unique.
pub(super) fn draw(out: &mut String, field: &Field<'_>, view: &View, prefix: &str) -> fmt::Result {
    let regions = regions(field);
    let [land, hills, tops, low, green, river] = &regions;
    out.push_str("<defs>");
    for region in regions.iter().filter(|region| !region.rings.is_empty()) {
        write!(out, "<path id=\"{prefix}{}\" fill-rule=\"evenodd\" d=\"", region.name)?;
        for ring in &region.rings {
            curve(out, ring)?;
        }
        out.push_str("\"/>");
    }
    if !river.rings.is_empty() {
        write!(out, "<clipPath id=\"{prefix}w\"><use href=\"#{prefix}r\"/></clipPath>")?;
    }
    out.push_str("</defs>");
    out.push_str(&land.used(prefix, "b-ld", ""));
    mown(out, field)?;
    for (region, class, shadow) in [
        (hills, "b-hi", [4, 9, 14]),
        (tops, "b-tp", [3, 7, 11]),
        (low, "b-lo", [0; 3]),
        (green, "b-gn", [0; 3]),
    ] {
        for by in shadow.into_iter().filter(|by| *by > 0 && !region.rings.is_empty()) {
            write!(
                out,
                "<use href=\"#{prefix}{}\" class=\"b-cs\" x=\"{by}\" y=\"{}\"/>",
                region.name,
                by * 6 / 5
            )?;
        }
        out.push_str(&region.used(prefix, class, ""));
    }
    water(out, river, prefix)?;
    out.push_str(&crate::ground::grid(field.map));
    texture(out, field, view)?;
    streams(out, field)?;
    let mut slopes = Hachures::default();
    for (region, inward, reach) in [(hills, false, 27), (tops, false, 24), (low, true, 27)] {
        region.rings.iter().for_each(|ring| slopes.follow(ring, inward, reach, view));
    }
    slopes.write(out)?;
    for (region, width) in [(hills, "2.5"), (tops, "2.5"), (low, "2.5"), (land, "5")] {
        out.push_str(&region.used(prefix, "b-ln", width));
    }
    Ok(())
}

/// Every second square of level ground, a little darker, as turf is mown.
fn mown(out: &mut String, field: &Field<'_>) -> fmt::Result {
    if field.lay != Lay::Square {
        return Ok(());
    }
    let level = field.map.cells.iter().filter(|cell| cell.level < 2);
    let second = level.filter(|cell| {
        (cell.centre.x.div_euclid(100) + cell.centre.y.div_euclid(100)).rem_euclid(2) == 1
    });
    out.push_str("<path class=\"b-mo\" d=\"");
    for cell in second {
        write!(out, "M{} {}h100v100h-100z", cell.centre.x - 50, cell.centre.y - 50)?;
    }
    out.push_str("\"/>");
    Ok(())
}

/// A river: water lines along its banks, as an engraver sets them.
fn water(out: &mut String, river: &Region, prefix: &str) -> fmt::Result {
    if river.rings.is_empty() {
        return Ok(());
    }
    out.push_str(&river.used(prefix, "b-wa", ""));
    write!(out, "<g clip-path=\"url(#{prefix}w)\">")?;
    for far in [61, 45, 31, 19, 9] {
        out.push_str(&river.used(prefix, "b-wv", &(2 * far + 2).to_string()));
        out.push_str(&river.used(prefix, "b-ww", &(2 * far - 2).to_string()));
    }
    out.push_str("</g>");
    out.push_str(&river.used(prefix, "b-ln", "3.6"));
    Ok(())
}

/// A point somewhere about a cell's middle.
fn shaken(centre: Point, seed: i32) -> Point {
    let number = mixed([centre.x, centre.y, seed, 3]);
    Point { x: centre.x + number % 27 - 13, y: centre.y + (number >> 8) % 27 - 13 }
}

fn course(field: &Field<'_>, cells: &BTreeSet<usize>, seed: i32) -> String {
    let mut out = String::new();
    for at in cells {
        for other in field.beside[*at].iter().filter(|other| *other > at && cells.contains(other)) {
            let (from, to) = (
                shaken(field.map.cells[*at].centre, seed),
                shaken(field.map.cells[*other].centre, seed),
            );
            let bend = shaken(middle(from, to), seed + 1);
            let _ = write!(out, "M{} {}Q{} {} {} {}", from.x, from.y, bend.x, bend.y, to.x, to.y);
        }
    }
    out
}

fn streams(out: &mut String, field: &Field<'_>) -> fmt::Result {
    let wet = field.cells(|cell| matches!(cell.terrain.as_str(), "stream" | "ravine"));
    let road = field.cells(|cell| cell.terrain == "road");
    let lines = [
        (course(field, &wet, 5), [("b-ln", "10", ""), ("b-ww", "6", ""), ("b-wv", "1.4", "")]),
        (course(field, &road, 9), [("b-ln", "18", ""), ("b-pl", "14", ""), ("b-sl", "2", "11 9")]),
    ];
    for (data, layers) in lines.iter().filter(|(data, _)| !data.is_empty()) {
        for (class, width, dashes) in layers {
            let dashes = if dashes.is_empty() {
                String::new()
            } else {
                format!(" stroke-dasharray=\"{dashes}\"")
            };
            write!(out, "<path class=\"{class}\" stroke-width=\"{width}\"{dashes} d=\"{data}\"/>")?;
        }
    }
    Ok(())
}

fn texture(out: &mut String, field: &Field<'_>, view: &View) -> fmt::Result {
    let near = view.frame.grown(60);
    for cell in &field.map.cells {
        let Point { x, y } = cell.centre;
        let shown = x > near.left && x < near.right && y > near.top && y < near.bottom;
        let bare = cell.level > 1 && matches!(cell.terrain.as_str(), "open" | "hill" | "height");
        if shown && !bare {
            signs(out, cell, field.lay)?;
        }
    }
    Ok(())
}

pub(super) fn signs(out: &mut String, cell: &Cell, lay: Lay) -> fmt::Result {
    let Point { x, y } = cell.centre;
    match cell.terrain.as_str() {
        "open" if mixed([x, y, 5, 0]) % 7 < 2 => {
            scatter(out, cell.centre, 1 + mixed([y, x, 0, 1]) % 2, 60, &["b-t0", "b-t1"])
        }
        "vineyard" => {
            for (row, shift) in [(-24, 0), (-3, 9), (17, 0)] {
                for column in [-30_i32, -10, 10, 30] {
                    let right = column + shift - 3;
                    if right.abs() < 38 {
                        write!(out, "<use href=\"#b-v0\" x=\"{}\" y=\"{}\"/>", x + right, y + row)?;
                    }
                }
            }
            Ok(())
        }
        "broken" => scatter(out, cell.centre, 5, 82, &["b-k0", "b-k1", "b-k2"]),
        "rocky" => scatter(out, cell.centre, 6, 82, &["b-k0", "b-k1", "b-k2"]),
        "bushes" => {
            let spread = if lay == Lay::Square { 76 } else { 88 };
            scatter(out, cell.centre, 5, spread, &["b-b0", "b-b1"])
        }
        _ => Ok(()),
    }
}

/// Sines of the circle in 36 steps, in thousandths.
const SINES: [i32; 36] = [
    0, 174, 342, 500, 643, 766, 866, 940, 985, 1000, 985, 940, 866, 766, 643, 500, 342, 174, 0,
    -174, -342, -500, -643, -766, -866, -940, -985, -1000, -985, -940, -866, -766, -643, -500,
    -342, -174,
];

/// The point at a distance from a middle, by degrees clockwise from north, to the nearest ten.
pub(super) fn polar(middle: Point, degrees: i32, far: i32) -> Point {
    let step = usize::try_from(degrees.rem_euclid(360) / 10).expect("a remainder is not negative");
    Point {
        x: middle.x + SINES[step] * far / 1000,
        y: middle.y - SINES[(step + 9) % 36] * far / 1000,
    }
}

/// Signs round a middle: one on it, the others scattered round it.
fn scatter(
    out: &mut String,
    middle: Point,
    count: i32,
    spread: i32,
    kinds: &[&str],
) -> fmt::Result {
    let Point { x, y } = middle;
    for at in 0..count {
        let turn = 360 * at / count + mixed([x, y, at, 11]) % (240 / count + 1);
        let far = if at > 0 || count == 1 {
            50 * spread / 100 * (45 + mixed([x, y, at, 12]) % 55) / 100
        } else {
            0
        };
        let place = polar(middle, turn, far);
        let kind = usize::try_from(mixed([x, y, at, 13])).expect("sixteen bits fit") % kinds.len();
        write!(out, "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>", kinds[kind], place.x, place.y)?;
    }
    Ok(())
}
