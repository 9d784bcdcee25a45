//! The map as a drawing: one SVG text, made of integers only, so that the same map gives the same
//! bytes everywhere.
//!
//! It is drawn as a page of a campaign atlas would be: hachured hills, water lines, light and dark counters whose point shows
//! where they look. It is coloured on screens and black on paper; nothing depends on colour alone.

mod apart;
mod areas;
mod battle;
#[cfg(test)]
mod contrast;
mod ground;
mod legend;
mod lines;
mod links;
mod palette;
mod phrases;
mod pieces;
mod score;
mod strokes;
mod style;

pub use apart::apart;
pub use areas::Outline;
use engine::map::{Figure, Map, Point};
pub use palette::Tone;
pub use phrases::Phrases;
pub use score::in_words;
use std::fmt::{self, Write};

/// Distance from the outermost cell or label to the neat line.
const MARGIN: i32 = 24;
/// Distance from the neat line to the edge of the sheet.
const BORDER: i32 = 26;
/// Height of the band that holds the title.
const HEAD: i32 = 92;

/// The choices in drawing a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub tone: Tone,
    /// True if it shows zones of control.
    pub zones: bool,
}

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

/// A map taken apart for a page. The lead comes first there: it brings the style, and the shapes that the others use again.
#[derive(Clone, Debug, Default)]
pub struct Plates {
    /// The score that decides the game, with a drawing for each side.
    pub score: String,
    /// The part of the map in which the turn was decided.
    pub lead: String,
    /// The events that decided the turn, in small maps; empty if nothing was decided.
    pub strip: String,
    /// The meanings of the signs.
    pub key: String,
    /// The whole map for wide windows, and in sheets for narrow ones.
    pub whole: String,
}

pub fn plates(map: &Map, phrases: &Phrases, outline: Option<&Outline>) -> Plates {
    if let Some(marginalia) = &map.marginalia {
        return battle::plates(map, marginalia, phrases);
    }
    match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => sheet.plates(map).expect("writing to a string never fails"),
        None => {
            Plates { lead: single(map, phrases, outline, Look::default()), ..Plates::default() }
        }
    }
}

/// Draws a map for a book: a battle or a map of areas whole and again in sheets for narrow windows, a battle also with
/// its turning points; any other map alone.
pub fn for_book(map: &Map, phrases: &Phrases, outline: Option<&Outline>) -> String {
    if map.marginalia.is_some() {
        return battle::for_book(map, phrases, Look::default());
    }
    match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => {
            let mut out = String::from("<div class=\"b-wide\">");
            written(sheet.write(&mut out, "", &style::style(Tone::Colour)));
            out.push_str("</div>\n");
            written(sheet.narrow(&mut out));
            out
        }
        None => single(map, phrases, outline, Look::default()),
    }
}

/// Draws a map with its figures below it, in the given look.
pub fn drawn(map: &Map, phrases: &Phrases, outline: Option<&Outline>, look: Look) -> String {
    if map.marginalia.is_some() {
        return battle::draw(map, phrases, look);
    }
    if map.figures.is_empty() {
        return single(map, phrases, outline, look);
    }
    let alone = Map { figures: Vec::new(), ..map.clone() };
    let (width, top) = match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => (sheet.width(), sheet.height()),
        None => {
            let sheet = Sheet::of(map, phrases);
            (sheet.width, sheet.height)
        }
    };
    // Small multiples, three in a row.
    let each = (width - 4 * BORDER) / 3;
    let plates: Vec<Plate<'_>> = map.figures.iter().map(Plate::of).collect();
    let tall = plates.iter().map(|plate| each * plate.height() / plate.width()).max().unwrap_or(0);
    let rows = i32::try_from(plates.len()).expect("figures are few") + 2;
    let height = top + rows / 3 * (tall + BORDER);
    let mut out = String::with_capacity(64 * 1024 * (plates.len() + 1));
    written(writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map\" viewBox=\"0 0 {width} {height}\"><rect class=\"m-paper\" width=\"{width}\" height=\"{height}\"/>"
    ));
    let whole = single(&alone, phrases, outline, look);
    let place = format!("<svg x=\"0\" y=\"0\" width=\"{width}\" height=\"{top}\" ");
    out.push_str(&whole.replacen("<svg ", &place, 1));
    for (at, plate) in (0..).zip(&plates) {
        let (left, down) = (BORDER + at % 3 * (each + BORDER), top + at / 3 * (tall + BORDER));
        let place = format!(" x=\"{left}\" y=\"{down}\" width=\"{each}\" height=\"{tall}\"");
        let mut drawing = String::with_capacity(32 * 1024);
        written(plate.write(&mut drawing, &place));
        out.push_str(&apart(&drawing, usize::try_from(at + 1).expect("a small count fits")));
    }
    out.push_str("</svg>\n");
    out
}

