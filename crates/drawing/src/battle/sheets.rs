//! A battle map for a page: the whole of it for wide windows; for narrow ones the same field in sheets, one above the other, at a
//! size that can be read, with the key below.

use super::field::Lay;
use super::{BORDER, Drawn, Field, key, lay_out, open, strip, style};
use crate::{Frame, Look, Phrases, Xml};
use engine::map::{Map, Marginalia, Point, StrokeKind};
use std::cmp::Reverse;
use std::fmt::{self, Write};

/// Cells across a sheet for a narrow window, in hundredths: at 366 wide a cell is 40 across.
const NARROW: i32 = 915;

/// How much wider one sheet of squares may be, in hundredths: their figures are large enough to be drawn so much smaller.
const SQUEEZED: i32 = 112;

/// The battle map with its narrow sheets and its turning points, for a page. It brings its style.
pub(crate) fn for_page(map: &Map, phrases: &Phrases, look: Look) -> String {
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
        if let Some((strip, high)) = strip::draw(&field, phrases, 0)? {
            writeln!(
                out,
                "<div class=\"b-strip\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-label=\"{0}\" viewBox=\"-{BORDER} -20 1000 {1}\">{strip}</svg></div>",
                Xml(phrases.get("battle.moments")),
                high + 20
            )?;
        }
        Ok(out)
    };
    written().expect("a string takes every write")
}

/// The sheets, the one with most fights first, and the key.
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
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-label=\"{} {}\" viewBox=\"{} {} {} {}\"><rect class=\"b-ot\" x=\"{left}\" y=\"{top}\" width=\"100%\" height=\"100%\"/><use href=\"#b-field\"/>\
             <rect class=\"b-ln\" stroke-width=\"6\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/></svg>",
            Xml(&marginalia.heading),
            Xml(caption),
            left - 4,
            top - 4,
            right - left + 8,
            bottom - top + 8,
            right - left,
            bottom - top
        )?;
        if !caption.is_empty() {
            writeln!(out, "<p class=\"b-part\" aria-hidden=\"true\">{}</p>", Xml(caption))?;
        }
    }
    let (key, bottom) = key::draw(field, phrases, marginalia, Point { x: 4, y: 20 }, 366, false)?;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-map\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 374 {}\">{key}</svg>\n</div>",
        Xml(phrases.get("battle.signs")),
        bottom + 10
    )
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
    let names = NAMES[usize::try_from(count - 1).expect("one to four")];
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
