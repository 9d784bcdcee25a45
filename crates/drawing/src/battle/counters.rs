//! Counters: a block that never turns, a point where the unit looks, the symbol of its kind, its name and values, the stripe of
//! its Command, and badges that never stand on one spot.

use super::field::{Field, Lay};
use super::shapes::{
    ENLARGED, FEET, FLAT, FRONTS, LAUREL, ORDERS, POINT, SQUARE, STAR, STRIPES, SYMBOLS, Symbol,
};
use crate::{Frame, Xml, dark};
use engine::map::{Command, Map, Piece, Point};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

pub(super) fn class(side: &str) -> &'static str {
    if dark(side) { "b-c" } else { "b-r" }
}

pub(super) const fn shape(lay: Lay) -> [&'static str; 2] {
    match lay {
        Lay::Point => POINT,
        Lay::Flat => FLAT,
        Lay::Square => SQUARE,
    }
}

/// Everything that a map's counters are made of: of its own units, of the lost, and of those in its moments.
pub(super) fn definitions(out: &mut String, field: &Field<'_>) -> fmt::Result {
    let [outer, inner] = shape(field.lay);
    let (front, [foot, rule]) = match field.lay {
        Lay::Point => (FRONTS[0], FEET[0]),
        Lay::Flat => (FRONTS[1], FEET[1]),
        Lay::Square => (FRONTS[2], FEET[2]),
    };
    write!(
        out,
        "<g id=\"b-T\" transform=\"{ENLARGED}\"><path class=\"b-sh\" transform=\"translate(1.7 2.1)\" d=\"{outer}\"/><path stroke-width=\"1.8\" d=\"{outer}\"/>\
         <path fill=\"none\" stroke=\"currentColor\" stroke-width=\".6\" d=\"{inner}\"/></g>\
         <path id=\"b-P\" fill=\"currentColor\" stroke-width=\"2.4\" stroke-linejoin=\"round\" d=\"{front}\"/>\
         <g id=\"b-F\"><path stroke=\"none\" d=\"{foot}\"/><path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.4\" d=\"{rule}\"/></g>\
         <path id=\"b-G\" transform=\"{ENLARGED}\" fill=\"none\" stroke-width=\"1.2\" stroke-dasharray=\"2.4 2.6\" d=\"{inner}\"/>"
    )?;
    let map = field.map;
    let marginalia = map.marginalia.iter().flat_map(|marginalia| &marginalia.lost);
    let stages = map.stages.iter().flat_map(|stage| &stage.pieces);
    let pieces: Vec<&Piece> = map.pieces.iter().chain(marginalia).chain(stages).collect();
    let stripes: BTreeSet<u8> = pieces.iter().map(|piece| piece.stripe).collect();
    for (number, path) in (1_u8..).zip(STRIPES).filter(|(number, _)| stripes.contains(number)) {
        write!(
            out,
            "<g id=\"b-S{number}\" fill=\"currentColor\" stroke=\"none\" transform=\"translate(0 -8)scale(2.27 1.41)\">"
        )?;
        for x in ["-15.6", "15.6"] {
            write!(out, "<path transform=\"translate({x} 0)scale(.8 .86)\" d=\"{path}\"/>")?;
        }
        out.push_str("</g>");
    }
    let used: BTreeSet<&str> = pieces.iter().map(|piece| piece.symbol.as_str()).collect();
    for symbol in SYMBOLS.iter().filter(|symbol| used.contains(symbol.name)) {
        define(out, symbol, field.lay)?;
    }
    Ok(())
}

/// Defines a symbol at its place on the counter.
fn define(out: &mut String, symbol: &Symbol, lay: Lay) -> fmt::Result {
    let place = match lay {
        Lay::Point => "translate(-15.6 -41.2)scale(.97)",
        Lay::Flat => "translate(-15.2 -40.6)scale(.95)",
        Lay::Square => "translate(-34.5 -36.6)scale(1.43)",
    };
    write!(out, "<g id=\"b-{}\" stroke=\"none\" transform=\"{place}\">", symbol.name)?;
    for (class, path) in [("c", symbol.ink), ("", symbol.cut), ("c", symbol.over)] {
        let fill = if class.is_empty() { "" } else { " fill=\"currentColor\"" };
        if !path.is_empty() {
            write!(out, "<path{fill} d=\"{path}\"/>")?;
        }
    }
    if !symbol.line.is_empty() {
        write!(
            out,
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.2\" stroke-linecap=\"round\" d=\"{}\"/>",
            symbol.line
        )?;
    }
    out.push_str("</g>");
    Ok(())
}