/// Draws a map alone, the whole of it, in its own coordinates or those of its outline ([`placed`]).
pub fn single(map: &Map, phrases: &Phrases, outline: Option<&Outline>, look: Look) -> String {
    if map.marginalia.is_some() {
        return battle::board(map, phrases, look);
    }
    let mut out = String::with_capacity(160 * 1024);
    let style = style::style(look.tone);
    match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => written(sheet.write(&mut out, "", &style)),
        None => written(Sheet::of(map, phrases).write(&mut out, phrases, "", &style)),
    }
    out
}

/// The map with every piece at the place where its drawing ([`single`]) shows it, for marks that are laid over the
/// drawing.
pub fn placed(map: &Map, phrases: &Phrases, outline: Option<&Outline>) -> Map {
    match outline.and_then(|outline| areas::Sheet::of(map, outline, phrases)) {
        Some(sheet) => sheet.placed(map),
        None => map.clone(),
    }
}

/// The map and each of its figures, in order, each a drawing of its own for a page of paper.
pub fn sheets(map: &Map, phrases: &Phrases, outline: Option<&Outline>, look: Look) -> Vec<String> {
    let figures = map.figures.iter().map(|figure| single(&figure.map, phrases, None, look));
    let first = match map.marginalia {
        Some(_) => battle::draw(map, phrases, look),
        None => single(map, phrases, outline, look),
    };
    std::iter::once(first).chain(figures).collect()
}

/// Draws a figure for a page that has the map's style already.
pub fn figure(figure: &Figure) -> String {
    let mut out = String::with_capacity(32 * 1024);
    written(Plate::of(figure).write(&mut out, ""));
    out
}

fn written(result: fmt::Result) {
    result.expect("writing to a string never fails");
}

/// A figure as one of several small pictures: what it shows and a line of words, without compass and key.
struct Plate<'a> {
    figure: &'a Figure,
    frame: Frame,
}

impl<'a> Plate<'a> {
    /// Height of the words above.
    const WORDS: i32 = 64;

    fn of(figure: &'a Figure) -> Self {
        let mut frame = extent(&figure.map).grown(8);
        frame.top -= Self::WORDS;
        Self { figure, frame }
    }

    const fn width(&self) -> i32 {
        self.frame.right - self.frame.left
    }

    const fn height(&self) -> i32 {
        self.frame.bottom - self.frame.top
    }

    /// Writes the picture; `place` holds attributes that place it inside another.
    fn write(&self, out: &mut String, place: &str) -> fmt::Result {
        let (Figure { name, map }, Frame { left, top, .. }) = (self.figure, self.frame);
        let (wide, high) = (self.width(), self.height());
        let title = map.title.split_once(": ").map_or(map.title.as_str(), |(_, title)| title);
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map\" role=\"img\" aria-labelledby=\"m-title-{}\"{place} viewBox=\"{left} {top} {wide} {high}\">\n<title id=\"m-title-{}\">{}</title>\n<defs>\n",
            Xml(name),
            Xml(name),
            Xml(&map.title)
        )?;
        ground::patterns(out, map)?;
        pieces::blocks(out, map)?;
        writeln!(
            out,
            "</defs>\n<text class=\"m-plate\" x=\"{}\" y=\"{}\">{}</text>",
            i32::midpoint(left, self.frame.right),
            top + 46,
            Xml(title)
        )?;
        ground::draw(out, map)?;
        labels(out, map)?;
        strokes::draw(out, map)?;
        pieces::draw(out, map)?;
        strokes::heads(out, map)?;
        out.push_str("</svg>\n");
        Ok(())
    }
}

struct Sheet<'a> {
    map: &'a Map,
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
        Self { map, entries, neat, width, height }
    }

    /// Writes the sheet; `place` holds attributes that place it inside another, `style` the rules for its classes.
    fn write(&self, out: &mut String, phrases: &Phrases, place: &str, style: &str) -> fmt::Result {
        let (left, top) = (self.neat.left - BORDER, self.neat.top - HEAD);
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map\" role=\"img\" aria-labelledby=\"m-title m-desc\"\
             {place} viewBox=\"{left} {top} {} {}\">\n<title id=\"m-title\">{}</title>\n<desc id=\"m-desc\">{}</desc>\n",
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

fn path(out: &mut String, points: &[Point]) {
    let mut pen = lines::Pen::default();
    pen.through(points);
    out.push_str(pen.data());
}

/// Text with XML's reserved characters written as entities, and without control characters.
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
