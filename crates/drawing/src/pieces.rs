//! Counters: a block whose point shows where the unit looks, its letter, its name, and small badges for
//! what has become of it.

use super::{Xml, dark};
use engine::map::{Map, Piece, Point};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Outline of a counter that looks north; the point is its front.
const BODY: &str = "M0-45L37-28V35H-37V-28Z";
/// Outline of a counter without a front.
const BLOCK: &str = "M-37-35H37V35H-37Z";
/// The fine line inside either.
const BODY_INNER: &str = "M0-40L33-25V31H-33V-25Z";
const BLOCK_INNER: &str = "M-33-31H33V31H-33Z";

/// Sides and facings of the counters on the map and in its legend, each once.
fn kinds(map: &Map) -> BTreeSet<(&'static str, Option<u16>)> {
    let pieces = map.pieces.iter().map(|piece| (shade(&piece.side), turned(piece.facing)));
    pieces
        .chain(
            map.legend
                .iter()
                .filter(|entry| !entry.side.is_empty())
                .map(|entry| (shade(&entry.side), None)),
        )
        .collect()
}

pub(crate) fn blocks(out: &mut String, map: &Map) -> fmt::Result {
    for (shade, facing) in kinds(map) {
        let (outer, inner) =
            if facing.is_some() { (BODY, BODY_INNER) } else { (BLOCK, BLOCK_INNER) };
        write!(out, "<g id=\"{}\"", block(shade, facing))?;
        if let Some(degrees) = facing.filter(|degrees| *degrees != 0) {
            write!(out, " transform=\"rotate({degrees})\"")?;
        }
        writeln!(
            out,
            "><path class=\"m-{shade}\" d=\"{outer}\"/><path class=\"m-inner-{shade}\" d=\"{inner}\"/></g>"
        )?;
    }
    Ok(())
}

fn shade(side: &str) -> &'static str {
    if dark(side) { "dark" } else { "light" }
}

fn turned(facing: Option<u16>) -> Option<u16> {
    facing.map(|degrees| degrees % 360)
}

fn block(shade: &str, facing: Option<u16>) -> String {
    facing.map_or_else(|| format!("m-{shade}-block"), |degrees| format!("m-{shade}-{degrees}"))
}

pub(crate) fn draw(out: &mut String, map: &Map) -> fmt::Result {
    for piece in &map.pieces {
        let on = if dark(&piece.side) { "m-on-dark" } else { "m-on-light" };
        let Point { x, y } = piece.at;
        write!(
            out,
            "<g class=\"{on}\" transform=\"translate({x} {y})\"><title>{}</title>",
            Xml(&piece.words)
        )?;
        counter(out, piece)?;
        badges(out, piece)?;
        out.push_str("</g>\n");
    }
    Ok(())
}

fn counter(out: &mut String, piece: &Piece) -> fmt::Result {
    body(out, &piece.side, piece.facing)?;
    let size = if piece.id.chars().count() > 4 { "m-id-long" } else { "m-id" };
    // A point to the south leaves less room below than above.
    let down = if piece.facing == Some(180) { -2 } else { 0 };
    write!(out, "<text class=\"m-sign\" y=\"{}\">{}</text>", down - 6, Xml(&piece.sign))?;
    write!(out, "<text class=\"{size}\" y=\"{}\">{}</text>", down + 11, Xml(&piece.id))?;
    if !piece.values.is_empty() {
        write!(out, "<text class=\"m-val\" y=\"{}\">{}</text>", down + 26, Xml(&piece.values))?;
    }
    Ok(())
}

/// The block alone, round (0, 0).
pub(crate) fn body(out: &mut String, side: &str, facing: Option<u16>) -> fmt::Result {
    write!(out, "<use href=\"#{}\"/>", block(shade(side), turned(facing)))
}

/// Corners of a cell, in the order in which badges without a corner of their own take them.
const CORNERS: [(i32, i32); 4] = [(39, 39), (-39, 39), (39, -39), (-39, -39)];

/// The badges at the corners of the cell, no two in one while there is room.
fn badges(out: &mut String, piece: &Piece) -> fmt::Result {
    let mut taken: Vec<(i32, i32)> = Vec::new();
    for mark in &piece.marks {
        let own = match mark.as_str() {
            "veteran" => (-39, -39),
            mark if mark.starts_with("hurt-") => (39, -39),
            "retreated" => (-39, 39),
            _ => (39, 39),
        };
        let free = || CORNERS.into_iter().find(|corner| !taken.contains(corner));
        let (x, y) = if taken.contains(&own) { free().unwrap_or(own) } else { own };
        taken.push((x, y));
        write!(out, "<g transform=\"translate({x} {y})\">")?;
        badge(out, mark)?;
        out.push_str("</g>");
    }
    Ok(())
}

/// One badge round (0, 0): a star, pips, a hooked arrow, a flash, crossed swords, a crown, or the first letter of a word
/// that has no sign of its own.
pub(crate) fn badge(out: &mut String, mark: &str) -> fmt::Result {
    if let Some(pips) = mark.strip_prefix("hurt-").and_then(|count| count.parse::<i32>().ok()) {
        let pips = pips.clamp(1, 5);
        let half = 5 * pips + 5;
        write!(
            out,
            "<rect class=\"m-badge\" x=\"-{half}\" y=\"-9\" width=\"{}\" height=\"18\" rx=\"9\"/>",
            2 * half
        )?;
        for pip in 0..pips {
            write!(out, "<circle class=\"m-ink\" cx=\"{}\" r=\"4\"/>", 10 * pip - 5 * (pips - 1))?;
        }
        return Ok(());
    }
    out.push_str("<circle class=\"m-badge\" r=\"11\"/>");
    match mark {
        "veteran" => out.push_str("<path class=\"m-ink\" d=\"M0-9L2-3H9L3 1L5 8L0 4L-5 8L-3 1L-9-3H-2Z\"/>"),
        "retreated" => out.push_str("<path class=\"m-line\" stroke-width=\"2\" d=\"M-5 4H1A4 4 0 0 0 1-4H-5M-2-7L-5-4L-2-1\"/>"),
        "charged" => out.push_str("<path class=\"m-ink\" d=\"M2-9L-5 2H-1L-2 9L5-2H1Z\"/>"),
        "battle" => out.push_str("<path class=\"m-line\" stroke-width=\"2\" d=\"M-6-6L6 6M6-6L-6 6M-7 3L-3 7M7 3L3 7\"/>"),
        "general" => out.push_str("<path class=\"m-ink\" d=\"M-7 6H7L8-5L4 0L0-7L-4 0L-8-5Z\"/>"),
        other => {
            let letter: String = other.chars().next().into_iter().collect();
            write!(out, "<text class=\"m-id\" y=\"6\">{}</text>", Xml(&letter))?;
        }
    }
    Ok(())
}