/// The colour of a counter's foot: that of its Command where it has a stripe, else that of its class.
fn foot(piece: &Piece) -> u8 {
    match (piece.stripe, piece.symbol.as_str()) {
        (1.., _) => (piece.stripe - 1) % 6 + 1,
        (0, "general") => 7,
        (0, "light-horse" | "heavy-horse") => 1,
        (0, "heavy-infantry" | "thureos") => 2,
        (0, "elephant" | "engine") => 3,
        (0, "light-infantry" | "slinger") => 4,
        (0, "spearman") => 6,
        (0, _) => 5,
    }
}

/// A counter round a point, without badges.
pub(super) fn counter(out: &mut String, piece: &Piece, at: Point, lay: Lay) -> fmt::Result {
    let Point { x, y } = at;
    write!(
        out,
        "<g class=\"{}\" transform=\"translate({x} {y})\"><title>{}</title>",
        class(&piece.side),
        Xml(&piece.words)
    )?;
    face(out, piece, lay)?;
    out.push_str("</g>");
    Ok(())
}

/// Draws a counter's face with its middle at (0, 0): the mark of its front, the foot, the symbol of its kind, the strength in large
/// figures and the name in small letters.
pub(super) fn face(out: &mut String, piece: &Piece, lay: Lay) -> fmt::Result {
    match piece.facing {
        Some(0) => out.push_str("<use href=\"#b-P\"/>"),
        Some(turn) => write!(out, "<use href=\"#b-P\" transform=\"rotate({turn})\"/>")?,
        None => {}
    }
    let foot = foot(piece);
    write!(out, "<use href=\"#b-T\"/><use href=\"#b-F\" class=\"b-f{foot}\"/>")?;
    if piece.stripe > 0 {
        write!(out, "<use href=\"#b-S{}\"/>", piece.stripe)?;
    }
    if SYMBOLS.iter().any(|symbol| symbol.name == piece.symbol) {
        write!(out, "<use href=\"#b-{}\"/>", piece.symbol)?;
    } else {
        write!(out, "<text class=\"b-n\" y=\"-14\">{}</text>", Xml(&piece.sign))?;
    }
    match lay {
        Lay::Square => upon_square(out, piece, foot),
        Lay::Point | Lay::Flat => {
            let (size, figures) = if lay == Lay::Point { ("b-v", 32) } else { ("b-w", 33) };
            write!(
                out,
                "<text class=\"b-n\" y=\"5\">{}</text><g class=\"b-i b-i{foot}\"><text class=\"{size}\" y=\"{figures}\">{}</text></g>",
                Xml(&piece.id),
                Xml(&piece.values)
            )
        }
    }
}

/// The letters of a square counter: its strength beside the symbol; its name in the foot, with the javelins that it has left, or
/// the laurel of a general.
fn upon_square(out: &mut String, piece: &Piece, foot: u8) -> fmt::Result {
    write!(
        out,
        "<text class=\"b-f\" x=\"22\" y=\"6\">{}</text><g class=\"b-i b-i{foot}\">",
        Xml(&piece.figure)
    )?;
    if piece.symbol == "general" {
        out.push_str("<g transform=\"translate(0 28)scale(2.3)\">");
        laurel(out)?;
        out.push_str("</g></g>");
        return Ok(());
    }
    let pila = piece.marks.iter().find_map(|mark| mark.strip_prefix("pila-"));
    let left: &[i32] = match pila {
        Some("1") => &[27],
        Some("2") => &[22, 31],
        _ => &[],
    };
    let size = match piece.id.chars().count() {
        0..=4 => 27,
        5 => 24,
        _ => 19,
    };
    let at = if left.is_empty() { 0 } else { -9 };
    write!(
        out,
        "<text class=\"b-id\" font-size=\"{size}\" x=\"{at}\" y=\"37\">{}</text>",
        Xml(&piece.id)
    )?;
    for x in left {
        write!(
            out,
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"3.4\" stroke-linecap=\"round\" d=\"M{x} 36l6-16\"/>"
        )?;
    }
    out.push_str("</g>");
    Ok(())
}

/// The box of a short bold text of this size, its base line centred on `at`.
pub(super) fn written(text: &str, size: i32, at: Point) -> Frame {
    let wide: i32 = text.chars().map(|letter| if letter == '-' { 42 } else { 70 }).sum();
    let half = wide * size / 200;
    Frame {
        left: at.x - half,
        top: at.y - size * 3 / 4,
        right: at.x + half,
        bottom: at.y + size / 10,
    }
}

