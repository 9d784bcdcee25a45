//! The moments of a record that its map can show: the position before it, and its turning points.

use super::chapter::{Chapter, Entry};
use super::map::Stage;
use super::picture::Picture;
use super::rules::Sight;
use super::seat::Viewer;

/// The most turning points of one record.
const TURNING_POINTS: usize = 2;

/// The number of an event as the viewer counts it, and a chapter of that event alone.
type Seen<E> = (u32, Chapter<E>);

/// The position before a record that began at `start`, then its heaviest events, each with the position in which it
/// happened, all as the viewer sees them.
pub(crate) fn stages<R: Picture>(
    rules: &R,
    start: &R::State,
    chapters: &[Chapter<R::Event>],
    viewer: &Viewer,
) -> Vec<Stage> {
    let heaviest = heaviest(rules, start, chapters, viewer);
    let before = rules.picture(&rules.view(start, viewer), &[]);
    let mut stages =
        vec![Stage { words: String::new(), pieces: before.pieces, strokes: Vec::new() }];
    let mut state = start.clone();
    let events = chapters.iter().flat_map(|chapter| &chapter.events);
    for (at, entry) in events.enumerate() {
        if let Some((_, (_, chapter))) = heaviest.iter().find(|(place, _)| *place == at) {
            let map = rules.picture(&rules.view(&state, viewer), std::slice::from_ref(chapter));
            let words = map.strokes.first().map(|stroke| stroke.words.clone()).unwrap_or_default();
            stages.push(Stage { words, pieces: map.pieces, strokes: map.strokes });
        }
        R::apply(&mut state, &entry.event);
    }
    stages
}

/// The heaviest events with their places among all, in order; of equals the earlier ones.
fn heaviest<R: Picture>(
    rules: &R,
    start: &R::State,
    chapters: &[Chapter<R::Event>],
    viewer: &Viewer,
) -> Vec<(usize, Seen<R::Event>)> {
    let mut state = start.clone();
    let (mut all, mut at) = (Vec::new(), 0);
    for chapter in chapters {
        for entry in &chapter.events {
            let seen = match R::witness(&state, &entry.event, viewer) {
                Sight::Whole => Some(entry.event.clone()),
                Sight::Blurred(event) => Some(event),
                Sight::Nothing => None,
            };
            if let Some(event) = seen {
                let weight = rules.weight(&event);
                let (n, rule) = (entry.n, entry.rule.clone());
                let entry = Entry { n, rule, event, roll: None, order: None, code: None };
                let (phase, answers) = (chapter.phase.clone(), Vec::new());
                all.push((at, (weight, Chapter { phase, answers, events: vec![entry] })));
            }
            R::apply(&mut state, &entry.event);
            at += 1;
        }
    }
    all.retain(|(_, (weight, _))| *weight > 0);
    all.sort_by_key(|(at, (weight, _))| (std::cmp::Reverse(*weight), *at));
    all.truncate(TURNING_POINTS);
    all.sort_by_key(|(at, _)| *at);
    all
}
