//! The map as a drawing: one SVG text, made of integers only, so that the same map gives the same
//! bytes everywhere.
//!
//! It is drawn as a page of a campaign atlas would be engraved: hachured hills, hatched plateaus,
//! light and dark counters whose point shows where they look. Nothing depends on colour.

mod apart;
mod areas;
mod battle;
#[cfg(test)]
mod contrast;
mod ground;
mod legend;
mod lines;
mod links;
mod phrases;
mod pieces;
mod strokes;
mod tint;

pub use apart::apart;
pub use areas::Outline;
use engine::map::{Figure, Map, Point};
pub use phrases::Phrases;
use std::fmt::{self, Write};

/// Distance from the outermost cell or label to the neat line.
const MARGIN: i32 = 24;
/// Distance from the neat line to the edge of the sheet.
const BORDER: i32 = 26;
/// Height of the band that holds the title.
const HEAD: i32 = 92;

/// Rules for the classes used in the drawing. They stand in the drawing itself, so that a saved
/// picture looks like the one in the report; every class begins with `m-`, so that they touch nothing
/// else on a page.
const STYLE: &str = "\
.m-map text{font-family:'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,'Times New Roman',serif;fill:#1b1a17;text-anchor:middle}\
.m-paper{fill:#fbf7ec}.m-land{fill:#fffdf6}.m-line{fill:none;stroke:#1b1a17}.m-grid{fill:none;stroke:#a79c84;stroke-width:1}\
.m-ink{fill:#1b1a17}.m-hair{fill:none;stroke:#4a443a;stroke-width:1}.m-halo{fill:none;stroke:#fffdf6;stroke-linecap:round}\
.m-title{font-size:36px;letter-spacing:5px}.m-edge{font-size:25px;font-style:italic}.m-name{font-size:16px;font-style:italic}\
.m-light{fill:#fff;stroke:#1b1a17;stroke-width:3;stroke-linejoin:round}.m-dark{fill:#1b1a17;stroke:#1b1a17;stroke-width:3;stroke-linejoin:round}\
.m-inner-light{fill:none;stroke:#1b1a17;stroke-width:1}.m-inner-dark{fill:none;stroke:#fff;stroke-width:1}\
.m-sign{font-size:29px;font-weight:bold}.m-id{font-size:17px}.m-id-long{font-size:14px}.m-val{font-size:13px}\
.m-map .m-on-dark>text,.m-map text.m-on-dark{fill:#fff}\
.m-badge{fill:#fffdf6;stroke:#1b1a17;stroke-width:2}.m-move{fill:none;stroke:#4a443a;stroke-width:2;stroke-dasharray:9 6}\
.m-attack{fill:none;stroke:#1b1a17;stroke-width:4}.m-retreat{fill:none;stroke:#1b1a17;stroke-width:4;stroke-dasharray:1 9;stroke-linecap:round}\
.m-head{fill:#1b1a17;stroke:#fffdf6;stroke-width:2;stroke-linejoin:round;paint-order:stroke}.m-open{fill:#fffdf6;stroke:#1b1a17;stroke-width:2;stroke-linejoin:round}.m-loss{fill:none;stroke:#1b1a17;stroke-width:6;stroke-linecap:round}\
.m-key{font-size:22px}.m-map text.m-key{text-anchor:start}\
@media print{.m-paper,.m-land{fill:#fff}}";

/// The colours of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Black and white, as engraved.
    #[default]
    Plain,
    /// With two muted tints.
    Tinted,
}

/// How a map is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The colours in which it is drawn.
    pub tone: Tone,
    /// Whether it shows zones of control.
    pub zones: bool,
}

/// A rectangle of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Frame {
    fn grown(self, by: i32) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    fn take(&mut self, point: Point, around: i32) {
        self.left = self.left.min(point.x - around);
        self.top = self.top.min(point.y - around);
        self.right = self.right.max(point.x + around);
        self.bottom = self.bottom.max(point.y + around);
    }
}

/// Draws a map with its figures below it. Captions come from `phrases` (templates/map.txt). A map of areas is drawn on its
/// title's outline; without one, or where the outline shows another board, as a diagram of its cells.
pub fn draw(map: &Map, phrases: &Phrases, outline: Option<&Outline>) -> String {
    drawn(map, phrases, outline, Look::default())
}

/// Draws a map for a page: that of a battle or of areas whole, and the same in sheets for narrow windows, that of a battle
/// with its turning points; any other alone.
pub fn for_page(map: &Map, phrases: &Phrases, outline: Option<&Outline>) -> String {
    if map.marginalia.is_some() {
        return battle::for_page(map, phrases, Look::default());
    }
    let whole = single(map, phrases, outline, Look::default());
    match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => {
            let mut out = format!("<div class=\"b-wide\">{whole}</div>\n");
            written(sheet.narrow(&mut out));
            out
        }
        None => whole,
    }
}

