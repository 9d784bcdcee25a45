//! Fights: the arrow of an attack, the broken line of a volley, and the numbers beside them. None of them covers the name or the
//! strength of a unit, if there is any room.

use super::counters::number;
use super::field::Field;
use super::room::{Room, around};
use super::shapes::ENLARGED;
use super::traces::{arrow, before, beside, line};
use crate::{Frame, Xml, along, length};
use engine::map::{Point, StrokeKind};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// The line of a fight, beside which its numbers stand.
struct Spot {
    from: Point,
    to: Point,
    kind: StrokeKind,
    numbers: Vec<u16>,
}

/// Attacks and volleys, each once, with the numbers of their fights beside them; returns the places of the numbers.
pub(super) fn fights(
    out: &mut String,
    field: &Field<'_>,
    room: &mut Room,
) -> Result<Vec<Point>, fmt::Error> {
    let (mut drawn, mut spots, mut told) = (BTreeSet::new(), Vec::<Spot>::new(), BTreeSet::new());
    for stroke in &field.map.strokes {
        let (StrokeKind::Attack | StrokeKind::Volley, [from, to]) =
            (stroke.kind, stroke.points.as_slice())
        else {
            continue;
        };
        let (from, to, kind) = (*from, *to, stroke.kind);
        if drawn.insert((from, to, kind)) && from != to {
            let linked = field
                .map
                .links
                .iter()
                .any(|link| link.ends == [from, to] || link.ends == [to, from]);
            write!(out, "<g><title>{}</title>", Xml(&stroke.words))?;
            blow(out, (from, to), kind, linked, &room.letters)?;
            out.push_str("</g>");
        }
        let number = stroke.fight.as_ref().map(|fight| fight.number);
        if let Some(number) = number.filter(|number| told.insert(*number)) {
            match spots.iter_mut().find(|spot| (spot.from, spot.to, spot.kind) == (from, to, kind))
            {
                Some(spot) => spot.numbers.push(number),
                None => spots.push(Spot { from, to, kind, numbers: vec![number] }),
            }
        }
    }
    let mut places = Vec::new();
    for spot in &spots {
        for number in &spot.numbers {
            let place = numbered(out, spot, *number, &places, room)?;
            places.push(place);
        }
    }
    Ok(places)
}

/// The area of a box round a point that lies over letters.
fn covered(letters: &[Frame], at: Point, size: (i32, i32)) -> i32 {
    let one = around(at, size);
    let over = |other: &Frame| {
        let wide = one.right.min(other.right) - one.left.max(other.left);
        let high = one.bottom.min(other.bottom) - one.top.max(other.top);
        wide.max(0) * high.max(0)
    };
    letters.iter().map(over).sum()
}

/// The arrow of an attack, or the dashes of a volley.
pub(super) fn blow(
    out: &mut String,
    (from, to): (Point, Point),
    kind: StrokeKind,
    linked: bool,
    letters: &[Frame],
) -> fmt::Result {
    let (mut ground, reach) = (around(from, (0, 0)), 80);
    ground.take(from, reach);
    ground.take(to, reach);
    let meets = |one: &&Frame| {
        one.left < ground.right
            && one.right > ground.left
            && one.top < ground.bottom
            && one.bottom > ground.top
    };
    let letters: &[Frame] = &letters.iter().filter(meets).copied().collect::<Vec<_>>();
    if kind == StrokeKind::Attack {
        out.push_str(&arrow(&stretch((from, to), linked, letters), "b-ht", HALF, HEAD, false));
        return Ok(());
    }
    volley(out, (from, to), letters)
}

/// Half the width of the shaft of an attack's arrow, and the length of its head.
const HALF: i32 = 8;
const HEAD: i32 = 23;

