//! What a reader is told of a record: armies on their ways, what the ways cost, battles and sieges, provinces that change
//! masters, the nations' business, the end. The words stand in `templates/en/say.txt`.

mod battle;
mod council;
mod fallen;
mod march;
mod memory;
mod realm;
mod siege;
mod stand;

pub(crate) use memory::remember;

use super::DuellingRepublics;
use super::events::{Event, Fought};
use engine::Chapter;
use engine::story::{Budget, Line, Narrative, Scene, StoryContext};
use realm::Realm;

/// Words of a season, of one with a battle, and of the nations' business.
const SEASON: Budget = Budget { floor: 70, slope: 18, cap: 220, scenes: 3 };
const BATTLE: Budget = Budget { floor: 150, slope: 20, cap: 400, scenes: 5 };

/// All that a viewer is told of the last record.
pub(crate) fn narrative(
    rules: &DuellingRepublics,
    told: &StoryContext<'_, DuellingRepublics>,
) -> Narrative {
    let realm = Realm::new(&rules.chart, told.before, told.view, told.ledger);
    let fought = told
        .chapters
        .iter()
        .flat_map(|chapter| &chapter.events)
        .any(|entry| matches!(entry.event, Event::Fought(_)));
    let scenes = told.chapters.iter().flat_map(|chapter| scenes_of(&realm, chapter)).collect();
    Narrative {
        budget: if fought { BATTLE } else { SEASON },
        headline: stand::headline(told.chapters),
        standfirst: stand::standfirst(&realm, told.chapters),
        scenes,
        balance: fallen::balance(&realm, told.chapters),
        now: stand::now(told),
    }
}

/// The scenes of one chapter, in the order of time.
fn scenes_of(realm: &Realm<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = council::scenes(realm, chapter);
    scenes.extend(march::scenes(realm, chapter));
    scenes.extend(battle::scenes(realm, chapter));
    scenes.extend(siege::scenes(realm, chapter));
    scenes.sort_by_key(|scene| scene.events.first().copied());
    scenes
}

/// One line that some events tell together.
fn lone(score: u32, kept: bool, events: Vec<u32>, line: Line) -> Scene {
    Scene { score, kept, events, full: vec![line.clone()], brief: vec![line], ..Scene::default() }
}

/// The blows of a chapter's line battles.
fn blows(chapter: &Chapter<Event>) -> impl Iterator<Item = (u32, &Fought)> {
    chapter.events.iter().filter_map(|entry| match &entry.event {
        Event::Fought(fought) => Some((entry.n, fought.as_ref())),
        Event::Sequence(_)
        | Event::Politics(_)
        | Event::Movement(_)
        | Event::Encounter(_)
        | Event::Players(_)
        | Event::Battles(_)
        | Event::Reports(_)
        | Event::Sieges(_) => None,
    })
}
