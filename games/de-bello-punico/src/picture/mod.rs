//! The map: hexes and terrain, units with facing and disorder, leaders, and the strokes of what happened.

mod marginalia;
mod strokes;

pub(super) use strokes::weight;

use crate::DeBelloPunico;
use crate::events::Event;
use crate::names::{Id, Kind, Side};
use crate::state::{State, Unit};
use engine::Chapter;
use engine::kit::{Bearing, Grid, Hex};
use engine::map::{Cell, Label, Legend, Map, Piece, Point};
use engine::prelude::*;

/// Half a hex from corner to corner, which is also the length of a side.
const SIDE: i32 = 58;
/// From one column to the next: one and a half times a side.
const COLUMN: i32 = 87;
/// A hex from its northern to its southern side.
const TALL: i32 = 100;
/// Room for numbers at the edges.
const MARGIN: i32 = 60;
/// Characters from column to column on a text map; neighbours stand a line apart, so a hex has twice as many.
const TEXT_WIDE: u16 = 3;
/// Characters before the first column.
const TEXT_LEFT: u16 = 3;

impl Picture for DeBelloPunico {
    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        let grid = self.printed.grid;
        let mut hexes: Vec<Hex> = grid.all().collect();
        hexes.sort_by_key(|hex| order(*hex));
        let mut pieces: Vec<(Hex, Piece)> =
            view.units.iter().filter_map(|(id, unit)| piece(self, view, *id, unit)).collect();
        pieces.extend(Side::BOTH.into_iter().filter_map(|side| leader(self, view, side)));
        pieces.sort_by_key(|(hex, _)| order(*hex));
        let events: Vec<&Event> =
            chapters.iter().flat_map(|chapter| &chapter.events).map(|entry| &entry.event).collect();
        Map {
            title: if view.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", view.turn) },
            size: Point {
                x: 2 * MARGIN + (i32::from(grid.lines) - 1) * COLUMN + 2 * SIDE,
                y: 2 * MARGIN + i32::from(grid.places) * TALL + TALL / 2,
            },
            cells: hexes.into_iter().map(|hex| cell(self, view, hex)).collect(),
            labels: labels(grid),
            pieces: pieces.into_iter().map(|(_, piece)| piece).collect(),
            strokes: strokes::strokes(view, &events),
            legend: legend(self, view),
            marginalia: Some(marginalia::marginalia(self, view, chapters)),
            score: Side::BOTH.map(|side| marginalia::score(self, view, side)).to_vec(),
            ..Map::default()
        }
    }

    fn weight(&self, event: &Event) -> u32 {
        weight(event)
    }
}

/// The order from north to south, then west to east; even columns lie half a hex lower.
fn order(hex: Hex) -> (u8, bool, u8) {
    (hex.place, hex.line.is_multiple_of(2), hex.line)
}

fn centre(hex: Hex) -> Point {
    let lower = if hex.line.is_multiple_of(2) { TALL / 2 } else { 0 };
    Point {
        x: MARGIN + SIDE + (i32::from(hex.line) - 1) * COLUMN,
        y: MARGIN + TALL / 2 + (i32::from(hex.place) - 1) * TALL + lower,
    }
}

/// Place on a text map: two lines a row, even columns on the second.
fn text_place(hex: Hex) -> (u16, u16) {
    let lower = u16::from(hex.line.is_multiple_of(2));
    (TEXT_LEFT + (u16::from(hex.line) - 1) * TEXT_WIDE, u16::from(hex.place) * 2 - 1 + lower)
}

fn cell(rules: &DeBelloPunico, view: &State, hex: Hex) -> Cell {
    let at = centre(hex);
    let corner = |x: i32, y: i32| Point { x: at.x + x, y: at.y + y };
    let battle = rules.printed.battle(view.battle);
    let terrain = battle.terrain(hex).to_owned();
    let sign = match terrain.as_str() {
        "hill" => '^',
        "rocky" => ':',
        "bushes" => '"',
        "open" => '.',
        _ => battle.ground.sign(hex),
    };
    let level = if terrain == "hill" { 2 } else { 1 };
    Cell {
        id: hex.to_string(),
        centre: at,
        outline: vec![
            corner(-SIDE, 0),
            corner(-SIDE / 2, -TALL / 2),
            corner(SIDE / 2, -TALL / 2),
            corner(SIDE, 0),
            corner(SIDE / 2, TALL / 2),
            corner(-SIDE / 2, TALL / 2),
        ],
        terrain,
        sign,
        text: text_place(hex),
        label: String::new(),
        level,
    }
}

/// Columns above and below, rows to the left.
fn labels(grid: Grid) -> Vec<Label> {
    let mut labels = Vec::new();
    let bottom = MARGIN + i32::from(grid.places) * TALL + TALL / 2 + MARGIN / 2;
    for line in 1..=grid.lines {
        let (hex, text) = (Hex::new(line, 1), format!("{line:02}"));
        for (y, row) in [(MARGIN / 2, 0), (bottom, u16::from(grid.places) * 2 + 1)] {
            labels.push(Label {
                text: text.clone(),
                at: Point { x: centre(hex).x, y },
                place: (text_place(hex).0, row),
            });
        }
    }
    for place in 1..=grid.places {
        let hex = Hex::new(1, place);
        labels.push(Label {
            text: format!("{place:02}"),
            at: Point { x: MARGIN / 2, y: centre(hex).y },
            place: (0, text_place(hex).1),
        });
    }
    labels
}

