//! The line as a picture: the attacker below looks north, the defender above looks south, so that the attacker's left is
//! the left of the picture.

use super::snapshot::{LaneShown, ManShown, SideShown, Snapshot};
use crate::elements::{Member, Side, Troop};
use engine::map::{Cell, Label, Legend, Map, Piece, Point, Stroke, StrokeKind};

/// A square's side, in the map's unit.
const SIDE: i32 = 100;
const MARGIN: i32 = 60;
/// Room between two lanes.
const BETWEEN: i32 = 60;
/// Characters of a place on a text map, the last one blank.
const TEXT_WIDE: u16 = 4;
/// Characters between two lanes.
const TEXT_BETWEEN: u16 = 3;

/// Rows from the top: the defender's reserve, rear, front; the ground between; the attacker's front, rear, reserve.
const ROWS: i32 = 7;
const DEFENDER: Rows = Rows { reserve: 0, rear: 1, front: 2 };
const ATTACKER: Rows = Rows { reserve: 6, rear: 5, front: 4 };
const MIDDLE: i32 = 3;

#[derive(Clone, Copy)]
struct Rows {
    reserve: i32,
    rear: i32,
    front: i32,
}

pub(crate) fn map(snapshot: &Snapshot) -> Map {
    let layout = Layout::of(snapshot);
    let mut map = Map {
        title: title(snapshot),
        size: Point { x: layout.width(), y: ROWS * SIDE + 2 * MARGIN },
        legend: legend(snapshot),
        ..Map::default()
    };
    for (index, lane) in snapshot.lanes.iter().enumerate() {
        draw_lane(&mut map, &layout, index, lane, snapshot);
    }
    for (side, rows) in snapshot.sides.iter().zip([ATTACKER, DEFENDER]) {
        draw_reserve(&mut map, &layout, side, rows);
        let below = rows.reserve == ATTACKER.reserve;
        let at = Point {
            x: map.size.x / 2,
            y: if below { map.size.y - MARGIN / 2 } else { MARGIN / 2 },
        };
        let place = (0, if below { small(ROWS) + 1 } else { 0 });
        map.labels.push(Label { text: strength(side), at, place });
    }
    map.cells.sort_by_key(|cell| (cell.centre.y, cell.centre.x));
    map.pieces.sort_by_key(|piece| (piece.at.y, piece.at.x));
    map
}

fn title(snapshot: &Snapshot) -> String {
    match snapshot.bound {
        0 => "The armies in line".to_owned(),
        bound => format!("After bound {bound}"),
    }
}

/// The facts about a side that the drawing does not show.
fn strength(side: &SideShown) -> String {
    said_of(side)
}

fn said_of(side: &SideShown) -> String {
    let names = |members: &[Member]| {
        members.iter().map(|who| who.element.to_string()).collect::<Vec<_>>().join(" ")
    };
    let parts = [
        ("reserve", &side.reserve),
        ("fled", &side.fled),
        ("between lanes", &side.riding),
        ("at the camp", &side.at_camp),
        ("lost", &side.lost),
    ];
    let shown = |what: &str| !matches!(what, "reserve" | "lost");
    let said = parts
        .iter()
        .filter(|(what, members)| !members.is_empty() && shown(what))
        .map(|(what, members)| format!("; {what}: {}", names(members)));
    let camp = if side.looted { "; camp looted" } else { "" };
    format!(
        "{}: losses {} of {}{}{camp}",
        side.army,
        side.losses,
        side.limit,
        said.collect::<String>()
    )
}

struct Layout {
    /// By lane: the files from left to right.
    files: Vec<Vec<i16>>,
    /// The number of places in the larger reserve.
    reserve: i32,
}

impl Layout {
    fn of(snapshot: &Snapshot) -> Self {
        let files = snapshot.lanes.iter().map(|lane| {
            let numbers = lane.files.iter().map(|file| file.file);
            let (low, high) = (numbers.clone().min().unwrap_or(1), numbers.max().unwrap_or(1));
            let all = low..=high;
            // Wings are counted from the centre outward: on the left that is from right to left.
            if lane.lane == 1 { all.rev().collect() } else { all.collect() }
        });
        let reserve =
            snapshot.sides.iter().map(|side| count(side.reserve.len())).max().unwrap_or(0);
        Self { files: files.collect(), reserve }
    }