/// Draws a map with its figures below it, as somebody wishes to see it.
pub fn drawn(map: &Map, phrases: &Phrases, outline: Option<&Outline>, look: Look) -> String {
    if map.marginalia.is_some() {
        return battle::draw(map, phrases, look);
    }
    if map.figures.is_empty() {
        return single(map, phrases, outline, look);
    }
    let engraved = outline.and_then(|outline| areas::Sheet::of(map, outline, phrases));
    let mut sheets = if engraved.is_some() { Vec::new() } else { vec![Sheet::of(map, phrases)] };
    sheets.extend(
        map.figures
            .iter()
            .map(|figure| Sheet { name: &figure.name, ..Sheet::of(&figure.map, phrases) }),
    );
    let widths =
        sheets.iter().map(|sheet| sheet.width).chain(engraved.as_ref().map(areas::Sheet::width));
    let width = widths.max().expect("there is a map");
    let heights =
        sheets.iter().map(|sheet| sheet.height).chain(engraved.as_ref().map(areas::Sheet::height));
    let height: i32 = heights.sum();
    let mut out = String::with_capacity(64 * 1024 * sheets.len());
    written(writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map\" viewBox=\"0 0 {width} {height}\">"
    ));
    written(writeln!(out, "<style>{STYLE}</style>"));
    let mut down = 0;
    if let Some(sheet) = &engraved {
        let (wide, high) = (sheet.width(), sheet.height());
        let place =
            format!(" x=\"{}\" y=\"0\" width=\"{wide}\" height=\"{high}\"", (width - wide) / 2);
        written(sheet.write(&mut out, &place, ""));
        down += high;
    }
    for (at, sheet) in sheets.iter().enumerate() {
        let place = format!(
            " x=\"{}\" y=\"{down}\" width=\"{}\" height=\"{}\"",
            (width - sheet.width) / 2,
            sheet.width,
            sheet.height
        );
        let mut drawing = String::with_capacity(32 * 1024);
        written(sheet.write(&mut drawing, phrases, &place, ""));
        out.push_str(&if down == 0 { drawing } else { apart(&drawing, at) });
        down += sheet.height;
    }
    out.push_str("</svg>\n");
    tint::toned(&out, look.tone)
}

/// Draws a map alone, the whole of it, in its own coordinates or those of its outline ([`placed`]).
pub fn single(map: &Map, phrases: &Phrases, outline: Option<&Outline>, look: Look) -> String {
    if map.marginalia.is_some() {
        return battle::board(map, phrases, look);
    }
    let mut out = String::with_capacity(160 * 1024);
    match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => written(sheet.write(&mut out, "", STYLE)),
        None => written(Sheet::of(map, phrases).write(&mut out, phrases, "", STYLE)),
    }
    tint::toned(&out, look.tone)
}

/// The map with everything where its drawing ([`single`]) shows it: for whoever lays marks over the drawing.
pub fn placed(map: &Map, phrases: &Phrases, outline: Option<&Outline>) -> Map {
    match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => sheet.placed(map),
        None => map.clone(),
    }
}

/// The map and each of its figures as a drawing of its own, in their order: a page of paper each.
pub fn sheets(map: &Map, phrases: &Phrases, outline: Option<&Outline>, look: Look) -> Vec<String> {
    let figures = map.figures.iter().map(|figure| single(&figure.map, phrases, None, look));
    let first = match map.marginalia {
        Some(_) => battle::draw(map, phrases, look),
        None => single(map, phrases, outline, look),
    };
    std::iter::once(first).chain(figures).collect()
}

/// Draws a figure for a page that has the map's style already.
pub fn figure(figure: &Figure, phrases: &Phrases) -> String {
    let mut out = String::with_capacity(32 * 1024);
    let sheet = Sheet { name: &figure.name, ..Sheet::of(&figure.map, phrases) };
    written(sheet.write(&mut out, phrases, "", ""));
    out
}

fn written(result: fmt::Result) {
    result.expect("a string takes every write");
}

/// A drawing, measured.
struct Sheet<'a> {
    map: &'a Map,
    /// Its name, which makes its ids its own; empty for the map.
    name: &'a str,
    entries: Vec<legend::Entry<'a>>,
    neat: Frame,
    width: i32,
    height: i32,
}

impl<'a> Sheet<'a> {
    fn of(map: &'a Map, phrases: &'a Phrases) -> Self {
        let neat = extent(map).grown(MARGIN);
        let entries = legend::entries(map, phrases);
        let key = legend::height(&entries, neat.right - neat.left);
        let width = neat.right - neat.left + 2 * BORDER;
        let height = neat.bottom - neat.top + HEAD + BORDER + key;
        Self { map, name: "", entries, neat, width, height }
    }

