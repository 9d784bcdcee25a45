//! The land and its seas, before anybody stands on them: water lines, areas and whose they are, rivers, mountains, borders,
//! routes and names.

use super::Sheet;
use super::outline::{ArcKind, Link, LinkKind, Name};
use super::relief::{self, Bare};
use super::spot::{Spot, curve, length};
use crate::Xml;
use crate::lines::Pen;
use engine::map::Point;
use std::fmt::{self, Write};

/// Distances of the water lines from the shore, in tenths of a unit, with their darkness in percent; the widest first.
const WATER_LINES: [(i64, u8); 5] = [(270, 55), (195, 70), (130, 85), (75, 95), (34, 100)];
/// Distance from the shore of the water line of a sea outside the game, in tenths of a unit.
const OUTER_LINE: i64 = 50;
/// Width of the band inside a side's border, in tenths of a unit.
const BAND: i64 = 93;
/// Distance of the pale line in Rome's band from the border, in tenths of a unit; it makes the band's edge double.
const WITHIN: i64 = 34;

/// The path along lines whose points are in whole units.
fn path<'p>(lines: impl IntoIterator<Item = &'p [Point]>) -> String {
    let mut pen = Pen::default();
    lines.into_iter().for_each(|line| pen.through(line));
    pen.data().to_owned()
}

