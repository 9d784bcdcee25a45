//! Armies and the field before the first turn.

use super::field::Field;
use crate::data::chart::Kind;
use crate::events::{Event, Levy, SetUp};
use crate::names::{Side, UnitId};
use engine::Chapter;
use engine::story::{Line, Scene, Wing, people, say, side, wing};

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
    let counted = units.iter().map(|levy| (field.chart.kind(levy.kind), i64::from(levy.count)));
    let levies = levies(counted);
    say("camp/army").with("side", side(of)).with("people", people(of)).with("levies", levies)
}

/// Units by kind, kinds of one number together: `Scipio, four units of Principes and two each of Velites and Hastati`.
fn levies<'a>(counted: impl Iterator<Item = (&'a Kind, i64)>) -> Vec<Line> {
    let (mut lines, mut alike): (Vec<Line>, Vec<(i64, Vec<Line>)>) = (Vec::new(), Vec::new());
    for (kind, count) in counted {
        if kind.abilities.general {
            lines.push(say(format!("unit/{}", kind.name)));
            continue;
        }
        let what = say(format!("kind/{}", kind.name));
        match alike.iter_mut().find(|(other, _)| *other == count) {
            Some((_, kinds)) => kinds.push(what),
            None => alike.push((count, vec![what])),
        }
    }
    alike.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    for (at, (count, kinds)) in alike.into_iter().enumerate() {
        let family = match (count, kinds.len(), at) {
            (1, 1, 0) => "levy/one",
            (1, 1, _) => "levy/one-more",
            (1, _, 0) => "levy/one-each",
            (1, ..) => "levy/one-each-more",
            (_, 1, 0) => "levy",
            (_, 1, _) => "levy/more",
            (.., 0) => "levy/each",
            (..) => "levy/each-more",
        };
        lines.push(say(family).with("count", count).with("what", kinds));
    }
    lines
}

/// Units by kind and number.
pub(super) fn counted(field: &Field<'_>, units: &[UnitId]) -> Vec<Line> {
    let mut counts: Vec<(&Kind, i64)> = Vec::new();
    for kind in units.iter().filter_map(|unit| field.kind(*unit)) {
        match counts.iter_mut().find(|(other, _)| other.name == kind.name) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    levies(counts.into_iter())
}

/// A side's line, wing by wing.
fn drawn_up(field: &Field<'_>, of: Side, placed: &[(Side, UnitId, i32, u32)]) -> Scene {
    let line: Vec<i32> = placed.iter().map(|(_, _, lateral, _)| *lateral).collect();
    let mut full = vec![say("camp/drawn-up").with("side", side(of)).with("people", people(of))];
    for at in [Wing::Left, Wing::Centre, Wing::Right] {
        let units = placed.iter().filter(|(_, _, lateral, _)| wing(*lateral, &line) == at);
        let units: Vec<UnitId> = units.map(|(_, unit, ..)| *unit).collect();
        if !units.is_empty() {
            // How many there are of each has been told with the army.
            full.push(say(format!("camp/{}", at.word())).with("kinds", field.kinds(&units)));
        }
    }
    scene(35, placed.iter().map(|(.., n)| *n).collect(), full)
}
