//! The map: provinces as drawn places, armies as counters with their size, the marches of the record.

mod areas;

use super::battle::events::Course;
use super::battle::{Event as OnField, picture as line};
use super::elements::{ArmyId, Side};
use super::events::sight::View;
use super::events::{Battles, Event, Movement};
use super::names::{City, Name, Way};
use super::rules::Field;
use super::rules::end::{ranking, territory};
use super::state::Player;
use crate::DuellingRepublics;
use crate::data::chart::{Chart, Province};
use engine::Chapter;
use engine::map::score::{Count, Score, Standing};
use engine::map::{Cell, Figure, Label, Legend, Link, Map, Piece, Point, Stroke, StrokeKind};
use engine::prelude::*;
use std::collections::BTreeMap;

/// Units of the drawing for a hundredth of a square of the data.
const SCALE: i32 = 2;
/// Half the side of a province.
const HALF: i32 = 58;
/// Hundredths of a square of the data for each character of the text map, and for each band of it: a line of names,
/// with a line below it for what stands there.
const WIDE: i32 = 12;
const BAND: i32 = 40;
/// Characters that owner and armies of a province need.
const ARMIES: usize = 8;
const MARGIN: i32 = 120;

impl Picture for DuellingRepublics {
    fn picture(&self, view: &View, chapters: &[Chapter<Event>]) -> Map {
        let field = &self.field(view);
        let chart = field.chart;
        let far = |axis: fn(&(i32, i32)) -> i32| {
            chart.provinces.iter().map(|province| axis(&province.at)).max().unwrap_or(0)
        };
        let mut map = Map {
            title: format!(
                "Duelling Republics, {} BC, {}",
                field.state.year_bc(chart.year_bc),
                field.state.season
            ),
            size: Point {
                x: SCALE * far(|at| at.0) + 2 * MARGIN,
                y: SCALE * far(|at| at.1) + 2 * MARGIN,
            },
            ..Map::default()
        };
        let mut order: Vec<_> = chart.provinces.iter().collect();
        order.sort_by_key(|province| (province.at.1, province.at.0));
        let places = text(field);
        for province in order {
            let (column, row) = places[&province.id];
            map.cells.push(Cell { text: (column, row), ..cell(field, province) });
            map.labels.push(Label { place: (column, row - 1), ..label(field, province) });
            map.pieces.extend(pieces(field, view, province));
        }
        let events = || chapters.iter().flat_map(|chapter| &chapter.events);
        map.strokes = events().filter_map(|entry| stroke(field, &entry.event)).collect();
        map.figures = events().filter_map(|entry| figure(chart, &entry.event)).collect();
        map.links = links(field);
        map.legend = legend();
        map.areas = Some(areas::areas(field, view, chapters));
        map.score = Side::BOTH.map(|side| score(field, side)).to_vec();
        map
    }
}

/// The provinces of a side, and its players with their armies.
fn score(field: &Field<'_>, side: Side) -> Score {
    let state = field.state;
    // At the end the points for provinces are among the players' own.
    let lands = |side| if state.result.is_some() { 0 } else { territory(state, side) };
    let sum = |player: &Player| player.vp + lands(player.side);
    let places = match &state.result {
        Some(finish) => finish.ranking.clone(),
        None => ranking(state, None, sum),
    };
    let first = places.first().map(Vec::as_slice).unwrap_or_default();
    let own = state.players.iter().filter(|player| player.side == side && !player.vacant);
    let mut players: Vec<Standing> = own
        .map(|player| {
            let army = state.command(&player.seat).and_then(|id| Some((id, state.army(id)?)));
            let army = army.map(|(id, army)| {
                format!("{id}, {}, {}", army.size, field.chart.province(army.at).name)
            });
            Standing {
                name: player.seat.to_string(),
                points: player.vp,
                leads: sum(player) > 0 && first.contains(&player.seat),
                army: army.unwrap_or_default(),
            }
        })
        .collect();
    players.sort_by_key(|player| std::cmp::Reverse(player.points));
    Score {
        side: side.word().to_owned(),
        count: Count::Provinces,
        done: u16::try_from(state.provinces(side)).expect("provinces are few"),
        of: u16::try_from(field.chart.provinces.len()).expect("provinces are few"),
        each: lands(side),
        players,
        ..Score::default()
    }
}

