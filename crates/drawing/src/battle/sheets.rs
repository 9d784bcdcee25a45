//! A battle map for a page: the whole of it for wide windows; for narrow ones the same field in sheets, one above the other, at a
//! size that can be read, with the key below.

use super::field::Lay;
use super::{BORDER, Drawn, Field, head, key, lay_out, open, strip, style};
use crate::{Frame, Look, Phrases, Plates, Tone, Xml, score};
use engine::map::{Map, Marginalia, Point, StrokeKind};
use std::cmp::Reverse;
use std::fmt::{self, Write};

/// Cells across a sheet for a narrow window, in hundredths: at 366 wide a cell is 40 across.
const NARROW: i32 = 915;

/// Greatest width of a single sheet of squares, as a percentage of `NARROW`. The figures on squares are large enough to
/// be drawn slightly smaller.
const SQUEEZED: i32 = 112;

/// Width and height of the ground round the decision that a page shows, in hundredths of a cell.
const LEAD: (i32, i32) = (840, 600);

/// The battle map with its narrow sheets and its turning points, for a book. It brings its style.
pub(crate) fn for_book(map: &Map, phrases: &Phrases, look: Look) -> String {
    let Some(marginalia) = &map.marginalia else { return String::new() };
    let written = || -> Result<String, fmt::Error> {
        let field = Field::of(map);
        let drawn = lay_out(&field, phrases, marginalia, look)?;
        let mut out = String::with_capacity(192 * 1024);
        out.push_str("<div class=\"b-wide\">");
        open(&mut out, map, phrases, marginalia, drawn.high)?;
        write!(out, "<style>{}</style>", style::style(look.tone))?;
        drawn.write(&mut out, drawn.high)?;
        out.push_str("</svg></div>\n");
        narrow(&mut out, &field, phrases, marginalia, &drawn)?;
        out.push_str(&moments(&field, phrases)?);
        Ok(out)
    };
    written().expect("writing to a string never fails")
}

/// The battle map taken apart for a page: first the ground on which the turn was decided.
pub(crate) fn plates(map: &Map, marginalia: &Marginalia, phrases: &Phrases) -> Plates {
    let written = || -> Result<Plates, fmt::Error> {
        let field = Field::of(map);
        let drawn = lay_out(&field, phrases, marginalia, Look::default())?;
        let shown = decided(&field, &drawn);
        let mut lead = String::with_capacity(128 * 1024);
        let Frame { left, top, right, bottom } = shown;
        head(
            &mut lead,
            map,
            phrases,
            marginalia,
            &format!(
                "{left} {top} {} {}\" preserveAspectRatio=\"xMidYMid slice",
                right - left,
                bottom - top
            ),
        )?;
        write!(lead, "<style>{}</style><defs>{}</defs>", style::style(Tone::Colour), drawn.defs)?;
        let around = shown.grown(400);
        writeln!(
            lead,
            "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/><g id=\"b-field\" class=\"b-map\">{}</g></svg>",
            drawn.around,
            around.left,
            around.top,
            around.right - around.left,
            around.bottom - around.top,
            drawn.field
        )?;
        let mut whole = String::from("<div class=\"b-wide\">");
        write!(
            whole,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-label=\"{}\" viewBox=\"-{BORDER} -{BORDER} 1000 {}\">",
            Xml(&super::title(marginalia)),
            drawn.high + BORDER
        )?;
        let again = Drawn { defs: String::new(), field: String::new(), ..drawn };
        again.write(&mut whole, again.high)?;
        whole.push_str("</svg></div>\n");
        narrow(&mut whole, &field, phrases, marginalia, &again)?;
        let mut key = String::new();
        for (class, wide) in [("b-wide", 946), ("b-narrow", 366)] {
            let at = Point { x: 4, y: 20 };
            let (signs, bottom) = key::draw(&field, phrases, marginalia, at, wide, false)?;
            writeln!(
                key,
                "<div class=\"{class}\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {} {bottom}\">{signs}</svg></div>",
                Xml(phrases.get("battle.signs")),
                wide + 8
            )?;
        }
        let score = score::for_page(map, phrases, "b-map")?;
        Ok(Plates { score, lead, strip: moments(&field, phrases)?, key, whole })
    };
    written().expect("writing to a string never fails")
}