    /// The numbers of squares and of gaps before a lane.
    fn before(&self, lane: usize) -> (i32, i32) {
        let squares: usize = self.files[..lane].iter().map(Vec::len).sum();
        (count(squares), count(lane))
    }

    fn width(&self) -> i32 {
        let (squares, lanes) = self.before(self.files.len());
        2 * MARGIN + (squares * SIDE + (lanes - 1) * BETWEEN).max(self.reserve * SIDE)
    }

    fn column(&self, lane: usize, file: i16) -> i32 {
        let place = self.files[lane].iter().position(|at| *at == file);
        count(place.expect("the file belongs to the snapshot that was deployed"))
    }

    fn point(&self, lane: usize, column: i32, row: i32) -> Point {
        let (squares, gaps) = self.before(lane);
        let x = MARGIN + (squares + column) * SIDE + gaps * BETWEEN + SIDE / 2;
        Point { x, y: MARGIN + row * SIDE + SIDE / 2 }
    }

    fn place(&self, lane: usize, column: i32, row: i32) -> (u16, u16) {
        let (squares, gaps) = self.before(lane);
        (small(squares + column) * TEXT_WIDE + small(gaps) * TEXT_BETWEEN, small(row) + 1)
    }
}

fn count(items: usize) -> i32 {
    i32::try_from(items).expect("a line of battle is short")
}

fn small(number: i32) -> u16 {
    u16::try_from(number).expect("a place on the map")
}

/// One word for the ground of a lane, and its sign on a text map.
fn terrain(lane: &LaneShown) -> (&'static str, char) {
    let has = |name: &str| lane.features.iter().any(|feature| feature == name);
    if has("wood") {
        ("wood", 'w')
    } else if has("marsh") {
        ("marsh", 'm')
    } else if has("rough") {
        ("rough", 'r')
    } else if has("gentle-hill") || has("steep-hill") {
        ("hill", 'h')
    } else {
        ("open", '.')
    }
}

fn draw_lane(map: &mut Map, layout: &Layout, index: usize, lane: &LaneShown, snapshot: &Snapshot) {
    let water = lane.features.iter().any(|feature| feature == "river");
    let ground = terrain(lane);
    for file in &layout.files[index] {
        let column = layout.column(index, *file);
        for row in [DEFENDER.rear, DEFENDER.front, MIDDLE, ATTACKER.front, ATTACKER.rear] {
            // The words between the lines need the row to themselves on a text map.
            let between = (if water { "sea" } else { ground.0 }, ' ');
            let ground = if row == MIDDLE { between } else { ground };
            let id = format!("L{}f{file}r{row}", lane.lane);
            map.cells.push(cell(
                id,
                layout.point(index, column, row),
                layout.place(index, column, row),
                ground,
            ));
        }
    }
    let state =
        if lane.contact { "contact".to_owned() } else { format!("{}00 paces", lane.distance) };
    let middle = count(layout.files[index].len() - 1);
    let (left, right) = (layout.point(index, 0, MIDDLE), layout.point(index, middle, MIDDLE));
    let at = Point { x: i32::midpoint(left.x, right.x), y: left.y };
    map.labels.push(Label { text: state, at, place: layout.place(index, 0, MIDDLE) });
    for file in &lane.files {
        let column = layout.column(index, file.file);
        for (man, rows, facing) in [(&file.attacker, ATTACKER, 0), (&file.defender, DEFENDER, 180)]
        {
            let Some(man) = man else { continue };
            let gave_ground = file.apart.is_some_and(|army| army.side() == man.who.army.side());
            let spot = Spot { layout, lane: index, column, file: file.file };
            draw_man(map, &spot, man, rows, facing, gave_ground, snapshot);
        }
    }
}

struct Spot<'a> {
    layout: &'a Layout,
    lane: usize,
    column: i32,
    file: i16,
}

