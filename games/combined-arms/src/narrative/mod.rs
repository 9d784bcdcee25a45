//! What a reader is told of a record: clashes weighed by what came of them, marches by wing, the armies, the end. The words
//! stand in `templates/en/say.txt`.

mod camp;
mod clash;
mod field;
mod march;
mod memory;
mod stand;

pub(super) use memory::remember;

use super::CombinedArms;
use super::events::{Combat, Event, Finish, Listing, Movement, Sequence, SetUp};
use super::names::Side;
use engine::story::{self, Budget, Gap, Line, Narrative, Scene, StoryContext, say};
use engine::{Chapter, Entry};
use field::Field;

/// Words of a record with fighting, and of one without.
const BATTLE: Budget = Budget { floor: 90, slope: 22, cap: 260, scenes: 3 };
const CAMP: Budget = Budget { floor: 90, slope: 22, cap: 200, scenes: 2 };

/// All that a viewer is told of the last record.
pub(super) fn narrative(rules: &CombinedArms, told: &StoryContext<'_, CombinedArms>) -> Narrative {
    let field = Field::new(&rules.chart, told.before, told.view, told.ledger);
    let mut scenes = Vec::new();
    let fights = |chapter: &Chapter<Event>| {
        chapter.events.iter().any(|entry| matches!(entry.event, Event::Combat(_)))
    };
    let fought = told.chapters.iter().any(fights);
    for chapter in told.chapters {
        scenes.extend(scenes_of(&field, chapter, fought));
    }
    let losses = stand::losses(&field, told.chapters);
    Narrative {
        budget: if fought { BATTLE } else { CAMP },
        headline: stand::headline(&field, told.chapters),
        standfirst: stand::standfirst(&field),
        scenes: stand::crowned(scenes, &losses),
        balance: stand::balance(&field, &losses),
        now: told.decisions(),
    }
}

/// The scenes of one chapter, in the order of time; of marches less in a record that `fought`.
fn scenes_of(field: &Field<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let mut scenes = camp::scenes(field, chapter);
    scenes.extend(march::scenes(field, chapter, fought));
    scenes.extend(clash::scenes(field, chapter));
    scenes.extend(idle(field, chapter));
    for entry in &chapter.events {
        scenes.extend(alone(field, entry));
    }
    scenes.extend(voids(field, chapter));
    scenes
}

/// A turn in which a side did nothing at all.
fn idle(field: &Field<'_>, chapter: &Chapter<Event>) -> Option<Scene> {
    let acted = |entry: &Entry<Event>| {
        matches!(entry.event, Event::Movement(_) | Event::Combat(_) | Event::SetUp(_))
    };
    let ended = chapter.events.iter().find_map(|entry| match &entry.event {
        Event::Sequence(Sequence::TurnEnds { .. }) => Some(entry.n),
        _ => None,
    })?;
    let side = Side::of(chapter.phase.seat.as_ref()?)?;
    if chapter.phase.name != "attack" || chapter.events.iter().any(acted) {
        return None;
    }
    let line = say("no-attack").with("side", field.command(side));
    Some(Scene { score: 2, events: vec![ended], brief: vec![line], ..Scene::default() })
}

/// What one event tells by itself: draws, repetition and the end.
fn alone(field: &Field<'_>, entry: &Entry<Event>) -> Option<Scene> {
    let Event::Sequence(sequence) = &entry.event else { return None };
    let (score, line) = match sequence {
        Sequence::DrawOffer { seat, .. } => {
            (40, say("draw/offered").with("side", story::side(*seat)))
        }
        Sequence::DrawLapsed { seat } => (20, say("draw/lapsed").with("side", story::side(*seat))),
        Sequence::Repetition { count } => {
            (40, say("draw/repeated").with("count", Gap::Ordinal(*count)))
        }
        Sequence::Stall { rounds } => (40, say("draw/stall").with("count", *rounds)),
        Sequence::Limit { rounds, points } => (
            40,
            say("draw/limit")
                .with("count", *rounds)
                .with("rome", points.rome)
                .with("carthage", points.carthage),
        ),
        Sequence::Over { result, winner, reason } => {
            return Some(stand::over(field, entry.n, *result, *winner, *reason));
        }
        Sequence::PhaseBegins { .. }
        | Sequence::Asked { .. }
        | Sequence::Answered { .. }
        | Sequence::TurnBegins { .. }
        | Sequence::TurnEnds { .. } => return None,
    };
    Some(Scene { score, kept: true, events: vec![entry.n], brief: vec![line], ..Scene::default() })
}

/// Orders that came to nothing, those of one reason together.
fn voids(field: &Field<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut found: Vec<(&'static str, Vec<Line>, Vec<u32>)> = Vec::new();
    for entry in &chapter.events {
        let (why, unit) = match &entry.event {
            Event::Listing(Listing::Void(void)) => (void.reason.word(), void.unit),
            Event::Listing(Listing::Skipped { reason, unit, .. }) => (reason.word(), *unit),
            Event::SetUp(_) | Event::Movement(_) | Event::Combat(_) | Event::Sequence(_) => {
                continue;
            }
        };
        let who = unit.and_then(|unit| field.name(unit)).unwrap_or_else(|| say("void/order"));
        match found.iter_mut().find(|(reason, _, _)| *reason == why) {
            Some((_, units, events)) => {
                if !units.contains(&who) {
                    units.push(who);
                }
                events.push(entry.n);
            }
            None => found.push((why, vec![who], vec![entry.n])),
        }
    }
    let scene = |(why, units, events): (&'static str, Vec<Line>, Vec<u32>)| {
        let count = units.len();
        let line = if count > 3 {
            say("void/many").with("count", count)
        } else {
            say("void/some").with("who", units)
        };
        let line = line.with("why", say(format!("void-why/{why}")));
        Scene { score: 25, kept: true, events, brief: vec![line], ..Scene::default() }
    };
    found.into_iter().map(scene).collect()
}

/// The side that a finished game is won by.
const fn winner(result: Finish, winner: Option<Side>) -> Option<Side> {
    match result {
        Finish::Won => winner,
        Finish::Drawn => None,
    }
}

/// The events of one group.
fn combats(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &Combat)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::Combat(combat) => Some((entry.n, combat)),
        Event::SetUp(_) | Event::Movement(_) | Event::Listing(_) | Event::Sequence(_) => None,
    })
}

fn movements(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &Movement)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::Movement(movement) => Some((entry.n, movement)),
        Event::SetUp(_) | Event::Combat(_) | Event::Listing(_) | Event::Sequence(_) => None,
    })
}

fn set_ups(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &SetUp)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::SetUp(set_up) => Some((entry.n, set_up)),
        Event::Movement(_) | Event::Combat(_) | Event::Listing(_) | Event::Sequence(_) => None,
    })
}