/// The line of a battle at a turning point. Templates call it up by battle, bound and reason.
fn figure(chart: &Chart, event: &Event) -> Option<Figure> {
    let Event::Fought(fought) = event else { return None };
    let OnField::Course(Course::Line(snapshot)) = &fought.event else { return None };
    let mut map = line::map(snapshot);
    let name = chart.battle_name(fought.battle);
    map.title = format!("{name}: {}", map.title.to_lowercase());
    Some(Figure {
        name: format!("{}-{}-{}", fought.battle, snapshot.bound, snapshot.why.word()),
        map,
    })
}

fn centre(field: &Field<'_>, id: Name) -> Point {
    let at = field.chart.province(id).at;
    Point { x: SCALE * at.0 + MARGIN, y: SCALE * at.1 + MARGIN }
}

/// The place of each province on the text map: in its band, and clear of its neighbours in the west.
fn text(field: &Field<'_>) -> BTreeMap<Name, (u16, u16)> {
    let mut order: Vec<&Province> = field.chart.provinces.iter().collect();
    order.sort_by_key(|province| (province.at.1 / BAND, province.at.0, province.id));
    let (mut found, mut now, mut free) = (BTreeMap::new(), -1, 0);
    for province in order {
        let band = province.at.1 / BAND;
        if band != now {
            (now, free) = (band, 0);
        }
        let column = usize::try_from(province.at.0 / WIDE)
            .expect("the position is not west of the map")
            .max(free);
        free = column + name(province).chars().count().max(ARMIES) + 2;
        let column = u16::try_from(column).expect("a map is not that wide");
        let row = u16::try_from(2 * band + 1).expect("a map is not that high");
        found.insert(province.id, (column, row));
    }
    found
}

/// A province's name with the sign of its city.
fn name(province: &Province) -> String {
    format!("{} {}", province.name, city_sign(province.city)).trim_end().to_owned()
}

/// A province: its pattern says whose it is, its corners what city it has.
fn cell(field: &Field<'_>, province: &Province) -> Cell {
    let middle = centre(field, province.id);
    let cut = match province.city {
        City::Major => 2,
        City::Minor => 18,
        City::None => 34,
    };
    let (near, end) = (HALF - cut, HALF);
    let corners = [
        (near, -end),
        (end, -near),
        (end, near),
        (near, end),
        (-near, end),
        (-end, near),
        (-end, -near),
        (-near, -end),
    ];
    let outline = corners.map(|(x, y)| Point { x: middle.x + x, y: middle.y + y }).to_vec();
    let terrain = match field.state.owners.get(&province.id) {
        Some(Side::Rome) => "roman",
        Some(Side::Carthage) => "punic",
        None => "wild",
    };
    Cell {
        id: province.id.to_string(),
        centre: middle,
        outline,
        terrain: terrain.to_owned(),
        sign: owner_sign(field, province.id),
        text: (0, 0),
        label: match province.city {
            City::Major => format!("{} (major)", province.city_name),
            City::Minor | City::None => province.city_name.clone(),
        },
        ..Cell::default()
    }
}

fn owner_sign(field: &Field<'_>, id: Name) -> char {
    match field.state.owners.get(&id) {
        Some(Side::Rome) => 'R',
        Some(Side::Carthage) => 'C',
        None => '.',
    }
}

const fn city_sign(city: City) -> &'static str {
    match city {
        City::Major => "##",
        City::Minor => "o",
        City::None => "",
    }
}

fn label(field: &Field<'_>, province: &Province) -> Label {
    let middle = centre(field, province.id);
    Label {
        text: name(province),
        at: Point { x: middle.x, y: middle.y - HALF - 24 },
        place: (0, 0),
    }
}

/// The armies of a province. On the text map each is written over the row of those after it, starting with the last, so
/// that all of them can be read behind the owner's sign.
fn pieces(field: &Field<'_>, view: &View, province: &Province) -> Vec<Piece> {
    let mut row = owner_sign(field, province.id).to_string();
    let mut found = Vec::new();
    for side in Side::BOTH {
        for (nth, id) in (0..).zip(field.state.in_province(province.id, side)) {
            let mut piece = piece(field, view, id, nth);
            row = format!("{row} {}", piece.token);
            piece.token.clone_from(&row);
            found.push(piece);
        }
    }
    found.reverse();
    found
}