fn draw_man(
    map: &mut Map,
    spot: &Spot<'_>,
    man: &ManShown,
    rows: Rows,
    facing: u16,
    gave_ground: bool,
    snapshot: &Snapshot,
) {
    let mut put = |who: Member, row: i32, marks: Vec<String>, words: String| {
        let at = spot.layout.point(spot.lane, spot.column, row);
        let cell = format!("L{}f{}r{row}", spot.lane + 1, spot.file);
        map.pieces.push(piece(who, cell, at, Some(facing), marks, words));
    };
    let mut marks = Vec::new();
    if gave_ground {
        marks.push("retreated".to_owned());
    }
    let place = format!("lane {}, file {}", spot.lane + 1, spot.file);
    let ground = if gave_ground { ", gave ground" } else { "" };
    let turned = man.turned.map_or(String::new(), |on| format!(", turned on {on}"));
    put(
        man.who,
        rows.front,
        marks,
        format!("{} {} in {place}{ground}{turned}", man.who.element.troop.name(), man.who),
    );
    if let Some(rear) = man.rear {
        put(
            rear,
            rows.rear,
            Vec::new(),
            format!("{} {rear} behind {} in {place}", rear.element.troop.name(), man.who),
        );
    }
    if let Some((lane, file)) =
        man.turned.and_then(|on| find(snapshot, on)).filter(|(lane, _)| *lane == spot.lane)
    {
        let (from, to) = (
            spot.layout.point(spot.lane, spot.column, rows.front),
            spot.layout.point(lane, spot.layout.column(lane, file), MIDDLE),
        );
        let words = format!("{} turns on a flank", man.who);
        let side = man.who.army.side().word().to_owned();
        map.strokes.push(Stroke {
            kind: StrokeKind::Attack,
            points: vec![from, to],
            side,
            words,
            ..Stroke::default()
        });
    }
}

/// The lane (from 0) and file of a front element.
fn find(snapshot: &Snapshot, who: Member) -> Option<(usize, i16)> {
    snapshot.lanes.iter().enumerate().find_map(|(index, lane)| {
        let here = |file: &&super::snapshot::FileShown| {
            [&file.attacker, &file.defender].into_iter().flatten().any(|man| man.who == who)
        };
        lane.files.iter().find(here).map(|file| (index, file.file))
    })
}

/// The reserve stands behind the centre.
fn draw_reserve(map: &mut Map, layout: &Layout, side: &SideShown, rows: Rows) {
    for (at, who) in side.reserve.iter().enumerate() {
        let column = count(at);
        let id = format!("{}-reserve-{}", side.army, at + 1);
        let point = layout.point(0, column, rows.reserve);
        map.cells.push(cell(
            id.clone(),
            point,
            layout.place(0, column, rows.reserve),
            ("open", '.'),
        ));
        let words = format!("{} {who} in reserve", who.element.troop.name());
        map.pieces.push(piece(*who, id, point, None, Vec::new(), words));
    }
}

fn cell(id: String, at: Point, text: (u16, u16), ground: (&str, char)) -> Cell {
    let half = SIDE / 2;
    let corner = |x: i32, y: i32| Point { x: at.x + x * half, y: at.y + y * half };
    Cell {
        id,
        centre: at,
        outline: vec![corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)],
        terrain: ground.0.to_owned(),
        sign: ground.1,
        text,
        label: String::new(),
        ..Cell::default()
    }
}

fn piece(
    who: Member,
    cell: String,
    at: Point,
    facing: Option<u16>,
    marks: Vec<String>,
    words: String,
) -> Piece {
    Piece {
        id: who.element.to_string(),
        cell,
        at,
        side: who.army.side().word().to_owned(),
        sign: who.element.troop.word().to_owned(),
        values: String::new(),
        facing,
        marks,
        token: who.element.to_string().chars().take(3).collect(),
        words,
        ..Piece::default()
    }
}

fn legend(snapshot: &Snapshot) -> Vec<Legend> {
    let mut seen: Vec<(Side, Troop)> = Vec::new();
    let in_line = snapshot
        .lanes
        .iter()
        .flat_map(|lane| &lane.files)
        .flat_map(|file| [&file.attacker, &file.defender]);
    let front = in_line.flatten().flat_map(|man| std::iter::once(man.who).chain(man.rear));
    for who in front.chain(snapshot.sides.iter().flat_map(|side| side.reserve.iter().copied())) {
        if !seen.contains(&(who.army.side(), who.element.troop)) {
            seen.push((who.army.side(), who.element.troop));
        }
    }
    seen.sort_unstable();
    let entry = |(side, troop): (Side, Troop)| Legend {
        sign: troop.word().to_owned(),
        words: troop.name().to_owned(),
        side: side.word().to_owned(),
    };
    seen.into_iter().map(entry).collect()
}
