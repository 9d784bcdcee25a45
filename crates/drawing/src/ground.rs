//! Cells: paper, terrain patterns, grid, and the lines where one terrain meets another.

use super::lines::{Edge, Pen, rims, sides, trails};
use super::{Xml, along, length};
use engine::map::{Cell, Map, Point};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// The pattern of a terrain: extent of its tile, and what is drawn in it. Patterns differ by direction and shape, not
/// by shade.
fn tile(terrain: &str) -> Option<(i32, &'static str)> {
    Some(match terrain {
        "open" | "roman" => return None,
        "hill" | "punic" => (14, "<path class=\"m-hair\" d=\"M-2 16L16-2\"/>"),
        "plateau" => {
            (16, "<path class=\"m-hair\" d=\"M0 0H16M0 8H16M4 0V8M12 8V16\" stroke-width=\"2\"/>")
        }
        "mountain" => (
            24,
            "<path class=\"m-hair\" d=\"M2 20L10 6L18 20M10 6V16M14 20L20 11L23 16\" stroke-width=\"2\"/>",
        ),
        "sea" => (20, "<path class=\"m-hair\" d=\"M0 6Q5 2 10 6T20 6M0 16Q5 12 10 16T20 16\"/>"),
        "wood" => (
            26,
            "<path class=\"m-hair\" d=\"M5 12a5 5 0 1 1 6 0ZM8 12V17M17 22a4 4 0 1 1 5 0ZM19 22V25\"/>",
        ),
        "marsh" => (26, "<path class=\"m-hair\" d=\"M2 12H16M5 12V6M9 12V3M13 12V6M14 23H24\"/>"),
        "height" => (9, "<path class=\"m-hair\" d=\"M-2 11L11-2\" stroke-width=\"2\"/>"),
        "vineyard" => (
            18,
            "<path class=\"m-hair\" d=\"M4 14V4M1 7L4 4L7 7M13 16V8M10 11L13 8L16 11\" stroke-width=\"2\"/>",
        ),
        "broken" => {
            (20, "<path class=\"m-hair\" d=\"M2 8L6 4L9 8M11 17L15 12L19 17\" stroke-width=\"2\"/>")
        }
        "stream" => (22, "<path class=\"m-hair\" d=\"M0 8Q5 4 11 8T22 8\" stroke-width=\"2\"/>"),
        "ravine" => (10, "<path class=\"m-hair\" d=\"M0 5H10M5 0V10\" stroke-width=\"2\"/>"),
        "river" => (
            14,
            "<path class=\"m-hair\" d=\"M0 4Q4 0 7 4T14 4M0 11Q4 7 7 11T14 11\" stroke-width=\"2\"/>",
        ),
        "bushes" => (
            20,
            "<path class=\"m-hair\" d=\"M3 9a3 3 0 1 1 5 0ZM13 18a3 3 0 1 1 5 0Z\" stroke-width=\"2\"/>",
        ),
        "rocky" => (
            18,
            "<path class=\"m-hair\" d=\"M2 8L5 3L8 8ZM11 17L14 12L17 17Z\" stroke-width=\"2\"/>",
        ),
        "road" => (16, "<path class=\"m-hair\" d=\"M5 0V16M11 0V16\" stroke-width=\"2\"/>"),
        _ => (12, "<circle class=\"m-ink\" cx=\"6\" cy=\"6\" r=\"1\"/>"),
    })
}

/// Terrains on the map that have a pattern.
pub(crate) fn terrains(map: &Map) -> BTreeSet<&str> {
    map.cells
        .iter()
        .map(|cell| cell.terrain.as_str())
        .filter(|terrain| tile(terrain).is_some())
        .collect()
}

/// Name of a terrain's pattern; characters that do not fit a name become `-`.
pub(crate) fn pattern_name(terrain: &str) -> String {
    let plain: String =
        terrain.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("m-terrain-{plain}")
}

pub(crate) fn patterns(out: &mut String, map: &Map) -> fmt::Result {
    for terrain in terrains(map) {
        let Some((side, drawing)) = tile(terrain) else { continue };
        let name = pattern_name(terrain);
        writeln!(
            out,
            "<pattern id=\"{name}\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\">{drawing}</pattern>"
        )?;
    }
    Ok(())
}

