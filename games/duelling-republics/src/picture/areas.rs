//! The map as areas: whose the provinces are, where the armies stand, what marched, fought, was besieged and destroyed.

use crate::data::chart::Province;
use crate::elements::{ArmyId, Side};
use crate::events::sight::View;
use crate::events::{Battles, Event, Movement};
use crate::names::{Name, Season, Way};
use crate::orders::battle::Whose;
use crate::rules::{Field, attrition};
use crate::state::Siege;
use engine::Chapter;
use engine::map::StrokeKind;
use engine::map::areas::{self, Areas, Counter, Loss, March, Place, WayKind};
use std::collections::BTreeMap;

pub(super) fn areas(field: &Field<'_>, view: &View, chapters: &[Chapter<Event>]) -> Areas {
    let events: Vec<&Event> =
        chapters.iter().flat_map(|chapter| &chapter.events).map(|entry| &entry.event).collect();
    let state = field.state;
    Areas {
        outline: "duelling-republics".to_owned(),
        heading: "Duelling Republics".to_owned(),
        lines: vec![
            format!("The year {} BC: {}", state.year_bc(field.chart.year_bc), state.season),
            format!("{} has the initiative", people(state.initiative)),
        ],
        notes: vec![format!(
            "Battles won this year: Rome {}, Carthage {}.",
            state.wins[Side::Rome as usize],
            state.wins[Side::Carthage as usize]
        )],
        places: field.chart.provinces.iter().map(|province| place(field, province)).collect(),
        ways: ways(field),
        counters: counters(field, view),
        chains: Vec::new(),
        marches: marches(field, &events),
        battles: battles(field, &events),
        sieges: state.sieges.iter().map(|(at, siege)| besieged(field, *at, siege)).collect(),
        losses: losses(field, &events),
    }
}

/// A side in prose.
const fn people(side: Side) -> &'static str {
    match side {
        Side::Rome => "Rome",
        Side::Carthage => "Carthage",
    }
}

fn place(field: &Field<'_>, province: &Province) -> Place {
    let holder = match field.state.owners.get(&province.id) {
        Some(side) => side.word(),
        None if province.theater.is_none() => "wild",
        None => "",
    };
    Place {
        id: province.id.to_string(),
        name: province.name.clone(),
        holder: holder.to_owned(),
        symbols: Vec::new(),
        symbol: String::new(),
    }
}

fn ways(field: &Field<'_>) -> Vec<areas::Way> {
    let once = field.chart.links.iter().filter(|((from, to), _)| from < to);
    let way = |((from, to), way): (&(Name, Name), &Way)| {
        let kind = match way {
            Way::Land => WayKind::Land,
            Way::Mountain => WayKind::Mountain,
            Way::Sea | Way::OpenSea => WayKind::Sea,
        };
        areas::Way::new(from.as_str(), to.as_str(), kind)
    };
    once.map(way).collect()
}

/// The armies; in each province the one that came first is at the head.
fn counters(field: &Field<'_>, view: &View) -> Vec<Counter> {
    let mut armies: Vec<_> = field.state.armies.iter().collect();
    armies.sort_by_key(|(id, army)| (army.since, **id));
    armies.into_iter().map(|(id, _)| counter(field, view, *id)).collect()
}

fn counter(field: &Field<'_>, view: &View, id: ArmyId) -> Counter {
    let army = &field.state.armies[&id];
    let mut marks = Vec::new();
    if field.state.besieged(id) {
        marks.push("besieged");
    }
    if field.state.besieges(id) {
        marks.push("lays-siege");
    }
    if field.state.season == Season::Winter {
        let quartered = attrition::peril_of_quarters(field, id).is_none();
        marks.push(if quartered { "quarters" } else { "no-quarters" });
    }
    let quarters = match marks.last() {
        Some(&"quarters") => ", in winter quarters",
        Some(&"no-quarters") => ", without winter quarters",
        _ => "",
    };
    Counter {
        id: id.to_string(),
        label: id.to_string(),
        area: army.at.to_string(),
        side: id.side().word().to_owned(),
        symbol: "heavy-infantry".to_owned(),
        count: army.size,
        marks: marks.into_iter().map(str::to_owned).collect(),
        words: format!("{}{quarters}", super::in_words(field, view, id)),
    }
}

