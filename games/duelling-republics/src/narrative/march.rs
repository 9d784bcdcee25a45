//! Armies on their ways, what the ways cost, what they took, and how armies end.

use super::lone;
use super::realm::Realm;
use crate::elements::{ArmyId, Side};
use crate::events::{Event, Hardship, Movement};
use crate::names::{City, Name, Way};
use engine::Chapter;
use engine::story::{Line, Scene, say, side};
use std::collections::BTreeSet;

/// Places that are named one by one.
const PLACES: usize = 4;

/// The way of one army in a record, or of several that made it together.
struct Journey {
    armies: Vec<ArmyId>,
    stops: Vec<Name>,
    /// The ways in their order.
    ways: Vec<Way>,
    /// One element was lost on it.
    one_lost: bool,
    events: Vec<u32>,
}

impl Journey {
    /// Whether it is an army's, and nothing of it has been lost yet.
    fn ends_for(&self, army: ArmyId) -> bool {
        self.armies == [army] && !self.one_lost
    }

    /// The hardest of its ways, which tells how the armies came.
    fn hardest(&self) -> Way {
        let hard = [Way::OpenSea, Way::Sea, Way::Mountain, Way::Land];
        let of = |way: &Way| hard.iter().position(|other| other == way);
        self.ways.iter().copied().min_by_key(of).expect("a journey has a way")
    }
}

/// Armies that fell back from one province to another, and the events that tell it.
type Retreat = (Name, Name, Vec<ArmyId>, Vec<u32>);

/// Armies that a hardship cost nothing, and the events that tell it.
type Spared = (&'static str, Vec<ArmyId>, Vec<u32>);

/// Cities that one side took, and the events that tell it.
type Taken = (Side, Vec<(Name, City)>, Vec<u32>);

/// The scenes of a chapter's movements.
pub(super) fn scenes(realm: &Realm<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let (mut journeys, mut stayed): (Vec<Journey>, (Vec<ArmyId>, Vec<u32>)) = Default::default();
    let mut retreats: Vec<Retreat> = Vec::new();
    let mut taken: Vec<Taken> = Vec::new();
    let mut spared: Vec<Spared> = Vec::new();
    for entry in &chapter.events {
        let Event::Movement(movement) = &entry.event else { continue };
        match movement.as_ref() {
            Movement::Moved { army, from, to, way, .. } => {
                go_on(&mut journeys, (*army, *from, *to, *way), entry.n);
            }
            Movement::Stayed { army, .. } => {
                stayed.0.push(*army);
                stayed.1.push(entry.n);
            }
            Movement::Captured { province, to, city, .. } => {
                match taken.iter_mut().find(|(of, ..)| of == to) {
                    Some((_, places, events)) => {
                        places.push((*province, *city));
                        events.push(entry.n);
                    }
                    None => taken.push((*to, vec![(*province, *city)], vec![entry.n])),
                }
            }
            Movement::Retreated { army, from, to, .. } => {
                fell_back(&mut retreats, *army, (*from, *to), entry.n);
            }
            Movement::Attrition { army, causes, loses: 0, .. } => {
                spare(&mut spared, causes, *army, entry.n);
            }
            // One element that a way took is told with the way.
            Movement::Attrition { army, causes, loses: 1, .. }
                if cause(causes) != Hardship::WinterQuarters.word()
                    && journeys.iter().any(|journey| journey.ends_for(*army)) =>
            {
                let mut all = journeys.iter_mut().rev();
                let journey = all.find(|journey| journey.ends_for(*army)).expect("there is one");
                journey.one_lost = true;
                journey.events.push(entry.n);
            }
            other => scenes.extend(other_scene(realm, entry.n, other)),
        }
    }
    let travels = together(journeys);
    let mut all: Vec<Scene> = travels.iter().map(|journey| travel(realm, journey)).collect();
    if !stayed.0.is_empty() {
        let line = say("stayed").with("who", realm.armies(&stayed.0));
        all.push(lone(1, false, stayed.1, line));
    }
    all.extend(retreats.iter().map(|retreat| retreated(realm, retreat)));
    all.append(&mut scenes);
    all.extend(spared.into_iter().map(|(cause, armies, events)| {
        let line = say("attrition-none").with("who", realm.armies(&armies));
        lone(1, false, events, line.with("cause", say(format!("cause/{cause}"))))
    }));
    all.extend(taken.iter().map(|(of, places, events)| captured(realm, *of, places, events)));
    all
}

/// Adds a step to an army's journey, or begins one.
fn go_on(journeys: &mut Vec<Journey>, step: (ArmyId, Name, Name, Way), n: u32) {
    let (army, from, to, way) = step;
    let goes_on = |one: &&mut Journey| one.armies == [army] && one.stops.last() == Some(&from);
    if let Some(journey) = journeys.iter_mut().find(goes_on) {
        journey.stops.push(to);
        journey.ways.push(way);
        journey.events.push(n);
    } else {
        let (stops, ways) = (vec![from, to], vec![way]);
        let (armies, events) = (vec![army], vec![n]);
        journeys.push(Journey { armies, stops, ways, one_lost: false, events });
    }
}

/// Armies that went the same way as one journey.
fn together(single: Vec<Journey>) -> Vec<Journey> {
    let mut journeys: Vec<Journey> = Vec::new();
    for one in single {
        let alike = |other: &&mut Journey| {
            let whole = !other.one_lost && !one.one_lost;
            whole && other.stops == one.stops && other.ways == one.ways
        };
        match journeys.iter_mut().find(alike) {
            Some(journey) => {
                journey.armies.extend(one.armies);
                journey.events.extend(one.events);
            }
            None => journeys.push(one),
        }
    }
    journeys
}

/// Counts an army among those that fell back from one province to another.
fn fell_back(retreats: &mut Vec<Retreat>, army: ArmyId, way: (Name, Name), n: u32) {
    match retreats.iter_mut().find(|(from, to, ..)| (*from, *to) == way) {
        Some((.., armies, events)) => {
            armies.push(army);
            events.push(n);
        }
        None => retreats.push((way.0, way.1, vec![army], vec![n])),
    }
}

fn retreated(realm: &Realm<'_>, (from, to, armies, events): &Retreat) -> Scene {
    let line = say("retreated").with("who", realm.all_led(armies));
    let line = line.with("from", realm.place(*from)).with("to", realm.place(*to));
    lone(30, false, events.clone(), line)
}

/// The first cause for which an army rolled.
fn cause(causes: &[Hardship]) -> &'static str {
    causes.first().expect("an army rolls for a cause").word()
}

