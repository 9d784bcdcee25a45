//! Marches: the moves of a command as one, commands that went one way together; who stood; who turned.

use super::ground::Ground;
use crate::events::{Event, Movement};
use crate::names::{Id, Side};
use engine::Chapter;
use engine::story::{Line, March, Marcher, Pace, Scene, Wing, marches, people, say};
use std::collections::BTreeMap;

/// The main groups of commands.
type Group = Vec<(Id, March<Id>)>;

/// The moves of a chapter as one scene, and a rampage as another; of moves less in a record that `fought`.
pub(super) fn scenes(ground: &Ground<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let Some(side) = chapter.phase.seat.as_ref().and_then(Side::of) else { return Vec::new() };
    let mut scenes = rampages(ground, chapter);
    let mut commands: BTreeMap<Id, Vec<Marcher<Id>>> = BTreeMap::new();
    let (mut turned, mut events) = (Vec::new(), Vec::new());
    for (n, movement) in super::movements(chapter) {
        match movement {
            Movement::Moved { unit, from, way, .. } => {
                let Some(to) = way.last() else { continue };
                events.push(n);
                let forward = Ground::forward(side, *to) - Ground::forward(side, *from);
                commands.entry(ground.command(*unit).unwrap_or(*unit)).or_default().push(Marcher {
                    unit: *unit,
                    wing: Wing::Centre,
                    forward,
                    aside: i32::from(ground.printed.ground.grid.distance(*from, *to)),
                    mounted: ground.mounted(*unit),
                    event: n,
                });
            }
            Movement::Turned { unit, .. } => {
                turned.push(*unit);
                events.push(n);
            }
            Movement::Stayed { .. } | Movement::Exited { .. } | Movement::Rampage { .. } => {}
        }
    }
    let mut lines = lines(ground, side, &commands, turned.len());
    if fought {
        lines.truncate(1);
    }
    if !lines.is_empty() {
        let forward = commands.values().flatten().filter(|mover| mover.forward > 0).count();
        let all = commands.values().flatten().count();
        let headline = match (forward * 2 > all, all) {
            (_, 0) => "headline/stood",
            (true, _) => "headline/advance",
            (false, _) => "headline/shift",
        };
        scenes.push(Scene {
            score: 5,
            events,
            headline: Some(say(headline).with("people", people(side))),
            full: lines.clone(),
            brief: lines,
            ..Scene::default()
        });
    }
    scenes
}

fn rampages(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let scene = |(n, movement): (u32, &Movement)| {
        let Movement::Rampage { unit, target, .. } = movement else { return None };
        let line =
            say("rampage").with("who", ground.name(*unit)).with("whom", ground.name(*target));
        let mut scene = super::lone(60, true, n, line);
        scene.headline = Some(say("headline/rampage").with("who", ground.name(*unit)));
        Some(scene)
    };
    super::movements(chapter).filter_map(scene).collect()
}

fn lines(
    ground: &Ground<'_>,
    side: Side,
    commands: &BTreeMap<Id, Vec<Marcher<Id>>>,
    turned: usize,
) -> Vec<Line> {
    // Each command's main group, then all commands whose main groups went one way.
    let mut ways: BTreeMap<Pace, Group> = BTreeMap::new();
    let mut strays: Vec<March<Id>> = Vec::new();
    for (command, movers) in commands {
        let mut groups = marches(movers);
        if groups.is_empty() {
            continue;
        }
        let main = groups.remove(0);
        strays.append(&mut groups);
        ways.entry(main.pace).or_default().push((*command, main));
    }
    let mut lines = Vec::new();
    let mut ways: Vec<(Pace, Group)> = ways.into_iter().collect();
    let size =
        |group: &[(Id, March<Id>)]| group.iter().map(|(_, it)| it.units.len()).sum::<usize>();
    ways.sort_by_key(|(_, group)| std::cmp::Reverse(size(group)));
    for (pace, group) in &ways {
        lines.push(line(ground, side, *pace, group));
        let exception =
            group.iter().find_map(|(_, march)| march.exception.map(|it| (it, march.steps)));
        lines.extend(exception.map(|((unit, steps), median)| {
            let family = if steps > median { "march/farther" } else { "march/shorter" };
            say(family).with("who", ground.name(unit)).with("count", steps)
        }));
    }
    if let Some(stray) = strays.first() {
        let units: Vec<Id> = strays.iter().flat_map(|march| march.units.clone()).collect();
        let family = format!("march/stray/{}", stray.pace.word());
        if units.len() <= 3 && strays.iter().all(|march| march.pace == stray.pace) {
            lines.push(say(family).with("who", ground.names(&units)));
        }
    }
    // Whoever turned on the spot is told of where nobody did more.
    if turned > 0 && lines.is_empty() {
        lines.push(say("march/turned").with("count", turned).with("people", people(side)));
    }
    lines.extend(gap(ground, commands.values().flatten().count()));
    lines
}

fn line(ground: &Ground<'_>, side: Side, pace: Pace, group: &[(Id, March<Id>)]) -> Line {
    let units: Vec<Id> = group.iter().flat_map(|(_, march)| march.units.clone()).collect();
    let legions = ground.printed.roster.of(side).filter(|command| command.legion).count();
    let who: Vec<Line> = if units.len() <= 3 {
        ground.names(&units)
    } else if legions > 0 && group.len() == legions {
        vec![say("command/all")]
    } else {
        ground.commands(&group.iter().map(|(command, _)| *command).collect::<Vec<_>>())
    };
    let mut steps: Vec<i32> = group.iter().map(|(_, march)| march.steps).collect();
    steps.sort_unstable();
    let manner = if group.iter().all(|(_, march)| march.mounted) { "horse" } else { "foot" };
    say(format!("march/{}/{manner}", pace.word()))
        .with("who", who)
        .with("steps", say("steps").with("steps", steps[steps.len() / 2]))
}

/// The empty hexes between the nearest enemies, if the march changed them.
fn gap(ground: &Ground<'_>, moved: usize) -> Option<Line> {
    let between = |state: &crate::state::State| {
        let of = |side| {
            state
                .units
                .iter()
                .filter(move |(id, _)| ground.side(**id) == Some(side))
                .map(|(_, unit)| unit.hex)
        };
        let grid = &ground.printed.ground.grid;
        of(Side::Rome).flat_map(|a| of(Side::Carthage).map(move |b| grid.distance(a, b))).min()
    };
    let (was, now) = (between(ground.before)?, between(ground.after)?);
    if was == now || moved == 0 {
        return None;
    }
    Some(match now {
        0 | 1 => say("gap/none"),
        now => say(if now < was { "gap/less" } else { "gap/more" }).with("hexes", now - 1),
    })
}
