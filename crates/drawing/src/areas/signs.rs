//! Small signs: counters, unit symbols, arrows, badges. Each is drawn round (0, 0), on the map and in its legend alike.

use super::spot::{Num, Spot, length, path};
use crate::dark;
use engine::map::StrokeKind;
use std::fmt::{self, Write};

/// Half the width and height of a counter at its usual size.
pub(super) const HALF: (i64, i64) = (37, 35);

/// A unit symbol on a field of 32 by 32: what is filled with the counter's ink, what is cut out of that, what is stroked.
struct Symbol {
    ink: &'static str,
    cut: &'static str,
    line: &'static str,
}

/// The symbol of a kind of units; a plain shield for one without a symbol of its own.
fn symbol(kind: &str) -> Symbol {
    match kind {
        // A helmet with its crest, seen from the side.
        "general" => Symbol {
            ink: "M7 20Q6 10 15 9Q23 9 24 17L27 19L24.5 20.5V22L25.5 24.5L23.5 27L20 27.5L19 22.5L15 20.5V28H9Q7 26 7 20ZM3.5 21Q1.5 6 14 3.5Q22 2.5 27 9L25 11Q20 6.4 14 7.2Q6 8.6 6.2 19.4Z",
            cut: "",
            line: "",
        },
        // A war galley with ram, sail and oars.
        "fleet" => Symbol {
            ink: "M2 18H5.5L6 20H24.5Q27 19.5 27.4 15.5L26 13.5Q29 12.2 30.4 15Q30.4 21 26.4 24H5.2L1 22.5L4.4 21ZM14.6 3H16.4V18H14.6ZM7.6 5.6H23.4Q24.6 11 22.4 15.4H8.8Q11 10.6 7.6 5.6Z",
            cut: "",
            line: "M8 25L6 29M13 25L11 29M18 25L16 29M23 25L21 29",
        },
        // A rampart with four gates.
        "camp" => Symbol {
            ink: "M4 4H13V7H7V13H4ZM19 4H28V13H25V7H19ZM4 19H7V25H13V28H4ZM25 19H28V28H19V25H25ZM16 10L21 21H18.4L16 15.4L13.6 21H11Z",
            cut: "",
            line: "",
        },
        // A tall curved shield with its boss, a helmet above, a spear beside.
        _ => Symbol {
            ink: "M8 11H20Q22 11 22 13V26Q22 29 15 30Q8 29 8 26ZM10 9Q10 3 15 3Q20 3 20 9ZM25 30V8L26.5 3L28 8V30Z",
            cut: "M15 17.5L17.8 20.5L15 23.5L12.2 20.5ZM14.2 12.5H15.8V17H14.2ZM14.2 24H15.8V28.4H14.2Z",
            line: "",
        },
    }
}

/// Draws a unit symbol of this size, its middle at `at`.
fn unit(out: &mut String, kind: &str, at: (i64, i64), size: i64, on_dark: bool) -> fmt::Result {
    let dress = if on_dark {
        ["m-a-white", "m-a-cut-dark", "m-inner-dark"]
    } else {
        ["m-ri", "m-a-cut-light", "m-inner-light"]
    };
    dressed(out, kind, at, size, dress)
}

/// Draws a unit symbol in these classes: of its ink, of what is cut out of it, of its lines.
fn dressed(
    out: &mut String,
    kind: &str,
    at: (i64, i64),
    size: i64,
    [fill, ground, stroke]: [&str; 3],
) -> fmt::Result {
    let Symbol { ink, cut, line } = symbol(kind);
    let scale = size * 1000 / 32;
    write!(
        out,
        "<g transform=\"translate({} {})scale({}.{:03})\"><path class=\"{fill}\" d=\"{ink}\"/>",
        Num((at.0 * 2 - size) * 50),
        Num((at.1 * 2 - size) * 50),
        scale / 1000,
        scale % 1000
    )?;
    if !cut.is_empty() {
        write!(out, "<path class=\"{ground}\" d=\"{cut}\"/>")?;
    }
    if !line.is_empty() {
        write!(out, "<path class=\"{stroke}\" style=\"stroke-width:2\" d=\"{line}\"/>")?;
    }
    out.push_str("</g>");
    Ok(())
}

