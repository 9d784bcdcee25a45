//! The map as areas: whose they are, what stands there, which seas carry armies, and what marched, fought and fell.

use super::{awaited, company, units_in_words};
use crate::Punica;
use crate::board::Board;
use crate::data::chart::{Area, PlaceKind, bit, each};
use crate::events::{BattleEvent, Event, UnitEvent};
use crate::names::{AreaId, Side, UnitId};
use crate::state::State;
use engine::Chapter;
use engine::map::StrokeKind;
use engine::map::areas::{self, Areas, Chain, Counter, Loss, March, Place, Way, WayKind};
use std::collections::BTreeMap;

/// The board and what happened on it in the chapters.
pub(super) fn areas(
    rules: &Punica,
    view: &State,
    board: &Board,
    chapters: &[Chapter<Event>],
) -> Areas {
    let chart = rules.chart();
    let all = || 0..chart.places.len();
    let events: Vec<&Event> =
        chapters.iter().flat_map(|chapter| &chapter.events).map(|entry| &entry.event).collect();
    Areas {
        outline: "punica".to_owned(),
        heading: "Punica".to_owned(),
        lines: vec![format!("Turn {}: {}", view.turn, awaited(view))],
        notes: Vec::new(),
        places: all().map(|area| place(rules, board, area)).collect(),
        ways: all().flat_map(|area| ways(rules, area)).collect(),
        counters: all().flat_map(|area| counters(rules, view, board, area)).collect(),
        chains: Side::BOTH.into_iter().flat_map(|side| chains(rules, board, side)).collect(),
        marches: marches(rules, &events),
        battles: battles(rules, board, &events),
        sieges: Vec::new(),
        losses: losses(rules, &events),
    }
}

fn place(rules: &Punica, board: &Board, area: Area) -> Place {
    let chart = rules.chart();
    let holder = Side::BOTH.into_iter().find(|side| board.controlled(*side) & bit(area) != 0);
    let (symbol, of): (&str, Vec<Side>) = match chart.places[area].kind {
        PlaceKind::Sea { symbol } => ("fleet", symbol.into_iter().collect()),
        PlaceKind::Region { capital: true, .. } => ("", Vec::new()),
        PlaceKind::Region { of, .. } => {
            ("influence", Side::BOTH.into_iter().filter(|side| of[side.at()]).collect())
        }
    };
    Place {
        id: chart.id(area).to_string(),
        name: chart.name(area).to_owned(),
        holder: holder.map_or("", Side::word).to_owned(),
        symbols: of.into_iter().map(|side| side.word().to_owned()).collect(),
        symbol: symbol.to_owned(),
    }
}

/// The ways from an area to those that come later in the list.
fn ways(rules: &Punica, area: Area) -> Vec<Way> {
    let chart = rules.chart();
    let id = |area: Area| chart.id(area).to_string();
    let kind = if chart.is_sea(area) { WayKind::Water } else { WayKind::Land };
    let beside = each(chart.beside[area]).map(|other| (other, kind));
    let touching = each(chart.touch[area]).map(|other| (other, WayKind::Coast));
    let later = beside.chain(touching).filter(|(other, _)| *other > area);
    later.map(|(other, kind)| Way::new(&id(area), &id(other), kind)).collect()
}

/// The units of both sides in an area, the defender's first.
fn counters(rules: &Punica, view: &State, board: &Board, area: Area) -> Vec<Counter> {
    let chart = rules.chart();
    let mut sides = Side::BOTH;
    if view.pending_at(chart.id(area)).is_some_and(|pending| pending.attacker == Side::Rome) {
        sides.reverse();
    }
    let there = sides.into_iter().filter(|side| board.units(*side, area) > 0);
    there.map(|side| counter(rules, board, side, area)).collect()
}

fn counter(rules: &Punica, board: &Board, side: Side, area: Area) -> Counter {
    let chart = rules.chart();
    let (count, hannibal) = (board.count[side.at()][area], board.hannibal_at(side, area));
    let sea = chart.is_sea(area);
    let symbol = match (sea, hannibal) {
        (true, _) => "fleet",
        (false, true) => "general",
        (false, false) => "heavy-infantry",
    };
    Counter {
        id: id(rules, side, area),
        label: chart.places[area].code.clone(),
        area: chart.id(area).to_string(),
        side: side.word().to_owned(),
        symbol: symbol.to_owned(),
        count: u16::from(count) + u16::from(hannibal),
        marks: Vec::new(),
        words: format!(
            "{}: {}, {}, strength {}",
            chart.name(area),
            side.proper_name(),
            units_in_words(count, hannibal, sea),
            board.strength(chart, rules.worth(), side, area)
        ),
    }
}

fn id(rules: &Punica, side: Side, area: Area) -> String {
    let letter = if side == Side::Rome { 'r' } else { 'c' };
    format!("{letter}-{}", rules.chart().places[area].code.to_ascii_lowercase())
}

/// The seas that carry a side's armies, where two of them lie side by side. Rule M4.
fn chains(rules: &Punica, board: &Board, side: Side) -> Vec<Chain> {
    let chart = rules.chart();
    let usable = board.usable(chart, side);
    let pairs = each(usable).flat_map(|sea| {
        each(chart.beside[sea] & usable)
            .filter(move |other| *other > sea)
            .map(move |other| (sea, other))
    });
    let chain = |(one, other): (Area, Area)| Chain {
        side: side.word().to_owned(),
        between: [one, other].map(|sea| chart.id(sea).to_string()),
        words: format!(
            "{} and {} form a chain for armies of {}",
            chart.name(one),
            chart.name(other),
            side.proper_name()
        ),
    };
    pairs.map(chain).collect()
}

