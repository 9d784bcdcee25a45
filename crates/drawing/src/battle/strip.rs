//! The moments of a record as a strip of small battle maps over the same ground: before, its turning points, after.

use super::counters::{badge, badges, counter};
use super::field::Field;
use super::traces::{self, CROSS};
use crate::{Frame, Phrases, Xml};
use engine::map::{Piece, Point, Stage, StrokeKind};
use std::fmt::{self, Write};

/// Lines of words below a small battle map, and how far apart they are.
const LINES: usize = 2;
const LEADING: i32 = 15;
/// Width of ten letters in them.
const TEN_LETTERS: i32 = 53;
/// The ground that each of them shows.
const WIDE: i32 = 740;
const HIGH: i32 = 600;

/// The strip of a map with turning points, from a height down, with its own height; none where nothing was decided.
pub(super) fn draw(
    field: &Field<'_>,
    phrases: &Phrases,
    top: i32,
) -> Result<Option<(String, i32)>, fmt::Error> {
    let map = field.map;
    if !map.stages.iter().any(|stage| stage.strokes.iter().any(|stroke| !stroke.points.is_empty()))
    {
        return Ok(None);
    }
    let frame = window(field);
    let after = Stage { words: String::new(), pieces: map.pieces.clone(), strokes: Vec::new() };
    let shown = map.stages.iter().filter(|stage| within(stage, frame));
    let moments: Vec<&Stage> = shown.chain([&after]).collect();
    let count = i32::try_from(moments.len()).expect("moments are few");
    let each = (976 - 12 * (count - 1)) / count;
    let high = each * (frame.bottom - frame.top) / (frame.right - frame.left);
    let mut out = String::new();
    write!(
        out,
        "<text class=\"b-st b-head\" x=\"-9\" y=\"{}\">{}</text>",
        top - 4,
        Xml(phrases.get("battle.moments"))
    )?;
    let letters = usize::try_from(each * 10 / TEN_LETTERS).expect("a marginalia has a width");
    let mut below = 0;
    for (at, moment) in (0..).zip(moments) {
        let left = at * (each + 12) - 15;
        let words = match at {
            0 => phrases.get("battle.moment-before"),
            last if last + 1 == count => phrases.get("battle.moment-after"),
            _ => &moment.words,
        };
        small(&mut out, field, moment, frame, (left, top + 10, each, high))?;
        let mut y = top + high + 26;
        for line in caption(words, letters) {
            let x = left + each / 2;
            write!(
                out,
                "<text class=\"b-it\" font-size=\"12\" x=\"{x}\" y=\"{y}\">{}</text>",
                Xml(&line)
            )?;
            below = below.max(y - top - high);
            y += LEADING;
        }
    }
    Ok(Some((out, high + below + 24)))
}

/// Words in lines of so many letters; what finds no room in the last of them is left out.
fn caption(words: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let more = lines.len() < LINES;
        let line = lines.last_mut().expect("there is a line");
        let full = line.chars().count() + 1 + word.chars().count() > letters;
        if line.is_empty() {
            line.push_str(word);
        } else if !full {
            line.push(' ');
            line.push_str(word);
        } else if more {
            lines.push(word.to_owned());
        } else {
            line.push_str(" ...");
            break;
        }
    }
    lines
}

/// The ground round the first turning point.
fn window(field: &Field<'_>) -> Frame {
    let map = field.map;
    let mut frame = Frame { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
    let strokes = map.stages.iter().flat_map(|stage| &stage.strokes);
    let first = strokes.filter(|stroke| !stroke.points.is_empty()).take(1);
    for point in first.flat_map(|stroke| &stroke.points) {
        frame.take(*point, 60);
    }
    let (x, y) = (i32::midpoint(frame.left, frame.right), i32::midpoint(frame.top, frame.bottom));
    let all = field.extent.grown(20);
    let left = (x - WIDE / 2).clamp(all.left, (all.right - WIDE).max(all.left));
    let top = (y - HIGH / 2).clamp(all.top, (all.bottom - HIGH).max(all.top));
    Frame { left, top, right: left + WIDE, bottom: top + HIGH }
}

/// Whether a moment happens on the ground that the strip shows.
fn within(stage: &Stage, frame: Frame) -> bool {
    let inner = frame.grown(-40);
    let mut points = stage.strokes.iter().flat_map(|stroke| &stroke.points);
    points.all(|point| {
        point.x > inner.left
            && point.x < inner.right
            && point.y > inner.top
            && point.y < inner.bottom
    })
}

/// One small battle map.
fn small(
    out: &mut String,
    field: &Field<'_>,
    stage: &Stage,
    frame: Frame,
    (x, y, wide, high): (i32, i32, i32, i32),
) -> fmt::Result {
    write!(
        out,
        "<svg x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" viewBox=\"{} {} {} {}\"><rect class=\"b-ot\" x=\"{}\" y=\"{}\" width=\"100%\" height=\"100%\"/><use href=\"#b-ground\"/>",
        frame.left,
        frame.top,
        frame.right - frame.left,
        frame.bottom - frame.top,
        frame.left,
        frame.top
    )?;
    let near = |piece: &&Piece| {
        let around = frame.grown(60);
        piece.at.x > around.left
            && piece.at.x < around.right
            && piece.at.y > around.top
            && piece.at.y < around.bottom
    };
    for piece in stage.pieces.iter().filter(near) {
        counter(out, piece, piece.at, field.lay)?;
    }
    for piece in stage.pieces.iter().filter(near) {
        for (mark, at) in badges(piece, piece.at, field.lay) {
            badge(out, mark, at)?;
        }
    }
    for stroke in &stage.strokes {
        if let (StrokeKind::Loss, Some(Point { x, y })) = (stroke.kind, stroke.points.last()) {
            write!(
                out,
                "<g transform=\"translate({x} {y})\"><path class=\"b-hl\" stroke-width=\"16\" d=\"{CROSS}\"/><path class=\"b-ln\" stroke-width=\"8\" d=\"{CROSS}\"/></g>"
            )?;
        }
        if let (StrokeKind::Attack | StrokeKind::Volley, [from, to]) =
            (stroke.kind, stroke.points.as_slice())
        {
            traces::blow(out, (*from, *to), stroke.kind, false, field.lay)?;
        }
    }
    write!(
        out,
        "</svg><rect class=\"b-ln\" stroke-width=\"1.6\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>"
    )
}