/// Counts an army among those that a hardship cost nothing.
fn spare(spared: &mut Vec<Spared>, causes: &[Hardship], army: ArmyId, n: u32) {
    match spared.iter_mut().find(|(other, ..)| *other == cause(causes)) {
        Some((_, armies, events)) => {
            armies.push(army);
            events.push(n);
        }
        None => spared.push((cause(causes), vec![army], vec![n])),
    }
}

fn travel(realm: &Realm<'_>, journey: &Journey) -> Scene {
    let (first, rest) = journey.stops.split_first().expect("a journey has stops");
    let (last, between) = rest.split_last().expect("a journey leads somewhere");
    let by: Vec<Line> = between.iter().map(|stop| realm.place(*stop)).collect();
    let line = say(format!("way/{}", journey.hardest().word()))
        .with("who", realm.all_led(&journey.armies))
        .maybe("lost", journey.one_lost.then(|| say("way-lost")))
        .with("from", realm.place(*first))
        .with("to", realm.place(*last))
        .maybe("by", (!by.is_empty()).then_some(by));
    let mut scene = lone(6, false, journey.events.clone(), line);
    scene.headline = Some(
        say("headline/march")
            .with("who", realm.armies(&journey.armies))
            .with("to", realm.place(*last)),
    );
    scene
}

fn captured(realm: &Realm<'_>, of: Side, places: &[(Name, City)], events: &[u32]) -> Scene {
    let major = places.iter().any(|(_, city)| *city == City::Major);
    let names: Vec<Line> = places.iter().map(|(place, _)| realm.place(*place)).collect();
    let line = say("captured").with("places", names.clone()).with("side", side(of));
    let city = if places.len() == 1 { realm.city(places[0].0) } else { None };
    let mut full = vec![line.maybe("city", city)];
    for (place, _) in places {
        let masters = realm.ledger.times(place, "master");
        if masters >= 2 {
            full.push(
                say("memory/masters").with("place", realm.place(*place)).with("count", masters + 1),
            );
        }
    }
    let (score, brief) = (if major { 80 } else { 35 }, vec![full[0].clone()]);
    Scene {
        score: score + 5 * u32::try_from(places.len()).expect("a map is small"),
        kept: true,
        events: events.to_vec(),
        headline: Some(say("headline/captured").with("places", names).with("side", side(of))),
        run_in: Some(say("run-in/captured").with("side", side(of))),
        full,
        brief,
    }
}