pub(super) fn letters(piece: &Piece, lay: Lay) -> Vec<Frame> {
    let on = |text: &str, size, (x, y)| {
        written(text, size, Point { x: piece.at.x + x, y: piece.at.y + y })
    };
    match lay {
        Lay::Point => vec![on(&piece.id, 23, (0, 5)), on(&piece.values, 31, (0, 32))],
        Lay::Flat => vec![on(&piece.id, 23, (0, 5)), on(&piece.values, 25, (0, 33))],
        Lay::Square if piece.symbol == "general" => vec![on(&piece.figure, 45, (22, 6))],
        Lay::Square => vec![on(&piece.figure, 45, (22, 6)), on(&piece.id, 27, (0, 37))],
    }
}

/// The places of badges, from the middle of the counter, beside its name and its strength, in the order in which they are taken.
const fn corners(lay: Lay) -> [Point; 4] {
    let [one, two] = match lay {
        Lay::Point => [(36, 30), (48, 3)],
        Lay::Flat => [(31, 34), (46, 0)],
        Lay::Square => [(44, 46), (50, -8)],
    };
    [
        Point { x: one.0, y: -one.1 },
        Point { x: -one.0, y: -one.1 },
        Point { x: two.0, y: -two.1 },
        Point { x: -two.0, y: -two.1 },
    ]
}

/// The badges of a piece with their places: no two at one place, and none at a fight's number if another place is free.
pub(super) fn badges<'p>(
    piece: &'p Piece,
    at: Point,
    lay: Lay,
    numbers: &[Point],
) -> Vec<(&'p str, Point)> {
    let corners = corners(lay).map(|by| Point { x: at.x + by.x, y: at.y + by.y });
    let covered = |place: Point| {
        numbers.iter().any(|one| (one.x - place.x).abs() < 34 && (one.y - place.y).abs() < 34)
    };
    let mut taken: Vec<usize> = Vec::new();
    let mut placed: Vec<(&str, Point)> = Vec::new();
    for mark in piece.marks.iter().filter(|mark| drawn(mark, lay)) {
        let wish = usize::from(matches!(mark.as_str(), "general" | "flight"));
        let free = (0..corners.len()).filter(|place| !taken.contains(place));
        let best = free.min_by_key(|place| (covered(corners[*place]), *place != wish, *place));
        let place = match best {
            Some(place) => {
                taken.push(place);
                corners[place]
            }
            // More badges than places stand further down.
            None => {
                let corner = corners[placed.len() % corners.len()];
                Point { x: corner.x, y: corner.y + 24 }
            }
        };
        placed.push((mark.as_str(), place));
    }
    placed
}

/// True if a state has a badge. The bar between a unit and its enemy shows that it is Engaged; the foot of a square
/// counter shows who is a general and how many javelins are left.
fn drawn(mark: &str, lay: Lay) -> bool {
    let on_foot = lay == Lay::Square && (mark == "general" || mark.starts_with("pila-"));
    !on_foot && !matches!(mark, "engaged" | "on a hill")
}

/// Marks that have a badge on a map, each kind once, in alphabetical order.
pub(super) fn marks(map: &Map) -> BTreeSet<&str> {
    let marks = map.pieces.iter().flat_map(|piece| &piece.marks);
    let kind = |mark: &str| match mark.split_once('-') {
        Some(("hurt", _)) => "hurt-2",
        Some(("pila", _)) => "pila-2",
        _ => "",
    };
    marks
        .filter(|mark| drawn(mark, Lay::Point))
        .map(|mark| match kind(mark) {
            "" => mark.as_str(),
            kind => kind,
        })
        .collect()
}

pub(super) fn badge(out: &mut String, mark: &str, at: Point) -> fmt::Result {
    write!(out, "<g transform=\"translate({} {})scale(1.84)\">", at.x, at.y)?;
    sign(out, mark)?;
    out.push_str("</g>");
    Ok(())
}

