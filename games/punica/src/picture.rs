//! The map: areas as drawn places, units as counters with their number, the lines of the record.

mod areas;

use crate::Punica;
use crate::board::Board;
use crate::data::chart::{Area, PlaceKind, bit, each};
use crate::events::{Event, UnitEvent};
use crate::names::{AreaId, Side, Unit, UnitId};
use crate::state::{Stage, State, unit_of};
use engine::Chapter;
use engine::map::score::{self, Count, Score};
use engine::map::{Cell, Label, Legend, Map, Piece, Point, Stroke, StrokeKind};
use engine::prelude::*;

/// Distance between neighbouring drawing places, in hundredths.
const STEP: i32 = 130;
/// Half the side of an area.
const HALF: i32 = 54;
/// Half the width of a bar between areas, and of the line from a region to a sea that it touches.
const BAR: i32 = 6;
const COAST: i32 = 1;
/// Distance of both sides' counters from the middle of a contested area: a counter is 74 wide.
const BESIDE: i32 = 39;
/// Distance of an area's code above its rim.
const ABOVE: i32 = 20;
/// Characters from column to column on the text map, and lines from row to row.
const WIDE: u16 = 6;
const HIGH: u16 = 2;

impl Picture for Punica {
    fn picture(&self, view: &State, chapters: &[Chapter<Event>]) -> Map {
        let chart = self.chart();
        let board = self.board(view);
        let mut order: Vec<Area> = (0..chart.places.len()).collect();
        order.sort_by_key(|area| (chart.places[*area].at.1, chart.places[*area].at.0));
        let far = |axis: fn(Point) -> i32| {
            (0..chart.places.len()).map(|area| axis(centre(self, area))).max().unwrap_or(0)
        };
        let size = Point { x: far(|at| at.x) + STEP / 2, y: far(|at| at.y) + STEP };
        let mut map = Map {
            title: format!("Punica, turn {}: {}", view.turn, awaited(view)),
            size,
            areas: Some(areas::areas(self, view, &board, chapters)),
            score: Side::BOTH.map(|side| score(self, &board, side)).to_vec(),
            ..Map::default()
        };
        for area in 0..chart.places.len() {
            map.cells.extend(
                each(chart.beside[area])
                    .filter(|other| *other > area)
                    .map(|other| link(self, area, other, BAR)),
            );
            let coasts = each(chart.touch[area]).filter(|_| !chart.is_sea(area));
            map.cells.extend(coasts.map(|sea| link(self, area, sea, COAST)));
        }
        let rows = (0..chart.places.len()).map(|area| text(self, area).1).max().unwrap_or(0);
        map.labels.push(Label {
            text: hands(self, &board),
            at: Point { x: size.x / 2, y: size.y - STEP / 5 },
            place: (0, rows + 2),
        });
        for area in order {
            map.cells.push(cell(self, area));
            map.labels.push(label(self, area));
            for side in Side::BOTH.into_iter().filter(|side| board.units(*side, area) > 0) {
                if side == Side::Carthage && board.contested() & bit(area) != 0 {
                    let mut beside = cell(self, area);
                    beside.id = format!("{}-battle", chart.id(area));
                    beside.text.0 += 3;
                    beside.outline = Vec::new();
                    map.cells.push(beside);
                }
                map.pieces.push(piece(self, &board, side, area));
            }
        }
        map.strokes = chapters
            .iter()
            .flat_map(|chapter| &chapter.events)
            .filter_map(|entry| stroke(self, &entry.event))
            .collect();
        map.legend = legend();
        map
    }
}

/// The enemy's areas of influence that a side holds, out of those it needs to win, and its deck.
fn score(rules: &Punica, board: &Board, side: Side) -> Score {
    let chart = rules.chart();
    let gains = board.controlled(side) & chart.influence[side.other().at()];
    let cards = rules.deck(side).0.iter().enumerate().map(|(at, card)| score::Card {
        name: card.name.clone(),
        value: card.strength,
        star: card.symbol,
        held: board.hands[side.at()] & (1 << at) != 0,
    });
    Score {
        side: side.word().to_owned(),
        count: Count::Areas,
        done: u16::try_from(each(gains).count()).expect("areas are few"),
        of: u16::try_from(rules.worth().influence).expect("areas are few"),
        cards: cards.collect(),
        ..Score::default()
    }
}