/// The marches and retreats; successive steps of an army make one march.
fn marches(field: &Field<'_>, events: &[&Event]) -> Vec<March> {
    let mut tracks: Vec<(ArmyId, StrokeKind, Vec<Name>)> = Vec::new();
    for (army, kind, from, to) in events.iter().filter_map(|event| step(event)) {
        let goes_on = |(other, as_before, path): &&mut (ArmyId, StrokeKind, Vec<Name>)| {
            (*other, *as_before, path.last()) == (army, kind, Some(&from))
        };
        match tracks.iter_mut().rev().find(goes_on) {
            Some((.., path)) => path.push(to),
            None => tracks.push((army, kind, vec![from, to])),
        }
    }
    let name = |id: &Name| field.chart.province(*id).name.as_str();
    let march = |(army, kind, path): &(ArmyId, StrokeKind, Vec<Name>)| {
        let does = if *kind == StrokeKind::Retreat { "retreats" } else { "marches" };
        let by: Vec<&str> = path.iter().map(name).collect();
        March {
            side: army.side().word().to_owned(),
            kind: *kind,
            path: path.iter().map(ToString::to_string).collect(),
            counter: army.to_string(),
            words: format!("{army} {does}: {}", by.join(", ")),
        }
    };
    tracks.iter().map(march).collect()
}

/// A step of an army, or its retreat.
fn step(event: &Event) -> Option<(ArmyId, StrokeKind, Name, Name)> {
    let Event::Movement(event) = event else { return None };
    match &**event {
        Movement::Moved { army, from, to, .. } => Some((*army, StrokeKind::Move, *from, *to)),
        Movement::Retreated { army, from, to, .. } => {
            Some((*army, StrokeKind::Retreat, *from, *to))
        }
        Movement::Stayed { .. }
        | Movement::Recruited { .. }
        | Movement::Given { .. }
        | Movement::AlliesDisbanded { .. }
        | Movement::Disbanded { .. }
        | Movement::Attrition { .. }
        | Movement::LossesChosen { .. }
        | Movement::Destroyed { .. }
        | Movement::Captured { .. } => None,
    }
}

/// Provinces where armies met for a battle in the chapters, or where a battle stands.
fn battles(field: &Field<'_>, events: &[&Event]) -> Vec<areas::Event> {
    let mut found: BTreeMap<Name, String> = BTreeMap::new();
    let name = |at: Name| field.chart.province(at).name.as_str();
    for event in events {
        let Event::Battles(event) = event else { continue };
        if let Battles::Contact { at, attacker, defender, .. } = &**event {
            found.insert(*at, format!("{}: {attacker} attacks {defender}", name(*at)));
        }
        // Minor wars do not count, and are fought by others than Rome and Carthage.
        if let Battles::BattleOver { at, winner, counts: true, .. } = &**event {
            let won = match winner {
                Whose::Rome => "Rome wins",
                Whose::Carthage => "Carthage wins",
                Whose::Nobody => "nobody wins",
            };
            found.insert(*at, format!("battle in {}: {won}", name(*at)));
        }
    }
    for battle in field.state.battles.iter().filter(|battle| battle.minor.is_none()) {
        found.entry(battle.place).or_insert_with(|| {
            format!("{}: {} attacks {}", name(battle.place), battle.attacker, battle.defender)
        });
    }
    let event = |(at, words): (Name, String)| areas::Event { area: at.to_string(), words };
    found.into_iter().map(event).collect()
}

fn besieged(field: &Field<'_>, at: Name, siege: &Siege) -> areas::Siege {
    let province = field.chart.province(at);
    let list = |armies: &[ArmyId]| {
        armies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
    };
    let whom = if siege.besieged.is_empty() {
        String::new()
    } else {
        format!(" with {}", list(&siege.besieged))
    };
    areas::Siege {
        area: at.to_string(),
        count: siege.counter.into(),
        words: format!(
            "{}{whom} besieged by {}, siege rolls: {}",
            if province.city_name.is_empty() { &province.name } else { &province.city_name },
            list(&siege.besiegers),
            siege.counter
        ),
    }
}

/// Armies that were destroyed, where they were last seen in the chapters.
fn losses(field: &Field<'_>, events: &[&Event]) -> Vec<Loss> {
    let mut seen: BTreeMap<ArmyId, Name> = BTreeMap::new();
    let mut found: BTreeMap<(Name, Side), Vec<String>> = BTreeMap::new();
    for event in events {
        if let Some((army, _, _, to)) = step(event) {
            seen.insert(army, to);
        }
        match event {
            Event::Battles(event) => {
                if let Battles::Contact { at, attacker, defender, .. } = &**event {
                    seen.extend([(*attacker, *at), (*defender, *at)]);
                }
            }
            Event::Movement(event) => {
                let Movement::Destroyed { army, .. } = &**event else { continue };
                let Some(at) = seen.get(army) else { continue };
                found.entry((*at, army.side())).or_default().push(army.to_string());
            }
            _ => {}
        }
    }
    let loss = |((at, side), armies): ((Name, Side), Vec<String>)| Loss {
        area: at.to_string(),
        side: side.word().to_owned(),
        count: u16::try_from(armies.len()).expect("few armies"),
        symbol: "heavy-infantry".to_owned(),
        words: format!("{} destroyed in {}", armies.join(" and "), field.chart.province(at).name),
    };
    found.into_iter().map(loss).collect()
}