/// A badge round (0, 0), for a cell that is 44 across.
pub(super) fn sign(out: &mut String, mark: &str) -> fmt::Result {
    const ROUND: &str = "<circle r=\"7.6\" class=\"b-bd\" stroke-width=\"1.3\"/>";
    let drawing = match mark.split_once('-').unwrap_or((mark, "")) {
        ("hurt", points) => {
            return write!(
                out,
                "<path class=\"b-bd\" stroke-width=\"1.3\" d=\"M0-9.6L2.4-5.6L6.8-6.8L5.6-2.4L9.6 0L5.6 2.4L6.8 6.8L2.4 5.6L0 9.6L-2.4 5.6L-6.8 6.8L-5.6 2.4L-9.6 0L-5.6-2.4L-6.8-6.8L-2.4-5.6Z\"/><text class=\"b-id b-gi\" font-size=\"12.5\" y=\"4.3\">{}</text>",
                Xml(points)
            );
        }
        ("pila", left) => return pila(out, left),
        ("general", _) => {
            out.push_str(ROUND);
            return laurel(out);
        }
        ("disordered", _) => return write!(out, "{ROUND}<path class=\"b-gi\" d=\"{STAR}\"/>"),
        ("veteran", _) => {
            "<path class=\"b-gi\" d=\"M0-5.6L5 3.6H2.6L0-1.2L-2.6 3.6H-5ZM0 .4L2.6 5.2H-2.6Z\"/>"
        }
        ("flight", _) => {
            "<path class=\"b-gi\" transform=\"translate(-.9 0)\" d=\"M-4.6-4.4L-.4 0L-4.6 4.4H-2L2.2 0L-2-4.4ZM.2-4.4L4.4 0L.2 4.4H2.4L6.6 0L2.4-4.4Z\"/>"
        }
        ("retreated", _) => {
            "<path class=\"b-gl\" stroke-width=\"1.7\" d=\"M3.6 4.2V-.6Q3.6-3.6 .4-3.6H-3.4M-1.2-6L-3.8-3.6L-1.2-1.2\"/>"
        }
        ("charged", _) => "<path class=\"b-gi\" d=\"M1.6-6L-3.8 .8H-.4L-1.6 6L3.8-1.2H.4Z\"/>",
        ("frozen" | "motionless", _) => {
            "<path class=\"b-gi\" d=\"M-4.4-1.2H4.4V5H-4.4Z\"/><path class=\"b-gl\" stroke-width=\"1.5\" d=\"M-2.6-1.2V-3Q-2.6-5.4 0-5.4Q2.6-5.4 2.6-3V-1.2\"/>"
        }
        ("raging", _) => {
            "<path class=\"b-gi\" d=\"M0-6Q1-3 3.4-1.4Q5.4 2 2.6 4.8Q3-.2 0-1.6Q.4 1.4-1.6 3Q-1.6 5-.4 6Q-5 5-4.4 .6Q-3.8-2.2-1.6-3.4Q-.2-4.4 0-6Z\"/>"
        }
        (other, _) => {
            let letter: String = other.chars().take(1).collect();
            return write!(
                out,
                "{ROUND}<text class=\"b-id b-gi\" font-size=\"10\" y=\"3.5\">{}</text>",
                Xml(&letter)
            );
        }
    };
    write!(out, "{ROUND}{drawing}")
}

fn laurel(out: &mut String) -> fmt::Result {
    write!(
        out,
        "<g class=\"b-gi\" transform=\"scale(.6)\"><path class=\"b-gl\" stroke-width=\"1.2\" d=\"{}\"/><path stroke=\"none\" d=\"{}\"/><path stroke=\"none\" transform=\"scale(.62)\" d=\"{STAR}\"/></g>",
        LAUREL[0], LAUREL[1]
    )
}

/// Javelins left, of two.
fn pila(out: &mut String, left: &str) -> fmt::Result {
    out.push_str("<rect x=\"-8\" y=\"-7.6\" width=\"16\" height=\"15.2\" rx=\"3\" class=\"b-bd\" stroke-width=\"1.3\"/>");
    let left: i32 = left.parse().expect("the number of pila is a valid count");
    for (at, path) in (1..).zip(["M-2.6 5L-.6-5", "M2.4 5L4.4-5"]) {
        let class = if at <= left { "b-gl" } else { "b-gd" };
        write!(
            out,
            "<path class=\"{class}\" stroke-width=\"1.8\" transform=\"translate(-.9 0)\" d=\"{path}\"/>"
        )?;
    }
    Ok(())
}

/// The number of a fight, in a disc.
pub(super) fn number(out: &mut String, number: u16) -> fmt::Result {
    write!(
        out,
        "<circle r=\"8.2\" class=\"b-ht\" stroke-width=\"1.4\"/><text class=\"b-id b-rc\" font-size=\"11.5\" y=\"4\">{number}</text>"
    )
}

