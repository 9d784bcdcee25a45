//! The map: squares, terrain, units with facing and marks, and the strokes of what happened.

mod marginalia;
mod strokes;

pub(super) use strokes::weight;

use crate::CombinedArms;
use crate::events::{Combat, Event};
use crate::names::{Side, UnitId};
use crate::report_context::arrow;
use crate::rules::Field;
use crate::state::{State, Unit};
use engine::kit::Square;
use engine::map::{Cell, Label, Legend, Map, Piece, Point};
use engine::prelude::*;
use engine::{Chapter, Phase};

/// A square's side, in the map's unit.
const SIDE: i32 = 100;
/// Room for names at the edges.
const MARGIN: i32 = 50;
/// Characters of a cell on a text map, the last one blank.
const TEXT_WIDE: u16 = 4;
/// Characters before the first cell.
const TEXT_LEFT: u16 = 3;

impl Picture for CombinedArms {
    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        let state = view;
        let field = Field::new(&self.chart, state);
        let size = i32::from(state.board.size) * SIDE + 2 * MARGIN;
        let mut units: Vec<&Unit> = state.units.iter().collect();
        units.sort_by_key(|unit| (std::cmp::Reverse(unit.square.row), unit.square.col));
        let told = chapters.last().map(|chapter| &chapter.phase).filter(|phase| phase.turn > 0);
        let side = |phase: &Phase| phase.seat.as_ref().and_then(|seat| Side::parse(seat.name()));
        let title = match told.and_then(|phase| Some((phase.turn, side(phase)?))) {
            Some((turn, side)) => format!("After turn {turn} ({})", side.proper_name()),
            None if state.turn > 0 => "The armies in the field".to_owned(),
            None => "Set-up".to_owned(),
        };
        let events = chapters.iter().flat_map(|chapter| &chapter.events).map(|entry| &entry.event);
        let retreated = retreated_in(events.clone());
        Map {
            title,
            size: Point { x: size, y: size },
            cells: Square::all(state.board.size).map(|square| cell(state, square)).collect(),
            labels: labels(state.board.size),
            pieces: units.iter().map(|unit| piece(&field, unit, &retreated)).collect(),
            strokes: strokes::strokes(self, state, events),
            legend: legend(&field),
            marginalia: Some(marginalia::marginalia(self, &field, chapters)),
            score: Side::BOTH.map(|side| marginalia::score(&field, side)).to_vec(),
            ..Map::default()
        }
    }

    fn weight(&self, event: &Event) -> u32 {
        weight(self, event)
    }
}

fn centre(state: &State, square: Square) -> Point {
    let down = i32::from(state.board.size) - 1 - i32::from(square.row);
    Point {
        x: MARGIN + i32::from(square.col) * SIDE + SIDE / 2,
        y: MARGIN + down * SIDE + SIDE / 2,
    }
}

fn terrain(state: &State, square: Square) -> (&'static str, char) {
    match (state.board.hills.has(square), state.board.plateaus.has(square)) {
        (_, true) => ("plateau", '#'),
        (true, _) => ("hill", '+'),
        _ => ("open", '.'),
    }
}

fn cell(state: &State, square: Square) -> Cell {
    let at = centre(state, square);
    let half = SIDE / 2;
    let corner = |x: i32, y: i32| Point { x: at.x + x * half, y: at.y + y * half };
    let (terrain, sign) = terrain(state, square);
    let row = u16::from(state.board.size) - u16::from(square.row);
    Cell {
        id: square.to_string(),
        centre: at,
        outline: vec![corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)],
        terrain: terrain.to_owned(),
        sign,
        text: (TEXT_LEFT + u16::from(square.col) * TEXT_WIDE, row),
        label: String::new(),
        level: match terrain {
            "plateau" => 3,
            "hill" => 2,
            _ => 1,
        },
    }
}

/// Letters above and below, numbers left and right.
fn labels(size: u8) -> Vec<Label> {
    let far = MARGIN + i32::from(size) * SIDE + MARGIN / 2;
    let (last_row, last_column) = (u16::from(size) + 1, TEXT_LEFT + u16::from(size) * TEXT_WIDE);
    let mut labels = Vec::new();
    for at in 0..size {
        let middle = MARGIN + i32::from(at) * SIDE + SIDE / 2;
        let letter = char::from(b'a' + at).to_string();
        let place = TEXT_LEFT + u16::from(at) * TEXT_WIDE;
        for (y, row) in [(MARGIN / 2, 0), (far, last_row)] {
            labels.push(Label {
                text: letter.clone(),
                at: Point { x: middle, y },
                place: (place, row),
            });
        }
        let (number, up) = ((u16::from(at) + 1).to_string(), i32::from(size - 1 - at));
        let y = MARGIN + up * SIDE + SIDE / 2;
        for (x, column) in [(MARGIN / 2, 0), (far, last_column)] {
            labels.push(Label {
                text: number.clone(),
                at: Point { x, y },
                place: (column, u16::from(size - at)),
            });
        }
    }
    labels
}