pub(crate) fn draw(out: &mut String, map: &Map) -> fmt::Result {
    let land = outline(map.cells.iter());
    writeln!(out, "<path class=\"m-land\" d=\"{land}\"/>")?;
    for terrain in terrains(map) {
        let area = outline(map.cells.iter().filter(|cell| cell.terrain == terrain));
        writeln!(out, "<path fill=\"url(#{})\" d=\"{area}\"/>", pattern_name(terrain))?;
    }
    out.push_str(&grid(map));
    brows(out, map)?;
    writeln!(out, "<path class=\"m-line\" stroke-width=\"3\" d=\"{land}\"/>")?;
    for cell in map.cells.iter().filter(|cell| !cell.label.is_empty()) {
        let (x, y) = (
            cell.centre.x,
            cell.outline.iter().map(|point| point.y).max().unwrap_or(cell.centre.y) - 7,
        );
        writeln!(out, "<text class=\"m-name\" x=\"{x}\" y=\"{y}\">{}</text>", Xml(&cell.label))?;
    }
    Ok(())
}

/// All sides of all cells: as one path, or, where rows repeat each other, as one row that is used again.
pub(crate) fn grid(map: &Map) -> String {
    let whole = lines(&trails(map.cells.iter().flat_map(|cell| sides(&cell.outline))));
    let plain = format!("<path class=\"m-grid\" d=\"{whole}\"/>\n");
    let mut rows: BTreeMap<i32, Vec<&Cell>> = BTreeMap::new();
    for cell in &map.cells {
        rows.entry(cell.centre.y).or_default().push(cell);
    }
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    let (mut shapes, mut uses) = (String::new(), String::new());
    for (y, cells) in rows {
        let x = cells.iter().map(|cell| cell.centre.x).min().unwrap_or(0);
        let moved = |point: Point| Point { x: point.x - x, y: point.y - y };
        let edges = cells
            .iter()
            .flat_map(|cell| sides(&cell.outline))
            .map(|(from, to)| (moved(from), moved(to)));
        let row = lines(&trails(edges));
        let name = shape_name(&row);
        let _ = writeln!(uses, "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>");
        if kinds.insert(row.clone()) {
            let _ = writeln!(shapes, "<path id=\"{name}\" d=\"{row}\"/>");
        }
    }
    let shared = format!("<defs>\n{shapes}</defs>\n<g class=\"m-grid\">\n{uses}</g>\n");
    if shared.len() < plain.len() { shared } else { plain }
}

/// A name that only the same shape has, so that drawings on one page never use each other's shapes (FNV-1a).
fn shape_name(data: &str) -> String {
    let hash = data.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("m-row-{hash:x}")
}

fn outline<'c>(cells: impl Iterator<Item = &'c Cell>) -> String {
    lines(&rims(cells))
}

fn lines(lines: &[Vec<Point>]) -> String {
    let mut pen = Pen::default();
    for line in lines {
        pen.through(line);
    }
    pen.data().to_owned()
}

fn brows(out: &mut String, map: &Map) -> fmt::Result {
    let mut edges: BTreeMap<Edge, Vec<usize>> = BTreeMap::new();
    for (at, cell) in map.cells.iter().enumerate() {
        for (from, to) in sides(&cell.outline) {
            edges.entry((from.min(to), from.max(to))).or_default().push(at);
        }
    }
    let (mut ticks, mut brow) = (Pen::default(), BTreeSet::new());
    for ((from, to), cells) in &edges {
        for at in cells {
            let cell = &map.cells[*at];
            let alike =
                cells.iter().filter(|other| map.cells[**other].terrain == cell.terrain).count();
            if alike > 1 {
                continue;
            }
            match cell.terrain.as_str() {
                "hill" => hachures(&mut ticks, (*from, *to), cell.centre, 34),
                "plateau" | "mountain" | "height" => {
                    brow.insert((*from, *to));
                    hachures(&mut ticks, (*from, *to), cell.centre, 16);
                }
                _ => {}
            }
        }
    }
    writeln!(out, "<path class=\"m-line\" stroke-width=\"2\" d=\"{}\"/>", ticks.data())?;
    writeln!(
        out,
        "<path class=\"m-line\" stroke-width=\"4\" d=\"{}\"/>",
        lines(&trails(brow.into_iter()))
    )
}

/// Strokes from an edge up the slope, long and short by turns as a graver sets them; `most` is the
/// longest, in hundredths of the way to the centre.
fn hachures(ticks: &mut Pen, (from, to): Edge, centre: Point, most: i32) {
    const LENGTHS: [i32; 7] = [100, 60, 85, 50, 95, 65, 75];
    let count = (length(from, to) / 8).max(2);
    for step in 0..count {
        let foot = along(from, to, 2 * step + 1, 2 * count);
        let mixed = usize::try_from(step + foot.x / 100 + foot.y / 100).unwrap_or(0);
        let share = most * LENGTHS[mixed % LENGTHS.len()] / 100;
        ticks.go(foot);
        ticks.line(along(foot, centre, share, 100));
    }
}