/// The seats that are awaited, and their questions, in words.
fn awaited(view: &State) -> String {
    let name = Side::proper_name;
    match &view.stage {
        Stage::Action {} => format!("{} to act", name(view.active)),
        Stage::Order {} => format!("{} to order the battles", name(view.active)),
        Stage::Battle { asked } => {
            let asked: Vec<&str> = asked.iter().copied().map(name).collect();
            format!("{} to choose a card", asked.join(" and "))
        }
        Stage::Effect { seat } => format!("{} to move by its card", name(*seat)),
        Stage::Aftermath { seat, .. } => format!("{} to decide after the battle", name(*seat)),
        Stage::Over {} => "the game is over".to_owned(),
    }
}

fn centre(rules: &Punica, area: Area) -> Point {
    let (column, row) = grid(rules, area);
    Point { x: i32::from(column) * STEP + STEP / 2, y: i32::from(row) * STEP + STEP * 3 / 4 }
}

/// An area's column and row, counted from the first ones that the board uses.
fn grid(rules: &Punica, area: Area) -> (u16, u16) {
    let places = &rules.chart().places;
    let first = |axis: fn(&(u16, u16)) -> u16| {
        places.iter().map(|place| axis(&place.at)).min().unwrap_or(0)
    };
    let at = places[area].at;
    (at.0 - first(|at| at.0), at.1 - first(|at| at.1))
}

/// An area: regions with cut corners, seas round.
fn cell(rules: &Punica, area: Area) -> Cell {
    let place = &rules.chart().places[area];
    let middle = centre(rules, area);
    let (cut, terrain, sign) = shape(rules, area);
    let (near, far) = (HALF - cut, HALF);
    let corners = [
        (near, -far),
        (far, -near),
        (far, near),
        (near, far),
        (-near, far),
        (-far, near),
        (-far, -near),
        (-near, -far),
    ];
    let outline = corners.map(|(x, y)| Point { x: middle.x + x, y: middle.y + y }).to_vec();
    Cell {
        id: place.id.to_string(),
        centre: middle,
        outline,
        terrain: terrain.to_owned(),
        sign,
        text: text(rules, area),
        label: String::new(),
        ..Cell::default()
    }
}