/// Definitions of the two blocks, which all counters share.
pub(super) fn blocks(out: &mut String) {
    out.push_str(
        "<g id=\"m-a-light\"><path class=\"m-light\" d=\"M-37-35H37V35H-37Z\"/><path class=\"m-inner-light\" d=\"M-33-31H33V31H-33Z\"/></g>\n\
         <g id=\"m-a-dark\"><path class=\"m-a-rim\" d=\"M-37-35H37V35H-37Z\"/><path class=\"m-dark\" d=\"M-37-35H37V35H-37Z\"/><path class=\"m-inner-dark\" d=\"M-33-31H33V31H-33Z\"/></g>\n",
    );
}

/// Draws a counter: its number large, its symbol, and in the foot its label, if it has one, in type of `size`.
pub(super) fn counter(
    out: &mut String,
    side: &str,
    kind: &str,
    count: u16,
    (label, size): (&str, Num),
) -> fmt::Result {
    let shade = if dark(side) { "dark" } else { "light" };
    write!(out, "<g class=\"m-on-{shade}\"><use href=\"#m-a-{shade}\"/>")?;
    let up = if label.is_empty() {
        0
    } else {
        write!(out, "<path class=\"m-a-foot-{shade}\" d=\"M-34.5 5H34.5V32.5H-34.5Z\"/>")?;
        13
    };
    if count > 0 {
        let (size, y) = if count < 10 { (38, 13) } else { (29, 10) };
        write!(
            out,
            "<text class=\"m-a-bold\" font-size=\"{size}\" x=\"-17\" y=\"{}\">{count}</text>",
            y - up
        )?;
    }
    let x = if count > 0 { 14 } else { 0 };
    unit(out, kind, (x, -up), 34, dark(side))?;
    if !label.is_empty() {
        write!(
            out,
            "<text class=\"m-a-bold m-a-foot-{shade}\" font-size=\"{size}\" y=\"28\">{}</text>",
            crate::Xml(label)
        )?;
    }
    out.push_str("</g>");
    Ok(())
}

/// An arrow along a line, broader towards its head; `wide` is half its breadth there, in hundredths.
pub(super) fn arrow(
    out: &mut String,
    line: &[Spot],
    side: &str,
    kind: StrokeKind,
    wide: i64,
) -> fmt::Result {
    let (total, head) = (length(line), wide * 3);
    let stop = (total - head).max(total * 2 / 5);
    let (mut left, mut right, mut run) = (Vec::new(), Vec::new(), 0);
    for (at, spot) in line.iter().enumerate() {
        let before = line[at.saturating_sub(1)];
        run += before.to(*spot).length();
        if run > stop {
            break;
        }
        let way = before.to(line[(at + 1).min(line.len() - 1)]);
        let half = 120 + (wide - 120).max(0) * run / total.max(1);
        left.push(spot.aside(way, half));
        right.push(spot.aside(way, -half));
    }
    let Some((base, way)) = neck(line, stop) else { return Ok(()) };
    let tip = line[line.len() - 1];
    let half = 120 + (wide - 120).max(0) * stop / total.max(1);
    let mut shape = left;
    shape.extend([
        base.aside(way, half),
        base.aside(way, wide * 2),
        tip,
        base.aside(way, -wide * 2),
    ]);
    shape.push(base.aside(way, -half));
    shape.extend(right.into_iter().rev());
    let data = path(&shape, true);
    let shade = if dark(side) { "dark" } else { "light" };
    let back = if kind == StrokeKind::Retreat { " m-a-back" } else { "" };
    write!(
        out,
        "<path class=\"m-a-clear\" stroke-width=\"6\" d=\"{data}\"/><path class=\"m-a-arrow-{shade}{back}\" d=\"{data}\"/>"
    )
}