/// The ground on which the turn was decided; where nothing was, all that the map shows.
fn decided(field: &Field<'_>, drawn: &Drawn) -> Frame {
    let (wide, high) = LEAD;
    let all = field.extent.grown(20);
    let Some(middle) = strip::target(field) else {
        let shown = drawn.view.frame;
        return Frame {
            left: shown.left.max(all.left),
            top: shown.top.max(all.top),
            right: shown.right.min(all.right),
            bottom: shown.bottom.min(all.bottom),
        };
    };
    let left = (middle.x - wide / 2).clamp(all.left, (all.right - wide).max(all.left));
    let top = (middle.y - high / 2).clamp(all.top, (all.bottom - high).max(all.top));
    Frame { left, top, right: left + wide, bottom: top + high }
}

/// The turning points as a strip, for a page; empty where there are none.
fn moments(field: &Field<'_>, phrases: &Phrases) -> Result<String, fmt::Error> {
    let Some((strip, high)) = strip::draw(field, phrases, 0)? else { return Ok(String::new()) };
    let words = Xml(phrases.get("battle.moments"));
    Ok(format!(
        "<div class=\"b-strip\" tabindex=\"0\" role=\"region\" aria-label=\"{words}\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-label=\"{words}\" viewBox=\"-2 -20 950 {}\">{strip}</svg></div>\n",
        high + 20
    ))
}

/// The sheets, the one with most fights first.
fn narrow(
    out: &mut String,
    field: &Field<'_>,
    phrases: &Phrases,
    marginalia: &Marginalia,
    drawn: &Drawn,
) -> fmt::Result {
    let views = views(field, drawn);
    out.push_str("<div class=\"b-narrow\">\n");
    for (words, Frame { left, top, right, bottom }) in views {
        let caption = phrases.get(words);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-label=\"{} {}\" viewBox=\"{} {} {} {}\"><rect class=\"{}\" x=\"{left}\" y=\"{top}\" width=\"100%\" height=\"100%\"/><use href=\"#b-field\"/>\
             <rect class=\"b-ln\" stroke-width=\"6\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/></svg>",
            Xml(&marginalia.heading),
            Xml(caption),
            left - 4,
            top - 4,
            right - left + 8,
            bottom - top + 8,
            drawn.around,
            right - left,
            bottom - top
        )?;
        if !caption.is_empty() {
            writeln!(out, "<p class=\"b-part\" aria-hidden=\"true\">{}</p>", Xml(caption))?;
        }
    }
    out.push_str("</div>\n");
    Ok(())
}

/// The parts of the field over the armies that narrow sheets show, with the names of their captions.
fn views(field: &Field<'_>, drawn: &Drawn) -> Vec<(&'static str, Frame)> {
    const NAMES: [&[&str]; 4] = [
        &["battle.all"],
        &["battle.west", "battle.east"],
        &["battle.west", "battle.middle", "battle.east"],
        &["battle.west", "battle.middle-west", "battle.middle-east", "battle.east"],
    ];
    let map = field.map;
    let mut extent = Frame { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
    map.pieces.iter().for_each(|piece| extent.take(piece.at, 70));
    map.strokes
        .iter()
        .filter(|stroke| stroke.kind != StrokeKind::Retreat)
        .flat_map(|stroke| &stroke.points)
        .for_each(|point| extent.take(*point, 70));
    let shown = drawn.view.frame;
    if map.pieces.is_empty() && map.strokes.is_empty() {
        extent = shown;
    }
    let extent = Frame {
        left: extent.left.max(shown.left),
        top: extent.top.max(shown.top),
        right: extent.right.min(shown.right),
        bottom: extent.bottom.min(shown.bottom),
    };
    let wide = (extent.right - extent.left).max(NARROW);
    let left = i32::midpoint(extent.left, extent.right) - wide / 2;
    let over = 75;
    // Two sheets of nearly the same would tell nothing more: what is a little too wide is drawn a little smaller.
    let single = field.lay == Lay::Square && wide * 100 <= NARROW * SQUEEZED;
    let count = ((wide - over + NARROW - over - 1) / (NARROW - over)).clamp(1, 4);
    let (count, each) = if single { (1, wide) } else { (count, NARROW) };
    let names = NAMES[usize::try_from(count - 1).expect("the count is one to four")];
    let mut views: Vec<(&'static str, Frame)> = (0..)
        .zip(names)
        .map(|(at, name)| {
            let from = left + (wide - each) * at / (count - 1).max(1);
            (*name, Frame { left: from, right: from + each, ..extent })
        })
        .collect();
    let fights = |frame: &Frame| {
        let blows = map.strokes.iter().filter(|stroke| stroke.kind == StrokeKind::Attack);
        let ends = blows.flat_map(|stroke| &stroke.points);
        ends.filter(|point| point.x > frame.left && point.x < frame.right).count()
    };
    views.sort_by_key(|(_, frame)| Reverse(fights(frame)));
    views
}
