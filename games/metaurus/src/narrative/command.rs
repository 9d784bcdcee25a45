//! Set-up, orders, activations, elephants, Gauls who will not move, units that find their order again.

use super::ground::Ground;
use super::lone;
use crate::data::ElephantResult;
use crate::events::{Command, Effect, Event, SetUp};
use crate::names::{Id, Order, Side};
use engine::Chapter;
use engine::story::{Line, Scene, say, side};

/// How an army is drawn up, command by command from its left.
pub(super) fn camp(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let mut placed: Vec<(Id, i32, u32)> = Vec::new();
    for entry in &chapter.events {
        match &entry.event {
            Event::SetUp(SetUp::Placed { unit, hex, .. }) => {
                let Some(of) = ground.side(*unit) else { continue };
                let place = i32::from(hex.place);
                let lateral = if of == Side::Rome { place } else { -place };
                placed.push((*unit, lateral, entry.n));
            }
            Event::SetUp(SetUp::OrdersSet { seat, .. }) => {
                let line = say("camp/orders").with("side", side(*seat));
                scenes.push(lone(1, false, entry.n, line));
            }
            _ => {}
        }
    }
    for of in Side::BOTH {
        let own: Vec<_> =
            placed.iter().filter(|(id, ..)| ground.side(*id) == Some(of)).copied().collect();
        if let Some(last) = own.last() {
            let mut scene = lone(35, true, last.2, drawn_up(ground, of, &own));
            scene.events = own.iter().map(|(.., n)| *n).collect();
            scenes.insert(0, scene);
        }
    }
    scenes
}

fn drawn_up(ground: &Ground<'_>, of: Side, placed: &[(Id, i32, u32)]) -> Line {
    let mut commands: Vec<(i32, Line)> = Vec::new();
    for note in ground.printed.roster.of(of) {
        let mut own: Vec<i32> = placed
            .iter()
            .filter(|(id, ..)| ground.command(*id) == Some(note.id))
            .map(|(_, lateral, _)| *lateral)
            .collect();
        own.sort_unstable();
        if let Some(middle) = own.get(own.len() / 2) {
            commands.push((*middle, ground.command_name(note.id)));
        }
    }
    commands.sort_by_key(|(middle, _)| *middle);
    let names: Vec<Line> = commands.into_iter().map(|(_, name)| name).collect();
    say(format!("camp/drawn-up/{}", of.word())).with("commands", names)
}

/// Orders and what came of them.
pub(super) fn scenes(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = stood(ground, chapter);
    let mut changed: Vec<(Side, u32)> = Vec::new();
    let (mut idle, mut idle_events) = (Vec::new(), Vec::new());
    let (mut voids, mut void_events) = (0_u32, Vec::new());
    for (n, command) in super::commands(chapter) {
        match command {
            Command::OrdersChanged { seat, .. } => changed.push((*seat, n)),
            Command::Combined { pair, success, .. } => {
                scenes.push(combined(ground, n, *pair, *success));
            }
            Command::Gaul { unit, acts: false, .. } => {
                idle.push(*unit);
                idle_events.push(n);
            }
            Command::ElephantTable { unit, result, .. } => {
                scenes.extend(elephants(ground, n, *unit, *result));
            }
            Command::Void { .. } => {
                voids += 1;
                void_events.push(n);
            }
            Command::Gaul { .. }
            | Command::ChitsDown { .. }
            | Command::ChitRevealed { .. }
            | Command::OrderShown { .. }
            | Command::Activation { .. } => {}
        }
    }
    if !changed.is_empty() {
        let sides: Vec<Line> = match changed.as_slice() {
            [_, _] => vec![say("both")],
            some => some.iter().map(|(seat, _)| side(*seat)).collect(),
        };
        let mut scene = lone(1, false, 0, say("orders").with("who", sides));
        scene.events = changed.iter().map(|(_, n)| *n).collect();
        scene.headline = Some(say("headline/orders"));
        scenes.push(scene);
    }
    if !idle.is_empty() {
        let mut scene = lone(
            20,
            false,
            0,
            say("gaul/idle").with("who", ground.names(&idle)).with("count", idle.len()),
        );
        scene.events = idle_events;
        scenes.push(scene);
    }
    if voids > 0 {
        let mut scene = lone(25, true, 0, say("void").with("count", voids));
        scene.events = void_events;
        scenes.push(scene);
    }
    scenes.extend(reforms(ground, chapter));
    scenes
}

/// Commands that stood where they were.
fn stood(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let (mut who, mut events) = (Vec::new(), Vec::new());
    for (n, command) in super::commands(chapter) {
        if let Command::Activation { commands, order: Some(Order::Stand), .. } = command {
            who.extend(commands.iter().map(|command| ground.command_name(*command)));
            events.push(n);
        }
    }
    if who.is_empty() {
        return Vec::new();
    }
    let mut scene = lone(1, false, 0, say("march/stood").with("who", who));
    scene.events = events;
    vec![scene]
}

fn combined(ground: &Ground<'_>, n: u32, pair: [Id; 2], success: bool) -> Scene {
    let who: Vec<Line> = pair.iter().map(|command| ground.command_name(*command)).collect();
    if success {
        return lone(15, false, n, say("combined/success").with("who", who));
    }
    let mut scene = lone(40, false, n, say("combined/failed").with("who", who.clone()));
    scene.headline = Some(say("headline/combined-failed").with("who", who));
    scene
}

fn elephants(ground: &Ground<'_>, n: u32, unit: Id, result: ElephantResult) -> Option<Scene> {
    let who = ground.name(unit);
    let (score, family) = match result {
        ElephantResult::Obey => return None,
        ElephantResult::Balk => (25, "elephants/balk"),
        ElephantResult::Rampage => (30, "elephants/rampage"),
        ElephantResult::Killed => (60, "elephants/killed"),
    };
    Some(lone(score, score >= 60, n, say(family).with("who", who)))
}

/// Units that tried to find their order again.
fn reforms(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let (mut done, mut failed, mut events) = (Vec::new(), Vec::new(), Vec::new());
    for (n, effect) in super::effects(chapter) {
        if let Effect::Reform { unit, success, .. } = effect {
            if *success {
                done.push(*unit);
            } else {
                failed.push(*unit);
            }
            events.push(n);
        }
    }
    let line = match (done.is_empty(), failed.is_empty()) {
        (true, true) => return Vec::new(),
        (false, true) => say("reform/done").with("who", ground.names(&done)),
        (true, false) => say("reform/failed").with("whom", ground.names(&failed)),
        (false, false) => {
            say("reform/both").with("who", ground.names(&done)).with("whom", ground.names(&failed))
        }
    };
    let mut scene = lone(16, false, 0, line);
    scene.events = events;
    vec![scene]
}