/// The ends of an attack's arrow: the longest between the two units that covers no letters; straighter ones are tried
/// first.
fn stretch((from, to): (Point, Point), linked: bool, letters: &[Frame]) -> [Point; 2] {
    let aside: &[i32] = if linked { &[14, 18, 22] } else { &[0, 6, -6, 12, -12, 18, -18, 24, -24] };
    let mut best = None;
    for by in aside {
        for foot in (26..=44).step_by(3) {
            for tip in (50..=67).rev().filter(|tip| tip - foot >= 22) {
                let ends = [along(from, to, foot, 100), along(from, to, tip, 100)]
                    .map(|at| beside(at, (from, to), *by));
                let far = length(ends[0], ends[1]).max(1);
                // The head is widest at its foot.
                let over: i32 = (0..=far / 4)
                    .map(|step| {
                        let left = far - 4 * step;
                        let half = if left > HEAD { HALF } else { HALF * 22 / 10 * left / HEAD };
                        let wide = 2 * half + 4;
                        covered(letters, along(ends[0], ends[1], 4 * step, far), (wide, wide))
                    })
                    .sum();
                let cost = (over, by.abs() / 7, -far);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, ends));
                }
            }
        }
    }
    best.expect("an arrow has two ends").1
}

/// A volley: a dot at the shooter, dashes that break off where they would cross letters, and a head at the target.
fn volley(out: &mut String, (from, to): (Point, Point), letters: &[Frame]) -> fmt::Result {
    let clear = |at: &Point| covered(letters, *at, (18, 18));
    let off = || (30..=58).step_by(2);
    let foot = off().map(|by| before(to, from, by)).min_by_key(clear).expect("there are some");
    let tip = off().map(|by| before(from, to, by)).min_by_key(clear).expect("there are some");
    let far = length(foot, tip).max(1);
    let (mut runs, mut run) = (Vec::new(), Vec::new());
    for step in 0..=far / 3 {
        let at = along(foot, tip, 3 * step, far);
        if covered(letters, at, (6, 6)) == 0 {
            run.push(at);
        } else if !run.is_empty() {
            runs.push(std::mem::take(&mut run));
        }
    }
    runs.push(run);
    let data: String = runs
        .iter()
        .filter(|run| run.len() > 2)
        .map(|run| line(&[run[0], run[run.len() - 1]]))
        .collect();
    write!(
        out,
        "<path class=\"b-hl\" stroke-width=\"10\" d=\"{data}\"/><path class=\"b-ln\" stroke-width=\"3.4\" stroke-dasharray=\"11 6\" d=\"{data}\"/>"
    )?;
    out.push_str(&arrow(&[before(from, tip, 16), tip], "b-ht", 5, 15, false));
    write!(
        out,
        "<circle class=\"b-ht\" stroke-width=\"3\" cx=\"{}\" cy=\"{}\" r=\"8\"/>",
        foot.x, foot.y
    )
}

/// The disc with a fight's number: beside a blow, on the way of a volley; over no other disc, no letters, and as few
/// counters as possible.
fn numbered(
    out: &mut String,
    spot: &Spot,
    fight: u16,
    others: &[Point],
    room: &mut Room,
) -> Result<Point, fmt::Error> {
    let Spot { from, to, kind, .. } = spot;
    let far = length(*from, *to).max(1);
    let (ways, asides): (Vec<i32>, &[i32]) = match kind {
        // Nearest to the shooter first.
        StrokeKind::Volley => (
            (64..=(far - 60).max(64)).step_by(8).collect(),
            &[0, 12, -12, 24, -24, 36, -36, 48, -48, 60, -60],
        ),
        _ => (
            [50, 46, 54, 42, 58, 38, 62, 34, 66, 30, 70, 26, 74, 22, 78]
                .map(|part| part * far / 100)
                .to_vec(),
            &[30, -30, 35, -35, 40, -40, 46, -46, 52, -52, 58, -58, 64, -64, 70, -70, 76, -76],
        ),
    };
    let at = |(way, by): (i32, i32)| {
        let middle = along(*from, *to, way, far);
        Point { x: middle.x - (to.y - from.y) * by / far, y: middle.y + (to.x - from.x) * by / far }
    };
    let all = ways.iter().flat_map(|way| asides.iter().map(|by| (*way, *by)));
    let best = (0..).zip(all).min_by_key(|(rank, place)| {
        let at = at(*place);
        let near = others.iter().map(|other| length(*other, at)).min().unwrap_or(i32::MAX);
        let over = covered(&room.letters, at, (38, 38));
        (38 - near.min(38), over, room.hits(at, (36, 36)), *rank)
    });
    let place = at(best.expect("a path has at least one place").1);
    write!(out, "<g transform=\"translate({} {}){ENLARGED}\">", place.x, place.y)?;
    number(out, fight)?;
    out.push_str("</g>");
    room.take(place, (36, 36));
    Ok(place)
}
