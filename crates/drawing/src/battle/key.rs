//! The key of a battle map: the fights by number, and in a line every sign in the very shape that it has on the map.

use super::counters::{class, marks, number, shape, sign};
use super::field::{Field, Lay};

use super::{ground, traces};
use crate::{Phrases, Xml, dark};
use engine::map::{Cell, Fight, Map, Marginalia, Point, StrokeKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// Width of one letter of the key, generously.
const LETTER: i32 = 8;
/// Height of a line of signs, and where its words begin.
const SIGN: i32 = 30;
const WORDS: i32 = 46;

/// A key under construction, at the place where its next part begins.
struct Key<'a> {
    out: String,
    field: &'a Field<'a>,
    phrases: &'a Phrases,
    left: i32,
    top: i32,
    wide: i32,
}

/// One sign: what is drawn, and its words.
type Entry = (String, String);

/// The key of a map for a sheet `wide` across, drawn from a point down, and how far down it reaches.
pub(super) fn draw(
    field: &Field<'_>,
    phrases: &Phrases,
    marginalia: &Marginalia,
    at: Point,
    wide: i32,
    zones: bool,
) -> Result<(String, i32), fmt::Error> {
    let mut key = Key { out: String::new(), field, phrases, left: at.x, top: at.y, wide };
    key.fights()?;
    key.signs(marginalia, zones)?;
    Ok((key.out, key.top))
}

/// The fights of a map's strokes, each once, by number.
fn fights(map: &Map) -> BTreeMap<u16, &Fight> {
    map.strokes
        .iter()
        .filter_map(|stroke| stroke.fight.as_ref())
        .map(|fight| (fight.number, fight))
        .collect()
}