/// The pennant of a Command, round (0, 0), for a cell that is 44 across: its stripe, its letters, and its chit or the back of it.
pub(super) fn pennant(out: &mut String, command: &Command) -> fmt::Result {
    let Command { id, name, chit, stripe, side, .. } = command;
    let (tail, word) = match chit {
        Some(order) if order.is_empty() => ("M-23-9.5H28L23.4 0L28 9.5H-23Z", "face down"),
        Some(order) => ("M-23-9.5H28L23.4 0L28 9.5H-23Z", order.as_str()),
        None => ("M-23-9.5H23V9.5H-23Z", ""),
    };
    let words = if word.is_empty() { name.clone() } else { format!("{name}: {word}") };
    write!(
        out,
        "<g class=\"{}\"><title>{}</title><path class=\"b-f{foot}\" stroke-width=\"1.6\" d=\"{tail}\"/><g class=\"b-i b-i{foot}\">",
        class(side),
        Xml(&words),
        foot = (stripe.max(&1) - 1) % 6 + 1
    )?;
    if let Some(path) = usize::from(*stripe).checked_sub(1).and_then(|at| STRIPES.get(at)) {
        write!(
            out,
            "<path fill=\"currentColor\" stroke=\"none\" transform=\"translate(-19 0)scale(.72)\" d=\"{path}\"/>"
        )?;
    }
    let middle = if chit.is_some() { "-5.4" } else { "2" };
    write!(
        out,
        "<text class=\"b-id\" font-size=\"11\" x=\"{middle}\" y=\"3.8\">{}</text>",
        Xml(id)
    )?;
    if let Some(order) = chit {
        out.push_str(
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\".7\" d=\"M4-7.4V7.4\"/>",
        );
        match ORDERS.iter().find(|(word, _)| word == order) {
            Some((_, path)) => write!(
                out,
                "<path fill=\"currentColor\" stroke=\"none\" transform=\"translate(13 0)scale(.9)\" d=\"{path}\"/>"
            )?,
            None => out.push_str(
                "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.3\" transform=\"translate(13 0)\" d=\"M-6.5-6.5h13v13h-13zM0-4.6L4.6 0L0 4.6L-4.6 0Z\"/>",
            ),
        }
    }
    out.push_str("</g></g>");
    Ok(())
}

/// The chit of a Command on its line of the score, `wide` across: its letters on the colour of its foot; its order, a question
/// mark while it lies face down, a cross where it has none.
pub(crate) fn chit(out: &mut String, command: &Command, wide: i32) -> fmt::Result {
    let foot = (command.stripe.max(1) - 1) % 6 + 1;
    let letter = if dark(&command.side) { 'c' } else { 'r' };
    let middle = i32::midpoint(30, wide);
    write!(
        out,
        "<rect class=\"k-p k-{letter}s\" stroke-width=\"1.6\" x=\"1\" y=\"1\" width=\"{}\" height=\"24\" rx=\"3\"><title>{}</title></rect><path class=\"b-f{foot}\" d=\"M2 2h27v22h-27z\"/><g class=\"b-i b-i{foot}\"><text class=\"k-m k-b k-c\" font-size=\"13\" x=\"15\" y=\"18\">{}</text></g>",
        wide - 2,
        Xml(&command.name),
        Xml(&command.id)
    )?;
    let order = command.chit.as_ref().map(|order| ORDERS.iter().find(|(word, _)| word == order));
    match order {
        Some(Some((_, path))) => {
            write!(out, "<path class=\"k-so\" transform=\"translate({middle} 13)\" d=\"{path}\"/>")
        }
        Some(None) => write!(
            out,
            "<text class=\"k-m k-b k-so\" font-size=\"13\" x=\"{middle}\" y=\"18\">?</text>"
        ),
        None => write!(
            out,
            "<path class=\"b-sl\" stroke-width=\"2\" d=\"M{} 8l10 10m0-10l-10 10\"/>",
            middle - 5
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_badges_stand_on_one_spot() {
        let marks = ["disordered", "engaged", "frozen", "general", "hurt-2", "raging", "flight"];
        for lay in [Lay::Point, Lay::Flat, Lay::Square] {
            for facing in (0..360).step_by(30) {
                let piece = Piece {
                    facing: Some(facing),
                    marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
                    ..Piece::default()
                };
                let placed = badges(&piece, Point { x: 0, y: 0 }, lay, &[]);
                let drawn = marks.iter().filter(|mark| drawn(mark, lay)).count();
                assert_eq!(placed.len(), drawn);
                let places: BTreeSet<Point> = placed.iter().map(|(_, place)| *place).collect();
                assert_eq!(places.len(), placed.len(), "{lay:?} {facing}: {placed:?}");
            }
        }
    }
}
