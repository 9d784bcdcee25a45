//! Marches: many moves as a few, by wing and way; elephants out of hand; who came back, who left.

use super::ground::Ground;
use super::lone;
use crate::events::{Elephants, Event, Movement, Rage};
use crate::names::{Id, Side};
use engine::Chapter;
use engine::story::{Line, March, Marcher, Scene, Wing, marches, people, say, side};

/// Ways that are told of in a record without a fight, and in one with fights.
const WAYS: usize = 3;
const WAYS_IN_BATTLE: usize = 1;

/// The moves of a chapter as one scene, elephants and returns as others; of moves less in a record that `fought`.
pub(super) fn scenes(ground: &Ground<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let mut movers: Vec<(Side, Marcher<Id>)> = Vec::new();
    for entry in &chapter.events {
        match &entry.event {
            Event::Movement(Movement::Move(moved)) => {
                let (Some(of), Some(to)) = (ground.side(moved.unit), moved.path.last()) else {
                    continue;
                };
                if moved.exit {
                    scenes.push(lone(
                        60,
                        true,
                        vec![entry.n],
                        say("left-field").with("who", ground.name(moved.unit)),
                    ));
                    continue;
                }
                let mover = Marcher {
                    unit: moved.unit,
                    wing: ground.wing(of, moved.from),
                    forward: ground.forward(of, *to) - ground.forward(of, moved.from),
                    aside: Ground::lateral(of, *to) - Ground::lateral(of, moved.from),
                    mounted: ground.mounted(moved.unit),
                    event: entry.n,
                };
                movers.push((of, mover));
            }
            Event::Movement(Movement::Return { unit, ambush, .. }) => {
                let (score, family) = if *ambush { (70, "return/ambush") } else { (45, "return") };
                let line = say(family).with("who", ground.name(*unit));
                let mut scene = lone(score, *ambush, vec![entry.n], line);
                scene.headline = Some(say("headline/return").with("who", ground.name(*unit)));
                scenes.push(scene);
            }
            Event::Elephants(elephants) => scenes.extend(beasts(ground, entry.n, elephants)),
            _ => {}
        }
    }
    for of in Side::BOTH {
        let own: Vec<Marcher<Id>> =
            movers.iter().filter(|(side, _)| *side == of).map(|(_, mover)| *mover).collect();
        scenes.extend(advance(ground, of, &own, fought));
    }
    scenes
}

fn beasts(ground: &Ground<'_>, n: u32, elephants: &Elephants) -> Option<Scene> {
    let (score, line) = match elephants {
        Elephants::ElephantTable { unit, result, .. } => {
            let (score, family) = match result {
                Rage::NoEffect => return None,
                Rage::Motionless => (20, "elephants/motionless"),
                Rage::Enraged | Rage::Furious => (30, "elephants/wild"),
            };
            (score, say(family).with("who", ground.name(*unit)))
        }
        Elephants::EnragedRun { unit, .. } => {
            (35, say("elephants/run").with("who", ground.name(*unit)))
        }
        Elephants::Furious { unit, target, .. } => (
            50,
            say("elephants/furious")
                .with("who", ground.name(*unit))
                .maybe("whom", target.map(|target| ground.name(target))),
        ),
    };
    let mut scene = lone(score, false, vec![n], line);
    scene.headline = Some(say("headline/elephants"));
    Some(scene)
}

fn advance(ground: &Ground<'_>, of: Side, movers: &[Marcher<Id>], fought: bool) -> Option<Scene> {
    if movers.is_empty() {
        return None;
    }
    let groups = marches(movers);
    let mut lines = Vec::new();
    let total = movers.len();
    let most = if fought { WAYS_IN_BATTLE } else { WAYS };
    let mut told: Vec<usize> = Vec::new();
    for (at, march) in groups.iter().enumerate() {
        if told.contains(&at) || lines.len() >= most {
            continue;
        }
        let alike: Vec<usize> = (at..groups.len())
            .filter(|other| {
                let other = &groups[*other];
                other.pace == march.pace && (other.units.len() > 1) == (march.units.len() > 1)
            })
            .collect();
        told.extend(&alike);
        let group: Vec<&March<Id>> = alike.iter().map(|other| &groups[*other]).collect();
        lines.push(line(ground, of, &group, total));
        let exception = group.iter().find_map(|march| march.exception.map(|it| (it, march.steps)));
        lines.extend(exception.map(|((unit, steps), median)| {
            let family = if steps > median { "march/farther" } else { "march/shorter" };
            say(family).with("who", ground.name(unit)).with("count", steps)
        }));
    }
    lines.extend(gap(ground).filter(|_| !fought));
    let forward = movers.iter().filter(|mover| mover.forward > 0).count();
    let headline = if forward * 2 > movers.len() { "headline/advance" } else { "headline/shift" };
    Some(Scene {
        score: 5,
        events: movers.iter().map(|mover| mover.event).collect(),
        headline: Some(say(headline).with("people", people(of)).with("side", side(of))),
        full: lines.clone(),
        brief: lines,
        ..Scene::default()
    })
}

fn line(ground: &Ground<'_>, of: Side, group: &[&March<Id>], total: usize) -> Line {
    let units: Vec<Id> = group.iter().flat_map(|march| march.units.clone()).collect();
    let manner = if group.iter().all(|march| march.mounted) { "horse" } else { "foot" };
    let mut wings: Vec<Wing> = group.iter().map(|march| march.wing).collect();
    wings.sort_unstable();
    let family = match wings.as_slice() {
        [Wing::Left] => "line/left",
        [Wing::Centre] => "line/centre",
        [Wing::Right] => "line/right",
        [Wing::Left, Wing::Centre] => "line/left-centre",
        [Wing::Left, Wing::Right] => "line/left-right",
        [Wing::Centre, Wing::Right] => "line/centre-right",
        _ => "line/whole",
    };
    let who = if units.len() <= 3 {
        ground.kinds(&units)
    } else if units.len() * 2 < total {
        vec![say("line/some").with("count", units.len()).with("people", people(of))]
    } else {
        vec![say(family).with("people", ground.army(of))]
    };
    let mut steps: Vec<i32> = group.iter().map(|march| march.steps).collect();
    steps.sort_unstable();
    say(format!("march/{}/{manner}", group[0].pace.word()))
        .with("who", who)
        .with("steps", say("steps").with("steps", steps[steps.len() / 2]))
}

/// The empty hexes between the nearest enemies, if the march changed them.
fn gap(ground: &Ground<'_>) -> Option<Line> {
    let between = |state: &crate::state::State| {
        let of = |side| state.units.values().filter(move |unit| unit.side == side && unit.steady());
        let grid = ground.battle.grid();
        of(Side::Rome)
            .filter_map(super::super::state::Unit::hex)
            .flat_map(|a| {
                of(Side::Carthage)
                    .filter_map(super::super::state::Unit::hex)
                    .map(move |b| grid.distance(a, b))
            })
            .min()
    };
    let (was, now) = (between(ground.before)?, between(ground.after)?);
    if was == now {
        return None;
    }
    Some(match now {
        0 | 1 => say("gap/none"),
        now => say(if now < was { "gap/less" } else { "gap/more" }).with("hexes", now - 1),
    })
}