fn other_scene(realm: &Realm<'_>, n: u32, movement: &Movement) -> Option<Scene> {
    let n = vec![n];
    match movement {
        Movement::Attrition { army, causes, loses, .. } => {
            Some(attrition(realm, n, *army, causes, *loses))
        }
        Movement::Destroyed { army, .. } => Some(destroyed(realm, n, *army)),
        Movement::Recruited { army, at, number, .. } => {
            let line = say("recruited").with("who", realm.army(*army)).with("count", *number);
            Some(lone(5, false, n, line.with("place", realm.place(*at))))
        }
        Movement::Given { from, to, number, .. } => {
            let line = say("given").with("who", realm.army(*from)).with("whom", realm.army(*to));
            Some(lone(8, false, n, line.with("count", *number)))
        }
        Movement::AlliesDisbanded { army, number, .. } => {
            let line = say("allies-home").with("who", realm.army(*army)).with("count", *number);
            Some(lone(8, false, n, line))
        }
        Movement::Disbanded { army, size, surrender } => {
            let family = if *surrender { "surrendered" } else { "disbanded" };
            let line = say(family).with("who", realm.army(*army)).with("count", *size);
            let mut scene = lone(100, true, n, line);
            scene.headline = Some(say("headline/destroyed").with("who", realm.army(*army)));
            Some(scene)
        }
        Movement::Moved { .. }
        | Movement::Stayed { .. }
        | Movement::Retreated { .. }
        | Movement::Captured { .. } => None,
    }
}

fn attrition(
    realm: &Realm<'_>,
    n: Vec<u32>,
    army: ArmyId,
    causes: &[Hardship],
    loses: u16,
) -> Scene {
    let who = realm.army(army);
    let cause = cause(causes);
    let line = say(format!("attrition/{cause}")).with("who", who.clone()).with("count", loses);
    let mut full = vec![line.clone()];
    let before = realm.ledger.sum(army, "lost");
    if before > 0 {
        let all = before + i32::from(loses);
        full.push(say("memory/losses").with("who", who.clone()).with("count", all));
    }
    Scene {
        score: 10 + 8 * u32::from(loses),
        events: n,
        headline: Some(
            say(format!("headline/attrition/{cause}")).with("who", who).with("count", loses),
        ),
        run_in: Some(say("run-in/attrition").with("count", loses)),
        full,
        brief: vec![line],
        ..Scene::default()
    }
}

/// An army's end, with what it had lost to what.
fn destroyed(realm: &Realm<'_>, n: Vec<u32>, army: ArmyId) -> Scene {
    let who = realm.army_only(army);
    let end = say("destroyed").with("who", who.clone());
    let mut full = vec![end.clone()];
    let past = realm.ledger.of(army).iter().filter(|past| past.what == "took");
    let taken: BTreeSet<Name> = past.filter_map(|past| Name::new(&past.other)).collect();
    if !taken.is_empty() {
        let line = say("memory/took").with("count", taken.len());
        let named = taken.len() <= PLACES;
        let places: Vec<Line> = taken.into_iter().map(|place| realm.place(place)).collect();
        full.push(line.maybe("places", named.then_some(places)));
    }
    let mut causes: Vec<(String, i32)> = Vec::new();
    for past in realm.ledger.of(army).iter().filter(|past| past.what == "lost" && past.count > 0) {
        match causes.iter_mut().find(|(cause, _)| *cause == past.other) {
            Some((_, count)) => *count += past.count,
            None => causes.push((past.other.clone(), past.count)),
        }
    }
    if !causes.is_empty() {
        let parts: Vec<Line> = causes
            .into_iter()
            .map(|(cause, count)| say(format!("toll/{cause}")).with("count", count))
            .collect();
        full.push(say("memory/tolls").with("who", who.clone()).with("parts", parts));
    }
    Scene {
        score: 130,
        kept: true,
        events: n,
        headline: Some(say("headline/destroyed").with("who", who)),
        run_in: Some(say("run-in/destroyed")),
        full,
        brief: vec![end],
    }
}
