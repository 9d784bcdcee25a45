//! Cells: paper, terrain patterns, grid, and the lines where one terrain meets another.

use super::{Xml, along, length, path};
use crate::engine::map::{Map, Point};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// The pattern of a terrain: extent of its tile, and what is drawn in it. Told apart by direction and
/// shape, not by shade.
fn tile(terrain: &str) -> Option<(i32, &'static str)> {
    Some(match terrain {
        "open" | "roman" => return None,
        "hill" | "punic" => (14, "<path class=\"m-hair\" d=\"M-2 16L16-2\"/>"),
        "plateau" => (16, "<path class=\"m-hair\" d=\"M0 0H16M0 8H16M4 0V8M12 8V16\" stroke-width=\"2\"/>"),
        "mountain" => (24, "<path class=\"m-hair\" d=\"M2 20L10 6L18 20M10 6V16M14 20L20 11L23 16\" stroke-width=\"2\"/>"),
        "sea" => (20, "<path class=\"m-hair\" d=\"M0 6Q5 2 10 6T20 6M0 16Q5 12 10 16T20 16\"/>"),
        "wood" => (26, "<path class=\"m-hair\" d=\"M5 12a5 5 0 1 1 6 0ZM8 12V17M17 22a4 4 0 1 1 5 0ZM19 22V25\"/>"),
        "marsh" => (26, "<path class=\"m-hair\" d=\"M2 12H16M5 12V6M9 12V3M13 12V6M14 23H24\"/>"),
        "height" => (9, "<path class=\"m-hair\" d=\"M-2 11L11-2\" stroke-width=\"2\"/>"),
        "vineyard" => (18, "<path class=\"m-hair\" d=\"M4 14V4M1 7L4 4L7 7M13 16V8M10 11L13 8L16 11\" stroke-width=\"2\"/>"),
        "broken" => (20, "<path class=\"m-hair\" d=\"M2 8L6 4L9 8M11 17L15 12L19 17\" stroke-width=\"2\"/>"),
        "stream" => (22, "<path class=\"m-hair\" d=\"M0 8Q5 4 11 8T22 8\" stroke-width=\"2\"/>"),
        "ravine" => (10, "<path class=\"m-hair\" d=\"M0 5H10M5 0V10\" stroke-width=\"2\"/>"),
        "river" => (14, "<path class=\"m-hair\" d=\"M0 4Q4 0 7 4T14 4M0 11Q4 7 7 11T14 11\" stroke-width=\"2\"/>"),
        "bushes" => (20, "<path class=\"m-hair\" d=\"M3 9a3 3 0 1 1 5 0ZM13 18a3 3 0 1 1 5 0Z\" stroke-width=\"2\"/>"),
        "rocky" => (18, "<path class=\"m-hair\" d=\"M2 8L5 3L8 8ZM11 17L14 12L17 17Z\" stroke-width=\"2\"/>"),
        "road" => (16, "<path class=\"m-hair\" d=\"M5 0V16M11 0V16\" stroke-width=\"2\"/>"),
        _ => (12, "<circle class=\"m-ink\" cx=\"6\" cy=\"6\" r=\"1\"/>"),
    })
}

/// Terrains on the map that have a pattern.
pub(super) fn terrains(map: &Map) -> BTreeSet<&str> {
    map.cells.iter().map(|cell| cell.terrain.as_str()).filter(|terrain| tile(terrain).is_some()).collect()
}

/// Name of a terrain's pattern; a word with other letters than a to z cannot spoil it.
pub(super) fn pattern_name(terrain: &str) -> String {
    let plain: String = terrain.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("m-terrain-{plain}")
}

/// Definitions of the patterns in use.
pub(super) fn patterns(out: &mut String, map: &Map) -> fmt::Result {
    out.push_str("<defs>\n");
    for terrain in terrains(map) {
        let Some((side, drawing)) = tile(terrain) else { continue };
        let name = pattern_name(terrain);
        writeln!(
            out,
            "<pattern id=\"{name}\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\">{drawing}</pattern>"
        )?;
    }
    out.push_str("</defs>\n");
    Ok(())
}

