//! Counters: a block that never turns, a point where the unit looks, the symbol of its kind, its name and values, the stripe of
//! its Command, and badges that never stand on one spot.

use super::field::{Field, Lay};
use super::ground::polar;
use super::shapes::{
    ENLARGED, FLAT, FRONTS, LAUREL, ORDERS, POINT, SQUARE, STAR, STRIPES, SYMBOLS, Symbol,
};
use crate::{Xml, dark};
use engine::map::{Command, Map, Piece, Point};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// The class of a side's counters.
pub(super) fn class(side: &str) -> &'static str {
    if dark(side) { "b-c" } else { "b-r" }
}

/// Outline and inner line of a counter.
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
    let front = match field.lay {
        Lay::Point => FRONTS[0],
        Lay::Flat => FRONTS[1],
        Lay::Square => FRONTS[2],
    };
    write!(
        out,
        "<g id=\"b-T\" transform=\"{ENLARGED}\"><path class=\"b-sh\" transform=\"translate(1.7 2.1)\" d=\"{outer}\"/><path stroke-width=\"1.8\" d=\"{outer}\"/>\
         <path fill=\"none\" stroke=\"currentColor\" stroke-width=\".6\" d=\"{inner}\"/></g>\
         <g id=\"b-P\" transform=\"{ENLARGED}\"><path fill=\"currentColor\" stroke-width=\"1.3\" d=\"{front}\"/></g>\
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
            "<g id=\"b-S{number}\" fill=\"currentColor\" stroke=\"none\" transform=\"{ENLARGED}\">"
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

/// A symbol, already in its place on the counter.
fn define(out: &mut String, symbol: &Symbol, lay: Lay) -> fmt::Result {
    let place = match lay {
        Lay::Point => "translate(-20 -40)scale(1.24)",
        Lay::Flat => "translate(-19.5 -38)scale(1.22)",
        Lay::Square => "translate(-37 -36)scale(1.49)",
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

/// What stands on a counter, round (0, 0).
pub(super) fn face(out: &mut String, piece: &Piece, lay: Lay) -> fmt::Result {
    out.push_str("<use href=\"#b-T\"/>");
    match piece.facing {
        Some(0) => out.push_str("<use href=\"#b-P\"/>"),
        Some(turn) => write!(out, "<use href=\"#b-P\" transform=\"rotate({turn})\"/>")?,
        None => {}
    }
    if piece.stripe > 0 {
        write!(out, "<use href=\"#b-S{}\"/>", piece.stripe)?;
    }
    if SYMBOLS.iter().any(|symbol| symbol.name == piece.symbol) {
        write!(out, "<use href=\"#b-{}\"/>", piece.symbol)?;
    } else {
        write!(out, "<text class=\"b-n\" y=\"-12\">{}</text>", Xml(&piece.sign))?;
    }
    let letters = piece.id.chars().count();
    match lay {
        Lay::Square => {
            let size = if letters > 5 { "b-q6" } else { "b-q" };
            write!(
                out,
                "<text class=\"b-f\" x=\"22\" y=\"0\">{}</text><text class=\"{size}\" y=\"34\">{}</text>",
                Xml(&piece.figure),
                Xml(&piece.id)
            )
        }
        Lay::Point | Lay::Flat => {
            let size = if letters > 4 { "b-n5" } else { "b-n" };
            let (name, values) = if lay == Lay::Point { (17, 37) } else { (16, 36) };
            write!(
                out,
                "<text class=\"{size}\" y=\"{name}\">{}</text><text class=\"b-v\" y=\"{values}\">{}</text>",
                Xml(&piece.id),
                Xml(&piece.values)
            )
        }
    }
}

/// Where a badge would like to stand, in degrees round the counter, best first.
fn wishes(mark: &str, lay: Lay) -> &'static [i32] {
    let name = mark.split_once('-').map_or(mark, |(name, _)| name);
    match (lay, name) {
        (Lay::Point, "disordered" | "hurt") => &[60, 300],
        (Lay::Point, "general" | "frozen") => &[300, 240],
        (Lay::Point, _) => &[120, 240],
        (Lay::Flat, "hurt") => &[90, 30],
        (Lay::Flat, "general") => &[270, 330],
        // Below stand its values.
        (Lay::Flat, _) => &[30, 330],
        (Lay::Square, "general" | "veteran") => &[310],
        (Lay::Square, "hurt" | "charged") => &[50],
        (Lay::Square, "pila") => &[130],
        (Lay::Square, _) => &[230],
    }
}

/// All places of badges round a counter.
const fn corners(lay: Lay) -> &'static [i32] {
    match lay {
        Lay::Point => &[60, 120, 180, 240, 300, 0],
        Lay::Flat => &[30, 90, 150, 210, 270, 330],
        Lay::Square => &[50, 130, 230, 310],
    }
}

/// The badges of a counter with their places: no two in one, none on the front while there is room.
pub(super) fn badges(piece: &Piece, at: Point, lay: Lay) -> Vec<(&str, Point)> {
    let far = match lay {
        Lay::Point => 46,
        Lay::Flat => 48,
        Lay::Square => 55,
    };
    let front = if lay == Lay::Point { piece.facing.map(i32::from) } else { None };
    let mut taken: Vec<i32> = front.into_iter().collect();
    let mut placed = Vec::new();
    for mark in piece.marks.iter().filter(|mark| drawn(mark)) {
        let places = wishes(mark, lay).iter().chain(corners(lay));
        let free = places.copied().find(|place| !taken.contains(place));
        // More badges than places go further out, so that none hides another.
        let (place, out) =
            free.map_or((corners(lay)[placed.len() % 4] + 20, 12), |place| (place, 0));
        taken.push(place);
        placed.push((mark.as_str(), polar(at, place, far + out)));
    }
    placed
}

/// States that have a badge: that a unit is Engaged, the bar between it and its enemy says.
fn drawn(mark: &str) -> bool {
    !matches!(mark, "engaged" | "on a hill")
}

/// Marks that have a badge on a map, each kind once, in words' order.
pub(super) fn marks(map: &Map) -> BTreeSet<&str> {
    let marks = map.pieces.iter().flat_map(|piece| &piece.marks);
    let kind = |mark: &str| match mark.split_once('-') {
        Some(("hurt", _)) => "hurt-2",
        Some(("pila", _)) => "pila-2",
        _ => "",
    };
    marks
        .filter(|mark| drawn(mark))
        .map(|mark| match kind(mark) {
            "" => mark.as_str(),
            kind => kind,
        })
        .collect()
}

/// A badge round a point of the field.
pub(super) fn badge(out: &mut String, mark: &str, at: Point) -> fmt::Result {
    write!(out, "<g transform=\"translate({} {}){ENLARGED}\">", at.x, at.y)?;
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
                "<path class=\"b-bd\" stroke-width=\"1.3\" d=\"M0-9.6L2.4-5.6L6.8-6.8L5.6-2.4L9.6 0L5.6 2.4L6.8 6.8L2.4 5.6L0 9.6L-2.4 5.6L-6.8 6.8L-5.6 2.4L-9.6 0L-5.6-2.4L-6.8-6.8L-2.4-5.6Z\"/><text class=\"b-id\" font-size=\"10.5\" y=\"3.7\">{}</text>",
                Xml(points)
            );
        }
        ("pila", left) => return pila(out, left),
        ("general", _) => {
            return write!(
                out,
                "<circle r=\"9.6\" class=\"b-bd\" stroke-width=\"1.3\"/><g class=\"b-ik\" transform=\"scale(.78)\"><path class=\"b-ln\" stroke-width=\"1.2\" d=\"{}\"/><path d=\"{}\"/><path transform=\"scale(.62)\" d=\"{STAR}\"/></g>",
                LAUREL[0], LAUREL[1]
            );
        }
        ("disordered", _) => return write!(out, "{ROUND}<path class=\"b-ik\" d=\"{STAR}\"/>"),
        ("veteran", _) => {
            "<path class=\"b-ik\" d=\"M0-5.6L5 3.6H2.6L0-1.2L-2.6 3.6H-5ZM0 .4L2.6 5.2H-2.6Z\"/>"
        }
        ("flight", _) => {
            "<path class=\"b-ik\" transform=\"translate(-.9 0)\" d=\"M-4.6-4.4L-.4 0L-4.6 4.4H-2L2.2 0L-2-4.4ZM.2-4.4L4.4 0L.2 4.4H2.4L6.6 0L2.4-4.4Z\"/>"
        }
        ("retreated", _) => {
            "<path class=\"b-ln\" stroke-width=\"1.7\" d=\"M3.6 4.2V-.6Q3.6-3.6 .4-3.6H-3.4M-1.2-6L-3.8-3.6L-1.2-1.2\"/>"
        }
        ("charged", _) => "<path class=\"b-ik\" d=\"M1.6-6L-3.8 .8H-.4L-1.6 6L3.8-1.2H.4Z\"/>",
        ("frozen" | "motionless", _) => {
            "<path class=\"b-ik\" d=\"M-4.4-1.2H4.4V5H-4.4Z\"/><path class=\"b-ln\" stroke-width=\"1.5\" d=\"M-2.6-1.2V-3Q-2.6-5.4 0-5.4Q2.6-5.4 2.6-3V-1.2\"/>"
        }
        ("raging", _) => {
            "<path class=\"b-ik\" d=\"M0-6Q1-3 3.4-1.4Q5.4 2 2.6 4.8Q3-.2 0-1.6Q.4 1.4-1.6 3Q-1.6 5-.4 6Q-5 5-4.4 .6Q-3.8-2.2-1.6-3.4Q-.2-4.4 0-6Z\"/>"
        }
        (other, _) => {
            let letter: String = other.chars().take(1).collect();
            return write!(
                out,
                "{ROUND}<text class=\"b-id\" font-size=\"10\" y=\"3.5\">{}</text>",
                Xml(&letter)
            );
        }
    };
    write!(out, "{ROUND}{drawing}")
}

/// Javelins left, of two.
fn pila(out: &mut String, left: &str) -> fmt::Result {
    out.push_str("<rect x=\"-8\" y=\"-7.6\" width=\"16\" height=\"15.2\" rx=\"3\" class=\"b-bd\" stroke-width=\"1.3\"/>");
    let left: i32 = left.parse().expect("a count of pila is a number");
    for (at, path) in (1..).zip(["M-2.6 5L-.6-5", "M2.4 5L4.4-5"]) {
        let class = if at <= left { "b-ln" } else { "b-gd" };
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
        "<g class=\"{}\"><title>{}</title><path stroke-width=\"1.6\" d=\"{tail}\"/>",
        class(side),
        Xml(&words)
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
    out.push_str("</g>");
    Ok(())
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
                let placed = badges(&piece, Point { x: 0, y: 0 }, lay);
                assert_eq!(placed.len(), marks.len() - 1, "the bar says Engaged");
                let places: BTreeSet<Point> = placed.iter().map(|(_, place)| *place).collect();
                assert_eq!(places.len(), placed.len(), "{lay:?} {facing}: {placed:?}");
            }
        }
    }
}
