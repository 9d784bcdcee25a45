//! Maps of areas: an engraved sheet of a title's land and seas, on it what stands and happens there.

mod frame;
mod ground;
mod legend;
mod outline;
mod relief;
mod signs;
mod spot;
mod stand;
mod style;

pub use outline::Outline;
pub(crate) use style::AREAS;

use crate::{Phrases, Xml};
use engine::map::{Areas, Cell, Map, Piece};
use spot::Num;
use stand::Stand;
use std::fmt::{self, Write};

/// How much of its width a sheet for narrow windows shows, in hundredths: two overlap in the middle.
const ACROSS: i32 = 60;

/// A drawing of a map of areas, measured.
pub(crate) struct Sheet<'a> {
    outline: &'a Outline,
    areas: &'a Areas,
    title: &'a str,
    phrases: &'a Phrases,
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
    /// The drawing of a map whose areas the outline shows; none of any other map.
    pub(crate) fn of(map: &'a Map, outline: &'a Outline, phrases: &'a Phrases) -> Option<Self> {
        let areas = map.areas.as_ref().filter(|areas| outline.shows(areas))?;
        Some(Self { outline, areas, title: &map.title, phrases })
    }

    /// A length in tenths at the usual size of type and lines.
    fn k(&self, tenths: i64) -> Length {
        Length(tenths * self.outline.look.unit / 10)
    }

    /// Room between the neat line and the edge of the sheet.
    fn pad(&self) -> i32 {
        i32::try_from(48 * self.outline.look.unit.max(100) / 100).expect("a small number")
    }

    /// Width of the whole drawing.
    pub(crate) fn width(&self) -> i32 {
        self.outline.size[0] + 2 * self.pad()
    }

    /// Height of the whole drawing, its legend included.
    pub(crate) fn height(&self) -> i32 {
        self.outline.size[1] + 2 * self.pad() + self.legend_height()
    }

    /// Writes it. `place` are attributes that say where it stands in another; `style` are rules for the classes that all
    /// maps share.
    pub(crate) fn write(&self, out: &mut String, place: &str, style: &str) -> fmt::Result {
        let pad = self.pad();
        let (wide, high) = (self.width(), self.height());
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map m-areas\" role=\"img\" aria-labelledby=\"m-title m-desc\"\
             {place} viewBox=\"-{pad} -{pad} {wide} {high}\">\n<title id=\"m-title\">{}</title>\n<desc id=\"m-desc\">{}</desc>\n<style>{style}{}</style>",
            Xml(self.title),
            Xml(self.phrases.get("description")),
            AREAS
        )?;
        let stand = Stand::of(self);
        out.push_str("<defs>\n");
        self.shapes(out)?;
        signs::blocks(out);
        writeln!(
            out,
            "</defs>\n<rect class=\"m-paper\" x=\"-{pad}\" y=\"-{pad}\" width=\"{wide}\" height=\"{high}\"/>\n<g id=\"m-a-map\" class=\"m-map\" clip-path=\"url(#m-a-frame)\">"
        )?;
        self.land(out)?;
        self.nature(out)?;
        self.borders(out)?;
        self.write_names(out)?;
        stand.write(out)?;
        self.furniture(out)?;
        out.push_str("</g>\n");
        self.frame(out)?;
        self.legend(out)?;
        out.push_str("</svg>\n");
        Ok(())
    }

    /// The same for a narrow window: the map in two sheets, one above the other, and its legend. They use the shapes of the
    /// drawing of the whole, which must stand in the same page.
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
        self.narrow_legend(out)?;
        out.push_str("</div>\n");
        Ok(())
    }

    /// The same map with cells and pieces where this drawing shows them: seas first, so that islands lie on them. What the
    /// drawing does not show as an area of its own is left out.
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
        Map { cells: cells.into_iter().map(|(_, cell)| cell).collect(), pieces, ..map.clone() }
    }
}
