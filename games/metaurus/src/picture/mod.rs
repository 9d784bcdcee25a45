//! The map: hexes, terrain and height, units with facing and marks, and the strokes of what happened.

mod marginalia;
mod strokes;

pub(super) use strokes::weight;

use super::Metaurus;
use super::events::Event;
use super::field::Field;
use super::names::{Arm, Id, Side};
use super::state::State;
use engine::Chapter;
use engine::kit::{Bearing, Hex};
use engine::map::{Cell, Label, Legend, Map, Piece, Point};
use engine::prelude::*;

/// The width of a hex, from side to side.
const WIDE: i32 = 100;
/// The height of a hex, from its centre to its top.
const TALL: i32 = 58;
/// The distance from one row to the next: one and a half times the length of a side.
const ROW: i32 = 87;
/// Room for names at the edges.
const MARGIN: i32 = 60;
/// Characters that a hex takes on a text map, the last one blank.
const TEXT_WIDE: u16 = 4;
/// Characters before the first hex.
const TEXT_LEFT: u16 = 3;

impl Picture for Metaurus {
    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        let field = Field::new(&self.printed, view);
        let grid = self.printed.ground.grid;
        let mut hexes: Vec<Hex> = grid.all().collect();
        hexes.sort_by_key(|hex| (std::cmp::Reverse(hex.line), hex.place));
        let mut units: Vec<Id> = view.units.keys().copied().collect();
        units.sort_by_key(|id| field.hex(*id).map(|hex| (std::cmp::Reverse(hex.line), hex.place)));
        let events: Vec<&Event> =
            chapters.iter().flat_map(|chapter| &chapter.events).map(|entry| &entry.event).collect();
        Map {
            title: if view.turn == 0 {
                "Set-up".to_owned()
            } else {
                format!("Game Turn {}", view.turn)
            },
            size: Point {
                x: i32::from(grid.places) * WIDE + WIDE / 2 + 2 * MARGIN,
                y: i32::from(grid.lines) * ROW + TALL / 2 + 2 * MARGIN,
            },
            cells: hexes.into_iter().map(|hex| cell(self, hex)).collect(),
            labels: labels(self),
            pieces: units.into_iter().filter_map(|id| piece(&field, id)).collect(),
            strokes: strokes::strokes(&field, &events),
            links: marginalia::links(&field),
            legend: legend(&field),
            marginalia: Some(marginalia::marginalia(self, &field, chapters)),
            score: marginalia::score(self, &field),
            ..Map::default()
        }
    }

    fn weight(&self, event: &Event) -> u32 {
        weight(event)
    }
}

/// A stream's sign on a text map; the data's letter for it is also that of Carthage's light infantry.
const STREAM: char = ',';

fn centre(field_lines: u8, hex: Hex) -> Point {
    let shift = if hex.line % 2 == 1 { WIDE / 2 } else { 0 };
    let down = i32::from(field_lines) - i32::from(hex.line);
    Point {
        x: MARGIN + WIDE / 2 + (i32::from(hex.place) - 1) * WIDE + shift,
        y: MARGIN + TALL + down * ROW,
    }
}

fn text_place(lines: u8, hex: Hex) -> (u16, u16) {
    let shift = if hex.line % 2 == 1 { TEXT_WIDE / 2 } else { 0 };
    (
        TEXT_LEFT + (u16::from(hex.place) - 1) * TEXT_WIDE + shift,
        u16::from(lines) - u16::from(hex.line) + 1,
    )
}

fn cell(rules: &Metaurus, hex: Hex) -> Cell {
    let ground = &rules.printed.ground;
    let at = centre(ground.grid.lines, hex);
    let corner = |x: i32, y: i32| Point { x: at.x + x, y: at.y + y };
    let (half, low) = (WIDE / 2, ROW - TALL);
    let name = ground.terrain(hex).name.as_str();
    let (terrain, sign) = match (name, ground.level(hex)) {
        ("clear", 2) => ("hill", '^'),
        ("clear", level) if level > 2 => ("height", 'A'),
        ("clear", _) => ("open", '.'),
        ("stream", _) => ("stream", STREAM),
        (other, _) => (other, ground.sign(hex)),
    };
    Cell {
        id: hex.to_string(),
        centre: at,
        outline: vec![
            corner(0, -TALL),
            corner(half, -low),
            corner(half, low),
            corner(0, TALL),
            corner(-half, low),
            corner(-half, -low),
        ],
        terrain: terrain.to_owned(),
        sign,
        text: text_place(ground.grid.lines, hex),
        label: ground.names.get(&hex).cloned().unwrap_or_default(),
        level: ground.level(hex),
    }
}