/// Units on their way: who, by which areas, and whether in retreat.
struct Track {
    side: Side,
    kind: StrokeKind,
    ids: Vec<UnitId>,
    path: Vec<AreaId>,
}

/// The moves and retreats: successive ones of one unit as one march, and units that went the same way together.
fn marches(rules: &Punica, events: &[&Event]) -> Vec<March> {
    let mut tracks: Vec<Track> = Vec::new();
    for event in events {
        let Event::Units(event) = event else { continue };
        match event {
            UnitEvent::Move { seat, unit: _, id, from, to, seas, escort, effect: _ } => {
                let ids: Vec<UnitId> = std::iter::once(*id).chain(*escort).collect();
                let steps = seas.iter().copied().chain([*to]);
                let goes_on = |track: &&mut Track| {
                    track.kind == StrokeKind::Move
                        && track.ids == ids
                        && track.path.last() == Some(from)
                };
                if let Some(track) = tracks.iter_mut().find(goes_on) {
                    track.path.extend(steps);
                } else {
                    let path = std::iter::once(*from).chain(steps).collect();
                    tracks.push(Track { side: *seat, kind: StrokeKind::Move, ids, path });
                }
            }
            UnitEvent::Retreat { seat, units: _, ids, from, to, seas, priority: _ } => {
                let path =
                    std::iter::once(*from).chain(seas.iter().copied()).chain([*to]).collect();
                let (kind, ids) = (StrokeKind::Retreat, ids.clone());
                tracks.push(Track { side: *seat, kind, ids, path });
            }
            UnitEvent::Removed { .. }
            | UnitEvent::Deployed { .. }
            | UnitEvent::LostInRetreat { .. }
            | UnitEvent::Control { .. } => {}
        }
    }
    let mut together: Vec<Track> = Vec::new();
    for track in tracks {
        let same = |other: &&mut Track| {
            (other.side, other.kind, &other.path) == (track.side, track.kind, &track.path)
        };
        match together.iter_mut().find(same) {
            Some(other) => other.ids.extend(track.ids),
            None => together.push(track),
        }
    }
    together.iter().map(|track| march(rules, track)).collect()
}

fn march(rules: &Punica, track: &Track) -> March {
    let chart = rules.chart();
    let name = |id: AreaId| chart.name(chart.index(id));
    let [from, .., to] = track.path[..] else { unreachable!("a march has two ends") };
    let seas: Vec<&str> = track.path[1..track.path.len() - 1].iter().map(|id| name(*id)).collect();
    let by =
        if seas.is_empty() { String::new() } else { format!(" by way of {}", seas.join(", ")) };
    let does = if track.kind == StrokeKind::Retreat { " in retreat" } else { "" };
    March {
        side: track.side.word().to_owned(),
        kind: track.kind,
        path: track.path.iter().map(ToString::to_string).collect(),
        counter: id(rules, track.side, chart.index(to)),
        words: format!(
            "{}: {}{does} from {} to {}{by}",
            track.side.proper_name(),
            company(&track.ids),
            name(from),
            name(to)
        ),
    }
}

/// Areas where both sides stand, or fought.
fn battles(rules: &Punica, board: &Board, events: &[&Event]) -> Vec<areas::Event> {
    let chart = rules.chart();
    let mut found: BTreeMap<Area, String> = BTreeMap::new();
    for event in events {
        let Event::Battle(BattleEvent::Result { area, winner, .. }) = event else { continue };
        let area = chart.index(*area);
        let won = winner
            .side()
            .map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", side.proper_name()));
        found.insert(area, format!("battle of {}: {won}", chart.name(area)));
    }
    for area in each(board.contested()) {
        found.entry(area).or_insert_with(|| format!("battle awaited in {}", chart.name(area)));
    }
    let event =
        |(area, words): (Area, String)| areas::Event { area: chart.id(area).to_string(), words };
    found.into_iter().map(event).collect()
}

/// The units that left the board by battle, by area and side.
fn losses(rules: &Punica, events: &[&Event]) -> Vec<Loss> {
    let mut found: BTreeMap<(AreaId, Side), u16> = BTreeMap::new();
    for event in events {
        let Event::Units(event) = event else { continue };
        let (area, seat, count) = match event {
            UnitEvent::Removed { seat, area, .. } => (area, seat, 1),
            UnitEvent::LostInRetreat { seat, area, ids, .. } => {
                (area, seat, u16::try_from(ids.len()).expect("few units"))
            }
            UnitEvent::Move { .. }
            | UnitEvent::Deployed { .. }
            | UnitEvent::Retreat { .. }
            | UnitEvent::Control { .. } => continue,
        };
        *found.entry((*area, *seat)).or_default() += count;
    }
    let loss = |((area, side), count): ((AreaId, Side), u16)| Loss {
        area: area.to_string(),
        side: side.word().to_owned(),
        count,
        symbol: if rules.chart().is_sea(rules.chart().index(area)) {
            "fleet".to_owned()
        } else {
            "heavy-infantry".to_owned()
        },
        words: format!(
            "{} loses {count} in {}",
            side.proper_name(),
            rules.chart().name(rules.chart().index(area))
        ),
    };
    found.into_iter().map(loss).collect()
}
