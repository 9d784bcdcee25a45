//! Maps of small battles made by hand.

use crate::{Look, Phrases, drawn, for_book, single};
use engine::map::{Cell, Fight, Map, Marginalia, Piece, Point, Stage, Stroke, StrokeKind};

/// A field of squares, ten by ten.
fn field() -> Map {
    let cell = |at: i32| {
        let centre = Point { x: 100 + at % 10 * 100, y: 100 + at / 10 * 100 };
        let corner = |(x, y)| Point { x: centre.x + x, y: centre.y + y };
        Cell {
            id: format!("{at:02}"),
            centre,
            outline: [(-50, -50), (50, -50), (50, 50), (-50, 50)].map(corner).to_vec(),
            terrain: "open".to_owned(),
            level: if at == 44 { 2 } else { 1 },
            ..Cell::default()
        }
    };
    let marginalia = Marginalia { heading: "A field".to_owned(), ..Marginalia::default() };
    Map { cells: (0..100).map(cell).collect(), marginalia: Some(marginalia), ..Map::default() }
}

/// The same of hexes, with a corner or a side to the north.
fn hexes(flat: bool) -> Map {
    let cell = |at: i32| {
        let (line, place) = (at / 10, at % 10);
        let (x, y) = (place * 100 + line % 2 * 50 + 100, line * 87 + 100);
        let turned = |(x, y): (i32, i32)| if flat { (y, x) } else { (x, y) };
        let centre = turned((x, y));
        let corners = [(0, -58), (50, -29), (50, 29), (0, 58), (-50, 29), (-50, -29)];
        let corner = |by| {
            let by = turned(by);
            Point { x: centre.0 + by.0, y: centre.1 + by.1 }
        };
        Cell {
            id: format!("{line:02}{place:02}"),
            centre: Point { x: centre.0, y: centre.1 },
            outline: corners.map(corner).to_vec(),
            terrain: ["clear", "river", "vineyard", "ravine", "road"]
                [usize::try_from(at % 7 % 5).expect("places count from 0")]
            .to_owned(),
            level: u8::from(at % 3 == 0) * 2,
            ..Cell::default()
        }
    };
    Map { cells: (0..100).map(cell).collect(), ..field() }
}

fn piece(id: &str, at: Point, side: &str) -> Piece {
    let words = format!("{side} {id}");
    Piece {
        id: id.to_owned(),
        at,
        side: side.to_owned(),
        words,
        facing: Some(0),
        ..Piece::default()
    }
}

fn stroke(kind: StrokeKind, unit: &str, points: &[Point]) -> Stroke {
    let fight =
        (kind == StrokeKind::Attack).then(|| Fight { number: 1, words: "a fight".to_owned() });
    let (unit, points) = (unit.to_owned(), points.to_vec());
    Stroke { kind, points, unit, fight, words: format!("{kind:?}"), ..Stroke::default() }
}

/// Units and everything that can happen to them.
fn fought(mut map: Map) -> Map {
    let at = |at: usize| map.cells[at].centre;
    let pieces = vec![
        piece("a-1", at(33), "rome"),
        piece("b-1", at(34), "carthage"),
        piece("c", at(99), "rome"),
    ];
    let before = Stage { pieces: pieces.clone(), ..Stage::default() };
    let strokes = vec![
        stroke(StrokeKind::Move, "a-1", &[at(31), at(32), at(33)]),
        stroke(StrokeKind::Move, "c", &[at(98), at(98)]),
        stroke(StrokeKind::Attack, "a-1", &[at(33), at(34)]),
        stroke(StrokeKind::Volley, "c", &[at(99), at(34)]),
        stroke(StrokeKind::Retreat, "b-1", &[at(35), at(34)]),
        stroke(StrokeKind::Loss, "d", &[at(34)]),
        stroke(StrokeKind::Loss, "e", &[at(0)]),
        stroke(StrokeKind::Move, "f", &[]),
    ];
    let turning =
        Stage { strokes: strokes[2..3].to_vec(), words: "a blow".to_owned(), ..before.clone() };
    map.stages = vec![before, turning];
    (map.pieces, map.strokes) = (pieces, strokes);
    map
}

#[test]
fn every_position_can_be_drawn_an_empty_field_too() {
    let phrases = Phrases::default();
    for map in [field(), hexes(false), hexes(true)] {
        let looks = [Look::default(), Look { zones: true, ..Look::default() }];
        for map in [map.clone(), fought(map)] {
            for drawing in looks
                .map(|look| single(&map, &phrases, None, look))
                .into_iter()
                .chain([for_book(&map, &phrases, None)])
            {
                assert_eq!(drawing.matches("<svg").count(), drawing.matches("</svg>").count());
                for piece in &map.pieces {
                    assert!(drawing.contains(&format!("<title>{}</title>", piece.words)));
                }
            }
            for look in looks {
                assert_eq!(drawn(&map, &phrases, None, look), drawn(&map, &phrases, None, look));
            }
        }
    }
}

#[test]
fn what_happened_stands_on_the_plate_and_in_its_key() {
    let map = fought(field());
    let drawing = drawn(&map, &Phrases::default(), None, Look::default());
    assert_eq!(drawing.matches(">a fight<").count(), 2, "below its picture and in the key");
    for words in ["A FIELD", "<title>Loss</title>"] {
        assert!(drawing.contains(words), "{words}");
    }
    let before =
        drawn(&map.before().expect("it has a stage"), &Phrases::default(), None, Look::default());
    assert!(!before.contains("a fight") && before.contains("<title>rome a-1</title>"));
}

#[test]
fn the_last_moment_says_what_came_of_the_blow() {
    let mut map = fought(hexes(false));
    let words = "battle.moment-after: after\nbattle.unchanged: as before\nbattle.changed: {from} to {to}\nmark.disordered: Disordered";
    let phrases = Phrases::read(words);
    let said = |map: &Map| drawn(map, &phrases, None, Look::default());
    assert!(said(&map).contains(">after: as before</text>"));
    map.stages.iter_mut().for_each(|stage| stage.pieces[1].values = "6-4".to_owned());
    map.pieces[1].values = "4-3".to_owned();
    map.pieces[1].marks.push("disordered".to_owned());
    let broken = said(&map);
    assert!(broken.contains(">after: b-1 Disordered, 6-4 to</text>"), "{broken}");
}
