//! The moments of a record as a strip of small battle maps over the same ground: before, its turning points, after.

use super::blows;
use super::counters::{badge, badges, counter, letters};
use super::field::Field;
use super::traces::CROSS;
use crate::{Frame, Phrases, Xml};
use engine::map::{Map, Piece, Point, Stage, Stroke, StrokeKind};
use std::fmt::{self, Write};

/// Lines of words below a small battle map, how high their letters are, and how far apart they are.
const LINES: usize = 3;
const SIZE: i32 = 17;
const LEADING: i32 = 20;
/// Width of ten letters in them, in the widest of the page's types.
const TEN_LETTERS: i32 = 98;
/// Size of the ground that each small battle map shows.
const WIDE: i32 = 450;
const HIGH: i32 = 320;

/// The strip of a map with turning points, from `top` down, and its height; `None` where nothing was decided.
pub(super) fn draw(
    field: &Field<'_>,
    phrases: &Phrases,
    top: i32,
) -> Result<Option<(String, i32)>, fmt::Error> {
    let map = field.map;
    let Some(target) = target(field) else { return Ok(None) };
    let frame = window(field, target);
    let fell = |stroke: &&Stroke| stroke.kind == StrokeKind::Loss;
    let strokes = map.strokes.iter().filter(fell).cloned().collect();
    let after = Stage { words: String::new(), pieces: map.pieces.clone(), strokes };
    let shown: Vec<&Stage> = map.stages.iter().filter(|stage| within(stage, frame)).collect();
    let came = [phrases.get("battle.moment-after").to_owned(), results(map, &shown, phrases)];
    let came = came.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
    let moments: Vec<&Stage> = shown.into_iter().chain([&after]).collect();
    let count = i32::try_from(moments.len()).expect("moments are few");
    let each = (super::WIDE - 12 * (count - 1)) / count;
    let high = each * (frame.bottom - frame.top) / (frame.right - frame.left);
    let mut out = String::new();
    write!(
        out,
        "<text class=\"b-st b-head\" x=\"0\" y=\"{}\">{}</text>",
        top - 4,
        Xml(phrases.get("battle.moments"))
    )?;
    let letters =
        usize::try_from(each * 10 / TEN_LETTERS).expect("a note in the margin has a width");
    let mut below = 0;
    for (at, moment) in (0..).zip(moments) {
        let left = at * (each + 12);
        let words = match at {
            0 => phrases.get("battle.moment-before"),
            last if last + 1 == count => &came,
            _ => fought(moment),
        };
        small(&mut out, field, moment, frame, (left, top + 10, each, high))?;
        let mut y = top + high + 28;
        for line in caption(words, letters) {
            let x = left + each / 2;
            write!(
                out,
                "<text class=\"b-it\" font-size=\"{SIZE}\" x=\"{x}\" y=\"{y}\">{}</text>",
                Xml(&line)
            )?;
            below = below.max(y - top - high);
            y += LEADING;
        }
    }
    Ok(Some((out, high + below + 24)))
}

/// A moment in words: its fight, with who fought and with what result, if there is one.
fn fought(moment: &Stage) -> &str {
    let fight = moment.strokes.iter().find_map(|stroke| stroke.fight.as_ref());
    fight.map_or(&moment.words, |fight| &fight.words)
}

/// What the last of the moments led to, in words: first for those who were struck, then for those who struck.
fn results(map: &Map, shown: &[&Stage], phrases: &Phrases) -> String {
    let Some(moment) = shown.iter().rev().find(|moment| !moment.strokes.is_empty()) else {
        return String::new();
    };
    let blow = |stroke: &&Stroke| matches!(stroke.kind, StrokeKind::Attack | StrokeKind::Volley);
    let ends = moment.strokes.iter().filter(blow).filter_map(|stroke| stroke.points.last());
    let struck = ends.filter_map(|end| moment.pieces.iter().find(|piece| piece.at == *end));
    let units = moment.strokes.iter().map(|stroke| stroke.unit.as_str());
    let struck: Vec<&str> = struck.map(|piece| piece.id.as_str()).collect();
    let mut told: Vec<&str> = Vec::new();
    let mut words = Vec::new();
    for id in struck.into_iter().chain(units) {
        let Some(was) = moment.pieces.iter().find(|piece| piece.id == id) else { continue };
        if told.contains(&id) {
            continue;
        }
        told.push(id);
        if let Some(change) = change(was, map, phrases) {
            words.push(format!("{id} {change}"));
        }
    }
    if words.is_empty() { phrases.get("battle.unchanged").to_owned() } else { words.join("; ") }
}

