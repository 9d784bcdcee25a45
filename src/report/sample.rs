//! A game by hand, for the tests of this room: a few units of both sides, an attack that breaks one.

use engine::map::{Cell, Label, Legend, Link, Map, Piece, Point, Stroke, StrokeKind};

/// A side, id, sign, column, row, facing, marks.
type Placed = (&'static str, &'static str, &'static str, i32, i32, u16, &'static [&'static str]);

const UNITS: &[Placed] = &[
    ("rome", "ve1", "V", 4, 4, 0, &[]),
    ("rome", "ve2", "V", 5, 4, 0, &[]),
    ("rome", "ha1", "H", 4, 5, 0, &["hurt-2"]),
    ("rome", "ha2", "H", 3, 5, 0, &[]),
    ("rome", "ha3", "H", 5, 5, 0, &[]),
    ("rome", "pr1", "P", 6, 4, 90, &["veteran"]),
    ("rome", "scipio", "G", 5, 2, 0, &[]),
    ("rome", "ac1", "C", 10, 6, 90, &["hurt-1", "veteran"]),
    ("carthage", "ca1", "t", 4, 8, 0, &["retreated", "hurt-3"]),
    ("carthage", "af1", "a", 5, 7, 180, &["hurt-1"]),
    ("carthage", "ce1", "c", 6, 7, 180, &["charged"]),
    ("carthage", "hannibal", "g", 6, 10, 180, &[]),
    ("carthage", "el1", "e", 11, 6, 270, &[]),
];

fn at(column: i32, row: i32) -> Point {
    Point { x: 60 + column * 100, y: 60 + (11 - row) * 100 }
}

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for row in (0..12).rev() {
        for column in 0..12 {
            let Point { x, y } = at(column, row);
            let (terrain, sign) = match (column, row) {
                (7..=9, 7) | (7 | 8, 6) | (2, 8) | (3 | 4, 5) | (2..=4, 4) | (9, 3) => {
                    ("hill", '^')
                }
                (9, 6) | (2, 5) => ("plateau", '#'),
                _ => ("open", '.'),
            };
            cells.push(Cell {
                id: format!("{}{}", char::from(b'a' + u8::try_from(column).unwrap()), row + 1),
                centre: Point { x, y },
                outline: [(-50, -50), (50, -50), (50, 50), (-50, 50)]
                    .map(|(a, b)| Point { x: x + a, y: y + b })
                    .to_vec(),
                terrain: terrain.to_owned(),
                sign,
                text: (u16::try_from(column * 4 + 4).unwrap(), u16::try_from(12 - row).unwrap()),
                label: String::new(),
                ..Cell::default()
            });
        }
    }
    cells
}

fn stroke(kind: StrokeKind, side: &str, points: &[(i32, i32)]) -> Stroke {
    Stroke {
        kind,
        points: points.iter().map(|(c, r)| at(*c, *r)).collect(),
        side: side.to_owned(),
        words: format!("{side} {kind:?}"),
        ..Stroke::default()
    }
}

/// A way along a row.
fn link(kind: &str, row: i32) -> Link {
    Link { kind: kind.to_owned(), ends: [at(0, row), at(3, row)], words: kind.to_owned() }
}

/// Letters of columns below the map, numbers of rows beside it.
fn labels() -> Vec<Label> {
    let mut labels = Vec::new();
    for n in 0..12 {
        let letter = char::from(b'a' + u8::try_from(n).unwrap()).to_string();
        let column = u16::try_from(n * 4 + 5).unwrap();
        labels.push(Label {
            text: letter,
            at: Point { x: 60 + n * 100, y: 1240 },
            place: (column, 13),
        });
        let place = (1, u16::try_from(12 - n).unwrap());
        labels.push(Label {
            text: (n + 1).to_string(),
            at: Point { x: -14, y: 60 + (11 - n) * 100 },
            place,
        });
    }
    labels
}

/// A map with everything on it.
pub(super) fn map() -> Map {
    let pieces = UNITS.iter().map(|(side, id, sign, column, row, facing, marks)| Piece {
        id: (*id).to_owned(),
        cell: format!("{}{}", char::from(b'a' + u8::try_from(*column).unwrap()), row + 1),
        at: at(*column, *row),
        side: (*side).to_owned(),
        sign: (*sign).to_owned(),
        values: String::from("4-3-2 p2"),
        facing: Some(*facing),
        marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
        token: format!("{sign}{}", ["^", ">", "v", "<"][usize::from(facing / 90)]),
        words: format!(
            "{side} {id} on {}{}",
            char::from(b'a' + u8::try_from(*column).unwrap()),
            row + 1
        ),
        ..Piece::default()
    });
    Map {
        links: [("land", 0), ("mountain", 2), ("sea", 4)]
            .map(|(kind, row)| link(kind, row))
            .to_vec(),
        title: String::from("Turn 7: Rome attacks <&>"),
        size: Point { x: 1220, y: 1260 },
        cells: cells(),
        labels: labels(),
        pieces: pieces.collect(),
        strokes: vec![
            stroke(StrokeKind::Move, "rome", &[(4, 2), (4, 3), (4, 4)]),
            stroke(StrokeKind::Move, "rome", &[(7, 3), (8, 4), (9, 5), (10, 6)]),
            stroke(StrokeKind::Attack, "rome", &[(4, 4), (4, 7)]),
            stroke(StrokeKind::Attack, "rome", &[(5, 4), (4, 7)]),
            stroke(StrokeKind::Attack, "rome", &[(4, 5), (5, 7)]),
            stroke(StrokeKind::Attack, "rome", &[(10, 6), (11, 6)]),
            stroke(StrokeKind::Attack, "rome", &[(5, 5), (6, 6)]),
            stroke(StrokeKind::Retreat, "carthage", &[(4, 7), (4, 8)]),
            stroke(StrokeKind::Loss, "carthage", &[(6, 6)]),
        ],
        legend: [
            ("V", "Velites", "rome"),
            ("H", "Hastati", "rome"),
            ("a", "African Infantry", "carthage"),
            ("g", "General", "carthage"),
        ]
        .map(|(sign, words, side)| Legend {
            sign: sign.to_owned(),
            words: words.to_owned(),
            side: side.to_owned(),
        })
        .to_vec(),
        figures: Vec::new(),
        ..Map::default()
    }
}