/// Row numbers left and right, positions below and above.
fn labels(rules: &Metaurus) -> Vec<Label> {
    let grid = rules.printed.ground.grid;
    let mut labels = Vec::new();
    let far = MARGIN + i32::from(grid.places) * WIDE + WIDE / 2 + MARGIN / 2;
    let last = TEXT_LEFT + u16::from(grid.places) * TEXT_WIDE + TEXT_WIDE / 2;
    for line in 1..=grid.lines {
        let (at, place) =
            (centre(grid.lines, Hex::new(line, 1)), text_place(grid.lines, Hex::new(line, 1)));
        let text = format!("{line:02}");
        labels.push(Label {
            text: text.clone(),
            at: Point { x: MARGIN / 2, y: at.y },
            place: (0, place.1),
        });
        labels.push(Label { text, at: Point { x: far, y: at.y }, place: (last, place.1) });
    }
    let bottom = MARGIN + i32::from(grid.lines) * ROW + TALL / 2 + MARGIN / 2;
    for place in 1..=grid.places {
        for (line, y, row) in [(grid.lines, MARGIN / 2, 0), (1, bottom, u16::from(grid.lines) + 1)]
        {
            let at = centre(grid.lines, Hex::new(line, place));
            let text = text_place(grid.lines, Hex::new(line, place));
            labels.push(Label {
                text: format!("{place:02}"),
                at: Point { x: at.x, y },
                place: (text.0, row),
            });
        }
    }
    labels
}

/// The letter of an arm, on counters and text maps.
const fn sign(arm: Arm) -> &'static str {
    match arm {
        Arm::Leg => "L",
        Arm::Hi => "H",
        Arm::Mi => "M",
        Arm::Li => "S",
        Arm::Cav => "C",
        Arm::El => "E",
    }
}

/// The direction of a vertex, in degrees clockwise from north.
fn degrees(field: &Field<'_>, facing: Bearing) -> u16 {
    let at = field.printed.ground.grid.vertices().into_iter().position(|v| v == facing);
    60 * u16::try_from(at.expect("units face vertices")).expect("six are few")
}

fn piece(field: &Field<'_>, id: Id) -> Option<Piece> {
    let (unit, counter) = (field.unit(id)?, field.counter(id)?);
    let mut marks = Vec::new();
    for (holds, word) in [
        (unit.disordered, "disordered"),
        (field.engaged(id), "engaged"),
        (field.frozen(id), "frozen"),
    ] {
        if holds {
            marks.push(word.to_owned());
        }
    }
    let letter = sign(counter.arm);
    // Carthage in small letters, so that a text map tells the sides apart.
    let letter =
        if counter.side == Side::Carthage { letter.to_lowercase() } else { letter.to_owned() };
    let state = match (unit.disordered, field.engaged(id)) {
        (true, true) => "#",
        (true, false) => "!",
        (false, true) => "=",
        (false, false) => "",
    };
    let kind = field.printed.roster.arms.get(&counter.arm).map_or("unit", String::as_str);
    let (morale, allowance) = (field.morale(id), field.allowance(id));
    let words = format!(
        "{kind} {id} in {} facing {}, morale {morale}, movement {allowance}",
        unit.hex,
        unit.facing.word()
    );
    Some(Piece {
        id: id.to_string(),
        cell: unit.hex.to_string(),
        at: centre(field.printed.ground.grid.lines, unit.hex),
        side: counter.side.word().to_owned(),
        sign: letter.clone(),
        values: format!("{morale}-{allowance}"),
        facing: Some(degrees(field, unit.facing)),
        token: format!("{letter}{}{state}", unit.facing.arrow()),
        words: std::iter::once(words).chain(marks.iter().cloned()).collect::<Vec<_>>().join(", "),
        marks,
        kind: marginalia::kind(counter).to_owned(),
        symbol: marginalia::symbol(counter).to_owned(),
        figure: String::new(),
        stripe: marginalia::stripe(field, counter),
        zone: marginalia::zone(field, *unit),
    })
}

fn legend(field: &Field<'_>) -> Vec<Legend> {
    let mut lines = Vec::new();
    let mut line = |sign: String, words: &str, side: Option<Side>| {
        lines.push(Legend {
            sign,
            words: words.to_owned(),
            side: side.map(|side| side.word().to_owned()).unwrap_or_default(),
        });
    };
    for side in Side::BOTH {
        for arm in Arm::ALL.iter().copied() {
            let there = field
                .printed
                .roster
                .units
                .iter()
                .any(|counter| counter.side == side && counter.arm == arm);
            if there {
                let letter = if side == Side::Carthage {
                    sign(arm).to_lowercase()
                } else {
                    sign(arm).to_owned()
                };
                let kind = field.printed.roster.arms.get(&arm).map_or("", String::as_str);
                line(letter, kind, Some(side));
            }
        }
    }
    let arrows: Vec<String> = field
        .printed
        .ground
        .grid
        .vertices()
        .into_iter()
        .map(|facing| facing.arrow().to_string())
        .collect();
    line(arrows.join(" "), "facing a corner: n, ne, se, s, sw, nw", None);
    line("!".to_owned(), "Disordered", None);
    line("=".to_owned(), "Engaged", None);
    line("#".to_owned(), "Disordered and Engaged", None);
    line("^ A".to_owned(), "level 2 and level 3", None);
    for kind in &field.printed.ground.kinds {
        let sign = field
            .printed
            .ground
            .grid
            .all()
            .find(|hex| field.printed.ground.terrain(*hex).name == kind.name);
        if let Some(hex) = sign.filter(|_| kind.name != "clear") {
            let sign = if kind.name == "stream" { STREAM } else { field.printed.ground.sign(hex) };
            line(sign.to_string(), &kind.name, None);
        }
    }
    lines
}
