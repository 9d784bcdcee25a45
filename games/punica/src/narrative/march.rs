//! Movements: the stops of one unit as a route, units that went one way together; cards spent, armies deployed.

use super::land::{Land, force};
use super::lone;
use crate::events::{Action, Event, Removal, TurnEvent, UnitEvent};
use crate::names::{AreaId, Side, Unit};
use engine::Chapter;
use engine::story::{Line, Scene, say, side};

/// Ways that are told of in a record without a battle, and in one with battles.
const WAYS: usize = 2;
const WAYS_IN_BATTLE: usize = 1;

/// A unit's way in one record.
struct Way {
    seat: Side,
    unit: Unit,
    stops: Vec<AreaId>,
    sailed: bool,
    count: usize,
    events: Vec<u32>,
}

/// The scenes of a chapter's movements.
pub(super) fn scenes(land: &Land<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for entry in &chapter.events {
        let n = vec![entry.n];
        match &entry.event {
            Event::Turn(TurnEvent::Turn { seat, action, card }) => {
                let line = match card {
                    Some(card) => say("turn/card").with("card", land.card(*card)),
                    None => match action {
                        Action::Pass => say("turn/pass"),
                        Action::Move | Action::Card | Action::Deploy => continue,
                    },
                };
                scenes.push(lone(6, false, n, line.with("side", side(*seat))));
            }
            Event::Units(UnitEvent::Deployed { seat, area, .. }) => {
                let line = say("deployed").with("side", side(*seat)).with("area", land.area(*area));
                scenes.push(lone(20, false, n, line));
            }
            Event::Units(UnitEvent::Removed { seat, unit, area, why: Removal::Deploy, .. }) => {
                let line = say("given-up").with("who", force(*seat, *unit, 1));
                scenes.push(lone(20, true, n, line.with("area", land.area(*area))));
            }
            _ => {}
        }
    }
    let ways = ways(chapter);
    if let Some(first) = ways.first() {
        let lines: Vec<Line> = ways
            .iter()
            .take(if fought { WAYS_IN_BATTLE } else { WAYS })
            .map(|way| told(land, way))
            .collect();
        let to = *first.stops.last().expect("a way has stops");
        let headline = say("headline/march")
            .with("who", force(first.seat, first.unit, first.count))
            .with("to", land.area(to));
        // Who came to a battle is told with it; from where stands on the map.
        let hannibal = matches!(first.unit, Unit::Hannibal | Unit::Escort);
        scenes.push(Scene {
            score: if fought && !hannibal { 1 } else { 10 },
            events: ways.iter().flat_map(|way| way.events.clone()).collect(),
            headline: Some(headline),
            full: lines.clone(),
            brief: lines,
            ..Scene::default()
        });
    }
    scenes
}

/// One way, in words.
fn told(land: &Land<'_>, way: &Way) -> Line {
    let (first, rest) = way.stops.split_first().expect("a way has stops");
    let (last, between) = rest.split_last().expect("a way leads somewhere");
    let family = match (way.unit, way.sailed) {
        (Unit::Fleet, _) => "way/fleet",
        (_, true) => "way/sea",
        (_, false) => "way/land",
    };
    let by: Vec<Line> = between.iter().map(|area| land.area(*area)).collect();
    say(family)
        .with("who", force(way.seat, way.unit, way.count))
        .with("from", land.area(*first))
        .with("to", land.area(*last))
        .maybe("by", (!by.is_empty()).then_some(by))
}

fn ways(chapter: &Chapter<Event>) -> Vec<Way> {
    let mut single: Vec<(String, Way)> = Vec::new();
    for entry in &chapter.events {
        let Event::Units(UnitEvent::Move { seat, unit, id, from, to, seas, .. }) = &entry.event
        else {
            continue;
        };
        let goes_on = single
            .iter_mut()
            .find(|(other, way)| *other == id.to_string() && way.stops.last() == Some(from));
        if let Some((_, way)) = goes_on {
            way.stops.push(*to);
            way.sailed |= !seas.is_empty();
            way.events.push(entry.n);
        } else {
            let (stops, events) = (vec![*from, *to], vec![entry.n]);
            let sailed = !seas.is_empty();
            single.push((
                id.to_string(),
                Way { seat: *seat, unit: *unit, stops, sailed, count: 1, events },
            ));
        }
    }
    let mut ways: Vec<Way> = Vec::new();
    for (_, way) in single {
        match ways.iter_mut().find(|other| other.stops == way.stops && other.unit == way.unit) {
            Some(other) => {
                other.count += 1;
                other.events.extend(way.events);
            }
            None => ways.push(way),
        }
    }
    // Hannibal first, then who went farthest in strength.
    ways.sort_by_key(|way| {
        (!matches!(way.unit, Unit::Hannibal | Unit::Escort), std::cmp::Reverse(way.count))
    });
    ways
}