/// The point at which an arrow's head begins, and the direction of the line there.
fn neck(line: &[Spot], stop: i64) -> Option<(Spot, Spot)> {
    let mut run = 0;
    for pair in line.windows(2) {
        let far = pair[0].to(pair[1]).length();
        if run + far >= stop && far > 0 {
            return Some((pair[0].toward(pair[1], stop - run), pair[0].to(*line.last()?)));
        }
        run += far;
    }
    None
}

/// Beads along a line: seas that carry a side's armies.
pub(super) fn chain(out: &mut String, line: &[Spot], side: &str) -> fmt::Result {
    let data = path(line, false);
    write!(
        out,
        "<path class=\"m-a-clear\" stroke-width=\"11\" stroke-linecap=\"round\" d=\"{data}\"/><path class=\"m-line\" stroke-width=\"8\" stroke-dasharray=\"0 12\" stroke-linecap=\"round\" d=\"{data}\"/>"
    )?;
    if !dark(side) {
        write!(
            out,
            "<path class=\"m-a-clear\" stroke-width=\"4.4\" stroke-dasharray=\"0 12\" stroke-linecap=\"round\" d=\"{data}\"/>"
        )?;
    }
    Ok(())
}

/// Draws the sign of a battle: crossed swords.
pub(super) fn battle(out: &mut String) {
    const SWORD: &str = "M-15 13L-11 9L-13.5 6.5L-11.5 4.5L-9.2 6.8L11-13.4L15.5-15L14-10.5L-6.2 9.8L-4 12L-6 14L-8.4 11.6L-12.4 15.6Z";
    let _ = write!(
        out,
        "<circle class=\"m-badge\" r=\"23\"/><path class=\"m-gi\" d=\"{SWORD}\"/><path class=\"m-gi\" transform=\"scale(-1 1)\" d=\"{SWORD}\"/>"
    );
}

/// The ring of a siege round a city, its count in a small disc; `radius` in whole units.
pub(super) fn siege(out: &mut String, radius: i64, count: Option<u16>) -> fmt::Result {
    write!(
        out,
        "<circle class=\"m-a-clear\" stroke-width=\"9\" r=\"{radius}\"/><circle class=\"m-line\" stroke-width=\"2.6\" r=\"{radius}\"/><g class=\"m-line\" stroke-width=\"2\">"
    )?;
    for tooth in 0..16 {
        let quarters = tooth * 90;
        write!(
            out,
            "<path transform=\"rotate({}.{:02})\" d=\"M0-{radius}v6\"/>",
            quarters / 4,
            quarters % 4 * 25
        )?;
    }
    out.push_str("</g>");
    if let Some(count) = count {
        let at = Num(radius * 75);
        write!(
            out,
            "<circle class=\"m-badge\" cx=\"{at}\" cy=\"{at}\" r=\"12\"/><text class=\"m-a-bold m-gi\" font-size=\"17\" x=\"{at}\" y=\"{}\">{count}</text>",
            Num(radius * 75 + 600)
        )?;
    }
    Ok(())
}

/// The cross over what is lost, with its number where it is more than one.
pub(super) fn loss(out: &mut String, count: u16) -> fmt::Result {
    out.push_str("<circle class=\"m-badge\" r=\"14\"/><path class=\"m-gl\" stroke-width=\"4.5\" stroke-linecap=\"round\" d=\"M-7-7L7 7M7-7L-7 7\"/>");
    if count > 1 {
        write!(
            out,
            "<circle class=\"m-badge\" cx=\"13\" cy=\"11\" r=\"9\"/><text class=\"m-a-bold m-gi\" font-size=\"14\" x=\"13\" y=\"16\">{count}</text>"
        )?;
    }
    Ok(())
}

