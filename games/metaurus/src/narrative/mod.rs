//! What a reader is told of a record: fights weighed by what came of them, marches by command, the clock, the end. The words
//! stand in `templates/en/say.txt`.

mod command;
mod fight;
mod ground;
mod march;
mod memory;
mod stand;

pub(super) use memory::remember;

use super::Metaurus;
use super::events::{Combat, Command, Effect, Event, Movement, Sequence};
use super::names::Side;
use engine::story::{self, Budget, Line, Narrative, Scene, StoryContext, say};
use engine::{Chapter, Entry};
use ground::Ground;

/// Words of a record.
const BUDGET: Budget = Budget { floor: 90, slope: 20, cap: 340, scenes: 4 };

/// All that a viewer is told of the last record.
pub(super) fn narrative(rules: &Metaurus, told: &StoryContext<'_, Metaurus>) -> Narrative {
    let ground = Ground::new(&rules.printed, told.before, told.view, told.ledger);
    let fought = told.chapters.iter().any(|chapter| combats(chapter).next().is_some());
    let mut scenes = Vec::new();
    for chapter in told.chapters {
        scenes.extend(scenes_of(&ground, chapter, fought));
    }
    scenes.extend(initiative(told.chapters));
    let losses = stand::losses(&ground, told.chapters);
    Narrative {
        budget: BUDGET,
        headline: stand::headline(told.chapters),
        standfirst: stand::standfirst(&ground),
        scenes: stand::crowned(scenes, &losses),
        balance: stand::balance(&ground, &losses, told.chapters),
        now: stand::now(told),
    }
}

/// The scenes of one chapter, in the order of time.
fn scenes_of(ground: &Ground<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let mut scenes = command::camp(ground, chapter);
    scenes.extend(command::scenes(ground, chapter));
    scenes.extend(march::scenes(ground, chapter, fought));
    scenes.extend(fight::scenes(ground, chapter));
    scenes.extend(chapter.events.iter().filter_map(|entry| alone(ground, entry)));
    scenes
}

/// One line that one event tells by itself.
fn lone(score: u32, kept: bool, n: u32, line: Line) -> Scene {
    let (events, full) = (vec![n], vec![line.clone()]);
    Scene { score, kept, events, full, brief: vec![line], ..Scene::default() }
}

/// Who could choose the order of the turns in a record, and what they chose: one sentence.
fn initiative(chapters: &[Chapter<Event>]) -> Option<Scene> {
    let (mut won, mut order, mut events) = (None, None, Vec::new());
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        let Event::Sequence(sequence) = &entry.event else { continue };
        match sequence {
            Sequence::Initiative { rome, carthage, winner } => {
                won = winner.map(|winner| (winner, *rome.max(carthage), *rome.min(carthage)));
                events.push(entry.n);
            }
            Sequence::TurnOrder { winner, first, .. } => {
                order = Some((*winner, winner == first));
                events.push(entry.n);
            }
            _ => {}
        }
    }
    let named = |family: &'static str, of: Side| {
        say(family).with("side", story::side(of)).with("other", story::side(of.other()))
    };
    let line = match (won, order) {
        (Some((winner, more, less)), order) => {
            let family = match order {
                None => "initiative/won",
                Some((_, true)) => "initiative/first",
                Some((_, false)) => "initiative/last",
            };
            named(family, winner).with("more", more).with("less", less)
        }
        (None, Some((winner, first))) => {
            named(if first { "order/first" } else { "order/last" }, winner)
        }
        (None, None) => return None,
    };
    let scene = lone(12, false, 0, line);
    Some(Scene { events, ..scene })
}

/// What one event tells by itself: the clock and the end.
fn alone(ground: &Ground<'_>, entry: &Entry<Event>) -> Option<Scene> {
    let Event::Sequence(sequence) = &entry.event else { return None };
    match sequence {
        Sequence::Threshold { winner, how, .. } => {
            let line = say(format!("threshold/{}", how.word()));
            let line = line.with("side", story::side(*winner));
            let mut scene = lone(150, true, entry.n, line);
            let headline = say("headline/threshold").with("side", story::side(*winner));
            scene.headline = Some(headline);
            scene.full.push(say("threshold/after").with("side", story::side(*winner)));
            Some(scene)
        }
        Sequence::GameOver { winner, how, tally } => {
            let line = say(format!("over/{}", how.word()));
            let line =
                line.with("side", story::side(*winner)).with("other", story::side(winner.other()));
            let mut scene = lone(200, true, entry.n, line);
            scene.headline = Some(say("headline/won").with("side", story::side(*winner)));
            scene.run_in = Some(say("run-in/over"));
            scene.full.push(
                say("over/toll")
                    .with("rome", tally.rome)
                    .with("carthage", tally.carthage)
                    .with("exits", tally.exits)
                    .with("turn", ground.after.turn),
            );
            Some(scene)
        }
        Sequence::Initiative { .. }
        | Sequence::TurnOrder { .. }
        | Sequence::Asked { .. }
        | Sequence::Answered { .. }
        | Sequence::GameTurn { .. }
        | Sequence::TurnOver { .. }
        | Sequence::TurnEnds { .. } => None,
    }
}

/// The events of one group, each with its number.
fn combats(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &Combat)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::Combat(combat) => Some((entry.n, combat)),
        _ => None,
    })
}

fn effects(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &Effect)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::Effect(effect) => Some((entry.n, effect)),
        _ => None,
    })
}

fn commands(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &Command)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::Command(command) => Some((entry.n, command)),
        _ => None,
    })
}

fn movements(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &Movement)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::Movement(movement) => Some((entry.n, movement)),
        _ => None,
    })
}
