//! The steps of a record as maps, for a viewer who follows it.

use super::chapter::{Chapter, Entry};
use super::map::Map;
use super::picture::Picture;
use super::run;
use super::seat::Viewer;

/// A moment of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The number of the event that has just come, among those that the viewer saw; 0 for the position before them all.
    pub event: u32,
    /// The map after that event, with the strokes of that event alone.
    pub map: Map,
}

/// The record that began at `start`, as one viewer can follow it: the position before it, and after each event that
/// they saw.
///
/// Every position is the viewer's own view of that moment: the view on which the title would have asked their standing
/// orders, had it asked there. What a hidden event changes shows with the next event that they saw.
pub(crate) fn frames<R: Picture>(
    rules: &R,
    start: &R::State,
    chapters: &[Chapter<R::Event>],
    viewer: &Viewer,
) -> Vec<Frame> {
    let map = |state: &R::State, chapters: &[Chapter<R::Event>]| {
        rules.picture(&rules.view(state, viewer), chapters)
    };
    let mut state = start.clone();
    let mut frames = vec![Frame { event: 0, map: map(&state, &[]) }];
    let mut event = 0;
    for chapter in chapters {
        for entry in &chapter.events {
            let seen = run::witnessed::<R>(&state, entry, viewer);
            R::apply(&mut state, &entry.event);
            if let Some(entry) = seen {
                event += 1;
                let (phase, events) = (chapter.phase.clone(), vec![Entry { n: event, ..entry }]);
                let alone = Chapter { phase, answers: Vec::new(), events };
                frames.push(Frame { event, map: map(&state, &[alone]) });
            }
        }
    }
    frames
}