/// What a loss leaves on an emptied square: the kind and number lost, pale, with a cross at its corner.
pub(super) fn fallen(out: &mut String, side: &str, kind: &str, count: u16) -> fmt::Result {
    let shade = if dark(side) { "dark" } else { "light" };
    let ghost = format!("m-a-ghost-{shade}");
    write!(out, "<path class=\"m-a-ghost {ghost}\" d=\"M-37-35H37V35H-37Z\"/>")?;
    write!(out, "<text class=\"m-a-bold\" font-size=\"38\" x=\"-17\" y=\"13\">{count}</text>")?;
    dressed(out, kind, (14, 0), 34, ["m-ink", &ghost, "m-line"])?;
    out.push_str("<g transform=\"translate(35 -33)\">");
    loss(out, 1)?;
    out.push_str("</g>");
    Ok(())
}

/// The badge of a state: a tent for winter quarters, a snow star for none, a ring for siege.
pub(super) fn mark(out: &mut String, mark: &str) {
    out.push_str("<circle class=\"m-badge\" r=\"13\"/>");
    out.push_str(match mark {
        "quarters" => "<path class=\"m-gi\" d=\"M0-9L9 7H3L0 1L-3 7H-9Z\"/>",
        "no-quarters" => "<path class=\"m-gl\" stroke-width=\"2\" d=\"M0-9V9M-8-4.5L8 4.5M8-4.5L-8 4.5M-3-8L0-5L3-8M-3 8L0 5L3 8\"/>",
        "lays-siege" => "<path class=\"m-gi\" d=\"M-8 7V-5H-5V-2H-2V-5H2V-2H5V-5H8V7Z\"/>",
        "besieged" => "<path class=\"m-gl\" stroke-width=\"2\" d=\"M-6 6V-5H-3V-2H3V-5H6V6ZM-10-8H10M-10 9H10\"/>",
        _ => "<circle class=\"m-gi\" r=\"3\"/>",
    });
}

/// A city: a star in a ring if it is a major one.
pub(super) fn city(out: &mut String, major: bool) {
    out.push_str(if major {
        "<circle class=\"m-a-disc\" stroke-width=\"2.2\" r=\"9.5\"/><path class=\"m-ink\" d=\"M0-7l1.7 4.7h5l-4 3 1.5 4.8-4.2-3-4.2 3 1.5-4.8-4-3h5z\"/>"
    } else {
        "<circle class=\"m-a-disc\" stroke-width=\"2.2\" r=\"5\"/><circle class=\"m-ink\" r=\"1.8\"/>"
    });
}

/// A symbol printed on the board: a disc, light, dark or halved, with a laurel for influence or a galley for a fleet.
pub(super) fn printed(out: &mut String, symbol: &str, sides: &[String]) -> fmt::Result {
    let (light, darker) =
        (sides.iter().any(|side| !dark(side)), sides.iter().any(|side| dark(side)));
    let shade = if light { "light" } else { "dark" };
    write!(out, "<circle class=\"m-{shade}\" style=\"stroke-width:2\" r=\"12\"/>")?;
    if light && darker {
        out.push_str("<path class=\"m-a-cut-dark\" d=\"M0-12A12 12 0 0 1 0 12Z\"/>");
    }
    if symbol == "fleet" {
        return unit(out, "fleet", (0, 0), 18, darker);
    }
    let wreath = |side: i64| format!("M{}-7Q{} 0 {} 8", 2 * side, 9 * side, side);
    for (side, on_dark) in [(-1, darker && !light), (1, darker)] {
        let class = if on_dark { "m-inner-dark" } else { "m-inner-light" };
        write!(
            out,
            "<path class=\"{class}\" style=\"stroke-width:2.4\" stroke-linecap=\"round\" d=\"{}\"/>",
            wreath(side)
        )?;
    }
    Ok(())
}