/// The units that fell back in these events.
fn retreated_in<'e>(events: impl Iterator<Item = &'e Event>) -> Vec<UnitId> {
    events
        .filter_map(|event| match event {
            Event::Combat(Combat::Retreat { unit, .. }) => Some(*unit),
            _ => None,
        })
        .collect()
}

fn piece(field: &Field<'_>, unit: &Unit, retreated: &[UnitId]) -> Piece {
    let kind = field.kind(unit);
    let back = retreated.contains(&unit.id);
    let mut marks = Vec::new();
    let mut mark = |holds: bool, word: String| {
        if holds {
            marks.push(word);
        }
    };
    let hill = field.state.board.hills.has(unit.square);
    mark(back, "retreated".to_owned());
    mark(unit.veteran, "veteran".to_owned());
    mark(unit.charged.is_some(), "charged".to_owned());
    mark(unit.damage > 0, format!("hurt-{}", unit.damage));
    mark(kind.abilities.general, "general".to_owned());
    mark(kind.abilities.pila, format!("pila-{}", unit.pila));
    let pila = if kind.abilities.pila { format!(" p{}", unit.pila) } else { String::new() };
    Piece {
        id: unit.id.to_string(),
        cell: unit.square.to_string(),
        at: centre(field.state, unit.square),
        side: unit.side.word().to_owned(),
        sign: kind.letter.to_string(),
        values: format!("{}-{}-{}{pila}", kind.movement, kind.range, field.defense(unit)),
        facing: Some(unit.facing.degrees()),
        token: format!("{}{}{}", kind.letter, arrow(unit.facing), mark_of(back, hill)),
        words: in_words(field, unit, back, hill),
        marks,
        kind: kind.alias.clone(),
        symbol: marginalia::symbol(kind).to_owned(),
        figure: field.defense(unit).to_string(),
        stripe: 0,
        zone: marginalia::zone(field, unit),
    }
}

/// A unit in one line, with all that its counter and its badges say.
fn in_words(field: &Field<'_>, unit: &Unit, back: bool, hill: bool) -> String {
    let kind = field.kind(unit);
    let mut words = vec![
        format!("{} {} on {} facing {}", kind.alias, unit.id, unit.square, unit.facing.word()),
        format!("Defense {}", field.defense(unit)),
    ];
    if kind.abilities.pila {
        words.push(match unit.pila {
            0 => "no pila left".to_owned(),
            1 => "1 pilum left".to_owned(),
            more => format!("{more} pila left"),
        });
    }
    if unit.damage > 0 {
        words.push(format!("damage {}", unit.damage));
    }
    let states = [
        (back, "fell back"),
        (hill, "on a hill"),
        (unit.veteran, "veteran"),
        (unit.charged.is_some(), "charge spent"),
    ];
    words.extend(states.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned()));
    words.join(", ")
}

/// The character after a unit on a text map.
const fn mark_of(back: bool, hill: bool) -> &'static str {
    match (back, hill) {
        (true, true) => "&",
        (true, false) => "*",
        (false, true) => "+",
        (false, false) => "",
    }
}

/// The legend: the types that occur, facings, terrain.
fn legend(field: &Field<'_>) -> Vec<Legend> {
    let mut lines = Vec::new();
    let mut line = |sign: String, words: &str, side: Option<Side>| {
        lines.push(Legend {
            sign,
            words: words.to_owned(),
            side: side.map(|side| side.word().to_owned()).unwrap_or_default(),
        });
    };
    for kind in &field.chart.kinds {
        if field.state.units.iter().any(|unit| unit.kind == kind.name) {
            line(kind.letter.to_string(), &kind.alias, Some(kind.side));
        }
    }
    let arrows: Vec<String> =
        engine::kit::Facing::ALL.map(|facing| arrow(facing).to_string()).to_vec();
    line(arrows.join(" "), "facing north, east, south, west", None);
    line("*".to_owned(), "fell back during the events reported here", None);
    let hills = !field.state.board.hills.is_empty();
    for (sign, words, there) in [
        ("+", "hill; next to a unit: the unit is on a hill", hills),
        ("&", "fell back, and stands on a hill", hills),
        ("#", "plateau", !field.state.board.plateaus.is_empty()),
    ] {
        if there {
            line(sign.to_owned(), words, None);
        }
    }
    lines
}
