//! What a reader is told of a record: fights with all that they set off, volleys, marches by wing, the clock, the end. The
//! words stand in `templates/en/say.txt`.

mod clock;
mod combat;
mod ground;
mod march;
mod memory;
mod stand;

pub(super) use memory::remember;

use super::DeBelloPunico;
use super::events::{Combat, Event};
use engine::Chapter;
use engine::story::{Budget, Line, Narrative, Scene, StoryContext};
use ground::Ground;

/// Words of a record.
const BUDGET: Budget = Budget { floor: 90, slope: 22, cap: 320, scenes: 4 };

/// All that a viewer is told of the last record.
pub(super) fn narrative(
    rules: &DeBelloPunico,
    told: &StoryContext<'_, DeBelloPunico>,
) -> Narrative {
    let ground = Ground::new(&rules.printed, told.before, told.view, told.ledger);
    let fights = |chapter: &Chapter<Event>| {
        let fight = |event: &Event| matches!(event, Event::Combat(Combat::Attack { .. }));
        chapter.events.iter().any(|entry| fight(&entry.event))
    };
    let fought = told.chapters.iter().any(fights);
    let mut scenes: Vec<Scene> =
        told.chapters.iter().flat_map(|chapter| scenes_of(&ground, chapter, fought)).collect();
    scenes.extend(clock::initiative(told.chapters));
    let losses = stand::losses(&ground, told.chapters);
    Narrative {
        budget: BUDGET,
        headline: stand::headline(&ground, told.chapters),
        standfirst: stand::standfirst(&ground),
        scenes: stand::crowned(scenes, &losses),
        balance: stand::balance(&ground, &losses),
        now: told.decisions(),
    }
}

/// The scenes of one chapter, in the order of time.
fn scenes_of(ground: &Ground<'_>, chapter: &Chapter<Event>, fought: bool) -> Vec<Scene> {
    let mut scenes = clock::scenes(ground, chapter);
    scenes.extend(march::scenes(ground, chapter, fought));
    scenes.extend(combat::scenes(ground, chapter));
    scenes
}

/// One line that some events tell together.
fn lone(score: u32, kept: bool, events: Vec<u32>, line: Line) -> Scene {
    Scene { score, kept, events, full: vec![line.clone()], brief: vec![line], ..Scene::default() }
}
