//! Maps of areas: an engraved sheet of a title's land and seas, on it what stands and happens there.

mod frame;
mod ground;
mod legend;
mod outline;
mod relief;
mod signs;
mod spot;
mod stand;

pub use outline::Outline;

use crate::{Phrases, Plates, Xml};
use engine::map::{Areas, Cell, Map, Piece, Point, Stroke};
use spot::{Num, Spot};
use stand::Stand;
use std::fmt::{self, Write};

/// Share of the map's width that a sheet for narrow windows shows, in hundredths; two sheets overlap in the middle.
const ACROSS: i32 = 60;

pub(crate) struct Sheet<'a> {
    outline: &'a Outline,
    areas: &'a Areas,
    title: &'a str,
    phrases: &'a Phrases,
    map: &'a Map,
}

/// A length of the sheet, in hundredths of its unit.
#[derive(Clone, Copy)]
struct Length(i64);

impl Length {
    fn plus(self, hundredths: i64) -> Self {
        Self(self.0 + hundredths)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Num(self.0).fmt(f)
    }
}

impl<'a> Sheet<'a> {
    /// The drawing of a map whose areas the outline shows; `None` for any other map.
    pub(crate) fn of(map: &'a Map, outline: &'a Outline, phrases: &'a Phrases) -> Option<Self> {
        let areas = map.areas.as_ref().filter(|areas| outline.shows(areas))?;
        Some(Self { outline, areas, title: &map.title, phrases, map })
    }

    /// A length given in tenths at the usual size of type and lines, scaled to this sheet.
    fn k(&self, tenths: i64) -> Length {
        Length(tenths * self.outline.look.unit / 10)
    }

    /// Room between the neat line and the edge of the sheet.
    fn pad(&self) -> i32 {
        i32::try_from(48 * self.outline.look.unit.max(100) / 100).expect("a small number")
    }

    pub(crate) fn width(&self) -> i32 {
        self.outline.size[0] + 2 * self.pad()
    }

    /// Height of the whole drawing, its legend included.
    pub(crate) fn height(&self) -> i32 {
        self.outline.size[1]
            + 2 * self.pad()
            + self.below().expect("writing to a string never fails").1
    }