/// The cards in both sides' hands, in words.
fn hands(rules: &Punica, board: &Board) -> String {
    let hand = |side: Side| {
        rules
            .ranked(board, side)
            .iter()
            .map(|(card, _)| card.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    format!("In hand: Rome {}; Carthage {}", hand(Side::Rome), hand(Side::Carthage))
}

/// A bar between two areas beside each other: a border on land or a way at sea; a narrower bar is the coast where a
/// region touches a sea. It has no sign on the text map.
fn link(rules: &Punica, one: Area, other: Area, half: i32) -> Cell {
    let chart = rules.chart();
    let (from, to) = (centre(rules, one), centre(rules, other));
    let (x, y) = (to.x - from.x, to.y - from.y);
    let far = x.abs().max(y.abs()).max(1);
    let (near, away) = (rim(rules, one, (x, y)), rim(rules, other, (-x, -y)));
    // Divisions round towards zero.
    let (wide, high) = (y * half / far, -x * half / far);
    let point = |base: Point, off: Point, sign: i32| Point {
        x: base.x + off.x + sign * wide,
        y: base.y + off.y + sign * high,
    };
    let outline =
        vec![point(from, near, 1), point(to, away, 1), point(to, away, -1), point(from, near, -1)];
    Cell {
        id: format!("{}-{}", chart.id(one), chart.id(other)),
        centre: Point { x: from.x + x / 2, y: from.y + y / 2 },
        outline,
        terrain: if chart.is_sea(one) { "sea" } else { "open" }.to_owned(),
        sign: ' ',
        text: (0, 0),
        label: String::new(),
        ..Cell::default()
    }
}

/// The point at which a line out of an area's centre crosses its rim; divisions round towards zero.
fn rim(rules: &Punica, area: Area, (x, y): (i32, i32)) -> Point {
    let (far, sum) = (x.abs().max(y.abs()).max(1), (x.abs() + y.abs()).max(1));
    let slant = 2 * HALF - shape(rules, area).0;
    let (part, whole) = if HALF * sum <= slant * far { (HALF, far) } else { (slant, sum) };
    Point { x: x * part / whole, y: y * part / whole }
}

/// The size of an area's cut corners, its terrain, and its sign.
fn shape(rules: &Punica, area: Area) -> (i32, &'static str, char) {
    match rules.chart().places[area].kind {
        PlaceKind::Sea { .. } => (34, "sea", '~'),
        PlaceKind::Region { capital: true, .. } => (6, "capital", '#'),
        PlaceKind::Region { .. } => (14, "open", '.'),
    }
}

fn text(rules: &Punica, area: Area) -> (u16, u16) {
    let (column, row) = grid(rules, area);
    (column * WIDE, row * HIGH + 1)
}

/// An area's code above it on the text map.
fn label(rules: &Punica, area: Area) -> Label {
    let place = &rules.chart().places[area];
    let (column, row) = text(rules, area);
    let mark = if matches!(place.kind, PlaceKind::Sea { symbol: Some(_) }) { "*" } else { "" };
    let middle = centre(rules, area);
    let at = Point { x: middle.x + aside(rules, area), y: middle.y - HALF - ABOVE };
    Label { text: format!("{}{mark}", place.code), at, place: (column, row - 1) }
}

/// Distance of an area's code beside its middle, so that no line out of the area runs through it.
fn aside(rules: &Punica, area: Area) -> i32 {
    let (chart, from) = (rules.chart(), centre(rules, area));
    let free = |shift: &i32| {
        each(chart.beside[area] | chart.touch[area]).all(|other| {
            let to = centre(rules, other);
            let (x, y) = (to.x - from.x, to.y - from.y);
            y >= 0 || (x * (HALF + ABOVE) / -y - shift).abs() > 30
        })
    };
    [0, -HALF, HALF].into_iter().find(free).unwrap_or(0)
}

/// The units of a side in an area as one counter.
fn piece(rules: &Punica, board: &Board, side: Side, area: Area) -> Piece {
    let chart = rules.chart();
    let count = board.count[side.at()][area];
    let hannibal = board.hannibal_at(side, area);
    let strength = board.strength(chart, rules.worth(), side, area);
    let sea = chart.is_sea(area);
    let battle = board.contested() & bit(area) != 0;
    let shift = match (battle, side) {
        (false, _) => 0,
        (true, Side::Rome) => -BESIDE,
        (true, Side::Carthage) => BESIDE,
    };
    let middle = centre(rules, area);
    let sign = match (sea, count, hannibal) {
        (true, ..) => format!("{count}F"),
        (false, 0, _) => "H".to_owned(),
        (false, _, true) => format!("{count}H"),
        (false, _, false) => format!("{count}A"),
    };
    let letter = letter(side);
    let cell = if battle && side == Side::Carthage {
        format!("{}-battle", chart.id(area))
    } else {
        chart.id(area).to_string()
    };
    Piece {
        id: piece_id(rules, side, area),
        cell,
        at: Point { x: middle.x + shift, y: middle.y },
        side: side.word().to_owned(),
        token: format!("{letter}{}", sign.chars().take(2).collect::<String>()),
        sign,
        values: strength.to_string(),
        facing: None,
        marks: if battle { vec!["battle".to_owned()] } else { Vec::new() },
        words: words(rules, board, side, area),
        ..Piece::default()
    }
}

fn letter(side: Side) -> char {
    if side == Side::Rome { 'R' } else { 'C' }
}

/// The name of the counter of a side's units in an area: `r-rom`.
pub(crate) fn piece_id(rules: &Punica, side: Side, area: Area) -> String {
    let code = &rules.chart().places[area].code;
    format!("{}-{code}", letter(side)).to_ascii_lowercase()
}

/// A side's units in an area in words.
pub(crate) fn words(rules: &Punica, board: &Board, side: Side, area: Area) -> String {
    let chart = rules.chart();
    let (count, hannibal) = (board.count[side.at()][area], board.hannibal_at(side, area));
    let strength = board.strength(chart, rules.worth(), side, area);
    let battle = if board.contested() & bit(area) != 0 { ", in battle" } else { "" };
    let (name, people) = (chart.name(area), side.proper_name());
    let what = units_in_words(count, hannibal, chart.is_sea(area));
    format!("{name}: {people}, {what}, strength {strength}{battle}")
}

/// Units in words: `3 armies and Hannibal`.
fn units_in_words(count: u8, hannibal: bool, sea: bool) -> String {
    let one = if sea { "fleet" } else { "army" };
    let many = if sea { "fleets" } else { "armies" };
    match (count, hannibal) {
        (0, true) => "Hannibal".to_owned(),
        (1, false) => format!("1 {one}"),
        (1, true) => format!("1 {one} and Hannibal"),
        (n, false) => format!("{n} {many}"),
        (n, true) => format!("{n} {many} and Hannibal"),
    }
}

/// Units by their ids, in words.
fn company(ids: &[UnitId]) -> String {
    let count = |unit| ids.iter().filter(|id| unit_of(**id) == unit).count();
    let armies = u8::try_from(count(Unit::Army)).expect("few units");
    let fleets = u8::try_from(count(Unit::Fleet)).expect("few units");
    if fleets > 0 {
        return units_in_words(fleets, false, true);
    }
    units_in_words(armies, count(Unit::Hannibal) > 0, false)
}

/// The line of an event, if it has one.
fn stroke(rules: &Punica, event: &Event) -> Option<Stroke> {
    let chart = rules.chart();
    let at = |id: AreaId| centre(rules, chart.index(id));
    let line = |kind, from: AreaId, seas: &[AreaId], to: AreaId, side: Side, words: String| {
        let points =
            std::iter::once(from).chain(seas.iter().copied()).chain([to]).map(at).collect();
        Some(Stroke { kind, points, side: side.word().to_owned(), words, ..Stroke::default() })
    };
    let Event::Units(event) = event else { return None };
    match event {
        UnitEvent::Move { seat, id, from, to, seas, .. } => line(
            StrokeKind::Move,
            *from,
            seas,
            *to,
            *seat,
            format!("{} from {from} to {to}", company(&[*id])),
        ),
        UnitEvent::Retreat { seat, ids, from, to, seas, .. } => line(
            StrokeKind::Retreat,
            *from,
            seas,
            *to,
            *seat,
            format!("{} in retreat from {from} to {to}", company(ids)),
        ),
        UnitEvent::Removed { seat, id, area, .. } => {
            let words = format!("{} lost in {area}", company(&[*id]));
            Some(Stroke {
                kind: StrokeKind::Loss,
                points: vec![corner(at(*area), *seat)],
                side: seat.word().to_owned(),
                words,
                ..Stroke::default()
            })
        }
        UnitEvent::LostInRetreat { seat, area, units, .. } => {
            let words = format!("{units} lost in {area}, unable to retreat");
            Some(Stroke {
                kind: StrokeKind::Loss,
                points: vec![corner(at(*area), *seat)],
                side: seat.word().to_owned(),
                words,
                ..Stroke::default()
            })
        }
        UnitEvent::Deployed { .. } | UnitEvent::Control { .. } => None,
    }
}

/// The place at which a loss is marked: below the area, Rome's on the left, Carthage's on the right, clear of what
/// still stands.
fn corner(middle: Point, side: Side) -> Point {
    let x = if side == Side::Rome { -HALF } else { HALF };
    Point { x: middle.x + x, y: middle.y + HALF }
}

fn legend() -> Vec<Legend> {
    vec![
        Legend::new("3A", "three armies", "rome"),
        Legend::new("3H", "three armies and Hannibal", "carthage"),
        Legend::new("H", "Hannibal alone", "carthage"),
        Legend::new("2F", "two fleets", "rome"),
        Legend::new("*", "sea with a fleet symbol", ""),
        Legend::new("#", "empty capital", ""),
    ]
}
