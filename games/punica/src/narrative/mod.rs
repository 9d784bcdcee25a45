//! What a reader is told of a record: battles with their sums and what they cost, movements as routes, areas that change
//! masters, the end. The words stand in `templates/en/say.txt`.

mod battle;
mod land;
mod march;
mod memory;
mod stand;

pub(crate) use memory::remember;

use crate::Punica;
use crate::events::{Event, TurnEvent};
use engine::story::{Budget, Line, Narrative, Scene, StoryContext, say, side};
use engine::{Chapter, Entry};
use land::Land;

/// Words of a record.
const BUDGET: Budget = Budget { floor: 60, slope: 16, cap: 180, scenes: 2 };

/// All that a viewer is told of the last record.
pub(crate) fn narrative(rules: &Punica, told: &StoryContext<'_, Punica>) -> Narrative {
    let land = Land::new(rules, told.before, told.view, told.ledger);
    let mut scenes = Vec::new();
    let battle = |entry: &Entry<Event>| matches!(entry.event, Event::Battle(_));
    let fought = told.chapters.iter().any(|chapter| chapter.events.iter().any(battle));
    for chapter in told.chapters {
        scenes.extend(scenes_of(&land, chapter, fought));
    }
    Narrative {
        budget: BUDGET,
        headline: told
            .chapters
            .first()
            .map(|_| say("headline/quiet").with("side", side(told.before.active))),
        standfirst: stand::standfirst(&land),
        scenes,
        balance: stand::balance(&land, told.chapters),
        now: told.decisions(),
    }
}

/// The scenes of one chapter, in the order of time; of ways less in a record that `fought`.
fn scenes_of(land: &Land<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let mut scenes = march::scenes(land, chapter, fought);
    scenes.extend(battle::scenes(land, chapter));
    scenes.extend(chapter.events.iter().filter_map(|entry| alone(land, entry)));
    scenes
}

/// One line that some events tell together.
fn lone(score: u32, kept: bool, events: Vec<u32>, line: Line) -> Scene {
    Scene { score, kept, events, full: vec![line.clone()], brief: vec![line], ..Scene::default() }
}

/// What one event tells by itself: hands, draws and the end.
fn alone(land: &Land<'_>, entry: &Entry<Event>) -> Option<Scene> {
    let Event::Turn(event) = &entry.event else { return None };
    let n = vec![entry.n];
    match event {
        TurnEvent::Refill { seat, .. } => {
            Some(lone(5, false, n, say("refill").with("side", side(*seat))))
        }
        TurnEvent::Void { seat, .. } => {
            Some(lone(25, true, n, say("void").with("side", side(*seat))))
        }
        TurnEvent::DrawOffered { seat } => {
            Some(lone(40, true, n, say("draw/offered").with("side", side(*seat))))
        }
        TurnEvent::OfferLapsed { seat } => {
            Some(lone(20, true, n, say("draw/lapsed").with("side", side(*seat))))
        }
        TurnEvent::Victory { seat, by, .. } => {
            let line = say(format!("over/{by}"));
            let line = line.with("side", side(*seat)).with("other", side(seat.other()));
            let mut scene = lone(200, true, n, line);
            scene.headline = Some(say("headline/won").with("side", side(*seat)));
            scene.run_in = Some(say("run-in/over"));
            scene.full.push(say("over/turns").with("count", land.after.turn));
            Some(scene)
        }
        TurnEvent::Draw { by, .. } => {
            let mut scene = lone(200, true, n, say(format!("over-drawn/{by}")));
            scene.headline = Some(say("headline/drawn"));
            scene.run_in = Some(say("run-in/over"));
            Some(scene)
        }
        TurnEvent::Turn { .. }
        | TurnEvent::BattlesOrdered { .. }
        | TurnEvent::AheadUsed { .. }
        | TurnEvent::Awaits { .. }
        | TurnEvent::TurnOver { .. } => None,
    }
}
