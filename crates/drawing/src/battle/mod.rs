//! Maps of battles on hexes and squares, cropped to where the armies are: the field with counters and what happened, the
//! whole field as an inset, a key below, and the record's turning points as a strip of small battle maps.

mod blows;
mod counters;
mod field;
mod furniture;
mod ground;
mod key;
mod room;
mod shapes;
mod sheets;
mod strip;
mod style;
#[cfg(test)]
mod tests;
mod traces;
mod zones;

use crate::{Look, Phrases, Xml};
use engine::map::{Map, Marginalia, Point};
use field::{ASIDE, Field, Lay, View, WIDE};
use furniture::{CARTOUCHE, CARTOUCHE_ASIDE};
use room::{Corner, Room};
use std::fmt::{self, Write};

pub(crate) use counters::chit;
pub(crate) use sheets::{for_book, plates};

/// Width of a sheet, and of the border round the field on it.
const SHEET: i32 = 1000;
const BORDER: i32 = 27;

struct Drawn {
    /// Shapes that the field and the key use.
    defs: String,
    /// The field with everything on it, in its own measure.
    field: String,
    /// The parts that lie over the field, and the frame, in the sheet's measure.
    over: String,
    view: View,
    /// The class of what lies round the field.
    around: &'static str,
    /// Height of the frame, from the top of the field.
    high: i32,
}

/// Draws a battle map, with its turning points below it, as one picture.
pub(crate) fn draw(map: &Map, phrases: &Phrases, look: Look) -> String {
    let Some(marginalia) = &map.marginalia else { return String::new() };
    let written = || -> Result<String, fmt::Error> {
        let field = Field::of(map);
        let drawn = lay_out(&field, phrases, marginalia, look)?;
        let (score, own) = crate::score::all(map, phrases, WIDE)?;
        let top = drawn.high + 4;
        let (strip, own_strip) = strip::draw(&field, phrases, top + own + 24)?.unwrap_or_default();
        let at = Point { x: 0, y: top + own + own_strip + 44 };
        let (key, bottom) = key::draw(&field, phrases, marginalia, at, WIDE, look.zones)?;
        let high = bottom + BORDER;
        let mut out = String::with_capacity(160 * 1024);
        open(&mut out, map, phrases, marginalia, high)?;
        write!(out, "<style>{}</style>", style::style(look.tone))?;
        drawn.write(&mut out, high)?;
        writeln!(out, "<g transform=\"translate(0 {top})\">{score}</g>{strip}{key}</svg>")?;
        Ok(out)
    };
    written().expect("writing to a string never fails")
}

/// Draws the whole field of a map with all pieces, in the map's own units and without the texts beside it, so that a
/// caller can lay marks of its own over it.
pub(crate) fn board(map: &Map, phrases: &Phrases, look: Look) -> String {
    let Some(marginalia) = &map.marginalia else { return String::new() };
    let written = || -> Result<String, fmt::Error> {
        let field = Field::of(map);
        let frame = field.extent.grown(60);
        let view = View { cell: 44, frame };
        let mut room = room_of(&field, frame);
        let (wide, high) = (frame.right - frame.left, frame.bottom - frame.top);
        let mut out = String::with_capacity(128 * 1024);
        let shown = format!("{} {} {wide} {high}", frame.left, frame.top);
        head(&mut out, map, phrases, marginalia, &shown)?;
        write!(out, "<style>{}</style><defs>{}", style::style(look.tone), ground::SIGNS)?;
        counters::definitions(&mut out, &field)?;
        write!(
            out,
            "</defs><rect class=\"b-pp\" x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\"/>",
            frame.left, frame.top
        )?;
        for label in &map.labels {
            let Point { x, y } = label.at;
            write!(
                out,
                "<text font-size=\"26\" x=\"{x}\" y=\"{}\">{}</text>",
                y + 9,
                Xml(&label.text)
            )?;
        }
        out.push_str(&contents(&field, marginalia, view, &mut room, look)?);
        out.push_str("</svg>\n");
        Ok(out)
    };
    written().expect("writing to a string never fails")
}

/// The room in a window that units and strokes leave.
fn room_of(field: &Field<'_>, window: crate::Frame) -> Room {
    let mut room = Room::new(window);
    for piece in &field.map.pieces {
        room.take(piece.at, (90, 104));
        room.letters.extend(counters::letters(piece, field.lay));
    }
    for point in field.map.strokes.iter().flat_map(|stroke| &stroke.points) {
        room.take(*point, (50, 50));
    }
    room
}

