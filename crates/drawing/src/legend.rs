//! The legend: the meanings of the signs, in columns below the map.

use super::{Frame, Xml, ground, links, pieces, strokes};
use crate::Phrases;
use engine::map::{Map, Point, StrokeKind};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Height of one line.
const LINE: i32 = 42;
/// Smallest width of a column.
const COLUMN: i32 = 300;
/// Distance of the words from the left edge of the column.
const WORDS: i32 = 66;
/// Width of one letter, generously.
const LETTER: i32 = 11;
/// Height of the space above the first line.
const ABOVE: i32 = 22;

pub(crate) struct Entry<'a> {
    sign: Sign<'a>,
    words: &'a str,
}

/// The drawing before the words.
enum Sign<'a> {
    Counter { sign: &'a str, side: &'a str },
    Terrain(&'a str),
    Link(&'a str),
    Stroke(StrokeKind),
    Mark(&'a str),
}

/// The types of counters, then the terrains, lines and badges that occur. The map's notes on signs of no side are left
/// out: they are for maps in text.
pub(crate) fn entries<'a>(map: &'a Map, phrases: &'a Phrases) -> Vec<Entry<'a>> {
    let mut list: Vec<Entry<'_>> = Vec::new();
    for entry in map.legend.iter().filter(|entry| !entry.side.is_empty()) {
        list.push(Entry {
            sign: Sign::Counter { sign: &entry.sign, side: &entry.side },
            words: &entry.words,
        });
    }
    for terrain in ground::terrains(map) {
        list.push(Entry {
            sign: Sign::Terrain(terrain),
            words: phrases.find(&format!("terrain.{terrain}")).unwrap_or(terrain),
        });
    }
    for kind in links::kinds(map) {
        list.push(Entry {
            sign: Sign::Link(kind),
            words: phrases.find(&format!("link.{kind}")).unwrap_or(kind),
        });
    }
    let kinds: BTreeSet<StrokeKind> = map.strokes.iter().map(|stroke| stroke.kind).collect();
    for kind in kinds {
        let word = match kind {
            StrokeKind::Move => "stroke.move",
            StrokeKind::Attack => "stroke.attack",
            StrokeKind::Volley => "stroke.volley",
            StrokeKind::Retreat => "stroke.retreat",
            StrokeKind::Loss => "stroke.loss",
        };
        list.push(Entry { sign: Sign::Stroke(kind), words: phrases.get(word) });
    }
    let marks = map.pieces.iter().flat_map(|piece| &piece.marks);
    let marks: BTreeSet<&str> = marks
        .map(|mark| if mark.starts_with("hurt-") { "hurt-2" } else { mark.as_str() })
        .collect();
    for mark in marks {
        let name = mark.trim_end_matches("-2");
        list.push(Entry {
            sign: Sign::Mark(mark),
            words: phrases.find(&format!("mark.{name}")).unwrap_or(name),
        });
    }
    list
}

fn places(entries: &[Entry<'_>], columns: i32, wide: i32) -> (Vec<(i32, i32)>, i32) {
    let (mut column, mut row) = (0, 0);
    let mut places = Vec::with_capacity(entries.len());
    for entry in entries {
        let letters = i32::try_from(entry.words.chars().count()).unwrap_or(i32::MAX / LETTER / 2);
        let span = ((WORDS + letters * LETTER + 10 + wide - 1) / wide).clamp(1, columns);
        if column + span > columns {
            (column, row) = (0, row + 1);
        }
        places.push((column, row));
        column += span;
    }
    (places, row + 1)
}

fn columns(width: i32) -> (i32, i32) {
    let columns = (width / COLUMN).max(1);
    (columns, width / columns)
}

pub(crate) fn height(entries: &[Entry<'_>], width: i32) -> i32 {
    if entries.is_empty() {
        return 0;
    }
    let (columns, wide) = columns(width);
    ABOVE + places(entries, columns, wide).1 * LINE
}

/// Draws the legend below the neat line.
pub(crate) fn draw(out: &mut String, entries: &[Entry<'_>], neat: Frame) -> fmt::Result {
    let (columns, wide) = columns(neat.right - neat.left);
    let (places, _) = places(entries, columns, wide);
    for (entry, (column, row)) in entries.iter().zip(places) {
        let (x, y) = (neat.left + column * wide, neat.bottom + ABOVE + row * LINE + LINE / 2);
        write!(out, "<g transform=\"translate({x} {y})\">")?;
        sign(out, &entry.sign)?;
        writeln!(
            out,
            "<text class=\"m-key\" x=\"{WORDS}\" y=\"7\">{}</text></g>",
            Xml(entry.words)
        )?;
    }
    Ok(())
}

fn sign(out: &mut String, sign: &Sign<'_>) -> fmt::Result {
    let (from, to) = (Point { x: 4, y: 0 }, Point { x: 52, y: 0 });
    match sign {
        Sign::Counter { sign, side } => {
            out.push_str("<g transform=\"translate(28 0) scale(.5)\">");
            pieces::body(out, side, None)?;
            let on = if super::dark(side) { " m-on-dark" } else { " m-on-light" };
            write!(out, "<text class=\"m-sign{on}\" y=\"11\">{}</text></g>", Xml(sign))
        }
        Sign::Terrain(terrain) => {
            let fill = ground::pattern_name(terrain);
            write!(out, "<rect class=\"m-land\" x=\"4\" y=\"-15\" width=\"48\" height=\"30\"/>")?;
            write!(
                out,
                "<rect x=\"4\" y=\"-15\" width=\"48\" height=\"30\" fill=\"url(#{fill})\" stroke=\"#1b1a17\" stroke-width=\"2\"/>"
            )
        }
        Sign::Link(kind) => links::sample(out, kind, [from, to]),
        Sign::Stroke(StrokeKind::Loss) => {
            out.push_str(&strokes::cross(28, 0, 12));
            Ok(())
        }
        Sign::Stroke(kind) => {
            strokes::sample(out, *kind, &[from, to])?;
            match kind {
                StrokeKind::Move => {
                    write!(out, "<circle class=\"m-open\" cx=\"4\" cy=\"0\" r=\"4\"/>")
                }
                _ => strokes::head(out, from, to, *kind),
            }
        }
        Sign::Mark(mark) => {
            out.push_str("<g transform=\"translate(28 0)\">");
            pieces::badge(out, mark)?;
            out.push_str("</g>");
            Ok(())
        }
    }
}