/// The direction of a hex side, in degrees clockwise from north.
fn degrees(grid: Grid, facing: Bearing) -> u16 {
    let at = grid.sides().into_iter().position(|side| side == facing);
    60 * u16::try_from(at.expect("a unit faces a side of its hex")).expect("there are six")
}

/// A unit on the map: its counter points where it faces; one in flight has no front.
fn piece(rules: &DeBelloPunico, view: &State, id: Id, unit: &Unit) -> Option<(Hex, Piece)> {
    let hex = unit.hex()?;
    let note = rules.printed.kind(unit.kind);
    let steady = unit.panic.is_none();
    let led = view.camps[unit.side].leader.hex == Some(hex);
    let mut marks = Vec::new();
    let states = [
        (!steady, "flight"),
        (unit.turn.motionless, "motionless"),
        (unit.turn.furious, "raging"),
        (led, "general"),
    ];
    marks.extend(states.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned()));
    if unit.dp > 0 && steady {
        marks.push(format!("hurt-{}", unit.dp));
    }
    let name = if led { id.to_string().to_uppercase() } else { id.to_string() };
    let state = if steady { unit.facing.arrow() } else { '!' };
    let points = if unit.dp > 0 && steady { unit.dp.to_string() } else { String::new() };
    let looks =
        if steady { format!("facing {}", unit.facing.word()) } else { "in flight".to_owned() };
    let disorder = if unit.dp > 0 {
        format!(", disorder {} of {}", unit.dp, note.morale)
    } else {
        String::new()
    };
    let states = [
        (unit.turn.motionless, ", motionless"),
        (unit.turn.furious, ", furious"),
        (led, ", with the leader"),
    ];
    let states: String =
        states.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
    let (combat, morale) =
        (note.combat.saturating_sub(unit.dp), note.morale.saturating_sub(unit.dp));
    let words = format!(
        "{} {id} in {hex} {looks}, combat {combat}, morale {morale}, movement {}{disorder}{states}",
        note.name, note.mp
    );
    let piece = Piece {
        id: id.to_string(),
        cell: hex.to_string(),
        at: centre(hex),
        side: unit.side.word().to_owned(),
        sign: unit.kind.word().to_owned(),
        values: format!("{combat}-{morale}-{}", note.mp),
        facing: steady.then(|| degrees(rules.printed.grid, unit.facing)),
        marks,
        token: format!("{name}{state}{points}"),
        words,
        kind: note.name.clone(),
        symbol: marginalia::symbol(unit.kind).to_owned(),
        figure: String::new(),
        stripe: 0,
        zone: if steady { marginalia::zone(rules, hex, unit) } else { Vec::new() },
    };
    Some((hex, piece))
}

/// A leader without a unit; one with a unit is a mark on it.
fn leader(rules: &DeBelloPunico, view: &State, side: Side) -> Option<(Hex, Piece)> {
    let leader = &view.camps[side].leader;
    let hex = leader.hex?;
    if view.units.values().any(|unit| unit.side == side && unit.hex() == Some(hex)) {
        return None;
    }
    let name = &rules.printed.leader(leader.id).name;
    let piece = Piece {
        id: leader.id.to_string(),
        cell: hex.to_string(),
        at: centre(hex),
        side: side.word().to_owned(),
        sign: "*".to_owned(),
        values: String::new(),
        facing: None,
        marks: vec!["general".to_owned()],
        token: leader.id.to_string().to_uppercase().chars().take(3).chain(['*']).collect(),
        words: format!("{name} alone in {hex}"),
        kind: "a leader alone".to_owned(),
        symbol: "general".to_owned(),
        ..Piece::default()
    };
    Some((hex, piece))
}

fn legend(rules: &DeBelloPunico, view: &State) -> Vec<Legend> {
    let battle = rules.printed.battle(view.battle);
    let mut lines = Vec::new();
    let mut line = |sign: String, words: &str, side: Option<Side>| {
        lines.push(Legend {
            sign,
            words: words.to_owned(),
            side: side.map(|side| side.word().to_owned()).unwrap_or_default(),
        });
    };
    for side in Side::BOTH {
        for kind in Kind::ALL.iter().filter(|kind| battle.count(side, **kind) > 0) {
            let note = rules.printed.kind(*kind);
            let own = note.prefixes.iter().find(|(owner, _)| *owner == side);
            // A text map shows only ids, so the legend adds their first letters if these differ from the type's sign.
            let words = match own {
                Some((_, prefix)) if !prefix.eq_ignore_ascii_case(kind.word()) => {
                    format!("{} ({prefix})", note.name)
                }
                Some(_) | None => note.name.clone(),
            };
            line(kind.word().to_owned(), &words, Some(side));
        }
    }
    line(
        rules.printed.grid.sides().map(|side| side.arrow().to_string()).join(" "),
        "facing n, ne, se, s, sw, nw",
        None,
    );
    line("↑2".to_owned(), "with two disorder points", None);
    line("!".to_owned(), "in flight", None);
    line("PR3".to_owned(), "in capitals: with the leader", None);
    line("SCI*".to_owned(), "a leader alone", None);
    for (sign, name) in
        [('^', "hill"), (':', "rocky"), ('"', "bushes"), ('~', "river"), ('=', "road")]
    {
        if rules.printed.grid.all().any(|hex| battle.terrain(hex) == name) {
            line(sign.to_string(), name, None);
        }
    }
    lines
}