/// Opens a sheet of height `high`.
fn open(
    out: &mut String,
    map: &Map,
    phrases: &Phrases,
    marginalia: &Marginalia,
    high: i32,
) -> fmt::Result {
    head(out, map, phrases, marginalia, &format!("-{BORDER} -{BORDER} {SHEET} {}", high + BORDER))
}

/// Opens a picture, with a description in words of what it shows.
fn head(
    out: &mut String,
    map: &Map,
    phrases: &Phrases,
    marginalia: &Marginalia,
    shown: &str,
) -> fmt::Result {
    let name = if map.figures.is_empty() { "" } else { "-plate" };
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-labelledby=\"b-title{name} b-desc{name}\" viewBox=\"{shown}\">\n\
         <title id=\"b-title{name}\">{}</title>\n<desc id=\"b-desc{name}\">{}</desc>",
        Xml(&title(marginalia)),
        Xml(phrases.get("description")),
    )
}

/// Battle, turn, side and how near the end is, in one line.
fn title(marginalia: &Marginalia) -> String {
    let Marginalia { heading, when, moment, tally, .. } = marginalia;
    let parts = [heading, when, moment, tally];
    let parts = parts.map(String::as_str).into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

impl Drawn {
    fn write(&self, out: &mut String, paper: i32) -> fmt::Result {
        let (wide, high) = (WIDE, self.view.size().1);
        let shown = self.view.frame;
        write!(
            out,
            "<defs>{}</defs><rect class=\"b-pp\" x=\"-{BORDER}\" y=\"-{BORDER}\" width=\"{SHEET}\" height=\"{}\"/>\
             <svg width=\"{wide}\" height=\"{high}\" viewBox=\"{} {} {} {}\" preserveAspectRatio=\"none\">\
             <rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>{}</svg>{}",
            self.defs,
            paper + BORDER,
            shown.left,
            shown.top,
            shown.right - shown.left,
            shown.bottom - shown.top,
            self.around,
            shown.left,
            shown.top,
            shown.right - shown.left,
            shown.bottom - shown.top,
            if self.field.is_empty() {
                "<use href=\"#b-field\"/>".to_owned()
            } else {
                format!("<g id=\"b-field\" class=\"b-map\">{}</g>", self.field)
            },
            self.over,
        )
    }
}

/// Lays a battle map out: the window, what stands over the field, the field, the key.
fn lay_out(
    field: &Field<'_>,
    phrases: &Phrases,
    marginalia: &Marginalia,
    look: Look,
) -> Result<Drawn, fmt::Error> {
    let mut view = field::choose(field);
    let mut room = room_of(field, view.frame);
    let over = furnish(field, phrases, marginalia, &mut view, &mut room)?;
    let mut defs = String::new();
    defs.push_str(ground::SIGNS);
    counters::definitions(&mut defs, field)?;
    let inner = contents(field, marginalia, view, &mut room, look)?;
    let (_, high) = view.size();
    let around = if field.lay == Lay::Square { "b-pp" } else { "b-ot" };
    Ok(Drawn { defs, field: inner, over, view, around, high: high + BORDER })
}

fn leaves_a_column(field: &Field<'_>, view: View) -> bool {
    field.lay == Lay::Square && view.frame.left < field.extent.left - view.large(ASIDE - 40)
}

/// Puts cartouche, inset, rose and scale where they cover nothing; where there is no such place, the window grows for them.
fn furnish(
    field: &Field<'_>,
    phrases: &Phrases,
    marginalia: &Marginalia,
    view: &mut View,
    room: &mut Room,
) -> Result<String, fmt::Error> {
    use Corner::{NorthEast, NorthWest, SouthEast, SouthWest};
    let mut over = String::new();
    let aside = leaves_a_column(field, *view);
    let size = if aside { CARTOUCHE_ASIDE } else { CARTOUCHE };
    let large = (view.large(size.0), view.large(size.1));
    if !aside && room.along_edge(large, [NorthWest, NorthEast, SouthEast, SouthWest]).is_none() {
        view.frame.top -= large.1 + view.large(18);
        room.window = view.frame;
    }
    let inset = furniture::inset_size(field, 170);
    let inset = (view.large(inset.0), view.large(inset.1));
    let spot = if aside {
        Some(Point { x: view.frame.left + large.0 / 2 + 15, y: view.frame.top + large.1 / 2 + 15 })
    } else {
        room.along_edge(large, [NorthWest, NorthEast, SouthEast, SouthWest])
    };
    let title = spot.expect("the window was enlarged to hold the title");
    room.take(title, large);
    let mut small = None;
    if !aside && view.cuts(field) {
        let order = [SouthEast, SouthWest, NorthEast, NorthWest];
        if room.along_edge(inset, order).is_none() {
            view.frame.bottom += inset.1 + view.large(16);
            room.window = view.frame;
        }
        small = room.along_edge(inset, order);
        if let Some(at) = small {
            room.take(at, inset);
        }
    }
    furniture::frame(&mut over, field, *view)?;
    furniture::cartouche(&mut over, marginalia, view.place(title), size)?;
    if let Some(at) = small {
        furniture::inset(&mut over, field, view.frame, view.place(at), 170)?;
    }
    let rose = (view.large(86), view.large(116));
    let at = if aside {
        Some(Point { x: title.x, y: view.frame.bottom - rose.1 / 2 - 30 })
    } else {
        room.along_edge(rose, [NorthEast, SouthWest, SouthEast, NorthWest])
    };
    if let Some(at) = at {
        room.take(at, rose);
        let Point { x, y } = view.place(at);
        furniture::rose(&mut over, Point { x, y: y + 9 }, phrases.get("north"))?;
    }
    if aside {
        lost(&mut over, field, phrases, marginalia, *view)?;
    } else {
        measure(&mut over, field, phrases, *view, room)?;
    }
    Ok(over)
}

/// The scale, where it covers nothing.
fn measure(
    out: &mut String,
    field: &Field<'_>,
    phrases: &Phrases,
    view: View,
    room: &mut Room,
) -> fmt::Result {
    use Corner::{NorthEast, NorthWest, SouthEast, SouthWest};
    let bar = (4 * 100 + view.large(70), view.large(30));
    let Some(at) = room.along_edge(bar, [SouthWest, SouthEast, NorthWest, NorthEast]) else {
        return Ok(());
    };
    room.take(at, bar);
    let left = view.place(Point { x: at.x - bar.0 / 2, y: at.y });
    let words =
        phrases.get(if field.lay == Lay::Square { "battle.squares" } else { "battle.hexes" });
    furniture::scale(out, field.lay, view, Point { x: left.x + 6, y: left.y + 4 }, words)
}

/// The counters that are gone, beside the board.
fn lost(
    out: &mut String,
    field: &Field<'_>,
    phrases: &Phrases,
    marginalia: &Marginalia,
    view: View,
) -> fmt::Result {
    if marginalia.lost.is_empty() {
        return Ok(());
    }
    let top = CARTOUCHE_ASIDE.1 + 44;
    write!(
        out,
        "<text class=\"b-st b-head\" x=\"14\" y=\"{top}\">{}</text>",
        Xml(phrases.get("battle.lost"))
    )?;
    let (_, high) = view.size();
    let room = (high - top - 150).max(60);
    let count = i32::try_from(marginalia.lost.len()).expect("an army has few elements");
    // Four abreast, and closer together where many are lost.
    let columns = if count * 52 > 3 * room { 4 } else { 3 };
    let step = (room / ((count + columns - 1) / columns).max(1)).min(56);
    for (at, piece) in (0..).zip(&marginalia.lost) {
        let (x, y) = (34 + at % columns * (190 / columns), top + 34 + at / columns * step);
        let small = if step < 44 { ".3" } else { ".38" };
        write!(
            out,
            "<g transform=\"translate({x} {y})scale({small})\" opacity=\".75\" class=\"{}\"><title>{}</title>",
            counters::class(&piece.side),
            Xml(&piece.words)
        )?;
        counters::face(out, piece, field.lay)?;
        out.push_str("</g>");
    }
    Ok(())
}

/// The field with everything on it, from the ground up.
fn contents(
    field: &Field<'_>,
    marginalia: &Marginalia,
    view: View,
    room: &mut Room,
    look: Look,
) -> Result<String, fmt::Error> {
    let mut out = String::with_capacity(96 * 1024);
    out.push_str("<g id=\"b-ground\">");
    ground::draw(&mut out, field, &view, "b-g")?;
    out.push_str("</g>");
    if look.zones {
        zones::draw(&mut out, field)?;
    }
    let traces = traces::draw(field, room)?;
    let mut flags = String::new();
    let mut staffs = String::new();
    pennants(&mut flags, &mut staffs, field, marginalia, view, room)?;
    named(&mut flags, &mut staffs, marginalia, room)?;
    names(&mut out, field, view, room)?;
    out.push_str(&staffs);
    out.push_str(&traces.below);
    for piece in &field.map.pieces {
        counters::counter(&mut out, piece, piece.at, field.lay)?;
    }
    out.push_str(&traces.above);
    for piece in &field.map.pieces {
        for (mark, at) in counters::badges(piece, piece.at, field.lay, &traces.numbers) {
            counters::badge(&mut out, mark, at)?;
        }
    }
    out.push_str(&flags);
    Ok(out)
}

/// The chit of each Command as a pennant that one of its units has planted.
fn pennants(
    flags: &mut String,
    staffs: &mut String,
    field: &Field<'_>,
    marginalia: &Marginalia,
    view: View,
    room: &mut Room,
) -> fmt::Result {
    const SIZE: (i32, i32) = (136, 52);
    let shown = view.frame;
    for command in marginalia.commands.iter().filter(|command| command.chit.is_some()) {
        let units: Vec<Point> = field
            .map
            .pieces
            .iter()
            .filter(|piece| command.units.contains(&piece.id))
            .map(|piece| piece.at)
            .filter(|at| {
                at.x > shown.left && at.x < shown.right && at.y > shown.top && at.y < shown.bottom
            })
            .collect();
        let Ok(count) = i32::try_from(units.len()) else { continue };
        if count == 0 {
            continue;
        }
        let sum = units.iter().fold((0, 0), |sum, at| (sum.0 + at.x, sum.1 + at.y));
        let middle = Point { x: sum.0 / count, y: sum.1 / count };
        let spots = units.iter().filter_map(|from| {
            let at = room.nearest(*from, SIZE, 230)?;
            Some((crate::length(*from, at) * 3 + crate::length(at, middle), at, *from))
        });
        let Some((_, at, from)) = spots.min() else { continue };
        room.take(at, SIZE);
        staff(staffs, from, at)?;
        write!(flags, "<g transform=\"translate({} {}){}\">", at.x, at.y, shapes::ENLARGED)?;
        counters::pennant(flags, command)?;
        flags.push_str("</g>");
    }
    Ok(())
}

fn staff(out: &mut String, from: Point, to: Point) -> fmt::Result {
    for (class, width) in [("b-hl", "11"), ("b-ln", "3.6")] {
        write!(
            out,
            "<path class=\"{class}\" stroke-width=\"{width}\" d=\"M{} {}L{} {}\"/>",
            from.x, from.y, to.x, to.y
        )?;
    }
    Ok(())
}

/// Names that belong to a place: generals.
fn named(
    flags: &mut String,
    staffs: &mut String,
    marginalia: &Marginalia,
    room: &mut Room,
) -> fmt::Result {
    for label in &marginalia.names {
        let letters = i32::try_from(label.text.chars().count()).expect("names are short");
        let size = (letters * 15 + 20, 40);
        let Some(at) = room.nearest(label.at, size, 210) else { continue };
        room.take(at, size);
        staff(staffs, label.at, at)?;
        write!(
            flags,
            "<text class=\"b-it b-h\" stroke-width=\"10\" font-size=\"29\" x=\"{}\" y=\"{}\">{}</text>",
            at.x,
            at.y + 10,
            Xml(&label.text)
        )?;
    }
    Ok(())
}

/// Names of the ground, and the names of empty cells in every fifth column.
fn names(out: &mut String, field: &Field<'_>, view: View, room: &mut Room) -> fmt::Result {
    for cell in field.map.cells.iter().filter(|cell| !cell.label.is_empty()) {
        let letters = i32::try_from(cell.label.chars().count()).expect("names are short");
        let size = (letters * 17 + 10, 38);
        if let Some(at) = room.nearest(cell.centre, size, 210) {
            room.take(at, size);
            let mut label = cell.label.chars();
            let first: String = label.next().into_iter().flat_map(char::to_uppercase).collect();
            write!(
                out,
                "<text class=\"b-it b-h\" stroke-width=\"8\" font-size=\"31\" letter-spacing=\"1\" x=\"{}\" y=\"{}\">{}{}</text>",
                at.x,
                at.y + 11,
                Xml(&first),
                Xml(label.as_str())
            )?;
        }
    }
    if field.lay == Lay::Square {
        return Ok(());
    }
    for cell in &field.map.cells {
        let column = if field.lay == Lay::Point { cell.id.get(2..4) } else { cell.id.get(0..2) };
        let fifth = column
            .and_then(|column| column.parse::<u8>().ok())
            .is_some_and(|column| column % 5 == 0);
        let at = Point { x: cell.centre.x, y: cell.centre.y + 30 };
        let shown = view.frame;
        let inside =
            at.x > shown.left && at.x < shown.right && at.y > shown.top && at.y < shown.bottom;
        if fifth && inside && room.hits(at, (44, 26)) == 0 {
            write!(
                out,
                "<text class=\"b-sf b-h b-cn\" stroke-width=\"5\" font-size=\"20\" x=\"{}\" y=\"{}\">{}</text>",
                at.x,
                at.y + 5,
                Xml(&cell.id)
            )?;
        }
    }
    Ok(())
}