impl Key<'_> {
    fn heading(&mut self, name: &str) -> fmt::Result {
        let words = self.phrases.get(name);
        write!(
            self.out,
            "<text class=\"b-st b-head\" x=\"{}\" y=\"{}\">{}</text>",
            self.left,
            self.top,
            Xml(words)
        )?;
        self.top += 26;
        Ok(())
    }

    fn fights(&mut self) -> fmt::Result {
        let fights = fights(self.field.map);
        if fights.is_empty() {
            return Ok(());
        }
        self.heading("battle.fights")?;
        let most = fights.values().map(|fight| fight.words.chars().count()).max().unwrap_or(0);
        let most = i32::try_from(most).expect("a line of words is short");
        let columns = (self.wide / (most * LETTER + 40).max(1)).clamp(1, 3);
        let each = self.wide / columns;
        for (at, fight) in (0..).zip(fights.values()) {
            let (x, y) = (self.left + at % columns * each, self.top + at / columns * 22);
            write!(self.out, "<g transform=\"translate({} {})\">", x + 9, y - 4)?;
            number(&mut self.out, fight.number)?;
            write!(
                self.out,
                "</g><text class=\"b-st b-key\" x=\"{}\" y=\"{y}\">{}</text>",
                x + 24,
                Xml(&fight.words)
            )?;
        }
        let rows = i32::try_from(fights.len()).expect("fights are few") + columns - 1;
        self.top += rows / columns * 22 + 12;
        Ok(())
    }

    fn signs(&mut self, marginalia: &Marginalia, zones: bool) -> fmt::Result {
        let mut entries = self.sides()?;
        if !marginalia.figures.is_empty() && !self.field.map.pieces.is_empty() {
            entries.push(self.figures(marginalia));
        }
        entries.extend(self.lines()?);
        if zones {
            for (pattern, side) in [("b-zr", "side.rome"), ("b-zc", "side.carthage")] {
                let name = self.phrases.get(side);
                entries.push((
                    format!("<rect x=\"-22\" y=\"-12\" width=\"44\" height=\"24\" fill=\"url(#{pattern})\"/>"),
                    format!("{name}: {}", marginalia.zones),
                ));
            }
        }
        for mark in marks(self.field.map) {
            let mut drawing = String::new();
            sign(&mut drawing, mark)?;
            let name = mark.split_once('-').map_or(mark, |(name, _)| name);
            entries.push((drawing, self.word(&format!("mark.{name}"), name)));
        }
        entries.extend(self.terrain()?);
        let (mut across, mut row) = (0, 0);
        for (drawing, words) in entries {
            let letters = i32::try_from(words.chars().count()).expect("captions are short");
            let needs = WORDS + letters * (LETTER - 1) + 14;
            if across > 0 && across + needs > self.wide {
                (across, row) = (0, row + 1);
            }
            write!(
                self.out,
                "<g transform=\"translate({} {})\"><g transform=\"scale(.75)\">{drawing}</g><text class=\"b-st b-key\" x=\"23\" y=\"4\">{}</text></g>",
                self.left + across + 20,
                self.top + row * SIGN,
                Xml(&words)
            )?;
            across += needs;
        }
        self.top += (row + 1) * SIGN;
        Ok(())
    }

    /// The words of a caption; `own`, the title's own word, where there is none.
    fn word(&self, name: &str, own: &str) -> String {
        self.phrases.find(name).unwrap_or(own).to_owned()
    }

    fn sides(&self) -> Result<Vec<Entry>, fmt::Error> {
        let pieces = self
            .field
            .map
            .pieces
            .iter()
            .chain(self.field.map.stages.iter().flat_map(|stage| &stage.pieces));
        let sides: BTreeSet<(bool, &str)> =
            pieces.map(|piece| (dark(&piece.side), piece.side.as_str())).collect();
        let mut entries = Vec::new();
        for (_, side) in sides {
            let mut drawing = String::new();
            write!(
                drawing,
                "<g class=\"{}\" transform=\"scale(.29)\"><use href=\"#b-T\"/><use href=\"#b-P\"/></g>",
                class(side)
            )?;
            entries.push((drawing, self.word(&format!("battle.side.{side}"), side)));
        }
        Ok(entries)
    }

    fn figures(&self, marginalia: &Marginalia) -> Entry {
        let some = self.field.map.pieces.first();
        let sample = some.map_or("", |piece| match self.field.lay {
            Lay::Square => &piece.figure,
            Lay::Point | Lay::Flat => &piece.values,
        });
        (
            format!("<text font-size=\"12\" y=\"4\">{}</text>", Xml(sample)),
            marginalia.figures.clone(),
        )
    }

    /// Fronts, marches, fights, losses and engagements, as far as they occur.
    fn lines(&self) -> Result<Vec<Entry>, fmt::Error> {
        let map = self.field.map;
        let kinds: BTreeSet<StrokeKind> = map.strokes.iter().map(|stroke| stroke.kind).collect();
        let ghost = format!(
            "<path class=\"b-gr\" transform=\"scale(.66)\" stroke-width=\"1.4\" stroke-dasharray=\"2.4 2.6\" d=\"{}\"/>",
            shape(self.field.lay)[1]
        );
        let front = match self.field.lay {
            Lay::Point => "battle.front-corner",
            Lay::Flat | Lay::Square => "battle.front-side",
        };
        let mut entries = Vec::new();
        if map.pieces.iter().any(|piece| piece.facing.is_some()) {
            entries.push((
                "<g class=\"b-r\" transform=\"scale(.33)\"><use href=\"#b-T\"/><use href=\"#b-P\"/></g>".to_owned(),
                self.phrases.get(front).to_owned(),
            ));
        }
        for kind in kinds {
            let (drawing, name) = match kind {
                StrokeKind::Move => {
                    let arrows = [(-6, "b-ar"), (6, "b-ac")].map(|(y, class)| {
                        let ends = [Point { x: -60, y: 2 * y }, Point { x: 55, y: 2 * y }];
                        traces::arrow(&ends, class, 6, 22, true)
                    });
                    entries.push((ghost.clone(), self.phrases.get("battle.before").to_owned()));
                    (format!("<g transform=\"scale(.42)\">{}{}</g>", arrows[0], arrows[1]), "battle.march")
                }
                StrokeKind::Retreat => (
                    "<path class=\"b-gr\" stroke-width=\"2.6\" stroke-dasharray=\".1 5\" d=\"M-26 0H14\"/><path class=\"b-ar\" stroke-width=\"1.4\" d=\"M26 0L15-5.5V5.5z\"/>".to_owned(),
                    "stroke.retreat",
                ),
                StrokeKind::Attack => {
                    let ends = [Point { x: -50, y: 0 }, Point { x: 10, y: 0 }];
                    let mut disc = format!("<g transform=\"scale(.44)\">{}</g><g transform=\"translate(16 0)\">", traces::arrow(&ends, "b-ht", 8, 23, false));
                    number(&mut disc, 1)?;
                    disc.push_str("</g>");
                    (disc, "battle.attack")
                }
                StrokeKind::Volley => (
                    "<path class=\"b-ln\" stroke-width=\"1.5\" stroke-dasharray=\"5 2.6\" d=\"M-26 0H14\"/><path class=\"b-ht\" d=\"M26 0L14-4.5V4.5z\"/>".to_owned(),
                    "stroke.volley",
                ),
                StrokeKind::Loss => (
                    format!("{ghost}<path class=\"b-ln\" stroke-width=\"3\" d=\"M-8-8L8 8M8-8L-8 8\"/>"),
                    "stroke.loss",
                ),
            };
            entries.push((drawing, self.phrases.get(name).to_owned()));
        }
        if map.links.iter().any(|link| link.kind == "engaged") {
            let mut drawing = "<g transform=\"scale(.44)\">".to_owned();
            traces::bar(&mut drawing, [Point { x: -30, y: 0 }, Point { x: 30, y: 0 }])?;
            drawing.push_str("</g>");
            entries.push((drawing, self.phrases.get("mark.engaged").to_owned()));
        }
        Ok(entries)
    }

    fn terrain(&self) -> Result<Vec<Entry>, fmt::Error> {
        let cells = &self.field.map.cells;
        let mut entries = Vec::new();
        for kind in ["vineyard", "broken", "bushes", "rocky"] {
            let Some(cell) = cells.iter().find(|cell| cell.terrain == kind) else { continue };
            let mut drawing = "<g transform=\"scale(.3)\">".to_owned();
            let corners = cell
                .outline
                .iter()
                .map(|corner| format!("{} {}", corner.x - cell.centre.x, corner.y - cell.centre.y));
            let outline: Vec<String> = corners.collect();
            let fill = if matches!(kind, "vineyard" | "bushes") { "b-gn" } else { "b-ld" };
            let data = format!("M{}z", outline.join("L"));
            write!(
                drawing,
                "<path class=\"{fill}\" d=\"{data}\"/><path class=\"b-gd\" stroke-width=\"3\" d=\"{data}\"/><g transform=\"translate({} {})\">",
                -cell.centre.x, -cell.centre.y
            )?;
            let sample: &Cell = cell;
            ground::signs(&mut drawing, sample, self.field.lay)?;
            drawing.push_str("</g></g>");
            entries.push((drawing, self.word(&format!("terrain.{kind}"), kind)));
        }
        if cells.iter().any(|cell| cell.level >= 2) {
            entries.push((
                "<path class=\"b-hi\" d=\"M-24 12Q-10-16 24-4V14H-24z\"/><path class=\"b-ln\" stroke-width=\"1.1\" d=\"M-24 4Q-8-14 24-6M-20 3l2 8M-13-2l3 9M-5-6l2 10M3-7l1 10M11-8l0 9M19-7l-1 8\"/>".to_owned(),
                self.phrases.get("battle.slope").to_owned(),
            ));
        }
        Ok(entries)
    }
}