    /// Writes it; `place` are attributes that say where it stands in another, `style` the rules for its classes.
    fn write(&self, out: &mut String, phrases: &Phrases, place: &str, style: &str) -> fmt::Result {
        let tail =
            if self.name.is_empty() { String::new() } else { format!("-{}", Xml(self.name)) };
        let (left, top) = (self.neat.left - BORDER, self.neat.top - HEAD);
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map\" role=\"img\" aria-labelledby=\"m-title{tail} m-desc{tail}\"\
             {place} viewBox=\"{left} {top} {} {}\">\n<title id=\"m-title{tail}\">{}</title>\n<desc id=\"m-desc{tail}\">{}</desc>\n",
            self.width,
            self.height,
            Xml(&self.map.title),
            Xml(phrases.get("description")),
        )?;
        if !style.is_empty() {
            writeln!(out, "<style>{style}</style>")?;
        }
        self.picture(out, phrases, (left, top))
    }

    fn picture(&self, out: &mut String, phrases: &Phrases, (left, top): (i32, i32)) -> fmt::Result {
        let (map, width, height) = (self.map, self.width, self.height);
        out.push_str("<defs>\n");
        ground::patterns(out, map)?;
        pieces::blocks(out, map)?;
        out.push_str("</defs>\n");
        writeln!(
            out,
            "<rect class=\"m-paper\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        )?;
        head(out, map, phrases, self.neat)?;
        links::draw(out, map)?;
        ground::draw(out, map)?;
        labels(out, map)?;
        strokes::draw(out, map)?;
        pieces::draw(out, map)?;
        strokes::heads(out, map)?;
        legend::draw(out, &self.entries, self.neat)?;
        out.push_str("</svg>\n");
        Ok(())
    }
}

/// All that the cells and their names cover.
fn extent(map: &Map) -> Frame {
    let mut frame = Frame { left: 0, top: 0, right: map.size.x, bottom: map.size.y };
    for cell in &map.cells {
        cell.outline.iter().for_each(|point| frame.take(*point, 0));
    }
    for label in &map.labels {
        frame.take(label.at, 16);
    }
    frame
}

/// Title, compass and the double neat line.
fn head(out: &mut String, map: &Map, phrases: &Phrases, neat: Frame) -> fmt::Result {
    let middle = i32::midpoint(neat.left, neat.right);
    writeln!(
        out,
        "<text class=\"m-title\" x=\"{middle}\" y=\"{}\">{}</text>",
        neat.top - 34,
        Xml(&map.title)
    )?;
    for (by, thick) in [(0, 1), (6, 4)] {
        let Frame { left, top, right, bottom } = neat.grown(by);
        let (wide, high) = (right - left, bottom - top);
        writeln!(
            out,
            "<rect class=\"m-line\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" stroke-width=\"{thick}\"/>"
        )?;
    }
    let (x, y) = (neat.right - 26, neat.top - 40);
    write!(
        out,
        "<g transform=\"translate({x} {y})\"><circle class=\"m-hair\" r=\"15\"/><path class=\"m-ink\" d=\"M0-27L6 0H0Z\"/>"
    )?;
    write!(out, "<path class=\"m-hair\" d=\"M0-27L-6 0H6L0 27L-6 0M-21 0H-6M6 0H21\"/>")?;
    writeln!(
        out,
        "<text class=\"m-name\" x=\"-26\" y=\"-12\">{}</text></g>",
        Xml(phrases.get("north"))
    )
}

/// Names at the edges.
fn labels(out: &mut String, map: &Map) -> fmt::Result {
    out.push_str("<g class=\"m-edge\">\n");
    for label in &map.labels {
        writeln!(
            out,
            "<text x=\"{}\" y=\"{}\">{}</text>",
            label.at.x,
            label.at.y + 8,
            Xml(&label.text)
        )?;
    }
    out.push_str("</g>\n");
    Ok(())
}

/// `carthage` is drawn dark, every other side light.
fn dark(side: &str) -> bool {
    side == "carthage"
}

/// The point `numerator`/`denominator` of the way from one point to another, rounded towards the first.
fn along(from: Point, to: Point, numerator: i32, denominator: i32) -> Point {
    Point {
        x: from.x + (to.x - from.x) * numerator / denominator,
        y: from.y + (to.y - from.y) * numerator / denominator,
    }
}

/// Length of the way between two points, rounded down.
fn length(from: Point, to: Point) -> i32 {
    let (x, y) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
    i32::try_from((x * x + y * y).isqrt()).unwrap_or(i32::MAX)
}

/// Writes a path through points.
fn path(out: &mut String, points: &[Point]) {
    let mut pen = lines::Pen::default();
    pen.through(points);
    out.push_str(pen.data());
}

/// Text with what XML reserves written as entities and control characters left out.
struct Xml<'a>(&'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(' ')?,
                letter if engine::text::unprintable(letter) => {}
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}
