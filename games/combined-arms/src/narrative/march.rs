//! Marches: many moves as a few, by wing and way, with the gap that is left between the lines; charges.

use super::field::Field;
use crate::events::{Event, Movement};
use crate::names::{Side, UnitId};
use engine::Chapter;
use engine::story::{Line, March, Marcher, Scene, Wing, marches, people, say};

/// Ways that are told of in a record without a blow, and in one where blows fell.
const WAYS: usize = 2;
const WAYS_IN_BATTLE: usize = 1;

/// The moves of a chapter as one scene, and each charge as another.
pub(super) fn scenes(field: &Field<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let Some(side) = chapter.phase.seat.as_ref().and_then(Side::of) else { return Vec::new() };
    let mut scenes = charges(field, chapter);
    let movers: Vec<Marcher<UnitId>> = super::movements(chapter)
        .filter_map(|(n, movement)| match movement {
            Movement::Moved { unit, from, to, .. } => Some(Marcher {
                unit: *unit,
                wing: field.wing(side, *from),
                forward: field.forward(side, *to) - field.forward(side, *from),
                aside: field.lateral(side, *to) - field.lateral(side, *from),
                mounted: field.mounted(*unit),
                event: n,
            }),
            Movement::Turned { .. } | Movement::Charge { .. } => None,
        })
        .collect();
    let turned: Vec<u32> = super::movements(chapter)
        .filter(|(_, movement)| matches!(movement, Movement::Turned { .. }))
        .map(|(n, _)| n)
        .collect();
    if movers.is_empty() && turned.is_empty() {
        return scenes;
    }
    let most = if fought { WAYS_IN_BATTLE } else { WAYS };
    let mut ways = marches(&movers);
    if fought {
        // Blows leave no room for whoever went farther than the rest.
        for way in &mut ways {
            way.exception = None;
        }
    }
    let mut lines = groups(field, side, &ways, most);
    // Whoever turned on the spot is told of where nobody did more.
    if !turned.is_empty() && movers.is_empty() {
        lines.push(say("march/turned").with("count", turned.len()).with("people", people(side)));
    }
    lines.extend(gap(field, side, &movers).filter(|_| !fought));
    let forward = movers.iter().filter(|mover| mover.forward > 0).count();
    let headline = match (forward * 2 > movers.len(), movers.is_empty()) {
        (true, _) => "headline/advance",
        (false, false) => "headline/shift",
        (false, true) => "headline/turned",
    };
    let mut events: Vec<u32> = movers.iter().map(|mover| mover.event).chain(turned).collect();
    events.sort_unstable();
    scenes.push(Scene {
        score: weight(field, side, movers.len(), fought),
        events,
        headline: Some(say(headline).with("people", people(side))),
        full: lines.clone(),
        brief: lines,
        ..Scene::default()
    });
    scenes
}

/// Where blows fell and most stayed where they were, a few steps are routine.
fn weight(field: &Field<'_>, side: Side, movers: usize, fought: bool) -> u32 {
    let own = field.before.units.iter().filter(|unit| unit.side == side).count();
    if fought && movers * 3 < own * 2 { 1 } else { 4 }
}

fn charges(field: &Field<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let charge = |(n, movement): (u32, &Movement)| match movement {
        Movement::Charge { unit, .. } => {
            let line = say("charge").with("who", field.name(*unit)?);
            let (score, events) = (30, vec![n]);
            Some(Scene { score, events, brief: vec![line], ..Scene::default() })
        }
        Movement::Moved { .. } | Movement::Turned { .. } => None,
    };
    super::movements(chapter).filter_map(charge).collect()
}

/// A sentence for each of the `most` largest groups, the same way together: `the left and the centre`.
fn groups(field: &Field<'_>, side: Side, marches: &[March<UnitId>], most: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let total = marches.iter().map(|march| march.units.len()).sum::<usize>();
    let mut told: Vec<usize> = Vec::new();
    for (at, march) in marches.iter().enumerate() {
        if told.contains(&at) || lines.len() >= most {
            continue;
        }
        let alike: Vec<usize> = (at..marches.len())
            .filter(|other| {
                let other = &marches[*other];
                other.pace == march.pace && (other.units.len() > 1) == (march.units.len() > 1)
            })
            .collect();
        told.extend(&alike);
        let group: Vec<&March<UnitId>> = alike.iter().map(|other| &marches[*other]).collect();
        let way = line(field, side, &group, total);
        // The same kinds may have gone the same way by few and by many.
        let whom = |line: &Line| (line.family.clone(), line.gaps.get("who").cloned());
        if lines.iter().any(|told| whom(told) == whom(&way)) {
            continue;
        }
        lines.push(way);
        lines.extend(group.iter().find_map(|march| march.exception).and_then(|(unit, steps)| {
            let who = field.name(unit)?;
            let far = if steps > march.steps { "march/farther" } else { "march/shorter" };
            Some(say(far).with("who", who).with("count", steps))
        }));
    }
    lines
}

fn line(field: &Field<'_>, side: Side, group: &[&March<UnitId>], total: usize) -> Line {
    let units: Vec<UnitId> = group.iter().flat_map(|march| march.units.clone()).collect();
    let mounted = group.iter().all(|march| march.mounted);
    let manner = if mounted { "horse" } else { "foot" };
    let pace = group[0].pace.word();
    let who: Vec<Line> = if units.len() <= 3 {
        field.kinds(&units)
    } else if units.len() * 2 < total {
        vec![say("line/some").with("count", units.len()).with("people", people(side))]
    } else if group.len() == 3 {
        vec![say("line/whole").with("people", field.army(side))]
    } else {
        let mut wings: Vec<Wing> = group.iter().map(|march| march.wing).collect();
        wings.sort_unstable();
        let family = match wings.as_slice() {
            [Wing::Left, Wing::Centre] => "line/left-centre",
            [Wing::Left, Wing::Right] => "line/left-right",
            [Wing::Centre, Wing::Right] => "line/centre-right",
            [Wing::Centre] => "line/centre",
            [Wing::Right] => "line/right",
            _ => "line/left",
        };
        vec![say(family).with("people", field.army(side))]
    };
    let mut steps: Vec<i32> = group.iter().map(|march| march.steps).collect();
    steps.sort_unstable();
    let line = say(format!("march/{pace}/{manner}")).with("who", who).with("count", units.len());
    line.with("steps", say("steps").with("steps", steps[steps.len() / 2]))
}

/// The rows that are left between the foremost of both sides, if the march changed them.
fn gap(field: &Field<'_>, side: Side, movers: &[Marcher<UnitId>]) -> Option<Line> {
    let front = |state: &crate::state::State, of: Side| {
        state
            .units
            .iter()
            .filter(|unit| unit.side == of)
            .map(|unit| field.forward(of, unit.square))
            .max()
    };
    let between = |state| {
        let both = (front(state, side)?, front(state, side.other())?);
        Some(i32::from(field.after.board.size) - both.0 - both.1)
    };
    let (was, now) = (between(field.before)?, between(field.after)?);
    if was == now || now < 0 || movers.is_empty() {
        return None;
    }
    Some(if now == 0 {
        say("gap/none")
    } else {
        say(if now < was { "gap/less" } else { "gap/more" }).with("rows", now)
    })
}