fn piece(field: &Field<'_>, view: &View, id: ArmyId, nth: i32) -> Piece {
    let army = &field.state.armies[&id];
    let middle = centre(field, army.at);
    let alone = field.state.armies.values().filter(|other| other.at == army.at).count() == 1;
    let shift = match id.side() {
        _ if alone => Point { x: 0, y: 0 },
        Side::Rome => Point { x: -42, y: 46 * nth - 12 },
        Side::Carthage => Point { x: 42, y: 12 - 46 * nth },
    };
    let mut marks = Vec::new();
    if field.state.besieged(id) {
        marks.push("besieged".to_owned());
    }
    if field.state.besieges(id) {
        marks.push("lays-siege".to_owned());
    }
    Piece {
        id: id.to_string(),
        cell: army.at.to_string(),
        at: Point { x: middle.x + shift.x, y: middle.y + shift.y },
        side: id.side().word().to_owned(),
        sign: id.word().to_uppercase(),
        values: army.size.to_string(),
        facing: None,
        marks,
        token: format!("{}{}", id.word().to_uppercase(), army.size),
        words: in_words(field, view, id),
        ..Piece::default()
    }
}

/// An army, where it stands and how, in words.
fn in_words(field: &Field<'_>, view: &View, id: ArmyId) -> String {
    let army = &field.state.armies[&id];
    let rank = army.rank.map_or(String::new(), |rank| format!(" {rank}"));
    let known = if view.knows(id) { String::new() } else { ", composition unknown".to_owned() };
    let state = if field.state.besieged(id) {
        ", besieged"
    } else if field.state.besieges(id) {
        ", besieging"
    } else {
        ""
    };
    format!(
        "{}: {id},{rank} {}, {} elements{known}{state}",
        field.chart.province(army.at).name,
        field.chart.army_name(id),
        army.size
    )
}

/// The links of the map, each once.
fn links(field: &Field<'_>) -> Vec<Link> {
    let once = field.chart.links.iter().filter(|((from, to), _)| from < to);
    let link = |((from, to), way): (&(Name, Name), &Way)| Link {
        kind: way.word().to_owned(),
        ends: [centre(field, *from), centre(field, *to)],
        words: format!(
            "{} and {}: {}",
            field.chart.province(*from).name,
            field.chart.province(*to).name,
            way.word()
        ),
    };
    once.map(link).collect()
}

fn stroke(field: &Field<'_>, event: &Event) -> Option<Stroke> {
    let line = |kind, army: ArmyId, from: Name, to: Name, words: String| {
        let points = vec![centre(field, from), centre(field, to)];
        Some(Stroke {
            kind,
            points,
            side: army.side().word().to_owned(),
            words,
            ..Stroke::default()
        })
    };
    let by = |way: Way| match way {
        Way::Land => "",
        Way::Mountain => " over the mountains",
        Way::Sea | Way::OpenSea => " by sea",
    };
    match event {
        Event::Battles(event) => match &**event {
            Battles::Contact { at, attacker, from: Some(from), defender, .. } => line(
                StrokeKind::Attack,
                *attacker,
                *from,
                *at,
                format!("{attacker} attacks {defender} in {at}"),
            ),
            _ => None,
        },
        Event::Movement(event) => match &**event {
            Movement::Moved { army, from, to, way, .. } => {
                let words = format!("{army} {from} to {to}{}", by(*way));
                line(StrokeKind::Move, *army, *from, *to, words)
            }
            Movement::Retreated { army, from, to, way, .. } => {
                let words = format!("{army} retreats from {from} to {to}{}", by(*way));
                line(StrokeKind::Retreat, *army, *from, *to, words)
            }
            _ => None,
        },
        _ => None,
    }
}

fn legend() -> Vec<Legend> {
    vec![
        Legend::new("RA12", "Roman army with its number of elements", "rome"),
        Legend::new("CA12", "Carthaginian army", "carthage"),
        Legend::new("##", "major city", ""),
        Legend::new("o", "minor city", ""),
        Legend::new("R", "province of Rome (plain)", ""),
        Legend::new("C", "province of Carthage (hatched)", ""),
    ]
}