/// Draws all cells.
pub(super) fn draw(out: &mut String, map: &Map) -> fmt::Result {
    out.push_str("<path class=\"m-land\" d=\"");
    outlines(out, map, |_| true)?;
    out.push_str("\"/>\n");
    for terrain in terrains(map) {
        write!(out, "<path fill=\"url(#{})\" d=\"", pattern_name(terrain))?;
        outlines(out, map, |found| found == terrain)?;
        out.push_str("\"/>\n");
    }
    out.push_str("<path class=\"m-grid\" d=\"");
    outlines(out, map, |_| true)?;
    out.push_str("\"/>\n");
    borders(out, map)?;
    for cell in map.cells.iter().filter(|cell| !cell.label.is_empty()) {
        let (x, y) = (cell.centre.x, cell.outline.iter().map(|point| point.y).max().unwrap_or(cell.centre.y) - 7);
        writeln!(out, "<text class=\"m-name\" x=\"{x}\" y=\"{y}\">{}</text>", Xml(&cell.label))?;
    }
    Ok(())
}

fn outlines(out: &mut String, map: &Map, wanted: impl Fn(&str) -> bool) -> fmt::Result {
    for cell in map.cells.iter().filter(|cell| wanted(&cell.terrain)) {
        path(out, &cell.outline)?;
        out.push('Z');
    }
    Ok(())
}

/// One side of a cell, in the order of its two points.
type Edge = (Point, Point);

/// The rim of the board, and the brow of every hill and plateau.
fn borders(out: &mut String, map: &Map) -> fmt::Result {
    let mut edges: BTreeMap<Edge, Vec<usize>> = BTreeMap::new();
    for (at, cell) in map.cells.iter().enumerate() {
        for (from, to) in sides(&cell.outline) {
            edges.entry((from.min(to), from.max(to))).or_default().push(at);
        }
    }
    let (mut rim, mut ticks, mut brow) = (String::new(), String::new(), String::new());
    for ((from, to), cells) in &edges {
        if cells.len() == 1 {
            path(&mut rim, &[*from, *to])?;
        }
        for at in cells {
            let cell = &map.cells[*at];
            let alike = cells.iter().filter(|other| map.cells[**other].terrain == cell.terrain).count();
            if alike > 1 {
                continue;
            }
            match cell.terrain.as_str() {
                "hill" => hachures(&mut ticks, (*from, *to), cell.centre, 34)?,
                "plateau" | "mountain" | "height" => {
                    path(&mut brow, &[*from, *to])?;
                    hachures(&mut ticks, (*from, *to), cell.centre, 16)?;
                }
                _ => {}
            }
        }
    }
    writeln!(out, "<path class=\"m-line\" stroke-width=\"2\" d=\"{ticks}\"/>")?;
    writeln!(out, "<path class=\"m-line\" stroke-width=\"4\" d=\"{brow}\"/>")?;
    writeln!(out, "<path class=\"m-line\" stroke-width=\"3\" d=\"{rim}\"/>")
}

fn sides(outline: &[Point]) -> impl Iterator<Item = Edge> {
    outline.iter().zip(outline.iter().cycle().skip(1)).map(|(from, to)| (*from, *to))
}

/// Strokes from an edge up the slope, long and short by turns as a graver sets them; `most` is the
/// longest, in hundredths of the way to the centre.
fn hachures(out: &mut String, (from, to): Edge, centre: Point, most: i32) -> fmt::Result {
    const LENGTHS: [i32; 7] = [100, 60, 85, 50, 95, 65, 75];
    let count = (length(from, to) / 8).max(2);
    for step in 0..count {
        let foot = along(from, to, 2 * step + 1, 2 * count);
        let mixed = usize::try_from(step + foot.x / 100 + foot.y / 100).unwrap_or(0);
        let share = most * LENGTHS[mixed % LENGTHS.len()] / 100;
        path(out, &[foot, along(foot, centre, share, 100)])?;
    }
    Ok(())
}