/// How a piece has changed since a moment, in words.
fn change(was: &Piece, map: &Map, phrases: &Phrases) -> Option<String> {
    let Some(now) = map.pieces.iter().find(|piece| piece.id == was.id) else {
        return Some(phrases.get("battle.gone").to_owned());
    };
    let mut parts = Vec::new();
    for mark in now.marks.iter().filter(|mark| !was.marks.contains(mark)) {
        if let Some(words) = phrases.find(&format!("mark.{mark}")) {
            parts.push(words.to_owned());
        }
    }
    let [from, to] =
        [was, now].map(|piece| if piece.figure.is_empty() { &piece.values } else { &piece.figure });
    if from != to {
        let words = phrases.get("battle.changed");
        parts.push(words.replace("{from}", from).replace("{to}", to));
    }
    if was.cell != now.cell {
        parts.push(phrases.get("battle.now-on").replace("{cell}", &now.cell));
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}

/// Words broken into lines of at most `letters`; what does not fit in the last line is dropped.
fn caption(words: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let more = lines.len() < LINES;
        let line = lines.last_mut().expect("the list of lines is not empty");
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

/// The point at which the last fight among the turning points struck; without a fight, the end of the last stroke.
pub(super) fn target(field: &Field<'_>) -> Option<Point> {
    let strokes = || field.map.stages.iter().rev().flat_map(|stage| &stage.strokes);
    let blow = |stroke: &&Stroke| matches!(stroke.kind, StrokeKind::Attack | StrokeKind::Volley);
    let fought = strokes().find(blow).or_else(|| strokes().find(|one| !one.points.is_empty()));
    fought?.points.last().copied()
}

/// The ground that the strip shows round a target.
fn window(field: &Field<'_>, target: Point) -> Frame {
    let all = field.extent.grown(20);
    let left = (target.x - WIDE / 2).clamp(all.left, (all.right - WIDE).max(all.left));
    let top = (target.y - HIGH / 2).clamp(all.top, (all.bottom - HIGH).max(all.top));
    Frame { left, top, right: left + WIDE, bottom: top + HIGH }
}

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
        for (mark, at) in badges(piece, piece.at, field.lay, &[]) {
            badge(out, mark, at)?;
        }
    }
    let letters: Vec<Frame> =
        stage.pieces.iter().filter(near).flat_map(|piece| letters(piece, field.lay)).collect();
    for stroke in &stage.strokes {
        trace(out, stage, stroke, &letters)?;
    }
    write!(
        out,
        "</svg><rect class=\"b-ln\" stroke-width=\"1.6\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>"
    )
}

fn trace(out: &mut String, stage: &Stage, stroke: &Stroke, letters: &[Frame]) -> fmt::Result {
    // The piece that stands there now is another than the one that was lost.
    let taken =
        |at: &Point| stage.pieces.iter().any(|piece| piece.at == *at && piece.id != stroke.unit);
    if let (StrokeKind::Loss, Some(Point { x, y })) =
        (stroke.kind, stroke.points.last().filter(|at| !taken(at)))
    {
        write!(
            out,
            "<g transform=\"translate({x} {y})\"><path class=\"b-hl\" stroke-width=\"18\" d=\"{CROSS}\"/><path class=\"b-x\" stroke-width=\"9\" d=\"{CROSS}\"/></g>"
        )?;
    }
    if let (StrokeKind::Attack | StrokeKind::Volley, [from, to]) =
        (stroke.kind, stroke.points.as_slice())
    {
        blows::blow(out, (*from, *to), stroke.kind, false, letters)?;
        write!(
            out,
            "<circle class=\"b-ln\" stroke-width=\"11\" cx=\"{0}\" cy=\"{1}\" r=\"62\"/><circle class=\"b-gr b-ring\" stroke-width=\"6\" cx=\"{0}\" cy=\"{1}\" r=\"62\"/>",
            to.x, to.y
        )?;
    }
    Ok(())
}
