//! Armies and the field before the first turn.

use super::field::Field;
use crate::events::{Event, Levy, SetUp};
use crate::names::{Side, UnitId};
use engine::Chapter;
use engine::story::{Gap, Line, Scene, Wing, people, say, side, wing};

/// The scenes of a chapter before the first turn.
pub(super) fn scenes(field: &Field<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    let mut placed: Vec<(Side, UnitId, i32, u32)> = Vec::new();
    for (n, set_up) in super::set_ups(chapter) {
        match set_up {
            SetUp::Army { seat, units, veterans, .. } => {
                let mut full = vec![army(field, *seat, units)];
                if !veterans.is_empty() {
                    full.push(say("camp/veterans").with("who", field.names(veterans)));
                }
                scenes.push(scene(30, vec![n], full));
            }
            SetUp::Terrain { seat, hills, plateaus } => {
                let lines = [("camp/hills", hills), ("camp/plateaus", plateaus)];
                let told = lines.into_iter().filter(|(_, squares)| !squares.is_empty());
                let told = told.map(|(family, squares)| {
                    say(family).with("side", side(*seat)).with("count", squares.len())
                });
                scenes.push(scene(25, vec![n], told.collect()));
            }
            SetUp::FirstSeat { seat, .. } => {
                scenes.push(scene(20, vec![n], vec![say("camp/first").with("side", side(*seat))]));
            }
            SetUp::Placed { seat, unit, square, .. } => {
                placed.push((*seat, *unit, field.lateral(*seat, *square), n));
            }
        }
    }
    for of in Side::BOTH {
        let own: Vec<_> = placed.iter().filter(|(seat, ..)| *seat == of).copied().collect();
        if !own.is_empty() {
            scenes.push(drawn_up(field, of, &own));
        }
    }
    scenes
}

fn scene(score: u32, events: Vec<u32>, full: Vec<Line>) -> Scene {
    Scene { score, kept: true, events, brief: full.clone(), full, ..Scene::default() }
}

fn army(field: &Field<'_>, of: Side, units: &[Levy]) -> Line {
    let levy = |levy: &Levy| {
        let kind = field.chart.kind(levy.kind);
        if kind.abilities.general {
            say(format!("unit/{}", kind.name))
        } else {
            let what = say(format!("kind/{}", kind.name));
            let family = if levy.count == 1 { "levy/one" } else { "levy" };
            say(family).with("count", levy.count).with("what", what)
        }
    };
    let levies: Vec<Line> = units.iter().map(levy).collect();
    say("camp/army").with("side", side(of)).with("people", people(of)).with("levies", levies)
}

/// A side's line, wing by wing.
fn drawn_up(field: &Field<'_>, of: Side, placed: &[(Side, UnitId, i32, u32)]) -> Scene {
    let line: Vec<i32> = placed.iter().map(|(_, _, lateral, _)| *lateral).collect();
    let mut full = vec![say("camp/drawn-up").with("side", side(of)).with("people", people(of))];
    for at in [Wing::Left, Wing::Centre, Wing::Right] {
        let units = placed.iter().filter(|(_, _, lateral, _)| wing(*lateral, &line) == at);
        let mut counts: Vec<(Line, i64)> = Vec::new();
        for (_, unit, ..) in units {
            let Some(kind) = field.kind(*unit) else { continue };
            let word = if kind.abilities.general { "unit" } else { "kind" };
            let what = say(format!("{word}/{}", kind.name));
            match counts.iter_mut().find(|(other, _)| *other == what) {
                Some((_, count)) => *count += 1,
                None => counts.push((what, 1)),
            }
        }
        let levies: Vec<Gap> = counts
            .into_iter()
            .map(|(what, count)| match (what.family.starts_with("unit"), count) {
                (true, _) => Gap::Said(what),
                (false, 1) => Gap::Said(say("levy/one").with("what", what)),
                (false, count) => Gap::Said(say("levy").with("count", count).with("what", what)),
            })
            .collect();
        if !levies.is_empty() {
            let family = format!("camp/{}", at.word());
            full.push(say(family).with("levies", Gap::Series(levies)));
        }
    }
    scene(35, placed.iter().map(|(.., n)| *n).collect(), full)
}