impl Sheet<'_> {
    fn arcs(&self, kinds: &[ArcKind]) -> String {
        let lines = self.outline.arcs.iter().filter(|(kind, _)| kinds.contains(kind));
        path(lines.map(|(_, line)| line.0.as_slice()))
    }

    fn rings(&self, rings: &[Vec<i32>]) -> String {
        let rings: Vec<Vec<Point>> = rings.iter().map(|ring| self.outline.ring(ring)).collect();
        path(rings.iter().map(Vec::as_slice))
    }

    /// Shapes that are used more than once.
    pub(super) fn shapes(&self, out: &mut String) -> fmt::Result {
        let [wide, high] = self.outline.size;
        write!(
            out,
            "<clipPath id=\"m-a-frame\"><rect width=\"{wide}\" height=\"{high}\"/></clipPath>"
        )?;
        out.push_str(
            "<pattern id=\"m-a-wild\" width=\"13\" height=\"13\" patternUnits=\"userSpaceOnUse\">\
             <circle class=\"m-ink\" cx=\"3\" cy=\"3\" r=\"1.3\"/><circle class=\"m-ink\" cx=\"9.5\" cy=\"9.5\" r=\"1.3\"/></pattern>",
        );
        let (wide, middle) = (self.k(70), self.k(30));
        write!(
            out,
            "<pattern id=\"m-a-hatch-rome\" width=\"{wide}\" height=\"{wide}\" patternUnits=\"userSpaceOnUse\"><path class=\"m-a-hr\" d=\"M{middle} 0V{wide}\"/></pattern>\
             <pattern id=\"m-a-hatch-carthage\" width=\"{wide}\" height=\"{wide}\" patternUnits=\"userSpaceOnUse\"><path class=\"m-a-hc\" d=\"M0 {middle}H{wide}\"/></pattern>"
        )?;
        let shore = self.arcs(&[ArcKind::Coast]);
        let outer = self.arcs(&[ArcKind::OuterCoast]);
        let bounds = self.arcs(&[ArcKind::Border, ArcKind::Mountains]);
        for (id, data) in [("shore", shore), ("outer", outer), ("bounds", bounds)] {
            writeln!(out, "<path id=\"m-a-{id}\" d=\"{data}\"/>")?;
        }
        for (id, area) in self.outline.areas.iter().filter(|(_, area)| !area.sea) {
            if area.slots.is_empty() {
                continue;
            }
            writeln!(out, "<path id=\"m-a-{id}\" d=\"{}\"/>", self.rings(&area.rings))?;
            if self.band(id).is_some() {
                writeln!(out, "<clipPath id=\"m-c-{id}\"><use href=\"#m-a-{id}\"/></clipPath>")?;
            }
        }
        for (number, name) in self.names() {
            let [from, by, to] = bend(&name.way);
            writeln!(out, "<path id=\"m-n-{number}\" d=\"M{from}Q{by} {to}\"/>")?;
        }
        Ok(())
    }

    /// The names of the areas, in and outside the game, numbered.
    fn names(&self) -> impl Iterator<Item = (usize, &Name)> {
        let areas = self.outline.areas.values().flat_map(|area| &area.names);
        areas.chain(&self.outline.outer_names).enumerate()
    }

    /// The side that holds an area, if one does.
    fn band(&self, id: &str) -> Option<&str> {
        let place = self.areas.places.iter().find(|place| place.id == id)?;
        (!place.holder.is_empty() && place.holder != "wild").then_some(&place.holder)
    }

    /// Draws the sea with its water lines, then the land, which covers their landward half.
    pub(super) fn land(&self, out: &mut String) -> fmt::Result {
        for (far, dark) in WATER_LINES {
            let (outer, inner) = (self.k(2 * far).plus(110), self.k(2 * far).plus(-110));
            writeln!(
                out,
                "<use href=\"#m-a-shore\" class=\"m-a-wave\" stroke-width=\"{outer}\" stroke-opacity=\"{}\"/>\
                 <use href=\"#m-a-shore\" class=\"m-a-wash\" stroke-width=\"{inner}\"/>",
                if dark == 100 { "1".to_owned() } else { format!(".{dark}") }
            )?;
        }
        let (outer, inner) = (self.k(2 * OUTER_LINE).plus(110), self.k(2 * OUTER_LINE).plus(-110));
        writeln!(
            out,
            "<use href=\"#m-a-outer\" class=\"m-a-wave\" stroke-width=\"{outer}\"/><use href=\"#m-a-outer\" class=\"m-a-wash\" stroke-width=\"{inner}\"/>"
        )?;
        writeln!(out, "<path class=\"m-a-water\" d=\"{}\"/>", self.arcs(&[ArcKind::Waters]))?;
        writeln!(
            out,
            "<path class=\"m-a-outer\" d=\"{}\"/>",
            self.rings(&self.outline.outer_land)
        )?;
        self.held(out)
    }

    /// The areas, and whose each is, by fill, hatch and a band inside the border: upright lines for Rome and level lines for
    /// Carthage, as heralds hatch red and blue; dots throughout for land that nobody can hold.
    fn held(&self, out: &mut String) -> fmt::Result {
        let land = self.areas.places.iter();
        for place in
            land.filter(|place| self.outline.areas.get(&place.id).is_some_and(|area| !area.sea))
        {
            let id = &place.id;
            writeln!(out, "<use href=\"#m-a-{id}\" class=\"m-land\"/>")?;
            match self.band(id) {
                None if place.holder == "wild" => {
                    writeln!(out, "<use href=\"#m-a-{id}\" fill=\"url(#m-a-wild)\"/>")?;
                }
                None => {}
                Some(side) => {
                    writeln!(
                        out,
                        "<use href=\"#m-a-{id}\" class=\"m-a-ground-{side}\"/><use href=\"#m-a-{id}\" fill=\"url(#m-a-hatch-{side})\"/><g clip-path=\"url(#m-c-{id})\">"
                    )?;
                    self.stripe(out, side, id)?;
                    out.push_str("</g>\n");
                }
            }
        }
        Ok(())
    }

    fn stripe(&self, out: &mut String, side: &str, id: &str) -> fmt::Result {
        write!(
            out,
            "<use href=\"#m-a-{id}\" class=\"m-a-band m-a-band-{side}\" stroke-width=\"{}\"/>",
            self.k(2 * BAND)
        )?;
        if !crate::dark(side) {
            write!(
                out,
                "<use href=\"#m-a-{id}\" class=\"m-a-band m-a-within\" stroke-width=\"{}\"/>",
                self.k(2 * WITHIN)
            )?;
        }
        Ok(())
    }

    /// Draws rivers, lakes and mountains.
    pub(super) fn nature(&self, out: &mut String) -> fmt::Result {
        for (kind, wide) in [(3, 15), (4, 23)] {
            let rivers = self.outline.rivers.iter().filter(|(width, _)| *width == kind);
            let data = path(rivers.map(|(_, line)| line.0.as_slice()));
            writeln!(
                out,
                "<path class=\"m-a-river\" stroke-width=\"{}\" d=\"{data}\"/>",
                self.k(wide)
            )?;
        }
        let lakes = path(self.outline.lakes.iter().map(|lake| lake.0.as_slice()));
        writeln!(out, "<path class=\"m-a-lake\" d=\"{lakes}\"/>")?;
        let relief = relief::hatch(self.outline, &self.bare());
        writeln!(
            out,
            "<path class=\"m-a-lit\" d=\"{}\"/>\n<path class=\"m-a-shade\" d=\"{}\"/>",
            relief.lit, relief.shade
        )
    }

    /// The ground under names, on which no slopes are hatched.
    fn bare(&self) -> Vec<Bare> {
        let mut found = Vec::new();
        for (_, name) in self.names() {
            let line = course(name);
            let (total, text) = (length(&line), width(name));
            let mut run = 0;
            for (at, spot) in line.iter().enumerate() {
                let before = line[at.saturating_sub(1)];
                run += before.to(*spot).length();
                if (run - total / 2).abs() >= text / 2 + 400 {
                    continue;
                }
                let after = line[(at + 1).min(line.len() - 1)];
                // The middle of the letters lies above the line on which they stand.
                let size = i64::from(name.size);
                let middle = spot.aside(before.to(after), size * 34);
                found.push(Bare { at: middle, reach: size * 52 });
            }
        }
        found
    }

    /// Borders, coasts and routes.
    pub(super) fn borders(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "<path class=\"m-a-edge\" d=\"{}\"/>", self.arcs(&[ArcKind::Edge]))?;
        out.push_str(
            "<use href=\"#m-a-bounds\" class=\"m-a-under\"/><use href=\"#m-a-bounds\" class=\"m-a-border\"/>\n",
        );
        let closed = self.arcs(&[ArcKind::Closed]);
        if !closed.is_empty() {
            writeln!(
                out,
                "<path class=\"m-line\" stroke-width=\"{}\" d=\"{closed}\"/><path class=\"m-line\" stroke-width=\"{}\" stroke-dasharray=\"2.6 6\" d=\"{closed}\"/>",
                self.k(70),
                self.k(170)
            )?;
        }
        out.push_str(
            "<use href=\"#m-a-shore\" class=\"m-a-coast\"/><use href=\"#m-a-outer\" class=\"m-a-coast\" stroke-width=\"1.3\"/>\n",
        );
        self.outline.links.iter().try_for_each(|link| self.route(out, link))
    }

    fn route(&self, out: &mut String, link: &Link) -> fmt::Result {
        let words = |id: &String| {
            let place = self.areas.places.iter().find(|place| place.id == *id);
            place.map_or_else(|| id.clone(), |place| place.name.clone())
        };
        let [one, other] = link.between.each_ref().map(words);
        let name = match link.kind {
            LinkKind::Sea => "link.sea",
            LinkKind::Mountain => "link.mountain",
        };
        write!(
            out,
            "<g><title>{}, {}: {}</title>",
            Xml(&one),
            Xml(&other),
            Xml(self.phrases.get(name))
        )?;
        match (link.kind, link.way.as_slice()) {
            (LinkKind::Sea, way) => {
                let [from, by, to] = bend(way);
                let data = format!("M{from}Q{by} {to}");
                write!(out, "<path class=\"m-a-wash\" stroke-width=\"9\" d=\"{data}\"/>")?;
                write!(out, "<path class=\"m-a-seaway\" d=\"{data}\"/>")?;
                for end in [from, to] {
                    write!(
                        out,
                        "<circle class=\"m-a-port\" transform=\"translate({end})\" r=\"4.6\"/>"
                    )?;
                }
            }
            (LinkKind::Mountain, [x, y, dx, dy]) => {
                let turned = |value: i64| {
                    let thousandths = value * self.outline.look.unit / 10;
                    format!(
                        "{}{}.{:03}",
                        if thousandths < 0 { "-" } else { "" },
                        thousandths.abs() / 1000,
                        thousandths.abs() % 1000
                    )
                };
                let (dx, dy) = (i64::from(*dx), i64::from(*dy));
                write!(
                    out,
                    "<g transform=\"matrix({} {} {} {} {x} {y})\">",
                    turned(dx),
                    turned(dy),
                    turned(-dy),
                    turned(dx)
                )?;
                pass(out);
                out.push_str("</g>");
            }
            _ => unreachable!("an outline is checked when it is read"),
        }
        out.push_str("</g>\n");
        Ok(())
    }

    pub(super) fn write_names(&self, out: &mut String) -> fmt::Result {
        for [x, y, to, down] in self.names().filter_map(|(_, name)| name.leader) {
            writeln!(
                out,
                "<path class=\"m-a-clear\" stroke-width=\"6\" d=\"M{x} {y}L{to} {down}\"/><path class=\"m-line\" stroke-width=\"1.8\" d=\"M{x} {y}L{to} {down}\"/><circle class=\"m-ink\" cx=\"{to}\" cy=\"{down}\" r=\"4\"/>"
            )?;
        }
        let sea = self.outline.areas.values().flat_map(|area| area.names.iter().map(|_| area.sea));
        let sea: Vec<bool> = sea.collect();
        for (number, name) in self.names() {
            let class = match sea.get(number) {
                Some(true) => "m-a-sea m-a-glow-sea",
                Some(false) => "m-a-glow",
                None if name.sea => "m-a-sea m-a-glow-sea",
                None if name.text.chars().any(char::is_lowercase) => "m-a-sea m-a-far",
                None => "m-a-far",
            };
            let gap = if name.gap == 0 {
                String::new()
            } else {
                format!(" letter-spacing=\"{}\"", name.gap)
            };
            writeln!(
                out,
                "<text class=\"{class}\" font-size=\"{}\"{gap}><textPath href=\"#m-n-{number}\" startOffset=\"50%\">{}</textPath></text>",
                name.size,
                Xml(&name.text)
            )?;
        }
        Ok(())
    }
}

/// The sign of a mountain route, drawn horizontally.
pub(super) fn pass(out: &mut String) {
    out.push_str(
        "<path class=\"m-a-clear\" stroke-width=\"15\" stroke-linecap=\"round\" d=\"M-13 0H13\"/>\
         <path class=\"m-line\" stroke-width=\"2.6\" d=\"M-18-12Q0-4 18-12M-18 12Q0 4 18 12\"/>\
         <path class=\"m-line\" stroke-width=\"2.4\" stroke-dasharray=\"4 3.4\" d=\"M-19 0H19\"/>",
    );
}

/// The start, control point and end of a curve.
fn bend(way: &[i32]) -> [Spot; 3] {
    [0, 2, 4].map(|at| Spot::at(way[at], way[at + 1]))
}

fn course(name: &Name) -> Vec<Spot> {
    let [from, by, to] = bend(&name.way);
    curve(from, by, to)
}

/// About how wide a name is, in hundredths: capitals of a roman face, or an italic.
fn width(name: &Name) -> i64 {
    let letters = i64::try_from(name.text.chars().count()).expect("names are short");
    let each = if name.text.chars().any(char::is_lowercase) { 50 } else { 72 };
    letters * (i64::from(name.size) * each + i64::from(name.gap) * 100)
}