    /// Writes the drawing; `place` holds attributes that place it inside another, `style` the rules for its classes.
    pub(crate) fn write(&self, out: &mut String, place: &str, style: &str) -> fmt::Result {
        let pad = self.pad();
        let (wide, high) = (self.width(), self.height());
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map m-areas\" role=\"img\" aria-labelledby=\"m-title m-desc\"\
             {place} viewBox=\"-{pad} -{pad} {wide} {high}\">\n<title id=\"m-title\">{}</title>\n<desc id=\"m-desc\">{}</desc>",
            Xml(self.title),
            Xml(self.phrases.get("description")),
        )?;
        if !style.is_empty() {
            writeln!(out, "<style>{style}</style>")?;
        }
        self.definitions(out)?;
        writeln!(
            out,
            "<rect class=\"m-paper\" x=\"-{pad}\" y=\"-{pad}\" width=\"{wide}\" height=\"{high}\"/>"
        )?;
        self.ground(out)?;
        self.frame(out)?;
        out.push_str(&self.below()?.0);
        out.push_str("</svg>\n");
        Ok(())
    }

    fn definitions(&self, out: &mut String) -> fmt::Result {
        out.push_str("<defs>\n");
        self.shapes(out)?;
        signs::blocks(out);
        out.push_str("</defs>\n");
        Ok(())
    }

    fn ground(&self, out: &mut String) -> fmt::Result {
        let stand = Stand::of(self);
        writeln!(
            out,
            "<g id=\"m-a-map\" class=\"m-map\" clip-path=\"url(#m-a-frame)\"><rect class=\"m-a-deep\" width=\"{}\" height=\"{}\"/>",
            self.outline.size[0], self.outline.size[1]
        )?;
        self.land(out)?;
        self.nature(out)?;
        self.borders(out)?;
        self.write_names(out)?;
        stand.write(out)?;
        self.furniture(out)?;
        out.push_str("</g>\n");
        Ok(())
    }

    /// The map taken apart for a page: first the part in which most happened.
    pub(crate) fn plates(&self, map: &Map) -> Result<Plates, fmt::Error> {
        let ([wide, high], pad) = (self.outline.size, self.pad());
        let (each, tall) = (wide * 62 / 100, wide * 44 / 100);
        let middle =
            Stand::of(self).event().map_or(Point { x: wide / 2, y: high / 2 }, Spot::point);
        let left = (middle.x - each / 2).clamp(0, wide - each);
        let top = (middle.y - tall / 2).clamp(0, (high - tall).max(0));
        let mut lead = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map m-areas\" role=\"img\" aria-labelledby=\"m-title m-desc\" viewBox=\"{left} {top} {each} {tall}\" preserveAspectRatio=\"xMidYMid slice\">\n<title id=\"m-title\">{}</title>\n<desc id=\"m-desc\">{}</desc><style>{}</style>",
            Xml(self.title),
            Xml(self.phrases.get("description")),
            crate::style::style(crate::Tone::Colour)
        );
        self.definitions(&mut lead)?;
        self.ground(&mut lead)?;
        lead.push_str("</svg>\n");
        let mut whole = format!(
            "<div class=\"b-wide\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map m-areas\" role=\"img\" aria-label=\"{}\" viewBox=\"-{pad} -{pad} {} {}\"><use href=\"#m-a-map\"/>",
            Xml(self.title),
            self.width(),
            high + 2 * pad
        );
        self.frame(&mut whole)?;
        whole.push_str("</svg></div>\n");
        self.narrow(&mut whole)?;
        let mut score = crate::score::for_page(map, self.phrases, "m-map")?;
        for note in &self.areas.notes {
            writeln!(score, "<p class=\"b-part\">{}</p>", Xml(note))?;
        }
        Ok(Plates { score, lead, strip: String::new(), key: self.key()?, whole })
    }

    /// The same for a narrow window: the map in two sheets, one above the other. They reuse the shapes in the drawing
    /// of the whole map, which must be on the same page.
    pub(crate) fn narrow(&self, out: &mut String) -> fmt::Result {
        let [wide, high] = self.outline.size;
        let each = wide * ACROSS / 100;
        out.push_str("<div class=\"b-narrow\">\n");
        for (words, left) in [("battle.west", 0), ("battle.east", wide - each)] {
            let caption = self.phrases.get(words);
            writeln!(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map m-areas\" role=\"img\" aria-label=\"{} {caption}\" viewBox=\"{left} 0 {each} {high}\"><use href=\"#m-a-map\"/><rect class=\"m-line\" stroke-width=\"{}\" x=\"{left}\" y=\"0\" width=\"{each}\" height=\"{high}\"/></svg>\n<p class=\"b-part\" aria-hidden=\"true\">{caption}</p>",
                Xml(self.title),
                self.k(60),
                caption = Xml(caption)
            )?;
        }
        out.push_str("</div>\n");
        Ok(())
    }

    /// The same map with cells and pieces where this drawing shows them: seas first, so that islands lie on them. Areas
    /// that the drawing does not show on their own are left out.
    pub(crate) fn placed(&self, map: &Map) -> Map {
        let stand = Stand::of(self);
        let mut cells: Vec<(bool, Cell)> = Vec::new();
        for cell in &map.cells {
            let Some(area) = self.outline.areas.get(&cell.id) else { continue };
            let rings = area.rings.iter().map(|ring| self.outline.ring(ring));
            let outline = rings.max_by_key(Vec::len).expect("an area has a ring");
            let centre = self.outline.slot(&cell.id, 0).0.point();
            cells.push((!area.sea, Cell { centre, outline, ..cell.clone() }));
        }
        cells.sort_by_key(|(land, _)| *land);
        let pieces = map.pieces.iter().filter_map(|piece| {
            let (counter, at) = stand.find(&piece.id)?;
            Some(Piece { cell: counter.area.clone(), at: at.point(), ..piece.clone() })
        });
        let pieces = pieces.collect();
        // A stroke leads from cell to cell of the grid; a loss lies beside the middle of one.
        let away = |cell: &Cell, point: Point| {
            (cell.centre.x - point.x).pow(2) + (cell.centre.y - point.y).pow(2)
        };
        let moved = |point: &Point| {
            let nearest = map.cells.iter().min_by_key(|cell| away(cell, *point))?;
            let shown = self.outline.areas.contains_key(&nearest.id);
            shown.then(|| self.outline.slot(&nearest.id, 0).0.point())
        };
        let strokes = map.strokes.iter().map(|stroke| {
            let points = stroke.points.iter().filter_map(moved).collect();
            Stroke { points, ..stroke.clone() }
        });
        let strokes = strokes.collect();
        let cells = cells.into_iter().map(|(_, cell)| cell).collect();
        Map { cells, pieces, strokes, ..map.clone() }
    }
}
